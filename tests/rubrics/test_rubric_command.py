"""`core rubric` over Läufe: stored, told, one that fails, and what is wrong with a request."""

import json

import pytest

from core.cli.main import main
from core.features.rubrics.judgement import list_rubrics
from core.features.rubrics.rubric import own_folder
from core.programme.context import Context
from core.runs.store import Runstore
from tests.llm.modellserver import antwort, modellserver
from tests.rubrics.laeufe_here import MODEL, QUOTE, TEXT, judged, lauf_on, said


@pytest.fixture(autouse=True)
def as_default(judging: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.features.rubrics.command.default_context", lambda: judging)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["rubric", "--rubrik", "klima", *arguments])
    told = capsys.readouterr()
    return code, told.out + told.err


def test_a_lauf_is_judged_and_answered_from_the_store_again(
    store: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    lauf_id = lauf_on(store)
    code, told = run(capsys, lauf_id)
    assert code == 0 and "berührt, ohne Stufe" in told and QUOTE in " ".join(told.split())
    (stored,) = list_rubrics(store, lauf_id)
    code, told = run(capsys, lauf_id, "--json")
    (row,) = json.loads(told)
    assert (row["id"], row["felder"][0]["feld"], row["felder"][0]["stufe"]) == (stored.id, "verkehr", None)
    assert run(capsys, lauf_id, "--anew")[0] == 0 and len(list_rubrics(store, lauf_id)) == 2


def test_levels_of_a_model_are_shown_with_their_caveat(
    judging: Context, store: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    lauf_id = lauf_on(store)
    judged(judging, lauf_id, said(QUOTE))
    code, told = run(capsys, lauf_id, "--model", MODEL)
    assert code == 0 and "1 · ja" in told and "können falsch sein" in told


def test_one_that_fails_stops_no_other_and_counts_in_the_code(
    store: Runstore, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [lauf_on(store, TEXT + str(n), str(n)) for n in range(3)]
    good, bad = antwort({"urteile": [said(QUOTE)]}), antwort("nein")
    with modellserver([good, bad, bad, good]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        code, told = run(capsys, *ids, "--model", MODEL)
    assert code == 1 and f"Lauf {ids[1]}: Die Antwort von" in told
    assert [len(list_rubrics(store, one)) for one in ids] == [1, 0, 1]


def test_rubrics_are_listed_and_a_broken_one_is_told(
    judging: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    own_folder(judging).mkdir()
    (own_folder(judging) / "kaputt.toml").write_text("id = ", encoding="utf-8")
    code, told = run(capsys)
    assert code == 0 and "Klima-Check" in told and "kaputt.toml, am Dateiende: kein TOML" in told
    assert [one["id"] for one in json.loads(_out(capsys, "--json"))] == ["klima"]


def _out(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    main(["rubric", *arguments])
    return capsys.readouterr().out


@pytest.mark.parametrize("lauf_id", ["weg", "x" * 5000])
def test_what_is_no_lauf_is_told(lauf_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(capsys, lauf_id)
    assert code == 1 and "gibt es nicht" in told


def test_what_is_no_rubric_is_told_once(store: Runstore, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = run(capsys, lauf_on(store), "--rubrik", "nichts")
    assert code == 2 and "Möglich sind: klima" in told
