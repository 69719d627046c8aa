"""What a comparison reads, in both kinds of database."""

import json

import pytest

from core.runs.lauf import Status
from core.runs.store import Runstore
from tests.runs.beispiele import angebot, finished_lauf, neuer_lauf, score, teil, versuch

TWICE = (versuch(), versuch(grund="Unlesbar."))


def test_heads_hold_what_changes_an_answer(store: Runstore) -> None:
    lauf_id = finished_lauf(store, parameter={"temperature": 0.7, "top_k": 3, "parteien": ["A"]})
    (kopf,) = store.lauf_heads([lauf_id])
    assert json.loads(kopf.masse) == {"temperature": 0.7, "top_k": 3.0}
    assert kopf.modell == "offline/extraktiv"


def test_a_failed_lauf_tells_whom_it_was_to_ask_about(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf(parameter={"parteien": ["", "SPD"]}))
    store.fail(lauf_id, "Nichts ging.")
    assert store.compared([lauf_id, finished_lauf(store)]).planned == {lauf_id: ["", "SPD"]}


@pytest.mark.contract
def test_teile_have_their_figures_and_what_took_several_tries(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf())
    store.save_teil(lauf_id, teil(dauer={"modell": 1.5}))
    store.save_teil(lauf_id, teil("MUEHLRAD", dauer={}, versuche=TWICE, status=Status.FEHLGESCHLAGEN))
    store.save_teil(lauf_id, teil("TURM", dauer={}, versuche=()))
    teile = store.compared([lauf_id]).teile
    found = [(row.partei, row.sekunden, row.versuche, row.antworten) for row in teile]
    assert found == [("LINDENBUND", 1.5, 1, 1), ("MUEHLRAD", None, 2, 1), ("TURM", None, 0, 0)]
    assert teile[0].emittiert == 0


def test_scores_and_programmes_shown(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.save_fundstellen(lauf_id, [angebot(), angebot(q=2), angebot(q=None, programm_id="weg")])
    found = store.compared([lauf_id])
    assert {row[:4] for row in found.points} == {
        (lauf_id, "LINDENBUND", "wahlprogramm", score().score),
        (lauf_id, "MUEHLRAD", "wahlprogramm", None),
    }
    assert found.presented == [(lauf_id, "LINDENBUND", "lindenbund-demo-2024")]
