"""What the same questions give without the model's judgement, and what changes where nothing should."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import nan

import numpy as np

from core.calibration.agreement import deviation, share
from core.calibration.answers import Antworten, Bools, Floats, paired
from core.calibration.questions import Variant
from core.statistical_measures import Interval

GLEICH = (
    Variant.UMFORMULIERT,
    Variant.ETIKETT,
    Variant.NAMENLOS,
    Variant.WUNSCH,
    Variant.BEFEHL_ANTRAG,
    Variant.BEFEHL_PROGRAMM,
)
"""Variants under which a judgement should stay as it is."""


@dataclass(frozen=True, slots=True)
class Kontrolle:
    """A way to answer, and how far it is from official positions; `enthaltung` of all questions."""

    name: str
    abweichung: Interval
    enthaltung: Interval
    faelle: int


@dataclass(frozen=True, slots=True)
class Robustness:
    """Of `faelle` pairs, the share in which the variant did what it should."""

    name: str
    anteil: Interval
    faelle: int


def controls(antworten: Antworten) -> dict[str, Kontrolle]:
    """By key: the model itself, then what it is compared with, all on the questions asked first."""
    base = _first(antworten.of(Variant.PROGRAMM))
    if not len(base):
        return {}
    said = {
        "modell": base.haltung,
        "mehrheit": _majority(base),
        "zustimmen": np.ones(len(base)),
        "naehe": _by_nearness(base),
    }
    found = {key: _control(key, replace(base, haltung=values)) for key, values in said.items()}
    for variante in (Variant.GEDAECHTNIS, Variant.BEGRUENDUNG):
        if len(own := _first(antworten.of(variante))):
            found[str(variante)] = _control(str(variante), own)
    return found


def robustness(antworten: Antworten) -> dict[str, Robustness]:
    """By variant, and „wiederholung“ for the same question asked again."""
    base = antworten.of(Variant.PROGRAMM)
    found = {"wiederholung": _repeats(base)} if (base.wiederholung > 1).any() else {}
    for variante in (GLEICH[0], Variant.VERNEINT, *GLEICH[1:]):
        first, other = paired(base, antworten.of(variante))
        if len(first):
            found[str(variante)] = _kept(variante, first, other)
    return found


def both_answered(first: Antworten, other: Antworten) -> Bools:
    return ~np.isnan(first.haltung) & ~np.isnan(other.haltung)


def _first(antworten: Antworten) -> Antworten:
    return antworten.where(antworten.wiederholung == 1)


def _control(name: str, antworten: Antworten) -> Kontrolle:
    silent = np.isnan(antworten.haltung)
    told = share(antworten, silent, np.ones(len(antworten), dtype=bool))
    return Kontrolle(name, deviation(antworten), told, int((~silent).sum()))


def _majority(base: Antworten) -> Floats:
    """The commonest position of the election: it is told the answers, so it is hard to beat."""
    said = np.zeros(len(base))
    for jahr in np.unique(base.jahr):
        own = base.jahr == jahr
        values, counts = np.unique(base.position[own], return_counts=True)
        said[own] = values[counts.argmax()]
    return said


def _by_nearness(base: Antworten) -> Floats:
    """Agrees where a passage is near enough, else rejects; for each half of the theses the other half tells
    how near that is."""
    said = np.full(len(base), np.nan)
    for half in (0, 1):
        test, train = base.these % 2 == half, base.these % 2 != half
        cut = _best_cut(base.naehe[train], base.position[train])
        said[test] = np.where(base.naehe[test] >= cut, 1.0, -1.0)
    return np.where(np.isnan(base.naehe), np.nan, said)


def _best_cut(naehe: Floats, position: Floats) -> float:
    known = ~np.isnan(naehe) & (position != 0)
    if not known.any():
        return nan
    order = np.argsort(naehe[known])
    near, right = naehe[known][order], position[known][order]
    # Cut before i: below rejects, from i on agrees.
    below = np.concatenate([[0], np.cumsum(right < 0)])
    above = (right > 0).sum() - np.concatenate([[0], np.cumsum(right > 0)])
    best = int((below + above).argmax())
    return float(near[best]) if best < len(near) else float("inf")


def _repeats(base: Antworten) -> Robustness:
    """A question asked again counts as kept where every answer takes the same side."""
    codes = {name: number for number, name in enumerate(base.parteien)}
    party = np.array([codes[str(name)] for name in base.partei])
    pair = base.these * len(codes) + party
    size = base.thesen * len(codes)
    known = np.where(np.isnan(base.haltung), 7.0, base.haltung)
    counts = np.bincount(pair, minlength=size)
    low, high = np.full(size, np.inf), np.full(size, -np.inf)
    np.minimum.at(low, pair, known)
    np.maximum.at(high, pair, known)
    first = base.where((base.wiederholung == 1) & (counts[pair] > 1))
    own = (base.these * len(codes) + party)[(base.wiederholung == 1) & (counts[pair] > 1)]
    same = (low == high)[own]
    return Robustness("wiederholung", share(first, same, np.ones(len(first), dtype=bool)), len(first))


def _kept(variante: Variant, first: Antworten, other: Antworten) -> Robustness:
    both = both_answered(first, other)
    if variante is Variant.VERNEINT:
        both &= first.haltung != 0
        same = both & (other.haltung == -first.haltung)
    else:
        same = both & (other.haltung == first.haltung)
    return Robustness(str(variante), share(first, same, both), int(both.sum()))


def by_time(antworten: Antworten, later: Mapping[int, bool]) -> dict[bool, Interval]:
    """Deviation of elections before and after a model's training ended; year → whether it was after."""
    base = antworten.of(Variant.PROGRAMM)
    found = {}
    for after in (False, True):
        years = [jahr for jahr, is_after in later.items() if is_after is after]
        own = base.where(np.isin(base.jahr, years))
        if len(own):
            found[after] = deviation(own)
    return found
