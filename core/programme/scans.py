"""Reading a PDF apart, and where it is a scan, recognising it page by page: so no call takes long."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar, cast

from core.errors import PdfError
from core.german import formats
from core.programme import ocr
from core.programme.pdf_processes import Aim, apart

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class _PicturePages:
    nummern: tuple[int, ...]


def read_apart(
    path: Path,
    read: Callable[[Path, Path], Result],
    most: int = ocr.MAX_SEITEN,
    scan_seconds: float = 900.0,
    seconds: float | None = None,
) -> Result:
    """What `read` makes of the PDF, given a folder in which recognised pages lie.

    Of a scan at most so many pages, in so many seconds: at 1.4 s of computing for a page 600 take 840 s.
    """
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        found = apart(Aim.READ, path.name, _attempt, read, path, folder, seconds=seconds)
        if isinstance(found, _PicturePages):
            _recognise(path, found.nummern, folder, most, scan_seconds)
            found = apart(Aim.READ, path.name, _attempt, read, path, folder, seconds=seconds)
    assert not isinstance(found, _PicturePages)
    return cast(Result, found)


def _attempt(read: Callable[[Path, Path], Result], path: Path, folder: Path) -> Result | _PicturePages:
    try:
        return read(path, folder)
    except ocr.Unrecognized as scan:
        return _PicturePages(scan.seiten)


def _recognise(path: Path, seiten: tuple[int, ...], folder: Path, most: int, seconds: float) -> None:
    if len(seiten) > most:
        raise PdfError(
            f"{path.name} ist ein Scan mit {len(seiten)} Seiten, erkannt werden höchstens {most}. Laden "
            "Sie nur die Seiten hoch, auf die es ankommt."
        )
    end = time.monotonic() + seconds
    for done, seite in enumerate(seiten):
        if time.monotonic() > end:
            raise PdfError(
                f"{path.name} ist ein Scan; nach {formats.number(seconds)} Sekunden sind erst {done} "
                f"von {len(seiten)} Seiten erkannt. Nehmen Sie ein PDF mit Text."
            )
        apart(Aim.READ, path.name, ocr.recognise_to_file, path, seite, folder, seconds=2 * ocr.SECONDS)
