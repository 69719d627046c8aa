"""Measures of evidence that researchers know, on our unit: a judgement (one party, one kind of Programm).

Citation recall and precision are those of ALCE (Gao et al. 2023, `compute_autoais`): a statement is
supported if its citations *joined* entail it, and one without any is not; a citation counts if its
statement is supported and it entails it alone, or the others without it do not. There the entailment is a
model's on the joined passages. Here it follows from what is said of every quote: several together carry
points of 6 and more if one of them supports and none contradicts, points of 4 and less the other way round.
Points between claim no direction.

ALCE takes the mean over answers of the means over statements; the share of all, taken here, is what has a
numerator, a denominator and an interval. It reads three citations at most, here all count. A quote that
stands nowhere, which there makes its statement unsupported, has been dropped here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from core.base.statistical_measures import Interval, share_interval
from core.llm.verdict import Verdict
from core.wortlaut.records import Typ

OPPOSITE = {Verdict.STUETZT: Verdict.WIDERSPRICHT, Verdict.WIDERSPRICHT: Verdict.STUETZT}


@dataclass(frozen=True, slots=True)
class BelegZitat:
    """A bound quote: its number (from 0, per party), and what was said of it (None: nothing)."""

    nummer: int
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a Lauf says of one kind of Programm of a party."""

    lauf_id: str
    partei: str
    typ: Typ
    score: float | None
    zitate: tuple[BelegZitat, ...] = ()

    @property
    def richtung(self) -> Verdict | None:
        """What its quotes have to say; None between yes and no."""
        return Verdict.of_score(self.score)

    @property
    def is_checked(self) -> bool:
        """Was something said of every quote? Of none nothing has to be."""
        return all(zitat.verdict is not None for zitat in self.zitate)


@dataclass(frozen=True, slots=True)
class BelegCase:
    """One case behind a figure: a judgement, or a quote of it; `zaehlt`: in the numerator."""

    lauf_id: str
    partei: str
    typ: Typ
    zaehlt: bool
    zitat: int | None = None


@dataclass(frozen=True, slots=True)
class BelegMeasure:
    """A figure with its cases. `ausgelassen`: what was not counted, by reason."""

    faelle: tuple[BelegCase, ...]
    ausgelassen: Mapping[str, int] = field(default_factory=dict)

    @property
    def zaehler(self) -> int:
        return sum(fall.zaehlt for fall in self.faelle)

    @property
    def nenner(self) -> int:
        return len(self.faelle)

    @property
    def intervall(self) -> Interval | None:
        return share_interval(self.zaehler, self.nenner) if self.nenner else None


def is_supported(judgement: Judgement) -> bool:
    """Do its quotes together carry the direction of its points?"""
    said, wanted = {zitat.verdict for zitat in judgement.zitate}, judgement.richtung
    return wanted is not None and wanted in said and OPPOSITE[wanted] not in said


def beleg_recall(judgements: Sequence[Judgement]) -> BelegMeasure:
    """Judgements with a direction whose quotes together carry it, of all such judgements."""
    counted, left_out = _directed(judgements)
    return BelegMeasure(tuple(_fall(one, is_supported(one)) for one in counted), left_out)


def beleg_precision(judgements: Sequence[Judgement]) -> BelegMeasure:
    """Quotes that carry their judgement alone, or without which the others do not, of all its quotes.

    Where all together carry it, those are the ones that say so themselves.
    """
    counted, left_out = _directed(judgements)
    faelle = [
        _fall(one, is_supported(one) and zitat.verdict is one.richtung, zitat.nummer)
        for one in counted
        for zitat in one.zitate
    ]
    return BelegMeasure(tuple(faelle), left_out)


def direction_agrees(judgements: Sequence[Judgement]) -> BelegMeasure:
    """Of the judgements with a direction of whose quotes any says yes or no: those in which none says the
    opposite."""
    counted, left_out = _directed(judgements)
    said = [one for one in counted if _directions(one)]
    left_out |= {"ohne Zitat mit Richtung": len(counted) - len(said)}
    return BelegMeasure(tuple(_fall(one, _directions(one) == {one.richtung}) for one in said), left_out)


def _directed(judgements: Iterable[Judgement]) -> tuple[list[Judgement], dict[str, int]]:
    scored = [one for one in judgements if one.score is not None]
    directed = [one for one in scored if one.richtung is not None]
    counted = [one for one in directed if one.is_checked]
    reasons = {
        "Punkte ohne Richtung": len(scored) - len(directed),
        "nicht ganz geprüft": len(directed) - len(counted),
    }
    return counted, reasons


def _directions(one: Judgement) -> set[Verdict | None]:
    return {zitat.verdict for zitat in one.zitate} & set(OPPOSITE)


def _fall(one: Judgement, zaehlt: bool, zitat: int | None = None) -> BelegCase:
    return BelegCase(one.lauf_id, one.partei, one.typ, zaehlt, zitat)
