"""Hidden Anträge: out of lists and figures with their Läufe, and nowhere gone."""

import json
from dataclasses import replace
from datetime import UTC, datetime

from core.antrag.antrag import Antrag
from core.runs.ampel import ampel
from core.runs.lauf_filter import Filter
from core.runs.quote_cube import load_number_table
from core.runs.store import Runstore
from core.vergleich.spalten_choice import list_stock
from tests.runs.beispiele import ANTRAG, NOWHERE, finished_lauf, gebunden, neuer_lauf, teil

JUNK = Antrag("kein pdf", titel="Falsch.pdf")
SHOWN = Filter(hidden=False)


def names(store: Runstore, hidden: bool = False) -> list[str]:
    return [one.name for one in store.list_antrag_names(hidden)]


def test_hidden_antrag_leaves_every_list_and_comes_back(store: Runstore) -> None:
    store.save_antrag(ANTRAG)
    junk_id = store.save_antrag(JUNK)
    good, junk = finished_lauf(store), finished_lauf(store, antrag=JUNK)
    (of_junk,) = store.hashes_of([junk])
    store.hide_antraege([of_junk])
    store.hide_antraege([of_junk])
    assert [line.id for line in store.list_laeufe(SHOWN)] == [good]
    assert store.count_laeufe(SHOWN) == store.count_laeufe(Filter(hidden=True)) == 1
    assert [row.titel for row in store.list_antraege()] == [ANTRAG.titel]
    assert list(list_stock(store).antraege.values()) == [names(store)[0]]
    assert load_number_table(store, hidden=False).ids == (good,)
    (hidden,) = store.list_antrag_names(hidden=True)
    assert (hidden.antrag_hash, hidden.name, hidden.laeufe) == (of_junk, "Falsch.pdf", 1)
    store.show_antraege([of_junk])
    assert store.count_laeufe(SHOWN) == 2 and names(store, hidden=True) == []
    assert {row.id for row in store.list_antraege()} >= {junk_id}


def test_hidden_is_not_deleted(store: Runstore) -> None:
    """Whoever asks for it by name, exports it or counts all still has it."""
    junk = finished_lauf(store, antrag=JUNK)
    store.hide_antraege(store.hashes_of([junk]))
    assert store.load(junk).antrag == JUNK and store.load_antrag(store.save_antrag(JUNK)) == JUNK
    assert store.count_laeufe() == 1 and load_number_table(store).ids == (junk,)
    assert json.loads(json.dumps(store.export_json([junk])))["laeufe"][0]["lauf"]["titel"] == "Falsch.pdf"
    assert [kopf.id for kopf in store.lauf_heads([junk])] == [junk]


def test_what_only_hidden_laeufe_have_is_no_choice_of_a_filter(store: Runstore) -> None:
    finished_lauf(store)
    before = store.list_values()
    elsewhere = replace(JUNK, bundesland="NRW")
    junk = finished_lauf(store, antrag=elsewhere, modell_gefragt="openai/junk", prompt_id="junk")
    assert "NRW" in store.list_values().laender and "junk" in store.list_values().prompts
    store.hide_antraege(store.hashes_of([junk]))
    assert store.list_values() == before


def test_antrag_that_is_checked_again_is_shown_again(store: Runstore) -> None:
    junk = finished_lauf(store, antrag=JUNK)
    store.hide_antraege(store.hashes_of([junk]))
    store.start(neuer_lauf(antrag=JUNK))
    assert store.count_laeufe(SHOWN) == 2 and names(store, hidden=True) == []


def test_an_edited_antrag_is_hidden_apart_from_the_one_that_was_read(store: Runstore) -> None:
    edited = replace(ANTRAG, titel="Ganz andere Brunnen")
    store.save_antrag(ANTRAG, gelesen=ANTRAG)
    store.save_antrag(edited, gelesen=ANTRAG)
    lauf = finished_lauf(store, antrag=edited, gelesen=ANTRAG)
    store.hide_antraege(store.hashes_of([lauf]))
    assert [row.titel for row in store.list_antraege()] == [ANTRAG.titel]
    assert len(names(store)) == 1 and names(store, hidden=True)[0].startswith("Bearbeitet: ")


def test_quotes_of_hidden_antraege_are_in_no_figure_of_the_first_page(store: Runstore) -> None:
    lauf = store.start(neuer_lauf())
    quotes = [gebunden() for _ in range(3)]
    store.save_teil(lauf, teil(modell="openai/a"), [], quotes)
    today = datetime.now(UTC).date()
    before = ampel(store, today).jetzt.emittiert
    store.hide_antraege(store.hashes_of([lauf]))
    assert before > 0 and ampel(store, today).jetzt.emittiert == 0


def test_hiding_is_a_change(store: Runstore) -> None:
    hashes = store.hashes_of([finished_lauf(store)])
    seen = [store.stand()]
    store.hide_antraege(hashes)
    seen.append(store.stand())
    store.show_antraege(hashes)
    assert seen[0] != seen[1] and store.stand() == seen[0]


def test_invented_antraege_and_deleted_ones_are_not_offered(store: Runstore) -> None:
    finished_lauf(store, antrag=replace(ANTRAG, text="Eins.", titel="Erfunden"), is_demo=True)
    gone = finished_lauf(store, antrag=replace(ANTRAG, text="Zwei.", titel="Gelöscht"))
    store.delete([gone])
    assert names(store) == []
    store.hide_antraege(store.hashes_of([gone]))
    assert names(store, hidden=True) == ["Gelöscht"] and store.count_hidden() == 1
    store.purge([gone], NOWHERE)
    assert store.count_hidden() == 0
