"""Läufe are found by words of their Antrag."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from core.antrag.antrag import Forderung
from core.runs.connection import StoreConnection
from core.runs.import_laeufe import import_json
from core.runs.lauf import SEARCHED
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, open_store
from tests.runs.beispiele import ANTRAG, NOWHERE, finished_lauf, neuer_lauf

RAIL = replace(
    ANTRAG,
    titel="Bahn",
    text="Die Wieltalbahn soll SCHNELL wieder fahren: 100 % Öffentlicher Nahverkehr.",
    forderungen=(Forderung("1", "Ein Halt in Großkleen wird gebaut."),),
)


def found(store: StoreConnection, words: str) -> int:
    return Runstore.count_laeufe(store, Filter(suche=words))


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("Wieltalbahn schnell", 1), ("schnell Bahn 5/214", 1), ("großkleen", 1), ("öffentlicher", 1),
        ("100 %", 1), ("Wieltalbahn langsam", 0), ("_ieltalbahn", 0), ("1_0", 0),
    ],
)  # fmt: skip
@pytest.mark.contract
def test_words_of_text_and_demands_are_found_together(store: Runstore, words: str, count: int) -> None:
    finished_lauf(store, antrag=RAIL)
    finished_lauf(store, antrag=ANTRAG)
    assert found(store, words) == count


def test_one_antrag_is_kept_once_and_goes_with_its_last_lauf(store: Runstore) -> None:
    ids = [finished_lauf(store, antrag=RAIL) for _ in range(3)]
    kept = "SELECT count(*) FROM antragstext"
    with store.reading() as connection:
        assert connection.scalar(text(kept)) == 1
    store.delete(ids[:2])
    store.purge(ids[:2], NOWHERE)
    assert found(store, "Wieltalbahn") == 1
    store.delete(ids[2:])
    store.purge(ids[2:], NOWHERE)
    with store.reading() as connection:
        assert connection.scalar(text(kept)) == 0


def test_words_come_with_a_file(store: Runstore, tmp_path: Path) -> None:
    other = open_store(None, tmp_path / "anderswo")
    import_json(other, store.export_json([finished_lauf(store, antrag=RAIL)]))
    assert found(other, "Wieltalbahn schnell") == 1
    other.close()


def test_only_so_much_is_looked_through_and_for(store: Runstore) -> None:
    long = replace(ANTRAG, text="Anfang " + "a" * 10 * SEARCHED + " Ende")
    store.start(neuer_lauf(antrag=long))
    with store.reading() as connection:
        assert connection.scalar(text("SELECT max(length(suchtext)) FROM antragstext")) == SEARCHED
    assert found(store, "Anfang") == 1 and found(store, "x " * 10_000) == 1
