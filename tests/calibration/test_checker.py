"""A support checker held against parties' own reasons: what each kind of checker comes out as."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.calibration.checker_figures import (
    CaseKind,
    CheckerCase,
    CheckerQuality,
    checker_cases,
    checker_qualities,
)
from core.calibration.eichbild import with_answers
from core.calibration.run_checker import begin_checker, finish_checker, open_cases, run_checker
from core.cli import main
from core.context import Context
from core.errors import EingabeError, ModellFehler
from core.german.folding import words
from core.runs.store import runstore
from core.support.said import Template
from core.support.verdict import Verdict
from core.vergleich.evidence import _how_right
from tests.calibration.conftest import SATZ, first_theses
from tests.calibration.played_checker import Gespielt
from tests.llm.modellserver import Reply, Request, modellserver
from tests.support.conftest import checker

FAELLE = checker_cases(SATZ)
RICHTIG = {(fall.frage, fall.begruendung): fall.art.richtig(fall.position) for fall in FAELLE}


def honest(one: Template) -> Verdict:
    return RICHTIG[one.frage, one.stelle.text]


def by_overlap(one: Template) -> Verdict:
    """Supported is whatever shares a long word."""
    thesis, passage = (
        {word for word in words(text) if len(word) > 6} for text in (one.frage, one.stelle.text)
    )
    return Verdict.STUETZT if thesis & passage else Verdict.ANDERES


def measured(context: Context, pruefer: Gespielt, faelle: list[CheckerCase] = FAELLE) -> CheckerQuality:
    eichung_id = begin_checker(context, pruefer, SATZ, faelle)
    list(run_checker(context, pruefer, eichung_id, open_cases(context, eichung_id, faelle)))
    assert finish_checker(context, eichung_id, faelle) == 0
    return checker_qualities(runstore(context))[0]


def test_every_reason_is_asked_about_in_each_way() -> None:
    with_side = [item for item in SATZ.items if item.position and item.begruendung]
    assert len(FAELLE) == 3 * len(with_side) and len({fall.key for fall in FAELLE}) == len(FAELLE)
    for fall in FAELLE:
        assert (fall.begruendung == fall.item.begruendung) is (fall.art is not CaseKind.FREMD)
        assert fall.frage == (fall.item.verneint if fall.art is CaseKind.VERNEINT else fall.item.these)
    bare = replace(SATZ, items=tuple(replace(item, begruendung="") for item in SATZ.items))
    with pytest.raises(EingabeError, match="begruendung"):
        checker_cases(bare)


def test_honest_yes_sayer_and_word_counter_come_out_as_what_they_are(context: Context) -> None:
    good = measured(context, Gespielt("honest", honest))
    assert good.richtig.wert == 1 and good.n == len(FAELLE) and not good.offen
    assert all(one.precision.wert == one.recall.wert == 1 for one in good.klassen.values())
    yes = measured(context, Gespielt("yes", lambda one: Verdict.STUETZT))
    third = sum(right is Verdict.STUETZT for right in RICHTIG.values()) / len(FAELLE)
    assert yes.klassen[Verdict.STUETZT].recall.wert == 1
    assert yes.klassen[Verdict.STUETZT].precision.wert == pytest.approx(third) == yes.richtig.wert
    assert yes.klassen[Verdict.ANDERES].recall.wert == 0 and yes.klassen[Verdict.ANDERES].gesagt == 0
    near = measured(context, Gespielt("near", by_overlap))
    assert near.klassen[Verdict.WIDERSPRICHT].recall.wert == 0
    assert near.klassen[Verdict.ANDERES].recall.wert > 0.5
    assert near.richtig.bis < 0.75 < good.richtig.von  # no word counter passes for a reader


def test_an_open_verdict_counts_against_recall_and_not_as_wrong(context: Context) -> None:
    def careful(one: Template) -> Verdict:
        right = honest(one)
        return Verdict.OFFEN if right is Verdict.ANDERES else right

    found = measured(context, Gespielt("careful", careful))
    assert found.richtig.wert == 1 and found.offen == found.klassen[Verdict.ANDERES].faelle
    assert found.klassen[Verdict.ANDERES].recall.wert == 0


def test_what_is_answered_is_not_asked_again(context: Context) -> None:
    pruefer = Gespielt("frail", honest)
    pruefer.dies_after = 30
    eichung_id = begin_checker(context, pruefer, SATZ, FAELLE)
    with pytest.raises(ModellFehler):
        list(run_checker(context, pruefer, eichung_id, FAELLE))
    kept = len(runstore(context).answered_keys(eichung_id))
    assert kept == pruefer.asked >= 30
    pruefer.dies_after = 10**9
    assert measured(context, pruefer).n == len(FAELLE) == pruefer.asked
    limited = Gespielt("dear", honest)
    steps = list(
        run_checker(context, limited, begin_checker(context, limited, SATZ, FAELLE), FAELLE, limit=0.0)
    )
    assert not steps and not limited.asked


def test_it_stands_beside_the_verdicts_and_not_among_models_that_judge(context: Context) -> None:
    found = measured(context, Gespielt("honest", honest))
    store = runstore(context)
    assert with_answers(store.list_eichungen()) == []
    told = _how_right([], checker_qualities(store), "honest", "regel 1")
    assert found.satz in told and "in 100 von 100 Fällen richtig" in told and f"n = {found.n}" in told
    assert found.satz not in _how_right([], checker_qualities(store), "honest", "regel 2")


def test_the_command_tells_the_costs_first(
    context: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("core.commands.calibrate.default_context", lambda: context)
    monkeypatch.setattr("core.calibration.item_files.shipped_sentence", lambda folder: first_theses(5))
    script: Callable[[Request], Reply] = checker(lambda one: ("stuetzt", one.stelle))
    with modellserver(script) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        asked = ["calibrate", "--checker", "openai/gpt-4.1"]
        assert main([*asked, "--kosten"]) == 0
        assert not server.requests and "Fälle; etwa 0," in capsys.readouterr().out
        assert main(asked) == 0
        out = capsys.readouterr().out
        assert "spricht von anderem" in out and "von 100 Fällen richtig" in out
        before = len(server.requests)
        assert main(asked) == 0 and len(server.requests) == before
