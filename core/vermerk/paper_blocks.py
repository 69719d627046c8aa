"""What a paper of words is made of, before any file format: runs of text, paragraphs, tables, footnotes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.vermerk.vermerk import Remark

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
