"""What is drawn of pages and files, each at an address of its own: pictures, single pages, whole PDFs."""

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import IO, TYPE_CHECKING
from xml.sax.saxutils import escape

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse

import core.programme.context
from core.base.errors import Ausgelastet, EingabeError
from core.features import hooks
from core.programme.context import Context
from core.proof.page_addresses import PageWish, read_marks, read_page_wish
from core.wortlaut.errors import DashboardError, PdfFehlt
from core.wortlaut.records import Span

if TYPE_CHECKING:
    from core.proof.chunk_frames import PageStructure
    from core.proof.marked_page import PageView

    Draw = Callable[[PageView | PageStructure, PageWish], Response]
    AntragLook = Callable[[Context, Mapping[str, str], int], PageView | None]


def status_of(error: Exception) -> int:
    """What an error of ours is over HTTP: asked wrongly, not there, or not to be had."""
    return 400 if isinstance(error, EingabeError) else 404 if isinstance(error, PdfFehlt) else 503


def refusal(sentence: str, status: int) -> Response:
    return PlainTextResponse(sentence, status, {"X-Content-Type-Options": "nosniff"})


def is_number(text: str, digits: int = 4) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= digits


def as_asked(request: Request, refused: Response) -> Response:
    """A refusal as a drawing in the place of a picture, where a browser shows no text; else the answer."""
    if refused.status_code < 400 or not request.headers.get("accept", "").startswith("image/"):
        return refused
    lines = wrap(bytes(refused.body).decode(), 52)
    spans = "".join(f'<tspan x="24" dy="28">{escape(line)}</tspan>' for line in lines)
    height = 28 * len(lines) + 44
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="600" height="{height}" viewBox="0 0 600 {height}">'
        '<rect width="100%" height="100%" fill="#ffffff"/>'
        f'<text y="16" font-family="sans-serif" font-size="19" fill="#31333f">{spans}</text></svg>'
    )
    kept = {name: value for name, value in refused.headers.items() if not name.startswith("content-")}
    return Response(svg, refused.status_code, kept, media_type="image/svg+xml")


def unless_known(response: Response, known: str) -> Response:
    """The response, or only its head where the browser already has it (`known`: its If-None-Match)."""
    tags = [tag.strip().removeprefix("W/") for tag in known.split(",")]
    if known.strip() != "*" and response.headers["etag"] not in tags:
        return response
    kept = {name: value for name, value in response.headers.items() if not name.startswith("content-")}
    return Response(status_code=304, headers=kept)


def told_once(
    response: Response, known: str, cache: str = "no-cache", *, marked: bool | str | None = None
) -> Response:
    """With the mark by which a browser knows that it has it already. `known`: its If-None-Match."""
    response.headers["Cache-Control"] = cache
    response.headers["ETag"] = f'"{hashlib.sha256(response.body).hexdigest()[:32]}"'
    response.headers["X-Content-Type-Options"] = "nosniff"
    if marked is not None:
        response.headers["X-Highlighted"] = str(marked).lower()
    return unless_known(response, known)


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
        except DashboardError as error:
            return refusal(str(error), status_of(error))
        finally:
            self._inside -= 1


def busy(sentence: str) -> Response:
    response = refusal(sentence, 503)
    response.headers["Retry-After"] = "5"
    return response


# --- pages of a Programm, as pictures and as PDFs, each at an address of its own ----------------------------


RUSH = Rush()
"""Before all that is drawn."""

FINAL = "private, max-age=31536000, immutable"
"""For what its address names the version of."""

UNKNOWN = "Dieses Programm steht nicht im Register."


async def programm_picture(request: Request) -> Response:
    """One page as a picture, with up to three kinds of quotes marked or its Chunks framed."""
    return as_asked(request, await _programm_answer(request, _as_picture))


async def programm_page(request: Request) -> Response:
    """The same page as a PDF: its words can be selected."""
    return await _programm_answer(request, _as_pdf)


async def _programm_answer(request: Request, draw: "Draw") -> Response:
    try:
        wunsch = read_page_wish(request.query_params)
    except EingabeError as error:
        return refusal(str(error), 400)
    return await RUSH.run(_programm_page, wunsch, draw, request.headers.get("if-none-match", ""))


def no_seite(seite: int, name: str) -> str:
    return f"Die Seite {seite} gibt es nicht, oder das PDF „{name}“ ist nicht da."


def _programm_page(wunsch: PageWish, draw: "Draw", known: str) -> Response:
    from core.proof.chunk_frames import render_structure
    from core.proof.marked_page import Marking, render_seite

    programm = core.programme.context.default_context().registry.dokumente.get(wunsch.programm_id)
    if programm is None:
        return refusal(UNKNOWN, 404)
    view: PageView | PageStructure | None
    if wunsch.aufbau:
        view = render_structure(wunsch.programm_id, wunsch.seite)
    else:
        marken = {
            Marking.ZITAT: wunsch.zitat,
            Marking.WEITERE: wunsch.weitere,
            Marking.VERGLEICH: wunsch.vergleich,
        }
        view = render_seite(wunsch.programm_id, wunsch.seite, marken, version=wunsch.version)
    if view is None:
        return refusal(no_seite(wunsch.seite, programm.name), 404)
    response = draw(view, wunsch)
    # How a Programm is cut into Chunks may change without its version.
    is_final = not wunsch.aufbau and wunsch.version is not None and wunsch.version == view.version
    return told_once(response, known, FINAL if is_final else "no-cache", marked=view.marked)


def _as_picture(view: "PageView | PageStructure", wunsch: PageWish) -> Response:
    from core.proof.marked_page import PageView
    from core.proof.page_drawing import DPI

    dpi = wunsch.dpi or DPI
    png = view.png(dpi, wunsch.ausschnitt) if isinstance(view, PageView) else view.png(dpi)
    return Response(png, media_type="image/png")


def _as_pdf(view: "PageView | PageStructure", wunsch: PageWish) -> Response:
    from core.proof.marked_page import PageView

    if not isinstance(view, PageView):
        raise EingabeError("Mit dem Parameter aufbau gibt es die Seite nur als Bild.")
    name = {"Content-Disposition": f'inline; filename="{wunsch.programm_id}-seite-{wunsch.seite}.pdf"'}
    return Response(view.pdf(), headers=name, media_type="application/pdf")


# --- A page of the file an Antrag was read from, as a picture with its Forderungen marked, or quotes from it

LONGEST = 200


async def antrag_picture(request: Request) -> Response:
    """Of an `antrag`, whose `forderung` is marked strongly; or with what a feature marks that is asked for
    by a parameter of its own."""
    given = request.query_params
    page = given.get("seite", "")
    if not (is_number(page) and int(page)):
        return refusal("Der Parameter seite muss eine ganze Zahl ab 1 sein.", 400)
    if any(len(value) > LONGEST for value in given.values()):
        return refusal(f"Ein Parameter ist länger als {LONGEST} Zeichen.", 400)
    known = request.headers.get("if-none-match", "")
    return as_asked(request, await RUSH.run(_antrag_answer, dict(given), int(page), known))


def _antrag_answer(given: Mapping[str, str], page: int, known: str) -> Response:
    others: tuple[Mapping[str, AntragLook], ...] = hooks("antrag_views")
    looks = {parameter: look for theirs in others for parameter, look in theirs.items()}
    look = next((look for parameter, look in looks.items() if parameter in given), _antrag_view)
    view = look(core.programme.context.default_context(), given, page)
    if view is None:
        return refusal("Die Datei dieses Antrags ist hier nicht gespeichert.", 404)
    return told_once(Response(view.png(130), media_type="image/png"), known, marked=view.marked)


def _antrag_view(context: Context, given: Mapping[str, str], page: int) -> "PageView | None":
    from core.antrag.antrag import find_file
    from core.proof.zitat_page import antrag_seite, forderung_places
    from core.runs.store import runstore

    blatt = runstore(context).load_sheet(given.get("antrag", ""))
    path = find_file(context.settings.laeufe_dir, blatt.datei)
    if path is None:
        return None
    places = forderung_places(path, blatt.gelesen or blatt.antrag)
    return antrag_seite(path, page, places, given.get("forderung"))


# --- whole PDFs: the file as it is, or with the places of quotes marked in what is added at its end ---------

MEDIA_TYPE = "application/pdf"
PIECE = 1 << 20
"""Bytes that are read of a file at once."""


async def programm_file(request: Request) -> Response:
    """The whole PDF of a Programm; browsers open it at `#page=12`.

    Where nothing is to be marked, or its marks cannot be drawn, it is the file as it is; the name it is given
    and X-Highlighted tell.
    """
    try:
        spans = read_marks(request.query_params)
    except EingabeError as error:
        return refusal(str(error), 400)
    if any(spans.values()):
        return await RUSH.run(_marked, request, spans)
    return await run_in_threadpool(_programm_file, request)


def _marked(request: Request, spans: dict[str, tuple[Span, ...]]) -> Response:
    from core.proof.marked_page import Marking, mark_whole

    programm_id, version = request.path_params["programm_id"], request.query_params.get("version") or None
    marken = {Marking(name): stellen for name, stellen in spans.items()}
    try:
        addition = mark_whole(core.programme.context.default_context(), programm_id, marken, version)
        if addition is None or not addition.anhang:
            return _programm_file(request, unmarked=True)
        file = addition.stempel[0].open("rb")
    except Ausgelastet:
        raise
    except (DashboardError, OSError):
        return _programm_file(request, unmarked=True)
    # The marks fit one file only: where another lies there by now, it goes out without them.
    _, written, size = addition.stempel
    stat = os.fstat(file.fileno())
    if (stat.st_mtime_ns, stat.st_size) != (written, size):
        file.close()
        return _programm_file(request, unmarked=True)
    digest = hashlib.sha256(addition.version.encode() + addition.anhang).hexdigest()[:32]
    headers = {
        "Cache-Control": FINAL if version == addition.version else "no-cache",
        "Content-Disposition": f'inline; filename="{programm_id}.pdf"',
        "Content-Length": str(size + len(addition.anhang)),
        "ETag": f'"{digest}"',
        "X-Content-Type-Options": "nosniff",
        "X-Highlighted": "true",
    }
    head = Response(headers=headers, media_type=MEDIA_TYPE)
    answer = unless_known(head, request.headers.get("if-none-match", ""))
    if answer is not head or request.method == "HEAD":
        file.close()
        return answer
    return StreamingResponse(_pieces(file, addition.anhang), headers=headers, media_type=MEDIA_TYPE)


def _pieces(file: IO[bytes], anhang: bytes) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece
    yield anhang


def _programm_file(request: Request, unmarked: bool = False) -> Response:
    context, programm_id = core.programme.context.default_context(), request.path_params["programm_id"]
    try:
        found = context.registry.dokumente.get(programm_id)
    except DashboardError as error:
        return refusal(str(error), status_of(error))
    if found is None:
        return refusal(UNKNOWN, 404)
    path = context.find_pdf(found)
    if path is None:
        return refusal(f"Das PDF „{found.name}“ ist nicht da.", 404)
    response = FileResponse(
        path,
        headers={
            "Cache-Control": "no-cache",
            "X-Content-Type-Options": "nosniff",
            "X-Highlighted": "false",
        },
        media_type=MEDIA_TYPE,
        filename=f"{programm_id}{'-ohne-markierung' if unmarked else ''}.pdf",
        stat_result=path.stat(),
        content_disposition_type="inline",
    )
    return unless_known(response, request.headers.get("if-none-match", ""))
