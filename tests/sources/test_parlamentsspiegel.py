"""The common index of the Landtage: every Land's forms, and what must never be read wrongly."""
# ruff: noqa: E501 - rows as they are printed

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta

import pytest

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.base.errors import SourceUnrecognised
from core.features.sources.parlamentsspiegel import CODES, Parlamentsspiegel
from core.runs.antraege import ListedAntrag
from tests.sources.quellserver import Quellserver, Reply, quellserver, web
from tests.sources.spiegel_shapes import HTML, Row, page_html, put_rows

pytestmark = pytest.mark.usefixtures("noon")  # sources are read up to today

MOVERS = (
    "SPD", "Fraktion der CDU", "BÜNDNIS 90/DIE GRÜNEN", "Fraktion der FDP/DVP", "FREIE WÄHLER", "Die Linke; SSW",
    "Fraktion der CDU; Fraktion der SPD; Fraktion BÜNDNIS 90/DIE GRÜNEN", "Hoffmann, Nadine, AfD", "Heiß, Kristin (Die Linke)",
    "Bündnis Sahra Wagenknecht (BSW)", "BVB / FREIE WÄHLER",
)  # fmt: skip
TITLES = (
    "Brunnen & Bäder: „Wasser für alle“", 'Was heißt hier "Straße"?', "Öffentliche Toiletten – jetzt <b>überall</b>",
    "Landes\xadverfassung ändern", "Antrag auf Aktuelle Stunde: 100 Vorgänge; Abgeordnete/r: keine; 01.01.2000",
)  # fmt: skip


def rows_of_all() -> list[Row]:
    """Five of each Land, in the forms that the recorded pages print."""
    rows = []
    for at, land in enumerate(CODES):
        for n in range(5):
            number, day = f"{8 + at % 13}/{1000 + 17 * at + n}", date(2026, 10, 26) + timedelta(n)
            printed = {0: number, 1: f"0{number}" if len(number.split("/")[0]) == 1 else number}.get(
                n % 3, number
            )
            movers, told = MOVERS[(at + n) % len(MOVERS)], f"{day:%d.%m.%Y}"
            row = Row(
                land,
                printed if n != 4 else printed.replace("/", "/ "),
                TITLES[(at + n) % len(TITLES)],
                told,
                movers,
                f"Antrag {movers.split(';')[0]} {told} Drucksache {number}  (3 S.)",
                label="Dokument" if land == "TH" and n % 2 else "Drucksache",
                typ=("Antrag", "Dringlicher Antrag", "Entschließungsantrag")[n % 3],
            )
            if n == 2:
                row = replace(row, url="https://example.org/d7036.pdfhttps://example.org/d7036.doc")
            if n == 3:
                row = replace(row, number=f"{printed} (KA 8/3682)", place=f"{told}, {number}, S. 1 (1 S.)")
            rows.append(row)
    return rows


@pytest.fixture
def server() -> Iterator[Quellserver]:
    with quellserver({}) as server:
        yield server


def spiegel(server: Quellserver, land: str) -> Parlamentsspiegel:
    return Parlamentsspiegel(web(), land, f"Parlament von {land}", server.url)


def read(server: Quellserver, land: str) -> list[ListedAntrag]:
    return [one for part in spiegel(server, land).new_since({"bis": "2026-11-05"}) for one in part.entries]


def test_eighty_entries_of_sixteen_laender_have_number_title_movers_and_day_as_printed(
    server: Quellserver,
) -> None:
    rows = rows_of_all()
    put_rows(server, rows)
    for land in CODES:
        wanted = [row for row in rows if row.land == land]
        found = read(server, land)
        assert len(found) == len(wanted) == 5
        for row, one in zip(wanted, found, strict=True):
            assert one.nummer == number_of(row.number.split("(")[0]) and one.bundesland == land
            assert one.titel == row.title.replace("\xad", "")
            assert one.datum == date.fromisoformat("-".join(reversed(row.day.split("."))))
            assert one.urheber == tuple(name.strip() for name in row.movers.split(";"))
            assert one.typ == row.typ and one.pdf_url == row.url.split("https://example.org/d7036.doc")[0]


def test_long_lists_are_read_to_their_end(server: Quellserver) -> None:
    day = "02.11.2026"
    rows = [Row("NI", f"19/{n}", f"Antrag {n}", day, "SPD", f"Drucksache 19/{n}") for n in range(1, 121)]
    put_rows(server, rows)
    assert {one.nummer for one in read(server, "NI")} == {f"19/{n}" for n in range(1, 121)}


def test_only_what_is_moved_is_listed(server: Quellserver) -> None:
    kinds = ("Antrag", "Kleine Anfrage", "Antwort", "Änderungsantrag", "Gesetzentwurf", "Unterrichtung")
    rows = [Row("HE", f"21/{n}", "T", "02.11.2026", "SPD", f"Drucksache 21/{n}", typ=kind) for n, kind in enumerate(kinds, 1)]  # fmt: skip
    put_rows(server, rows)
    assert [one.typ for one in read(server, "HE")] == ["Antrag", "Änderungsantrag"]


FOLLOWING = (
    ("Drucksache 21/300", "Beschlussempfehlung und Bericht. Ausschuss - Drucksache 21/300, 12.11.2026, S. 1-2", "Ausschuss", "https://example.org/be.pdf"),
    ("Plenarprotokoll 21/55", "Plenarprotokoll 21/55, 19.11.2026, S. 4-9", "", "https://example.org/pp.pdf"),
    ("Drucksache 21/301", "Änderungsantrag. Fraktion der AfD - Drucksache 21/301, 13.11.2026 (1 S.)", "Fraktion der AfD", "https://example.org/ae.pdf"),
)  # fmt: skip
MATTER = Row(
    "HE", "21/299", "Brunnen", "02.11.2026", "Fraktion der SPD", "Drucksache 21/299", following=FOLLOWING
)


def test_papers_that_may_tell_votes_are_named(server: Quellserver) -> None:
    put_rows(server, [MATTER])
    found = spiegel(server, "HE").by_number("21/299")
    assert found and (found.titel, found.urheber) == ("Brunnen", ("Fraktion der SPD",))
    told = {(paper.art, paper.url, paper.datum) for paper in spiegel(server, "HE").vote_papers(found)}
    assert told == {
        (PaperKind.RECOMMENDATION, "https://example.org/be.pdf", date(2026, 11, 12)),
        (PaperKind.PROTOKOLL, "https://example.org/pp.pdf", date(2026, 11, 19)),
    }


def test_a_paper_under_another_is_found_with_its_own_movers_and_day(server: Quellserver) -> None:
    """And one that is only spoken of in another is not taken for it."""
    other = replace(MATTER, number="21/7", following=(), place="Drucksache 21/7 zu 21/3010", id="HES_V7_D7")
    put_rows(server, [other, MATTER])
    found = spiegel(server, "HE").by_number("Drucksache 21/301")
    assert found and (found.nummer, found.typ, found.datum) == (
        "21/301",
        "Änderungsantrag",
        date(2026, 11, 13),
    )
    assert found.urheber == ("Fraktion der AfD",) and found.pdf_url == "https://example.org/ae.pdf"
    assert spiegel(server, "HE").by_number("21/3010") is None


ONE = replace(MATTER, following=())


@pytest.mark.parametrize(
    "page",
    [
        page_html([ONE], 2, 0),  # one is missing
        page_html([ONE, ONE], 1, 0),  # one too many
        page_html([ONE], 1, 1),  # the second page, where the first was asked
        page_html([replace(ONE, land="TH")], 1, 0),  # another Land's
        page_html([replace(ONE, day="02.11.2026; 03.11.2026")], 1, 0),
        page_html([replace(ONE, day="31.02.2026")], 1, 0),
        page_html([replace(ONE, place="Drucksache 21/4711")], 1, 0),  # row and Fundstelle contradict
        page_html([replace(ONE, number="ohne Nummer")], 1, 0),
        page_html([replace(ONE, title="")], 1, 0),
        page_html([ONE], 1, 0).replace("Vorgang</span>", "Treffer</span>"),
        page_html([ONE], 1, 0).replace("ps-vorgang", "ps-matter"),
        page_html([ONE], 1, 0).replace('target="PDFs"', ""),
        page_html([ONE], 1, 0).replace("ps-detail-", "detail-"),
    ],
)
def test_what_does_not_fit_is_one_sentence_and_no_entry(page: str, server: Quellserver) -> None:
    server.pages["/suche"] = Reply(page.encode(), 200, HTML)
    with pytest.raises(SourceUnrecognised, match="anders als bekannt"):
        read(server, "HE")


def test_a_title_within_thousands_of_elements_is_read(server: Quellserver) -> None:
    page = page_html([ONE], 1, 0)
    assert page.count(ONE.title) == 1
    deep = f"{'<i>' * 1900}{ONE.title}{'</i>' * 1900}"
    server.pages["/suche"] = Reply(page.replace(ONE.title, deep).encode(), 200, HTML)
    assert {one.titel for one in read(server, "HE")} == {ONE.title}


def test_pages_without_end_are_left(server: Quellserver) -> None:
    def endless(request: object) -> Reply:
        page = int(request.query["page"][0])  # type: ignore[attr-defined]
        rows = [replace(ONE, number=f"21/{page * 50 + n + 1}", place="") for n in range(50)]
        return Reply(page_html(rows, 999_999, page).encode(), 200, HTML)

    server.pages["/suche"] = endless
    with pytest.raises(SourceUnrecognised, match="immer noch eine"):
        read(server, "HE")


def test_nothing_in_a_window_is_no_error(server: Quellserver) -> None:
    put_rows(server, [])
    assert read(server, "SL") == [] and spiegel(server, "SL").by_number("17/1") is None
