"""The run store: made or upgraded when it is opened, asked in one place, copied whole."""

import importlib.resources
import re
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, func, select, text

from core.base.errors import EingabeError
from core.base.version import VERSION
from core.programme.context import Context
from core.runs import (
    antraege,
    buchungen,
    comparison_rows,
    drucksachen,
    eichungen,
    export,
    figures,
    forget_antrag,
    load_laeufe,
    notes,
    single_quotes,
    spread,
    write_laeufe,
)
from core.runs.connection import FILE, StoreConnection, lock_table, note_begun, open_engine
from core.runs.tables import metadata
from core.wortlaut.errors import DashboardError

NOTED_IN = "alembic_version"
LOCK = 8_140_917
"""Any number, but always the same: it stands for „somebody is migrating“ in PostgreSQL."""

VERSIONS = importlib.resources.files("core.runs").joinpath("migrations", "versions")
NUMBER = re.compile(r"[0-9]{4}")
NUMBERED = re.compile(r"v([0-9]{4})_[a-z0-9_]+\.py")

UNNUMBERED = {"0001_76f76e2ee043": "0001"}
"""Before 0.8 a version was called after a hash of the tables; that of the last of them has those of 0001."""


@cache
def newest() -> str:
    """The number of the last migration, „“ where there is none. To load Alembic for it would take long."""
    found = (NUMBERED.fullmatch(path.name) for path in VERSIONS.iterdir())
    return max((one[1] for one in found if one), default="")


def version_of(connection: Connection) -> str | None:
    """None where nothing was made yet; „“ of a store that does not say it."""
    if not connection.dialect.has_table(connection, NOTED_IN):
        return "" if connection.dialect.has_table(connection, "lauf") else None
    version: str | None = connection.scalar(text(f"SELECT version_num FROM {NOTED_IN}"))
    return UNNUMBERED.get(version or "", version or "")


def migrate(store: StoreConnection, to: str | None = None) -> None:
    """Upgrade to the newest version, or up to one, one process at a time: whole, or not at all."""
    from alembic.migration import MigrationContext  # slow to load, and needed for another version alone
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    with store.reading() as connection:  # a store that is refused is not written to
        _refuse_strange(version_of(connection))
    scripts = ScriptDirectory(str(importlib.resources.files("core.runs").joinpath("migrations")))
    with store.writing(rebuilds=True) as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        version = version_of(connection)  # as another process has left it, which was quicker
        _refuse_strange(version)
        context = MigrationContext.configure(connection)
        if version is not None:  # one of UNNUMBERED has its number from now on
            connection.execute(text(f"UPDATE {NOTED_IN} SET version_num = :known"), {"known": version})
        steps = list(scripts.iterate_revisions(to or newest(), version or "base")) if newest() else []
        with Operations.context(context):
            for script in reversed(steps):
                script.module.upgrade()
                context.stamp(scripts, script.revision)


def _refuse_strange(version: str | None) -> None:
    if version is None or (NUMBER.fullmatch(version) and version <= newest()):
        return
    if NUMBER.fullmatch(version):
        raise DashboardError(
            "Den Laufspeicher hat eine neuere Version des Antragsspiegels angelegt oder umgestellt: Er hat "
            f"die Fassung {version}, diese Version ({VERSION}) liest bis {newest()}. Nichts wurde verändert. "
            "Bitte starten Sie die neuere Version, oder nennen Sie mit LAEUFE_DIR oder DATABASE_URL einen "
            "leeren Ort, und lesen Sie dort eine Sicherung von vorher ein."
        )
    raise DashboardError(
        f"Der Laufspeicher hat eine Fassung aus der Zeit vor 0.8 ({version or 'ohne Nummer'}), die diese "
        "Version nicht lesen kann. Nichts wurde verändert. Exportieren Sie mit der Version, die ihn angelegt "
        "hat, die Läufe als JSON, und lesen Sie die Datei hier ein; dafür nennen Sie mit LAEUFE_DIR oder "
        "DATABASE_URL einen anderen Ort, dort entsteht ein leerer."
    )


# --- the whole store in one SQLite file, as of one moment, and an empty store filled from such a file ------
# The file is the same whichever database it was taken from, so a store can also move from one to the other.


ROWS = 500
"""Rows that are held in memory at once."""

RUNNING_PARTS = ("trigger", "view")
"""What a file from elsewhere could make SQLite do; our stores have none."""


def write_snapshot(store: StoreConnection, folder: Path) -> Path:
    """The store as it stands now, while others go on writing into it."""
    target = folder / FILE
    if store.engine.dialect.name == "sqlite":
        with closing(store.engine.raw_connection()) as connection:
            connection.cursor().execute("VACUUM INTO ?", (str(target),))
    else:
        copy = open_store(f"sqlite:///{target}", folder)
        try:
            with store.reading() as reading, copy.writing() as writing:
                reading.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                _copy_rows(reading, writing)
        finally:
            copy.close()
        with closing(sqlite3.connect(target)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # all of it is in the one file
    check_snapshot(target)
    return target


def check_snapshot(path: Path) -> None:
    """Refuse a file that is damaged, of another version, or that would do something by itself when opened."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            kinds = {kind for (kind,) in connection.execute("SELECT type FROM sqlite_master")}
            damages = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            loose = connection.execute("PRAGMA foreign_key_check").fetchone()
            told = connection.execute(f"SELECT version_num FROM {NOTED_IN}").fetchone()
        except sqlite3.DatabaseError as error:
            raise _damaged(str(error)) from error
    if found := kinds.intersection(RUNNING_PARTS):
        raise _damaged(f"enthält {', '.join(sorted(found))}")
    if damages != "ok" or loose:
        raise _damaged(str(damages) if damages != "ok" else f"Zeilen von {loose[0]} ohne ihren Lauf")
    _refuse_strange(UNNUMBERED.get(told[0], told[0]) if told else "")


def fill_empty(store: StoreConnection, snapshot: Path) -> dict[str, int]:
    """All rows of a checked snapshot, in one transaction; how many of each table. Never notes others."""
    source = open_store(f"sqlite:///{snapshot}", snapshot.parent)
    try:
        with source.reading() as reading, store.writing() as writing:
            for table in metadata.sorted_tables:
                lock_table(writing, table)
            if taken := _filled(writing):
                raise EingabeError(
                    f"Im Laufspeicher steht schon etwas ({taken}). Wiederhergestellt wird nur in einen "
                    "leeren: Nennen Sie mit LAEUFE_DIR oder DATABASE_URL einen anderen."
                )
            return _copy_rows(reading, writing)
    finally:
        source.close()


def is_empty(store: StoreConnection) -> bool:
    with store.reading() as connection:
        return not _filled(connection)


def _filled(connection: Connection) -> str:
    """The first table that has rows."""
    filled = (t.name for t in metadata.sorted_tables if connection.execute(select(t).limit(1)).first())
    return next(filled, "")


def _copy_rows(source: Connection, target: Connection) -> dict[str, int]:
    copied = {}
    for table in metadata.sorted_tables:
        found = source.execute(select(table), execution_options={"yield_per": ROWS}).mappings()
        for part in found.partitions():
            target.execute(table.insert(), [dict(row) for row in part])
        copied[table.name] = target.scalar(select(func.count()).select_from(table)) or 0
    return copied


def _damaged(why: str) -> DashboardError:
    return DashboardError(
        f"Der Laufspeicher ist beschädigt oder stammt nicht von hier ({why}). "
        "Nehmen Sie eine frühere Sicherung."
    )


# --- what can be asked of the store -------------------------------------------------------------------------


class Runstore(StoreConnection):
    """Opened by `open_store`. Every method takes a connection of its own, so threads may share it."""

    start = write_laeufe.start
    start_once = write_laeufe.start_once
    save_fundstellen = write_laeufe.save_fundstellen
    save_teil = write_laeufe.save_teil
    finish = write_laeufe.finish
    fail = write_laeufe.fail
    cancel = write_laeufe.cancel
    beat = write_laeufe.beat
    running = write_laeufe.running
    end_orphans = write_laeufe.end_orphans
    note_source = write_laeufe.note_source
    backdate = write_laeufe.backdate
    start_batch = write_laeufe.start_batch
    stop_batch = write_laeufe.stop_batch
    is_stopped = write_laeufe.is_stopped
    list_batches = write_laeufe.list_batches

    load = load_laeufe.load
    has = load_laeufe.has
    list_laeufe = load_laeufe.list_laeufe
    count_laeufe = load_laeufe.count_laeufe
    laeufe_by_antrag = load_laeufe.laeufe_by_antrag
    count_antraege = load_laeufe.count_antraege
    judged_antraege = load_laeufe.judged_antraege
    list_values = load_laeufe.list_values
    find_cached = load_laeufe.find_cached
    find_all_cached = load_laeufe.find_all_cached
    paid_parts = load_laeufe.paid_parts
    stand = load_laeufe.store_state
    spreads_of = spread.spreads_of
    quote_counts = figures.quote_counts
    quote_numbers = figures.quote_numbers
    health_figures = figures.health_figures
    list_verworfene = single_quotes.list_verworfene
    bound_in = single_quotes.bound_in
    zitate_of = single_quotes.zitate_of
    lauf_heads = comparison_rows.lauf_heads
    chosen_parteien = comparison_rows.chosen_parteien
    compared = comparison_rows.compared
    claimed = buchungen.claimed
    is_free = buchungen.is_free
    paid_for = buchungen.paid_for
    settle = buchungen.settle
    spent = buchungen.spent
    spent_on = buchungen.spent_on
    unsettled = buchungen.unsettled
    usual_cost = buchungen.usual_cost

    delete = write_laeufe.delete
    restore = write_laeufe.restore
    purge = forget_antrag.purge
    purge_old = forget_antrag.purge_old
    purge_demo = forget_antrag.purge_demo
    find_traces = forget_antrag.find_traces
    forget = forget_antrag.forget

    save_antrag = antraege.save_antrag
    find_antrag_file = antraege.find_antrag_file
    load_sheet = antraege.load_sheet
    judged_text = antraege.judged_text
    latest_laeufe = antraege.latest_laeufe
    count_all_antraege = antraege.count_all_antraege
    antrag_files = antraege.antrag_files
    list_antraege = antraege.list_antraege
    save_listing = antraege.save_listing
    note_reading = antraege.note_reading
    list_readings = antraege.list_readings
    list_listed = antraege.list_listed
    find_listed = antraege.find_listed
    entries_of = antraege.entries_of
    drop_source = antraege.drop_source
    find_origin = antraege.find_origin
    listed_laeufe = antraege.laeufe_of
    undecided = antraege.undecided
    save_votes = drucksachen.save_votes
    votes_on = drucksachen.votes_on
    find_vote = drucksachen.find_vote
    delete_votes = drucksachen.delete_votes
    papers_seen = drucksachen.papers_seen
    note_search = drucksachen.note_search

    save_note = notes.save_note
    save_notes = notes.save_notes
    find_note = notes.find_note
    notes_of = notes.notes_of
    delete_note = notes.delete_note
    list_traegt = notes.list_traegt
    traegt_of = notes.traegt_of
    known_traegt = notes.known_traegt
    counting_traegt = notes.counting_traegt
    people_of = notes.people_of
    load_antwort = notes.load_antwort
    save_prompt = notes.save_prompt
    list_prompts = notes.list_prompts

    begin_eichung = eichungen.begin_eichung
    save_eichung_antworten = eichungen.save_eichung_antworten
    finish_eichung = eichungen.finish_eichung
    answered_keys = eichungen.answered_keys
    list_eichungen = eichungen.list_eichungen
    eichung_rows = eichungen.eichung_rows
    load_eichsatz = eichungen.load_eichsatz

    export_json = export.export_json
    export_csv = export.export_csv
    write_snapshot = write_snapshot
    fill_empty = fill_empty
    is_empty = is_empty


def open_store(url: str | None, folder: Path) -> Runstore:
    """The store at DATABASE_URL, or in a SQLite file of the folder; created and migrated where needed."""
    store = Runstore(open_engine(url, folder))
    try:
        with store.reading() as connection:
            version = version_of(connection)
        if version != newest():
            migrate(store)
        note_begun(store.engine)
        write_laeufe.end_orphans(store)
    except BaseException:
        store.close()
        raise
    return store


def runstore(context: Context) -> Runstore:
    """The store of this Context, opened once."""
    return context.own(_open)


def _open(context: Context) -> Runstore:
    return open_store(context.settings.database_url, context.settings.laeufe_dir)
