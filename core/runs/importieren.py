"""Reading in what `export_json` wrote. Doing it twice is as good as once."""

import base64
import hashlib
import json
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from core.errors import EingabeError
from core.runs.export import FORMAT, VERSION, export_lauf
from core.runs.lauf import Zitat, text_hash
from core.runs.schreiben import count_teil
from core.runs.schwaerzen import mask
from core.runs.sql import Connection, Date, IntegrityError, Namen, Table, Zeitpunkt
from core.runs.tabellen import (
    akte,
    angebot,
    antwort,
    batch,
    lauf,
    score,
    teil,
    texte,
    urteil,
    zitat,
)
from core.runs.verbindung import Verbindung, insert_missing, insert_rows
from core.runs.zeilen import Row, auszug, fitting, kalender, text_rows, zitat_row

CHANGING = {"id", "herzschlag", "geloescht", "masse", "index_hash"}
"""What says nothing about whether two Läufe are the same; the last two are made of what lies in the Akte."""

SINCE = (urteil, antwort)
"""What people said of a finished Lauf and asked about it."""


def import_json(store: Verbindung, data: Mapping[str, Any]) -> list[str]:
    """Store these Läufe; their ids here. One that is there already stays, and is restored if deleted.

    One whose id belongs to another Lauf here gets a new one, made from its content.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise EingabeError(
            "Das ist keine Datei mit Läufen. Erwartet wird, was „Exportieren“ als JSON schreibt."
        )
    if data.get("version") != VERSION:
        raise EingabeError(
            f"Die Datei hat die Fassung {data.get('version')!r}, lesbar ist {VERSION}. "
            "Bitte das Programm aktualisieren."
        )
    masked = mask(json.loads(json.dumps(data)))
    try:
        with store.writing() as connection:
            insert_missing(connection, texte, text_rows(masked["texte"]))
            insert_missing(connection, batch, [_typed(batch, row) for row in masked["batches"]])
            # Files from before follow-up questions were stored have none.
            return [_import_lauf(connection, {"antwort": [], **entry}) for entry in masked["laeufe"]]
    except (KeyError, TypeError, ValueError, AttributeError, IntegrityError) as error:
        raise EingabeError(
            f"Die Datei mit Läufen ist beschädigt ({_reason(error)}). "
            "Übernommen wurde nichts. Bitte noch einmal exportieren."
        ) from error


def _reason(error: Exception) -> str:
    if isinstance(error, IntegrityError):
        return "ihre Teile passen nicht zusammen"
    return f"{type(error).__name__}: {error}"


def _import_lauf(connection: Connection, entry: Row) -> str:
    for lauf_id in (entry["lauf"]["id"], _id_from(entry)):
        row = connection.execute(lauf.select().where(lauf.c.id == lauf_id)).mappings().one_or_none()
        if row is None:
            _insert(connection, lauf_id, entry)
            return lauf_id
        if _content(export_lauf(connection, dict(row))) == _content(entry):
            connection.execute(lauf.update().where(lauf.c.id == lauf_id).values(geloescht=None))
            _insert_since(connection, lauf_id, entry)
            return lauf_id
    raise ValueError(f"zwei verschiedene Läufe mit der Nummer {entry['lauf']['id']}")


def _content(entry: Row) -> str:
    """What two exports of one Lauf have in common, whatever was said about it since."""
    apart = {"lauf", *(table.name for table in SINCE)}
    same = {name: part for name, part in entry.items() if name not in apart}
    same["lauf"] = {name: value for name, value in entry["lauf"].items() if name not in CHANGING}
    return json.dumps(same, sort_keys=True, default=_as_text)


def _as_text(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime | date) else list(value)


def _id_from(entry: Row) -> str:
    digest = hashlib.sha256(_content(entry).encode()).digest()
    return base64.b32encode(digest)[:10].decode().lower()


def _insert(connection: Connection, lauf_id: str, entry: Row) -> None:
    (kept,) = entry["akte"]
    short = auszug(kept["parameter"], kept["index_stand"])
    row = _typed(lauf, entry["lauf"] | short) | {"id": lauf_id, "geloescht": None}
    insert_rows(connection, lauf, [row | kalender(row["created"])])
    for table in (akte, teil, score, angebot):
        insert_rows(connection, table, [_typed(table, part, lauf_id) for part in entry[table.name]])
    for part in entry["teil"]:
        mine = [row for row in entry["zitat"] if row["partei"] == part["partei"]]
        zitate = [Zitat(**fitting(Zitat, row)) for row in mine]
        insert_rows(connection, zitat, [zitat_row(lauf_id, n, one) for n, one in enumerate(zitate)])
        count_teil(connection, lauf_id, part["partei"], zitate)
    _insert_since(connection, lauf_id, entry)


def _insert_since(connection: Connection, lauf_id: str, entry: Row) -> None:
    is_renamed = lauf_id != entry["lauf"]["id"]
    for table in SINCE:
        rows = [_typed(table, row, lauf_id) for row in entry[table.name]]
        if is_renamed:  # the ids are those of the other Lauf's, which is here too
            rows = [row | {"id": text_hash(f"{lauf_id} {row['id']}")[:16]} for row in rows]
        insert_missing(connection, table, rows)


def _typed(table: Table, row: Row, lauf_id: str | None = None) -> Row:
    """The row with moments, days and names for the columns that hold them."""
    row = row if lauf_id is None else {**row, "lauf_id": lauf_id}
    return {column.name: _read(column.type, row[column.name]) for column in table.columns}


def _read(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, Zeitpunkt):
        return datetime.fromisoformat(value)
    if isinstance(kind, Date):
        return date.fromisoformat(value)
    return tuple(value) if isinstance(kind, Namen) else value
