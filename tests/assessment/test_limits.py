"""`--limit`: one budget for all that a command asks; where it ends the work, that is told with code 1."""

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from core.cli.main import build_parser, main
from core.programme.context import Context, default_context
from core.runs.store import runstore
from tests.assessment.test_books import CHEAP, JUDGED
from tests.llm.modellserver import Request, antwort, modellserver
from tests.sammlungen import LINDENBUND
from tests.support.conftest import stored_lauf

SUMMARY = antwort({"zusammenfassung": "Es geht um vieles.", "themen": ["Bahn"] * 5})
FRAGE = "Was planen die Parteien in Musterland bei der Wieltalbahn?"
LITTLE = "0.000001"


@pytest.fixture
def asked(context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    """As the commands see it; its index is a copy, for summaries are stored beside it."""
    folder = shutil.copytree(context.settings.chroma_dir, tmp_path / "index")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-probe-12345678")
    monkeypatch.setenv("CHROMA_DIR", str(folder))
    monkeypatch.setenv("LAEUFE_DIR", str(context.settings.laeufe_dir))
    default_context.cache_clear()
    yield Context(replace(context.settings, chroma_dir=folder))
    runstore(default_context()).close()
    default_context.cache_clear()


def command(name: str, lauf_id: str, folder: Path) -> Sequence[str]:
    (folder / "antrag.txt").write_text("Antrag der Fraktion MÜHLRAD\n\nDie Wieltalbahn soll fahren.\n")
    commands = {
        "assess": ["assess", str(folder / "antrag.txt"), "--bundesland", "DEMO"],
        "ask": ["ask", FRAGE],
        "followup": ["followup", lauf_id, "Warum?"],
        "summarize": ["summarize", "--programm", LINDENBUND],
        "rubric": ["rubric", lauf_id],
        "support": ["support", lauf_id],
        "calibrate": ["calibrate"],
    }
    return commands[name]


NAMES = ("assess", "ask", "followup", "summarize", "rubric", "support", "calibrate")


@pytest.mark.parametrize(("given", "usd"), [("1,5", 1.5), ("1.5", 1.5), ("2", 2.0), ("0,25", 0.25)])
def test_a_limit_may_have_the_comma_that_germans_write(given: str, usd: float) -> None:
    assert build_parser("ask").parse_args(["ask", "Was?", "--limit", given]).limit == usd


@pytest.mark.parametrize("given", ["viel", "1,2,3", "1.000,50", ""])
def test_what_is_no_limit_is_refused_in_german(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["ask", "Was?", "--limit", given])
    told = capsys.readouterr().err
    assert ended.value.code == 2 and "ist keine Zahl. Gebraucht wird ein Betrag in USD" in told
    assert "invalid" not in told


@pytest.mark.parametrize("name", NAMES)
def test_a_command_that_its_limit_ends_asks_nothing_more_says_so_and_fails(
    asked: Context,
    name: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lauf_id = stored_lauf(runstore(asked))
    with modellserver([SUMMARY]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        given = command(name, lauf_id, tmp_path)
        assert main([*given, "--model", CHEAP, "--limit", LITTLE]) == 1
        assert "Grenze" in capsys.readouterr().err
        assert main([*given, "--model", "openai/unbekannt", "--limit", "1"]) == 2
        assert "kein Preis" in capsys.readouterr().err
        assert main([*given, "--model", CHEAP, "--limit", "0"]) == 2
        assert server.requests == []


def test_summaries_share_one_limit_over_all_programmes_and_what_is_done_stays(
    asked: Context, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver([replace(SUMMARY, usage=(1_500, 900))]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        whole = ["summarize", "--bundesland", "DEMO", "--model", CHEAP]
        assert main([*whole, "--limit", "0.05"]) == 1
        told, first = capsys.readouterr(), len(server.requests)
        assert "von" in told.err and first > 0
        spent = runstore(default_context()).spent()
        assert 0 < spent <= 0.05
        assert main(whole) == 0
        # Of whole Programme the same is asked here, for all their chapters have the same summary.
        chapters = [one for one in map(told_in, server.requests) if "Es geht um vieles" not in one]
        assert len(set(chapters)) == len(chapters), "what was answered before the limit is not asked again"


def told_in(request: Request) -> str:
    return str(request.body["messages"])


def test_rubrics_of_several_laeufe_share_one_limit(
    asked: Context, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    laeufe = [stored_lauf(runstore(asked)) for _ in range(3)]
    with modellserver([replace(JUDGED, usage=(3_000, 5_000))]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        assert main(["rubric", *laeufe, "--model", CHEAP, "--limit", "0.015"]) == 1
        assert 0 < len(server.requests) < 3
    assert f"{len(server.requests)} von 3" in capsys.readouterr().err
