"""An Antrag with proposed changes as DOCX: tracked, so that Word and LibreOffice take or refuse each one.

Written part by part, since python-docx knows no tracked changes; refusing all of them gives the Antrag as it
was read, letter by letter.
"""

import io
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from xml.sax.saxutils import escape, quoteattr

from core import clock
from core.antrag.antrag import first_upper
from core.antrag.edits import Edited
from core.german import formats
from core.redlines.bind_redline import overlap
from core.redlines.redline_words import is_for_field
from core.redlines.word_segments import segments
from core.runs.lauf import Lauf
from core.runs.redline_rows import Redline
from core.vermerk.house_style import (
    CONTENT_TYPES,
    DOCUMENT,
    FOLDER,
    PART,
    RELATION,
    RELATIONS,
    default_styles,
)
from core.vermerk.paper_blocks import legal

SCHEMA = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
PARTS = ("styles", "settings", "comments")
PAGE = (
    '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1247" w:right="1276" w:bottom="1134"'
    ' w:left="1276" w:header="624" w:footer="567" w:gutter="0"/></w:sectPr>'
)
NOTICE = (
    "Änderungsvorschläge eines Sprachmodells, keine beschlossene Fassung. Geändert wird nur, was markiert "
    "ist; lehnen Sie alles ab, steht der Antrag da, wie er gelesen wurde."
)
TAKEN_IN = " Angenommene Vorschläge sind eingearbeitet und nicht mehr markiert."
LONGEST_NAME = 200


class Accepted(StrEnum):
    """How accepted proposals are written."""

    MODEL = "modell"
    PERSON = "person"
    TAKEN_IN = "eingearbeitet"


@dataclass(frozen=True, slots=True)
class _Paper:
    """One document while it is written: what numbers its marks, and its comments so far."""

    accepted: Accepted
    name: str
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    comments: list[str] = field(default_factory=list)

    def author_of(self, one: Redline) -> str:
        own = self.name.strip() if one.angenommen and self.accepted is Accepted.PERSON else ""
        return f"w:author={quoteattr(legal(own or one.modell)[:LONGEST_NAME])}"

    def change(self, one: Redline) -> str:
        """Its words as they stay, go and come, with the model's reason beside them."""
        if one.angenommen and self.accepted is Accepted.TAKEN_IN:
            return _run(one.neu)
        told = "".join(self._segment(one, how, text) for how, text in segments(one.alt, one.neu))
        return self._commented(one, told)

    def _segment(self, one: Redline, how: Edited, text: str) -> str:
        if how is Edited.UNCHANGED:
            return _run(text)
        tag, kind = ("del", "delText") if how is Edited.ENTFERNT else ("ins", "t")
        head = f'<w:{tag} w:id="{next(self.numbers)}" {self.author_of(one)} w:date="{_date(one)}">'
        return f"{head}{_run(text, kind)}</w:{tag}>"

    def _commented(self, one: Redline, told: str) -> str:
        if not one.grund:
            return told
        id = len(self.comments)
        initials = quoteattr(legal(one.modell)[:3])
        author = f"w:author={quoteattr(legal(one.modell)[:LONGEST_NAME])}"
        self.comments.append(
            f'<w:comment w:id="{id}" {author} w:date="{_date(one)}" w:initials={initials}>'
            f'<w:p><w:pPr><w:pStyle w:val="CommentText"/></w:pPr>{_run(_reason(one))}</w:p></w:comment>'
        )
        mark = (
            f'<w:r><w:rPr><w:rStyle w:val="CommentReference"/></w:rPr><w:commentReference w:id="{id}"/></w:r>'
        )
        return f'<w:commentRangeStart w:id="{id}"/>{told}<w:commentRangeEnd w:id="{id}"/>{mark}'


def redline_docx(
    lauf: Lauf, proposals: Sequence[Redline], accepted: Accepted = Accepted.MODEL, name: str = ""
) -> bytes:
    """With all that is bound and not declined; of two that change the same words the accepted one."""
    paper = _Paper(accepted, name)
    chosen = chosen_redlines(lauf, proposals)
    body = "".join([*_opening(lauf, chosen, accepted), *_paragraphs(paper, lauf.antrag.text, chosen)])
    document = f"{HEAD}<w:document {SCHEMA}><w:body>{body}{PAGE}</w:body></w:document>"
    comments = f"{HEAD}<w:comments {SCHEMA}>{''.join(paper.comments)}</w:comments>"
    return _packed(document.encode(), comments.encode())


def chosen_redlines(lauf: Lauf, proposals: Sequence[Redline]) -> list[Redline]:
    """In the order of the text; one whose words stand there no more is left out."""
    chosen: list[Redline] = []
    for one in sorted(proposals, key=lambda one: not one.angenommen):
        stands = one.is_bound and lauf.antrag.text[slice(*one.stelle)] == one.alt
        if stands and one.angenommen is not False and not any(overlap(one.stelle, o.stelle) for o in chosen):
            chosen.append(one)
    return sorted(chosen, key=lambda one: one.stelle)


def _opening(lauf: Lauf, chosen: Sequence[Redline], accepted: Accepted) -> Iterator[str]:
    antrag = lauf.antrag
    models = ", ".join(dict.fromkeys(one.modell for one in chosen)) or "keines"
    taken = sum(one.angenommen is True for one in chosen)
    counted = f"{formats.counted(len(chosen), 'Vorschlag', 'Vorschläge')}, {taken} davon angenommen"
    numbered = f"Drucksache {antrag.drucksache}, " if antrag.drucksache else ""
    yield _paragraph(_run(first_upper(antrag.titel) or "Antrag"), "Title")
    yield _paragraph(_run(f"{numbered}Lauf {lauf.id}. Modell: {models}. {counted}."), "VermerkKlein")
    told = f"{NOTICE}{TAKEN_IN}" if accepted is Accepted.TAKEN_IN and taken else NOTICE
    yield _paragraph(_run(told), "VermerkHinweis")


def _paragraphs(paper: _Paper, text: str, chosen: Sequence[Redline]) -> Iterator[str]:
    at = 0
    for line in text.split("\n"):
        own = [one for one in chosen if at <= one.stelle[0] < at + len(line)]
        if line.strip():
            yield _paragraph("".join(_line(paper, text, (at, at + len(line)), own)), "VermerkText")
        at += len(line) + 1


def _line(paper: _Paper, text: str, span: tuple[int, int], own: Sequence[Redline]) -> Iterator[str]:
    at, end = span
    for one in own:
        yield _run(text[at : one.stelle[0]])
        yield paper.change(one)
        at = one.stelle[1]
    yield _run(text[at:end])


def _paragraph(told: str, style: str) -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{told}</w:p>'


def _run(text: str, kind: str = "t") -> str:
    return f'<w:r><w:{kind} xml:space="preserve">{escape(legal(text))}</w:{kind}></w:r>' if text else ""


def _reason(one: Redline) -> str:
    """Of a field of a rubric with its name: the words that are marked do not tell it."""
    return f"{one.forderung}: {one.grund}" if is_for_field(one.forderung) else one.grund


def _date(one: Redline) -> str:
    return (one.created or clock.now()).strftime("%Y-%m-%dT%H:%M:%SZ")


def _packed(document: bytes, comments: bytes) -> bytes:
    links = [RELATION.format(n, kind, f"{kind}.xml") for n, kind in enumerate(PARTS, start=1)]
    files = {
        "[Content_Types].xml": CONTENT_TYPES.format(
            "".join(PART.format(kind, "") for kind in PARTS)
        ).encode(),
        "_rels/.rels": RELATIONS.format(RELATION.format(1, "officeDocument", DOCUMENT)).encode(),
        "word/_rels/document.xml.rels": RELATIONS.format("".join(links)).encode(),
        DOCUMENT: document,
        "word/styles.xml": default_styles(),
        "word/settings.xml": (FOLDER / "settings.xml").read_bytes(),
        "word/comments.xml": comments,
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for file, data in files.items():
            packed.writestr(file, data)
    return out.getvalue()
