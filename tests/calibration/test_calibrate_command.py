"""`core calibrate` as a person uses it: costs first, then answers, then every answer as a row."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.calibration.eichbild import SPALTEN
from core.calibration.items import as_rows
from core.cli import main
from core.context import Context, default_context
from core.runs.store import runstore
from tests.calibration.conftest import first_theses, reply
from tests.llm.modellserver import antwort, modellserver, status


@pytest.fixture
def thesen(context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two theses in a file; the command works on the test's own index and store."""
    monkeypatch.setenv("CHROMA_DIR", str(context.settings.chroma_dir))
    monkeypatch.setenv("LAEUFE_DIR", str(context.settings.laeufe_dir))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    default_context.cache_clear()
    path = tmp_path / "thesen.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in as_rows(first_theses(2))), encoding="utf-8")
    yield path
    runstore(default_context()).close()
    default_context.cache_clear()


def test_costs_first_then_answers_then_rows(
    thesen: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [str(thesen), "--model", "openai/gpt-4.1"]
    with modellserver([status(500), reply(8)]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        assert main(["calibrate", *asked, "--kosten"]) == 0
        assert not server.requests and "8 Fragen; etwa 0," in capsys.readouterr().out
        assert main(["calibrate", *asked]) == 0
        out = capsys.readouterr().out
        assert "weicht ab" in out and "LINDENBUND" in out and "25 %" in out and "54 %" in out
        first = len(server.requests)
        assert main(["calibrate", *asked]) == 0
        assert len(server.requests) == first and "8 davon schon beantwortet" in capsys.readouterr().out
    assert main(["calibrate", "--list", "--json"]) == 0
    (eichung,) = json.loads(capsys.readouterr().out)
    assert eichung["beantwortet"] == 8 and eichung["finished"] and eichung["kosten"] > 0
    assert main(["calibrate", "--csv", eichung["id"]]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out), delimiter=";"))
    assert len(rows) == 8 and set(rows[0]) == set(SPALTEN)


def test_what_failed_is_told_and_left_open(
    thesen: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver([reply(8), status(400, "nein"), antwort("Ich weiß nicht.")]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        asked = [str(thesen), "--model", "openai/gpt-4.1", "--workers", "1"]
        assert main(["calibrate", *asked]) == 1
    err = capsys.readouterr().err
    assert "Derselbe Befehl fragt nur noch diese" in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "Nennen Sie mit --model das Modell"),
        (["--model", "openai/gpt-4.1", "--prompt", "antrag"], "beurteilt keine Parteien"),
        (["--model", "openai/gpt-4.1", "--temperature", "3"], "--temperature"),
        (["--csv", "gibtesnicht"], "gibt es nicht"),
    ],
)
def test_a_wrong_request(
    thesen: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    assert main(["calibrate", *arguments]) == 2
    assert told in capsys.readouterr().err
