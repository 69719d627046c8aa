"""The difference between what a model emitted and what the source says, word by word."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from core.programme.schluessel import letters


class Art(StrEnum):
    GLEICH = "gleich"
    NUR_ZITAT = "nur im Zitat"
    NUR_QUELLE = "nur in der Quelle"


@dataclass(frozen=True, slots=True)
class Stueck:
    text: str
    art: Art


def differences(emittiert: str, quelle: str, exact: bool = False) -> list[Stueck]:
    """Both texts in one, in order. Unless `exact`, case and punctuation make no difference, as in binding."""
    one, two = emittiert.split(), quelle.split()
    keys = (one, two) if exact else (_keys(one), _keys(two))
    matcher = SequenceMatcher(None, *keys, autojunk=False)
    return [stueck for opcode in matcher.get_opcodes() for stueck in _stuecke(one, two, *opcode)]


def _keys(words: list[str]) -> list[str]:
    return [letters(word) or word for word in words]


def _stuecke(one: list[str], two: list[str], tag: str, i: int, j: int, k: int, m: int) -> Iterator[Stueck]:
    if tag == "equal":
        yield Stueck(" ".join(two[k:m]), Art.GLEICH)
        return
    if i < j:
        yield Stueck(" ".join(one[i:j]), Art.NUR_ZITAT)
    if k < m:
        yield Stueck(" ".join(two[k:m]), Art.NUR_QUELLE)
