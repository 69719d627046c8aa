"""Who did what: rows that are only ever added. The database itself refuses to change or remove one.

Never in it: the text of an Antrag, a prompt's wording, a key. What a deed was about is named by its id.
"""

from dataclasses import dataclass
from datetime import datetime

from core.runs.connection import StoreConnection, insert_rows, new_id, now
from core.runs.sql import DDL, ExactText, KeywordText, String, Table, Zeitpunkt, event, func, select
from core.runs.tables import column, metadata

handlung = Table(
    "handlung",
    metadata,
    column("id", String(16), primary_key=True),
    column("created", Zeitpunkt, index=True),
    column("wer", ExactText),
    column("was", KeywordText(60)),
    column("objekt", ExactText),
)

GUARDS = {
    f"handlung_{deed}": (
        f"CREATE TRIGGER handlung_{deed} BEFORE {deed.upper()} ON handlung "
        "BEGIN SELECT RAISE(ABORT, 'handlung: nur anhängen'); END"
    )
    for deed in ("update", "delete")
}
"""As SQLite keeps them: the only triggers a store may bring along."""

POSTGRESQL = (
    "CREATE FUNCTION handlung_bleibt() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RAISE EXCEPTION 'handlung: nur anhängen'; END $$",
    "CREATE TRIGGER handlung_bleibt BEFORE UPDATE OR DELETE OR TRUNCATE ON handlung "
    "FOR EACH STATEMENT EXECUTE FUNCTION handlung_bleibt()",
)

for dialect, statements in (("sqlite", GUARDS.values()), ("postgresql", POSTGRESQL)):
    for statement in statements:
        guard = DDL(statement)  # type: ignore[no-untyped-call]
        event.listen(handlung, "after_create", guard.execute_if(dialect=dialect))

LONGEST = 300


@dataclass(frozen=True, slots=True)
class StoredDeed:
    created: datetime
    wer: str
    was: str
    objekt: str


def note_deed(store: StoreConnection, wer: str, was: str, objekt: str = "") -> None:
    row = {"id": new_id(), "created": now(), "wer": wer[:200], "was": was[:60], "objekt": objekt[:LONGEST]}
    with store.writing() as connection:
        insert_rows(connection, handlung, [row])


def list_deeds(store: StoreConnection, limit: int | None = None) -> list[StoredDeed]:
    """The latest first."""
    c = handlung.c
    query = select(c.created, c.wer, c.was, c.objekt).order_by(c.created.desc(), c.id.desc()).limit(limit)
    with store.reading() as connection:
        return [StoredDeed(*row) for row in connection.execute(query)]


def count_deeds(store: StoreConnection) -> int:
    with store.reading() as connection:
        return connection.scalar(select(func.count()).select_from(handlung)) or 0
