"""What four Landtage list is read letter by letter, and what contradicts itself is refused."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from core.antrag.vote_papers import PaperKind
from core.base.errors import EingabeError, SourceUnrecognised
from core.features.sources.antrag_fetch import read_source
from core.features.sources.antrag_quelle import AntragQuelle, built_link
from core.features.sources.landtag_text import movers_of, number_in
from core.features.sources.parliaments import PARLIAMENTS, source_named
from core.programme.context import Context
from core.runs.antraege import ListedAntrag, SourceState
from core.runs.store import Runstore
from tests.sources.antrag_shapes import Paper
from tests.sources.bayern_shapes import COURSE, bayern, put_bayern
from tests.sources.hard_papers import hard_papers, movers_told, typ_of
from tests.sources.quellserver import Quellserver, Reply, Request, quellserver
from tests.sources.saarland_shapes import entry, put_saarland, saarland
from tests.sources.sachsen_shapes import put_redas, redas
from tests.sources.starweb_shapes import PATH, paris, put_paris

pytestmark = pytest.mark.usefixtures("noon")  # sources are read up to today

Put = Callable[[Quellserver, Sequence[Paper]], None]
LAENDER: dict[str, tuple[Put, Callable[[Quellserver], AntragQuelle], tuple[str, ...]]] = {
    "HB": (put_paris, paris, ("Antrag", "Dringlichkeitsantrag", "Änderungsantrag", "Entschließungsantrag")),
    "BY": (put_bayern, bayern, ("Antrag", "Dringlichkeitsantrag", "Änderungsantrag")),
    "SL": (put_saarland, saarland, ("Antrag", "Abänderungsantrag")),
    "SN": (put_redas, redas, ("Antrag", "Änderungsantrag", "Entschließungsantrag")),
}
SINCE = {"bis": "2026-11-10"}
LAST = {"HB": "/D19L{:04}.pdf", "BY": "/{:010}.pdf", "SL": "19_{:04}.pdf", "SN": "datei_id=9{:03}"}
ONE = Paper("19/500", "Ein Brunnen", "2026-11-02", urheber="SPD")


@pytest.fixture
def server() -> Iterator[Quellserver]:
    with quellserver({}) as server:
        yield server


def listed(quelle: AntragQuelle) -> list[ListedAntrag]:
    return [one for part in quelle.new_since(SINCE) for one in part.entries]


@pytest.mark.parametrize("land", list(LAENDER))
def test_number_title_kind_movers_day_and_address_of_all_hard_papers(
    land: str, server: Quellserver, store: Runstore
) -> None:
    put, opened, typen = LAENDER[land]
    papers = hard_papers(typen)
    put(server, [paper for paper, _ in papers])
    quelle = opened(server)
    store.note_reading(SourceState(quelle.name, SINCE))
    *_, told = read_source(store, quelle)
    assert (told.alarm, told.neu) == ("", len(papers)) and len(papers) >= 60
    found = {row.antrag.nummer: row.antrag for row in store.list_listed()}
    for paper, title in papers:
        one = found[paper.number]
        day = date.fromisoformat(paper.day) if paper.day else None
        assert (one.titel, one.typ, one.datum) == (title, typ_of(paper), day)
        assert (one.urheber, one.wahlperiode, one.bundesland) == (movers_told(paper), 19, land)
        assert (one.pdf_url or "").endswith(LAST[land].format(int(paper.number[3:])))
        assert opened(server).by_number(paper.number) == one


@pytest.mark.parametrize("land", ["BY", "SL", "SN"])
def test_what_only_asks_is_not_listed(land: str, server: Quellserver) -> None:
    put, opened, _ = LAENDER[land]
    kinds = [
        "Kleine Anfrage",
        "Schriftliche Anfrage",
        "Beschlussempfehlung mit Bericht zu Antrag SPD",
        "AntwKlAnfr",
    ]
    others = [replace(ONE, number=f"19/{600 + n}", extra={"typ": kind}) for n, kind in enumerate(kinds)]
    if land == "SN":
        others = [replace(one, extra={"typ": typ_of(one).replace(" ", "")}) for one in others]
    put(server, [ONE, *others])
    assert [one.nummer for one in listed(opened(server))] == ["19/500"]


@pytest.mark.parametrize(
    ("land", "extra"),
    [
        (
            "HB",
            {"LokURL": "https://www.bremische-buergerschaft.de/dokumente/wp19/land/drucksache/D19L0501.pdf"},
        ),
        ("HB", {"gedruckt": "19/500 S"}),
        ("HB", {"gedruckt": "500"}),
        ("SL", {"DocumentNumber": "19/501"}),
        ("SL", {"Legislative": 18}),
        ("SL", {"FilePath": "/file.ashx?FileId=7"}),
        ("SL", {"PublicDate": "gestern"}),
        ("SL", {"Title": " "}),
        ("SL", {"PublicDate": "/Date(-62135596800000)/"}),
        ("SL", {"PublicDate": "/Date(-99999999999999)/"}),
        ("SL", {"PublicDate": "/Date(-800000000000)/"}),
        ("SL", {"PublicDate": "/Date(99999999999999)/"}),
        ("SL", {"PublicDate": "/Date(1893452400000)/"}),
        ("SN", {"anzeigeId": "Drs 19/501"}),
        ("SN", {"fundstelleAutor": "EntschlAntr SPD 02.11.2026 Drs 19/500"}),
        ("SN", {"fundstelleAutor": "Antr SPD 02.11.2025 Drs 19/500"}),
        ("SN", {"fundstelleAutor": "Antr SPD 31.02.2026 Drs 19/500"}),
        ("SN", {"fundstelleAutor": "Antr SPD 02.11.2026 Drs 18/500", "anzeigeId": ""}),
        ("BY", {"gedruckt": "neunzehn"}),
        ("BY", {"gedruckt": "18/500"}),
    ],
)
def test_what_contradicts_itself_is_refused_and_nothing_is_listed(
    land: str, extra: dict[str, Any], server: Quellserver
) -> None:
    put, opened, _ = LAENDER[land]
    put(server, [replace(ONE, extra=extra)])
    with pytest.raises(SourceUnrecognised):
        listed(opened(server))


def changed(server: Quellserver, path: str, change: Callable[[str], str]) -> None:
    """What that path answers, otherwise than it should."""
    script = server.pages[path]

    def answer(request: Request) -> Reply:
        reply: Reply = script(request)
        return replace(reply, body=change(reply.body.decode()).encode())

    server.pages[path] = answer


@pytest.mark.parametrize(
    ("land", "old", "new"),
    [
        ("HB", "1 - 1 &nbsp;von&nbsp; 1", "1 - 1 &nbsp;von&nbsp; 30"),
        ("HB", "1 - 1 &nbsp;von", "1 - 2 &nbsp;von"),
        ("HB", "Antrag  vom 02.11.2026", "Antrag  vom 02.11.2025"),
        ("HB", "Antrag  vom", "Kleine Anfrage  vom"),
        ("HB", "Antrag  vom", "Antrag am"),
        ("HB", "self,'20'", "self,'21'"),
        ("HB", 'name="__websessionID"', 'name="__id"'),
        ("HB", 'name="RecordRepeater"', 'name="Hits"'),
        ("HB", "19 (08.06.2023 - )", "XIX"),
        ("HB", "<br> SPD", "<br> SPD 02.11.2026"),
        ("BY", "Antrag SPD", "Antrag SPD 2"),
        ("BY", "Ablage_WP19", "Ablage_WP18"),
        ("SL", '"Publisher"', '"Herausgeber"'),
        ("BY", "Treffer 1 - 1 von 1", "Treffer 1 - 20 von 21202"),
        ("BY", "Treffer 1 - 1 von 1", "1 Treffer"),
        ("BY", "<h5>", "<h6>"),
        ("BY", " vom 02.11.2026", " am 02.11.2026"),
        ("SL", '"Items"', '"FilteredResult"'),
        ("SN", '"status": 200', '"status": 500'),
        ("SN", '"dokumentenart": "Drs"', '"dokumentenart": "PlPr"'),
        ("SN", "[{", '["x", {'),
    ],
)
def test_an_answer_of_another_form_is_told_as_such(
    land: str, old: str, new: str, server: Quellserver
) -> None:
    put, opened, _ = LAENDER[land]
    put(server, [ONE])
    assert len(listed(opened(server))) == 1
    for path in list(server.pages):
        changed(server, path, lambda text: text.replace(old, new))
    with pytest.raises(SourceUnrecognised):
        listed(opened(server))


def test_a_title_of_bayern_within_thousands_of_elements_is_read(server: Quellserver) -> None:
    put_bayern(server, [ONE])
    (told,) = listed(bayern(server))
    for path in list(server.pages):
        changed(server, path, lambda text: text.replace("<h5>", f"<h5>{'<i>' * 1900}"))
    assert listed(bayern(server)) == [told]


def test_a_list_of_saarland_that_is_not_in_order_is_not_believed(server: Quellserver) -> None:
    put_saarland(server, [ONE, replace(ONE, number="19/501", day="2026-11-05")])
    changed(server, next(iter(server.pages)), lambda text: json.dumps(
        {"Items": json.loads(text)["Items"][::-1]}
    ))  # fmt: skip
    with pytest.raises(SourceUnrecognised, match="nicht nach Tagen geordnet"):
        listed(saarland(server))


def test_a_number_of_saarland_that_was_put_in_wrongly_is_that_of_its_file(server: Quellserver) -> None:
    put_saarland(server, [replace(ONE, extra={"DocumentNumber": "Ag0500"})])
    (one,) = listed(saarland(server))
    assert (one.nummer, one.datum) == ("19/500", date(2026, 11, 2))


def test_pages_are_read_until_one_is_older(server: Quellserver) -> None:
    new = [Paper(f"19/{n}", f"Brunnen {n}", "2026-11-02") for n in range(1, 251)]
    old = [Paper(f"19/{n}", f"Brunnen {n}", "2026-08-01") for n in range(300, 700)]
    for put, opened in ((put_bayern, bayern), (put_saarland, saarland)):
        server.requests.clear()
        put(server, [*old, *new])
        assert len(listed(opened(server))) == 250 and len(server.requests) == 4


def test_bremen_is_asked_with_what_its_form_gave_and_for_the_landtag_alone(server: Quellserver) -> None:
    put_paris(server, [ONE])
    listed(paris(server))
    posted = [request for request in server.requests if request.body]
    assert {request.form["11_LISSH_PARL"][0] for request in posted} == {"L"}
    assert all(request.headers["Cookie"] == "JSESSIONID=12" for request in posted)
    assert {request.form["__sessionNumber"][0] for request in posted} == {"4182"}


def test_a_search_of_bremen_that_never_finds_anything_is_not_believed(server: Quellserver) -> None:
    put_paris(server, [])
    for ask in (lambda: listed(paris(server)), lambda: paris(server).by_number("19/7")):
        with pytest.raises(SourceUnrecognised, match="in der ganzen Wahlperiode 19"):
            ask()
    put_paris(server, [replace(ONE, day="2026-06-01")])
    assert listed(paris(server)) == []


def test_more_than_a_page_of_bremen_is_asked_for_in_halves(server: Quellserver) -> None:
    papers = [Paper(f"19/{n}", f"Brunnen {n}", f"2026-11-{1 + n % 20:02}") for n in range(1, 151)]
    put_paris(server, papers)
    assert {one.nummer for one in listed(paris(server))} == {paper.number for paper in papers}


def test_two_papers_of_one_matter_have_each_its_own_line(server: Quellserver) -> None:
    put_paris(server, [ONE])
    changed(server, PATH, lambda text: text.replace(
        "<br> SPD</td", "<br> SPD<br> Drs <b>19/501</b>, Änderungsantrag vom 03.11.2026<br> CDU, FDP</td"
    ))  # fmt: skip
    found = {
        one.nummer: (one.typ, one.urheber, one.datum, bool(one.pdf_url)) for one in listed(paris(server))
    }
    assert found == {
        "19/500": ("Antrag", ("SPD",), date(2026, 11, 2), True),
        "19/501": ("Änderungsantrag", ("CDU", "FDP"), date(2026, 11, 3), False),
    }


def test_an_old_page_in_latin_1_is_read(server: Quellserver) -> None:
    put_paris(server, [replace(ONE, title="Größe für Bäche", urheber="Bündnis 90/Die Grünen")])
    script = server.pages[PATH]

    def answer(request: Request) -> Reply:
        body = script(request).body.decode().encode("iso-8859-1")
        return Reply(body, 200, {"Content-Type": "text/html; charset=ISO-8859-1"})

    server.pages[PATH] = answer
    (one,) = listed(paris(server))
    assert (one.titel, one.urheber) == ("Größe für Bäche", ("Bündnis 90/Die Grünen",))


def test_a_line_of_sachsen_that_tells_less_tells_no_day_and_no_mover(server: Quellserver) -> None:
    files = [{"id": 1, "format": "text/html", "filename": "a.html"}, *({"id": n, "format": "application/pdf",
             "filename": f"19_Drs_{499 + n - 1}_0_1_1_.pdf"} for n in (2, 3))]  # fmt: skip
    put_redas(server, [replace(ONE, extra={"fundstelleAutor": "Antr von mehreren", "dateien": files})])
    (one,) = listed(redas(server))
    assert (one.nummer, one.datum, one.urheber) == ("19/500", None, ())
    assert (one.pdf_url or "").endswith("datei_id=2")


@pytest.mark.parametrize(
    ("names", "place"),
    [
        (("18_Drs_500_0_1_1_.pdf", "19_Drs_500_0_1_1_.pdf"), 1),
        (("19_Drs_00500_0_1_1_.pdf",), 0),
        (("antrag.pdf",), 0),
        (("19_Drs_9999_0_1_1_.pdf",), None),
        (("18_Drs_500_0_1_1_.pdf",), None),
        (("antrag.pdf", "anlage.pdf"), None),
    ],
)
def test_a_file_of_sachsen_is_that_of_the_paper_by_period_and_number(
    names: tuple[str, ...], place: int | None, server: Quellserver
) -> None:
    files = [{"id": n, "format": "application/pdf", "filename": name} for n, name in enumerate(names)]
    put_redas(server, [replace(ONE, extra={"dateien": files})])
    (one,) = listed(redas(server))
    assert one.pdf_url == (None if place is None else f"{server.url}/redas/download/file?datei_id={place}")


def test_a_number_of_saarland_is_found_behind_all_that_hold_it(server: Quellserver) -> None:
    """The search is one for a part: „19/1“ is in „19/1234“, too."""
    papers = [Paper(f"19/{n}", f"Brunnen {n}", "2026-11-02") for n in range(1999, 0, -1)]
    put_saarland(server, papers)
    for number, requests in (("19/1", 12), ("19/12", 2), ("19/1234", 1)):
        server.requests.clear()
        found = saarland(server).by_number(number)
        assert found and found.nummer == number and len(server.requests) == requests
    assert saarland(server).by_number("19/2001") is None
    changed(
        server,
        next(iter(server.pages)),
        lambda text: json.dumps({"Items": [entry(one) for one in papers[:100]]}),
    )
    with pytest.raises(SourceUnrecognised, match="dieselbe"):
        saarland(server).by_number("19/1")
    with pytest.raises(SourceUnrecognised, match="kommt 19/1999"):
        saarland(server).by_number("19/5000")


COURSE_PAGE = """<table><tbody id="vorgangsanzeigedokumente_data">
<tr><td>02.11.2026</td><td>Initiativdrucksache 19/500
 <a href="https://x.example/500.pdf">Drucksache 19/500</a></td></tr>
<tr><td>12.11.2026</td><td>Ausschuss für Wasser <br><a href="https://x.example/620.pdf">Beschlussempfehlung
 mit Bericht 19/620</a><br>Ablehnung</td></tr>
<tr><td>20.11.2026</td><td>Plenum <br><a href="https://x.example/v.mp4">Video zum TOP</a> <br>
<a href="https://x.example/90.pdf">Plenarprotokoll Nr. 19/90</a></td></tr>
<tr><td>Beratung / Ergebnis folgt</td><td>Plenum</td></tr></tbody></table>"""


def test_the_course_of_a_matter_in_bayern_names_where_votes_are_printed(server: Quellserver) -> None:
    put_bayern(server, [ONE])
    server.pages[COURSE] = Reply(COURSE_PAGE.encode(), 200, {"Content-Type": "text/html; charset=utf-8"})
    (one,) = listed(bayern(server))
    papers = bayern(server).vote_papers(one)
    assert [(paper.art, paper.nummer, paper.datum) for paper in papers] == [
        (PaperKind.RECOMMENDATION, "19/620", date(2026, 11, 12)),
        (PaperKind.PROTOKOLL, "19/90", date(2026, 11, 20)),
    ]
    server.pages[COURSE] = Reply(b"<html><body>Wartung</body></html>")
    with pytest.raises(SourceUnrecognised):
        bayern(server).vote_papers(one)


@pytest.mark.parametrize(
    ("told", "movers"),
    [
        (
            "CDU, BÜNDNIS 90/DIE GRÜNEN, Fraktion der FDP/DVP",
            ("CDU", "BÜNDNIS 90/DIE GRÜNEN", "Fraktion der FDP/DVP"),
        ),
        ("Muster, Eva (SPD), Beispiel, Max (CDU)", ("Muster, Eva (SPD), Beispiel, Max (CDU)",)),
        ("Bündnis Deutschland", ("Bündnis Deutschland",)),
        ("", ()),
    ],
)
def test_a_list_of_movers_is_parted_where_all_are_fraktionen(told: str, movers: tuple[str, ...]) -> None:
    assert movers_of(told) == movers


@pytest.mark.parametrize(
    ("told", "number"),
    [("20/ 1234", "20/1234"), ("16/716-neu", "16/716"), ("Af0713", ""), ("19/0", ""), ("7", "")],
)
def test_a_number_however_it_is_printed(told: str, number: str) -> None:
    assert number_in(told) == number


ADDRESSES = {
    ("HB", "21/898"): "https://www.bremische-buergerschaft.de/dokumente/wp21/land/drucksache/D21L0898.pdf",
    ("HE", "21/2671"): "https://starweb.hessen.de/cache/DRS/21/1/02671.pdf",
    (
        "NI",
        "19/7605",
    ): "https://www.landtag-niedersachsen.de/Drucksachen/Drucksachen_19_10000/07501-08000/19-07605.pdf",
    (
        "NI",
        "19/7500",
    ): "https://www.landtag-niedersachsen.de/Drucksachen/Drucksachen_19_07500/07001-07500/19-07500.pdf",
    ("RP", "19/34"): "https://dokumente.landtag.rlp.de/landtag/drucksachen/34-19.pdf",
    ("SH", "20/2574"): "https://www.landtag.ltsh.de/infothek/wahl20/drucks/02500/drucksache-20-02574.pdf",
    ("SH", "18/5325"): None,
    ("SL", "17/635"): None,
}


@pytest.mark.parametrize(("land", "number"), list(ADDRESSES))
def test_an_address_follows_from_a_number_only_where_such_addresses_are_known(land: str, number: str) -> None:
    assert built_link(land, number) == ADDRESSES[land, number]


def test_each_is_asked_by_its_land_and_not_unless_it_is_named(place: Context) -> None:
    for short in ("hb", "by", "sl", "sn"):
        quelle = source_named(place, short)
        assert quelle.name == PARLIAMENTS[short].stored_as and quelle.lizenz == PARLIAMENTS[short].licence
        assert not PARLIAMENTS[short].is_usual
        with pytest.raises(EingabeError):
            source_named(place, f"{short}-19")
