"""What the app serves beside its pages: the page of a PDF that a quote links to, pictures, whole PDFs."""

from collections.abc import Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import core.programme.context
from core.base.errors import EingabeError
from core.base.version import VERSION
from core.features import hooks
from core.proof.page_addresses import read_places
from pages.ui.address import base_path
from pages.ui.pictures import (
    RUSH,
    UNKNOWN,
    antrag_picture,
    is_number,
    no_seite,
    programm_file,
    programm_page,
    programm_picture,
    refusal,
    told_once,
)

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
    if programm_id not in context.registry.dokumente:
        return refusal(UNKNOWN, 404)
    pdf, found, highlighted = highlighted_page(context, programm_id, seite, text, *place)
    if pdf and not highlighted and (moved := only_page(programm_id, text, context)):
        pdf, found, highlighted = highlighted_page(context, programm_id, moved, text)
    if pdf is None:
        return refusal(no_seite(seite, context.registry.dokumente[programm_id].name), 404)
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


OF_FEATURES: tuple[Sequence[Route], ...] = hooks("routes")

ROUTES = [
    Route("/api/gesundheit", health),
    Route("/api/metriken", metrics),
    Route("/api/wahlprogramm-cite", cite),
    Route("/api/seite.png", programm_picture),
    Route("/api/seite.pdf", programm_page),
    Route("/api/antrag.png", antrag_picture),
    Route("/api/programm/{programm_id}.pdf", programm_file),
    *(route for own in OF_FEATURES for route in own),
]


def below_base(routes: Sequence[Route]) -> list[Route]:
    """Where the app lies below a path of its host, these do too."""
    return [Route(f"{base_path()}{one.path}", one.endpoint, methods=one.methods) for one in routes]
