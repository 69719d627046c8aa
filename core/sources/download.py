"""A file from the Internet: streamed beside its place, checked, and moved there only when it is whole."""

import hashlib
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO

from core import clock
from core.atomic_files import put
from core.errors import PdfError, SourceUnrecognised
from core.german import formats
from core.sources.web import Reply, Web, told_gone

LARGEST = 200 << 20
SECONDS = 900.0
"""The longest a whole file may take: 50 MB at 60 KB a second."""

DRAFT = ".holt-"
LEFT = 3600.0
"""Seconds after which a draft is nobody's any more."""


@dataclass(frozen=True, slots=True)
class Validators:
    """What a source says of a file, so that next time it need not be sent again."""

    etag: str | None = None
    last_modified: str | None = None

    def as_headers(self) -> dict[str, str]:
        told = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in told.items() if value}


@dataclass(frozen=True, slots=True)
class Download:
    """`url`: where it really lay, after redirections."""

    path: Path
    url: str
    sha256: str
    size: int
    validators: Validators
    fetched: datetime


def download(
    web: Web,
    url: str,
    target: Path,
    *,
    seen: Validators | None = None,
    is_pdf: bool = True,
    most: int = LARGEST,
) -> Download | None:
    """Put it at `target`; None where the source says that it is still what was `seen`: nothing changes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    _sweep(target.parent)
    headers = seen.as_headers() if seen else {}
    return web.ask(url, lambda reply: _stored(reply, target, is_pdf, most), headers, SECONDS)


def _stored(reply: Reply, target: Path, is_pdf: bool, most: int) -> Download | None:
    if reply.status == 304:
        return None
    if reply.status != 200:
        raise told_gone(reply)
    _check_size(reply, reply.length or 0, most)
    with NamedTemporaryFile(dir=target.parent, prefix=DRAFT, delete=False) as draft:
        try:
            sha256, size = _written(reply, draft, is_pdf, most)
        except BaseException:
            Path(draft.name).unlink()
            raise
    put(Path(draft.name), target)
    told = Validators(reply.headers.get("etag"), reply.headers.get("last-modified"))
    return Download(target, reply.address.url, sha256, size, told, clock.now())


def _written(reply: Reply, draft: IO[bytes], is_pdf: bool, most: int) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    for piece in _from_the_start(reply.body):
        if is_pdf and size == 0 and b"%PDF-" not in piece[:1024]:
            raise _no_pdf(reply, piece)
        size += len(piece)
        _check_size(reply, size, most)
        digest.update(piece)
        draft.write(piece)
    if size == 0:
        raise SourceUnrecognised(f"{reply.address.url} ist leer (0 Bytes).")
    return digest.hexdigest(), size


def _from_the_start(body: Iterator[bytes]) -> Iterator[bytes]:
    """The first piece holds 1,024 bytes, if there are so many: a slow source may send them one by one."""
    first = b""
    for piece in body:
        first += piece
        if len(first) >= 1024:
            break
    if first:
        yield first
    yield from body


def _no_pdf(reply: Reply, start: bytes) -> PdfError:
    kind = "eine Webseite" if b"<" in start[:64] else "etwas anderes"
    return PdfError(
        f"Unter {reply.address.url} liegt kein PDF, sondern {kind} (Art: "
        f"{reply.headers.get('content-type', 'nicht genannt')[:60]}). Bitte die Adresse prüfen."
    )


def _check_size(reply: Reply, size: int, most: int) -> None:
    if size > most:
        raise PdfError(f"{reply.address.url} ist größer als {formats.size(most)} und wird nicht geholt.")


def _sweep(folder: Path) -> None:
    """What a process left that was killed while it fetched."""
    for draft in folder.glob(f"{DRAFT}*"):
        with suppress(OSError):  # another is just ending it
            if time.time() - draft.stat().st_mtime > LEFT:
                draft.unlink()
