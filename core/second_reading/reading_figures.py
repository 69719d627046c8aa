"""How far readers agree and how far the model is from them, in figures and in sentences."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isinf, isnan

from core.german import formats
from core.runs.store import Runstore
from core.second_reading.coefficients import ReaderAgreement, Scale, reader_agreement
from core.second_reading.readings import (
    Readings,
    ReadUnit,
    Variable,
    by_variable,
    number_of,
)
from core.statistical_measures import Interval, mean_difference, share_interval
from core.support.verdict import Verdict

LEVELS: Mapping[Variable, Sequence[float]] = {
    Variable.TRAEGT: (0, 1, 2),
    Variable.PUNKTE: tuple(step / 2 for step in range(21)),
    Variable.ZUSTIMMUNG: (0, 1),
}
SCALE = {
    Variable.TRAEGT: Scale.NOMINAL,
    Variable.PUNKTE: Scale.INTERVAL,
    Variable.ZUSTIMMUNG: Scale.NOMINAL,
}
COEFFICIENT = {Scale.NOMINAL: "Gwets AC1", Scale.INTERVAL: "Gwets AC2 (quadratisch gewichtet)"}

TENTATIVE, FIRM = 0.667, 0.8
"""Krippendorff, „Content Analysis“, 2nd edition (2004), p. 241: below the first nothing is to be concluded,
below the second only tentatively."""
SOURCE = "Grenzen nach Krippendorff, Content Analysis, 2004, S. 241"
FEW = 20
"""Units below which an interval is too wide to say anything."""

NOBODY = "Noch haben nicht zwei Personen mit Namen dasselbe beurteilt."


@dataclass(frozen=True, slots=True)
class VariableAgreement:
    """How far readers agree on one thing that is asked of them."""

    variable: Variable
    found: ReaderAgreement

    @property
    def satz(self) -> str:
        """„Krippendorffs Alpha 0,74 (95 %: 0,52 bis 0,90) …: nur unter Vorbehalt belastbar (Grenzen …).“"""
        one = self.found
        if not one.n:
            return NOBODY
        what = "Zitate" if self.variable is Variable.TRAEGT else "Urteile"
        read = f"n = {one.n} gemeinsame {what}, {one.readers} Personen"
        coefficient = COEFFICIENT[SCALE[self.variable]]
        return (
            f"Krippendorffs Alpha {_told(one.alpha)}, {coefficient} {_told(one.ac)}; {read}. {self.meaning}"
        )

    @property
    def meaning(self) -> str:
        alpha = self.found.alpha.wert
        if isnan(alpha):
            return "Alle sagten dasselbe; ob das mehr als Zufall ist, kann Alpha dann nicht sagen."
        few = f" Bei weniger als {FEW} gemeinsamen Urteilen schwankt das stark." if self.found.n < FEW else ""
        if alpha >= FIRM:
            return f"Ab 0,80 belastbar.{few} {SOURCE}."
        if alpha >= TENTATIVE:
            return f"Zwischen 0,67 und 0,80 nur unter Vorbehalt belastbar.{few} {SOURCE}."
        return f"Unter 0,67 nicht belastbar.{few} {SOURCE}."


def agreements_of(readings: Readings) -> list[VariableAgreement]:
    """Of what was said blind by readers with a name."""
    found = by_variable(readings.units)
    return [_agreement(variable, found.get(variable, [])) for variable in Variable]


def _agreement(variable: Variable, units: Sequence[ReadUnit]) -> VariableAgreement:
    ratings = [{name: number_of(value) for name, value in unit.said.items() if name} for unit in units]
    return VariableAgreement(variable, reader_agreement(ratings, LEVELS[variable], SCALE[variable]))


def _told(one: Interval) -> str:
    if isnan(one.wert):
        return "nicht bestimmbar"
    bounds = f"95 %: {formats.number(one.von, 2)} bis {formats.number(one.bis, 2)}"
    return f"{formats.number(one.wert, 2)} ({bounds})"


# --- people against the model, party by party ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PeopleAndModel:
    """Of one party. `bias`: by how many points the model gives more than people, Antrag by Antrag."""

    partei: str
    scores: int
    bias: Interval
    carrying: Interval
    quotes: int

    @property
    def bias_told(self) -> str:
        """„+1,2 Punkte (95 %: +0,3 bis +2,1)“."""
        if not self.scores:
            return "–"
        mean = f"{formats.number(self.bias.wert, 1, sign=True)} Punkte"
        if isinf(self.bias.von):
            return f"{mean} (nur ein Antrag)"
        low, high = (formats.number(bound, 1, sign=True) for bound in (self.bias.von, self.bias.bis))
        return f"{mean} (95 %: {low} bis {high})"

    @property
    def carrying_told(self) -> str:
        """„75 % (95 %: 41 bis 93 %)“."""
        if not self.quotes:
            return "–"
        share, low, high = (
            round(100 * value) for value in (self.carrying.wert, self.carrying.von, self.carrying.bis)
        )
        return f"{share} % (95 %: {low} bis {high} %)"


def people_and_model(store: Runstore, readings: Readings) -> list[PeopleAndModel]:
    """People say what they settled on; else the mean of their points, and what most say of a quote."""
    ids = [one.id for one in readings.laeufe]
    model = {(row.lauf_id, row.partei, row.typ): row.score for row in store.scores_of(ids)}
    antrag = {one.id: one.antrag_hash for one in readings.laeufe}
    parteien = sorted({unit.key.partei for unit in readings.units})
    return [
        _of_partei(partei, [unit for unit in readings.units if unit.key.partei == partei], model, antrag)
        for partei in parteien
    ]


def _of_partei(
    partei: str,
    units: Iterable[ReadUnit],
    model: Mapping[tuple[str, str, str], float | None],
    antrag: Mapping[str, str],
) -> PeopleAndModel:
    found = by_variable(units)
    apart: dict[str, list[float]] = defaultdict(list)
    for unit in found[Variable.PUNKTE]:
        points, people = model.get(unit.key[:3]), unit.people
        if points is not None and people is not None:
            apart[antrag[unit.key.lauf_id]].append(points - float(people))
    said = [unit.people for unit in found[Variable.TRAEGT] if unit.people is not None]
    carrying = share_interval(sum(value is Verdict.STUETZT for value in said), len(said))
    scores = sum(map(len, apart.values()))
    return PeopleAndModel(partei, scores, mean_difference(list(apart.values())), carrying, len(said))
