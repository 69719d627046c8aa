"""An update: what it brings, what it asks a human, what it does again, and what it never does twice."""

from dataclasses import replace
from pathlib import Path

import pytest

from core.atomic_files import new_lock
from core.context import Context
from core.errors import Ausgelastet
from core.runs.lauf import Status
from core.runs.lauf_filter import Filter
from core.runs.listed_antraege import ADDRESS, ListedAntrag, SourceState
from core.runs.store import runstore
from core.runs.updates import UpdateMessage, UpdateTrouble
from core.sources.provenance import load_fassungen
from core.update.new_antraege import each_reason_once
from core.update.run_update import LOCK
from tests.runs.beispiele import ANTRAG, finished_lauf
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import Quellserver, html, pdf, unchanged_if
from tests.sources.vote_shapes import NUMBER, dip, motion, put_votes
from tests.update.sources_of_nrw import PROTOKOLL, by, full, nothing, put_antraege, put_programm, update


def test_the_first_brings_programmes_and_antraege_and_assesses_no_old_ones(
    place: Context, server: Quellserver
) -> None:
    brought = update(place, server, ask=by(place))
    assert {one.programm.id for one in brought.programme.geholt} == {"spd-nrw-2022", "cdu-nrw-2022"}
    assert {one.programm_id for one in brought.programme.eingelesen} == {"spd-nrw-2022", "cdu-nrw-2022"}
    stored = runstore(place).last_update()
    assert stored and (stored.programme, stored.antraege, stored.laeufe, stored.meldungen) == (2, 2, 0, ())
    assert brought.stored == stored and not any("antrag" in path for path in server.paths)


def test_again_nothing_is_sent_that_is_there(place: Context, server: Quellserver) -> None:
    update(place, server)
    server.requests.clear()
    stored = update(place, server, land=None).stored
    assert full(server) == [] and (stored.programme, stored.antraege) == (0, 0)


def test_new_antraege_are_assessed_once(place: Context, server: Quellserver) -> None:
    update(place, server, ask=by(place))
    put_antraege(server, 4, '"2"')
    brought = update(place, server, ask=by(place))
    assert (brought.stored.antraege, brought.stored.laeufe, brought.stored.meldungen) == (2, 2, ())
    store = runstore(place)
    laeufe = store.list_laeufe(Filter(status=Status.FERTIG))
    assert sorted(zeile.drucksache for zeile in laeufe) == ["18/3", "18/4"]
    (first, _) = (store.load(zeile.id) for zeile in laeufe)
    assert first.antrag.bundesland == "NRW" and first.antrag == first.gelesen
    update(place, server, ask=by(place))
    assert store.count_laeufe() == 2 and server.paths.count("/antrag-3.pdf") == 1


def test_what_changed_and_is_doubtful_is_told_and_not_taken(place: Context, server: Quellserver) -> None:
    update(place, server)
    put_programm(server, "spd", 2017, '"2"')
    (told,) = update(place, server).stored.meldungen
    assert told.art is UpdateTrouble.DOUBTFUL and "--trotzdem spd-nrw-2022" in told.text
    programm = place.registry.programme["spd-nrw-2022"]
    assert len(load_fassungen(place.settings, programm)) == 1


def test_a_changed_programm_is_read_in_anew(place: Context, server: Quellserver) -> None:
    update(place, server)
    changed = programme_pdf("SPD Wahlprogramm zur Landtagswahl 2022", "Wir bauen mehr Schulen und Bäder.", 3)
    server.pages["/spd.pdf"] = unchanged_if('"2"', pdf(changed))
    brought = update(place, server)
    assert [str(one.ausgang) for one in brought.programme.geholt] == ["neue Fassung"]
    assert [(one.programm_id, one.seiten) for one in brought.programme.eingelesen] == [("spd-nrw-2022", 3)]


def test_a_source_that_is_not_recognised_keeps_nothing_else(place: Context, server: Quellserver) -> None:
    server.pages["/parliament-periods"] = nothing()
    server.pages["/pardok.xml"] = html(500)
    told = update(place, server).stored.meldungen
    assert [(one.art, one.wovon) for one in told] == [
        (UpdateTrouble.UNKNOWN, "abgeordnetenwatch.de"),
        (UpdateTrouble.UNREAD, "PARDOK/18"),
    ]


def test_a_file_that_cannot_be_read_is_told_once_and_not_fetched_again(
    place: Context, server: Quellserver
) -> None:
    update(place, server)
    put_antraege(server, 3, '"2"', broken=[3])
    (told,) = update(place, server, ask=by(place)).stored.meldungen
    assert told.art is UpdateTrouble.LEFT_OUT and told.wovon.startswith("18/3")
    assert update(place, server, ask=by(place)).stored.meldungen == ()
    assert server.paths.count("/antrag-3.pdf") == 1


def test_a_pdf_that_is_not_there_yet_is_fetched_the_next_time(place: Context, server: Quellserver) -> None:
    update(place, server)
    put_antraege(server, 3, '"2"')
    there, server.pages["/antrag-3.pdf"] = server.pages["/antrag-3.pdf"], html(404)
    assert len(update(place, server, ask=by(place)).stored.meldungen) == 1
    server.pages["/antrag-3.pdf"] = there
    assert update(place, server, ask=by(place)).stored.laeufe == 1


def test_two_at_once_there_are_never(place: Context, server: Quellserver) -> None:
    place.settings.laeufe_dir.mkdir(exist_ok=True)
    with new_lock(place.settings.laeufe_dir / LOCK), pytest.raises(Ausgelastet, match="läuft schon eine"):
        update(place, server)
    assert server.requests == []
    assert update(place, server).stored.programme == 2


def test_one_that_was_broken_off_is_gone_on_with_under_its_id(place: Context, server: Quellserver) -> None:
    begun = runstore(place).begin_update()
    runstore(place).note_spent(begun.id, 0.25)
    stored = update(place, server).stored
    assert (stored.id, stored.kosten, stored.begonnen) == (begun.id, 0.25, begun.begonnen)
    assert update(place, server).stored.id != begun.id


def test_the_same_reason_is_told_once() -> None:
    art = UpdateTrouble.LEFT_OUT
    told = [UpdateMessage(art, name, "Kein Programm.") for name in ("18/1", "18/2", "18/3")]
    assert [one.wovon for one in each_reason_once(told)] == ["18/1 und 2 weitere"]


def test_what_became_of_an_antrag_that_is_used_here_comes_by_itself(
    place: Context, server: Quellserver, tmp_path: Path
) -> None:
    put_votes(server, tmp_path)
    store, source = runstore(place), dip(server)
    store.save_listing(SourceState("DIP", {"seit": "2026-11-01T00:00:00+01:00"}), [motion(server)])
    assert update(place, server, sources=(source,)).beschluesse.gefragt == 0
    finished_lauf(store, antrag=replace(ANTRAG, drucksache=NUMBER, bundesland="BUND"))
    brought = update(place, server, sources=(source,))
    assert (brought.beschluesse.papiere, brought.stored.meldungen) == (2, ())
    assert len(store.decisions_of("BUND", NUMBER)) == 2
    assert update(place, server, sources=(source,)).beschluesse.gefragt == 0


def test_an_export_names_the_sittings_and_each_is_read_once_for_all(
    place: Context, server: Quellserver
) -> None:
    update(place, server, ask=by(place))
    put_antraege(server, 4, '"2"')
    brought = update(place, server, ask=by(place))
    assert (brought.beschluesse.gefragt, brought.beschluesse.papiere) == (2, 1)
    (kept,) = runstore(place).decisions_of("NRW", "18/3")
    assert {one.partei: str(one.side) for one in kept.decision.sides} == {
        "SPD": "dafür", "CDU": "dagegen", "GRÜNE": "dagegen", "FDP": "Enthaltung", "AfD": "Enthaltung"
    }  # fmt: skip
    assert kept.decision.evidence[-1].seiten == (1,) and runstore(place).decisions_of("NRW", "18/4") == []
    update(place, server)
    assert server.paths.count(PROTOKOLL) == 1


def test_a_source_that_tells_no_decisions_is_told_with_the_rest(
    place: Context, server: Quellserver, tmp_path: Path
) -> None:
    put_votes(server, tmp_path)
    store, source = runstore(place), dip(server)
    store.save_listing(SourceState("DIP", {"seit": "2026-11-01T00:00:00+01:00"}), [motion(server)])
    finished_lauf(store, antrag=replace(ANTRAG, drucksache=NUMBER, bundesland="BUND"))
    server.pages["/dip/vorgangsposition"] = html(403)
    (told,) = update(place, server, sources=(source,)).stored.meldungen
    assert (told.art, told.wovon) == (UpdateTrouble.UNREAD, "DIP") and "verweigert" in told.text


def test_what_a_person_took_from_an_address_is_none_that_a_source_brought(
    place: Context, server: Quellserver
) -> None:
    store = runstore(place)
    begun = store.begin_update()
    one = ListedAntrag(ADDRESS, "k", "21/9", "Brunnen", "Antrag", "Deutscher Bundestag", "BUND")
    store.save_listing(SourceState(ADDRESS), [one])
    assert store.end_update(begun, ()).antraege == 0
