"""The difference between what a model emitted and what the source says, word by word."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from rapidfuzz.distance import Levenshtein

from core.german.folding import letters, spelled_out, visible

TOLD = 3
"""So many differences are told in words; who wants to see all sees both texts."""

LONG = 40
MARKS = re.compile(r"^[^\w%€§]+|[^\w%€]+$")


class PieceKind(StrEnum):
    GLEICH = "gleich"
    ONLY_ZITAT = "nur im Zitat"
    ONLY_QUELLE = "nur in der Quelle"


@dataclass(frozen=True, slots=True)
class TextPiece:
    text: str
    art: PieceKind


def differences(emittiert: str, quelle: str, exact: bool = False) -> list[TextPiece]:
    """Both texts in one, in order. Unless `exact`, case and punctuation make no difference, as in binding."""
    one, two = emittiert.split(), quelle.split()
    keys = (one, two) if exact else (_keys(one), _keys(two))
    matcher = SequenceMatcher(None, *keys, autojunk=False)
    return [piece for opcode in matcher.get_opcodes() for piece in _pieces(one, two, *opcode)]


def in_words(emittiert: str, quelle: str, where: str) -> str:
    """„Modell: ‚ausbaute‘, Programm: ‚ausgebaute‘“: what differs, the first few; `where`: of the source."""
    one, two = ([word for word in visible(text).split() if letters(word)] for text in (emittiert, quelle))
    every = (_unequal(one, two, key) for key in (spelled_out, letters))
    found = next(filter(None, every), [])
    told = [_told(here, there, where) for here, there in found[:TOLD]]
    more = len(found) - len(told)
    return "; ".join(told) + (f"; und {more} weitere" if more else "") + "." if told else ""


def _unequal(one: list[str], two: list[str], key: Callable[[str], str]) -> list[tuple[list[str], list[str]]]:
    found: list[tuple[list[str], list[str]]] = []
    is_apart = True
    for op in Levenshtein.opcodes([key(word) for word in one], [key(word) for word in two]):
        here, there = one[op.src_start : op.src_end], two[op.dest_start : op.dest_end]
        if op.tag == "equal":
            is_apart = True
        elif is_apart:
            found.append((here, there))
            is_apart = False
        else:
            found[-1] = found[-1][0] + here, found[-1][1] + there
    return found


def _told(here: list[str], there: list[str], where: str) -> str:
    if not here:
        return f"beim Modell fehlt {_quoted(there)}"
    return f"Modell: {_quoted(here)}, {where}: {_quoted(there) if there else 'nichts'}"


def _quoted(words: list[str]) -> str:
    text = " ".join(MARKS.sub("", word) for word in words)
    return f"‚{text if len(text) <= LONG else text[:LONG].rstrip() + ' …'}‘"


def _keys(words: list[str]) -> list[str]:
    return [spelled_out(word) or word for word in words]


def _pieces(one: list[str], two: list[str], tag: str, i: int, j: int, k: int, m: int) -> Iterator[TextPiece]:
    if tag == "equal":
        yield TextPiece(" ".join(two[k:m]), PieceKind.GLEICH)
        return
    if i < j:
        yield TextPiece(" ".join(one[i:j]), PieceKind.ONLY_ZITAT)
    if k < m:
        yield TextPiece(" ".join(two[k:m]), PieceKind.ONLY_QUELLE)
