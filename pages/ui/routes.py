"""What the app serves beside its pages: the page of a PDF that a quote links to, pictures, whole PDFs."""

import threading
from collections.abc import Callable, Sequence

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import core.programme.context
from core.base import formats
from core.base.errors import EingabeError
from core.base.version import VERSION
from core.proof.page_addresses import read_places
from pages.ui.address import base_path
from pages.ui.pictures import (
    RUSH,
    UNKNOWN,
    Rush,
    antrag_picture,
    is_number,
    no_seite,
    programm_file,
    programm_page,
    programm_picture,
    refusal,
    told_once,
    vote_file,
    vote_page,
    vote_picture,
)

NO_NUMBER = "Die Adresse eines Zitats endet auf seine Nummer, etwa /3."
SEALED = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'"
)
"""Nothing of a page that came from a programme may run or fetch."""


async def zitat(request: Request) -> Response:
    digits = request.path_params["nummer"]
    if not (is_number(digits, 6) and int(digits)):
        return refusal(NO_NUMBER, 400)
    place = (request.path_params["lauf"], request.path_params["partei"], int(digits))
    service = f"{request.url.scheme}://{request.url.netloc}{base_path()}"
    return await RUSH.run(_quote_page, place, service, request.headers.get("if-none-match", ""))


def _quote_page(place: tuple[str, str, int], service: str, known: str) -> Response:
    from core.features.papers.cited_quote import QuoteAddress, find_quote, quote_page

    context = core.programme.context.default_context()
    try:
        page = quote_page(context, find_quote(context, QuoteAddress(*place)), service)
    except EingabeError as error:
        return refusal(str(error), 404)
    response = Response(page, headers={"Content-Security-Policy": SEALED}, media_type="text/html")
    return told_once(response, known)  # what became of the quote's source since is asked anew each time


# --- `POST /api/pruefen`: the quotes of a text or file, checked, as JSON. Only where the operator wants it

MOST = 2 << 20
"""Bytes of a text or file."""

SENT_WITHIN = 30
"""Seconds in which all of it must have arrived. What then is done with it is bounded by its size."""

CHECKS = Rush(at_once=2, waiting=8)
"""Beside the pages, which are drawn for others meanwhile."""

OFF = "Texte werden hier nicht geprüft; die Einstellung TEXTPRUEFUNG=1 schaltet das ein."
LARGE = f"Der Text ist größer als {formats.size(MOST)}. Kürzen Sie ihn auf das, was geprüft werden soll."


async def pruefen(request: Request) -> Response:
    """The body is the text or the file; `bundesland`: of which Land, where it does not say so itself."""
    if not core.programme.context.default_context().settings.textpruefung:
        return refusal(OFF, 404)
    data = bytearray()
    try:
        with anyio.fail_after(SENT_WITHIN):
            async for piece in request.stream():
                data += piece
                if len(data) > MOST:
                    return refusal(LARGE, 413)
    except TimeoutError:
        return refusal(f"Der Text war nach {SENT_WITHIN} Sekunden noch nicht ganz da.", 408)
    except ClientDisconnect:
        return refusal("", 400)  # nobody is there to read it
    left = threading.Event()
    response = refusal("", 400)  # nobody is there to read it
    async with anyio.create_task_group() as both:
        both.start_soon(_tell_who_left, request, left, both.cancel_scope)
        land = request.query_params.get("bundesland", "")
        response = await CHECKS.run(_checked, bytes(data), land, lambda: not left.is_set())
        both.cancel_scope.cancel()
    return response


async def _tell_who_left(request: Request, left: threading.Event, waiting: anyio.CancelScope) -> None:
    """Who waits for its turn leaves it to others then; what is at work ends with the next quote."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    left.set()
    waiting.cancel()


def _checked(data: bytes, bundesland: str, is_wanted: Callable[[], bool]) -> Response:
    from core.features.textcheck.check import check_file, checked_as_json

    told = checked_as_json(check_file(data, bundesland=bundesland, is_wanted=is_wanted))
    return JSONResponse(told, headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"})


# --- one page of a Programm with a text marked; whether the app is well -------------------------------------

Place = tuple[str | None, tuple[tuple[int, int], ...]]
"""The version of a text, and what of it is to be marked."""

NAMES = ("programm", "seite", "text")


async def cite(request: Request) -> Response:
    """One page of a Programm as a PDF, with the text marked where it stands there."""
    given = [request.query_params.get(name, "").strip() for name in NAMES]
    missing = [name for name, value in zip(NAMES, given, strict=True) if not value]
    programm, seite, text = given
    if missing:
        return refusal(f"Es fehlt der Parameter {' und der Parameter '.join(missing)}.", 400)
    if not (is_number(seite, 6) and int(seite)):
        return refusal("Der Parameter seite muss eine ganze Zahl ab 1 sein.", 400)
    if len(text) > 20_000:
        return refusal("Der Parameter text ist länger als 20.000 Zeichen.", 400)
    try:
        place = request.query_params.get("version"), read_places("zitat", request.query_params)
    except EingabeError as error:
        return refusal(str(error), 400)
    known = request.headers.get("if-none-match", "")
    return await RUSH.run(_cited_page, programm, int(seite), text, place, known)


def _cited_page(programm_id: str, seite: int, text: str, place: Place, known: str) -> Response:
    from core.proof.highlight import Located, highlighted_page, only_page

    context = core.programme.context.default_context()
    if programm_id not in context.registry.programme:
        return refusal(UNKNOWN, 404)
    pdf, found, highlighted = highlighted_page(context, programm_id, seite, text, *place)
    if pdf and not highlighted and (moved := only_page(programm_id, text, context)):
        pdf, found, highlighted = highlighted_page(context, programm_id, moved, text)
    if pdf is None:
        return refusal(no_seite(seite, context.registry.programme[programm_id].name), 404)
    headers = {
        "Content-Disposition": f'inline; filename="{programm_id}-seite-{found}.pdf"',
        "X-Seite": str(found),
    }
    return told_once(
        Response(pdf, headers=headers, media_type="application/pdf"),
        known,
        # A page without a mark may get one with the next indexing run.
        "private, max-age=86400" if highlighted else "no-cache",
        marked="beginning" if highlighted is Located.BEGINNING else bool(highlighted),
    )


async def health(request: Request) -> Response:
    """200 where the app can do its work, else 503 with what is not ready."""
    from core.health import readiness

    faults = await run_in_threadpool(lambda: readiness(core.programme.context.default_context()))
    told = {"bereit": not faults, "gruende": list(faults), "version": VERSION}
    return JSONResponse(told, 503 if faults else 200, {"Cache-Control": "no-store"})


async def metrics(request: Request) -> Response:
    """Only where the operator wants it."""
    from core.health import metrics

    if not core.programme.context.default_context().settings.metriken:
        return refusal("Metriken gibt es hier nicht; die Einstellung METRIKEN=1 schaltet sie ein.", 404)
    text = await run_in_threadpool(lambda: metrics(core.programme.context.default_context()))
    return Response(text, media_type="text/plain; version=0.0.4")


ROUTES = [
    Route("/api/gesundheit", health),
    Route("/api/metriken", metrics),
    Route("/api/wahlprogramm-cite", cite),
    Route("/api/seite.png", programm_picture),
    Route("/api/seite.pdf", programm_page),
    Route("/api/antrag.png", antrag_picture),
    Route("/api/abstimmung.png", vote_picture),
    Route("/api/abstimmung.pdf", vote_page),
    Route("/api/abstimmung/{decision_id}.pdf", vote_file),
    Route("/api/programm/{programm_id}.pdf", programm_file),
    Route("/api/zitat/{lauf}/{partei}/{nummer}", zitat),
    Route("/api/pruefen", pruefen, methods=["POST"]),
]


def below_base(routes: Sequence[Route]) -> list[Route]:
    """Where the app lies below a path of its host, these do too."""
    return [Route(f"{base_path()}{one.path}", one.endpoint, methods=one.methods) for one in routes]
