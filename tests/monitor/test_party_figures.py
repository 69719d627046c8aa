"""Per party: what was shown, what was quoted, and when too little was shown to compare."""

import json
from typing import Any

import pytest

from core.features.monitor.number_table import load_number_table
from core.features.monitor.quote_counts import partei_numbers
from core.runs.import_laeufe import import_json
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from tests.monitor.geschichte import add_lauf, day, zitate
from tests.runs.beispiele import angebot, teil


def add(store: Runstore, number: int, texts: dict[str, list[str]]) -> str:
    """A Lauf in which each party was shown these passages, and one more that had no room."""
    lauf_id = add_lauf(store, number, 0, 0)
    for partei, own in texts.items():
        shown = [angebot(partei, q, text=text) for q, text in enumerate(own, start=1)]
        store.save_fundstellen(lauf_id, [*shown, angebot(partei, None, text="x" * 999, weggelassen="Platz")])
        store.save_teil(lauf_id, teil(partei), (), zitate(4, 1, partei))
    return lauf_id


def test_text_is_counted_in_letters_of_what_was_shown(store: Runstore) -> None:
    add(store, 0, {"LINDENBUND": ["a" * 300, "b" * 100], "MUEHLRAD": ["c" * 500]})
    add(store, 1, {"LINDENBUND": ["a" * 300]})
    linde, rad = partei_numbers(load_number_table(store))
    assert (linde.partei, linde.laeufe, linde.passagen, linde.zeichen) == ("LINDENBUND", 2, 3, 700)
    assert (linde.letters_per_lauf, linde.zitate_per_lauf, linde.verworfen) == (350, 4, 2)
    assert (rad.zeichen, rad.laeufe, rad.indexiert, rad.hinweis) == (500, 1, None, "")
    (only,) = partei_numbers(load_number_table(store), Filter(von=day(1)))
    assert (only.zeichen, only.laeufe) == (300, 1)


def test_share_of_dropped_quotes_has_bounds_and_none_of_nothing(store: Runstore) -> None:
    add(store, 0, {"LINDENBUND": ["a"]})
    (row,) = partei_numbers(load_number_table(store))
    # Wilson for 1 of 4, as published tables have it.
    assert (row.verworfen_von, row.verworfen_bis) == (
        pytest.approx(0.0456, abs=1e-4),
        pytest.approx(0.6994, abs=1e-4),
    )
    assert row.dropped_share == 0.25
    add_lauf(store, 1, 0, 0)
    (silent,) = partei_numbers(load_number_table(store), Filter(von=day(1)))
    assert (silent.dropped_share, silent.zeichen, silent.zitate_per_lauf) == (None, 0, 0)


def test_party_of_which_little_was_shown_is_told(store: Runstore) -> None:
    add(store, 0, {"BRUECKE": ["a" * 1400], "LINDENBUND": ["b" * 1200], "MUEHLRAD": ["c" * 600]})
    assert [row.hinweis[:56] for row in partei_numbers(load_number_table(store))] == [
        "", "", "Die Modelle bekamen von dieser Partei nur 600 Zeichen je"
    ]  # fmt: skip
    assert "meist 1.300" in partei_numbers(load_number_table(store))[2].hinweis


def test_another_answer_counts_what_its_prompt_was_shown(store: Runstore) -> None:
    lauf_id = add(store, 0, {"LINDENBUND": ["a" * 300]})
    store.save_fundstellen(lauf_id, [angebot("LINDENBUND", 1, text="b" * 70)])
    store.save_teil(lauf_id, teil("LINDENBUND"), (), zitate(4, 1, "LINDENBUND"))
    (linde,) = partei_numbers(load_number_table(store))
    assert (linde.passagen, linde.zeichen) == (1, 70)
    (there,) = import_json(store, {**store.export_json([lauf_id]), "laeufe": _of_another(store, lauf_id)})
    assert there != lauf_id and partei_numbers(load_number_table(store)) == [
        linde
    ]  # what a file says is not counted


def _of_another(store: Runstore, lauf_id: str) -> list[dict[str, Any]]:
    (lauf,) = json.loads(json.dumps(store.export_json([lauf_id])))["laeufe"]
    return [lauf | {"lauf": lauf["lauf"] | {"modell_gefragt": "openai/anderes"}}]
