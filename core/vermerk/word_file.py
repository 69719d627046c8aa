"""A DOCX from our template and blocks: the only module that knows python-docx.

It has no footnotes: their part is written here, in the order that the schema wants.
"""

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
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

from core.vermerk.our_template import default_template
from core.vermerk.paper_blocks import (
    PLACEHOLDER,
    PaperBlock,
    PaperGrid,
    PaperParagraph,
    PaperRun,
    PaperStyle,
    legal,
)
from core.vermerk.vermerk import Remark

if TYPE_CHECKING:
    from docx.document import Document as WordDocument

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


def written(titel: str, values: Mapping[str, str], blocks: Mapping[str, Sequence[PaperBlock]]) -> bytes:
    """`values` replace placeholders within lines, `blocks` the paragraphs that hold nothing but one."""
    document = Document(BytesIO(default_template()))
    _Writer(document).fill({name: legal(text) for name, text in values.items()}, blocks)
    core = document.core_properties
    core.title, core.author, core.last_modified_by = legal(titel)[:255], "Antragsspiegel", "Antragsspiegel"
    out = BytesIO()
    document.save(out)
    return out.getvalue()


class _Writer:
    """One document while it is filled: its styles by name, its footnotes so far."""

    def __init__(self, document: "WordDocument") -> None:
        self.document = document
        named = {_name(style): style.styleId for style in document.styles.element.style_lst}
        self.styles = {name: named[name.casefold()] for name in PaperStyle}
        self.notes: list[str] = []
        self.part = Part(FOOTNOTES_NAME, FOOTNOTES_TYPE, b"", document.part.package)
        (section,) = document.sections
        sides = (section.page_width or 0) - (section.left_margin or 0) - (section.right_margin or 0)
        self.width = sides // TWENTIETH

    def fill(self, values: Mapping[str, str], blocks: Mapping[str, Sequence[PaperBlock]]) -> None:
        for place in list(_paragraphs(self.document)):
            found = PLACEHOLDER.fullmatch(place.text.strip())
            if found and found[1] in blocks:
                self._put(place, blocks[found[1]])
            else:
                _fill_line(place, values)
        if self.notes:
            self._add_notes()

    def _put(self, place: Paragraph, blocks: Sequence[PaperBlock]) -> None:
        for block in blocks:
            if isinstance(block, PaperGrid):
                self._grid(place, block)
            else:
                self._paragraph(place.insert_paragraph_before(), block)
        place._p.getparent().remove(place._p)

    def _paragraph(self, paragraph: Paragraph, block: PaperParagraph) -> None:
        self._style(paragraph, block.style)
        for run in block.runs:
            self._run(paragraph, run)

    def _style(self, paragraph: Paragraph, style: PaperStyle) -> None:
        paragraph._p.get_or_add_pPr().style = self.styles[style]

    def _run(self, paragraph: Paragraph, said: PaperRun) -> None:
        if said.link:
            self._link(paragraph, said)
            return
        run = paragraph.add_run(legal(said.text))
        run.bold, run.underline = said.bold or None, said.underlined or None
        run.font.strike = said.struck or None
        marked = [run]
        if said.note and self.notes:
            marked.append(self._mark(paragraph, said.note))
        for remark in said.remarks:
            self._comment(marked, remark)
        if said.note and len(marked) == 1:  # LibreOffice 7.4 loses footnotes if a comment follows the first
            self._mark(paragraph, said.note)

    def _link(self, paragraph: Paragraph, said: PaperRun) -> None:
        relation = paragraph.part.relate_to(legal(said.link), RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        link = OxmlElement("w:hyperlink")
        link.set(qn("r:id"), relation)
        run = paragraph.add_run(legal(said.text))
        run._r.get_or_add_rPr().style = self.styles[PaperStyle.LINK]
        link.append(run._r)
        paragraph._p.append(link)

    def _comment(self, runs: Sequence[Run], remark: Remark) -> None:
        name = legal(remark.name) or "ohne Namen"
        initials = "".join(word[0] for word in name.split())[:3]
        comment = self.document.add_comment(runs, legal(remark.text), author=name, initials=initials)
        if remark.moment:
            comment._comment_elm.set(qn("w:date"), remark.moment.strftime("%Y-%m-%dT%H:%M:%SZ"))

    # --- footnotes ------------------------------------------------------------------------------------------

    def _mark(self, paragraph: Paragraph, note: Sequence[PaperRun]) -> Run:
        self.notes.append(self._note(len(self.notes) + 1, note))
        run = paragraph.add_run()
        run._r.get_or_add_rPr().style = self.styles[PaperStyle.FOOTNOTE_MARK]
        mark = OxmlElement("w:footnoteReference")
        mark.set(qn("w:id"), str(len(self.notes)))
        run._r.append(mark)
        return run

    def _note(self, number: int, note: Sequence[PaperRun]) -> str:
        styles = {name: quoteattr(self.styles[name]) for name in PaperStyle}
        mark = (
            f"<w:r><w:rPr><w:rStyle w:val={styles[PaperStyle.FOOTNOTE_MARK]}/></w:rPr><w:footnoteRef/></w:r>"
        )
        told = "".join(self._note_run(run, styles[PaperStyle.LINK]) for run in (PaperRun(" "), *note))
        style = f"<w:pPr><w:pStyle w:val={styles[PaperStyle.FOOTNOTE]}/></w:pPr>"
        return f'<w:footnote w:id="{number}"><w:p>{style}{mark}{told}</w:p></w:footnote>'

    def _note_run(self, run: PaperRun, style: str) -> str:
        text = f'<w:t xml:space="preserve">{escape(legal(run.text))}</w:t>'
        if not run.link:
            return f"<w:r>{text}</w:r>"
        relation = self.part.relate_to(legal(run.link), RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
        look = f"<w:rPr><w:rStyle w:val={style}/></w:rPr>"
        return f'<w:hyperlink r:id="{relation}"><w:r>{look}{text}</w:r></w:hyperlink>'

    def _add_notes(self) -> None:
        self.part._blob = (
            f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:footnotes {nsdecls("w", "r")}>'
            f"{DIVIDERS}{''.join(self.notes)}</w:footnotes>"
        ).encode()
        self.document.part.relate_to(self.part, RELATIONSHIP_TYPE.FOOTNOTES)

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


def _name(style: Any) -> str:
    return (style.name_val or style.styleId or "").casefold()


def _paragraphs(document: "WordDocument") -> Iterator[Paragraph]:
    """Of the body with its tables, and of the footer."""
    yield from _within(document.element.body, document)
    footer = document.sections[0].footer
    yield from _within(footer._element, footer)


def _within(element: BaseOxmlElement, parent: Any) -> Iterator[Paragraph]:
    return (Paragraph(p, parent) for p in element.iter(qn("w:p")))


def _fill_line(paragraph: Paragraph, values: Mapping[str, str]) -> None:
    for run in paragraph.runs:
        if "{{" in run.text:
            run.text = PLACEHOLDER.sub(lambda found: values[found[1]], run.text)
