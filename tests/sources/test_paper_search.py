"""From a number alone to the paper, in the best source that knows it; and which sources are alive."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.base.errors import EingabeError
from core.cli.main import main
from core.features.sources import fetch_command, parliaments, source_check
from core.features.sources.paper_search import find_paper, read_number
from core.features.sources.parlamentsspiegel import CODES, Parlamentsspiegel
from core.features.sources.parliaments import PARLIAMENTS, list_sources, source_named, sources_of
from core.programme.context import Context
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import Quellserver, html, pdf, quellserver, web
from tests.sources.spiegel_shapes import Row, put_rows

pytestmark = pytest.mark.usefixtures("noon")  # sources are read up to today

MATTER = Row("MV", "8/77", "Brunnen für alle", "02.11.2026", "Fraktion der SPD", "Drucksache 8/77")


@pytest.fixture
def server(place: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Quellserver]:
    with quellserver({}) as server:

        def spiegel(_: object, land: str, name: str) -> Parlamentsspiegel:
            return Parlamentsspiegel(web(), land, name, server.url)

        only = {name: PARLIAMENTS[name] for name in ("bund", "berlin", "spiegel")}
        monkeypatch.setattr(parliaments, "PARLIAMENTS", only)
        monkeypatch.setattr(source_check, "PARLIAMENTS", only)
        monkeypatch.setattr(parliaments, "Parlamentsspiegel", spiegel)
        monkeypatch.setattr(parliaments, "web_of", lambda context: web())
        for module in (fetch_command, source_check):
            monkeypatch.setattr(module, "default_context", lambda: place)
        monkeypatch.setattr(fetch_command, "web_of", lambda context: web())
        monkeypatch.delenv("DIP_API_KEY", raising=False)
        yield server


@pytest.mark.parametrize(
    ("told", "number", "land"),
    [
        ("8/77", "8/77", None),
        ("Drucksache 8/77 (MV)", "8/77", "MV"),
        ("Drs. 08/0077 Mecklenburg-Vorpommern", "8/77", "MV"),
        ("LT-Drs. 18/ 1234, NRW", "18/1234", "NRW"),
        ("BT-Drs. 21/1234", "21/1234", "BUND"),
        ("Deutscher Bundestag, BT-Drs. 21/1234 (neu)", "21/1234", "BUND"),
        ("Hessischer Landtag, Drucksache 21/300 (neu)", "21/300", "HE"),
        ("Bürgerschaft", "", None),
        ("8/77 und 8/78 (MV)", "", None),
        ("01/02/2026", "", None),
        ("../../etc", "", None),
        ("file:///etc/passwd", "", None),
    ],
)
def test_a_number_is_read_with_its_land(told: str, number: str, land: str | None, place: Context) -> None:
    assert read_number(told, place.registry) == (number, land)


@pytest.mark.parametrize(
    ("told", "names"),
    [
        ("BT 18/123 NRW", "Deutscher Bundestag und Landtag Nordrhein-Westfalen"),
        ("BR-Drs. 20/24 BT", "Deutscher Bundestag und Bundesrat"),
        ("Bundestagsdrucksache 20/24, Bundesrat", "Deutscher Bundestag und Bundesrat"),
        ("BT-Drs. 8/77 (Sachsen-Anhalt)", "Deutscher Bundestag und Landtag von Sachsen-Anhalt"),
    ],
)
def test_where_two_parliaments_are_told_both_are_named(told: str, names: str, place: Context) -> None:
    with pytest.raises(EingabeError, match=f"zwei Parlamente: {names}\\."):
        read_number(told, place.registry)


def test_every_land_has_a_source() -> None:
    assert [land for land in (*CODES, "BUND") if not sources_of(land)] == []
    assert next(iter(sources_of("BE"))) == "berlin" and "spiegel-he" in sources_of("HE")


def test_the_short_name_of_a_land_is_its_best_source(place: Context) -> None:
    assert source_named(place, "he").name == source_named(place, "spiegel-he").name == "Parlamentsspiegel/HE"
    with pytest.raises(EingabeError, match="genügt auch sein Kürzel"):
        source_named(place, "spiegel")


def test_every_land_has_a_source_that_lists(place: Context) -> None:
    """Berlin's by number and Sachsen-Anhalt's, which wants no lists, are none."""
    told = list_sources(place.registry)
    assert {"bund", "berlin", "bw", "spiegel-he", "spiegel-lsa", "spiegel-nrw"} <= set(told)
    assert len(told) == 17 and not {"be", "lsa"} & set(told)


def test_a_number_finds_its_paper_and_says_in_which_source(place: Context, server: Quellserver) -> None:
    put_rows(server, [MATTER])
    found = find_paper(place, "Drucksache 8/77 (MV)", "HE")
    assert found.listing.antrag.titel == "Brunnen für alle" and found.listing.antrag.bundesland == "MV"
    assert found.told == "Gefunden: Parlamentsspiegel"


def test_where_nobody_knows_it_each_is_named_with_the_way_out(place: Context, server: Quellserver) -> None:
    put_rows(server, [MATTER])
    with pytest.raises(EingabeError, match=r"Parlamentsspiegel kennt sie nicht.*laden Sie die Datei hoch"):
        find_paper(place, "8/78", "MV")
    server.pages["/suche"] = html(403)
    with pytest.raises(EingabeError, match="verweigert den Zugriff"):
        find_paper(place, "8/77", "MV")
    with pytest.raises(EingabeError, match="Bitte das Land wählen"):
        find_paper(place, "8/77")


def test_where_the_address_follows_from_the_number_nobody_is_asked(
    place: Context, server: Quellserver
) -> None:
    found = find_paper(place, "18/1234 (NRW)")
    assert (found.listing.antrag.pdf_url or "").endswith("MMD18-1234.pdf") and not server.requests


def test_an_address_that_may_be_wrong_is_the_last_way(place: Context, server: Quellserver) -> None:
    """Of Hessen only some papers lie where their number says: a source that knows the paper goes before."""
    put_rows(server, [replace(MATTER, land="HE", number="21/300", place="Drucksache 21/300")])
    found = find_paper(place, "21/300 (HE)")
    assert (found.listing.antrag.titel, found.told) == ("Brunnen für alle", "Gefunden: Parlamentsspiegel")
    server.pages["/suche"] = html(403)
    found = find_paper(place, "21/300 (HE)")
    assert (found.listing.antrag.pdf_url or "").startswith("https://") and "Adresse folgt" in found.told
    assert "verweigert den Zugriff" in found.told


def test_the_command_fetches_it_and_says_how_to_go_on(
    place: Context, server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    put_rows(server, [replace(MATTER, url=f"{server.url}/77.pdf")])
    server.pages["/77.pdf"] = pdf(programme_pdf("Antrag der Fraktion der SPD. Der Landtag möge beschließen"))
    assert main(["fetch", "paper", "8/77 (MV)"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Gefunden: Parlamentsspiegel. Quelle: Parlamentsspiegel" in out and "core assess" in out


def test_doctor_asks_each_source_one_small_question(
    place: Context, server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    put_rows(server, [])
    assert main(["doctor", "--quellen", "--bundesland", "HE", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)
    assert (one["name"], one["zustand"]) == ("spiegel-he", "antwortet wie bekannt")
    server.pages["/suche"] = html(200)
    assert main(["doctor", "--quellen", "--bundesland", "HE"]) == 1
    assert "andere Form als bekannt" in capsys.readouterr().out
    assert main(["doctor", "--quellen", "--bundesland", "BUND"]) == 1
    assert "nicht gefragt" in capsys.readouterr().out
