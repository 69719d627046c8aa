"""A quote joined of parts from several places of a party's Programme: each must be a quote of its own.

Neighbouring parts that stand close together, in order, are one of them: a quote with an ellipsis.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.citations.eintrag import ELLIPSIS
from core.citations.exact_match import (
    MIN_LETTERS,
    Fund,
    Span,
    find_parts,
    is_too_short,
    is_unsure,
    overlaps,
    parts,
    unwrapped,
)
from core.citations.quellen import Quelle
from core.german.folding import spelled_out
from core.programme.sieve import runs

MOST_PARTS = 12
"""A quote with more parts is no quote but a collection; real models gave five at most."""

Shown = tuple[Quelle, Sequence[Span]]
"""A source, and the ranges of it that the model was shown."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an emitted quote. `fund`: its place, None where it stands nowhere or is too short to stand
    alone; `number`: in how many places its source has it; `is_shown`: to the model."""

    text: str
    fund: Fund | None = None
    number: int = 0
    is_shown: bool = False


def joined_parts(text: str, shown: Sequence[Shown], sources: Sequence[Quelle]) -> list[Part]:
    """The parts of a quote that as a whole stands nowhere; none where it has but one, or too many.

    `sources`: what else is the party's; what stands only there was not shown.
    """
    pieces = parts(unwrapped(text))
    found: list[Part] = []
    if not 2 <= len(pieces) <= MOST_PARTS:
        return found
    at = 0
    while at < len(pieces):
        before = found[-1].fund if found else None
        candidates = (
            (n, part)
            for n in range(min(len(pieces) - at, len(pieces) - 1), 0, -1)
            if (part := _placed(pieces[at : at + n], shown, sources, before))
        )
        used, part = next(candidates, (1, Part(pieces[at])))
        found.append(part)
        at += used
    return found


def _placed(
    pieces: Sequence[str], shown: Sequence[Shown], sources: Iterable[Quelle], before: Fund | None
) -> Part | None:
    """These pieces as one quote: where the model saw it, else where it could have.

    Of several places it is the nearest to the part before.
    """
    text, keys = ELLIPSIS.join(pieces), [spelled_out(piece) for piece in pieces]
    if is_too_short(text) or any(len(key) < MIN_LETTERS for key in keys):
        return None
    way = tuple([number for key in keys for number in runs(key)])
    seen = [
        (fund, len(finds))
        for quelle, ranges in shown
        if (finds := _finds(pieces, way, quelle))
        for fund in finds
        if overlaps(fund, ranges)
    ]
    every = seen or [
        (fund, len(finds)) for one in sources for finds in [_finds(pieces, way, one)] for fund in finds
    ]
    if not every:
        return None
    fund, number = min(every, key=lambda entry: (is_unsure(entry[0]), *_far(entry[0], before)))
    return Part(text, fund, number, bool(seen))


def _finds(pieces: Sequence[str], way: tuple[int, ...], quelle: Quelle) -> list[Fund]:
    return find_parts(pieces, quelle) if quelle.may_hold([way]) else []


def _far(fund: Fund, before: Fund | None) -> tuple[bool, int]:
    """In another Programm, and how many characters away."""
    if before is None or before.quelle is not fund.quelle:
        return before is not None, 0
    return False, abs(fund.spans[0][0] - before.spans[-1][1])
