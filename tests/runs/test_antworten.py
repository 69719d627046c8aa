"""Answers are kept; those about a Lauf go where it goes."""

from pathlib import Path
from typing import Any

import pytest

from core.base.errors import EingabeError
from core.runs.import_laeufe import import_json
from core.runs.lauf import AntwortKind, StoredAntwort
from core.runs.store import Runstore, open_store
from core.wortlaut.binding.eintrag import write_eintrag
from tests.runs.beispiele import NOWHERE, exported, finished_lauf, gebunden
from tests.runs.test_laeufe import NASTY

INHALT = {"frage": "?", "antwort": NASTY, "kosten": None, "tokens_ein": 12}


def asked(store: Runstore, lauf_id: str, eingabe: str = "Warum?") -> str:
    return store.save_note(
        StoredAntwort(AntwortKind.NACHFRAGE, eingabe, "offline/extraktiv", INHALT, lauf_id)
    ).id


def contents(antworten: list[StoredAntwort]) -> list[tuple[Any, ...]]:
    return [(one.created, one.art, one.eingabe, one.modell, one.inhalt) for one in antworten]


def test_antworten_of_a_lauf_are_listed_oldest_first(store: Runstore) -> None:
    lauf_id, other = finished_lauf(store), finished_lauf(store)
    ids = [asked(store, lauf_id, frage) for frage in ("Warum?", "Und dann?", "Warum?")]
    asked(store, other)
    store.save_note(StoredAntwort(AntwortKind.FRAGE, "Ohne Lauf?", "m", {}))
    assert [one.id for one in store.notes_of(StoredAntwort, [lauf_id])] == ids
    assert store.notes_of(StoredAntwort, ["nix"]) == []


def test_purging_a_lauf_takes_its_antworten_and_no_others(store: Runstore) -> None:
    kept, gone = finished_lauf(store), finished_lauf(store)
    stays, goes = asked(store, kept), asked(store, gone)
    free = store.save_note(StoredAntwort(AntwortKind.FRAGE, "Ohne Lauf?", "m", {})).id
    store.delete([gone])
    assert store.load_antwort(goes, AntwortKind.NACHFRAGE).lauf_id == gone
    store.purge([gone], NOWHERE)
    assert store.load_antwort(stays, AntwortKind.NACHFRAGE).id == stays
    assert store.load_antwort(free, AntwortKind.FRAGE).id == free
    with pytest.raises(EingabeError):
        store.load_antwort(goes, AntwortKind.NACHFRAGE)


def test_antworten_leave_and_come_back_with_their_lauf(store: Runstore, tmp_path: Path) -> None:
    lauf_id = finished_lauf(store)
    for frage in ("Warum?", "Und dann?"):
        asked(store, lauf_id, frage)
    data = exported(store, lauf_id)
    other = open_store(None, tmp_path / "anderswo")
    (there,) = import_json(other, data)
    assert import_json(other, data) == [there]
    found, before = other.notes_of(StoredAntwort, [there]), store.notes_of(StoredAntwort, [lauf_id])
    assert [(one.created, one.eingabe) for one in found] == [(one.created, one.eingabe) for one in before]
    assert [one.inhalt["antwort"] for one in found] == [NASTY.replace("\ud800", "�")] * 2
    other.close()


def test_quotes_of_an_answer_in_a_file_are_no_proof(store: Runstore, tmp_path: Path) -> None:
    lauf_id = finished_lauf(store)
    asked(store, lauf_id)
    data = exported(store, lauf_id)
    beleg = {**write_eintrag(gebunden().eintrag), "text": "Wir schließen alle Schulen auf dem Land sofort."}
    data["laeufe"][0]["notiz"][0]["inhalt"]["inhalt"] = {
        "frage": "Warum?", "antwort": "Darum.", "belege": [beleg], "verworfen": [], "unbelegt": False,
    }  # fmt: skip
    data["laeufe"][0]["score"][0]["score"] = 1.0
    (there,) = import_json(store, data)
    (found,) = store.notes_of(StoredAntwort, [there])
    assert (found.inhalt["belege"], found.inhalt["unbelegt"]) == ([], True)
    assert [one["grund"] for one in found.inhalt["verworfen"]] == ["ungeprueft"]


def test_antworten_of_a_file_never_join_a_lauf_of_ours(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    asked(store, lauf_id, "Vor dem Export")
    data = exported(store, lauf_id)
    (asked_before,) = data["laeufe"][0]["notiz"]
    elsewhere = {**asked_before, "id": "x", "inhalt": asked_before["inhalt"] | {"eingabe": "Woanders"}}
    data["laeufe"][0]["notiz"].append(elsewhere)
    asked(store, lauf_id, "Nach dem Export")
    assert import_json(store, data) == import_json(store, data) == [lauf_id]
    found = [one.eingabe for one in store.notes_of(StoredAntwort, [lauf_id])]
    assert sorted(found) == ["Nach dem Export", "Vor dem Export"]


def test_lauf_that_gets_another_id_brings_its_antworten(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    asked(store, lauf_id)
    before = store.notes_of(StoredAntwort, [lauf_id])
    data = exported(store, lauf_id)
    data["laeufe"][0]["score"][0]["score"] = 1.0
    (renamed,) = import_json(store, data)
    assert renamed != lauf_id and import_json(store, data) == [renamed]
    assert store.notes_of(StoredAntwort, [lauf_id]) == before
    assert [one.eingabe for one in store.notes_of(StoredAntwort, [renamed])] == ["Warum?"]
