"""Pages of a Programm as pictures, and whole PDFs, each at an address of its own."""

import hashlib
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from pages.ui.andrang import Andrang
from pages.ui.antwort import drawn, refusal, unless_known

if TYPE_CHECKING:
    from core.citations.seitenansicht import Seitenansicht
    from core.citations.seitenaufbau import Aufbau
    from core.programme.angaben import Seitenwunsch

ANDRANG = Andrang()
"""Before all that is drawn."""

UNBEKANNT = "Dieses Programm steht nicht im Register."


async def seite(request: Request) -> Response:
    """One page as a picture, with up to three kinds of quotes marked or its Chunks framed."""
    answer = await _seite(request)
    wants_picture = request.headers.get("accept", "").startswith("image/")
    return drawn(answer) if answer.status_code >= 400 and wants_picture else answer


async def _seite(request: Request) -> Response:
    from core.errors import EingabeError
    from core.programme.angaben import read_seitenwunsch

    try:
        wunsch = read_seitenwunsch(request.query_params)
    except EingabeError as error:
        return refusal(str(error), 400)
    return await ANDRANG.run(_picture, wunsch, request.headers.get("if-none-match", ""))


async def programm(request: Request) -> Response:
    """The whole PDF of a Programm; browsers open it at `#page=12`."""
    programm_id, known = request.path_params["programm_id"], request.headers.get("if-none-match", "")
    return await run_in_threadpool(_whole_pdf, programm_id, known)


def _picture(wunsch: "Seitenwunsch", known: str) -> Response:
    from core import PROGRAMME
    from core.errors import Ausgelastet, DashboardError

    try:
        if wunsch.programm_id not in PROGRAMME:
            return refusal(UNBEKANNT, 404)
        view = _view(wunsch)
        if view is None:
            name = PROGRAMME[wunsch.programm_id].name
            return refusal(
                f"Die Seite {wunsch.seite} gibt es nicht, oder das PDF „{name}“ ist nicht da.", 404
            )
        png = _png(view, wunsch)
    except Ausgelastet:
        raise
    except DashboardError as error:
        return refusal(str(error), 503)
    # How a Programm is cut into Chunks may change without its version.
    is_final = not wunsch.aufbau and wunsch.version is not None and wunsch.version == view.version
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable" if is_final else "no-cache",
        "ETag": f'"{hashlib.sha256(png).hexdigest()[:32]}"',
        "X-Content-Type-Options": "nosniff",
        "X-Highlighted": str(view.markiert).lower(),
    }
    return unless_known(Response(png, headers=headers, media_type="image/png"), known)


def _view(wunsch: "Seitenwunsch") -> "Seitenansicht | Aufbau | None":
    from core.citations.seitenansicht import Marke, render_seite
    from core.citations.seitenaufbau import render_aufbau

    if wunsch.aufbau:
        return render_aufbau(wunsch.programm_id, wunsch.seite)
    marken = {
        Marke.ZITAT: wunsch.zitat,
        Marke.WEITERE: wunsch.weitere,
        Marke.VERGLEICH: wunsch.vergleich,
    }
    return render_seite(wunsch.programm_id, wunsch.seite, marken, version=wunsch.version)


def _png(view: "Seitenansicht | Aufbau", wunsch: "Seitenwunsch") -> bytes:
    from core.citations.seitenansicht import Seitenansicht
    from core.citations.seitenbild import DPI

    dpi = wunsch.dpi or DPI
    return view.png(dpi, wunsch.ausschnitt) if isinstance(view, Seitenansicht) else view.png(dpi)


def _whole_pdf(programm_id: str, known: str) -> Response:
    from core.context import default_context
    from core.errors import DashboardError
    from core.programme.sources import find_pdf

    context = default_context()
    try:
        found = context.registry.programme.get(programm_id)
    except DashboardError as error:
        return refusal(str(error), 503)
    if found is None:
        return refusal(UNBEKANNT, 404)
    path = find_pdf(found, context.settings.pdf_dir, context.settings.data_dir)
    if path is None:
        return refusal(f"Das PDF „{found.name}“ ist nicht da.", 404)
    response = FileResponse(
        path,
        headers={"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff"},
        media_type="application/pdf",
        filename=f"{programm_id}.pdf",
        stat_result=path.stat(),
        content_disposition_type="inline",
    )
    return unless_known(response, known)
