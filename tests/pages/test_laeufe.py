"""„Läufe“ as an analyst uses it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from core.assessment.lauf_files import exported
from core.programme.context import Context
from core.runs.forget_antrag import KEPT
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from core.runs.tables import lauf
from pages.ui.laeufe import key_of_table
from tests.clocks import NOON
from tests.pages.conftest import open_at
from tests.runs.beispiele import ANTRAG, NOWHERE, finished_lauf, neuer_lauf

pytestmark = pytest.mark.usefixtures("noon")


def open_page(**address: str) -> AppTest:
    """The answers as a table, where several can be chosen."""
    return ready(open_at("laeufe", **{"ansicht": "tabelle", **address}))


def ready(app: AppTest) -> AppTest:
    assert not app.exception and not app.error
    return app


def choose(app: AppTest, store: Runstore, *rows: int, filter: Filter | None = None) -> AppTest:
    zeilen = store.list_laeufe(filter or Filter(), 20)
    app.session_state[key_of_table(zeilen)] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return ready(app.run())


def titles(app: AppTest) -> list[str]:
    return list(app.dataframe[0].value["Antrag"]) if app.dataframe else []


def test_a_lauf_is_told_in_german_words(lauf_id: str) -> None:
    row = open_page().dataframe[0].value.iloc[0]
    assert row["Antrag"].startswith("Kleine Grundschulen") and row["Drucksache"] == "5/214"
    assert (row["Status"], row["Belegt"], row["Kosten"]) == ("✓ fertig", "4 von 4", "kostenlos")
    assert 0 < row["Nahe Stellen"] < 1
    assert (row["Modell"], row["Land"]) == ("ohne Sprachmodell", "Musterland")


def test_filters_come_from_the_address(store: Runstore) -> None:
    finished_lauf(store, antrag=replace(ANTRAG, titel="Alt"), prompt_id="knapp")
    finished_lauf(store, antrag=replace(ANTRAG, titel="Neu"), modell_gefragt="openai/x")
    long_ago = NOON - timedelta(days=100)
    old = store.start(neuer_lauf(antrag=replace(ANTRAG, titel="Uralt", bundesland="NRW")), created=long_ago)
    store.fail(old, "Kein Guthaben.")
    assert titles(open_page(land="NRW", status="fehlgeschlagen", suche="uralt")) == ["Uralt"]
    assert titles(open_page(prompt="knapp", zeitraum="30 Tage", partei="MUEHLRAD")) == ["Alt"]
    assert titles(open_page(land="gibt es nicht")) == ["Neu", "Alt", "Uralt"]


def test_three_filters_are_in_view_and_the_button_counts_what_narrows_behind_it(store: Runstore) -> None:
    finished_lauf(store)
    folded = {"laeufe-status", "laeufe-zeitraum", "laeufe-partei", "laeufe-prompt"}
    for asked, label in (
        ({"status": "fertig", "zeitraum": "30 Tage"}, "Filter (2)"),
        ({"land": "NRW"}, "Filter"),
    ):
        app = open_page(**asked)
        (menu,) = (one for one in app.get("popover") if one.proto.popover.label.startswith("Filter"))
        assert menu.proto.popover.label == label
        assert folded <= {box.key for box in menu.selectbox}
        assert not {"laeufe-land", "laeufe-modell"} & {box.key for box in menu.selectbox}


def test_what_a_limit_left_empty_stands_in_no_answers_way(store: Runstore) -> None:
    done = finished_lauf(store)
    empty = store.start(neuer_lauf())
    store.fail(empty, "Die Tagesgrenze ist erreicht.")
    app = ready(open_at("laeufe"))
    (folded,) = (one for one in app.expander if one.label == "1 weiterer Lauf")
    inside = [one.proto.query_string for one in folded.get("page_link")]
    led = [one.proto.query_string for one in app.main.get("page_link") if one.proto.page.endswith("lauf")]
    assert inside == [f"id={empty}"] and led == [f"id={done}", f"id={empty}"]


def test_only_a_page_of_many_is_read(store: Runstore) -> None:
    for number in range(21):
        store.start(neuer_lauf(antrag=replace(ANTRAG, titel=f"Antrag {number}")))
    app = open_page()
    assert titles(app)[0] == "Antrag 20" and len(titles(app)) == 20
    assert titles(open_page(seite="2")) == ["Antrag 0"]
    assert len(titles(open_page(seite="9"))) in (1, 20)
    app = open_page(seite="2")
    ready(app.text_input(key="laeufe-suche").input("Antrag 17").run())
    assert titles(app) == ["Antrag 17"]


def test_open_and_compare_lead_to_what_was_chosen(store: Runstore) -> None:
    ids = [finished_lauf(store) for _ in range(2)]
    app = choose(open_page(), store, 1)
    app.button(key="oeffnen").click().run()
    assert app.query_params["id"] in (ids[0], [ids[0]])
    app = choose(open_page(), store, 0, 1)
    app.button(key="vergleichen").click().run()
    assert app.query_params["laeufe"] in (f"{ids[1]},{ids[0]}", [f"{ids[1]},{ids[0]}"])


def test_deleting_can_be_undone(store: Runstore) -> None:
    for number in range(2):
        finished_lauf(store, antrag=replace(ANTRAG, titel=f"Antrag {number}"))
    app = choose(open_page(), store, 0)
    ready(app.button(key="loeschen").click().run())
    assert titles(app) == ["Antrag 0"] and any("1 Lauf gelöscht" in m.value for m in app.markdown)
    ready(app.button(key="rueckgaengig").click().run())
    assert titles(app) == ["Antrag 1", "Antrag 0"]
    assert "rueckgaengig" not in [button.key for button in app.button]


def test_a_deleted_lauf_says_how_long_it_can_be_had_back_and_goes_for_good_at_once(
    store: Runstore, lauf_id: str
) -> None:
    store.delete([lauf_id])
    app = open_page(geloescht="true")
    assert "30 Tage lang wiederherstellen" in "".join(one.value for one in app.caption)
    assert f"{app.dataframe[0].value['Zurückholbar bis'][0]:%d.%m.%Y}" == "25.12.2026"
    choose(app, store, 0, filter=Filter(geloescht=True))
    assert any("lässt sich nicht rückgängig machen" in one.value for one in app.markdown)
    ready(app.button(key="endgueltig_loeschen").click().run())
    assert not store.has(lauf_id)


def test_with_whatever_is_deleted_goes_what_nobody_can_have_back(store: Runstore, lauf_id: str) -> None:
    old = finished_lauf(store, schluessel="alt")
    with store.writing() as connection:
        long_ago = NOON - KEPT - timedelta(days=1)
        connection.execute(lauf.update().where(lauf.c.id == old).values(geloescht=long_ago))
    app = choose(open_page(), store, 0)
    ready(app.button(key="loeschen").click().run())
    assert not store.has(old) and store.load(lauf_id).geloescht


def test_uploading_an_export_brings_the_laeufe(demo_index: Context, store: Runstore, lauf_id: str) -> None:
    export = exported(demo_index, [lauf_id], "json")
    store.delete([lauf_id])
    app = open_page()
    app.file_uploader(key="export_datei").upload("laeufe.json", export, "application/json")
    ready(app.button(key="einlesen_los").click().run())
    assert app.success[0].value == "0 Läufe eingelesen, 1 war schon da."
    assert len(titles(app)) == 0 and "holt keine Datei zurück" in app.info[0].value
    store.purge([lauf_id], NOWHERE)
    app.file_uploader(key="export_datei").upload("laeufe.json", export, "application/json")
    ready(app.button(key="einlesen_los").click().run())
    assert app.success[0].value == "1 Lauf eingelesen."
    assert len(titles(app)) == 1


def test_an_antrag_stands_once_with_its_answers(store: Runstore) -> None:
    one, two = (finished_lauf(store, antrag=replace(ANTRAG, titel="Erster"), modell_gefragt=m) for m in "ab")
    other = finished_lauf(store, antrag=replace(ANTRAG, titel="Zweiter", text="Ein anderer Text."))
    app = ready(open_at("laeufe"))
    assert [one.value for one in app.markdown if one.value.startswith("**")] == ["**Zweiter**", "**Erster**"]
    led = [link for link in app.main.get("page_link") if link.proto.page.endswith("lauf")]
    assert [link.proto.query_string for link in led] == [f"id={id}" for id in (other, two, one)]
    assert [link.label for link in app.page_link].count("Vergleichen") == 1
