"""Votes between two answers."""

from dataclasses import replace

import pytest

from core.errors import EingabeError
from core.runs.lauf import Status
from core.runs.notes import Preference, Stimme
from core.runs.store import Runstore
from tests.runs.beispiele import ANTRAG, NOWHERE, finished_lauf, teil


def test_votes_come_back_as_they_were_given_the_oldest_first(store: Runstore) -> None:
    a, b, c = (finished_lauf(store) for _ in range(3))
    first = store.save_note(Stimme(a, b, "LINDENBUND", Preference.B, "Eva"))
    second = store.save_note(Stimme(c, a, "MUEHLRAD", Preference.GLEICH))
    assert store.notes_of(Stimme) == [first, second]
    assert (first.lauf_id, first.lauf_b, first.wahl, first.name) == (a, b, Preference.B, "Eva")
    assert first.id and first.created


def test_only_votes_between_the_given_laeufe_are_listed(store: Runstore) -> None:
    a, b, c = (finished_lauf(store) for _ in range(3))
    between = store.save_note(Stimme(a, b, "LINDENBUND", Preference.A))
    store.save_note(Stimme(a, c, "LINDENBUND", Preference.A))
    assert store.stimmen_between([a, b]) == [between]
    assert store.stimmen_between([a]) == store.stimmen_between([]) == []


def test_vote_goes_with_either_of_its_laeufe(store: Runstore) -> None:
    a, b, c = (finished_lauf(store) for _ in range(3))
    store.save_note(Stimme(a, b, "LINDENBUND", Preference.A))
    kept = store.save_note(Stimme(b, c, "LINDENBUND", Preference.A))
    store.delete([a])
    assert len(store.notes_of(Stimme)) == 2, "a deleted Lauf can be brought back, and its votes with it"
    store.purge([a], NOWHERE)
    assert store.notes_of(Stimme) == [kept]


def test_vote_needs_two_answers_on_one_party_and_antrag(store: Runstore) -> None:
    a = finished_lauf(store)
    other = finished_lauf(store, antrag=replace(ANTRAG, text="Ein anderer Antrag."))
    for b in (a, other, "gibtsnicht"):
        with pytest.raises(EingabeError, match="nicht zwei Läufe zum selben Antrag"):
            store.save_note(Stimme(a, b, "LINDENBUND", Preference.A))
    b = finished_lauf(store)
    store.save_teil(b, teil("MUEHLRAD", status=Status.FEHLGESCHLAGEN, fehler="Keine Antwort."))
    for partei in ("BRUECKE", "", "MUEHLRAD"):
        with pytest.raises(EingabeError, match="nicht zwei Läufe"):
            store.save_note(Stimme(a, b, partei, Preference.A))
    with pytest.raises(EingabeError, match="keine von beiden"):
        store.save_note(Stimme(a, b, "LINDENBUND", "keine von beiden"))  # type: ignore[arg-type]
    assert store.notes_of(Stimme) == []
