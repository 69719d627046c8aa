"""Numbers of papers in the store: compared as in Python, by lists, decisions, searches and `forget`."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from core.antrag.antrag import plain_number
from core.antrag.vote_papers import PaperKind
from core.features.decisions.decision import Decision, VotedOn, VoteSource
from core.features.decisions.stored_decisions import numbered, save_decisions
from core.runs.antraege import SourceState
from core.runs.load_laeufe import plain_number_in
from core.runs.store import Runstore
from core.runs.tables import liste
from tests.antrag.number_shapes import NO_NUMBER, SHAPES
from tests.runs.beispiele import ANTRAG
from tests.runs.listed_papers import finished, numbers, paper

BERLIN = replace(ANTRAG, bundesland="BE", drucksache="19/0123")


def listed_in_berlin(store: Runstore, *printed: str) -> None:
    rows = [paper(n, nummer=number, bundesland="BE") for n, number in enumerate(printed, start=1)]
    store.save_listing(SourceState("DIP"), rows)


@pytest.mark.contract
def test_the_store_knows_every_shape_as_python_does(store: Runstore) -> None:
    shapes = (*SHAPES, *NO_NUMBER)
    listed_in_berlin(store, *shapes)
    with store.reading() as connection:
        rows = connection.execute(select(liste.c.nummer, plain_number_in(liste.c.nummer))).all()
    assert {told: plain for told, plain in rows} == {one: plain_number(one) for one in shapes}


def test_a_decision_is_known_of_a_padded_number(store: Runstore) -> None:
    listed_in_berlin(store, "19/0123", "19/0124")
    plenary = VoteSource(PaperKind.PROTOKOLL, "21040.pdf", "a" * 64, ".pdf")
    save_decisions(store, numbered("BE", plenary, [Decision("19/123", VotedOn.ITSELF, True, (), (), "Satz")]))
    assert numbers(store, schritt="Beschl") == ["19/0123"]
    assert numbers(store, schritt="") == ["19/0124"]


def test_a_lauf_is_on_the_paper_whichever_of_both_is_padded(store: Runstore) -> None:
    listed_in_berlin(store, "19/0123", "19/124", "19/0125")
    padded = finished(store, antrag=BERLIN)
    plain = finished(store, antrag=replace(BERLIN, drucksache="Drs. 19/0124 (neu)"))
    finished(store, antrag=replace(BERLIN, drucksache="19/125", bundesland="HH"))
    found = store.listed_laeufe(store.list_listed())
    assert {key[1]: [one.id for one in own] for key, own in found.items()} == {
        "BT 21/1": [padded], "BT 21/2": [plain],
    }  # fmt: skip
    assert numbers(store, geprueft=False) == ["19/0125"]


def test_forget_finds_every_print_of_a_paper_and_nothing_without_a_number(store: Runstore) -> None:
    padded = finished(store, antrag=BERLIN)
    plain = finished(store, antrag=replace(BERLIN, drucksache="19/123", text="Neu gefasst."))
    other = finished(store, antrag=replace(BERLIN, drucksache="", text="Ohne Nummer."))
    typed = finished(store, antrag=replace(BERLIN, drucksache="Drucksache", text="Auch ohne."))
    for name in ("19/123", "19/0123", "Drs. 19/123", padded):
        assert set(store.find_traces(name).laeufe) == {padded, plain}
    assert store.find_traces(other).laeufe == (other,) and store.find_traces(typed).laeufe == (typed,)
