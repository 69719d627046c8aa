"""Each bound quote of a Prüfakte, proved on its enclosed page: its words, their place, their picture."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from core.citations.audit import wording_fault
from core.citations.bindung import place
from core.citations.eintrag import Gebunden
from core.citations.eintrag_json import read_eintrag
from core.citations.exact_match import Fund, is_unsure
from core.citations.quellen import Quelle
from core.citations.raw_lines import key
from core.citations.zitat_status import ZitatStatus
from core.errors import PdfError
from core.programme.pdf_processes import PROCESSES
from core.programme.source_labels import label
from core.pruefakte.akte_findings import AkteFinding, Weight, fault
from core.pruefakte.akte_form import MarkForm, ZitatForm
from core.pruefakte.bag import Files
from core.pruefakte.contents import Contents, page_file, picture_file
from core.pruefakte.enclosed_pages import (
    PageRead,
    is_under,
    marked_boxes,
    marked_view,
    read_page,
    shows_the_same,
)

SCAN = "Die Seite ist ein Scan, und ihr Text wird hier anders erkannt als damals. "
Page = tuple[str, int]


@dataclass(frozen=True, slots=True)
class EnclosedPages:
    """The enclosed pages as files to be drawn, and as they read; a page that does not says why."""

    files: Files
    paths: Mapping[Page, Path]
    read: Mapping[Page, PageRead | PdfError]
    is_same_drawer: bool

    def page(self, page: Page) -> PageRead:
        found = self.read.get(page)
        if isinstance(found, PageRead):
            return found
        raise found or PdfError(f"Die Seite {page[1]} aus „{page[0]}“ liegt nicht bei.")


@contextmanager
def opened_pages(contents: Contents, files: Files, is_same_drawer: bool) -> Iterator[EnclosedPages]:
    with TemporaryDirectory() as scratch, ThreadPoolExecutor(PROCESSES) as pool:
        paths: dict[Page, Path] = {}
        for one in contents.programme:
            for form in one.form.seiten:
                page = one.form.programm.id, form.seite
                if (data := files.get(page_file(*page))) is not None:
                    paths[page] = Path(scratch) / f"seite-{len(paths)}.pdf"
                    paths[page].write_bytes(data)
        read = dict(zip(paths, pool.map(_read, paths.values(), [page[1] for page in paths]), strict=True))
        yield EnclosedPages(files, paths, read, is_same_drawer)


def _read(path: Path, seite: int) -> PageRead | PdfError:
    try:
        return read_page(path, seite)
    except PdfError as error:
        return error


def check_page_sums(contents: Contents, files: Files) -> Iterator[AkteFinding]:
    """The pages are those that `programm.json` names."""
    for one in contents.programme:
        for form in one.form.seiten:
            path = page_file(one.form.programm.id, form.seite)
            if sha256(files.get(path, b"")).hexdigest() != form.sha256:
                yield fault(path, "Die Seite ist eine andere, als „programm.json“ sagt, oder fehlt.")


def check_zitat(
    name: str, zitat: ZitatForm, quellen: Mapping[str, Quelle], pages: EnclosedPages
) -> Iterator[AkteFinding]:
    """What does not hold of one quote; a dropped one has no page."""
    eintrag = read_eintrag(dict(zitat.eintrag))
    if zitat.offen:
        yield AkteFinding(Weight.OPEN, name, zitat.offen)
    if zitat.offen or not isinstance(eintrag, Gebunden):
        if zitat.seiten or (not zitat.offen and "status" in zitat.eintrag):
            yield fault(name, "Was zu diesem Zitat gespeichert ist, ist beschädigt.")
        return
    quelle = quellen.get(eintrag.ort.programm)
    if quelle is None or quelle.version != eintrag.ort.version:
        yield fault(name, "Der Text, in dem es stehen soll, liegt nicht bei.")
        return
    yield from _in_text(name, eintrag, quelle)
    yield from _on_pages(name, eintrag, zitat.seiten, pages)
    for one in zitat.seiten:
        yield from _marked(name, eintrag, one, quelle, pages)


def _in_text(name: str, eintrag: Gebunden, quelle: Quelle) -> Iterator[AkteFinding]:
    """It is the wording at its place, and its source is called after that place."""
    spans, length = eintrag.ort.stellen, len(quelle.strom.text)
    if not spans or any(not 0 <= start < end <= length for start, end in spans):
        yield fault(name, "Seine Stelle liegt außerhalb des beigelegten Textes.")
        return
    fund = Fund(quelle, spans)
    if fund.text != eintrag.text:
        yield fault(name, f"An seiner Stelle steht im beigelegten Text etwas anderes: „{fund.text[:200]}“.")
    if place(fund) != eintrag.ort:
        yield fault(name, "Seiten, gedruckte Seitenzahl oder Adresse sind nicht die seiner Stelle.")
    if is_unsure(fund):
        yield fault(name, "Seine Stelle wurde beim Einlesen nicht sicher gelesen.")
    expected = label(quelle.programm, eintrag.ort.gedruckt, eintrag.ort.seiten)
    if eintrag.quelle != expected or eintrag.partei != quelle.programm.partei:
        yield fault(name, f"Die Quellenangabe ist „{eintrag.quelle}“, richtig ist „{expected}“.")


def _on_pages(
    name: str, eintrag: Gebunden, places: Sequence[MarkForm], pages: EnclosedPages
) -> Iterator[AkteFinding]:
    """The words stand on the enclosed pages, read without our text and our order of reading."""
    seiten = eintrag.ort.seiten
    if tuple(one.seite for one in places) != seiten:
        yield fault(name, "Es liegen nicht die Seiten bei, auf denen es steht.")
        return
    found = [pages.page((eintrag.ort.programm, seite)) for seite in seiten]
    rows = [zeile for page in found for zeile in page.zeilen]
    if said := wording_fault(eintrag.text, eintrag.status is ZitatStatus.WOERTLICH, seiten, rows):
        scan = SCAN if any(page.ocr for page in found) else ""
        yield fault(name, f"{scan}{said}")
    words = {word for zeile in rows for word in zeile.worte}
    if missing := [number for number in eintrag.ort.gedruckt if key(number) not in words]:
        told = f"Die Seitenzahl {', '.join(missing)} steht nicht als Wort auf der Seite."
        yield AkteFinding(Weight.REMARK, name, told)


def _marked(
    name: str, eintrag: Gebunden, one: MarkForm, quelle: Quelle, pages: EnclosedPages
) -> Iterator[AkteFinding]:
    """Under the marks are the words of the quote, and the picture is of this page with these marks."""
    page = eintrag.ort.programm, one.seite
    where = f"{name}, Seite {one.seite} der Datei"
    wanted = marked_boxes(quelle, one.seite, eintrag.ort.stellen)
    if one.boxes != wanted or not wanted:
        yield fault(where, "Die Markierung liegt anderswo als die Wörter im beigelegten Text.")
    if not is_under(_wording(quelle, eintrag, one.seite), one.boxes, pages.page(page).worte):
        yield fault(where, "Unter der Markierung stehen auf der Seite andere Wörter.")
    drawn = marked_view(pages.paths[page], one.boxes).png()
    if not shows_the_same(pages.files.get(picture_file(one.bild), b""), drawn, pages.is_same_drawer):
        yield fault(where, f"Das Bild „{one.bild}“ zeigt nicht diese Seite mit dieser Markierung.")


def _wording(quelle: Quelle, eintrag: Gebunden, seite: int) -> str:
    """What of the quote stands on a page, in whole words as they are marked."""
    strom = quelle.strom
    words = {index for span in eintrag.ort.stellen for index in strom.words_in(*span)}
    return " ".join(
        strom.text[strom.starts[index] : strom.ends[index]]
        for index in sorted(words)
        if strom.seiten_nr[index] == seite
    )
