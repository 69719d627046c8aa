"""`python -m core fetch programmes`: what it prints, what is read in, and how it ends."""

import json
from collections.abc import Iterator

import pytest

from core.cli.main import main
from core.features.sources import fetch_command, parliaments
from core.features.sources.programme_fetch import Abgeordnetenwatch
from core.programme.context import Context
from core.programme.stock import ProgrammState, Stock
from tests.sources.antrag_shapes import Paper, put_oparl
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import Quellserver, as_json, html, pdf, quellserver, web
from tests.sources.watch_shapes import listing, period, program


@pytest.fixture
def server(place: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Quellserver]:
    with quellserver({}) as server:
        server.pages |= {
            "/parliament-periods": listing([period(31, "Nordrhein-Westfalen Wahl 2022")]),
            "/election-program": listing(
                [
                    program(1, 31, "SPD", f"{server.url}/spd.pdf"),
                    program(2, 31, "CDU", f"{server.url}/cdu.pdf"),
                    program(3, 31, "Volt", f"{server.url}/volt.pdf"),
                ]
            ),
            "/spd.pdf": pdf(programme_pdf("SPD Wahlprogramm zur Landtagswahl 2022")),
            "/cdu.pdf": pdf(programme_pdf("CDU Wahlprogramm zur Landtagswahl 2017")),
            "/volt.pdf": pdf(programme_pdf("Volt Wahlprogramm zur Landtagswahl 2022")),
        }
        monkeypatch.setattr(fetch_command, "default_context", lambda: place)
        monkeypatch.setattr(
            fetch_command, "abgeordnetenwatch", lambda context: Abgeordnetenwatch(web(), server.url)
        )
        yield server


def states(place: Context) -> dict[str, ProgrammState]:
    return {row.programm.id: row.zustand for teil in Stock.of(place).gebiete for row in teil.programme}


def test_a_source_that_cannot_be_asked_is_no_source_that_names_nothing(
    place: Context, server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    server.pages["/parliament-periods"] = html(502)
    assert main(["fetch", "programmes", "--bundesland", "NRW", "--list"]) == 1
    out, err = capsys.readouterr()
    assert "fdp-nrw-2022: Im Register steht keine Adresse." in out and "Keine Quelle nennt" not in out
    assert "als fdp-nrw-2022.pdf" in out and "überlastet" in err


def test_one_command_brings_what_is_missing_into_the_index_and_asks_where_it_doubts(
    place: Context, server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fetch", "programmes", "--bundesland", "NRW"]) == 1
    out, err = capsys.readouterr()
    assert "spd-nrw-2022" in out and "geholt" in out and "Volt Nordrhein-Westfalen" in out
    assert "CDU NRW Wahlprogramm 2022: zu prüfen." in err and "--trotzdem cdu-nrw-2022" in err
    assert "fdp-nrw-2022: Keine Quelle nennt ein PDF." in out
    now = states(place)
    assert now["spd-nrw-2022"] is ProgrammState.INDEXIERT
    assert now["cdu-nrw-2022"] is ProgrammState.WITHOUT_PDF and "volt-nrw-2022" not in now
    assert main(["fetch", "programmes", "--bundesland", "NRW", "--trotzdem", "cdu-nrw-2022", "--neue"]) == 0
    now = states(place)
    assert now["cdu-nrw-2022"] is now["volt-nrw-2022"] is ProgrammState.INDEXIERT


def test_again_changes_nothing_and_lists_as_json(
    place: Context, server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["fetch", "programmes", "--bundesland", "NRW", "--trotzdem", "cdu-nrw-2022"])
    capsys.readouterr()
    assert main(["fetch", "programmes", "--bundesland", "NRW", "--auch-vorhandene", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["ausgang"] for one in told["geholt"]] == ["unverändert", "unverändert"]
    assert told["eingelesen"] == [] and told["angebote"][0]["found"][0]["programm"]["partei"] == "Volt"


def test_a_list_fetches_nothing(
    place: Context, server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fetch", "programmes", "--bundesland", "NRW", "--list"]) == 0
    assert "abgeordnetenwatch.de" in capsys.readouterr().out
    assert not place.settings.pdf_dir.exists() and not any(".pdf" in path for path in server.paths)


def test_motions_of_all_sources_are_listed_and_an_alarm_ends_with_one(
    place: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with quellserver({}) as server:
        monkeypatch.setattr(fetch_command, "default_context", lambda: place)
        monkeypatch.setattr(parliaments, "web_of", lambda context: web())
        put_oparl(server, [Paper("1/1", "Brunnen"), Paper("1/2", "Wege")])
        body = f"{server.url}/oparl/body"
        assert main(["fetch", "motions", "--quelle", body, "--json"]) == 0
        (told,) = json.loads(capsys.readouterr().out)
        assert (told["gelesen"], told["neu"], told["alarm"]) == (2, 2, "")
        server.pages["/oparl/papers"] = as_json({"items": []})
        assert main(["fetch", "motions", "--quelle", body]) == 1
    out, err = capsys.readouterr()
    assert "Quelle: Ratsinformationssystem" in out and "antwortet anders als bekannt" in err
