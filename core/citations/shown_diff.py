"""The difference between what a model emitted and what the source says, word by word."""

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum

from core.german.letter_key import letters


class Stueckart(StrEnum):
    GLEICH = "gleich"
    NUR_ZITAT = "nur im Zitat"
    NUR_QUELLE = "nur in der Quelle"


@dataclass(frozen=True, slots=True)
class Textstueck:
    text: str
    art: Stueckart


def differences(emittiert: str, quelle: str, exact: bool = False) -> list[Textstueck]:
    """Both texts in one, in order. Unless `exact`, case and punctuation make no difference, as in binding."""
    one, two = emittiert.split(), quelle.split()
    keys = (one, two) if exact else (_keys(one), _keys(two))
    matcher = SequenceMatcher(None, *keys, autojunk=False)
    return [stueck for opcode in matcher.get_opcodes() for stueck in _stuecke(one, two, *opcode)]


def _keys(words: list[str]) -> list[str]:
    return [letters(word) or word for word in words]


def _stuecke(
    one: list[str], two: list[str], tag: str, i: int, j: int, k: int, m: int
) -> Iterator[Textstueck]:
    if tag == "equal":
        yield Textstueck(" ".join(two[k:m]), Stueckart.GLEICH)
        return
    if i < j:
        yield Textstueck(" ".join(one[i:j]), Stueckart.NUR_ZITAT)
    if k < m:
        yield Textstueck(" ".join(two[k:m]), Stueckart.NUR_QUELLE)
