"""How far judgements lie from official positions: figures with intervals by a bootstrap over theses.

Whole theses are drawn, for the parties' answers to one thesis hang together. Everything that is added up is
added up per thesis first, so that a draw is one product of matrices.
"""

from dataclasses import dataclass
from math import nan

import numpy as np

from core.calibration.answers import Antworten, Bools, Floats
from core.statistical_measures import Interval, anteile, draws, percentiles

STANCES = (-1, 0, 1)

LITERATURE = (25.0, 54.0)
"""Percent of theses in which two chatbots made for German elections gave another answer than the party itself
(Dormuth, Franke, Hafer and others 2025, arXiv:2502.15568: 38 theses of the federal election of 2025)."""


@dataclass(frozen=True, slots=True)
class Accordance:
    """Of one party, or of all. Shares are between 0 and 1.

    `abweichung`: of the answers that take a side or are neutral, those that are not the official position;
    `abstand`: how far they lie from it on -1, 0, 1; `matrix[i][j]`: officially i, answered j (reject,
    neutral, agree). `enthaltung`: of all questions, those without an answer.
    """

    faelle: int
    beantwortet: int
    abweichung: Interval
    macro_f1: Interval
    abstand: Interval
    enthaltung: Interval
    matrix: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class OverallPicture:
    """`luecke`: the largest deviation of a party less the smallest."""

    gesamt: Accordance
    parteien: dict[str, Accordance]
    luecke: Interval


def overall_picture(antworten: Antworten) -> OverallPicture:
    """Of all parties together and each alone; repeats count as answers of their own."""
    weights = draws(antworten.thesen)
    parteien = antworten.parteien
    masks = {partei: antworten.partei == partei for partei in parteien}
    each = {partei: _accordance(antworten.where(masks[partei]), weights) for partei in parteien}
    own = {partei: one for partei, one in each.items() if one.beantwortet}
    return OverallPicture(
        _accordance(antworten, weights),
        each,
        _gap(antworten, [masks[partei] for partei in own], weights),
    )


def deviation(antworten: Antworten) -> Interval:
    """Of answers of one kind alone, as for controls."""
    answered = ~np.isnan(antworten.haltung)
    wrong = answered & (antworten.haltung != antworten.position)
    return share(antworten, wrong, answered)


def share(antworten: Antworten, hit: Bools, of: Bools) -> Interval:
    """A rate with its interval over theses."""
    weights = draws(antworten.thesen)
    sums = np.stack([per_thesis(antworten, hit), per_thesis(antworten, of)], axis=1)
    return _ratio(sums, weights)


def per_thesis(antworten: Antworten, values: Bools | Floats) -> Floats:
    weights = values.astype(np.float64)
    return np.bincount(antworten.these, weights=weights, minlength=antworten.thesen).astype(np.float64)


def _accordance(antworten: Antworten, weights: Floats) -> Accordance:
    answered = ~np.isnan(antworten.haltung)
    said = np.where(answered, antworten.haltung, 0)
    right, given = antworten.position.astype(int) + 1, said.astype(int) + 1
    size = weights.shape[1]
    cells = np.bincount(
        antworten.these[answered] * 9 + right[answered] * 3 + given[answered], minlength=size * 9
    ).reshape(size, 9)
    # A weight for those farther than one step: agreeing with what is rejected is two steps off.
    steps = np.abs(np.subtract.outer(STANCES, STANCES)).ravel()
    asked = np.bincount(antworten.these, minlength=size)
    total = cells.sum(axis=1)
    return Accordance(
        faelle=len(antworten),
        beantwortet=int(answered.sum()),
        abweichung=_ratio(np.stack([cells @ (steps > 0), total], axis=1), weights),
        macro_f1=percentiles(macro_f1(weights @ cells)),
        abstand=_ratio(np.stack([cells @ steps, total], axis=1), weights),
        enthaltung=_ratio(np.stack([asked - total, asked], axis=1), weights),
        matrix=tuple(map(tuple, cells.sum(axis=0).reshape(3, 3).tolist())),
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


def _gap(antworten: Antworten, masks: list[Bools], weights: Floats) -> Interval:
    if len(masks) < 2:
        return Interval(nan, 0.0, 1.0)
    answered = ~np.isnan(antworten.haltung)
    wrong = answered & (antworten.haltung != antworten.position)
    each = [
        anteile(np.stack([per_thesis(antworten, wrong & m), per_thesis(antworten, answered & m)], 1), weights)
        for m in masks
    ]
    drawn = np.stack(each)
    with np.errstate(invalid="ignore"):
        return percentiles(np.nanmax(drawn, axis=0) - np.nanmin(drawn, axis=0))


def _ratio(sums: Floats, weights: Floats) -> Interval:
    return percentiles(anteile(sums, weights))
