"""Papers that tell votes: read like a Programm, so a sentence in them is bound to its page like a quote."""

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path

from core.antrag.drucksache import number_of
from core.citations.bindung import pages_of, printed_pages
from core.citations.exact_match import find, is_unsure
from core.citations.quellen import Quelle
from core.citations.raw_lines import RawRow, key, raw_rows, stands_in
from core.decisions.kept_decision import PaperKind
from core.decisions.sides import Decision, Evidence
from core.errors import EingabeError
from core.german.words import MONTHS
from core.models import Programm, Typ
from core.programme.ocr import read_apart
from core.programme.pdf_processes import Aim, apart
from core.programme.textstrom import Textstrom, read_mended, strom_of

READ_SECONDS = 120.0
"""For one paper. A Protokoll of the Bundestag has up to 400 pages, a budget's 108 are read in 8 s."""

MAX_TEXT = 50 << 20
PAGE_MARK = "\x00"
"""No character of XML: what is between two of them is the number of a page."""

UNPLACED = "Die Seite ist nicht feststellbar: Das Protokoll liegt nur als Text vor."
UNSURE = "Diese Stelle wurde beim Einlesen nicht sicher gelesen."
LOST = "Der Satz ließ sich im Dokument nicht Wort für Wort wiederfinden."

NUMBERED = {PaperKind.RECOMMENDATION: "drucksache", PaperKind.PROTOKOLL: "protokoll"}
"""What stands before a paper's own number. The keys of words know no stroke: 2/140 is 2140, as 21/40 is."""

DAY = re.compile(rf"\b(\d{{1,2}})\. ?(?:(\d{{1,2}})\.|({'|'.join(MONTHS)})) ?(\d{{4}})\b")


@dataclass(frozen=True, eq=False)
class VotePaper:
    """A paper's text, and for each sentence of it the way to its page.

    Of a PDF that goes by word boxes, with the raw lines of its pages as a second reading; of an XML by the
    printed pages that it marks (`pages`: where each begins in the text).
    """

    name: str
    text: str
    strom: Textstrom | None = None
    rows: tuple[tuple[RawRow, ...], ...] = ()
    pages: tuple[tuple[int, str], ...] = ()

    @cached_property
    def quelle(self) -> Quelle | None:
        """The binder knows its sources as Programme; of this one it asks the text alone."""
        if self.strom is None:
            return None
        as_programm = Programm(
            self.name, self.name, Typ.PARTEIPROGRAMM, "", None, date.min.year, date.min, None, self.name
        )
        return Quelle.of(as_programm, self.name, self.strom)

    @property
    def day(self) -> date | None:
        """The first date in its head."""
        match = DAY.search(self.text[:1500])
        if match is None:
            return None
        month = int(match[2]) if match[2] else MONTHS.index(match[3]) + 1
        try:
            return date(int(match[4]), month, int(match[1]))
        except ValueError:
            return None

    def is_of_another(self, art: PaperKind, number: str) -> bool:
        """Does its first page name a paper of this kind, but not this one?

        Of „21/40“ „Plenarprotokoll 21/40“ is, without a number „40. Sitzung“; „Plenarprotokoll 21/99“ is of
        another. What names none, or has no first page, is taken for what its source says.
        """
        period, _, count = number_of(number).partition("/")
        if not period or art not in NUMBERED:
            return False
        head = " ".join(word for page in self.rows[:1] for line in page for word in line.worte if word)
        if re.search(rf"{NUMBERED[art]} \d{{1,2}} ?\d", head):
            return not re.search(rf"{NUMBERED[art]} 0?{period} ?0*{count}\b", head)
        sittings = re.findall(r"\b0*(\d{1,3}) sitzung\b", head) if art is PaperKind.PROTOKOLL else []
        return bool(sittings) and count not in sittings

    def bound(self, decision: Decision) -> Decision:
        """The same with its sentences on their pages; without any side where one cannot be bound."""
        evidence = tuple(self._placed(one) for one in decision.evidence)
        lost = next((one.note for one in evidence if one.note in (UNSURE, LOST)), "")
        placed = replace(decision, evidence=evidence)
        return placed.doubted(lost) if lost else placed

    def _placed(self, evidence: Evidence) -> Evidence:
        if self.quelle is None:
            return self._on_marked_page(evidence)
        end = evidence.start + len(evidence.text)
        places = [
            f
            for f in find(evidence.text, self.quelle)
            if f.spans[0][0] < end and evidence.start < f.spans[-1][1]
        ]
        if not places:
            return replace(evidence, note=LOST)
        seiten, printed = tuple(pages_of(places[0])), tuple(printed_pages(places[0]))
        if is_unsure(places[0]) and not self._is_proved(places[0].text, seiten):
            return replace(evidence, note=UNSURE)
        spans = tuple(places[0].spans)
        return replace(evidence, text=places[0].text, seiten=seiten, printed=printed, spans=spans)

    def _is_proved(self, text: str, seiten: tuple[int, ...]) -> bool:
        """Where the reading tore a sentence („… DIE LINKE.“, „bei …“), the raw lines can prove it."""
        return stands_in([key(text)], [row for seite in seiten for row in self.rows[seite - 1]])

    def _on_marked_page(self, evidence: Evidence) -> Evidence:
        page = next((page for start, page in reversed(self.pages) if start <= evidence.start), "")
        return replace(evidence, printed=(page,)) if page else replace(evidence, note=UNPLACED)


def read_vote_paper(path: Path) -> VotePaper:
    """A Protokoll or a Beschlussempfehlung: PDF, the Bundestag's XML, or plain text."""
    try:
        with path.open("rb") as file:
            head = file.read(1024)
    except OSError as error:
        raise EingabeError(f"{path.name} lässt sich nicht lesen. Prüfen Sie den Pfad.") from error
    if b"%PDF-" in head:
        strom, rows = read_apart(path, _read_pdf, seconds=READ_SECONDS)
        return VotePaper(path.name, strom.text, strom, rows)
    if path.stat().st_size > MAX_TEXT:
        raise EingabeError(f"{path.name} ist größer als {MAX_TEXT >> 20} MB. Nehmen Sie das PDF der Sitzung.")
    if head.lstrip(b"\xef\xbb\xbf\r\n\t ").startswith(b"<"):
        return apart(Aim.READ, path.name, _from_xml, path, seconds=READ_SECONDS)
    try:
        return VotePaper(path.name, path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise EingabeError(f"{path.name} ist weder PDF noch XML noch Text in UTF-8.") from error


def _read_pdf(path: Path, erkannt: Path) -> tuple[Textstrom, tuple[tuple[RawRow, ...], ...]]:
    seiten = read_mended(path, erkannt)
    return strom_of(seiten), tuple(tuple(raw_rows(seite)) for seite in seiten)


def _from_xml(path: Path) -> VotePaper:
    """`dbtplenarprotokoll`: what is spoken, with the printed pages that `<a id="S2345"/>` marks."""
    data = path.read_bytes()
    if b"\0" in data:
        raise EingabeError(f"{path.name} ist kein XML in UTF-8. Laden Sie es neu herunter.")
    if b"<!ENTITY" in data or b"[" in (re.search(rb"<!DOCTYPE[^>]*", data) or [b""])[0]:
        raise EingabeError(f"{path.name} bringt eigene XML-Definitionen mit und wird nicht gelesen.")
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise EingabeError(f"{path.name} ist kein lesbares XML. Laden Sie es neu herunter.") from error
    if root.tag != "dbtplenarprotokoll":
        raise EingabeError(f"{path.name} ist kein Plenarprotokoll: Das XML beginnt mit <{root.tag[:40]}>.")
    try:
        return _paragraphs(path.name, root)
    except RecursionError as error:
        raise EingabeError(f"{path.name} ist tiefer geschachtelt als jedes Plenarprotokoll.") from error


def _paragraphs(name: str, root: ElementTree.Element) -> VotePaper:
    spoken = (" ".join("".join(_said(node)).split()) for node in root.iter("p"))
    pieces = "\n".join((root.get("sitzung-datum", ""), *spoken)).split(PAGE_MARK)
    pages, length = [], len(pieces[0])
    for page, text in zip(pieces[1::2], pieces[2::2], strict=True):
        pages.append((length, page))
        length += len(text)
    return VotePaper(name, "".join(pieces[::2]), pages=tuple(pages))


def _said(node: ElementTree.Element) -> Iterator[str]:
    """What a paragraph says, without the names of who speaks; where a printed page begins, its number."""
    yield node.text or ""
    for child in node:
        if child.tag == "a" and (page := re.fullmatch(r"S(\d{1,6})", child.get("id", ""))):
            yield f"{PAGE_MARK}{page[1]}{PAGE_MARK}"
        elif child.tag not in ("redner", "name"):
            yield from _said(child)
        yield child.tail or ""
