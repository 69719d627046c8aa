"""Quotes bound to PDFs, with nothing but the PDFs at hand."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from core.wortlaut.binding.bind import ShownContext, bind
from core.wortlaut.binding.eintrag import Eintrag
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.reading.ocr import RecognisedPages, Unrecognized
from core.wortlaut.reading.print_check import check_print, signs, unquotable
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.records import Chunk, Dokument


def read_document(path: Path | str, name: str = "", compare_print: bool = True) -> Quelle:
    """The text of a PDF with a box for every word, and what of it may be quoted; a scan is recognised.

    `compare_print`: lines of it are read off the drawn pages, and where they say something else than the text
    of the file, nothing is quoted. Without Tesseract that is left out. Untrusted files are best read in a
    process that can be killed.
    """
    path = Path(path)
    with TemporaryDirectory() as folder:
        try:
            strom = read_strom(path, Path(folder))
        except Unrecognized as scan:
            for page in scan.seiten:
                RecognisedPages(path, Path(folder)).recognise(page)
            strom = read_strom(path, Path(folder))
    if compare_print:
        befund = check_print(path, strom, "", signs(path, strom))
        strom = unquotable(strom, befund, is_reread=False)
    return Quelle.of(Dokument(path.name, name or path.stem, None, "", None), "", strom)


def bind_quotes(texts: Iterable[str], documents: Sequence[Quelle]) -> list[Eintrag]:
    """Each quote in the words of the passage that it is bound to (`Gebunden`), or why there is none
    (`Verworfen`)."""
    context = ShownContext.of_chunks({one: _paragraphs(one) for one in documents}, documents)
    return [bind(text, "", None, context).eintrag("", "") for text in texts]


def _paragraphs(quelle: Quelle) -> list[Chunk]:
    name, strom = quelle.programm.id, quelle.strom
    return [
        Chunk(f"{name}:{teil.start}", name, strom.text[teil.start : teil.end], teil.start, teil.end, pages)
        for teil in strom.absaetze
        if (pages := strom.pages_of(teil.start, teil.end))
    ]
