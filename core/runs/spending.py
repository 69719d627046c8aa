"""What each signed-in person spent on language models in a month, and how much it may be."""

from dataclasses import dataclass

from core import clock
from core.errors import EingabeError
from core.german import formats
from core.runs.connection import StoreConnection, insert_rows, new_id, now
from core.runs.sql import Connection, Float, String, Table, Zeitpunkt, func, select
from core.runs.tables import column, metadata

ausgabe = Table(
    "ausgabe",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt),
    column("person", String(200), index=True),
    column("monat", String(7), index=True),
    column("kosten", Float, nullable=True),
)

# A person's own, and under EVERYBODY that of all who have none.
ausgabengrenze = Table(
    "ausgabengrenze",
    metadata,
    column("person", String(200), primary_key=True),
    column("created", Zeitpunkt),
    column("usd", Float),
)

EVERYBODY = "*"
HIGHEST = 1_000_000.0


@dataclass(frozen=True, slots=True)
class Budget:
    """Of one person and month, in US dollars. `unbekannt`: requests of which nobody knows the price."""

    person: str
    ausgegeben: float
    grenze: float | None
    unbekannt: int = 0

    @property
    def rest(self) -> float | None:
        """None where there is no limit."""
        return None if self.grenze is None else max(0.0, self.grenze - self.ausgegeben)


def this_month() -> str:
    return f"{clock.today():%Y-%m}"


def note_spending(store: StoreConnection, person: str, usd: float | None) -> None:
    row = {"id": new_id(), "created": now(), "person": person, "monat": this_month(), "kosten": usd}
    with store.writing() as connection:
        insert_rows(connection, ausgabe, [row])


def budget_of(store: StoreConnection, person: str) -> Budget:
    c = ausgabe.c
    query = select(func.sum(c.kosten), func.count() - func.count(c.kosten))
    with store.reading() as connection:
        spent, unknown = connection.execute(query.where(c.person == person, c.monat == this_month())).one()
        limits = _limits(connection)
    return Budget(person, float(spent or 0.0), limits.get(person, limits.get(EVERYBODY)), int(unknown or 0))


def list_budgets(store: StoreConnection) -> list[Budget]:
    """Of all who spent something this month or have a limit of their own."""
    with store.reading() as connection:
        spent = select(ausgabe.c.person).where(ausgabe.c.monat == this_month()).distinct()
        people = {row.person for row in connection.execute(spent)} | set(_limits(connection))
    return [budget_of(store, person) for person in sorted(people - {EVERYBODY})]


def common_limit(store: StoreConnection) -> float | None:
    with store.reading() as connection:
        return _limits(connection).get(EVERYBODY)


def set_limit(store: StoreConnection, person: str, usd: float | None) -> None:
    """None takes it away."""
    if usd is not None and not 0 <= usd <= HIGHEST:
        raise EingabeError(f"Die Grenze {usd} ist kein Betrag von 0 bis {formats.number(HIGHEST)} US-Dollar.")
    if not person.strip():
        raise EingabeError("Für wen die Grenze gilt, fehlt. Nennen Sie die Person, wie sie angemeldet ist.")
    with store.writing() as connection:
        connection.execute(ausgabengrenze.delete().where(ausgabengrenze.c.person == person))
        if usd is not None:
            insert_rows(connection, ausgabengrenze, [{"person": person, "created": now(), "usd": usd}])


def _limits(connection: Connection) -> dict[str, float]:
    return {row.person: row.usd for row in connection.execute(select(ausgabengrenze))}
