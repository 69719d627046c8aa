"""Stores as released versions wrote them, in `daten`; `python -m tests.runs.kept_stores VERSION` writes one.

With every release, and never anew: what was written once must be readable for good. Per version a ZIP of
a backup, which holds the SQLite file, the same rows as PostgreSQL dumped them, an export, a Prüfakte, and
every value as that version read it.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZipFile

from core.antrag.antrag import keep_pdf
from core.antrag.vote_papers import PaperKind
from core.base import clock
from core.cli.backup import STORE, write_backup
from core.demo.demo_antraege import demo_antraege, make_example
from core.features.decisions.decision import Decision, VotedOn, VoteSource
from core.features.decisions.stored_decisions import numbered, save_decisions
from core.features.monitor.alarm_note import AlarmNote
from core.features.papers.bundle import bundle
from core.features.rubrics.judgement import save_rubric
from core.features.textcheck.kept_text import TextPruefung
from core.llm.verdict import Traegt, Verdict
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.runs.antraege import SourceState, note_antrag
from core.runs.eichungen import (
    EichungAntwort,
    NewEichung,
)
from core.runs.import_laeufe import import_json
from core.runs.lauf import AntwortKind, StoredAntwort, Urteil
from core.runs.notes import Pruefung
from core.runs.store import Runstore, open_store, runstore
from core.runs.tables import metadata
from tests.operation.conftest import settings_in, shipped_data
from tests.runs.beispiele import finished_lauf, neuer_lauf, teil
from tests.runs.listed_papers import paper
from tests.runs.postgres import cluster, programs
from tests.runs.rubric_examples import rubric_on

DATEN = Path(__file__).parent / "daten"
BACKUP, DUMP, EXPORT, VALUES = "sicherung.zip", "postgresql.sql", "export.json", "werte.json"
AKTE = "pruefakte.zip"

MIDNIGHTS = {
    datetime(2026, 6, 4, 22, 30, tzinfo=UTC): date(2026, 6, 5),
    datetime(2025, 12, 31, 23, 15, tzinfo=UTC): date(2026, 1, 1),
    datetime(2026, 10, 25, 23, 30, tzinfo=UTC): date(2026, 10, 26),
    datetime(2026, 3, 28, 23, 30, tzinfo=UTC): date(2026, 3, 29),
}
"""Moments at which Germany has another day than Greenwich: of summer, of a new year, of the two changes."""


def kept_stores() -> list[Path]:
    return sorted(DATEN.glob("*.zip"))


def unpacked(kept: Path, folder: Path) -> Path:
    """Its files in a folder of its own, and beside them the SQLite file of its backup."""
    shutil.unpack_archive(kept, folder)
    with ZipFile(folder / BACKUP) as backup:
        backup.extract(STORE, folder)
    return folder


def values_of(store: Runstore) -> dict[str, list[dict[str, Any]]]:
    """Table → its rows by the types of their columns, as JSON tells them, in an order of their own."""
    with store.reading() as connection:
        found = {
            table.name: [dict(row) for row in connection.execute(table.select()).mappings()]
            for table in metadata.sorted_tables
        }
    told: dict[str, list[dict[str, Any]]] = json.loads(json.dumps(found, default=str))
    return {
        name: sorted(rows, key=lambda row: json.dumps(row, sort_keys=True)) for name, rows in told.items()
    }


def fill(context: Context) -> str:
    """Something in every column of every table: the example of the demo, whose id it gives, and what else
    people leave."""
    store = runstore(context)
    example = make_example(context)
    antrag = store.load(example).antrag
    pdf = next(iter(demo_antraege(context).values())).with_suffix(".pdf").read_bytes()
    read = replace(antrag, titel="Was gelesen wurde")
    listed = replace(paper(1, bundesland="DEMO", nummer=antrag.drucksache), weitere=({"kurz": "PlPr"},))
    store.save_listing(SourceState("DIP", {"seit": "2026-11-01T00:00:00+01:00"}), [listed, paper(2)])
    antrag_id = store.save_antrag(antrag, gelesen=read, datei=keep_pdf(context.settings.laeufe_dir, pdf))
    note_antrag(store, listed.quelle, listed.kennung, antrag_id)
    batch_id = store.start_batch("Alle Anträge vom März", 3)
    ended = finished_lauf(store, batch_id=batch_id)
    changed = replace(neuer_lauf().antrag, titel="Von Hand geändert \x00 \ud800 \\u0041")
    finished_lauf(store, antrag=changed, gelesen=neuer_lauf().antrag, wiederholung=2)
    for moment in MIDNIGHTS:
        lauf_id = store.start(neuer_lauf(modell_gefragt="openai/a"), created=moment)
        store.save_teil(lauf_id, teil())
        store.finish(lauf_id)
    store.fail(store.start(neuer_lauf(schluessel="daneben")), "Das Modell antwortet nicht.")
    store.cancel(store.start(neuer_lauf(schluessel="beendet")), "Angehalten.")
    store.start_once(neuer_lauf(schluessel="zweimal", batch_id=batch_id))
    again, _ = store.start_once(neuer_lauf(schluessel="zweimal", batch_id=batch_id))
    store.finish(again)
    store.start(neuer_lauf(schluessel="verwaist"), created=clock.now() - timedelta(days=1))
    store.delete([finished_lauf(store, schluessel="weg")])
    store.stop_batch(batch_id)
    _say(store, ended)
    import_json(store, json.loads((DATEN / "export.json").read_text(encoding="utf-8")), context)
    store.save_prompt("Eigener", "Text mit \x00 und \\ und ä")
    plenary = VoteSource(PaperKind.PROTOKOLL, "21040.pdf", "a" * 64, ".pdf")
    decision = Decision(antrag.drucksache, VotedOn.ITSELF, False, (), (), "Der Antrag ist abgelehnt.")
    save_decisions(store, numbered("DEMO", plenary, [decision]))
    store.note_search(("DEMO", antrag.drucksache), "https://example.org/a.pdf", "Nichts gefunden.")
    _calibrate(store)
    open_store(context.settings.database_url, context.settings.laeufe_dir).close()  # ends the one left behind
    return example


def _say(store: Runstore, lauf_id: str) -> None:
    store.save_note(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", False, "Eva", "Zu streng.", punkte=4.0))
    carried = Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, "Eva", "", 0, traegt=Verdict.STUETZT)
    store.save_note(replace(carried, forderung="1"))
    asked = {"frage": "Und Brunnen?", "antwort": "Ja.", "belege": [], "verworfen": [], "modell": "m"}
    store.save_note(StoredAntwort(AntwortKind.NACHFRAGE, "Und Brunnen?", "m", asked, lauf_id))
    store.save_note(Pruefung(1.5, 2, 7, 6, ({"lauf": lauf_id, "text": "x"},), "0.7"))
    said = Traegt(
        lauf_id=lauf_id, partei="LINDENBUND", zitat=0, forderung="1", verdict=Verdict.STUETZT,
        words="Brunnen", model="openai/p", prompt_version="1", created=clock.now(), kosten=0.01,
    )  # fmt: skip
    store.save_notes([said])
    for note in alarm_notes():
        store.save_note(note)
    save_rubric(store, rubric_on(lauf_id))
    blocks = (("absatz", "Die SPD schreibt: „Q“.", "", False),)
    store.save_note(TextPruefung(titel="Rede", blocks=blocks, bundesland="", programme=3, counts={"so": 1}))


def alarm_notes() -> Iterator[AlarmNote]:
    days = date(2026, 11, 2), date(2026, 11, 4)
    for merkmal, wert in (("alle", ""), ("modell", "openai/a b"), ("prompt", "streng v3"), ("partei", "SPD")):
        yield AlarmNote("verworfen", merkmal, wert, *days, "Eva", "Gesehen.")
    yield AlarmNote("ohne_zitat", "gewaehlte", "", *days, "Eva", "Auch gesehen.")


def _calibrate(store: Runstore) -> None:
    rows = [{"wahl": "NRW", "these": 1, "text": "Mehr Brunnen."}]
    neu = NewEichung(
        schluessel="s", modell="openai/a", prompt_id="streng", prompt_version="1", prompt_hash="h",
        satz_hash="e" * 64, satz_name="Probe", geplant=1, parameter={"ausgelassen": {}}, app_version="0.7",
    )  # fmt: skip
    antwort = EichungAntwort(
        these=0, partei="SPD", stand="beantwortet", position=1, score=8.0, zitate=2, gebunden=1, kosten=0.001,
        modell="m", begruendung="So.", antwort="{}", passagen=["p1"],
    )  # fmt: skip
    eichung_id = store.begin_eichung(neu, rows)
    store.save_eichung_antworten(eichung_id, [antwort])
    store.finish_eichung(eichung_id)


def write(kept: Path) -> None:
    assert not kept.exists(), f"{kept} is written for good"
    with TemporaryDirectory() as scratch, TemporaryDirectory() as made, cluster() as address:
        work, folder = Path(scratch), Path(made)
        shipped_data(work)
        (work / "pdf").mkdir()
        context = Context(settings_in(work))
        list(index_programme(context.registry.demo_programme, context=context))
        example = fill(context)
        (folder / AKTE).write_bytes(bundle(context, example).data)
        store = runstore(context)
        empty = {name for name, rows in values_of(store).items() if not rows}
        assert not empty, f"nothing is kept of {empty}"
        write_backup(context, folder / BACKUP)
        values = values_of(store)
        write_json(folder / VALUES, values)
        write_json(folder / EXPORT, store.export_json([row["id"] for row in values["lauf"]]))
        snapshot = store.write_snapshot(Path(shutil.copytree(work / "pdf", work / "kopie")))
        there = open_store(address, work)
        there.fill_empty(snapshot)
        there.close()
        context.close()
        pg_dump = shutil.which("pg_dump") or programs() / "pg_dump"
        dump = [pg_dump, "--inserts", "--no-owner", "--no-privileges", "--dbname", address]
        dumped = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
        lines = (line for line in dumped.split("\n") if not line.startswith(("\\restrict", "\\unrestrict")))
        (folder / DUMP).write_text("\n".join(lines), encoding="utf-8")  # those are for psql alone
        shutil.make_archive(str(kept.with_suffix("")), "zip", folder)


def write_json(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(DATEN / f"{sys.argv[1]}.zip")
