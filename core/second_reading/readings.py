"""What readers said of each score and quote: unit by unit, blind to each other, with what was settled."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import mean
from typing import NamedTuple

from core.german import formats
from core.runs.lauf import Urteil
from core.runs.lesung import Festlegung, Lesung, finished_at
from core.runs.lesung_rows import ReadLauf
from core.runs.store import Runstore
from core.support.checker_agreement import CLASSES, consensus
from core.support.verdict import WORT, Verdict

NAMELESS = "ohne Namen"
"""How those are told who gave no name; several may stand behind it, so it is no reader that is compared."""

Value = Verdict | bool | float


class Variable(StrEnum):
    TRAEGT = "traegt"
    PUNKTE = "punkte"
    ZUSTIMMUNG = "zustimmung"


TITLE = {
    Variable.TRAEGT: "Was das Zitat sagt",
    Variable.PUNKTE: "Eigene Punkte",
    Variable.ZUSTIMMUNG: "Zustimmung zum Modell",
}


class UnitKey(NamedTuple):
    """What can be judged: a quote and a Forderung, or the points of a kind of Programm. `zitat` from 0."""

    lauf_id: str
    partei: str
    typ: str
    zitat: int | None
    forderung: str | None
    variable: Variable


@dataclass(frozen=True, slots=True)
class ReadUnit:
    """`said`: by each reader, blind, the last word; `late`: what was said after the reading was finished."""

    key: UnitKey
    said: dict[str, Value] = field(default_factory=dict)
    late: dict[str, Value] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    settled: list[Festlegung] = field(default_factory=list)

    @property
    def is_open(self) -> bool:
        return len(set(self.said.values())) > 1 and not self.settled

    @property
    def distance(self) -> float:
        """How far apart the readers are: „stützt“ and „widerspricht“ as far as five points."""
        numbers = [number_of(value) for value in self.said.values()]
        apart = max(numbers) - min(numbers)
        if self.key.variable is Variable.TRAEGT:
            return 1.0 if {Verdict.STUETZT, Verdict.WIDERSPRICHT} <= set(self.said.values()) else 0.5
        return apart / (5 if self.key.variable is Variable.PUNKTE else 4)

    @property
    def people(self) -> Value | None:
        """What people say of it: what was settled, else the mean of points, else what most say."""
        if self.settled:
            return settled_value(self.settled[-1])
        values = list(self.said.values())
        if self.key.variable is Variable.PUNKTE:
            return mean(map(float, values)) if values else None
        if self.key.variable is Variable.TRAEGT:
            return consensus([value for value in values if isinstance(value, Verdict)])
        return values[0] if len(set(values)) == 1 else None


@dataclass(frozen=True, slots=True)
class Readings:
    laeufe: Sequence[ReadLauf]
    units: Sequence[ReadUnit]
    lesungen: Sequence[Lesung]

    @property
    def open(self) -> list[ReadUnit]:
        """Those furthest apart first."""
        return sorted((one for one in self.units if one.is_open), key=lambda one: -one.distance)

    @property
    def readers(self) -> list[str]:
        return sorted({name for unit in self.units for name in (*unit.said, *unit.late)})


def load_readings(store: Runstore, ids: Collection[str] | None = None) -> Readings:
    """Of these Läufe, or of all of which a person said something."""
    laeufe = [one for one in store.read_laeufe() if ids is None or one.id in ids]
    there = {one.id for one in laeufe}
    lesungen = [one for one in store.list_lesungen() if one.lauf_id in there]
    urteile = (one for one in store.list_urteile() if one.lauf_id in there)
    festlegungen = (one for one in store.list_festlegungen() if one.lauf_id in there)
    return Readings(laeufe, read_units(urteile, lesungen, festlegungen), lesungen)


def read_by(readings: Readings, name: str) -> Readings:
    """What this reader may see: the Läufe that it has read to the end."""
    read = {one.id for one in readings.laeufe if finished_at(readings.lesungen, one.id, name)}
    return Readings(
        [one for one in readings.laeufe if one.id in read],
        [one for one in readings.units if one.key.lauf_id in read],
        [one for one in readings.lesungen if one.lauf_id in read],
    )


def read_units(
    urteile: Iterable[Urteil], lesungen: Sequence[Lesung], festlegungen: Iterable[Festlegung]
) -> list[ReadUnit]:
    """`urteile` and `festlegungen` the oldest first: the last word of each reader counts."""
    units: dict[UnitKey, ReadUnit] = {}
    ends = {(one.lauf_id, one.name): finished_at(lesungen, one.lauf_id, one.name) for one in lesungen}
    for one in urteile:
        end = ends.get((one.lauf_id, one.name))
        is_late = end is not None and one.created is not None and one.created > end
        for key, value in _values(one):
            unit = units.setdefault(key, ReadUnit(key))
            (unit.late if is_late else unit.said)[one.name] = value
            if one.notiz:
                unit.notes[one.name] = one.notiz
    for settled in festlegungen:
        key = _key(settled, _variable(settled))
        units.setdefault(key, ReadUnit(key)).settled.append(settled)
    return [units[key] for key in sorted(units, key=_order)]


def _order(key: UnitKey) -> tuple[str, str, str, int, str, str]:
    number = -1 if key.zitat is None else key.zitat
    return key.lauf_id, key.partei, key.typ, number, key.forderung or "", key.variable


def _values(one: Urteil) -> Iterator[tuple[UnitKey, Value]]:
    yield _key(one, Variable.ZUSTIMMUNG), one.zustimmung
    if one.traegt is not None:
        yield _key(one, Variable.TRAEGT), one.traegt
    if one.punkte is not None:
        yield _key(one, Variable.PUNKTE), one.punkte


def _key(one: Urteil | Festlegung, variable: Variable) -> UnitKey:
    """A person agrees with a quote as a whole, not with what it says to one Forderung."""
    forderung = one.forderung if variable is Variable.TRAEGT else None
    return UnitKey(one.lauf_id, one.partei, one.typ, one.zitat, forderung, variable)


def _variable(settled: Festlegung) -> Variable:
    if settled.traegt is not None:
        return Variable.TRAEGT
    return Variable.ZUSTIMMUNG if settled.punkte is None else Variable.PUNKTE


def settled_value(one: Festlegung) -> Value:
    return next(value for value in (one.traegt, one.punkte, one.zustimmung) if value is not None)


def number_of(value: Value) -> float:
    return float(CLASSES.index(value)) if isinstance(value, Verdict) else float(value)


def value_told(value: Value) -> str:
    """„stützt“, „stimmt nicht“, „6,5 Punkte“."""
    if isinstance(value, Verdict):
        return WORT[value]
    if isinstance(value, bool):
        return "stimmt" if value else "stimmt nicht"
    return f"{formats.score(value)} Punkte"


def reader_told(name: str) -> str:
    return name or NAMELESS


def by_variable(units: Iterable[ReadUnit]) -> dict[Variable, list[ReadUnit]]:
    found: dict[Variable, list[ReadUnit]] = defaultdict(list)
    for unit in units:
        found[unit.key.variable].append(unit)
    return found
