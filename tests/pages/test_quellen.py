"""„Quellen“ as an analyst uses it: keep a document, find in it, look at it, renew and remove it."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core.base.settings import ROOT, load_settings
from core.programme.context import Context, default_context
from core.programme.reading_jobs import ReadInJobs
from pages.ui import resources
from tests.documents.conftest import DETAILS, LAW, TREATY, pdf_of
from tests.pages.conftest import address, open_at, pictures, ready
from tests.prozesse import until

NAME = DETAILS.name
open_page = partial(open_at, "quellen")


@pytest.fixture
def own(places: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    """Nothing is read in, and the registry is the test's own."""
    left_out = shutil.ignore_patterns("eigene*", "quellen*")
    shutil.copytree(ROOT / "data" / "registry", places / "data" / "registry", ignore=left_out)
    for name in ("demo", "prompts", "modelle.toml", "model"):
        (places / "data" / name).symlink_to(ROOT / "data" / name)
    here = replace(load_settings(), data_dir=places / "data")
    monkeypatch.setattr("core.programme.context.load_settings", lambda: here)
    default_context.cache_clear()
    yield default_context()


def shown(app: AppTest) -> str:
    found = (*app.title, *app.markdown, *app.caption, *app.info, *app.warning, *app.error)
    return "\n".join(element.value for element in found)


def rows(app: AppTest) -> pd.DataFrame:
    found: pd.DataFrame = app.dataframe[-1].value
    return found.set_index("Name")


def choose(app: AppTest, name: str) -> AppTest:
    row = list(rows(app).index).index(name)
    app.session_state[app.dataframe[-1].key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    return ready(app.run())


def finished(app: AppTest) -> AppTest:
    until(lambda: not resources.context().own(ReadInJobs).stand().laeuft)
    return ready(app.run())


def test_from_the_empty_page_to_a_document_that_is_found_seen_renewed_and_removed(own: Context) -> None:
    app = open_page()
    assert "Hier ist noch nichts" in shown(app) and [one.value for one in app.title] == [
        "Quellen neben den Programmen"
    ]
    app.button(key="neue_quelle").click().run()
    app.text_input(key="quelle_name").input(NAME)
    app.selectbox(key="quelle_land").select("DEMO")
    app.text_input(key="quelle_datum").input("31.02.2024")
    for step, message in (
        (None, "ist kein Tag"),
        (lambda: app.text_input(key="quelle_datum").input("12.11.2024"), "Bitte wählen Sie das PDF"),
        (lambda: app.text_input(key="quelle_url_neu").input("vertrag"), "ist keine Adresse"),
        (lambda: app.text_input(key="quelle_url_neu").input("http://127.0.0.1/v.pdf"), "privates Netz"),
        (lambda: app.text_input(key="quelle_url_neu").input(""), "Bitte wählen Sie das PDF"),
    ):
        if step:
            step()
        app.button(key="quelle_aufnehmen").click().run()
        assert message in shown(app)
    app.file_uploader(key="quelle_pdf_neu").set_value(("v.pdf", pdf_of(TREATY, LAW), "application/pdf"))
    app.button(key="quelle_aufnehmen").click().run()
    assert "gehört mehreren Parteien" in shown(app) and own.registry.quellen == {}
    app.multiselect(key="quelle_parteien").set_value(["LINDENBUND", "BRÜCKE"])
    app.button(key="quelle_aufnehmen").click().run()
    app = finished(app)
    row = rows(app).loc[NAME]
    assert row["Zustand"] == "✓ eingelesen" and row["Von"] == "Lindenbund, Die Brücke" and row["Seiten"] == 2
    (id,) = own.registry.quellen

    app.text_input(key="quellen-frage").input("Wie oft fährt die Wieltalbahn?")
    app.button(key="quellen-suchen").click().run()
    assert address(app)["frage"] == "Wie oft fährt die Wieltalbahn?"
    assert "Koalitionsvertrag · von Lindenbund, Die Brücke" in shown(app)
    (picture,) = pictures(app)
    assert f"programm={id}" in picture["src"] and "zitat=" in picture["src"]

    app = open_page(quelle=id, seite=2)
    assert NAME in shown(app) and "Druck geprüft" in shown(app)
    assert f"programm={id}&seite=2" in pictures(app)[0]["src"]

    app = choose(open_page(), NAME)
    app.button(key="dialog_fassung").click().run()
    app.file_uploader(key="quelle_pdf_fassung").set_value(("v.pdf", pdf_of(TREATY), "application/pdf"))
    app.button(key="quelle_ersetzen").click().run()
    app = finished(app)
    assert rows(app).loc[NAME, "Seiten"] == 1

    choose(app, NAME).button(key="dialog_entfernen").click().run()
    app.button(key="quelle_entfernen").click().run()
    app = finished(app)
    assert own.registry.quellen == {} and "Hier ist noch nichts" in shown(app)


def test_broken_entries_are_told_and_laid_aside(own: Context) -> None:
    own.own_documents.path.write_text('["quelle-x"]\nname = "x"\nart = "roman"\n', encoding="utf-8")
    app = open_page()
    assert "„roman“" in shown(app)
    app.button(key="beiseite").click().run()
    assert own.registry.quellen_fehler == () and "„roman“" not in shown(ready(app.run()))


def test_an_address_of_none_says_so(own: Context) -> None:
    assert "Quelle nicht gefunden" in shown(open_page(quelle="quelle-x"))
