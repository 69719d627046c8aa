"""A checked text as a Word file: its quotes coloured, a comment at each says what is printed and where."""

import io
from bisect import bisect_right
from typing import TYPE_CHECKING

from core.features.textcheck.blocks import BlockKind
from core.features.textcheck.check import NAME, SIGN, CheckedQuote, CheckedText, Verdict

if TYPE_CHECKING:
    from docx.text.run import Run

AUTHOR = "Antragsspiegel"
SHADE = {
    Verdict.GEDRUCKT: "D8F0DF",
    Verdict.VERKUERZT: "FCE8C8",
    Verdict.UNKLAR: "DCE8F7",
    Verdict.MEHRERE_STELLEN: "DCE8F7",
    Verdict.FALSCH_ZUGEORDNET: "FCE8C8",
    Verdict.ABWEICHEND: "FCE8C8",
    Verdict.NIRGENDS: "F9D6D3",
    Verdict.UNSICHER: "E6E6E6",
    Verdict.ZU_KURZ: "E6E6E6",
}
STYLE = {BlockKind.HEADING: "Heading 2", BlockKind.ITEM: "List Bullet", BlockKind.QUOTE: "Quote"}


def as_docx(checked: CheckedText) -> bytes:
    from docx import Document
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document = Document()
    document.core_properties.author = AUTHOR
    document.add_paragraph(" ".join([checked.in_words(), *checked.remarks(), checked.scope()]))
    unclear = {note.start: note.satz for note in checked.notes}
    runs: dict[int, list[Run]] = {}
    starts = [one.quote.start for one in checked.quotes]
    for low, block in zip(checked.document.starts, checked.document.blocks, strict=True):
        paragraph = document.add_paragraph(style=STYLE.get(block.kind))
        at, high = low, low + len(block.text)
        while at < high:
            number = bisect_right(starts, at) - 1
            inside = number >= 0 and at < checked.quotes[number].quote.end
            following = starts[number + 1] if number + 1 < len(starts) else high
            end = min(high, checked.quotes[number].quote.end if inside else following)
            run = paragraph.add_run(checked.document.text[at:end])
            if inside:
                shade = OxmlElement("w:shd")
                shade.set(qn("w:val"), "clear")
                shade.set(qn("w:color"), "auto")
                shade.set(qn("w:fill"), SHADE[checked.quotes[number].verdict])
                run._r.get_or_add_rPr().append(shade)
                runs.setdefault(number, []).append(run)
            at = end
        if low in unclear and paragraph.runs:
            document.add_comment(paragraph.runs, text=unclear[low], author=AUTHOR, initials="AS")
    for number, own in runs.items():
        document.add_comment(own, text=comment_text(checked.quotes[number]), author=AUTHOR, initials="AS")
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def comment_text(one: CheckedQuote) -> str:
    """What the comment says: verdict, what is printed where, the nearest passage."""
    told = [f"{SIGN[one.verdict]} {NAME[one.verdict]}. {one.satz}"]
    told += [f"Auch: {other.quelle}" for other in one.gebunden[1:]]
    if one.quote.is_whole and one.quote.source:
        told.append(f"Als Quelle gelesen, nicht als Zitat: {one.quote.source}")
    if one.near:
        told.append(f"Gedruckt ist: „{one.near.text}“ ({one.near.quelle})")
    return "\n".join(told)
