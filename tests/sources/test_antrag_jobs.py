"""What goes on by itself: reading sources of Anträge, fetching some of them to be checked."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pytest

from core.antrag.antrag import Antrag
from core.features.sources import antrag_fetch, parliaments
from core.features.sources.antrag_fetch import (
    SourceJobs,
    TakingJobs,
    doubt_of,
    licence_of,
    take_antrag,
)
from core.features.sources.antrag_quelle import link_of
from core.features.sources.dip import LICENCE, Dip
from core.features.sources.paper_search import find_paper, paper_at
from core.programme.context import Context
from core.runs.antraege import ADDRESS, ListedAntrag, SourceState, StoredListing, count_listed
from core.runs.store import Runstore, runstore
from tests.prozesse import until
from tests.sources.antrag_shapes import Paper, put_dip
from tests.sources.printed import antrag_pdf
from tests.sources.quellserver import Quellserver, html, pdf, quellserver, web

PAPERS = (Paper("21/101", "Brunnen für alle"), Paper("21/102", "Wege für alle"))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Quellserver]:
    with quellserver({}) as server:
        monkeypatch.setenv("DIP_API_KEY", "geheim")
        for module in (antrag_fetch, parliaments):
            monkeypatch.setattr(module, "web_of", lambda context: web())
        monkeypatch.setattr(parliaments, "Dip", lambda _, key: Dip(web(), key, f"{server.url}/dip"))
        yield server


@pytest.fixture
def store(place: Context) -> Runstore:
    runstore(place).note_reading(SourceState("DIP", {"seit": "2026-11-01T00:00:00+01:00"}))
    return runstore(place)


def listed(server: Quellserver, store: Runstore, *names: str, **changes: object) -> list[StoredListing]:
    one = ListedAntrag("DIP", "", "21/101", "Brunnen", "Antrag", "Deutscher Bundestag", "BUND", 21)
    made = [replace(one, kennung=name, pdf_url=f"{server.url}/{name}.pdf", **changes) for name in names]  # type: ignore[arg-type]
    store.save_listing(SourceState("DIP"), made)
    return [found for name in names if (found := store.find_listed("DIP", name))]


def test_sources_are_read_and_each_tells_how_it_ended(
    server: Quellserver, place: Context, store: Runstore
) -> None:
    put_dip(server, PAPERS)
    jobs = place.own(SourceJobs)
    jobs.start(["bund", "gibtesnicht"])
    until(lambda: not jobs.stand().laeuft)
    found, unknown = jobs.stand().gelesene
    assert (found.quelle, found.neu, found.alarm, found.lizenz) == ("DIP", 2, "", LICENCE)
    assert "gibt es nicht" in unknown.alarm and count_listed(store) == 2


def test_what_is_not_recognised_stays_an_alarm(server: Quellserver, place: Context, store: Runstore) -> None:
    server.pages["/dip/drucksache"] = html()
    jobs = place.own(SourceJobs)
    jobs.start(["bund"])
    until(lambda: not jobs.stand().laeuft)
    assert "Schnittstelle geändert" in jobs.stand().gelesene[0].alarm
    assert "Schnittstelle geändert" in store.list_readings()[0].meldung


def test_antraege_are_fetched_and_read_as_if_uploaded(
    server: Quellserver, place: Context, store: Runstore
) -> None:
    server.pages["/a.pdf"] = pdf(antrag_pdf("Brunnen an allen Schulen"))
    server.pages["/b.pdf"] = html()
    jobs = place.own(TakingJobs)
    key = jobs.start(listed(server, store, "b", "a"))
    until(lambda: not jobs.stand(key).laeuft)  # type: ignore[union-attr]
    stand = jobs.stand(key)
    assert stand and stand.fertig == stand.von == 2
    bad, good = stand.taken
    sheet = store.load_sheet(good.antrag_id)
    assert sheet.datei and sheet.antrag.forderungen and sheet.antrag == sheet.gelesen
    assert "liegt kein PDF" in bad.fehler and not bad.antrag_id
    origin = store.find_origin(sheet.antrag.text)
    assert origin and origin.antrag.kennung == "a" and licence_of(origin.antrag) == LICENCE


def test_what_was_read_before_is_not_fetched_again(
    server: Quellserver, place: Context, store: Runstore
) -> None:
    server.pages["/a.pdf"] = pdf(antrag_pdf("Brunnen an allen Schulen"))
    listed(server, store, "a")
    jobs = place.own(TakingJobs)
    for again, times in ((False, 1), (False, 1), (True, 2)):
        known = store.find_listed("DIP", "a")
        assert known
        key = jobs.start([known], again)
        until(lambda key=key: not jobs.stand(key).laeuft)  # type: ignore[misc]
        assert server.paths.count("/a.pdf") == times
        stand = jobs.stand(key)
        assert stand and stand.taken[0].antrag_id


def test_what_the_text_does_not_tell_the_source_knows(
    server: Quellserver, place: Context, store: Runstore
) -> None:
    server.pages["/a.pdf"] = pdf(antrag_pdf("Brunnen an allen Schulen", head=False))
    told = {"nummer": "21/7", "datum": date(2026, 11, 2), "urheber": ("Fraktion der SPD",)}
    (one,) = listed(server, store, "a", **told)
    antrag = store.load_sheet(take_antrag(place, web(), one.antrag)).antrag
    assert (antrag.drucksache, antrag.bundesland, antrag.datum) == ("21/7", "BUND", date(2026, 11, 2))
    assert antrag.antragsteller == ("SPD",)


def test_another_paper_behind_the_address_is_told(
    server: Quellserver, place: Context, store: Runstore
) -> None:
    server.pages["/a.pdf"] = pdf(antrag_pdf("Brunnen an allen Schulen"))
    (right,) = listed(server, store, "a", nummer="21/101")
    antrag = store.load_sheet(take_antrag(place, web(), right.antrag)).antrag
    assert antrag.drucksache == "21/101" and doubt(place, antrag, right.antrag) == ""
    assert "21/999, im PDF steht 21/101" in doubt(place, antrag, replace(right.antrag, nummer="21/999"))


def doubt(place: Context, antrag: Antrag, one: ListedAntrag) -> str:
    return doubt_of(antrag, one, place.registry)


def test_a_paper_of_the_same_number_in_another_parliament_or_on_another_matter_is_told(
    server: Quellserver, place: Context, store: Runstore
) -> None:
    server.pages["/a.pdf"] = pdf(antrag_pdf("Brunnen an allen Schulen"))
    (of_mv,) = listed(server, store, "a", bundesland="MV", parlament="Landtag Mecklenburg-Vorpommern")
    antrag = store.load_sheet(take_antrag(place, web(), of_mv.antrag)).antrag
    assert "Landtag Mecklenburg-Vorpommern, im PDF steht: Deutscher Bundestag" in doubt(
        place, antrag, of_mv.antrag
    )
    here = replace(of_mv.antrag, bundesland="BUND")
    for alike in ("Brunnen", "Schulen erhalten Brunnen", "Antrag: Brunnen an allen Grundschulen", "Wege"):
        assert doubt(place, antrag, replace(here, titel=alike)) == ""
    assert "„Radwege erhalten“, das steht" in doubt(place, antrag, replace(here, titel="Radwege erhalten"))


def test_an_address_that_follows_from_a_number_stays_under_that_number(
    server: Quellserver, place: Context, store: Runstore
) -> None:
    server.pages["/x.pdf"] = pdf(antrag_pdf("Brunnen an allen Schulen"))
    asked = paper_at(f"{server.url}/x.pdf", "HB", "21/99")
    antrag = store.load_sheet(take_antrag(place, web(), asked)).antrag
    (one,) = store.list_listed()
    assert (one.antrag.nummer, one.antrag.bundesland) == ("21/99", "HB")
    assert "21/99, im PDF steht 21/101" in doubt(place, antrag, one.antrag)
    again = find_paper(place, "21/99 (HB)")
    assert (again.listing.antrag_id, again.listing.antrag) == (one.antrag_id, one.antrag)
    antrag = store.load_sheet(take_antrag(place, web(), again.listing.antrag)).antrag
    (one,) = store.list_listed()
    assert one.antrag.nummer == "21/99" and doubt(place, antrag, one.antrag)


def test_any_address_can_be_taken_and_is_listed(server: Quellserver, place: Context, store: Runstore) -> None:
    server.pages["/x.pdf"] = pdf(antrag_pdf("Brunnen an allen Schulen"))
    paper = paper_at(f"{server.url}/x.pdf")
    assert licence_of(paper) == "Quelle: 127.0.0.1"
    antrag_id = take_antrag(place, web(), paper)
    (one,) = store.list_listed()
    assert (one.antrag.quelle, one.antrag.nummer, one.antrag_id) == (ADDRESS, "21/101", antrag_id)
    assert one.antrag.titel == "Brunnen an allen Schulen" and one.antrag.parlament == "Deutscher Bundestag"


def test_only_addresses_of_the_web_become_links() -> None:
    one = ListedAntrag("X", "1", "21/5", "T", "Antrag", "Rat", pdf_url="javascript:alert(1)")
    assert link_of(one) is None
    assert link_of(replace(one, pdf_url="https://example.org/a.pdf")) == "https://example.org/a.pdf"
    assert (link_of(replace(one, bundesland="BUND")) or "").startswith("https://dserver.bundestag.de")
