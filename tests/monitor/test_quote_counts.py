"""Counted from memory it is what the database counts, however it is asked."""

from dataclasses import replace
from datetime import date

import pytest

from core.features.monitor.number_table import load_number_table
from core.features.monitor.quote_counts import count_by, totals
from core.runs.figures import Gruppe
from core.runs.lauf import Status
from core.runs.load_laeufe import ALLE, Filter
from core.runs.store import Runstore
from tests.runs.beispiele import (
    ANTRAG,
    angebot,
    finished_lauf,
    gebunden,
    neuer_lauf,
    of_model,
    teil,
    verworfen,
)
from tests.runs.test_zaehlen import filled

FILTERS = [
    ALLE, Filter(is_demo=False), Filter(bundesland="NRW"), Filter(bundesland=""), Filter(partei="MUEHLRAD"),
    Filter(partei="NIEMAND"), Filter(modell="openai/x", strategie="je_forderung"),
    Filter(prompt_id="standard", prompt_version="3"), Filter(von=date(2025, 6, 8), bis=date(2025, 6, 8)),
    Filter(status=Status.FERTIG, aus_cache=False), Filter(programm_id="muehlrad"), Filter(programm_id=""),
    Filter(programm_id="muehlrad", partei="LINDENBUND"),
]  # fmt: skip


def fill(store: Runstore) -> None:
    """Failed, deleted, invented and copied ones, without Land, and two parties that quote one Programm."""
    ids = filled(store)
    store.fail(store.start(neuer_lauf(antrag=replace(ANTRAG, bundesland=None))), "Der Schlüssel fehlt.")
    store.delete([finished_lauf(store)])
    finished_lauf(store, is_demo=True)
    finished_lauf(store, aus_cache=ids[0])
    both = store.start(neuer_lauf())
    for partei in ("MUEHLRAD", "BRUECKE"):
        quotes = [gebunden(partei, programm="muehlrad", fremdePartei=partei == "BRUECKE"), verworfen(partei)]
        store.save_teil(both, teil(partei), (), quotes)


@pytest.mark.contract
def test_memory_and_database_agree(store: Runstore) -> None:
    fill(store)
    werke = {by_programm: load_number_table(store, per_programm=by_programm) for by_programm in (False, True)}
    for gruppe in (None, *Gruppe):
        assert totals(werke[gruppe is Gruppe.PROGRAMM], gruppe) != []
        for filter in FILTERS:
            jobs = werke[gruppe is Gruppe.PROGRAMM or filter.programm_id is not None]
            assert totals(jobs, gruppe, filter) == store.quote_counts(gruppe, filter), (gruppe, filter)


def test_invented_laeufe_are_read_apart(store: Runstore) -> None:
    fill(store)
    for is_demo in (True, False):
        jobs = load_number_table(store, is_demo)
        same = Filter(is_demo=is_demo, tells_of_models=not is_demo)
        assert totals(jobs, Gruppe.PARTEI) == store.quote_counts(Gruppe.PARTEI, same)


def test_the_built_in_search_and_the_invented_land_are_no_own_figures_of_models(store: Runstore) -> None:
    own = [of_model(), neuer_lauf(antrag=replace(ANTRAG, bundesland="NRW")), of_model(antrag=ANTRAG)]
    for lauf in own:
        store.save_teil(store.start(lauf), teil(modell=lauf.modell_gefragt), (), [gebunden()])
    assert ANTRAG.bundesland == "DEMO" and [
        one.emittiert for one in totals(load_number_table(store, False))
    ] == [1]
    assert [one.emittiert for one in totals(load_number_table(store))] == [3]


def test_several_things_are_told_together(store: Runstore) -> None:
    filled(store)
    found = count_by(load_number_table(store), Filter(von=date(2025, 6, 8)), "tag", "modell", "prompt")
    assert sorted((one.werte, one.zahlen.emittiert, one.zahlen.ohne_zitat) for one in found) == [
        (("2025-06-08", "offline/extraktiv", "standard v3"), 0, 1),
        (("2025-06-09", "openai/x", "kurz v3"), 3, 0),
    ]


def test_what_was_shown_is_counted_once_per_teil(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf())
    shown = [angebot("SPD", 1, text="a" * 40), angebot("SPD", 2, text="ä€😀")]
    store.save_fundstellen(lauf_id, [*shown, angebot("SPD", None, text="zu lang", weggelassen="Platz")])
    store.save_teil(lauf_id, teil("SPD"))
    (one,) = count_by(load_number_table(store), ALLE, "partei")
    assert (one.passagen, one.zeichen) == (2, 43)
