"""The matrix on the page of a Lauf: what it is given to draw, and what a chosen field does."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.assessment.forderung_matrix import EXPLANATION, CellState
from core.assessment.lauf_view import LaufView
from core.llm.verdict import Traegt, Verdict
from core.programme.context import default_context
from core.runs.store import runstore
from pages.ui.lauf.matrix import nouns_of
from pages.ui.text import plain
from tests.pages.conftest import Open, address, seen
from tests.support.conftest import ANTRAG, BAHN_ZITAT, JETZT, WALD_ZITAT, stored_lauf


@pytest.fixture
def lauf_id(demo_index: Any) -> str:
    return stored_lauf(runstore(default_context()))


def drawn(app: AppTest) -> dict[str, Any]:
    """What the component is given."""
    (element,) = [e for e in app.get("bidi_component") if "forderungsmatrix" in e.proto.component_name]
    data: dict[str, Any] = json.loads(element.proto.json)
    return data


def cell(app: AppTest, forderung: int, partei: str) -> dict[str, Any]:
    found: dict[str, Any] = row(app, partei)["zellen"][forderung]
    return found


def row(app: AppTest, partei: str) -> dict[str, Any]:
    (found,) = [one for one in drawn(app)["zeilen"] if one["name"] == partei]
    return dict(found)


def against_first(lauf_id: str) -> None:
    """A check says that the quote of MÜHLRAD contradicts the first Forderung."""
    against = Traegt(
        lauf_id=lauf_id, partei="MÜHLRAD", zitat=0, forderung="1", verdict=Verdict.WIDERSPRICHT, words="",
        model="m", prompt_version="1", created=JETZT,
    )  # fmt: skip
    runstore(default_context()).save_notes([against])


def texts_in(app: AppTest, key: str) -> list[str]:
    """What stands in the container of that key."""

    def below(block: Any) -> Iterator[Any]:
        yield block
        for child in getattr(block, "children", {}).values():
            yield from below(child)

    (found,) = [
        one for one in below(app.main) if str(getattr(one.proto, "id", "")).split("-", 2)[2:] == [key]
    ]
    return [str(one.value) for one in below(found) if one.type == "markdown"]


def test_it_shows_the_forderungen_in_their_own_words_with_what_is_known(
    open_lauf: Open, lauf_id: str
) -> None:
    app = open_lauf(id=lauf_id)
    assert not app.exception
    told = [one["titel"] for one in drawn(app)["spalten"]]
    assert told == [f"Forderung {one.nummer}: {one.text}" for one in ANTRAG.forderungen]
    first = cell(app, 0, "Die Brücke")
    assert (first["wort"], first["key"]) == ("nicht geprüft", "BRÜCKE|1")
    assert first["titel"] == "Die Brücke, Forderung 1: nicht geprüft, 1 Zitat"
    assert cell(app, 1, "Bündnis Mühlrad")["key"] == ""


def test_the_address_leads_to_the_quotes_of_one_field_and_back_to_all(open_lauf: Open, lauf_id: str) -> None:
    app = open_lauf(id=lauf_id, partei="BRÜCKE", zitat=1, forderung="1")
    assert cell(app, 0, "Die Brücke")["gewaehlt"] is True
    text = seen(app)
    assert "Zu Forderung 1" in text and BAHN_ZITAT in text and WALD_ZITAT not in text
    app.button(key="ohne-auswahl").click().run()
    assert not app.exception and WALD_ZITAT in seen(app)
    assert cell(app, 0, "Die Brücke")["gewaehlt"] is False


def test_the_page_and_the_files_say_the_same(open_lauf: Open, lauf_id: str) -> None:
    context = default_context()
    matrix = LaufView(context, runstore(context).load(lauf_id)).matrix
    data = drawn(open_lauf(id=lauf_id))
    rows = {zeile["name"]: [one["wort"] for one in zeile["zellen"]] for zeile in data["zeilen"]}
    assert rows == {
        name: [str(zeile.zellen[place].stand) for zeile in matrix.zeilen]
        for place, name in enumerate(matrix.parteien.values())
    }
    assert {CellState(one["wort"]) for zeile in data["zeilen"] for one in zeile["zellen"]}


def test_the_line_below_says_the_whole_demand_first_and_what_the_chosen_field_says(
    open_lauf: Open, demo_index: Any
) -> None:
    lead = "II. Der Landtag fordert die Landesregierung auf,"
    led = tuple(replace(one, einleitung=lead) for one in ANTRAG.forderungen)
    lauf_id = stored_lauf(runstore(default_context()), antrag=replace(ANTRAG, forderungen=led))
    app = open_lauf(id=lauf_id)
    unread = EXPLANATION[CellState.UNGEPRUEFT]
    first, second = (f"Forderung {one.nummer}: {one.text} (Einleitung: „{lead}“)" for one in led)
    assert [one["titel"] for one in drawn(app)["spalten"]] == [first, second]
    names = {one["name"] for one in drawn(app)["zeilen"]}
    told = {f"{first}\n{name}, Forderung 1: nicht geprüft, 1 Zitat. {unread}" for name in names}
    assert drawn(app)["was"] in told
    chosen = {
        drawn(open_lauf(id=lauf_id, partei=partei, zitat=1, forderung="1"))["was"]
        for partei in ("BRÜCKE", "MÜHLRAD")
    }
    assert chosen == told


def test_a_column_bears_the_noun_that_sets_its_demand_apart(open_lauf: Open, lauf_id: str) -> None:
    texts = [
        "Sanktionen für Leistungsberechtigte entfallen, bis der Grundbedarf gedeckt ist;",
        "bei allen Trägern helfen Ombudsstellen den Leistungsberechtigten bei Sanktionen;",
        "es wird geprüft.",
    ]
    assert nouns_of(texts) == ["Grundbedarf", "Ombudsstellen", ""]
    columns = drawn(open_lauf(id=lauf_id))["spalten"]
    assert [(one["name"], one["wort"]) for one in columns] == [("1", "Wieltalbahn"), ("2", "Kita")]


def test_the_demand_stays_above_the_quotes_in_the_colour_of_its_field(open_lauf: Open, lauf_id: str) -> None:
    against_first(lauf_id)
    app = open_lauf(id=lauf_id, partei="MÜHLRAD", zitat=1, forderung="1")
    told = f"**Zu Forderung 1:** {plain(ANTRAG.forderungen[0].text)}"
    assert told in texts_in(app, "zu-forderung-widerspricht")
    assert told not in texts_in(app, "zitate")


def test_only_the_contradicted_demands_can_be_shown(open_lauf: Open, lauf_id: str) -> None:
    assert not open_lauf(id=lauf_id).toggle  # where nothing contradicts there is nothing to choose
    against_first(lauf_id)
    app = open_lauf(id=lauf_id)
    assert [one["name"] for one in drawn(app)["spalten"]] == ["1", "2"]
    app.toggle(key="matrix-widersprueche").set_value(True).run()
    assert not app.exception and address(app)["widersprueche"] == "true"
    assert [one["name"] for one in drawn(app)["spalten"]] == ["1"]


@pytest.mark.parametrize("first", ["BRÜCKE", "MÜHLRAD"])
def test_the_party_with_the_most_points_comes_first(open_lauf: Open, demo_index: Any, first: str) -> None:
    lauf_id = stored_lauf(runstore(default_context()), scores={first: 9.0})
    rows = drawn(open_lauf(id=lauf_id))["zeilen"]
    names = {"BRÜCKE": "Die Brücke", "MÜHLRAD": "Bündnis Mühlrad"}
    assert rows[0]["name"] == names[first]
    assert [bool(one["zellen"][1]["key"]) for one in rows if one["name"] == names["MÜHLRAD"]] == [False]
