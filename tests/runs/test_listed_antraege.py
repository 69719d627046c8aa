"""Listed Anträge: what there is to filter by, which Läufe there are on each, and where a text came from."""

from dataclasses import replace

import pytest

from core.antrag.vote_papers import PaperKind
from core.features.decisions.decision import Decision, VotedOn, VoteSource
from core.features.decisions.stored_decisions import numbered, save_decisions
from core.runs.antraege import SourceState, StoredListing, list_listing_values, note_antrag
from core.runs.lauf import Status
from core.runs.store import Runstore
from tests.runs.beispiele import ANTRAG
from tests.runs.listed_papers import CDU, SPD, finished, numbers, paper


@pytest.fixture
def listed(store: Runstore) -> list[StoredListing]:
    decided = ({"kurz": "BeschlEmpf", "art": "Beschlussempfehlung"}, {"kurz": "PlPr"})
    papers = [
        paper(1),
        paper(2, urheber=(SPD, CDU)),
        paper(3, typ="Gesetz", wahlperiode=20, weitere=decided),
        paper(4, bundesland=None, parlament="Rat der Stadt Lindenau", wahlperiode=None, urheber=()),
    ]
    store.save_listing(SourceState("DIP"), papers)
    return store.list_listed()


def test_there_is_to_choose_what_is_there(store: Runstore, listed: list[StoredListing]) -> None:
    values = list_listing_values(store)
    assert values.parlamente == ("Deutscher Bundestag", "Rat der Stadt Lindenau")
    assert values.typen == ("Antrag", "Gesetz") and values.wahlperioden == (21, 20)
    assert values.urheber == (SPD, CDU)
    store.save_listing(SourceState("DIP"), (), gone=["BT 21/3"])
    assert list_listing_values(store).wahlperioden == (21,)


def test_what_is_known_of_a_decision_filters(store: Runstore, listed: list[StoredListing]) -> None:
    assert numbers(store, schritt="BeschlEmpf") == numbers(store, schritt="PlPr") == ["21/3"]
    assert numbers(store, schritt="Beschl") == []
    assert numbers(store, schritt="") == ["21/4", "21/2", "21/1"]


def test_a_stored_paper_is_a_step_too(store: Runstore, listed: list[StoredListing]) -> None:
    decision = Decision("21/1", VotedOn.ITSELF, False, (), (), "Satz")
    advice = replace(decision, drucksache="21/2")
    plenary = VoteSource(PaperKind.PROTOKOLL, "21040.pdf", "a" * 64, ".pdf")
    save_decisions(store, numbered("BUND", plenary, [decision]))
    save_decisions(store, numbered("BUND", replace(plenary, art=PaperKind.RECOMMENDATION), [advice]))
    save_decisions(store, numbered("NRW", plenary, [replace(decision, drucksache="21/4")]))
    assert numbers(store, schritt="Beschl") == ["21/1"]
    assert numbers(store, schritt="BeschlEmpf") == ["21/3", "21/2"]
    assert numbers(store, schritt="") == ["21/4"]
    assert numbers(store, parlament="Rat der Stadt Lindenau") == ["21/4"]


def test_a_lauf_on_the_same_number_of_the_same_land_is_on_it(
    store: Runstore, listed: list[StoredListing]
) -> None:
    same = replace(ANTRAG, bundesland="BUND", drucksache="21/2")
    lauf_id = finished(store, antrag=same)
    finished(store, antrag=replace(same, bundesland="NRW", drucksache="21/1"))
    finished(store, antrag=replace(same, bundesland=None, drucksache="21/4"))
    (found,) = store.listed_laeufe(listed).items()
    assert found[0] == ("DIP", "BT 21/2")
    (of_lauf,) = found[1]
    assert (of_lauf.id, of_lauf.status, of_lauf.modell) == (lauf_id, Status.FERTIG, "offline/extraktiv")
    assert dict(of_lauf.punkte) == {"LINDENBUND": 8.0, "MUEHLRAD": 3.0}
    assert numbers(store, geprueft=True) == ["21/2"]
    assert numbers(store, geprueft=False) == ["21/4", "21/3", "21/1"]


def test_a_lauf_on_the_same_text_is_on_it(store: Runstore, listed: list[StoredListing]) -> None:
    plain = replace(ANTRAG, bundesland=None, drucksache="")
    note_antrag(store, "DIP", "BT 21/4", store.save_antrag(plain, "DIP", plain))
    lauf_id = finished(store, None, antrag=plain)
    listed = store.list_listed()
    (of_lauf,) = store.listed_laeufe(listed)["DIP", "BT 21/4"]
    assert of_lauf.id == lauf_id and dict(of_lauf.punkte)["LINDENBUND"] == 2.0
    assert numbers(store, geprueft=True) == ["21/4"]


def test_where_a_text_came_from_is_known_also_when_it_was_corrected(
    store: Runstore, listed: list[StoredListing]
) -> None:
    assert store.find_origin(ANTRAG.text) is None
    note_antrag(store, "DIP", "BT 21/1", store.save_antrag(ANTRAG, "DIP", ANTRAG))
    corrected = replace(ANTRAG, titel="Anderer Titel")
    store.save_antrag(corrected, "berichtigt", ANTRAG)
    origin = store.find_origin(corrected.text)
    assert origin and origin.antrag.kennung == "BT 21/1"
