"""`POST /api/pruefen`: the quotes of a text or file, checked, as JSON. Only where the operator wants it."""

import threading
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import core.programme.context
from core.base import formats
from pages.ui.pictures import Rush, refusal

MOST = 2 << 20
"""Bytes of a text or file."""

MOST_DOCUMENTS, MOST_FILES = 40 << 20, 20
"""Bytes and files of a form that brings documents along, in which alone is looked."""

SENT_WITHIN = 30
"""Seconds in which all of it must have arrived. What then is done with it is bounded by its size."""

CHECKS = Rush(at_once=2, waiting=8)
"""Beside the pages, which are drawn for others meanwhile."""

OFF = "Texte werden hier nicht geprüft; die Einstellung TEXTPRUEFUNG=1 schaltet das ein."
LARGE = "Das ist größer als {}. Kürzen Sie es auf das, was geprüft werden soll."
NO_FORM = (
    "Das Formular lässt sich nicht lesen. Es braucht „text“ oder „datei“ und „dokument“ als Dateien, "
    "als multipart/form-data, und kein anderes Feld."
)
FIELDS = frozenset({"text", "datei", "dokument"})


async def pruefen(request: Request) -> Response:
    """The body is the text or the file; `bundesland`: of which Land, where it does not say so itself.

    A form (multipart) has it as `text` or `datei`, and as `dokument`, any number of times, in what to look.
    """
    if not core.programme.context.default_context().settings.textpruefung:
        return refusal(OFF, 404)
    is_form = request.headers.get("content-type", "").startswith("multipart/form-data")
    most = MOST_DOCUMENTS if is_form else MOST
    data = bytearray()
    try:
        with anyio.fail_after(SENT_WITHIN):
            async for piece in request.stream():
                data += piece
                if len(data) > most:
                    return refusal(LARGE.format(formats.size(most)), 413)
    except TimeoutError:
        return refusal(f"Der Text war nach {SENT_WITHIN} Sekunden noch nicht ganz da.", 408)
    except ClientDisconnect:
        return refusal("", 400)  # nobody is there to read it
    try:
        sent = await _form(request, bytes(data)) if is_form else Sent(bytes(data))
    except (MultiPartException, ValueError):
        return refusal(NO_FORM, 400)
    if len(sent.data) > MOST:
        return refusal(LARGE.format(formats.size(MOST)), 413)
    left = threading.Event()
    response = refusal("", 400)  # nobody is there to read it
    async with anyio.create_task_group() as both:
        both.start_soon(_tell_who_left, request, left, both.cancel_scope)
        land = request.query_params.get("bundesland", "")
        response = await CHECKS.run(_checked, sent, land, lambda: not left.is_set())
        both.cancel_scope.cancel()
    return response


async def _tell_who_left(request: Request, left: threading.Event, waiting: anyio.CancelScope) -> None:
    """Who waits for its turn leaves it to others then; what is at work ends with the next quote."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    left.set()
    waiting.cancel()


@dataclass(frozen=True, slots=True)
class Sent:
    """What is to be checked, and in what."""

    data: bytes
    name: str = ""
    documents: tuple[tuple[str, bytes], ...] = ()


async def _form(request: Request, data: bytes) -> Sent:
    """ValueError where it has no text, or more than one, or documents that are no files: in programmes
    nobody asked to look then."""

    async def whole() -> AsyncGenerator[bytes]:
        yield data

    parser = MultiPartParser(request.headers, whole(), max_files=MOST_FILES, max_fields=4, max_part_size=MOST)
    async with AsyncExitStack() as stack:
        form = await parser.parse()
        stack.push_async_callback(form.close)
        texts = [*form.getlist("text"), *form.getlist("datei")]
        (text,) = texts
        if unknown := set(form) - FIELDS:
            raise ValueError(f"fields {sorted(unknown)}")
        documents = list[tuple[str, bytes]]()
        for one in form.getlist("dokument"):
            if not isinstance(one, UploadFile):
                raise ValueError("a document without a file name")
            documents.append((one.filename or "Dokument", await one.read()))
        if isinstance(text, UploadFile):
            return Sent(await text.read(), text.filename or "", tuple(documents))
        return Sent(text.encode(), "", tuple(documents))


def _checked(sent: Sent, bundesland: str, is_wanted: Callable[[], bool]) -> Response:
    from core.features.textcheck.check import check_file, checked_as_json
    from core.features.textcheck.source_files import read_sources

    with TemporaryDirectory(prefix="dokumente-") as folder:
        sources = read_sources(sent.documents, Path(folder)) if sent.documents else None
        found = check_file(
            sent.data, name=sent.name, bundesland=bundesland or None, is_wanted=is_wanted, sources=sources
        )
    return JSONResponse(
        checked_as_json(found), headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
    )


ROUTES = (Route("/api/pruefen", pruefen, methods=["POST"]),)
