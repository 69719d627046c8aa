"""A store, a backup or an export of any released version opens in this one; a newer one is refused whole."""

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import op
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, create_engine, inspect, select, text
from sqlalchemy.engine import make_url

from core.base.settings import ROOT
from core.cli.backup import STORE, restore_backup
from core.features.decisions.stored_decisions import decisions_of
from core.features.monitor.alarm_note import AlarmNote
from core.features.rubrics.judgement import list_rubrics
from core.features.support.sample import Ziehung
from core.llm.verdict import Stance, Verdict
from core.programme.context import Context
from core.runs.connection import StoreConnection, open_engine
from core.runs.import_laeufe import read_export
from core.runs.lauf import Ende, Status
from core.runs.load_laeufe import Filter
from core.runs.notes import kinds
from core.runs.store import (
    NOTED_IN,
    Runstore,
    check_snapshot,
    migrate,
    newest,
    open_store,
    runstore,
    version_of,
)
from core.runs.tables import lauf, metadata
from core.wortlaut.errors import DashboardError
from tests.operation.conftest import settings_in, shipped_data
from tests.runs.beispiele import finished_lauf
from tests.runs.kept_stores import (
    BACKUP,
    DATEN,
    DUMP,
    EXPORT,
    MIDNIGHTS,
    VALUES,
    alarm_notes,
    kept_stores,
    unpacked,
    values_of,
)

HOW = (
    "core/runs/tables.py is not what the migrations make. Write one for the difference with "
    "„python -m tests.runs.new_migration NAME“, and into it what has to become of rows that are there: {}"
)

CHANGED = {
    "0.7": {"lauf": ("tag", "woche", "probe_von"), "notiz": ("inhalt", "lauf_b")},
}
"""Columns that a migration rewrote or dropped, by the version that wrote them; what it made has a test."""

TAKEN_OUT = {"0.7": {"notiz": ("art", "stimme")}}
"""Rows that went with what they were of: those with this value in this column."""


def shapes(connection: Connection) -> dict[str, Any]:
    """What a database says of its tables, whoever made them; the order of columns says nothing."""
    told = inspect(connection)
    return {
        name: {
            "columns": {
                one["name"]: (str(one["type"]), one["nullable"], one["default"])
                for one in told.get_columns(name)
            },
            "key": told.get_pk_constraint(name)["constrained_columns"],
            "unique": sorted(tuple(one["column_names"]) for one in told.get_unique_constraints(name)),
            "indexes": sorted((one["name"], *one["column_names"]) for one in told.get_indexes(name)),
            "refers": sorted(
                (*one["constrained_columns"], one["referred_table"], *sorted(one["options"].items()))
                for one in told.get_foreign_keys(name)
            ),
            "options": told.get_table_options(name),
        }
        for name in told.get_table_names()
        if name != NOTED_IN
    }


def differences(made: dict[str, Any], declared: dict[str, Any]) -> list[str]:
    return [
        f"{table} {part}: {made.get(table, {}).get(part)} made, {declared.get(table, {}).get(part)} declared"
        for table in sorted(made.keys() | declared.keys())
        for part in ("columns", "key", "unique", "indexes", "refers", "options")
        if made.get(table, {}).get(part) != declared.get(table, {}).get(part)
    ]


@pytest.mark.contract
def test_migrations_make_the_tables_that_are_declared(url: str, tmp_path: Path) -> None:
    store = StoreConnection(open_engine(url, tmp_path))
    with store.writing() as connection:
        metadata.create_all(connection)
        declared = shapes(connection)
        metadata.drop_all(connection)
    migrate(store)
    with store.reading() as connection:
        found = differences(shapes(connection), declared)
    store.close()
    assert not found, HOW.format("\n".join(found))


def test_whoever_opens_the_store_alone_knows_every_table(tmp_path: Path) -> None:
    """A backup copies those it knows: one declared where nobody else looks would be left out of it."""
    store = open_store(None, tmp_path)
    with store.reading() as connection:
        made = {*shapes(connection)}
    store.close()
    code = "import core.runs.store as store; print(*store.metadata.tables)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {*done.stdout.split()} == made


def test_a_column_without_a_migration_is_told() -> None:
    made = {"lauf": {"columns": {"id": "TEXT"}}}
    (told,) = differences(made, {"lauf": {"columns": {"id": "TEXT", "neu": "TEXT"}}})
    assert told.startswith("lauf columns") and "neu" in told
    assert differences(made, made) == []


# --- what was released opens --------------------------------------------------------------------------------


@pytest.fixture(params=kept_stores(), ids=lambda path: path.stem)
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The files that a version left."""
    return unpacked(request.param, tmp_path / "kept" / request.param.stem)


@pytest.fixture
def opened(kept: Path, url: str, tmp_path: Path) -> Iterator[Runstore]:
    """The store of that version, in either database, as this version opens it."""
    if url.startswith("sqlite"):
        (kept / STORE).rename(tmp_path / "laeufe.sqlite3")
    else:
        engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"))
        with engine.begin() as connection:
            cursor: Any = connection.connection.cursor()
            cursor.execute((kept / DUMP).read_text("utf-8"))
            cursor.execute("SET search_path TO public")
        engine.dispose()
    store = open_store(url, tmp_path)
    yield store
    store.close()


@pytest.mark.contract
def test_it_has_the_tables_of_this_version_then(opened: Runstore, tmp_path: Path) -> None:
    """Whoever edits a migration that was released makes new stores only, and is found here."""
    other = StoreConnection(open_engine(None, tmp_path / "neu"))
    with opened.reading() as connection:
        made = shapes(connection)
    if opened.engine.dialect.name == "sqlite":
        with other.writing() as connection:
            metadata.create_all(connection)
            declared = shapes(connection)
    else:
        with opened.writing() as connection:
            connection.execute(text("CREATE SCHEMA neu"))
            connection.execute(text("SET LOCAL search_path TO neu"))
            metadata.create_all(connection)
            declared = shapes(connection)
            connection.rollback()
    other.close()
    assert differences(made, declared) == []


@pytest.mark.contract
def test_every_value_reads_as_before(opened: Runstore, kept: Path) -> None:
    """A column that a migration rewrote is told, and tested apart."""
    before: dict[str, list[dict[str, Any]]] = json.loads((kept / VALUES).read_text("utf-8"))
    now = values_of(opened)
    rewritten, gone = CHANGED.get(kept.name, {}), TAKEN_OUT.get(kept.name, {})
    for table, every in before.items():
        column, value = gone.get(table, ("", None))
        rows = [row for row in every if not column or row[column] != value]
        names = rows[0].keys() - set(rewritten.get(table, ()))
        kept_rows = sorted(json.dumps([row[name] for name in sorted(names)], sort_keys=True) for row in rows)
        now_rows = sorted(
            json.dumps([row[name] for name in sorted(names)], sort_keys=True) for row in now[table]
        )
        assert now_rows == kept_rows, table


@pytest.mark.contract
def test_all_that_is_stored_is_still_understood(opened: Runstore) -> None:
    """Not only are the rows there: whoever shows them can read them."""
    rows = opened.list_laeufe(Filter(), 1_000)
    laeufe = [opened.load(row.id) for row in rows]
    assert len(laeufe) > 10 and not any(row.unlesbar for row in rows)
    assert sum(len(lauf.zitate) for lauf in laeufe) > 20 and any(lauf.urteile for lauf in laeufe)
    forms = {kind.form for kind in kinds().values()} - {Ziehung}  # none of these versions drew any
    assert all(opened.notes_of(form) for form in forms)
    assert [one.fields for row in rows for one in list_rubrics(opened, row.id)]
    assert all(opened.load_sheet(row.id) for row in opened.list_antraege()) and opened.list_listed()
    assert any(decisions_of(opened, row.bundesland, row.drucksache) for row in rows) and opened.list_prompts()
    (eichung,) = opened.list_eichungen()
    assert opened.eichung_rows(eichung.id) and opened.load_eichsatz(eichung.satz_hash)[1]
    assert opened.list_batches() and opened.spent() > 0 and opened.load(finished_lauf(opened)).teile


@pytest.mark.contract
def test_days_are_german_and_what_ended_a_lauf_is_a_word_of_ours(opened: Runstore) -> None:
    """As 0.8 changed them of what was there."""
    with opened.reading() as connection:
        query = select(lauf.c.created, lauf.c.tag, lauf.c.woche).where(lauf.c.created.in_(MIDNIGHTS.keys()))
        stored = {created: (tag, woche) for created, tag, woche in connection.execute(query)}
    assert stored == {moment: (str(day), f"{day:%G-W%V}") for moment, day in MIDNIGHTS.items()}
    assert [opened.count_laeufe(Filter(von=day, bis=day)) for day in MIDNIGHTS.values()] == [1, 1, 1, 1]
    ends = [row.ende for row in opened.list_laeufe(Filter(status=Status.ABGEBROCHEN))]
    assert sorted(ends, key=str) == sorted([None, Ende.ABGELOEST, Ende.VERWAIST], key=str)
    keys = [(note.art, note.merkmal, note.wert) for note in opened.notes_of(AlarmNote)]
    assert {key[:2] for key in keys} == {(note.art, note.merkmal) for note in alarm_notes()}
    assert ("verworfen", "modell", "openai/a b") in keys and ("ohne_zitat", "gewaehlte", "") in keys


def test_a_probe_goes_and_what_it_cost_stays(tmp_path: Path) -> None:
    """Of 0.7: a Lauf without the quoted passages of another, which counted nowhere."""
    kept = unpacked(DATEN / "0.7.zip", tmp_path / "kept")
    with closing(sqlite3.connect(kept / STORE)) as connection, connection:
        paid = "SELECT lauf_id FROM buchung WHERE kosten > 0 AND lauf_id IS NOT NULL ORDER BY lauf_id"
        probe = connection.execute(paid).fetchone()[0]
        connection.execute("UPDATE lauf SET probe_von = 'anderer' WHERE id = ?", (probe,))
        before = connection.execute("SELECT sum(kosten), count(*) FROM buchung").fetchone()
        laeufe = connection.execute("SELECT count(*) FROM lauf").fetchone()[0]
    (kept / STORE).rename(tmp_path / STORE)
    store = open_store(None, tmp_path)
    store.close()
    with closing(sqlite3.connect(tmp_path / STORE)) as connection:
        assert connection.execute("SELECT sum(kosten), count(*) FROM buchung").fetchone() == before
        assert connection.execute("SELECT count(*) FROM lauf").fetchone()[0] == laeufe - 1
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        for table in ("akte", "angebot", "notiz", "score", "teil", "zaehlung", "zitat", "buchung"):
            assert not connection.execute(f"SELECT 1 FROM {table} WHERE lauf_id = ?", (probe,)).fetchone()


@pytest.mark.parametrize(
    "around",
    ["{}", "Gern:\n```json\n{}\n```", '<think>{{"fraktion": 1}}</think>\n{}', "{} Das war es.", "string"],
)
def test_what_a_model_said_of_its_quotes_is_taken_out_of_its_answer(tmp_path: Path, around: str) -> None:
    kept = unpacked(DATEN / "0.8.0.zip", tmp_path / "kept")
    with closing(sqlite3.connect(kept / STORE)) as connection, connection:
        most = "SELECT lauf_id, partei FROM zitat GROUP BY 1, 2 ORDER BY count(*) DESC, 1 LIMIT 1"
        place = connection.execute(most).fetchone()
        query = "SELECT typ, text FROM zitat WHERE lauf_id = ? AND partei = ? ORDER BY nummer"
        (kind, first), *others = connection.execute(query, place).fetchall()
        said = [{"text": first, "haltung": "Stützt", "forderung": "2"}, "ohne Haltung", {"text": 7}]
        said += [{"text": text, "haltung": "weiß nicht", "forderung": "1"} for _, text in others]
        answer = json.dumps(
            {"fraktion": place[1], kind: {"zitate": said}, "andere": None}, ensure_ascii=False
        )
        written = json.dumps(answer) if around == "string" else around.format(answer)
        update = "UPDATE teil SET antwort = ? WHERE lauf_id = ? AND partei = ?"
        connection.execute(update, (written, *place))
    (kept / STORE).rename(tmp_path / STORE)
    with closing(open_store(None, tmp_path)) as store:
        of_part = [one for one in store.load(place[0]).zitate if one.partei == place[1]]
    assert {one.text: one.stance for one in of_part if one.stance} == {first: Stance("2", Verdict.STUETZT)}


def test_a_backup_comes_back(kept: Path, tmp_path: Path) -> None:
    shipped_data(tmp_path / "neu")
    context = Context(settings_in(tmp_path / "neu"))
    done = restore_backup(context, kept / BACKUP)
    assert done.laeufe == len(json.loads((kept / VALUES).read_text("utf-8"))["lauf"])
    assert done.belegt > 3 and done.geprueft >= done.belegt
    assert runstore(context).list_laeufe()
    context.close()


def test_an_export_is_read_without_its_probes(kept: Path, leere_laeufe: Path, tmp_path: Path) -> None:
    store = open_store(None, Path(shutil.copytree(leere_laeufe, tmp_path / "leer")))
    exported = json.loads((kept / EXPORT).read_bytes())
    exported["laeufe"][0]["lauf"]["probe_von"] = exported["laeufe"][1]["lauf"]["id"]
    told = read_export(store, json.dumps(exported).encode())
    assert told.neu == len(exported["laeufe"]) - 1 > 10
    assert all(store.load(lauf_id).eingelesen for lauf_id in told.ids)
    store.close()


def test_a_backup_of_a_newer_version_is_refused_before_a_byte_is_written(kept: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(kept / STORE)) as connection, connection:
        connection.execute(f"UPDATE {NOTED_IN} SET version_num = '9999'")
    with pytest.raises(DashboardError, match="eine neuere Version"):
        check_snapshot(kept / STORE)


# --- what is not of a version that is known -----------------------------------------------------------------


@pytest.mark.contract
@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("9999", "eine neuere Version .* Fassung 9999"),
        ("0001_0123456789ab", "aus der Zeit vor 0.8 .*Exportieren"),
        ("abc", r"aus der Zeit vor 0.8 \(abc\)"),
        (None, "ohne Nummer"),
    ],
)
def test_another_version_is_refused_and_nothing_written(
    url: str, store: Runstore, tmp_path: Path, version: str | None, told: str
) -> None:
    finished_lauf(store)
    with store.writing() as connection:
        if version is None:
            connection.execute(text(f"DROP TABLE {NOTED_IN}"))
        else:
            connection.execute(text(f"UPDATE {NOTED_IN} SET version_num = '{version}'"))
    store.engine.dispose()
    file = tmp_path / STORE
    before = file.read_bytes() if file.exists() else values_of(store)
    with pytest.raises(DashboardError, match=told) as refused:
        open_store(url, tmp_path)
    assert "Nichts wurde verändert" in str(refused.value)
    assert (file.read_bytes() if file.exists() else values_of(store)) == before


@pytest.mark.contract
def test_a_migration_is_there_whole_or_not_at_all(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever ends it half way; the next who opens the store begins it anew."""
    store = StoreConnection(open_engine(url, tmp_path))
    migrate(store, "0001")
    before = _whole(store)
    original = op.add_column

    def cut_off(*arguments: Any, **options: Any) -> None:
        original(*arguments, **options)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(op, "add_column", cut_off)
        with pytest.raises(KeyboardInterrupt):
            migrate(store)
    assert _whole(store) == before
    store.close()
    opened = open_store(url, tmp_path)
    assert opened.load(finished_lauf(opened)).status is Status.FERTIG and _whole(opened)[0] == newest()
    opened.close()


def _whole(store: StoreConnection) -> tuple[str | None, dict[str, Any]]:
    with store.reading() as connection:
        return version_of(connection), shapes(connection)


def test_a_killed_migration_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    """SIGKILL within the transaction that leads from 0.7, as a machine without power ends it."""
    kept, folder = unpacked(DATEN / "0.7.zip", tmp_path / "kept"), tmp_path / "laeufe"
    folder.mkdir()
    (kept / STORE).rename(folder / STORE)
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from alembic import op; from core.runs import store\n"
        "add = op.add_column\n"
        "op.add_column = lambda *a, **o: (add(*a, **o), os.kill(os.getpid(), signal.SIGKILL))\n"
        "store.open_store(None, Path(sys.argv[1]))"
    )
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code, folder], cwd=ROOT, check=False)
        assert done.returncode == -signal.SIGKILL
        with closing(sqlite3.connect(folder / STORE)) as connection:
            assert "ende" not in {row[1] for row in connection.execute("PRAGMA table_info(lauf)")}
    store = open_store(None, folder)
    assert len(store.list_laeufe()) > 5
    store.close()


@pytest.mark.contract
def test_a_table_may_be_made_anew_and_keeps_what_hangs_on_it(url: str, store: Runstore) -> None:
    """SQLite changes few columns in place: Alembic copies the table, and drops the old one."""
    lauf_id = finished_lauf(store)
    with store.writing(rebuilds=True) as connection:
        context = MigrationContext.configure(connection)
        with Operations.context(context), op.batch_alter_table("lauf", recreate="auto") as table:
            table.alter_column("titel", new_column_name="anders")
    with store.writing(rebuilds=True) as connection:
        context = MigrationContext.configure(connection)
        with Operations.context(context), op.batch_alter_table("lauf", recreate="auto") as table:
            table.alter_column("anders", new_column_name="titel")
    assert len(store.load(lauf_id).zitate) == 3


def test_rows_that_would_lose_what_they_belong_to_are_refused(leere_laeufe: Path, tmp_path: Path) -> None:
    store = open_store(None, Path(shutil.copytree(leere_laeufe, tmp_path / "laeufe")))
    lauf_id = finished_lauf(store)
    with (
        pytest.raises(DashboardError, match="nichts wurde verändert"),
        store.writing(rebuilds=True) as writing,
    ):
        writing.execute(text("DELETE FROM teil"))
    assert len(store.load(lauf_id).zitate) == 3
    with store.writing() as connection:  # what hangs on it goes with it, as ever
        connection.execute(text("DELETE FROM teil"))
    assert store.load(lauf_id).zitate == ()
    store.close()
