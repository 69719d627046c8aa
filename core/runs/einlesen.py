"""Reading in an export as it was uploaded."""

import json
from dataclasses import dataclass

from core.errors import EingabeError
from core.runs.importieren import import_json
from core.runs.lauf import Filter
from core.runs.lesen import count_laeufe
from core.runs.verbindung import Verbindung


@dataclass(frozen=True, slots=True)
class Eingelesen:
    """The ids here of all in the file; so many of them were not here before."""

    ids: tuple[str, ...]
    neu: int

    @property
    def bekannt(self) -> int:
        return len(self.ids) - self.neu


def read_export(store: Verbindung, data: bytes) -> Eingelesen:
    """Store what an exported JSON file holds."""
    try:
        content = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise EingabeError(
            "Die Datei ist kein JSON. Erwartet wird, was „Exportieren“ als JSON schreibt; "
            "Tabellen und Berichte lassen sich nicht einlesen."
        ) from error
    before = _stored(store)
    ids = tuple(dict.fromkeys(import_json(store, content)))
    return Eingelesen(ids, _stored(store) - before)


def _stored(store: Verbindung) -> int:
    return count_laeufe(store) + count_laeufe(store, Filter(geloescht=True))
