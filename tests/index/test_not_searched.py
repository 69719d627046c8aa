"""What is not in the index is told wherever somebody searches, and never looks like „nothing found“."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import core
from core.base.errors import IndexFehler
from core.base.models import UEBERALL
from core.cli.main import main
from core.features.textcheck.check import check_text
from core.features.textcheck.mcp_server import Tools
from core.programme.context import Context, default_context
from core.programme.stock import Diagnose
from tests.index.stores import opened
from tests.sammlungen import BRUECKE

FRAGE = "Grundschulen auf dem Land"


@pytest.fixture
def own(demo: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    shutil.copytree(demo.settings.chroma_dir, tmp_path / "chroma")
    monkeypatch.setenv("CHROMA_DIR", str(tmp_path / "chroma"))
    default_context.cache_clear()
    yield Context(replace(demo.settings, chroma_dir=tmp_path / "chroma"))
    default_context.cache_clear()


def without(context: Context, gebiet: str) -> Context:
    """Its collection is deleted by somebody else."""
    with opened(context.settings.chroma_dir) as client:
        names = [one.name for one in client.list_collections()]
        client.delete_collection(next(n for n in names if n.startswith(f"programme-{gebiet.lower()}-")))
    return Context(context.settings)


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main([*arguments])
    told = capsys.readouterr()
    return code, told.out + told.err


def test_a_collection_that_is_gone_is_told(own: Context, capsys: pytest.CaptureFixture[str]) -> None:
    assert Diagnose.of(own, "DEMO").gesund
    gone = without(own, "DEMO")
    told = Diagnose.of(gone, "DEMO")
    assert not told.gesund and BRUECKE in " ".join(told.schaeden)
    for command in (["doctor", "--bundesland", "DEMO"], ["status", "--bundesland", "DEMO"]):
        code, printed = said(capsys, *command)
        assert code == 1 and "index --bundesland DEMO" in printed
    _, printed = said(capsys, "search", FRAGE, "--bundesland", "DEMO")
    assert "index --bundesland DEMO" in printed
    code, printed = said(capsys, "search", FRAGE, "--bundesland", "DEMO", "--json")
    assert code == 1 or BRUECKE in json.loads(printed)["nicht_durchsucht"]
    assert BRUECKE in core.left_unsearched("DEMO", context=gone)
    assert BRUECKE in Tools(gone).suche(FRAGE, "DEMO")["nicht_durchsucht"]


def test_a_land_that_is_not_read_in_is_told(own: Context, capsys: pytest.CaptureFixture[str]) -> None:
    """Only what is valid everywhere is searched then."""
    _, printed = said(capsys, "search", FRAGE, "--bundesland", "BY")
    assert "Für Bayern ist kein Wahlprogramm eingelesen" in printed or "keines indexiert" in printed
    assert "Bayern" in core.left_unsearched("BY", context=own)
    assert core.left_unsearched("DEMO", context=own) == ""
    with pytest.raises(IndexFehler, match="keines indexiert"):
        core.find_relevant_chunks(FRAGE, ["SPD"], bundesland="NRW", context=own)
    with pytest.raises(IndexFehler, match="Nordrhein-Westfalen"):
        core.get_relevant_quotes_for_antrag(
            "Der Landtag fordert mehr Schulen.", ["SPD", "CDU"], "NRW", context=own
        )


def test_nothing_is_missing_where_all_is_there(own: Context, capsys: pytest.CaptureFixture[str]) -> None:
    code, printed = said(capsys, "search", FRAGE, "--bundesland", "DEMO", "--json")
    assert code == 0 and json.loads(printed)["nicht_durchsucht"] == ""
    found = Tools(own).suche(FRAGE, "DEMO")
    assert (found["nicht_durchsucht"], found["nicht_gezeigt"]) == ("", "")


def test_everything_gone_is_an_error(own: Context) -> None:
    gone = without(without(own, "DEMO"), UEBERALL)
    with pytest.raises(IndexFehler):
        core.find_relevant_chunks(FRAGE, context=gone)


def test_a_replaced_pdf_is_told_by_the_check(own: Context, tmp_path: Path) -> None:
    shutil.copytree(own.settings.data_dir / "demo" / "pdf", tmp_path / "pdf")
    context = Context(replace(own.settings, pdf_dir=tmp_path / "pdf"))
    chunk = context.store.chunks_of("DEMO", BRUECKE)[5]
    sentence = next(one for one in chunk.text.split(". ") if len(one) > 60).strip()
    text = f"„{sentence}“"
    assert not check_text(text, context).replaced
    with (tmp_path / "pdf" / context.registry.programme[BRUECKE].pdf).open("ab") as pdf:
        pdf.write(b"\n% another edition")
    found = check_text(text, context)
    assert found.replaced == (context.registry.programme[BRUECKE].name,) and not found.is_clean
    assert found.replaced[0] in " ".join(found.remarks())
