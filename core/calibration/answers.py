"""The stored answers of an Eichung as columns: every figure is computed from these, none from rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.calibration.questions import Variant
from core.decisions.party_votes import APPROVAL_FROM, REJECTION_UNTIL

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Texts = NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class Antworten:
    """`haltung` is 1, 0 or -1; not a number where the model abstained. `these` counts from 0 without gaps."""

    these: Ints
    jahr: Ints
    partei: Texts
    etikett: Texts
    variante: Texts
    wiederholung: Ints
    position: Floats
    score: Floats
    haltung: Floats
    naehe: Floats
    stand: Texts

    def __len__(self) -> int:
        return len(self.these)

    def where(self, chosen: Bools) -> "Antworten":
        return Antworten(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    def of(self, variante: Variant) -> "Antworten":
        return self.where(self.variante == str(variante))

    @property
    def parteien(self) -> list[str]:
        return [str(partei) for partei in np.unique(self.partei)]

    @property
    def thesen(self) -> int:
        """How many there are room for."""
        return int(self.these.max()) + 1 if len(self) else 0


def haltung(score: Floats) -> Floats:
    """7 → 1, 5 → 0, 2 → -1; what abstained stays not a number."""
    return np.where(
        np.isnan(score), np.nan, (score >= APPROVAL_FROM).astype(float) - (score <= REJECTION_UNTIL)
    )


def make_antworten(columns: Mapping[str, Sequence[object]]) -> Antworten:
    """From the columns of the store."""
    score = np.array(columns["score"], dtype=np.float64)
    return Antworten(
        these=np.unique(np.array(columns["these"], dtype=np.int64), return_inverse=True)[1],
        jahr=np.array(columns["jahr"], dtype=np.int64),
        partei=np.array(columns["partei"], dtype=np.str_),
        etikett=np.array(columns["etikett"], dtype=np.str_),
        variante=np.array(columns["variante"], dtype=np.str_),
        wiederholung=np.array(columns["wiederholung"], dtype=np.int64),
        position=np.array(columns["position"], dtype=np.float64),
        score=score,
        haltung=haltung(score),
        naehe=np.array(columns["naehe"], dtype=np.float64),
        stand=np.array(columns["stand"], dtype=np.str_),
    )


def paired(left: Antworten, right: Antworten) -> tuple[Antworten, Antworten]:
    """Of both what was asked about the same thesis and party, in one order; of repeats the first."""
    left, right = (one.where(one.wiederholung == 1) for one in (left, right))
    codes = {name: number for number, name in enumerate(np.union1d(left.partei, right.partei))}
    mine, theirs = (one.these * max(1, len(codes)) + _codes(one.partei, codes) for one in (left, right))
    _, at_left, at_right = np.intersect1d(mine, theirs, assume_unique=True, return_indices=True)
    return _take(left, at_left), _take(right, at_right)


def _codes(names: Texts, codes: Mapping[object, int]) -> Ints:
    return np.array([codes[name] for name in names], dtype=np.int64)


def _take(antworten: Antworten, rows: Ints) -> Antworten:
    return Antworten(*(getattr(antworten, name)[rows] for name in antworten.__dataclass_fields__))
