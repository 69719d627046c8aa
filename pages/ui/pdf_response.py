"""Whole PDFs: the file as it is, or with the places of quotes marked in what is added at its end."""

import hashlib
import os
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse

from pages.ui.not_modified import refusal, status_of, unless_known
from pages.ui.pictures import FINAL, RUSH, UNKNOWN

if TYPE_CHECKING:
    from core.programme.source_labels import Span
    from core.seiten.marked_page import Addition

MEDIA_TYPE = "application/pdf"
PIECE = 1 << 20
"""Bytes that are read of a file at once."""


async def programm(request: Request) -> Response:
    """The whole PDF of a Programm; browsers open it at `#page=12`.

    Where nothing is to be marked, or its marks cannot be drawn, it is the file as it is; the name it is given
    and X-Highlighted tell.
    """
    from core.errors import EingabeError
    from core.programme.source_labels import read_marks

    try:
        spans = read_marks(request.query_params)
    except EingabeError as error:
        return refusal(str(error), 400)
    if any(spans.values()):
        return await RUSH.run(_marked, request, spans)
    return await run_in_threadpool(_file, request)


def _marked(request: Request, spans: "dict[str, tuple[Span, ...]]") -> Response:
    from core.context import default_context
    from core.errors import Ausgelastet, DashboardError
    from core.seiten.marked_page import Marking, mark_whole

    programm_id, version = request.path_params["programm_id"], request.query_params.get("version") or None
    marken = {Marking(name): stellen for name, stellen in spans.items()}
    try:
        addition = mark_whole(default_context(), programm_id, marken, version)
        if addition is None or not addition.anhang:
            return _file(request, unmarked=True)
        file = addition.stempel[0].open("rb")
    except Ausgelastet:
        raise
    except (DashboardError, OSError):
        return _file(request, unmarked=True)
    return _with_marks(request, file, addition, is_final=version == addition.version)


def _with_marks(request: Request, file: IO[bytes], addition: "Addition", is_final: bool) -> Response:
    _, written, size = addition.stempel
    stat = os.fstat(file.fileno())
    if (stat.st_mtime_ns, stat.st_size) != (written, size):
        file.close()
        return _file(request, unmarked=True)
    digest = hashlib.sha256(addition.version.encode() + addition.anhang).hexdigest()[:32]
    headers = {
        "Cache-Control": FINAL if is_final else "no-cache",
        "Content-Disposition": f'inline; filename="{request.path_params["programm_id"]}.pdf"',
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


def _file(request: Request, unmarked: bool = False) -> Response:
    from core.context import default_context
    from core.errors import DashboardError
    from core.programme.pdf_files import find_pdf

    context, programm_id = default_context(), request.path_params["programm_id"]
    try:
        found = context.registry.programme.get(programm_id)
    except DashboardError as error:
        return refusal(str(error), status_of(error))
    if found is None:
        return refusal(UNKNOWN, 404)
    path = find_pdf(found, context.settings.pdf_dir, context.settings.data_dir)
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
