"""Readings of Läufe and what is settled after them: stored, handed on, forgotten with their Antrag."""

import json
from dataclasses import replace

import pytest

from core.errors import EingabeError
from core.runs.forget_antrag import forget
from core.runs.import_laeufe import FROM_FILE
from core.runs.lauf import Urteil
from core.runs.lesung import Festlegung, finished_at, has_read
from core.runs.store import Runstore
from core.support.verdict import Verdict
from tests.runs.beispiele import finished_lauf, score, teil

SETTLED = Festlegung("", "LINDENBUND", "wahlprogramm", "Der Satz davor sagt es.", "Eva", 0, "1")


def settled(lauf_id: str) -> Festlegung:
    return replace(SETTLED, lauf_id=lauf_id, traegt=Verdict.WIDERSPRICHT)


def test_a_reading_is_finished_once_and_only_for_who_finished_it(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    first = store.finish_lesung(lauf_id, "Eva")
    assert store.finish_lesung(lauf_id, "Eva") == first
    lauf = store.load(lauf_id)
    assert lauf.lesungen == (first,) and store.list_lesungen() == [first]
    assert has_read(lauf, "Eva") and not has_read(lauf, "Jo") and not has_read(lauf, "")
    assert finished_at(lauf.lesungen, lauf_id, "Eva") == first.created
    assert finished_at(lauf.lesungen, lauf_id, "Jo") is None


def test_a_reading_needs_a_name_and_a_lauf(store: Runstore) -> None:
    with pytest.raises(EingabeError, match="Namen"):
        store.finish_lesung(finished_lauf(store), " ")
    with pytest.raises(EingabeError, match="fehlt"):
        store.finish_lesung("fehlt", "Eva")


def test_what_is_settled_stands_beside_both_readings_with_who_and_why(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    said = [
        store.save_urteil(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, name, zitat=0, traegt=word))
        for name, word in (("Eva", Verdict.STUETZT), ("Jo", Verdict.ANDERES))
    ]
    store.finish_lesung(lauf_id, "Eva")
    kept = store.save_festlegung(settled(lauf_id))
    again = store.save_festlegung(replace(settled(lauf_id), traegt=Verdict.STUETZT))
    assert store.list_festlegungen() == [kept, again] and store.list_urteile(lauf_id) == said
    assert store.load(lauf_id).festlegungen == (kept, again)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"traegt": None}, "genau eins"),
        ({"punkte": 3.0}, "genau eins"),
        ({"traegt": Verdict.OFFEN}, "genau eins"),
        ({"zitat": None}, "gilt einem Zitat"),
        ({"traegt": None, "punkte": 3.0}, "gelten einer Bewertung"),
        ({"traegt": None, "punkte": 11.0, "zitat": None}, "gelten einer Bewertung"),
        ({"grund": "  "}, "Grund"),
        ({"name": "Jo"}, "zu Ende gelesen"),
        ({"zitat": 99}, "gibt es in diesem Lauf nicht"),
    ],
)
def test_what_cannot_be_settled_is_refused(store: Runstore, changes: dict[str, object], why: str) -> None:
    lauf_id = finished_lauf(store)
    store.finish_lesung(lauf_id, "Eva")
    with pytest.raises(EingabeError, match=why):
        store.save_festlegung(replace(settled(lauf_id), **changes))
    assert store.list_festlegungen() == []


def test_readings_are_exported_and_read_in_once_with_the_mark_of_a_file(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.finish_lesung(lauf_id, "Eva")
    store.save_festlegung(settled(lauf_id))
    data = json.loads(json.dumps(store.export_json([lauf_id]), default=str))
    data["laeufe"][0]["lauf"]["id"] = "andere"
    (read_in,) = store.import_json(data)
    lauf = store.load(read_in)
    assert read_in != lauf_id
    assert [one.name for one in (*lauf.lesungen, *lauf.festlegungen)] == [f"Eva{FROM_FILE}"] * 2
    assert lauf.festlegungen[0].traegt is Verdict.WIDERSPRICHT
    assert store.import_json(data) == [read_in] and len(store.list_lesungen()) == 2


@pytest.mark.parametrize("changes", [{"punkte": 3.0}, {"traegt": None}, {"zitat": None}, {"partei": "X"}])
def test_a_file_that_settles_what_cannot_be_is_refused(store: Runstore, changes: dict[str, object]) -> None:
    lauf_id = finished_lauf(store)
    store.finish_lesung(lauf_id, "Eva")
    store.save_festlegung(settled(lauf_id))
    data = json.loads(json.dumps(store.export_json([lauf_id]), default=str))
    data["laeufe"][0]["lauf"]["id"] = "andere"
    data["laeufe"][0]["festlegung"][0] |= changes
    with pytest.raises(EingabeError):
        store.import_json(data)


def test_a_file_of_an_older_program_has_none_of_it(store: Runstore) -> None:
    data = json.loads(json.dumps(store.export_json([finished_lauf(store)]), default=str))
    one = data["laeufe"][0]
    one["lauf"]["id"] = "andere"
    del one["lesung"], one["festlegung"]
    (read_in,) = store.import_json(data)
    assert store.load(read_in).lesungen == ()


def test_a_party_that_is_answered_anew_loses_what_was_settled_of_its_old_answer(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.finish_lesung(lauf_id, "Eva")
    store.save_festlegung(settled(lauf_id))
    store.save_teil(lauf_id, teil(), [score()], [])
    assert store.list_festlegungen() == []


def test_a_forgotten_antrag_takes_readings_and_what_was_settled_along(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    store.finish_lesung(lauf_id, "Eva")
    store.save_festlegung(settled(lauf_id))
    forget(store, lauf_id)
    assert store.list_lesungen() == store.list_festlegungen() == []
