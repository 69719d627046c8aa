"""Other ways to read the same pages: how many sentences stay whole, and how long it takes.

Only the order of the words is compared, letter by letter, page by page, so that running heads between pages
and hyphens harm nobody. What is not installed (`pip install pdfminer.six pypdfium2`, Debian's poppler-utils)
is left out.
"""

import importlib.util
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from core.wortlaut.german.folding import letters
from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from core.wortlaut.reading.read_strom import read_strom
from tests.bench.figures import Figure
from tests.bench.reading import CLEANED, SHORTEST, _pieces, own_sentences
from tests.conftest import KORPUS

ODD = ("fdp-bund-2009", "fdp-bund-2021-archiv", "afd-grundsatz-2016", "fdp-braunschweig-2026")

Reader = Callable[[Path], list[str]]
"""A PDF → the text of each page."""


def measure() -> list[Figure]:
    return [figure for name, reader in _readers() for figure in _figures(name, reader)]


def _figures(name: str, reader: Reader) -> Iterator[Figure]:
    seconds, pages = 0.0, 0
    for pdf, wanted in _references().items():
        start = time.perf_counter()
        keys = [letters(page) for page in reader(pdf)]
        seconds += time.perf_counter() - start
        pages += len(keys)
        whole = sum(any(sentence in page for page in keys) for sentence in wanted)
        yield Figure(f"{name}: whole on a page, {pdf.stem}", 100 * whole / len(wanted), "%")
    yield Figure(f"{name}: time, letters included", 1000 * seconds / pages, "ms/page")


@cache
def _references() -> dict[Path, list[str]]:
    """PDF → the keys of its sentences: hand-cleaned, or for the odd files those of the PDF's own blocks."""
    texts = {
        KORPUS / "programme" / f"{name}.pdf": list(
            _pieces((KORPUS / "texte" / f"{name}.txt").read_text("utf-8"))
        )
        for name in CLEANED
    }
    odd = {
        KORPUS / "sonderfaelle" / f"{name}.pdf": [
            s for _, s in own_sentences(KORPUS / "sonderfaelle" / f"{name}.pdf")
        ]
        for name in ODD
    }
    return {
        pdf: [key for piece in pieces if len(key := letters(piece)) >= SHORTEST]
        for pdf, pieces in (texts | odd).items()
    }


def _readers() -> Iterator[tuple[str, Reader]]:
    if not KORPUS.exists():
        return
    yield "ours", _ours
    yield "PyMuPDF, order of the file", lambda pdf: _pymupdf(pdf, {})
    yield "PyMuPDF, its segmentation", lambda pdf: _pymupdf(pdf, {"flags": pymupdf().TEXT_STEXT_SEGMENT})
    if shutil.which("pdftotext"):
        yield "poppler", lambda pdf: _poppler(pdf)
        yield "poppler, order of the file", lambda pdf: _poppler(pdf, "-raw")
    for name, reader in (("pdfminer", _pdfminer), ("pypdfium2", _pdfium)):
        if importlib.util.find_spec(name):
            yield name, reader


def _ours(pdf: Path) -> list[str]:
    """The stream's words page by page, so that a sentence over two pages counts for nobody."""
    strom = read_strom(pdf)
    pages = [""] * (len(strom.seiten) + 1)
    for start, end, page in zip(strom.starts, strom.ends, strom.seiten_nr, strict=True):
        pages[page] += strom.text[start:end] + " "
    return pages[1:]


def _pymupdf(pdf: Path, options: dict[str, Any]) -> list[str]:
    with open_pdf(pdf) as document:
        return [page.get_text(**options) for page in document]


def _poppler(pdf: Path, *options: str) -> list[str]:
    command = ["pdftotext", *options, str(pdf), "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\f")


def _pdfminer(pdf: Path) -> list[str]:
    from pdfminer.high_level import extract_text

    return extract_text(pdf).split("\f")


def _pdfium(pdf: Path) -> list[str]:
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        return [page.get_textpage().get_text_bounded() for page in document]
