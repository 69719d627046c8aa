"""The difference between what a model emitted and what the source says, word by word."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from core.german.letter_key import letters


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


def _keys(words: list[str]) -> list[str]:
    return [letters(word) or word for word in words]


def _pieces(one: list[str], two: list[str], tag: str, i: int, j: int, k: int, m: int) -> Iterator[TextPiece]:
    if tag == "equal":
        yield TextPiece(" ".join(two[k:m]), PieceKind.GLEICH)
        return
    if i < j:
        yield TextPiece(" ".join(one[i:j]), PieceKind.ONLY_ZITAT)
    if k < m:
        yield TextPiece(" ".join(two[k:m]), PieceKind.ONLY_QUELLE)
