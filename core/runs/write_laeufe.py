"""Writing Läufe while they run, every finished party safe at once; deleting and restoring them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, Table, and_, case, func, or_, select

from core.base import clock
from core.base.key_masker import mask
from core.runs.buchungen import Zweck, file_teil, is_free, tells_of_death
from core.runs.connection import Condition, StoreConnection, insert_missing, insert_rows, new_id
from core.runs.lauf import (
    Batch,
    Ende,
    NewLauf,
    Offer,
    Row,
    Score,
    Status,
    Teil,
    Zitat,
    calendar,
    count_row,
    file_row,
    lauf_row,
    offer_rows,
    score_row,
    teil_row,
    text_rows,
    unknown_lauf,
    words_row,
    zitat_row,
)
from core.runs.notes import of_answer
from core.runs.tables import (
    akte,
    angebot,
    antragstext,
    batch,
    buchung,
    lauf,
    notiz,
    score,
    teil,
    texte,
    zaehlung,
    zitat,
)

ORPHANED = timedelta(seconds=90)
"""So long without a sign of life and a Lauf counts as left behind: four signs that it would have given."""

ORPHANED_LAUF = "Das Programm, das diesen Lauf rechnete, wurde beendet. Was fertig war, ist gespeichert."


TAKEN_OVER = "Dieser Lauf wurde noch einmal begonnen; was fertig war, wird weiter verwendet."


def start(store: StoreConnection, neu: NewLauf, created: datetime | None = None) -> str:
    """Store what is asked for; the Lauf's id."""
    with store.writing() as connection:
        return _insert(connection, neu, created)


def start_once(store: StoreConnection, neu: NewLauf) -> tuple[str, bool]:
    """The Lauf of its batch and key, and whether it is new: one that is finished there is that one.

    One that still runs is ended, and what its process has to say of it is not taken any more. So a batch
    has each Lauf once, whoever died or was only held up.
    """
    same = and_(lauf.c.batch_id == neu.batch_id, lauf.c.schluessel == neu.schluessel)
    runs = or_(lauf.c.status == Status.LAEUFT, lauf.c.ende == Ende.VERWAIST)
    ended = _ended(Ende.ABGELOEST, TAKEN_OVER)
    with store.writing() as connection:
        # Until this ends, nobody else begins the same; in SQLite nobody writes anyway.
        if connection.dialect.name == "postgresql":
            name = func.hashtextextended(f"{neu.batch_id} {neu.schluessel}", 0)
            connection.execute(select(func.pg_advisory_xact_lock(name)))
        # First ended, then looked for: one that is finishing right now is waited for, and found.
        connection.execute(lauf.update().where(same, runs).values(ended))
        finished = select(lauf.c.id).where(same, lauf.c.status == Status.FERTIG)
        if found := connection.scalar(finished):
            return str(found), False
        return _insert(connection, neu, None), True


def _insert(connection: Connection, neu: NewLauf, created: datetime | None) -> str:
    lauf_id = new_id()
    row = lauf_row(lauf_id, neu, created or clock.now())
    insert_missing(connection, texte, text_rows([neu.prompt_text]))
    insert_missing(connection, antragstext, [words_row(neu.antrag, row["antrag_hash"])])
    insert_rows(connection, lauf, [row])
    insert_rows(connection, akte, [file_row(lauf_id, neu)])
    return lauf_id


def save_fundstellen(store: StoreConnection, lauf_id: str, angebote: Sequence[Offer]) -> bool:
    """Store what the parties' prompts were offered, before their Teile; it replaces what was stored for them.

    False where the Lauf was ended meanwhile; stored it is all the same.
    """
    parteien = {offered.partei for offered in angebote}
    with store.writing() as connection:
        alive = _alive(connection, lauf_id)
        mine = and_(angebot.c.lauf_id == lauf_id, angebot.c.partei.in_(parteien))
        connection.execute(angebot.delete().where(mine))
        insert_missing(connection, texte, text_rows(offered.text for offered in angebote))
        insert_rows(connection, angebot, offer_rows(lauf_id, angebote))
    return alive


def save_teil(
    store: StoreConnection,
    lauf_id: str,
    part: Teil,
    scores: Sequence[Score] = (),
    zitate: Sequence[Zitat] = (),
) -> bool:
    """Store one finished party. Saved again, it replaces the earlier answer and what was said on that.

    False where the Lauf was ended meanwhile: what it has paid for is kept, but nothing more is wanted.
    """
    if strangers := ({entry.partei for entry in scores} | {entry.partei for entry in zitate}) - {part.partei}:
        raise ValueError(f"scores or zitate of {strangers} in the Teil of {part.partei!r}")
    with store.writing() as connection:
        alive = _alive(connection, lauf_id)
        connection.execute(notiz.delete().where(_of(notiz, lauf_id, part), notiz.c.art.in_(of_answer())))
        connection.execute(teil.delete().where(_of(teil, lauf_id, part)))  # what hangs on it goes with it
        insert_rows(connection, teil, [teil_row(lauf_id, part)])
        file_teil(connection, lauf_id, part)
        insert_rows(connection, score, [score_row(lauf_id, entry) for entry in scores])
        insert_rows(connection, zitat, [zitat_row(lauf_id, n, entry) for n, entry in enumerate(zitate)])
        count_teil(connection, lauf_id, part.partei, zitate)
        if part.modell:
            # Which model answered the Lauf: a substitute, used even once, is what has to be told.
            told: dict[str, object] = {
                "modell_geantwortet": func.coalesce(lauf.c.modell_geantwortet, part.modell)
            }
            if part.ersatzmodell:
                told = {"modell_geantwortet": part.modell, "ersatzmodell": True}
            connection.execute(lauf.update().where(lauf.c.id == lauf_id).values(told))
    return alive


def _of(table: Table, lauf_id: str, part: Teil) -> Condition:
    return and_(table.c.lauf_id == lauf_id, table.c.partei == part.partei)


def count_teil(connection: Connection, lauf_id: str, partei: str, zitate: Sequence[Zitat]) -> None:
    a = angebot.c
    shown = (
        select(func.count(), func.coalesce(func.sum(func.length(texte.c.text)), 0))
        .join(texte, texte.c.hash == a.text_hash)
        .where(a.lauf_id == lauf_id, a.partei == partei, a.q.is_not(None))
    )
    passagen, zeichen = connection.execute(shown).one()
    insert_rows(connection, zaehlung, [count_row(lauf_id, partei, zitate, passagen, zeichen)])


def finish(store: StoreConnection, lauf_id: str) -> None:
    _end(store, lauf_id, Status.FERTIG)


def fail(store: StoreConnection, lauf_id: str, fehler: str) -> None:
    _end(store, lauf_id, Status.FEHLGESCHLAGEN, fehler)


def cancel(store: StoreConnection, lauf_id: str, grund: str = "", ende: Ende | None = None) -> None:
    _end(store, lauf_id, Status.ABGEBROCHEN, grund, ende)


def beat(store: StoreConnection, lauf_id: str) -> bool:
    """A sign of life while a long answer is awaited; False where somebody ended the Lauf meanwhile."""
    with store.writing() as connection:
        return _alive(connection, lauf_id)


def note_source(store: StoreConnection, lauf_id: str, source: str) -> None:
    """The Lauf whose answers it takes, where that was answered only after this one was begun."""
    with store.writing() as connection:
        connection.execute(lauf.update().where(lauf.c.id == lauf_id).values(aus_cache=source))


def running(store: StoreConnection, older_than: timedelta | None = None) -> list[str]:
    """The Läufe that are not ended; with a time, those that gave no sign of life for so long."""
    query = lauf.select().with_only_columns(lauf.c.id).where(lauf.c.status == Status.LAEUFT)
    query = query.where(_silent(older_than)) if older_than is not None else query
    query = query.order_by(lauf.c.created)
    with store.reading() as connection:
        return list(connection.scalars(query))


def end_orphans(store: StoreConnection) -> None:
    """Mark the Läufe whose process died; one that lives after all takes the mark off again."""
    left: list[str] = []
    if tells_of_death(store):
        # Those that were being answered, for they have been offered passages, and are nobody's any more.
        offered = select(angebot.c.lauf_id).where(angebot.c.lauf_id == lauf.c.id)
        query = select(lauf.c.id).where(lauf.c.status == Status.LAEUFT, offered.exists())
        with store.reading() as connection:
            begun = connection.scalars(query).all()
        left = [lauf_id for lauf_id in begun if is_free(store, lauf_id)]
    if not (left or running(store, ORPHANED)):
        return
    still = and_(lauf.c.status == Status.LAEUFT, or_(_silent(ORPHANED), lauf.c.id.in_(left)))
    ended = _ended(Ende.VERWAIST, ORPHANED_LAUF)
    with store.writing() as connection:
        connection.execute(lauf.update().where(still).values(ended))


def _silent(so_long: timedelta) -> Condition:
    """A sign of life from the future is none: the clock was set back, and who lives soon gives another."""
    return or_(lauf.c.herzschlag <= clock.now() - so_long, lauf.c.herzschlag > clock.now() + so_long)


def _ended(ende: Ende, fehler: str) -> Row:
    return {"status": str(Status.ABGEBROCHEN), "ende": ende, "fehler": fehler, "finished": clock.now()}


def _alive(connection: Connection, lauf_id: str) -> bool:
    """Note that the Lauf's process lives, and whether the Lauf is still running."""
    runs = or_(lauf.c.status == Status.LAEUFT, lauf.c.ende == Ende.VERWAIST)
    values: dict[str, object] = {"status": str(Status.LAEUFT), "ende": None, "fehler": "", "finished": None}
    living = lauf.update().where(lauf.c.id == lauf_id, runs).values(herzschlag=clock.now(), **values)
    if connection.execute(living).rowcount:
        return True
    if not connection.scalar(lauf.select().with_only_columns(lauf.c.id).where(lauf.c.id == lauf_id)):
        raise unknown_lauf(lauf_id)
    return False


def _end(
    store: StoreConnection, lauf_id: str, status: Status, fehler: str = "", ende: Ende | None = None
) -> None:
    """End a Lauf that runs; how another was ended stays."""
    ended = {"status": str(status), "ende": ende, "fehler": mask(fehler), "finished": clock.now()}
    with store.writing() as connection:
        if _alive(connection, lauf_id):
            connection.execute(lauf.update().where(lauf.c.id == lauf_id).values(ended))


# --- removing ----------------------------------------------------------------------------------------------


def delete(store: StoreConnection, ids: Sequence[str]) -> None:
    """Out of every list and figure; `restore` brings them back while they are kept."""
    with store.writing() as connection:
        present = lauf.c.id.in_(ids) & lauf.c.geloescht.is_(None)
        connection.execute(lauf.update().where(present).values(geloescht=clock.now()))


def restore(store: StoreConnection, ids: Sequence[str]) -> None:
    with store.writing() as connection:
        connection.execute(lauf.update().where(lauf.c.id.in_(ids)).values(geloescht=None))


# --- the invented history ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Usage:
    """What a Teil is said to have taken; `kosten` in USD."""

    sekunden: float
    kosten: float | None


def backdate(store: StoreConnection, lauf_id: str, created: datetime, usage: Mapping[str, Usage]) -> None:
    """The parties were asked at once when the Lauf began. A Lauf that is no demo is none to this function."""
    ended = created
    with store.writing() as connection:
        mine = (lauf.c.id == lauf_id) & lauf.c.is_demo
        if not connection.scalar(select(lauf.c.id).where(mine)):
            raise unknown_lauf(lauf_id)
        asked = select(teil.c.partei, teil.c.dauer).where(teil.c.lauf_id == lauf_id)
        for row in connection.execute(asked).all():
            took = usage.get(row.partei, Usage(0.0, None))
            finished = created + timedelta(seconds=took.sekunden)
            ended = max(ended, finished)
            values = {
                "started": created,
                "finished": finished,
                "dauer": row.dauer | {"modell": took.sekunden} if row.dauer else {},
            }
            here = (teil.c.lauf_id == lauf_id) & (teil.c.partei == row.partei)
            connection.execute(teil.update().where(here).values(values))
            b = buchung.c
            own = (b.lauf_id == lauf_id) & (b.zweck == Zweck.LAUF) & (b.partei == row.partei)
            last = select(func.max(b.id)).where(own).scalar_subquery()
            told = {"dauer": took.sekunden, "kosten": case((b.id == last, took.kosten), else_=0.0)}
            connection.execute(buchung.update().where(own).values(told))
        # The sign of life is of now: by it everybody sees that what is stored has changed.
        told = {"created": created, **calendar(created), "herzschlag": clock.now(), "finished": ended}
        connection.execute(lauf.update().where(mine).values(told))


# --- batches: what somebody started, and that somebody stopped it -------------------------------------------


def start_batch(store: StoreConnection, beschreibung: str, total: int) -> str:
    """Note that so many Läufe are begun together; the id of the batch."""
    batch_id = new_id()
    row = {
        "id": batch_id,
        "created": clock.now(),
        "beschreibung": beschreibung,
        "total": total,
        "angehalten": None,
    }
    with store.writing() as connection:
        insert_rows(connection, batch, [row])
    return batch_id


def stop_batch(store: StoreConnection, batch_id: str) -> None:
    """Whoever works on it begins nothing more."""
    with store.writing() as connection:
        connection.execute(batch.update().where(batch.c.id == batch_id).values(angehalten=clock.now()))


def is_stopped(store: StoreConnection, batch_id: str) -> bool:
    with store.reading() as connection:
        return connection.scalar(select(batch.c.angehalten).where(batch.c.id == batch_id)) is not None


def list_batches(store: StoreConnection) -> list[Batch]:
    """The latest first. How far one is tells `count_laeufe(Filter(batch_id=…, status=…))`."""
    with store.reading() as connection:
        found = connection.execute(select(batch).order_by(batch.c.created.desc(), batch.c.id))
        return [Batch(**row) for row in found.mappings()]
