"""What is told of a quote, and of whom each is where one sentence has several: „das eine …, das andere …“."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.features.textcheck.clause import AGAINST, NOBODY, Speaker, named_in
from core.features.textcheck.fixed_forms import TURNS
from core.features.textcheck.sentence_words import Words


@dataclass(slots=True)
class Told:
    """What the words around one quote say of it.

    `goes_on`: they give it to whoever spoke last („weiter heißt es“). `words`: the clauses before and behind
    it; `source`: what stands in brackets or behind a dash after it. `named`: all parties that the words
    around it name, whatever they are there; `is_said`: somebody says or denies something there. `denied`: the
    words by which the text itself says that it is invented.
    """

    speaker: Speaker = NOBODY
    goes_on: bool = False
    before: str = ""
    behind: str = ""
    source: str = ""
    named: tuple[str, ...] = ()
    is_said: bool = False
    denied: str = ""


def one_against_the_other(own: Sequence[Told], words: Words) -> None:
    """„SPD vs. FDP: „a“ vs. „b““."""
    either = own[0].speaker.moeglich
    is_against = sum(word.low in AGAINST for word in words) == len(own) - 1
    if is_against and len(either) == len(own) > 1 and all(one.speaker == own[0].speaker for one in own):
        for one, partei in zip(own, either, strict=True):
            one.speaker = Speaker((partei,), is_plain=True)


ONE_AND_OTHER = re.compile(
    r"\b(?:das|die|der|den|dem) einen?\b.*\b(?:das|die|der|den|dem) anderen?\b"
    r"|\b(?P<named>Erster\w+)\b.*\bLetzter\w+",
    re.IGNORECASE,
)


def one_and_other(own: Sequence[Told], words: Words, slots: Sequence[int]) -> None:
    """„Das eine („a“) schreibt A, das andere („b“) B“: in order, where each quote has one name on the same
    side; „A und B: Erstere schreibt „a“, Letztere „b““. Of all else nobody can tell."""
    found = ONE_AND_OTHER.search(" ".join(word.text for word in words))
    if found is None or len(own) != 2:
        return
    parts = (words[: slots[0]], words[slots[0] + 1 : slots[1]], words[slots[1] + 1 :])
    first, between, last = (named_in(part) for part in parts)
    is_denied = any(word.low in TURNS for word in words)
    order: tuple[str, ...] = ()
    if found["named"] and len(first) == 2 and not between and not last:
        order = first
    elif len(between) == 1 and (len(first), len(last)) in ((0, 1), (1, 0)):
        order = (*first, *between, *last)
    if len(set(order)) == 2 and not is_denied:
        for one, partei in zip(own, order, strict=True):
            one.speaker = Speaker((partei,), is_plain=True)
    elif named := tuple(dict.fromkeys((*first, *between, *last))):
        for one in own:
            one.speaker = Speaker(moeglich=named)


RESPECTIVE = re.compile(r"\b(?:beziehungsweise|bzw|respektive|jeweils)\b")


def respectively(own: Sequence[Told], follow: Speaker, is_ordered: bool) -> None:
    """„„a“ und „b“ versprechen A und B“: of which of them each is, only „beziehungsweise“ tells."""
    joined = [one for one in own if one.speaker in (NOBODY, follow)]
    for n, one in enumerate(joined):
        if len(follow.parteien) > 1 and len(joined) > 1:
            one.speaker = (
                Speaker((follow.parteien[n],), is_plain=follow.is_plain)
                if is_ordered and len(joined) == len(follow.parteien)
                else Speaker(moeglich=follow.parteien)
            )
        else:
            one.speaker = follow


def by_order(own: Sequence[Told]) -> None:
    """„„a“ und „b“ (A, S. 1; B, S. 2)“: as many sources as quotes, in their order."""
    for n, one in enumerate(own):
        parts = [part.strip() for part in re.split(";|(?<=\\d), (?=[A-Z])", one.source) if part.strip()]
        first = n - len(parts) + 1
        if len(parts) > 1 and first >= 0 and not any(other.source for other in own[first:n]):
            for other, part in zip(own[first : n + 1], parts, strict=True):
                other.source = part
