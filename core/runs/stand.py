"""What is stored, at a glance: whether anything changed, and which kinds of Läufe there are."""

from dataclasses import dataclass

from core.runs.lesen import MODELL
from core.runs.sql import func, select
from core.runs.tabellen import lauf
from core.runs.verbindung import Verbindung


@dataclass(frozen=True, slots=True)
class Laufart:
    """What Läufe can have in common."""

    modell: str
    prompt_id: str
    prompt_version: str
    strategie: str
    bundesland: str | None


def stand(store: Verbindung) -> str:
    """Another one as soon as a Lauf came, went or went on: what was computed before may be told till then."""
    query = select(
        func.count(), func.count(lauf.c.geloescht), func.max(lauf.c.herzschlag), func.max(lauf.c.geloescht)
    )
    with store.reading() as connection:
        return f"{store.engine.url} {tuple(connection.execute(query.select_from(lauf)).one())}"


def list_laufarten(store: Verbindung, is_demo: bool) -> list[Laufart]:
    """Every kind once, of the Läufe that are not deleted."""
    columns = (lauf.c.prompt_id, lauf.c.prompt_version, lauf.c.strategie, lauf.c.bundesland)
    present = (lauf.c.geloescht.is_(None), lauf.c.is_demo.is_(is_demo))
    query = select(MODELL.label("modell"), *columns).where(*present).distinct()
    with store.reading() as connection:
        return [Laufart(*row) for row in connection.execute(query)]
