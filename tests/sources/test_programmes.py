"""Programmes fetched: what is offered, what is taken, what a human is asked, what stays beside."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from core.base.errors import SourceUnrecognised
from core.features.sources.programme_fetch import (
    Abgeordnetenwatch,
    Election,
    Fetched,
    FetchOutcome,
    PdfOffer,
    clean_label,
    fetch_programm,
    fetched_in,
    find_offers,
)
from core.programme.context import Context
from core.programme.pdf_origins import Fassung, load_fassungen, save_fassung
from core.programme.registering import EARLIER, PdfFolder
from core.wortlaut.errors import PdfError
from core.wortlaut.records import Programm
from tests.cases import cases
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import Quellserver, as_json, html, pdf, quellserver, unchanged_if, web
from tests.sources.watch_shapes import listing, period, program

SPD = programme_pdf("SPD Wahlprogramm zur Landtagswahl 2022")
NRW = 4


@pytest.fixture
def server() -> Iterator[Quellserver]:
    with quellserver({}) as server:
        elections = [period(31, "Nordrhein-Westfalen Wahl 2022"), period(12, "Nordrhein-Westfalen Wahl 2017"),
                     period(32, "Nordrhein-Westfalen 2022 - 2027", kind="legislature")]  # fmt: skip
        server.pages["/api/parliament-periods"] = listing(elections)
        gruene = "B\xadündnis 90/Die Grünen (Nordrhein-Westfalen 2022 - 2027)"
        server.pages["/api/election-program"] = listing(
            [
                program(1, 31, "SPD", f"{server.url}/spd.pdf"),
                program(2, 31, gruene, f"{server.url}/g.pdf"),
                program(3, 31, "CDU", None, [{"uri": f"{server.url}/cdu.pdf", "title": "Programm"}]),
                program(4, 31, "Die PARTEI", f"{server.url}/partei.pdf"),
                program(5, 31, "Volt", f"{server.url}/volt.pdf"),
                program(6, 31, "FDP", None),
                program(7, 12, "SPD", f"{server.url}/alt.pdf"),
            ]
        )
        server.pages["/spd.pdf"] = pdf(SPD)
        yield server


def watch(server: Quellserver) -> Abgeordnetenwatch:
    return Abgeordnetenwatch(web(), f"{server.url}/api")


def test_what_is_missing_is_offered_with_its_address_and_source(place: Context, server: Quellserver) -> None:
    offers = find_offers(place, watch(server), "NRW")
    known = {one.programm.id: (one.url, one.quelle) for one in offers.found if not one.is_new}
    assert known == {
        "spd-nrw-2022": (f"{server.url}/spd.pdf", "abgeordnetenwatch.de"),
        "gruene-nrw-2022": (f"{server.url}/g.pdf", "abgeordnetenwatch.de"),
        "cdu-nrw-2022": (f"{server.url}/cdu.pdf", "abgeordnetenwatch.de"),
        "spd-nrw-2017": (f"{server.url}/alt.pdf", "abgeordnetenwatch.de"),
    }
    assert {p.id for p in offers.without} >= {"fdp-nrw-2022", "afd-nrw-2022"}
    assert offers.unknown == ("Die PARTEI",) and offers.alarms == ()
    (new,) = [one for one in offers.found if one.is_new]
    assert (new.programm.partei, new.programm.jahr, new.programm.id) == ("Volt", 2022, "")
    assert new.programm.gueltig_ab == date(2022, 6, 1) and "Nordrhein-Westfalen" in new.programm.name


def test_many_note_where_a_pdf_came_from_and_none_is_lost(place: Context) -> None:
    programm = next(iter(place.registry.programme.values()))
    place.settings.pdf_dir.mkdir(parents=True, exist_ok=True)
    told = [Fassung(str(n), n, "https://x", "probe", "2026-01-01T00:00:00+00:00") for n in range(24)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(partial(save_fassung, place.settings, programm), told))
    assert sorted(one.groesse for one in load_fassungen(place.settings, programm)) == list(range(24))


# --- how the list is read -----------------------------------------------------------------------------------


def test_pages_are_turned_until_the_total_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [program(n, 31, f"Partei {n}", None) for n in range(25)]
    election = Election(31, 2022, "Nordrhein-Westfalen Wahl 2022")
    with quellserver({"/election-program": listing(rows, most=10)}) as server:
        found = Abgeordnetenwatch(web(), server.url).programmes(election)
    assert [one.partei for one in found] == [f"Partei {n}" for n in range(25)]
    assert [r.query["range_start"] for r in server.requests] == [["0"], ["10"], ["20"]]


@pytest.mark.parametrize(
    "answer",
    [
        {"data": []},
        {"meta": {"result": {"total": 3}}, "data": []},
        {"meta": {"result": {"total": 1}}, "data": [{"label": "ohne Nummer"}]},
        {"meta": {"result": {"total": 1}}, "data": {"1": {}}},
        {"meta": {"result": {"total": "1"}}, "data": [{"id": 1}]},
        {"meta": {"result": {"total": 10**9}}, "data": [program(1, 31, "SPD", None)]},
        [],
    ],
)
def test_an_answer_of_another_shape_is_an_alarm_and_no_empty_list(answer: object) -> None:
    election = Election(31, 2022, "Nordrhein-Westfalen Wahl 2022")
    with quellserver({"/election-program": as_json(answer)}) as server, pytest.raises(SourceUnrecognised):
        Abgeordnetenwatch(web(), server.url).programmes(election)


def test_a_filter_that_was_ignored_is_noticed(server: Quellserver) -> None:
    rows = [program(7, 12, "SPD", None)]
    server.pages["/api/election-program"] = listing(rows, ignores_filters=True)
    with pytest.raises(SourceUnrecognised, match="auch anderes"):
        watch(server).programmes(Election(31, 2022, "Nordrhein-Westfalen Wahl 2022"))
    server.pages["/api/parliament-periods"] = listing(
        [period(9, "Bundestag Wahl 2025", 5)], ignores_filters=True
    )
    with pytest.raises(SourceUnrecognised, match="auch anderes"):
        watch(server).elections("NRW")


@pytest.mark.parametrize(("label", "land", "partei"), cases(__file__, "labels"))
def test_labels_are_matched_through_the_aliases(label: str, land: str, partei: str, place: Context) -> None:
    assert place.registry.find_partei(clean_label(label), land).id == partei


# --- fetching -----------------------------------------------------------------------------------------------


def offer(place: Context, server: Quellserver, path: str = "/spd.pdf", id: str = "spd-nrw-2022") -> PdfOffer:
    return PdfOffer(place.registry.programme[id], f"{server.url}{path}", "abgeordnetenwatch.de")


def test_a_pdf_is_kept_with_where_it_came_from(place: Context, server: Quellserver) -> None:
    wanted = offer(place, server)
    fetched = fetch_programm(place, web(), wanted)
    programm = place.registry.programme["spd-nrw-2022"]
    assert fetched == Fetched(wanted, programm, f"{server.url}/spd.pdf", FetchOutcome.NEU, len(SPD))
    assert (place.settings.pdf_dir / "spd-nrw-2022.pdf").read_bytes() == SPD
    (fassung,) = load_fassungen(place.settings, fetched.programm)
    assert (fassung.quelle, fassung.groesse, len(fassung.sha256)) == ("abgeordnetenwatch.de", len(SPD), 64)
    assert fassung.moment.tzinfo


def test_a_changed_pdf_is_a_new_version_beside_the_old_one(place: Context, server: Quellserver) -> None:
    server.pages["/spd.pdf"] = unchanged_if('"1"', pdf(SPD))
    first = fetch_programm(place, web(), offer(place, server))
    assert fetch_programm(place, web(), offer(place, server)).ausgang is FetchOutcome.UNCHANGED
    newer = programme_pdf("SPD Wahlprogramm zur Landtagswahl 2022", "Fassung nach dem Parteitag.")
    server.pages["/spd.pdf"] = unchanged_if('"2"', pdf(newer))
    (again,) = fetched_in(place, "NRW")
    assert fetch_programm(place, web(), again).ausgang is FetchOutcome.NEW_VERSION
    old, new = load_fassungen(place.settings, first.programm)
    kept = place.settings.pdf_dir / EARLIER / f"spd-nrw-2022.{old.sha256[:12]}.pdf"
    assert kept.read_bytes() == SPD
    assert (place.settings.pdf_dir / "spd-nrw-2022.pdf").read_bytes() == newer and new.etag == '"2"'


def test_a_source_without_validators_sends_the_same_bytes_and_nothing_changes(
    place: Context, server: Quellserver
) -> None:
    fetch_programm(place, web(), offer(place, server))
    assert fetch_programm(place, web(), offer(place, server)).ausgang is FetchOutcome.UNCHANGED
    assert not (place.settings.pdf_dir / EARLIER).exists()


def test_a_pdf_that_was_replaced_by_hand_is_fetched_whole_again(place: Context, server: Quellserver) -> None:
    server.pages["/spd.pdf"] = unchanged_if('"1"', pdf(SPD))
    fetch_programm(place, web(), offer(place, server))
    by_hand = programme_pdf("SPD 2022, von Hand")
    (place.settings.pdf_dir / "spd-nrw-2022.pdf").write_bytes(by_hand)
    assert fetch_programm(place, web(), offer(place, server)).ausgang is FetchOutcome.NEW_VERSION
    assert any(path.read_bytes() == by_hand for path in (place.settings.pdf_dir / EARLIER).iterdir())


@pytest.mark.parametrize(
    ("title", "said"),
    [
        ("SPD Wahlprogramm zur Landtagswahl 2017", "Wahl 2017, im Register das Jahr 2022"),
        ("FDP FDP FDP Programm zur Landtagswahl 2022", "3-mal FDP genannt, SPD nie"),
    ],
)
def test_another_year_or_party_inside_asks_a_human(
    title: str, said: str, place: Context, server: Quellserver
) -> None:
    server.pages["/spd.pdf"] = pdf(programme_pdf(title))
    fetched = fetch_programm(place, web(), offer(place, server))
    assert fetched.ausgang is FetchOutcome.DOUBTFUL and said in fetched.grund
    assert list(place.settings.pdf_dir.iterdir()) == []
    taken = fetch_programm(place, web(), offer(place, server), confirmed=True)
    assert taken.ausgang is FetchOutcome.NEU
    (fassung,) = load_fassungen(place.settings, taken.programm)
    assert said in fassung.bestaetigt


@pytest.mark.parametrize("path", ["/fehlt.pdf", "/seite.pdf", "/kaputt.pdf"])
def test_what_cannot_be_fetched_says_why_and_leaves_nothing(
    path: str, place: Context, server: Quellserver
) -> None:
    server.pages |= {"/seite.pdf": html(), "/kaputt.pdf": pdf(b"%PDF-1.7 und dann nichts")}
    fetched = fetch_programm(place, web(), offer(place, server, path))
    assert fetched.ausgang is FetchOutcome.FAILED and len(fetched.grund) > 40
    assert list(place.settings.pdf_dir.iterdir()) == []


@pytest.mark.parametrize("error", [PdfError("zu spät"), OSError(28, "No space left on device")])
def test_a_pdf_that_is_refused_in_the_end_leaves_its_origin_as_it_was(
    error: Exception, place: Context, server: Quellserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Refused by hand: what is no PDF is refused before that, and no disk here fills up just then."""

    def refuse(*_: object) -> None:
        raise error

    programm = place.registry.programme["spd-nrw-2022"]
    for is_there in (False, True):
        if is_there:
            fetch_programm(place, web(), offer(place, server))
            server.pages["/spd.pdf"] = pdf(programme_pdf("SPD Wahlprogramm zur Landtagswahl 2022", "Neu."))
        before = load_fassungen(place.settings, programm)
        with monkeypatch.context() as patch:
            patch.setattr(PdfFolder, "place", refuse)
            assert fetch_programm(place, web(), offer(place, server)).ausgang is FetchOutcome.FAILED
        assert load_fassungen(place.settings, programm) == before and len(before) == is_there
        assert bool(list(place.settings.pdf_dir.glob("*.herkunft.json"))) is is_there


def test_a_proposed_programme_becomes_an_entry_only_when_it_is_wanted(
    place: Context, server: Quellserver
) -> None:
    (new,) = [one for one in find_offers(place, watch(server), "NRW").found if one.is_new]
    assert fetch_programm(place, web(), new).ausgang is FetchOutcome.FAILED  # there is no volt.pdf
    assert place.registry.eigene == ()
    server.pages["/volt.pdf"] = pdf(programme_pdf("Volt Wahlprogramm Landtagswahl 2022"))
    fetched = fetch_programm(place, web(), new)
    assert fetched.ausgang is FetchOutcome.NEU and place.registry.eigene == ("volt-nrw-2022",)
    entry: Programm = place.registry.programme["volt-nrw-2022"]
    assert (entry.url, entry.bundesland, entry.partei) == (f"{server.url}/volt.pdf", "NRW", "Volt")


def test_broken_notes_of_origin_are_told(place: Context, server: Quellserver) -> None:
    fetch_programm(place, web(), offer(place, server))
    note = Path(place.settings.pdf_dir / "spd-nrw-2022.pdf.herkunft.json")
    note.write_text(json.dumps({"sha256": 1}))
    fetched = fetch_programm(place, web(), offer(place, server))
    assert fetched.ausgang is FetchOutcome.FAILED and "herkunft.json lässt sich nicht lesen" in fetched.grund


def test_one_that_is_killed_before_its_pdf_is_in_place_is_fetched_again_and_has_one_origin(
    place: Context, server: Quellserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    server.pages["/spd.pdf"] = unchanged_if('"1"', pdf(SPD))
    with monkeypatch.context() as patch:
        patch.setattr(PdfFolder, "place", killed)
        with pytest.raises(KeyboardInterrupt):
            fetch_programm(place, web(), offer(place, server))
    assert fetch_programm(place, web(), offer(place, server)).ausgang is FetchOutcome.NEU
    (kept,) = load_fassungen(place.settings, place.registry.programme["spd-nrw-2022"])
    assert kept.etag == '"1"'
    assert fetch_programm(place, web(), offer(place, server)).ausgang is FetchOutcome.UNCHANGED
