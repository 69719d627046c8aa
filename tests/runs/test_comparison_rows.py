"""What a comparison reads, in both kinds of database."""

import json

import pytest

from core.runs.comparison_rows import (
    lauf_heads,
    planned_parteien,
    presented_programme,
    teil_numbers,
)
from core.runs.lauf import Status
from core.runs.store import Runstore
from tests.runs.beispiele import angebot, finished_lauf, neuer_lauf, score, teil, versuch

TWICE = (versuch(), versuch(grund="Unlesbar."))


def test_heads_hold_what_changes_an_answer(store: Runstore) -> None:
    lauf_id = finished_lauf(store, parameter={"temperature": 0.7, "top_k": 3, "parteien": ["A"]})
    (kopf,) = lauf_heads(store, [lauf_id])
    assert json.loads(kopf.masse) == {"temperature": 0.7, "top_k": 3.0}
    assert kopf.modell == "offline/extraktiv"


def test_a_failed_lauf_tells_whom_it_was_to_ask_about(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf(parameter={"parteien": ["", "SPD"]}))
    store.fail(lauf_id, "Nichts ging.")
    assert planned_parteien(store, [lauf_id, finished_lauf(store)]) == [(lauf_id, ["", "SPD"])]


@pytest.mark.contract
def test_teile_have_their_figures_and_what_took_several_tries(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf())
    store.save_teil(lauf_id, teil(dauer={"modell": 1.5}))
    store.save_teil(lauf_id, teil("MUEHLRAD", dauer={}, versuche=TWICE, status=Status.FEHLGESCHLAGEN))
    store.save_teil(lauf_id, teil("TURM", dauer={}, versuche=()))
    found = [
        (row.partei, row.sekunden, row.versuche, row.antworten) for row in teil_numbers(store, [lauf_id])
    ]
    assert found == [("LINDENBUND", 1.5, 1, 1), ("MUEHLRAD", None, 2, 1), ("TURM", None, 0, 0)]
    assert teil_numbers(store, [lauf_id])[0].emittiert == 0


def test_scores_and_programmes_shown(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.save_fundstellen(lauf_id, [angebot(), angebot(q=2), angebot(q=None, programm_id="weg")])
    assert {row[:4] for row in store.scores_of([lauf_id])} == {
        (lauf_id, "LINDENBUND", "wahlprogramm", score().score),
        (lauf_id, "MUEHLRAD", "wahlprogramm", None),
    }
    assert presented_programme(store, [lauf_id]) == [(lauf_id, "LINDENBUND", "lindenbund-demo-2024")]
