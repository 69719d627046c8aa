"""How far judgements lie from official positions: figures with intervals by a bootstrap over theses.

Whole theses are drawn, for the parties' answers to one thesis hang together. Everything that is added up is
added up per thesis first, so that a draw is one product of matrices.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.decisions.party_votes import APPROVAL_FROM, REJECTION_UNTIL
from core.statistical_measures import Interval, anteile, draws, percentiles

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

LITERATURE = (25.0, 54.0)
"""Percent of theses in which two chatbots made for German elections gave another answer than the party itself
(Dormuth, Franke, Hafer and others 2025, arXiv:2502.15568: 38 theses of the federal election of 2025)."""


@dataclass(frozen=True, slots=True)
class Antworten:
    """The stored answers of an Eichung as columns. `haltung` is 1, 0 or -1; not a number where the model
    abstained. `these` counts from 0 without gaps.
    """

    these: NDArray[np.int64]
    partei: NDArray[np.str_]
    position: Floats
    score: Floats
    haltung: Floats

    def __len__(self) -> int:
        return len(self.these)

    def where(self, chosen: Bools) -> "Antworten":
        return Antworten(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    @property
    def thesen(self) -> int:
        """How many there are room for."""
        return int(self.these.max()) + 1 if len(self) else 0


def make_antworten(columns: Mapping[str, Sequence[object]]) -> Antworten:
    """From the columns of the store."""
    score = np.array(columns["score"], dtype=np.float64)
    return Antworten(
        these=np.unique(np.array(columns["these"], dtype=np.int64), return_inverse=True)[1],
        partei=np.array(columns["partei"], dtype=np.str_),
        position=np.array(columns["position"], dtype=np.float64),
        score=score,
        haltung=haltung(score),
    )


def haltung(score: Floats) -> Floats:
    """7 → 1, 5 → 0, 2 → -1; what abstained stays not a number."""
    return np.where(
        np.isnan(score), np.nan, (score >= APPROVAL_FROM).astype(float) - (score <= REJECTION_UNTIL)
    )


# --- deviation and F1 ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Accordance:
    """Of one party, or of all. Shares are between 0 and 1.

    `abweichung`: of the answers that take a side or are neutral, those that are not the official position;
    `enthaltung`: of all questions, those without an answer.
    """

    faelle: int
    beantwortet: int
    abweichung: Interval
    macro_f1: Interval
    enthaltung: Interval


@dataclass(frozen=True, slots=True)
class OverallPicture:
    gesamt: Accordance
    parteien: dict[str, Accordance]


def overall_picture(antworten: Antworten) -> OverallPicture:
    """Of all parties together and each alone."""
    weights = draws(antworten.thesen)
    each = {
        str(partei): _accordance(antworten.where(antworten.partei == partei), weights)
        for partei in np.unique(antworten.partei)
    }
    return OverallPicture(_accordance(antworten, weights), each)


def _accordance(antworten: Antworten, weights: Floats) -> Accordance:
    answered = ~np.isnan(antworten.haltung)
    right, given = (values[answered].astype(int) + 1 for values in (antworten.position, antworten.haltung))
    size = weights.shape[1]
    # Per thesis how often officially i was answered by j: reject, neutral, agree.
    places = antworten.these[answered] * 9 + right * 3 + given
    cells = np.bincount(places, minlength=size * 9).reshape(size, 9)
    asked, total = np.bincount(antworten.these, minlength=size), cells.sum(axis=1)
    wrong = total - cells[:, ::4].sum(axis=1)
    return Accordance(
        faelle=len(antworten),
        beantwortet=int(answered.sum()),
        abweichung=_ratio(wrong, total, weights),
        macro_f1=percentiles(macro_f1(weights @ cells)),
        enthaltung=_ratio(asked - total, asked, weights),
    )


def macro_f1(cells: Floats) -> Floats:
    """The mean over reject, neutral and agree, of those that occur at all; a row of nine counts per draw."""
    counts = cells.reshape(-1, 3, 3)
    hit = np.einsum("bii->bi", counts)
    both = counts.sum(axis=1) + counts.sum(axis=2)
    with np.errstate(invalid="ignore", divide="ignore"):
        each = np.where(both > 0, 2 * hit / both, np.nan)
    occurring = (~np.isnan(each)).sum(axis=1)
    return np.where(occurring, np.nansum(each, axis=1) / np.maximum(occurring, 1), np.nan)


def _ratio(hit: NDArray[np.int64], of: NDArray[np.int64], weights: Floats) -> Interval:
    return percentiles(anteile(np.stack([hit, of], axis=1).astype(np.float64), weights))


# --- what points are worth: how often the party really agrees at so many of them ----------------------------

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


def zuverlaessigkeit(antworten: Antworten) -> tuple[PunkteLevel, ...]:
    """Of the answers that gave points; officially neutral counts as not agreed.

    Neighbours are thrown together until more points never mean fewer agreements (isotonic regression):
    points 3, 5, 7 with shares 0.2, 0.1, 0.9 of ten cases each: 3 to 5 becomes one step of 0.15.
    """
    known = ~np.isnan(antworten.score)
    values, inverse = np.unique(antworten.score[known], return_inverse=True)
    counts = np.bincount(inverse)
    agreed = np.bincount(inverse, weights=(antworten.position[known] > 0).astype(float))
    stufen: list[PunkteLevel] = []
    for value, count, hit in zip(values, counts, agreed, strict=True):
        stufen.append(PunkteLevel(float(value), float(value), int(count), int(hit)))
        while len(stufen) > 1 and stufen[-2].anteil >= stufen[-1].anteil:
            upper, lower = stufen.pop(), stufen.pop()
            faelle, hits = lower.faelle + upper.faelle, lower.zustimmungen + upper.zustimmungen
            stufen.append(PunkteLevel(lower.von, upper.bis, faelle, hits))
    return tuple(stufen)
