"""What was found without a language model is stored, listed and exported, and never as points."""

import pytest

from core.base.models import Abdeckung
from core.runs.import_laeufe import import_json
from core.runs.lauf import Score
from core.runs.store import Runstore
from tests.runs.beispiele import exported, neuer_lauf, teil


def stored(store: Runstore, *found: tuple[int, int]) -> str:
    lauf_id = store.start(neuer_lauf(schluessel=str(found)))
    for number, (nah, von) in enumerate(found):
        partei = f"P{number}"
        score = Score(partei, "wahlprogramm", None, "gesucht", nah, von)
        store.save_teil(lauf_id, teil(partei), [score, Score(partei, "parteiprogramm", None)])
    store.finish(lauf_id)
    return lauf_id


def test_it_comes_back_and_none_where_there_is_none(store: Runstore) -> None:
    lauf = store.load(stored(store, (2, 3)))
    assert {score.typ: score.abdeckung for score in lauf.scores} == {
        "wahlprogramm": Abdeckung(2, 3),
        "parteiprogramm": None,
    }
    assert [score.score for score in lauf.scores] == [None, None]


def test_a_file_carries_it(store: Runstore) -> None:
    data = exported(store, stored(store, (2, 3)))
    (first, _) = sorted(data["laeufe"][0]["score"], key=lambda score: score["typ"], reverse=True)
    assert (first["score"], first["nah"], first["von"]) == (None, 2, 3)
    data["laeufe"][0]["lauf"]["titel"] = "egal"
    for score in data["laeufe"][0]["score"]:
        score["begruendung"] = "aus der Datei"
    (other,) = import_json(store, data)
    assert {score.abdeckung for score in store.load(other).scores} == {Abdeckung(2, 3), None}


def test_a_file_that_counts_more_than_there_is_is_refused(store: Runstore) -> None:
    data = exported(store, stored(store, (2, 3)))
    data["laeufe"][0]["score"][1]["nah"] = 4
    with pytest.raises(Exception, match="kein Teil von"):
        import_json(store, data)
