"""The database itself: versions, several processes, addresses that do not work."""

import multiprocessing
import os
import sys
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from core.decisions.sides import Side
from core.errors import DashboardError, EingabeError
from core.runs.connection import StoreConnection, open_engine
from core.runs.lauf import AntwortKind, Status, text_hash
from core.runs.lauf_filter import Filter
from core.runs.migration import migrate, versionen
from core.runs.quote_cube import COUNTED, load_number_table
from core.runs.sql import text
from core.runs.store import Runstore, open_store
from core.runs.tables import metadata
from tests.prozesse import processes
from tests.runs.beispiele import finished_lauf, gebunden, neuer_lauf, teil

ERSTE = (
    "INSERT INTO texte VALUES ('h', 'Beurteilen Sie.')",
    "INSERT INTO lauf (id, created, tag, woche, herzschlag, status, fehler, titel, drucksache, suchtext,"
    " antragsteller, antrag_hash, strategie, modell_gefragt, ersatzmodell, prompt_id, prompt_version,"
    " prompt_hash, prompttext_hash, embedder, wiederholung, schluessel, is_demo, app_version)"
    " VALUES ('alt', '2025-03-04 10:00:00', '2025-03-04', '2025-W10', '2025-03-04 10:00:00',"
    " 'fertig', '', 'Brunnen', '5/214', 'brunnen 5/214', '|LINDENBUND|', 'a', '', 'm', false, 'p', '1',"
    " 'x', 'h', '', 1, 's', false, '0.3')",
    "INSERT INTO akte (lauf_id, antrag, parameter, index_stand, bibliotheken)"
    " VALUES ('alt', '{\"text\": \"Mehr Brunnen.\"}', '{}', '{}', '{}')",
)
ZWEITE = (
    *ERSTE,
    "INSERT INTO antrag (id, created, titel, drucksache, bundesland, datum, herkunft, inhalt)"
    " VALUES ('a1', '2025-03-04 10:00:00', 'Brunnen', '5/214', NULL, NULL,"
    " 'eingegeben', '{\"text\": \"Mehr Brunnen.\"}')",
    "INSERT INTO antwort VALUES ('n1', '2025-03-04 11:00:00', 'nachfrage', 'alt', 'Warum?', 'm',"
    ' \'{"antwort": "Darum."}\')',
)
EINTRAG = (
    '{"text": "Wir bauen Brunnen.", "quelle": "Lindenbund 2024, S. 7", "status": "woertlich",'
    ' "emittiert": "Wir bauen Brunnen.", "partei": "LINDENBUND", "programm": "lindenbund-demo-2024",'
    ' "version": "v1", "stellen": [[100, 118]], "seiten": [7], "gedruckt": ["5"], "url": "/x",'
    ' "abschnitt": [], "satz": "Wir bauen Brunnen.", "warnungen": [], "fundstellen": 1,'
    ' "fremdePartei": false}'
)
INHALT = {
    "0001": ERSTE,
    "0002": ZWEITE,
    "0003": (
        *ZWEITE,
        "INSERT INTO stimme VALUES ('s1', '2025-03-05 10:00:00', 'alt', 'alt', 'LINDENBUND', 'a', 'Eva')",
        "INSERT INTO pruefung VALUES ('p1', '2025-03-05 11:00:00', 2.5, 1, 3, 2,"
        ' \'[{"lauf": "alt", "programm": "lindenbund-demo-2024"}]\', \'0.4\')',
    ),
}
INHALT["0004"] = (
    *INHALT["0003"],
    "UPDATE lauf SET masse = '{\"top_k\": 4.0}', index_hash = 'i' WHERE id = 'alt'",
    "INSERT INTO batch (id, created, beschreibung, total) VALUES ('b1', '2025-03-06 10:00:00', 'nachts', 3)",
)
INHALT["0005"] = (*INHALT["0004"], "UPDATE batch SET angehalten = '2025-03-06 11:00:00' WHERE id = 'b1'")
INHALT["0006"] = INHALT["0005"]
INHALT["0007"] = INHALT["0006"]
INHALT["0008"] = INHALT["0007"]
INHALT["0009"] = (
    *INHALT["0008"],
    "INSERT INTO teil (lauf_id, partei, status, fehler, ersatzmodell, dauer, versuche, antwort, messages)"
    " VALUES ('alt', 'LINDENBUND', 'fertig', '', false, '{}', '[]', '', '[]')",
    "INSERT INTO traegt (lauf_id, partei, zitat, model, prompt_version, forderung, verdict, words, reason,"
    " gewaehlt, schluessel, kosten, created)"
    " VALUES ('alt', 'LINDENBUND', 0, 'pruefer', 'traegt v1', '1', 'stuetzt',"
    " 'Wir bauen Brunnen.', '', false, 'k', 0.001, '2025-03-06 12:00:00')",
)
INHALT["0010"] = INHALT["0009"]
INHALT["0011"] = INHALT["0010"]
INHALT["0013"] = (
    *INHALT["0011"],
    "UPDATE lauf SET bearbeitet = true WHERE id = 'alt'",
    'UPDATE akte SET gelesen = \'{"text": "Mehr Brunnen.", "titel": "Brunnen"}\' WHERE lauf_id = \'alt\'',
    "UPDATE antrag SET bearbeitet = false, gelesen = inhalt, datei = 'ab' WHERE id = 'a1'",
)
INHALT["0015"] = (
    *INHALT["0013"],
    "INSERT INTO alarmvermerk VALUES ('v1', '2025-03-07 10:00:00', 'Läufe ohne Zitat', 'alle Läufe',"
    " '2025-03-05', '2025-03-06', 'Eva', 'Neues Modell.')",
    "INSERT INTO zitat (lauf_id, partei, nummer, typ, status, is_bound, fremde_partei, warnungen, text,"
    " quelle, eintrag) VALUES ('alt', 'LINDENBUND', 0, 'wahlprogramm', 'woertlich', true, false, 0,"
    f" 'Wir bauen Brunnen.', '[Q1]', '{EINTRAG}')",
)
INHALT["0016"] = (*INHALT["0015"], "UPDATE zitat SET naehe = '{\"1\": 0.5}'")
INHALT["0017"] = (
    *INHALT["0016"],
    "INSERT INTO antragstext VALUES ('a', 'brunnen 5/214 mehr brunnen.')",
    "INSERT INTO ausgeblendet VALUES ('y', '2025-03-08 10:00:00')",
)
INHALT["0018"] = (
    *INHALT["0017"],
    "INSERT INTO alarmversand VALUES ('w1', '2025-03-07 10:00:00', 'mail', 'Läufe ohne Zitat', 'alle Läufe',"
    " '2025-03-05', '2025-03-06', 2, '2025-03-07 10:05:00', '2025-03-07 10:05:01', '')",
)
INHALT["0019"] = (
    *INHALT["0018"],
    "INSERT INTO liste VALUES ('DIP', '300', '21/7', 'Brunnen', 'Antrag', 'Deutscher Bundestag', 'BUND', 21,"
    " '2026-11-02', '|SPD|', NULL, NULL, NULL, '[]', '2026-11-03T10:00:00', 'brunnen', false,"
    " '2026-11-04 10:00:00', NULL)",
    "INSERT INTO quellenstand VALUES ('DIP', '{\"seit\": \"2026-11-03\"}', '2026-11-04 10:00:00', '', 1)",
)
INHALT["0020"] = (
    *INHALT["0019"],
    "INSERT INTO abstimmung VALUES ('b1', '2026-11-05 10:00:00', 'BUND', '21/7',"
    " 'Plenarprotokoll', '21090.pdf', '"
    + "a"
    * 64
    + "', '.pdf', '', '2026-11-05', '', 'die Vorlage selbst', false, 'Satz', '',"
    ' \'[{"partei": "SPD", "side": "dafür", "cast": "dafür", "words": "SPD", "note": ""}]\','
    ' \'[{"document": "21090.pdf", "text": "Der Antrag ist abgelehnt.", "start": 3, "seiten": [2],'
    ' "printed": ["8756"], "note": "", "spans": [[3, 28]], "marks": [[2, 1.5, 2.0, 3.0, 4.0]]}]\', true)',
)
INHALT["0022"] = (
    *INHALT["0018"],
    INHALT["0019"][-2].replace("NULL)", "NULL, '2026-11-04 10:00:00', NULL, NULL)"),
    INHALT["0019"][-1].replace("1)", "1, '2026-11-03 10:00:00')"),
    INHALT["0020"][-1],
    "INSERT INTO aktualisierung VALUES ('k1', '2026-11-04 10:00:00', NULL, 0, 0, 1, 0.5, '[]')",
)
INHALT["0023"] = (
    *INHALT["0022"],
    "INSERT INTO urteil (id, lauf_id, partei, typ, zitat, forderung, zustimmung, traegt, notiz, name,"
    " created) VALUES ('u23', 'alt', 'LINDENBUND', 'wahlprogramm', 0, '2', true, 'anderes', '', 'Eva',"
    " '2026-11-23 10:00:00')",
)
INHALT["0024"] = (
    *INHALT["0023"],
    "INSERT INTO lesung VALUES ('l24', 'alt', 'Eva', '2026-11-24 10:00:00')",
    "INSERT INTO festlegung VALUES ('f24', 'alt', 'LINDENBUND', 'wahlprogramm', 0, '2', NULL,"
    " 'widerspricht', NULL, 'Steht so im Satz davor.', 'Eva', '2026-11-24 11:00:00')",
)
INHALT["0026"] = (
    *INHALT["0024"],
    "INSERT INTO redline VALUES ('r26', 'alt', '2026-11-24 10:00:00', 0, 'm', 'aenderungen v1', '1', 'Mehr',"
    " 'Viel mehr', 'Darum.', 0, 4, '', true, '2026-11-24 11:00:00')",
)
INHALT["0027"] = (
    *INHALT["0026"],
    "INSERT INTO beschlusssuche VALUES ('BUND', '21/7', 'e3b0c44298fc1c149afbf4c8996fb924', '',"
    " '2026-11-23 10:00:00', '')",
    "INSERT INTO beschlusssuche VALUES ('BUND', '21/7', 'abc', 'https://example.org/21090.pdf',"
    " '2026-11-23 10:00:00', '')",
)
INHALT["0028"] = (
    *INHALT["0027"],
    "INSERT INTO handlung VALUES ('h1', '2026-11-24 10:00:00', 'eva@haus.example', 'löschen', 'alt')",
    "INSERT INTO ausgabe VALUES ('g1', '2026-11-24 10:00:00', 'eva@haus.example', '2026-11', 0.5)",
    "INSERT INTO ausgabengrenze VALUES ('*', '2026-11-24 10:00:00', 5.0)",
    "INSERT INTO freigabe VALUES ('alt', '2026-11-24 10:00:00', 'eva@haus.example')",
)
INHALT["0029"] = (
    *INHALT["0028"],
    "INSERT INTO batch VALUES ('b29', '2026-11-24 04:00:00', '{}', 3, NULL, 'jemand', '2026-11-24 04:01:00',"
    " 1)",
)
INHALT["0030"] = (
    *INHALT["0029"],
    "INSERT INTO rubric_judgement VALUES ('j30', 'alt', '2026-11-24 10:00:00', 'klima', 1, 'id = 1', 'm',"
    " 'm-1', 'rubrik 1', '{}', 'abc', 10, 20, 0.5, '[\"Darum.\"]', 0, 0, NULL, NULL)",
    "INSERT INTO rubric_field VALUES ('j30', 0, 'verkehr', 1, 'Weil.', '[]')",
)
"""For every version of the tables, rows as that version wrote them."""


def store_of(version: str, url: str, folder: Path) -> Runstore:
    """A store that this version filled, opened by the program of today."""
    old = StoreConnection(open_engine(url, folder))
    migrate(old, version)
    with old.writing() as connection:
        for statement in INHALT[version]:
            connection.execute(text(statement.replace(":", r"\:")))
    old.close()
    return open_store(url, folder)


@pytest.mark.parametrize("version", versionen())
def test_store_of_every_version_opens_with_its_laeufe_which_can_be_asked_about_and_their_antraege_kept(
    version: str, url: str, tmp_path: Path
) -> None:
    store = store_of(version, url, tmp_path)
    lauf = store.load("alt")
    assert (lauf.status, lauf.antrag.text, lauf.prompt_text) == (
        Status.FERTIG, "Mehr Brunnen.", "Beurteilen Sie."
    )  # fmt: skip
    assert store.load_antrag(store.save_antrag(lauf.antrag)) == lauf.antrag
    store.save_antwort(AntwortKind.NACHFRAGE, "Und jetzt?", "m", {}, "alt")
    assert store.list_antworten("alt")[-1].eingabe == "Und jetzt?"
    assert store.export_json(["alt"])["laeufe"][0]["antwort"]
    store.close()


def test_antraege_and_antworten_of_version_2_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0002", url, tmp_path)
    assert store.load_antrag("a1").text == "Mehr Brunnen."
    (antwort,) = store.list_antworten("alt")
    assert (antwort, antwort.inhalt) == (store.load_antwort("n1"), {"antwort": "Darum."})
    store.close()


def test_pruefungen_of_version_3_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0003", url, tmp_path)
    (old,) = store.list_pruefungen()
    assert (old.id, old.sekunden, old.laeufe, old.geprueft, old.belegt) == ("p1", 2.5, 1, 3, 2)
    assert (old.befunde[0]["lauf"], old.app_version) == ("alt", "0.4")
    saved = store.save_pruefung(0.5, 1, 3, 3)
    assert store.list_pruefungen() == [saved, old]
    store.close()


def test_notes_on_alarms_of_version_15_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0015", url, tmp_path)
    (old,) = store.list_alarm_notes()
    assert (old.art, old.von, old.bis, old.name) == (
        "Läufe ohne Zitat", date(2025, 3, 5), date(2025, 3, 6), "Eva"
    )  # fmt: skip
    store.delete_alarm_note("v1")
    assert store.list_alarm_notes() == []
    store.close()


def test_what_was_told_of_alarms_in_version_18_is_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0018", url, tmp_path)
    (old,) = store.list_alarm_sends()
    assert (old.weg, old.von, old.versuche, old.is_given_up) == ("mail", date(2025, 3, 5), 2, False)
    store.close()


def test_proposed_changes_of_version_26_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0026", url, tmp_path)
    (row,) = store.list_redlines("alt")
    assert (row.id, row.alt, row.neu, row.stelle, row.angenommen) == (
        "r26",
        "Mehr",
        "Viel mehr",
        (0, 4),
        True,
    )
    store.close()


@pytest.mark.parametrize("version", ["0013", "0015", "0017"])
def test_words_of_older_antraege_are_found(version: str, url: str, tmp_path: Path) -> None:
    store = store_of(version, url, tmp_path)
    assert [line.id for line in store.list_laeufe(Filter(suche="brunnen mehr"))] == ["alt"]
    assert store.count_laeufe(Filter(suche="brunnen weniger")) == 0
    store.close()


def test_older_antraege_are_the_same_as_those_of_their_laeufe(url: str, tmp_path: Path) -> None:
    """What was entered before version 17 can be hidden with the Läufe on it."""
    before = open_engine(url, tmp_path)
    old = StoreConnection(before)
    migrate(old, "0015")
    with old.writing() as connection:
        for statement in INHALT["0015"]:
            connection.execute(text(statement.replace(":", r"\:")))
    old.close()
    store = open_store(url, tmp_path)
    (line,) = store.list_antraege()
    store.hide_antraege([text_hash("Mehr Brunnen.")])
    assert line.id == "a1" and store.list_antraege() == []
    store.close()


def test_listed_antraege_of_version_19_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0019", url, tmp_path)
    (row,) = store.list_listed()
    assert (row.antrag.nummer, row.antrag.urheber, row.antrag.datum) == ("21/7", ("SPD",), date(2026, 11, 2))
    assert store.load_reading("DIP").stand == {"seit": "2026-11-03"}
    store.close()


def test_decisions_of_version_20_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0020", url, tmp_path)
    (kept,) = store.decisions_of("BUND", "Drucksache 21/7")
    assert kept.decision.side_of("SPD") is Side.YES and kept.source.datum == date(2026, 11, 5)
    assert kept.marks == ({2: ((1.5, 2.0, 3.0, 4.0),)},) and kept.decision.evidence[0].printed == ("8756",)
    assert store.decisions_of("BUND", "21/8") == store.decisions_of("NRW", "21/7") == []
    store.close()


def test_papers_that_version_27_looked_at_are_not_fetched_again(url: str, tmp_path: Path) -> None:
    store = store_of("0027", url, tmp_path)
    assert store.papers_seen(("BUND", "21/7")) == {"https://example.org/21090.pdf"}
    store.note_search(("BUND", "21/7"))
    assert store.papers_seen(("BUND", "21/7")) == {"https://example.org/21090.pdf"}
    store.close()


def test_readings_and_what_was_settled_of_version_24_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0024", url, tmp_path)
    (read,), (settled,) = store.list_lesungen(), store.list_festlegungen()
    assert (read.lauf_id, read.name, read.created) == ("alt", "Eva", datetime(2026, 11, 24, 10, tzinfo=UTC))
    assert (settled.zitat, settled.forderung, settled.traegt) == (0, "2", "widerspricht")
    assert (settled.punkte, settled.zustimmung, settled.grund) == (None, None, "Steht so im Satz davor.")
    lauf = store.load("alt")
    assert (lauf.lesungen, lauf.festlegungen) == ((read,), (settled,))
    store.close()


def test_deeds_limits_and_released_laeufe_of_version_28_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0028", url, tmp_path)
    assert [(one.wer, one.was, one.objekt) for one in store.list_deeds()] == [
        ("eva@haus.example", "löschen", "alt")
    ]
    assert store.common_limit() == 5.0 and store.is_released("alt")
    store.close()


def test_second_looks_of_version_9_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0009", url, tmp_path)
    (row,) = store.list_traegt("alt")
    assert (row.partei, row.zitat, row.forderung, row.verdict) == ("LINDENBUND", 0, "1", "stuetzt")
    assert (row.words, row.model, row.kosten, row.gewaehlt) == ("Wir bauen Brunnen.", "pruefer", 0.001, False)
    assert store.known_traegt(["k"])["k"] == row
    store.close()


def test_an_update_that_version_22_began_is_gone_on_with_and_older_listings_are_not_new(
    url: str, tmp_path: Path
) -> None:
    store = store_of("0022", url, tmp_path)
    begun = store.begin_update()
    assert (begun.id, begun.laeufe, begun.kosten) == ("k1", 1, 0.5)
    (row,) = store.new_listings(["DIP"], datetime(2026, 11, 1, tzinfo=UTC))
    assert row.antrag.nummer == "21/7" and store.last_update() is None
    store.close()


def test_what_was_listed_before_anybody_noted_when_is_not_new(url: str, tmp_path: Path) -> None:
    store = store_of("0019", url, tmp_path)
    assert store.new_listings(["DIP"], datetime(2026, 11, 1, tzinfo=UTC)) == []
    store.close()


@pytest.mark.parametrize(("version", "naehe"), [("0015", None), ("0016", {"1": 0.5})])
def test_of_quotes_of_before_nobody_measured_how_near_they_are(
    version: str, naehe: dict[str, float] | None, url: str, tmp_path: Path
) -> None:
    store = store_of(version, url, tmp_path)
    assert [zitat.naehe for zitat in store.load("alt").zitate] == [naehe]
    assert [row.rang for row in store.list_traegt("alt")] == [0]
    store.close()


@pytest.mark.parametrize(("version", "stopped"), [("0004", False), ("0005", True)])
def test_batches_are_still_read_and_nobody_stopped_the_older_ones(
    version: str, stopped: bool, url: str, tmp_path: Path
) -> None:
    store = store_of(version, url, tmp_path)
    (batch,) = store.list_batches()
    assert (batch.id, batch.beschreibung, batch.total) == ("b1", "nachts", 3)
    assert (batch.angehalten is not None) == store.is_stopped("b1") == stopped
    store.stop_batch("b1")
    assert store.is_stopped("b1") and not store.is_stopped("b2")
    store.close()


def test_laeufe_of_version_3_get_what_figures_read_of_them(url: str, tmp_path: Path) -> None:
    old = StoreConnection(open_engine(url, tmp_path))
    migrate(old, "0003")
    statements = (
        *ERSTE[:-1],
        "INSERT INTO akte VALUES ('alt', '{\"text\": \"Mehr Brunnen.\"}',"
        ' \'{"top_k": 4, "min_similarity": 0.35, "max_tokens": null, "parteien": ["SPD"]}\','
        " '{\"DEMO\": \"abc\"}', '{}')",
        "INSERT INTO texte VALUES ('eins', 'Zwölf Boote'), ('zwei', 'Ein Steg')",
        "INSERT INTO teil (lauf_id, partei, status, fehler, ersatzmodell, dauer, versuche, antwort, messages)"
        " VALUES ('alt', 'SPD', 'fertig', '', false, '{}', '[]', '', '[]')",
        "INSERT INTO zaehlung VALUES ('alt', 'SPD', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)",
        *(
            "INSERT INTO angebot VALUES ('alt', 'SPD', {}, {}, 'c', 'p', '{}', '[1]', 0.5, '[]', '')".format(
                *one
            )
            for one in ((0, 1, "eins"), (1, 2, "zwei"), (2, "NULL", "eins"))
        ),
    )
    with old.writing() as connection:
        for statement in statements:
            connection.execute(text(statement.replace(":", r"\:")))
    old.close()
    store = open_store(url, tmp_path)
    today = store.start(neuer_lauf(parameter={"top_k": 4, "min_similarity": 0.35}))
    then, now = store.lauf_heads(["alt", today])
    assert then.masse == now.masse
    jobs = load_number_table(store)
    assert jobs.index_staende == {jobs.merkmale["index_hash"].werte[0]: {"DEMO": "abc"}}
    shown = [COUNTED.index(name) for name in ("passagen", "zeichen")]
    assert jobs.zahlen[:, shown].tolist() == [[2, len("Zwölf Boote") + len("Ein Steg")]]
    store.close()


def test_models_and_migrations_agree(store: Runstore) -> None:
    with store.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_store_of_a_newer_program_is_refused_and_left_alone(url: str, tmp_path: Path) -> None:
    store = open_store(url, tmp_path)
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(DashboardError, match="9999"):
        open_store(url, tmp_path)


def test_opening_again_keeps_everything(url: str, tmp_path: Path) -> None:
    first = open_store(url, tmp_path)
    lauf_id = finished_lauf(first)
    whole = first.load(lauf_id)
    first.close()
    second = open_store(url, tmp_path)
    assert second.load(lauf_id) == whole
    second.close()


def _open_and_write(url: str, folder: Path, partei: str) -> None:
    store = open_store(url, folder)
    lauf_id = store.start(neuer_lauf(schluessel=partei))
    for number in range(5):
        store.save_teil(lauf_id, teil(f"{partei}{number}"), [], [gebunden(f"{partei}{number}")])
    store.finish(lauf_id)
    store.close()


def test_processes_may_open_and_write_at_once(url: str, tmp_path: Path) -> None:
    writers = [processes.Process(target=_open_and_write, args=(url, tmp_path, f"P{n}")) for n in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0] * 4
    store = open_store(url, tmp_path)
    assert (store.count_laeufe(), store.quote_counts()[0].emittiert) == (4, 20)
    store.close()


def _die_while_writing(url: str, folder: Path) -> None:
    store = open_store(url, folder)
    lauf_id = store.start(neuer_lauf(), datetime(2026, 1, 5, tzinfo=UTC))
    store.save_teil(lauf_id, teil(), [], [gebunden()])
    with store.writing() as connection:
        connection.execute(text("DELETE FROM zitat"))
        os._exit(9)


def test_crash_loses_nothing_that_was_saved(url: str, tmp_path: Path) -> None:
    writer = processes.Process(target=_die_while_writing, args=(url, tmp_path))
    writer.start()
    writer.join(60)
    assert writer.exitcode == 9
    store = open_store(url, tmp_path)
    (line,) = store.list_laeufe()
    assert store.load(line.id).zitate == (gebunden(),)
    with store.writing() as connection:
        connection.execute(text("UPDATE lauf SET herzschlag = '2025-01-01 00:00:00'"))
    store.close()
    reopened = open_store(url, tmp_path)
    assert reopened.load(line.id).status is Status.ABGEBROCHEN
    reopened.close()


def _load_often(store: Runstore, lauf_id: str) -> None:
    for _ in range(100):
        assert len(store.load(lauf_id).zitate) == 3


def _load_with_a_fork(url: str, folder: Path, lauf_id: str) -> None:
    store = open_store(url, folder)
    _load_often(store, lauf_id)
    child = multiprocessing.get_context("fork").Process(target=_load_often, args=(store, lauf_id))
    child.start()
    _load_often(store, lauf_id)
    child.join()
    sys.exit(child.exitcode)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")
def test_forked_process_has_connections_of_its_own(store: Runstore, url: str, tmp_path: Path) -> None:
    # Not this process is forked: its other threads may hold a lock just then, which nobody would give back.
    parent = processes.Process(target=_load_with_a_fork, args=(url, tmp_path, finished_lauf(store)))
    parent.start()
    parent.join(60)
    assert parent.exitcode == 0


@pytest.mark.parametrize(
    ("url", "error", "said"),
    [
        ("mysql://rechner/name", EingabeError, "mysql"),
        ("irgendwas", EingabeError, "DATABASE_URL"),
        ("postgres://eva:geheimes@127.0.0.1:1/laeufe", DashboardError, r"eva:\*\*\*@127\.0\.0\.1"),
    ],
)
def test_address_that_does_not_work_is_told_without_its_password(
    url: str, error: type[Exception], said: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=said) as raised:
        open_store(url, tmp_path)
    assert "geheimes" not in str(raised.value)


def test_sqlite_lies_in_the_folder_and_lets_readers_read(tmp_path: Path) -> None:
    store = open_store(None, tmp_path / "neu")
    assert (tmp_path / "neu" / "laeufe.sqlite3").exists()
    lauf_id = finished_lauf(store)
    with store.writing():
        assert store.load(lauf_id).id == lauf_id
    store.close()


@pytest.mark.parametrize(("version", "title"), [("0011", None), ("0013", "Brunnen")])
def test_what_was_read_is_noted_since_version_13_and_nothing_is_invented_for_older_ones(
    version: str, title: str | None, url: str, tmp_path: Path
) -> None:
    store = store_of(version, url, tmp_path)
    lauf, blatt = store.load("alt"), store.load_sheet("a1")
    assert (lauf.gelesen.titel if lauf.gelesen else None) == title
    assert (blatt.gelesen, blatt.datei) == ((blatt.antrag, "ab") if title else (None, None))
    store.close()


def test_judgements_by_rubrics_of_version_30_are_still_read(url: str, tmp_path: Path) -> None:
    store = store_of("0030", url, tmp_path)
    (row,) = store.list_rubrics("alt")
    assert (row.id, row.kosten, row.refused, row.fields[0].feld) == ("j30", 0.5, ("Darum.",), "verkehr")
    store.close()
