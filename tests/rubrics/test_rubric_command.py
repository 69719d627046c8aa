"""`core rubric` over Läufe: stored, told, several at once, and what is wrong with a request."""

import json

import pytest

from core.cli import main
from core.context import Context
from core.runs.store import Runstore
from tests.llm.modellserver import antwort, modellserver
from tests.rubrics.laeufe_here import MODEL, QUOTE, TEXT, judged, lauf_on, said


@pytest.fixture(autouse=True)
def as_default(judging: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.commands.rubric_answer.default_context", lambda: judging)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["rubric", "--rubrik", "klima", *arguments])
    told = capsys.readouterr()
    return code, told.out + told.err


def test_a_lauf_is_judged_stored_and_shown_again(store: Runstore, capsys: pytest.CaptureFixture[str]) -> None:
    lauf_id = lauf_on(store)
    code, told = run(capsys, lauf_id)
    assert code == 0 and "berührt, ohne Stufe" in told and QUOTE in " ".join(told.split())
    assert "1 Lauf, etwa 0,0000 USD" in told or "0 USD" in told
    (stored,) = store.list_rubrics(lauf_id)
    code, told = run(capsys, lauf_id, "--list-stored")
    assert code == 0 and stored.id in told
    code, told = run(capsys, lauf_id, "--list-stored", "--json")
    assert [one["urteil"] for one in json.loads(told)] == [stored.id]
    assert "schon beantwortet" in run(capsys, lauf_id)[1] and len(store.list_rubrics(lauf_id)) == 1
    assert run(capsys, lauf_id, "--anew")[0] == 0 and len(store.list_rubrics(lauf_id)) == 2


def test_levels_of_a_model_are_shown_with_their_caveat(
    judging: Context, store: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    lauf_id = lauf_on(store)
    judged(judging, lauf_id, said(QUOTE))
    code, told = run(capsys, lauf_id, "--list-stored")
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
    assert "3 Läufe, Kosten unbekannt" in told
    assert [len(store.list_rubrics(one)) for one in ids] == [1, 0, 1]


def test_all_are_those_that_are_finished_and_not_invented(
    store: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "--all")[0] == 2
    one, demo = lauf_on(store), lauf_on(store, schluessel="d", is_demo=True)
    assert run(capsys, "--all")[0] == 0
    assert [len(store.list_rubrics(id)) for id in (one, demo)] == [1, 0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["weg"], "weder eine Datei noch ein Lauf"),
        (["README.md", "weg"], "ist eine Datei"),
        (["weg", "--all"], "nicht beides"),
        (["--all", "--limit", "-1"], "0 oder mehr"),
        (["--all", "--limit", "nan"], "0 oder mehr"),
        (["x" * 5000], "weder eine Datei"),
    ],
)
def test_a_wrong_request_is_told(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, *arguments)
    assert code == 2 and told in said
