"""What a model answered to a question, or to a follow-up question on a Lauf."""

from typing import Any

from core.errors import EingabeError
from core.runs.lauf import Antwortart, GespeicherteAntwort, Json
from core.runs.schreiben import unknown
from core.runs.sql import select
from core.runs.tables import antwort, lauf
from core.runs.verbindung import Verbindung, insert_rows, new_id, now


def save_antwort(
    store: Verbindung, art: Antwortart, eingabe: str, modell: str, inhalt: Json, lauf_id: str | None = None
) -> str:
    """Its id. With a `lauf_id` it belongs to that Lauf: exported, deleted and purged with it."""
    antwort_id = new_id()
    row = {
        "id": antwort_id,
        "created": now(),
        "art": Antwortart(art),
        "lauf_id": lauf_id,
        "eingabe": eingabe,
        "modell": modell,
        "inhalt": dict(inhalt),
    }
    with store.writing() as connection:
        if lauf_id is not None and not connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)):
            raise unknown(lauf_id)
        insert_rows(connection, antwort, [row])
    return antwort_id


def load_antwort(store: Verbindung, antwort_id: str) -> GespeicherteAntwort:
    with store.reading() as connection:
        found = connection.execute(select(antwort).where(antwort.c.id == antwort_id))
        row = found.mappings().one_or_none()
    if row is None:
        raise unknown_antwort(antwort_id)
    return _antwort(row)


def list_antworten(store: Verbindung, lauf_id: str) -> list[GespeicherteAntwort]:
    """What was asked about one Lauf, the oldest first."""
    query = select(antwort).where(antwort.c.lauf_id == lauf_id).order_by(antwort.c.created, antwort.c.id)
    with store.reading() as connection:
        return [_antwort(row) for row in connection.execute(query).mappings()]


def unknown_antwort(antwort_id: str) -> EingabeError:
    return EingabeError(
        f"Die Antwort „{antwort_id}“ gibt es nicht. Bitte die Adresse prüfen oder die Frage neu stellen."
    )


def _antwort(row: Any) -> GespeicherteAntwort:
    return GespeicherteAntwort(**{**row, "art": Antwortart(row["art"])})
