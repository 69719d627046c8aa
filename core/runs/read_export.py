"""Reading in an export as it was uploaded: bounded before it is unpacked."""

import json
from dataclasses import dataclass

from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.runs.connection import StoreConnection
from core.runs.import_laeufe import import_json
from core.runs.lauf_filter import Filter
from core.runs.load_laeufe import count_laeufe
from core.runs.sql import select
from core.runs.tables import lauf

MOST_BYTES = 100 << 20
"""An export of 100 Läufe of ten parties has about 40 MB."""

MOST_BRACKETS = 4_000_000
"""Lists and objects, which cost most memory: 70 bytes each for two in the file."""


@dataclass(frozen=True, slots=True)
class ReadIn:
    """The ids here of all in the file; so many of them were not here before, so many are deleted here."""

    ids: tuple[str, ...]
    neu: int
    geloescht: int

    @property
    def bekannt(self) -> int:
        return len(self.ids) - self.neu


def read_export(store: StoreConnection, data: bytes, context: Context | None = None) -> ReadIn:
    """Store what an exported JSON file holds."""
    _refuse_large(data)
    try:
        content = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise EingabeError(
            "Die Datei ist kein JSON. Erwartet wird, was „Exportieren“ als JSON schreibt; "
            "Tabellen und Berichte lassen sich nicht einlesen."
        ) from error
    before = _stored(store)
    ids = tuple(dict.fromkeys(import_json(store, content, context)))
    return ReadIn(ids, _stored(store) - before, _deleted(store, ids))


def _refuse_large(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise EingabeError(
            f"Die Datei hat {formats.size(len(data))}, lesbar sind höchstens {formats.size(MOST_BYTES)}. "
            "Bitte weniger Läufe auf einmal exportieren."
        )
    if data.count(b"{") + data.count(b"[") > MOST_BRACKETS:
        raise EingabeError("Die Datei hat zu viele Einträge. Bitte weniger Läufe auf einmal exportieren.")


def _no_number(name: str) -> float:
    raise ValueError(name)


def _stored(store: StoreConnection) -> int:
    return sum(count_laeufe(store, Filter(probe_von=None, geloescht=gone)) for gone in (False, True))


def _deleted(store: StoreConnection, ids: tuple[str, ...]) -> int:
    query = select(lauf.c.id).where(lauf.c.id.in_(ids), lauf.c.geloescht.is_not(None))
    with store.reading() as connection:
        return len(connection.scalars(query).all())
