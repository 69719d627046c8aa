"""Each bound quote on its enclosed page: its words, their place, and what is drawn there."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from core.features.papers.bag import Files
from core.features.papers.contents import Contents, Page, ZitatForm, page_file
from core.features.papers.findings import AkteFinding, Weight, fault
from core.processes.pdf_processes import Aim, apart, read_apart
from core.proof.audit import wording_fault
from core.wortlaut.binding.eintrag import Gebunden, ZitatStatus
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.print_proof import (
    PrintedPart,
    RawRow,
    draw_lines_of,
    key,
    printed_parts,
    raw_rows,
    seen_in_print,
)
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.errors import PdfError
from core.wortlaut.reading.mupdf import damage
from core.wortlaut.reading.ocr import DrawnLine
from core.wortlaut.reading.read_strom import read_mended
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.records import Box

Quellen = Mapping[str, Quelle]

SCAN = "Die Seite ist ein Scan, und ihr Text wird hier anders erkannt als damals. "


@dataclass(frozen=True, slots=True)
class PageRead:
    """A page as it stands in its own file."""

    zeilen: list[RawRow]
    ocr: bool


@dataclass(frozen=True, slots=True)
class EnclosedPages:
    """The enclosed pages as files of their own, and as they read; one that does not says why."""

    files: Mapping[Page, Path]
    read: Mapping[Page, PageRead | PdfError]


@contextmanager
def enclosed_pages(contents: Contents, files: Files) -> Iterator[EnclosedPages]:
    with TemporaryDirectory() as folder:
        paths: dict[Page, Path] = {}
        for page in contents.pages:
            if (data := files.get(page_file(*page))) is not None:
                paths[page] = Path(folder) / f"seite-{len(paths)}.pdf"
                paths[page].write_bytes(data)
        scans = {
            (one.form.programm.id, seite.nummer)
            for one in contents.programme
            for seite in one.form.seiten
            if seite.ocr
        }
        yield EnclosedPages(
            paths, {page: _read_page(path, page, page in scans) for page, path in paths.items()}
        )


def _read_page(path: Path, page: Page, was_recognised: bool) -> PageRead | PdfError:
    """Its raw lines under the number that the page has in the whole file.

    Of a page whose own text was not believed what is drawn, as when it was read in.
    """
    try:
        read = read_apart(path, partial(_read, (1,) if was_recognised else ()))
    except PdfError as error:
        return error
    return replace(read, zeilen=[replace(zeile, seite=page[1]) for zeile in read.zeilen])


def _read(distrusted: Sequence[int], path: Path, erkannt: Path) -> PageRead:
    page = read_mended(path, erkannt, distrusted)[0]
    return PageRead(raw_rows(page), page.ocr)


def check_zitat(name: str, zitat: ZitatForm, quellen: Quellen, pages: EnclosedPages) -> Iterator[AkteFinding]:
    """What does not hold of one quote; a dropped one has no page."""
    eintrag = zitat.bound
    if zitat.offen:
        yield AkteFinding(Weight.OPEN, name, zitat.offen)
        return
    if eintrag is None:
        if "status" in zitat.eintrag:
            yield fault(name, "Was zu diesem Zitat gespeichert ist, ist beschädigt.")
        return
    if eintrag.teile:
        # It says of itself what its parts do, each of which is proved for itself.
        whole = eintrag.rejoined(eintrag.teile, eintrag.warnungen, eintrag.anker)
        if whole != eintrag or any(teil.partei != eintrag.partei for teil in eintrag.teile):
            yield fault(name, "Wortlaut, Quellenangabe oder Stelle sind nicht die seiner Teile.")
    for teil in eintrag.teile or (eintrag,):
        quelle = quellen.get(teil.ort.programm)
        if quelle is None or quelle.version != teil.ort.version:
            yield fault(name, "Der Text, in dem es stehen soll, liegt nicht bei.")
        else:
            yield from _in_text(name, teil, quelle)
            yield from _on_pages(name, teil, pages)


def _in_text(name: str, eintrag: Gebunden, quelle: Quelle) -> Iterator[AkteFinding]:
    """It is the wording at its place, and its source is called after that place."""
    spans, length = eintrag.ort.stellen, len(quelle.strom.text)
    if not spans or any(not 0 <= start < end <= length for start, end in spans):
        yield fault(name, "Seine Stelle liegt außerhalb des beigelegten Textes.")
        return
    fund = Fund(quelle, spans)
    if fund.text != eintrag.text:
        yield fault(name, f"An seiner Stelle steht im beigelegten Text etwas anderes: „{fund.text[:200]}“.")
    if fund.ort != eintrag.ort:
        yield fault(name, "Seiten, gedruckte Seitenzahl oder Adresse sind nicht die seiner Stelle.")
    if fund.is_unsure:
        yield fault(name, "Seine Stelle wurde beim Einlesen nicht sicher gelesen.")
    expected = quelle.programm.label(eintrag.ort.gedruckt, eintrag.ort.seiten)
    if eintrag.quelle != expected or eintrag.partei != quelle.programm.partei:
        yield fault(name, f"Die Quellenangabe ist „{eintrag.quelle}“, richtig ist „{expected}“.")


def _on_pages(name: str, eintrag: Gebunden, pages: EnclosedPages) -> Iterator[AkteFinding]:
    """The words stand on the enclosed pages, read without our text and our order of reading."""
    seiten = eintrag.ort.seiten
    found = []
    for seite in seiten:
        page = pages.read.get((eintrag.ort.programm, seite))
        if not isinstance(page, PageRead):
            raise page or PdfError(f"Die Seite {seite} aus „{eintrag.ort.programm}“ liegt nicht bei.")
        found.append(page)
    rows = [zeile for page in found for zeile in page.zeilen]
    if said := wording_fault(eintrag.text, eintrag.status is ZitatStatus.WOERTLICH, seiten, rows):
        scan = SCAN if any(page.ocr for page in found) else ""
        yield fault(name, f"{scan}{said}")
    words = {word for zeile in rows for word in zeile.worte}
    if missing := [number for number in eintrag.ort.gedruckt if key(number) not in words]:
        told = f"Die Seitenzahl {', '.join(missing)} steht nicht als Wort auf der Seite."
        yield AkteFinding(Weight.REMARK, name, told)


# --- the drawn pages ----------------------------------------------------------------------------------------

NOT_LOOKED = "An den gezeichneten Seiten wurde nicht nachgesehen: Dafür fehlt Tesseract mit Deutsch."
UNSURE = "Auf der gezeichneten Seite ist es nicht sicher zu lesen."
PAGES_AT_ONCE = 40


@dataclass(frozen=True, slots=True)
class _OnPages:
    """A quote whose words stand in the text of its pages, and the lines that hold them."""

    name: str
    programm: str
    parts: Sequence[PrintedPart]


def look_at_print(contents: Contents, pages: EnclosedPages) -> tuple[int, list[AkteFinding]]:
    """How many quotes stand on the drawn pages, and what is to be said of the others."""
    quotes = []
    for name, zitat in contents.zitate:
        eintrag = None if zitat.offen else zitat.bound
        for one in (eintrag.teile or (eintrag,)) if eintrag else ():
            read = [pages.read.get((one.ort.programm, seite)) for seite in one.ort.seiten]
            rows = [row for page in read if isinstance(page, PageRead) for row in page.zeilen]
            if parts := printed_parts(one.text, rows):
                quotes.append(_OnPages(name, one.ort.programm, parts))
    if not engine():
        return 0, [AkteFinding(Weight.REMARK, "", NOT_LOOKED)] if quotes else []
    drawn = _drawn_pages(pages, quotes)
    unseen, found = set(), []
    for quote in quotes:
        here = {(seite, box): line for ((id, seite), box), line in drawn.items() if id == quote.programm}
        is_drawn, told = None, ""
        if all(place in here for part in quote.parts for place in part.places):
            is_drawn, told = seen_in_print(quote.parts, here)
        if is_drawn is not True:
            unseen.add(quote.name)
        if told:
            found.append(fault(quote.name, told))
        elif is_drawn is None:
            found.append(AkteFinding(Weight.REMARK, quote.name, UNSURE))
    return len({quote.name for quote in quotes} - unseen), found


Spot = tuple[Page, Box]


def _drawn_pages(pages: EnclosedPages, quotes: Sequence[_OnPages]) -> dict[Spot, DrawnLine]:
    """What is drawn where the quotes stand; nothing of pages that cannot be drawn."""
    spots: dict[Page, set[Box]] = {}
    for quote in quotes:
        for part in quote.parts:
            for row in part.rows:
                spots.setdefault((quote.programm, row.seite), set()).add(row.drawn)
    drawn: dict[Spot, DrawnLine] = {}
    wanted = [page for page in spots if page in pages.files]
    for first in range(0, len(wanted), PAGES_AT_ONCE):
        batch = wanted[first : first + PAGES_AT_ONCE]
        looked_for = [(page, box) for page in batch for box in sorted(spots[page])]
        places = [(batch.index(page) + 1, box) for page, box in looked_for]
        files = [pages.files[page] for page in batch]
        with suppress(PdfError, *damage()):
            lines = apart(Aim.PROVE, "Die Seiten", draw_lines_of, files, places)
            drawn.update(zip(looked_for, lines, strict=True))
    return drawn
