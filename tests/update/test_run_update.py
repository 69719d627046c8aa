"""An update: what it brings, what it asks a human, what it does again, and what it never does twice."""

import pytest

from core.atomic_files import new_lock
from core.context import Context
from core.errors import Ausgelastet
from core.runs.lauf import Status
from core.runs.lauf_filter import Filter
from core.runs.store import runstore
from core.runs.updates import UpdateMessage, UpdateTrouble
from core.sources.provenance import load_fassungen
from core.update.new_antraege import each_reason_once
from core.update.run_update import LOCK
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import Quellserver, html, pdf, unchanged_if
from tests.update.sources_of_nrw import by, full, nothing, put_antraege, put_programm, update


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
