"""Pages of a Programm, as pictures and as PDFs, each at an address of its own."""

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response

from core.errors import Ausgelastet
from pages.ui.not_modified import drawn, refusal, status_of, unless_known

# --- only so many visitors are drawn for at once; some more wait, the rest are asked to come back -----------

AT_ONCE = 8
WAITING = 64
"""Twice as many as thirty who ask at once; each waits in no thread of its own."""

BUSY = "Gerade sehen sich zu viele zugleich Seiten an. Bitte in einigen Sekunden noch einmal versuchen."


class Rush:
    """Of one event loop. The threads are its own: pages and files are served by others meanwhile."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self._limiter = CapacityLimiter(at_once)
        self._most = at_once + waiting
        self._inside = 0

    async def run(self, answer: Callable[..., Response], *arguments: object) -> Response:
        if self._inside >= self._most:
            return busy(BUSY)
        self._inside += 1
        try:
            return await run_sync(answer, *arguments, limiter=self._limiter)
        except Ausgelastet as error:
            return busy(str(error))
        finally:
            self._inside -= 1


def busy(sentence: str) -> Response:
    response = refusal(sentence, 503)
    response.headers["Retry-After"] = "5"
    return response


# --- pages of a Programm, as pictures and as PDFs, each at an address of its own ----------------------------

if TYPE_CHECKING:
    from core.programme.source_labels import PageWish
    from core.seiten.chunk_frames import PageStructure
    from core.seiten.marked_page import PageView

    Draw = Callable[[PageView | PageStructure, PageWish], Response]

RUSH = Rush()
"""Before all that is drawn."""

FINAL = "private, max-age=31536000, immutable"
"""For what its address names the version of."""

UNKNOWN = "Dieses Programm steht nicht im Register."


async def seite(request: Request) -> Response:
    """One page as a picture, with up to three kinds of quotes marked or its Chunks framed."""
    answer = await _answer(request, _as_picture)
    wants_picture = request.headers.get("accept", "").startswith("image/")
    return drawn(answer) if answer.status_code >= 400 and wants_picture else answer


async def seitenpdf(request: Request) -> Response:
    """The same page as a PDF: its words can be selected."""
    return await _answer(request, _as_pdf)


async def _answer(request: Request, draw: "Draw") -> Response:
    from core.errors import EingabeError
    from core.programme.source_labels import read_page_wish

    try:
        wunsch = read_page_wish(request.query_params)
    except EingabeError as error:
        return refusal(str(error), 400)
    return await RUSH.run(_page, wunsch, draw, request.headers.get("if-none-match", ""))


def no_seite(seite: int, name: str) -> str:
    return f"Die Seite {seite} gibt es nicht, oder das PDF „{name}“ ist nicht da."


def _page(wunsch: "PageWish", draw: "Draw", known: str) -> Response:
    from core.context import default_context
    from core.errors import Ausgelastet, DashboardError

    try:
        programm = default_context().registry.programme.get(wunsch.programm_id)
        if programm is None:
            return refusal(UNKNOWN, 404)
        view = _view(wunsch)
        if view is None:
            return refusal(no_seite(wunsch.seite, programm.name), 404)
        response = draw(view, wunsch)
    except Ausgelastet:
        raise
    except DashboardError as error:
        return refusal(str(error), status_of(error))
    # How a Programm is cut into Chunks may change without its version.
    is_final = not wunsch.aufbau and wunsch.version is not None and wunsch.version == view.version
    response.headers.update({
        "Cache-Control": FINAL if is_final else "no-cache",
        "ETag": f'"{hashlib.sha256(response.body).hexdigest()[:32]}"',
        "X-Content-Type-Options": "nosniff",
        "X-Highlighted": str(view.marked).lower(),
    })  # fmt: skip
    return unless_known(response, known)


def _view(wunsch: "PageWish") -> "PageView | PageStructure | None":
    from core.seiten.chunk_frames import render_structure
    from core.seiten.marked_page import Marking, render_seite

    if wunsch.aufbau:
        return render_structure(wunsch.programm_id, wunsch.seite)
    marken = {
        Marking.ZITAT: wunsch.zitat,
        Marking.WEITERE: wunsch.weitere,
        Marking.VERGLEICH: wunsch.vergleich,
    }
    return render_seite(wunsch.programm_id, wunsch.seite, marken, version=wunsch.version)


def _as_picture(view: "PageView | PageStructure", wunsch: "PageWish") -> Response:
    from core.seiten.marked_page import PageView
    from core.seiten.page_picture import DPI

    dpi = wunsch.dpi or DPI
    png = view.png(dpi, wunsch.ausschnitt) if isinstance(view, PageView) else view.png(dpi)
    return Response(png, media_type="image/png")


def _as_pdf(view: "PageView | PageStructure", wunsch: "PageWish") -> Response:
    from core.errors import EingabeError
    from core.seiten.marked_page import PageView

    if not isinstance(view, PageView):
        raise EingabeError("Mit dem Parameter aufbau gibt es die Seite nur als Bild.")
    name = {"Content-Disposition": f'inline; filename="{wunsch.programm_id}-seite-{wunsch.seite}.pdf"'}
    return Response(view.pdf(), headers=name, media_type="application/pdf")
