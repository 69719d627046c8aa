"""What points are worth: how often the party really agrees at so many of them.

A monotone map (isotonic regression by pooling neighbours) is fitted on earlier elections and tested on later
ones. Its steps are shares that were observed, so they can be told as such.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from math import nan

import numpy as np

from core.calibration.answers import Antworten, Bools, Floats, Ints, make_antworten
from core.calibration.questions import Variant
from core.german import formats
from core.runs.lauf import Lauf
from core.runs.store import Runstore

CLASSES = 10
"""Of the expected calibration error: one for each point, as is usual."""

TEILE = 5
"""Where there is one election only: each fifth of its theses is tested with what the others taught."""

FEWEST = 10
"""Cases a step has to have before a share of it is told: below, one more case moves it by ten points."""


@dataclass(frozen=True, slots=True)
class PunkteLevel:
    """From `von` to `bis` points: of `faelle` cases so many agreed."""

    von: float
    bis: float
    faelle: int
    zustimmungen: int

    @property
    def anteil(self) -> float:
        return self.zustimmungen / self.faelle


@dataclass(frozen=True, slots=True)
class Reliability:
    """`punkte`: each score as it stands; `stufen`: the map, from all cases.

    `brier` and `ece`: of points taken as tenths, and of the map on cases it was not fitted to. `pruefung`
    says which those were.
    """

    faelle: int
    punkte: tuple[PunkteLevel, ...]
    stufen: tuple[PunkteLevel, ...]
    brier_roh: float
    brier_geeicht: float
    ece_roh: float
    ece_geeicht: float
    pruefung: str


def zuverlaessigkeit(antworten: Antworten) -> Reliability:
    """Of the answers that gave points; officially neutral counts as not agreed."""
    known = antworten.where(~np.isnan(antworten.score))
    agreed = (known.position > 0).astype(float)
    if not len(known):
        return Reliability(0, (), (), nan, nan, nan, nan, "")
    train, pruefung = _earlier(known)
    predicted = _tested(known, agreed, train)
    tested = ~np.isnan(predicted)
    raw, right = known.score[tested] / 10, agreed[tested]
    return Reliability(
        len(known),
        tuple(_each(known.score, agreed)),
        tuple(pooled(known.score, agreed)),
        brier(raw, right),
        brier(predicted[tested], right),
        ece(raw, right),
        ece(predicted[tested], right),
        pruefung,
    )


def pooled(score: Floats, agreed: Floats) -> list[PunkteLevel]:
    """Neighbours are thrown together until more points never mean fewer agreements.

    Points 3, 5, 7 with shares 0.2, 0.1, 0.9 of ten cases each: 3 to 5 becomes one step of 0.15.
    """
    stufen: list[PunkteLevel] = []
    for one in _each(score, agreed):
        stufen.append(one)
        while len(stufen) > 1 and stufen[-2].anteil >= stufen[-1].anteil:
            upper, lower = stufen.pop(), stufen.pop()
            faelle, hits = lower.faelle + upper.faelle, lower.zustimmungen + upper.zustimmungen
            stufen.append(PunkteLevel(lower.von, upper.bis, faelle, hits))
    return stufen


def step_at(stufen: tuple[PunkteLevel, ...] | list[PunkteLevel], score: float) -> PunkteLevel | None:
    """The step these points lie in; None between two, and where too few cases stand behind it."""
    found = next((stufe for stufe in stufen if stufe.von <= score <= stufe.bis), None)
    return found if found and found.faelle >= FEWEST else None


def brier(predicted: Floats, agreed: Floats) -> float:
    return float(np.mean((predicted - agreed) ** 2)) if len(predicted) else nan


def ece(predicted: Floats, agreed: Floats) -> float:
    """How far, on average, what was predicted lies from how often it came true, class by class."""
    if not len(predicted):
        return nan
    classes = np.minimum((predicted * CLASSES).astype(int), CLASSES - 1)
    counts = np.bincount(classes, minlength=CLASSES)
    gaps = np.bincount(classes, weights=predicted - agreed, minlength=CLASSES)
    return float(np.abs(gaps).sum() / counts.sum())


def _each(score: Floats, agreed: Floats) -> list[PunkteLevel]:
    values, inverse = np.unique(score, return_inverse=True)
    counts, hits = np.bincount(inverse), np.bincount(inverse, weights=agreed)
    return [
        PunkteLevel(float(value), float(value), int(count), int(hit))
        for value, count, hit in zip(values, counts, hits, strict=True)
    ]


def _earlier(known: Antworten) -> tuple[list[Bools], str]:
    """Which cases teach, one mask for each part that is tested; and in words."""
    years: Ints = np.unique(known.jahr)
    if len(years) > 1:
        first_later = int(years[(len(years) + 1) // 2])
        until = int(years[(len(years) - 1) // 2])
        told = f"gelernt an Wahlen bis {until}, geprüft an Wahlen ab {first_later}"
        return [known.jahr < first_later], told
    folds = known.these % TEILE
    told = "nur eine Wahl: reihum an vier Fünfteln der Thesen gelernt, am fünften geprüft"
    return [folds != fold for fold in range(TEILE)], told


def _tested(known: Antworten, agreed: Floats, train: list[Bools]) -> Floats:
    """For every case outside of what taught, the share that the map gives; not a number for the others."""
    predicted = np.full(len(known), np.nan)
    for mask in train:
        if mask.any() and not mask.all():
            predicted[~mask] = apply(pooled(known.score[mask], agreed[mask]), known.score[~mask])
    return predicted


def apply(stufen: list[PunkteLevel], score: Floats) -> Floats:
    """Between two steps in a straight line, beyond the ends as at the end."""
    places = np.array([edge for stufe in stufen for edge in (stufe.von, stufe.bis)])
    shares = np.array([stufe.anteil for stufe in stufen for _ in range(2)])
    between: Floats = np.interp(score, places, shares)
    return between


# --- what the points of a Lauf are worth --------------------------------------------------------------------
# Where its model and prompt were held against official positions.


@dataclass(frozen=True, slots=True)
class EichungLevel:
    """At these points so many of the cases agreed, in the Eichung of that moment."""

    stufe: PunkteLevel
    eichung_id: str
    am: datetime

    @property
    def satz(self) -> str:
        """„Bei 6 bis 7 Punkten stimmte die Partei in 82 % der Fälle zu (Eichung vom …)“."""
        von, bis = (formats.shortest(edge) for edge in (self.stufe.von, self.stufe.bis))
        span = f"{von} Punkten" if von == bis else f"{von} bis {bis} Punkten"
        share = f"{formats.number(100 * self.stufe.anteil)} %"
        return (
            f"Bei {span} stimmte die Partei in {share} von {self.stufe.faelle} Fällen zu "
            f"(Eichung vom {formats.day(self.am)}, dieses Modell, dieser Prompt)."
        )


def eichung_level(store: Runstore, lauf: Lauf, score: float | None) -> EichungLevel | None:
    """None where there is no such Eichung, or too few of its cases had points like these."""
    if score is None:
        return None
    found = store.find_eichung(lauf.modell_gefragt, lauf.prompt_hash)
    if found is None:
        return None
    stufen = _levels(store, *found)
    stufe = step_at(stufen, score)
    return EichungLevel(stufe, *found) if stufe else None


@lru_cache(maxsize=8)
def _levels(store: Runstore, eichung_id: str, finished: datetime) -> tuple[PunkteLevel, ...]:
    antworten = make_antworten(store.eichung_columns(eichung_id))
    return zuverlaessigkeit(antworten.of(Variant.PROGRAMM)).stufen
