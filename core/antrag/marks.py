"""Marks in a motion: what stands before an item of a list, and what stands in quote marks."""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.german.words import MONTHS

NO_DATE = rf"(?!(?:{'|'.join(MONTHS)})\b|\d{{1,2}}\. \d{{2,4}}\b|\d{{1,2}}\.(?:\d{{2}}|\d{{4}})\b)"
"""Behind „31.“ no month and no „12. 2025“ may follow."""

DASHES = ("–", "—", "‐", "\u2212", "-")
BULLET = r"[•●▪■◦‣✓➔→►∙·\uf000-\uf0ff\ufffd]|[–—‐\u2212*-]|o(?= [A-ZÄÖÜ])"
NUMBER = r"(?:\(?(?:\d{1,3}|[A-Z]{1,5}|[a-z]{1,4})[.)]{1,2}|\d{1,2}(?:\.\d{1,2}){1,8}[.)]?)"
MARK = re.compile(rf"(?:(?P<bullet>{BULLET})\s+|(?P<nummer>{NUMBER})\s+{NO_DATE})(?=\S)")
ABBREVIATED = re.compile(r"[a-z]\.\s+[A-Za-z]\.")
"""„z. B.“ and „u. a.“ are no items."""

LETTERS = re.compile(r"[\w.]*\w")
"""Of a number: what is not its brackets and stops."""

ROMAN = {"i": 1, "v": 5, "x": 10}
IS_ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})", re.IGNORECASE)


class Interpretation(NamedTuple):
    """One way to read a mark: „c)“ is the third letter, „i)“ the ninth letter or the first Roman number."""

    art: str
    wert: int

    @property
    def is_first(self) -> bool:
        return self.wert <= 1

    @property
    def counts_parts(self) -> bool:
        """„II.“ and „B.“ count the parts of a decision."""
        return self.art.startswith("A")

    def follows(self, before: "Interpretation | None") -> bool:
        """Is it the next of its list? Bullets always are; one number may be missing or misprinted."""
        return before is not None and (self.wert == 0 or 0 < self.wert - before.wert <= 2)


@dataclass(frozen=True, slots=True)
class ListMark:
    """`zeichen` is the number without its brackets and stops; a bullet has none."""

    gedruckt: str
    zeichen: str
    deutungen: tuple[Interpretation, ...]


def split_mark(paragraph: str) -> tuple[ListMark, str] | None:
    """The mark a paragraph opens with and the text behind it."""
    match = MARK.match(paragraph)
    if match is None or ABBREVIATED.match(paragraph):
        return None
    text = paragraph[match.end() :]
    if bullet := match["bullet"]:
        return ListMark(bullet, "", (Interpretation("–" if bullet in DASHES else bullet, 0),)), text
    deutungen = tuple(_interpretations(match["nummer"]))
    return (ListMark(match["nummer"], match["nummer"].strip("()."), deutungen), text) if deutungen else None


def is_mark(text: str) -> bool:
    """Is this a mark without its text, as a column of its own may have it?"""
    return len(text) <= 6 and " " not in text and split_mark(f"{text} Wort") is not None


def _interpretations(nummer: str) -> Sequence[Interpretation]:
    word = nummer.strip("().")
    style = LETTERS.sub("#", nummer)
    if "." in word:
        return [Interpretation(f"1.1 {word.count('.')}", int(word.rpartition(".")[2]))]
    if word.isdecimal():
        return [Interpretation(f"1 {style}", int(word))]
    case = "A" if word.isupper() else "a"
    found = []
    if len(set(word)) == 1:  # „aa)“ is one level below „a)“
        found.append(Interpretation(f"{case * len(word)} {style}", ord(word[0]) - ord(case) + 1))
    if IS_ROMAN.fullmatch(word):
        found.append(Interpretation(f"{case}-roman {style}", _roman(word)))
    # At the start of a list „I.“ is the Roman number; further on the sequence tells.
    return found if case == "a" else found[::-1]


def _roman(word: str) -> int:
    values = [ROMAN[letter] for letter in word.lower()]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


# --- what stands in quote marks: a motion quotes the law it changes, whose numbers are not its own ----------

MARKS = re.compile(
    r"(?<![^\n]),(?=\w)|[„‚\"“”‘\u02bb]|['’](?!\w)|(?<=[^\s\ufffd])\s?(?P<hidden>\ufffd+)", re.MULTILINE
)
CLOSES = {"“": '„"', "”": '„"', '"': '„"', "‘": "‚,", "\u02bb": "‚,", "'": "‚,", "’": "‚,"}
"""What a closing mark closes. Laws may open a quote with a comma: „,5a. § 77 wird geändert.‘“"""

DEEPEST = 8
"""Quotes in quotes; what is open above that was never closed."""

Spans = Sequence[tuple[int, int]]


def quoted(text: str) -> Spans:
    """The outermost quotes as ranges; a mark that is never closed opens none."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for match in MARKS.finditer(text):
        mark, position = match[0], match.start()
        closed = _closed_by(match, opened)
        if closed is not None:
            found.append((opened[closed][1], match.end()))
            del opened[closed:]
        elif mark in ",„‚" or (mark == '"' and (position == 0 or text[position - 1].isspace())):
            opened = [*opened[-DEEPEST:], (mark, position)]
    outermost: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not outermost or start >= outermost[-1][1]:
            outermost.append((start, end))
    return outermost


def _closed_by(match: re.Match[str], opened: Sequence[tuple[str, int]]) -> int | None:
    """The index of the open quote that ends here."""
    if match["hidden"] and opened:
        return 0  # at the end of a paragraph, what the PDF's font hides are the quote marks
    closes = CLOSES.get(match[0], "")
    return next((i for i in reversed(range(len(opened))) if opened[i][0] in closes), None)


def is_inside(spans: Spans, position: int) -> bool:
    """Does a position lie within a quote? Where it opens is not within."""
    index = bisect(spans, (position,)) - 1
    return index >= 0 and spans[index][0] < position < spans[index][1]
