"""Programmes fetched: what is offered, what is taken, what a human is asked, what stays beside."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

import pytest

from core.base.errors import SourceUnrecognised
from core.features.sources import programme_fetch
from core.features.sources.programme_fetch import (
    Abgeordnetenwatch,
    Election,
    Fetched,
    FetchJobs,
    FetchOutcome,
    PdfOffer,
    clean_label,
    doubts,
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
from tests.prozesse import until
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import (
    Quellserver,
    Reply,
    Request,
    Script,
    as_json,
    html,
    moved,
    pdf,
    quellserver,
    unchanged_if,
    web,
)
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


@pytest.mark.parametrize(
    ("id", "title", "said"),
    [
        ("afd-bw-2026", "AfD Rheinland-Pfalz Wahlprogramm zur Landtagswahl 2026", "ist Baden-Württemberg am"),
        (
            "spd-bund-2021",
            "SPD Wahlprogramm zur Landtagswahl 2021",
            "„Landtagswahl“, aber keine Bundestagswahl",
        ),
        ("spd-bund-2017", "SPD zur Bundestagswahl 2021, nach der Bundestagswahl 2017", "die Wahl 2021"),
        ("spd-bund-2025", "SPD zur Bundestagswahl 2025. CDU CDU CDU", "3-mal CDU/CSU genannt, SPD nur 1-mal"),
        ("spd-grundsatz", "SPD Wahlprogramm zur Bundestagswahl 2025", "kein Grundsatzprogramm"),
        ("gruene-bund-2025", "Grüne Entwurf: Regierungsprogramm zur Bundestagswahl 2025", "„Entwurf“"),
        ("spd-bund-2025", "SPD Regierungsprogramm zur Bundestagswahl 2025", ""),
        ("spd-bund-2025", "SPD Programm. Nach der Landtagswahl die Bundestagswahl 2025", ""),
        ("afd-bw-2026", "AfD Baden-Württemberg Wahlprogramm zur Landtagswahl 2026", ""),
    ],
)
def test_the_programme_of_another_land_election_or_stage_asks_a_human(
    id: str, title: str, said: str, place: Context, tmp_path: Path
) -> None:
    text = "Wir wollen gute Schulen und sichere Straßen in Stadt und Land für alle, die hier leben."
    (tmp_path / "p.pdf").write_bytes(programme_pdf(title, text))
    told = " ".join(doubts(tmp_path / "p.pdf", place.registry.programme[id], place.registry))
    assert said in told and bool(said) == bool(told)


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


# --- what an address answers instead, and the second address ------------------------------------------------

OF_NOBODY = programme_pdf("Gesetzentwurf der Landesregierung", "Das Gesetz tritt in Kraft.", pages=6)
ROBOT = html(text='<div class="g-recaptcha">Sind Sie ein Mensch?</div>')
INSTEAD = {
    "another party": (
        pdf(programme_pdf("FDP FDP FDP Programm zur Landtagswahl 2022")),
        "FDP genannt, SPD nie",
    ),
    "nobody's": (pdf(OF_NOBODY), "Im PDF ist Nordrhein-Westfalen am Anfang nie genannt."),
    "gone": (html(404), "kennt diese Adresse nicht (404)"),
    "refused": (html(403), "verweigert den Zugriff (403)"),
    "a page": (html(), "liegt kein PDF, sondern eine Webseite (Art: text/html)"),
    "a captcha": (ROBOT, "eine Webseite mit einer Sicherheitsabfrage, die nur im Browser"),
    "too many requests": (html(429, Retry_After="3600"), "will weniger Anfragen (429)"),
    "broken for good": (html(502), "ist überlastet oder will weniger Anfragen (502)"),
    "round and round": (moved("/spd.pdf"), "leitet immer weiter um"),
    "moved nowhere": (moved("/fort.pdf", 301), "kennt diese Adresse nicht (404)"),
    "slow": (Reply(SPD, drip=0.05), "noch nicht fertig; länger wird nicht gewartet"),
    "cut off": (Reply(SPD, cut=True), "schickte nur"),
    "empty": (pdf(b""), "ist leer (0 Bytes)"),
    "damaged": (pdf(b"%PDF-1.7 und dann nichts"), "lässt sich nicht öffnen"),
}
DOUBTFUL = ("another party", "nobody's")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test waits a quarter of an hour for a file."""
    monkeypatch.setattr("core.programme.web.FILE_SECONDS", 2.0)


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("what", INSTEAD)
def test_what_comes_instead_is_told_in_a_sentence_stored_nowhere_and_the_archive_is_tried(
    what: str, place: Context, server: Quellserver
) -> None:
    answer, said = INSTEAD[what]
    server.pages |= {"/spd.pdf": answer, "/archiv/spd.pdf": html(404)}
    alone = fetch_programm(place, web(), offer(place, server))
    assert alone.ausgang is (FetchOutcome.DOUBTFUL if what in DOUBTFUL else FetchOutcome.FAILED)
    assert said in alone.told and alone.told.endswith((".", "pdf")) and "\n" not in alone.told
    assert list(place.settings.pdf_dir.iterdir()) == []

    two = replace(offer(place, server), archiv=f"{server.url}/archiv/spd.pdf")
    neither = fetch_programm(place, web(), two)
    assert neither.ausgang is alone.ausgang and said in neither.told
    assert "Auch versucht: 127.0.0.1 kennt diese Adresse nicht (404)" in neither.told
    assert list(place.settings.pdf_dir.iterdir()) == []

    server.pages["/archiv/spd.pdf"] = pdf(SPD)
    came = fetch_programm(place, web(), two)
    assert (came.ausgang, came.url) == (FetchOutcome.NEU, f"{server.url}/archiv/spd.pdf")
    assert came.told.startswith("Zuerst versucht: ") and said in came.told
    (fassung,) = load_fassungen(place.settings, came.programm)
    assert fassung.quelle == "zweite Adresse im Register" and fassung.bestaetigt == ""


@pytest.mark.parametrize(
    "answer",
    [
        moved("/neu.pdf", 301),
        [html(429, Retry_After="0"), moved("/neu.pdf")],
        [html(502), html(502), moved("/neu.pdf", 308)],
    ],
)
def test_what_moved_or_is_busy_for_a_moment_comes_and_the_archive_is_left_alone(
    answer: Script, place: Context, server: Quellserver
) -> None:
    server.pages |= {"/spd.pdf": answer, "/neu.pdf": pdf(SPD)}
    came = fetch_programm(place, web(), replace(offer(place, server), archiv=f"{server.url}/archiv.pdf"))
    assert (came.ausgang, came.url, came.told) == (FetchOutcome.NEU, f"{server.url}/neu.pdf", "")
    assert "/archiv.pdf" not in server.paths


def test_who_takes_what_is_doubtful_gets_that_and_nothing_that_lies_elsewhere(
    place: Context, server: Quellserver
) -> None:
    old = programme_pdf("SPD Wahlprogramm zur Landtagswahl 2017")
    server.pages |= {"/spd.pdf": html(404), "/archiv.pdf": pdf(old)}
    two = replace(offer(place, server), archiv=f"{server.url}/archiv.pdf")
    asked = fetch_programm(place, web(), two)
    assert asked.ausgang is FetchOutcome.DOUBTFUL and asked.offer.url == f"{server.url}/archiv.pdf"
    server.pages["/spd.pdf"] = pdf(programme_pdf("FDP FDP FDP Programm zur Landtagswahl 2022"))
    taken = fetch_programm(place, web(), asked.offer, confirmed=True)
    assert taken.ausgang is FetchOutcome.NEU
    assert (place.settings.pdf_dir / "spd-nrw-2022.pdf").read_bytes() == old


def test_an_archive_alone_is_an_address_and_another_file_there_a_new_version(
    place: Context, server: Quellserver
) -> None:
    server.pages["/archiv.pdf"] = pdf(SPD)
    programm = replace(place.registry.programme["spd-nrw-2022"], archiv=f"{server.url}/archiv.pdf")
    place.registry.programme["spd-nrw-2022"] = programm  # type: ignore[index]
    (only,) = [one for one in find_offers(place, watch(server), "NRW").found if one.programm == programm]
    assert fetch_programm(place, web(), only).ausgang is FetchOutcome.NEU
    (again,) = fetched_in(place, "NRW")
    assert fetch_programm(place, web(), again).ausgang is FetchOutcome.UNCHANGED
    server.pages["/archiv.pdf"] = pdf(programme_pdf("SPD Wahlprogramm zur Landtagswahl 2022", "Neu."))
    assert fetch_programm(place, web(), again).ausgang is FetchOutcome.NEW_VERSION
    assert len(load_fassungen(place.settings, programm)) == 2


def test_one_slow_host_holds_up_nobody_else_and_who_stops_gets_what_is_coming(
    place: Context, server: Quellserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    going = threading.Event()

    def slow(request: Request) -> Reply:
        going.wait(60)
        return pdf(SPD)

    gruene = programme_pdf("GRÜNE Wahlprogramm zur Landtagswahl 2022")
    server.pages |= {"/spd.pdf": slow, "/g.pdf": pdf(gruene), "/cdu.pdf": html(404)}
    # One host to the web is one name, also where both are this machine.
    source = Abgeordnetenwatch(web(private={"127.0.0.1", "localhost"}), f"{server.url}/api")
    monkeypatch.setattr(programme_fetch, "abgeordnetenwatch", lambda context: source)
    elsewhere = server.url.replace("127.0.0.1", "localhost")
    jobs, came = FetchJobs(place), list[str]()
    jobs.search("NRW")
    until(lambda: not jobs.of("NRW").laeuft)
    offers = [one for one in jobs.of("NRW").gefunden if not one.is_new]
    at = {"SPD": server.url, "GRÜNE": elsewhere, "CDU": elsewhere}
    paths = {"SPD": "/spd.pdf", "GRÜNE": "/g.pdf", "CDU": "/cdu.pdf"}
    wanted = [replace(one, url=f"{at[p]}{paths[p]}") for one in offers if (p := one.programm.partei) in at]
    jobs.fetch("NRW", wanted, came.extend)
    until(lambda: jobs.of("NRW").fertig == 2)
    assert came == ["gruene-nrw-2022"] and jobs.of("NRW").laeuft
    jobs.stop("NRW")
    going.set()
    until(lambda: not jobs.of("NRW").laeuft)
    assert sorted(came) == ["gruene-nrw-2022", "spd-nrw-2022"] and jobs.of("NRW").abgebrochen
    jobs.close()


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
