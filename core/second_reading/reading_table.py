"""Readings as a table to take along: a row per unit and reader, and what was settled."""

from collections.abc import Iterable, Iterator, Mapping

from core.models import Typ
from core.runs.lauf import Lauf
from core.runs.store import Runstore
from core.runs.workbook import Angabe, Table, Zeile, as_csv
from core.second_reading.readings import (
    TITLE,
    Readings,
    ReadUnit,
    UnitKey,
    Value,
    Variable,
    reader_told,
    settled_value,
    value_told,
)

NAME = "Zweitlesung"
HEAD = (
    "Lauf", "Antrag", "Drucksache", "Modell", "Partei", "Programm", "Zitat Nr.", "Zu Forderung", "Merkmal",
    "Wer", "Name", "Wert", "Unabhängig", "Notiz oder Grund", "Punkte des Modells", "Wortlaut",
)  # fmt: skip
READER, SETTLED = "Lesung", "Festlegung"


def readings_csv(store: Runstore, readings: Readings) -> bytes:
    return as_csv(reading_table(store, readings))


def reading_table(store: Runstore, readings: Readings) -> Table:
    laeufe = {one.id: store.load(one.id) for one in readings.laeufe}
    return Table(NAME, HEAD, tuple(row for unit in readings.units for row in _rows(laeufe, unit)))


def _rows(laeufe: Mapping[str, Lauf], unit: ReadUnit) -> Iterator[Zeile]:
    lauf = laeufe[unit.key.lauf_id]
    for said, is_blind in ((unit.said, True), (unit.late, False)):
        for name, value in said.items():
            told = (reader_told(name), _value(value), is_blind and bool(name), unit.notes.get(name))
            yield (*_place(lauf, unit.key), READER, *told, *_material(lauf, unit.key))
    for one in unit.settled:
        told = (one.name, _value(settled_value(one)), False, one.grund)
        yield (*_place(lauf, unit.key), SETTLED, *told, *_material(lauf, unit.key))


def _place(lauf: Lauf, key: UnitKey) -> Zeile:
    model = lauf.modell_geantwortet or lauf.modell_gefragt
    number = None if key.zitat is None else key.zitat + 1
    return (
        lauf.id, lauf.antrag.titel, lauf.antrag.drucksache, model, key.partei, Typ(key.typ).title(), number,
        key.forderung, TITLE[key.variable],
    )  # fmt: skip


def _value(value: Value) -> Angabe:
    """Points stay a number."""
    return value if isinstance(value, float) else value_told(value)


def _material(lauf: Lauf, key: UnitKey) -> Zeile:
    points = (one.score for one in lauf.scores if (one.partei, one.typ) == (key.partei, key.typ))
    model = next(points, None) if key.variable is Variable.PUNKTE else None
    return model, quote_words(lauf, key)


def quote_words(lauf: Lauf, key: UnitKey) -> str | None:
    """The words of the quote that is judged, exactly as it was bound; None of points."""
    if key.zitat is None:
        return None
    own: Iterable[str] = (one.eintrag.text for one in lauf.zitate if one.partei == key.partei)
    return next((text for number, text in enumerate(own) if number == key.zitat), None)
