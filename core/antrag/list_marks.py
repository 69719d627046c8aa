"""What stands before an item of a list: „II.“, „2.“, „(3)“, „b)“, „1.2“, „–“."""

import re
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
