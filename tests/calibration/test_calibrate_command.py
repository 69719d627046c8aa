"""`core calibrate` as a person uses it: costs first, then answers, then every answer as a row."""

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.settings import ROOT
from core.cli.main import main
from core.features.eichung.eichbild import SPALTEN
from core.programme.context import Context, default_context
from core.runs.store import runstore
from tests.calibration.conftest import reply
from tests.llm.modellserver import antwort, modellserver, status


@pytest.fixture
def thesen(context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Two theses in a file; the command works on the test's own index and store."""
    monkeypatch.setenv("CHROMA_DIR", str(context.settings.chroma_dir))
    monkeypatch.setenv("LAEUFE_DIR", str(context.settings.laeufe_dir))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    default_context.cache_clear()
    path = tmp_path / "thesen.csv"
    rows = (ROOT / "data" / "eichung" / "musterland.csv").read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join(rows[:9]), encoding="utf-8")
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
        assert "weicht ab" in out and "LINDENBUND" in out
        first, path = len(server.requests), thesen.with_name("antworten.csv")
        path.write_text("von gestern")
        before = thesen.with_name("gestern.csv")
        before.hardlink_to(path)
        assert main(["calibrate", *asked, "--csv", str(path)]) == 0
        assert len(server.requests) == first and "8 davon schon beantwortet" in capsys.readouterr().out
        assert main(["calibrate", *asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["eichung"]["beantwortet"] == 8 and found["eichung"]["kosten"] > 0
    assert set(found["gesamt"]["abweichung"]) == {"wert", "von", "bis"}
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig")), delimiter=";"))
    assert len(rows) == 8 and tuple(rows[0]) == SPALTEN
    assert before.read_text() == "von gestern", "another file takes its place, whole"


def test_a_limit_that_is_none_is_refused_before_anything_is_begun(thesen: Path) -> None:
    assert main(["calibrate", str(thesen), "--model", "openai/gpt-4.1", "--limit", "nan"]) == 2
    assert runstore(default_context()).list_eichungen() == []


def test_what_failed_is_told_and_left_open(
    thesen: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver([reply(8), status(400, "nein"), antwort("Ich weiß nicht.")]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        asked = [str(thesen), "--model", "openai/gpt-4.1"]
        assert main(["calibrate", *asked]) == 1
    err = capsys.readouterr().err
    assert "Derselbe Befehl fragt nur noch diese" in err
