"""`python -m core update`: what it prints, how it ends, what is a wrong call."""

import json

import pytest

from core.atomic_files import new_lock
from core.cli import main
from core.commands import update as command
from core.context import Context
from core.llm.catalogue import OFFLINE
from core.runs.listed_antraege import SourceState
from core.runs.store import runstore
from core.sources import antrag_fetch, programme_offers
from core.sources.abgeordnetenwatch import Abgeordnetenwatch
from core.sources.antrag_fetch import usual_sources
from core.sources.dip import KEY
from core.update.run_update import LOCK
from tests.sources.quellserver import Quellserver, html, web
from tests.update.sources_of_nrw import export_of, nothing, put_antraege, put_programm


@pytest.fixture(autouse=True)
def asks_the_server(place: Context, server: Quellserver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    monkeypatch.setattr(command, "default_context", lambda: place)
    watch = Abgeordnetenwatch(web(), server.url)
    monkeypatch.setattr(programme_offers, "abgeordnetenwatch", lambda context: watch)
    source = export_of(server, place.settings.laeufe_dir / "quellen")
    monkeypatch.setattr(antrag_fetch, "berlin", lambda web, folder, period: source)


def test_it_says_what_changed_and_ends_with_nought(
    server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["update", "--bundesland", "NRW"]) == 0
    out = capsys.readouterr().out
    assert "SPD NRW Wahlprogramm 2022" in out and "Quelle: Landtag NRW" in out
    assert "2 neue oder geänderte Programme, 2 neue Anträge." in out
    put_antraege(server, 3, '"2"')
    assert main(["update", "--assess", OFFLINE]) == 0
    out = capsys.readouterr().out
    assert "0 neue oder geänderte Programme, 1 neuer Antrag, 1 Lauf (kostenlos)." in out
    assert "Brunnen für Viertel 3" in out


def test_what_a_human_has_to_look_at_ends_with_one(
    server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    put_programm(server, "cdu", 2017)
    server.pages["/pardok.xml"] = nothing()
    assert main(["update", "--bundesland", "NRW", "--source", "berlin"]) == 1
    err = capsys.readouterr().err
    assert "CDU NRW Wahlprogramm 2022: zu prüfen." in err and "--trotzdem cdu-nrw-2022" in err
    assert "PARDOK/18: unbekannt." in err


def test_while_another_runs_it_says_so(place: Context, capsys: pytest.CaptureFixture[str]) -> None:
    place.settings.laeufe_dir.mkdir(exist_ok=True)
    with new_lock(place.settings.laeufe_dir / LOCK):
        assert main(["update"]) == 1
    assert "Es läuft schon eine Aktualisierung" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--limit", "1"], "nur zusammen mit --assess"),
        (["--assess", "openai/gpt-4.1"], "Nennen Sie mit --limit"),
        (["--assess", "openai/gpt-4.1", "--limit", "-1"], "Nennen Sie mit --limit"),
        (["--assess", "openai/gpt-4.1", "--limit", "1"], "kann nicht gefragt werden"),
        (["--quelle", "mars"], "Es gibt: bund, berlin"),
        (["--quelle", "bund"], "DIP_API_KEY"),
    ],
)
def test_a_wrong_call_ends_with_two_and_asks_nobody(
    wrong: list[str],
    told: str,
    server: Quellserver,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert main(["update", *wrong]) == 2
    assert told in capsys.readouterr().err and server.requests == []


def test_as_json_it_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["update", "--bundesland", "NRW", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["stored"]["programme"] == 2 and told["gelesen"][0]["neu"] == 2


def test_a_source_that_is_down_does_not_keep_the_rest(
    server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    server.pages["/parliament-periods"] = html(500)
    assert main(["update", "--bundesland", "NRW"]) == 1
    out, err = capsys.readouterr()
    assert "abgeordnetenwatch.de: nicht gelesen." in err and "2 neue Anträge" in out


def test_what_was_read_before_is_read_again(place: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    assert usual_sources(place) == ["berlin"]
    monkeypatch.setenv(KEY, "geheim")
    assert usual_sources(place) == ["bund", "berlin"]
    store = runstore(place)
    for name in ("OParl https://ris.example.org/body", "PARDOK/19", "DIP"):
        store.note_reading(SourceState(name))
    assert usual_sources(place) == ["bund", "berlin", "https://ris.example.org/body"]
