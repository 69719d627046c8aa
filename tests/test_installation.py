"""What is told of an installation: whether keys are there, never what they are; and where data lie."""

import os
import sqlite3
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.settings import ROOT, Settings
from core.installation import data_places, modell_rows, modelle_to_try, probe, probe_cost
from core.llm.catalogue import OFFLINE, catalogue_of
from core.programme.context import Context
from tests.llm.conftest import umgebung
from tests.llm.modellserver import Reply, Request, antwort, modellserver

__all__ = ["umgebung"]

SECRET = "sk-geheim-4711-abcdef"


@pytest.fixture
def context(tmp_path: Path) -> Context:
    settings = replace(
        Settings(), pdf_dir=tmp_path / "pdf", chroma_dir=tmp_path / "chroma", laeufe_dir=tmp_path / "laeufe"
    )
    return Context(settings)


def test_keys_are_told_to_be_there_and_never_shown(
    umgebung: None, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    rows = modell_rows(context, catalogue_of(context).availabilities())
    told = {row.modell.id: row.schluessel for row in rows}
    assert told["openai/gpt-4.1"] == "OPENAI_API_KEY: gesetzt"
    assert told["anthropic/claude-haiku-4-5"] == "ANTHROPIC_API_KEY: fehlt"
    assert told[OFFLINE] == "nicht nötig"
    assert SECRET not in repr(rows)
    assert [row.bereit.ok for row in rows] == sorted((row.bereit.ok for row in rows), reverse=True)
    assert modelle_to_try(rows) and OFFLINE not in modelle_to_try(rows)
    known = next(row for row in rows if row.modell.id == "openai/gpt-4.1")
    assert known.preis_ein and known.preis_aus and 0 < known.preis_ein < known.preis_aus < 1000


def test_a_test_asks_once_and_tells_its_cost(
    umgebung: None, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Request] = []

    def reply(request: Request) -> Reply:
        asked.append(request)
        return antwort("bereit")

    with modellserver(reply) as server:
        monkeypatch.setenv("OPENAI_API_KEY", SECRET)
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        said = probe(context, "openai/gpt-4.1")
    most = probe_cost(context, "openai/gpt-4.1")
    assert len(asked) == 1 and "bereit" in said.text
    assert said.kosten is not None and most is not None and 0 < said.kosten and most < 0.01


def test_a_database_is_named_without_its_user_and_password(tmp_path: Path, context: Context) -> None:
    file = tmp_path / "andere.sqlite3"
    sqlite3.connect(file).close()
    settings = replace(
        context.settings, database_url=f"sqlite:///{file}", chroma_url="http://u:pass4711@rechner:8000"
    )
    told = {ort.was: ort for ort in data_places(Context(replace(settings, chroma_url=None)))}
    assert (
        told["Läufe und Anträge"].wo.endswith("andere.sqlite3") and told["Läufe und Anträge"].groesse is None
    )
    from core.installation import _host

    assert _host("postgresql://nutzer:pass4711@rechner:5432/antraege") == "rechner/antraege"
    assert "pass4711" not in _host(settings.chroma_url or "")


@pytest.mark.night
def test_audit_says_what_to_do_where_there_is_no_network(tmp_path: Path) -> None:
    """And does not pass then."""
    env = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path)}
    command = ["make", "-s", "audit", f"VENV={tmp_path / 'venv'}"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and "auf einen Rechner mit Internet bringen" in done.stdout, done.stderr
    assert "--strict" in done.stdout and len(done.stdout.strip().splitlines()) == 1
