"""A Vermerk as DOCX: its paragraphs and tables, where each stands in the template, and the file.

This is the only module that knows python-docx. That has no footnotes: their part is written here, in the
order that the schema wants.
"""

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from docx import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.oxml.xmlchemy import BaseOxmlElement
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from core.base.report_parts import Look, PaperTable, ReportSection, SectionQuote, SectionTable
from core.base.templates import adresse
from core.features.papers.vermerk import Remark, Vermerk, VermerkPartei, VermerkZitat

if TYPE_CHECKING:
    from docx.document import Document as WordDocument


# --- what a paper is made of: runs of text, paragraphs, tables, footnotes -----------------------------------

ILLEGAL = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, not even escaped."""


class PaperStyle(StrEnum):
    """The names of styles; as our template has them."""

    HEADING = "heading 1"
    SUBHEADING = "heading 2"
    SMALL_HEADING = "heading 3"
    BODY = "Vermerk Text"
    LIST = "Vermerk Liste"
    QUOTE = "Vermerk Zitat"
    SMALL = "Vermerk klein"
    NOTICE = "Vermerk Hinweis"
    CELL = "Vermerk Zelle"
    TABLE = "Vermerk Tabelle"
    FOOTNOTE = "footnote text"
    FOOTNOTE_MARK = "footnote reference"
    LINK = "Hyperlink"


@dataclass(frozen=True, slots=True)
class PaperRun:
    """Words in one look. `note` stands behind them as a footnote, `remarks` beside them as comments."""

    text: str
    bold: bool = False
    struck: bool = False
    underlined: bool = False
    link: str = ""
    note: "tuple[PaperRun, ...]" = ()
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperParagraph:
    runs: tuple[PaperRun, ...]
    style: PaperStyle = PaperStyle.BODY


@dataclass(frozen=True, slots=True)
class PaperGrid:
    """A table; `widths` are shares of the page's width. Its head is said again on every page.

    `names`: the first column is what the rows are called; such a table is not torn. `small`: in smaller
    letters. `remarks`: beside a field, by its row and column, both from 0.
    """

    kopf: tuple[str, ...]
    zeilen: tuple[tuple[str, ...], ...]
    widths: tuple[float, ...]
    names: bool = False
    small: bool = False
    remarks: Mapping[tuple[int, int], tuple[Remark, ...]] = field(default_factory=dict)


PaperBlock = PaperParagraph | PaperGrid


def paragraph(text: str, style: PaperStyle = PaperStyle.BODY) -> PaperParagraph:
    return PaperParagraph((PaperRun(text),), style)


def legal(text: str) -> str:
    """As XML can hold it."""
    return ILLEGAL.sub("\ufffd", text)


def evenly(columns: int, first: float) -> tuple[float, ...]:
    """The first column as wide as told, the others alike."""
    rest = (1 - first) / max(1, columns - 1)
    return (first, *[rest] * (columns - 1))


PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")


# --- which of them stand where ------------------------------------------------------------------------------

NOT_PROVED = "Nicht geprüft (eingelesen), deshalb kein Zitat: "
WITHIN_LINES = (
    "titel", "drucksache", "datum", "land", "antragsteller", "lauf", "stand", "modell", "prompt", "adresse",
)  # fmt: skip
WIDE = 6
"""Columns from which a table is set in small letters."""


def as_docx(vermerk: Vermerk) -> bytes:
    hinweise = [paragraph(text, PaperStyle.NOTICE) for text in vermerk.hinweise]
    if vermerk.bearbeitet:
        said = (PaperRun("Bearbeiteter Antrag. ", bold=True), PaperRun(vermerk.bearbeitet.kurz))
        hinweise.append(PaperParagraph(said, PaperStyle.NOTICE))
    blocks: dict[str, Sequence[PaperBlock]] = {
        "hinweise": hinweise,
        "frage": [paragraph(vermerk.frage)],
        "tabelle": [_overview(vermerk)],
        "matrix": list(_matrix(vermerk.matrix)),
        "parteien": [
            *(block for partei in vermerk.parteien for block in _partei(partei)),
            *(
                block
                for one in vermerk.abschnitte
                for block in _section(one, one.titel, PaperStyle.SUBHEADING)
            ),
        ],
        "methode": [paragraph(vermerk.methode)],
        "anlagen": list(_appendix(vermerk)),
    }
    values = {name: legal(getattr(vermerk, name) or "–") for name in WITHIN_LINES}
    document = Document(str(TEMPLATE))
    _Writer(document).fill(values, blocks)
    core = document.core_properties
    core.title = legal(vermerk.titel)[:255]
    core.author = core.last_modified_by = "Antragsspiegel"
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _overview(vermerk: Vermerk) -> PaperGrid:
    """What people said of points stands beside the points."""
    table = vermerk.tabelle
    remarks = {
        (row, table.kopf.index(teil.typ)): teil.urteile
        for row, partei in enumerate(vermerk.parteien)
        for teil in partei.told
        if teil.urteile
    }
    return replace(_grid(table, 0.3), names=True, remarks=remarks)


def _matrix(matrix: PaperTable) -> Iterator[PaperBlock]:
    yield paragraph(matrix.titel, PaperStyle.SUBHEADING)
    yield _grid(matrix, 0.34 if len(matrix.kopf) < WIDE else 0.22)
    yield paragraph(matrix.lesart, PaperStyle.SMALL)


# --- party by party -----------------------------------------------------------------------------------------


def _partei(partei: VermerkPartei) -> Iterator[PaperBlock]:
    yield paragraph(partei.name, PaperStyle.SUBHEADING)
    if partei.fehler:
        yield paragraph(partei.fehler)
    for one in partei.weitere:
        note = (PaperRun(f"{one.quelle} "), *_linked(one.adresse)) if one.quelle or one.adresse else ()
        yield PaperParagraph(
            (PaperRun(f"{one.titel}: ", bold=True), PaperRun(one.text), PaperRun("", note=note))
        )
    for teil in partei.told:
        yield paragraph(f"{teil.typ}: {teil.wertung}", PaperStyle.SMALL_HEADING)
        if teil.begruendung:
            yield paragraph(teil.begruendung)
        for zitat in teil.zitate:
            words = PaperRun(zitat.text, note=_footnote(zitat), remarks=zitat.urteile)
            yield PaperParagraph((words,), PaperStyle.QUOTE)
    for text in partei.ungeprueft:
        yield paragraph(f"{NOT_PROVED}{text}", PaperStyle.SMALL)


def _footnote(zitat: VermerkZitat) -> tuple[PaperRun, ...]:
    """„SPD Wahlprogramm 2025, S. 14 (wörtlich; Original; markierte Seite). https://…/lauf?id=…“"""
    links = [PaperRun("Original", link=url) for url in [adresse(zitat.original)] if url]
    for seite, url in zitat.seiten:
        which = f" {seite}" if len(zitat.seiten) > 1 else ""
        links.append(PaperRun(f"markierte Seite{which}", link=url))
    inside = [PaperRun(zitat.wort), *links]
    joined = [part for one, _ in pairwise([*inside, inside[-1]]) for part in (PaperRun("; "), one)][1:]
    notes = "".join(f" {note.rstrip('.')}." for note in zitat.notizen)
    return (PaperRun(f"{zitat.quelle} ("), *joined, PaperRun(f").{notes} "), *_linked(zitat.adresse))


def _linked(url: str) -> tuple[PaperRun, ...]:
    return (PaperRun(url, link=adresse(url)),) if url else ()


# --- annexes ------------------------------------------------------------------------------------------------


def _appendix(vermerk: Vermerk) -> Iterator[PaperBlock]:
    if vermerk.forderungen:
        yield paragraph("Anlage: Die Forderungen", PaperStyle.HEADING)
    for nummer, text in vermerk.forderungen:
        if nummer:
            runs = (PaperRun(f"{nummer}\t", bold=True), PaperRun(text))
            yield PaperParagraph(runs, PaperStyle.LIST)
        else:
            yield paragraph(text)
    if vermerk.bearbeitet:
        yield paragraph("Anlage: Was am Antrag bearbeitet wurde", PaperStyle.HEADING)
        for edit in vermerk.bearbeitet.aenderungen:
            words = [
                PaperRun(f"{text} ", struck=wie == "entfernt", underlined=wie == "hinzugefügt")
                for wie, text in edit.worte
            ]
            yield PaperParagraph((PaperRun(edit.was, bold=True), PaperRun(f" {edit.wie}: "), *words))
    for dropped in vermerk.verworfene:
        yield paragraph(f"Anlage: {dropped.titel}", PaperStyle.HEADING)
        yield paragraph(dropped.davor, PaperStyle.SMALL)
        yield PaperGrid(dropped.kopf, dropped.zeilen, (0.16, 0.17, 0.37, 0.30))
    for one in vermerk.anlagen:
        yield from _section(one, f"Anlage: {one.titel}", PaperStyle.HEADING)
    if vermerk.programme:
        yield paragraph("Anlage: Die Programme", PaperStyle.HEADING)
        for file in vermerk.programme:
            told = PaperRun(f"\n{file.angaben}" + ("\nQuelle: " if file.quelle else ""))
            source = (PaperRun(file.quelle, link=adresse(file.url)), PaperRun(f"\n{file.hash}"))
            runs = (PaperRun(file.name, bold=True), told, *(source if file.quelle else ()))
            yield PaperParagraph(runs, PaperStyle.SMALL)
        yield paragraph(vermerk.programmnotiz, PaperStyle.SMALL)


LOOKS = {
    Look.HEADING: PaperStyle.SMALL_HEADING,
    Look.SMALL: PaperStyle.SMALL,
    Look.NOTICE: PaperStyle.SMALL,
}


def _section(section: ReportSection, titel: str, style: PaperStyle) -> Iterator[PaperBlock]:
    yield paragraph(titel, style)
    for teil in section.teile:
        if isinstance(teil, SectionTable):
            yield PaperGrid(teil.tabelle.kopf, teil.tabelle.zeilen, teil.widths)
        elif isinstance(teil, SectionQuote):
            yield paragraph(f"„{teil.text}“ ({teil.stelle})", PaperStyle.QUOTE)
        else:
            yield paragraph(teil.text, LOOKS[teil.look])


def _grid(table: PaperTable, first: float) -> PaperGrid:
    columns = len(table.kopf)
    return PaperGrid(table.kopf, table.zeilen, evenly(columns, first), small=columns >= WIDE)


# --- the file -----------------------------------------------------------------------------------------------

TEMPLATE = Path(__file__).with_name("vermerk.docx")
"""Our one look. It can be edited in Word, as long as its styles keep their names and places their marks."""

FOOTNOTES_NAME = PackURI("/word/footnotes.xml")
FOOTNOTES_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
DIVIDERS = (
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>'
    '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p>'
    "</w:footnote>"
)
SMALL = 14
"""Half points, of the letters in a wide table."""

TWENTIETH = 635
"""EMU in a twentieth of a point."""


class _Writer:
    """One document while it is filled: its styles by name, its footnotes so far."""

    def __init__(self, document: "WordDocument") -> None:
        self.document = document
        self.styles = {name: document.styles[name].style_id for name in PaperStyle}
        self.notes: list[str] = []
        self.part = Part(FOOTNOTES_NAME, FOOTNOTES_TYPE, b"", document.part.package)
        (section,) = document.sections
        sides = (section.page_width or 0) - (section.left_margin or 0) - (section.right_margin or 0)
        self.width = sides // TWENTIETH

    def fill(self, values: Mapping[str, str], blocks: Mapping[str, Sequence[PaperBlock]]) -> None:
        """`values` replace placeholders within lines, `blocks` the paragraphs that hold nothing but one."""
        footer = self.document.sections[0].footer
        body = _within(self.document.element.body, self.document)  # with its tables
        for place in [*body, *_within(footer._element, footer)]:
            found = PLACEHOLDER.fullmatch(place.text.strip())
            if found and found[1] in blocks:
                self._put(place, blocks[found[1]])
                continue
            for run in place.runs:
                if "{{" in run.text:
                    run.text = PLACEHOLDER.sub(lambda found: values[found[1]], run.text)
        if self.notes:
            self.part._blob = (
                f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes {nsdecls("w", "r")}>'
                f"{DIVIDERS}{''.join(self.notes)}</w:footnotes>"
            ).encode()
            self.document.part.relate_to(self.part, RELATIONSHIP_TYPE.FOOTNOTES)

    def _put(self, place: Paragraph, blocks: Sequence[PaperBlock]) -> None:
        for block in blocks:
            if isinstance(block, PaperGrid):
                self._grid(place, block)
            else:
                written = place.insert_paragraph_before()
                written._p.get_or_add_pPr().style = self.styles[block.style]
                for run in block.runs:
                    self._run(written, run)
        place._p.getparent().remove(place._p)

    def _run(self, paragraph: Paragraph, said: PaperRun) -> None:
        run = paragraph.add_run(legal(said.text))
        if said.link:
            address = legal(said.link)
            relation = paragraph.part.relate_to(address, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
            link = OxmlElement("w:hyperlink")
            link.set(qn("r:id"), relation)
            run._r.get_or_add_rPr().style = self.styles[PaperStyle.LINK]
            link.append(run._r)
            paragraph._p.append(link)
            return
        run.bold, run.underline = said.bold or None, said.underlined or None
        run.font.strike = said.struck or None
        marked = [run]
        if said.note and self.notes:
            marked.append(self._mark(paragraph, said.note))
        for remark in said.remarks:
            self._comment(marked, remark)
        if said.note and len(marked) == 1:  # LibreOffice 7.4 loses footnotes if a comment follows the first
            self._mark(paragraph, said.note)

    def _comment(self, runs: Sequence[Run], remark: Remark) -> None:
        name = legal(remark.name) or "ohne Namen"
        initials = "".join(word[0] for word in name.split())[:3]
        comment = self.document.add_comment(runs, legal(remark.text), author=name, initials=initials)
        if remark.moment:
            comment._comment_elm.set(qn("w:date"), remark.moment.strftime("%Y-%m-%dT%H:%M:%SZ"))

    # --- footnotes ------------------------------------------------------------------------------------------

    def _mark(self, paragraph: Paragraph, note: Sequence[PaperRun]) -> Run:
        styles = {name: quoteattr(self.styles[name]) for name in PaperStyle}
        number = (
            f"<w:r><w:rPr><w:rStyle w:val={styles[PaperStyle.FOOTNOTE_MARK]}/></w:rPr><w:footnoteRef/></w:r>"
        )
        told = "".join(self._note_run(run, styles[PaperStyle.LINK]) for run in (PaperRun(" "), *note))
        style = f"<w:pPr><w:pStyle w:val={styles[PaperStyle.FOOTNOTE]}/></w:pPr>"
        id = len(self.notes) + 1
        self.notes.append(f'<w:footnote w:id="{id}"><w:p>{style}{number}{told}</w:p></w:footnote>')
        run = paragraph.add_run()
        run._r.get_or_add_rPr().style = self.styles[PaperStyle.FOOTNOTE_MARK]
        mark = OxmlElement("w:footnoteReference")
        mark.set(qn("w:id"), str(id))
        run._r.append(mark)
        return run

    def _note_run(self, run: PaperRun, style: str) -> str:
        text = f'<w:t xml:space="preserve">{escape(legal(run.text))}</w:t>'
        if not run.link:
            return f"<w:r>{text}</w:r>"
        relation = self.part.relate_to(legal(run.link), RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        look = f"<w:rPr><w:rStyle w:val={style}/></w:rPr>"
        return f'<w:hyperlink r:id="{relation}"><w:r>{look}{text}</w:r></w:hyperlink>'

    # --- tables ---------------------------------------------------------------------------------------------

    def _grid(self, place: Paragraph, grid: PaperGrid) -> None:
        table = self.document.add_table(0, len(grid.kopf))
        place._p.addprevious(table._tbl)
        table._tbl.tblPr.style = self.styles[PaperStyle.TABLE]
        table.autofit = False
        widths = [round(self.width * share) for share in grid.widths]
        for column, width in zip(table._tbl.tblGrid.gridCol_lst, widths, strict=True):
            column.set(qn("w:w"), str(width))
        for number, cells in enumerate((grid.kopf, *grid.zeilen)):
            stays = "<w:keepNext/>" if grid.names and number < len(grid.zeilen) else ""
            table._tbl.append(self._row(cells, widths, grid, number == 0, stays))
        for (row, column), remarks in grid.remarks.items():
            for remark in remarks:
                self._comment(table.cell(row + 1, column).paragraphs[0].runs, remark)
        place.insert_paragraph_before().paragraph_format.space_after = 0

    def _row(
        self, cells: Sequence[str], widths: Sequence[int], grid: PaperGrid, is_head: bool, stays: str
    ) -> BaseOxmlElement:
        """Written as text: python-docx takes seconds for what a long table holds.

        `stays`: what keeps it on the page of the next one.
        """
        head = "<w:tblHeader/>" if is_head else ""
        style = quoteattr(self.styles[PaperStyle.CELL])
        look = f"<w:pPr><w:pStyle w:val={style}/>{stays}</w:pPr>"
        told = "".join(
            f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/></w:tcPr><w:p>{look}<w:r>'
            f"{_look(is_head or (grid.names and place == 0), grid.small)}"
            f'<w:t xml:space="preserve">{escape(legal(cell))}</w:t></w:r></w:p></w:tc>'
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return parse_xml(f"<w:tr {nsdecls('w')}><w:trPr><w:cantSplit/>{head}</w:trPr>{told}</w:tr>")


def _look(bold: bool, small: bool) -> str:
    size = f'<w:sz w:val="{SMALL}"/><w:szCs w:val="{SMALL}"/>' if small else ""
    look = f"{'<w:b/>' if bold else ''}{size}"
    return f"<w:rPr>{look}</w:rPr>" if look else ""


def _within(element: BaseOxmlElement, parent: Any) -> Iterator[Paragraph]:
    return (Paragraph(p, parent) for p in element.iter(qn("w:p")))
