"""An export written into a store row by row, unchecked: as if our own code had stored just this."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import Date

from core.runs.connection import Namen, StoreConnection, Zeitpunkt, insert_missing, insert_rows
from core.runs.lauf import Row, Zitat, fitting, text_rows, zitat_row
from core.runs.tables import akte, angebot, lauf, notiz, score, teil, texte, zitat
from core.runs.write_laeufe import count_teil
from core.wortlaut.binding.eintrag import read_eintrag


def put(store: StoreConnection, export: Row) -> list[str]:
    """The ids of its Läufe, which are those of the file."""
    with store.writing() as connection:
        insert_missing(connection, texte, text_rows(export["texte"]))
        for entry in export["laeufe"]:
            lauf_id = entry["lauf"]["id"]
            insert_rows(connection, lauf, [_typed(lauf, entry["lauf"] | {"batch_id": None})])
            for table in (akte, teil, score, angebot, notiz):
                rows = [_typed(table, row | {"lauf_id": lauf_id}) for row in entry[table.name]]
                insert_rows(connection, table, rows)
            for part in entry["teil"]:
                own = [_zitat(z) for z in entry["zitat"] if z["partei"] == part["partei"]]
                insert_rows(connection, zitat, [zitat_row(lauf_id, n, one) for n, one in enumerate(own)])
                count_teil(connection, lauf_id, part["partei"], own)
    return [entry["lauf"]["id"] for entry in export["laeufe"]]


def _zitat(row: Row) -> Zitat:
    return Zitat(**fitting(Zitat, row) | {"eintrag": read_eintrag(row["eintrag"])})


def _typed(table: Any, row: Row) -> Row:
    return {column.name: _read(column.type, row.get(column.name)) for column in table.columns}


def _read(kind: Any, value: Any) -> Any:
    if isinstance(kind, Zeitpunkt) and isinstance(value, str):
        return datetime.fromisoformat(value)
    if isinstance(kind, Date) and isinstance(value, str):
        return date.fromisoformat(value)
    return tuple(value) if isinstance(kind, Namen) else value
