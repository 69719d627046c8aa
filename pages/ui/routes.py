"""What the app serves beside its pages: the page of a PDF that a quote links to, pictures, whole PDFs."""

import hashlib
from collections.abc import Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from core.errors import EingabeError
from core.programme.source_labels import read_places
from core.version import app_version
from pages.ui import antrag_picture, check_route, pdf_response, pictures, quote_route, vote_picture
from pages.ui.address import base_path
from pages.ui.not_modified import refusal, status_of, unless_known

Place = tuple[str | None, tuple[tuple[int, int], ...]]
"""The version of a text, and what of it is to be marked."""

MAX_TEXT = 20_000
NAMES = ("programm", "seite", "text")


async def cite(request: Request) -> Response:
    """One page of a Programm as a PDF, with the text marked where it stands there."""
    given = [request.query_params.get(name, "").strip() for name in NAMES]
    missing = [name for name, value in zip(NAMES, given, strict=True) if not value]
    programm, seite, text = given
    if missing:
        return refusal(f"Es fehlt der Parameter {' und der Parameter '.join(missing)}.", 400)
    if not (seite.isascii() and seite.isdigit() and len(seite) <= 6 and int(seite) > 0):
        return refusal("Der Parameter seite muss eine ganze Zahl ab 1 sein.", 400)
    if len(text) > MAX_TEXT:
        return refusal("Der Parameter text ist länger als 20.000 Zeichen.", 400)
    try:
        place = request.query_params.get("version"), read_places("zitat", request.query_params)
    except EingabeError as error:
        return refusal(str(error), 400)
    known = request.headers.get("if-none-match", "")
    return await pictures.RUSH.run(_page, programm, int(seite), text, place, known)


async def health(request: Request) -> Response:
    """200 where the app can do its work, else 503 with what is not ready."""
    from core.cli.doctor import readiness
    from core.context import default_context

    faults = await run_in_threadpool(lambda: readiness(default_context()))
    told = {"bereit": not faults, "gruende": list(faults), "version": app_version()}
    return JSONResponse(told, 503 if faults else 200, {"Cache-Control": "no-store"})


async def metrics(request: Request) -> Response:
    """Only where the operator wants it."""
    from core.cli.doctor import metrics
    from core.context import default_context

    if not default_context().settings.metriken:
        return refusal("Metriken gibt es hier nicht; die Einstellung METRIKEN=1 schaltet sie ein.", 404)
    text = await run_in_threadpool(lambda: metrics(default_context()))
    return Response(text, media_type="text/plain; version=0.0.4")


ROUTES = [
    Route("/api/gesundheit", health),
    Route("/api/metriken", metrics),
    Route("/api/wahlprogramm-cite", cite),
    Route("/api/seite.png", pictures.seite),
    Route("/api/seite.pdf", pictures.seitenpdf),
    Route("/api/antrag.png", antrag_picture.seite),
    Route("/api/abstimmung.png", vote_picture.seite),
    Route("/api/abstimmung.pdf", vote_picture.seitenpdf),
    Route("/api/abstimmung/{decision_id}.pdf", vote_picture.datei),
    Route("/api/programm/{programm_id}.pdf", pdf_response.programm),
    quote_route.ROUTE,
    check_route.ROUTE,
]


def below_base(routes: Sequence[Route]) -> list[Route]:
    """Where the app lies below a path of its host, these do too."""
    return [Route(f"{base_path()}{one.path}", one.endpoint, methods=one.methods) for one in routes]


def _page(programm_id: str, seite: int, text: str, place: Place, known: str) -> Response:
    from core.context import default_context
    from core.errors import Ausgelastet, DashboardError
    from core.seiten.highlight import Located, highlighted_page, only_page

    context = default_context()
    try:
        if programm_id not in context.registry.programme:
            return refusal(pictures.UNKNOWN, 404)
        pdf, found, highlighted = highlighted_page(context, programm_id, seite, text, *place)
        if pdf and not highlighted and (moved := only_page(programm_id, text, context)):
            pdf, found, highlighted = highlighted_page(context, programm_id, moved, text)
    except Ausgelastet:
        raise
    except DashboardError as error:
        return refusal(str(error), status_of(error))
    if pdf is None:
        return refusal(pictures.no_seite(seite, context.registry.programme[programm_id].name), 404)
    headers = {
        # A page without a mark may get one with the next indexing run.
        "Cache-Control": "private, max-age=86400" if highlighted else "no-cache",
        "Content-Disposition": f'inline; filename="{programm_id}-seite-{found}.pdf"',
        "ETag": f'"{hashlib.sha256(pdf).hexdigest()[:32]}"',
        "X-Content-Type-Options": "nosniff",
        "X-Highlighted": "beginning" if highlighted is Located.BEGINNING else str(highlighted).lower(),
        "X-Seite": str(found),
    }
    return unless_known(Response(pdf, headers=headers, media_type="application/pdf"), known)
