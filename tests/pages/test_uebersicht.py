"""The start page as a visitor sees it."""

import re
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.context import Context, default_context
from core.demo.demo_antraege import MODELL, demo_antraege
from core.errors import RegistryError
from core.index.indexing import index_programme
from core.llm.catalogue import OFFLINE
from core.runs.figures import Level, ampel
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import runstore
from tests.clocks import NOON, TODAY
from tests.pages.conftest import FRAME
from tests.runs.beispiele import ANTRAG, finished_lauf, gebunden, neuer_lauf, of_model, teil, verworfen

pytestmark = pytest.mark.usefixtures("noon")


def start_page() -> AppTest:
    return AppTest.from_file(FRAME, default_timeout=60).run()


def shown(app: AppTest) -> str:
    return " ".join(element.value for element in [*app.markdown, *app.caption])


def test_first_start_reads_in_the_demo_and_shows_the_stock(places: Path) -> None:
    app = start_page()
    assert not app.exception and not app.error
    assert app.title[0].value == "Antragsspiegel"
    assert "6 von 133 Programmen durchsuchbar · 55 Seiten" in shown(app)
    erfunden, echt = (one.value.set_index("Land") for one in app.dataframe)
    assert erfunden.loc["Musterland", "Lindenbund"] == "✓ 2024" and "SPD" not in erfunden.columns
    assert echt.loc["Nordrhein-Westfalen", "SPD"] == "–"
    assert "Musterland" not in echt.index and "Lindenbund" not in echt.columns
    assert "nur das erfundene Beispielland" in shown(app)


def test_second_visit_reads_nothing_again(places: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start_page()
    monkeypatch.setattr("core.index.reading_pool.ReadingOperation", None)
    assert "6 von 133" in shown(start_page())


def test_who_is_new_gets_a_judged_demo_with_one_click(demo_index: Context) -> None:
    app = start_page()
    app.button(key="demo_pruefen").click().run()
    assert not app.exception and not app.error
    store = runstore(demo_index)
    (zeile,) = store.list_laeufe(Filter(is_demo=False))
    (beispiel,) = store.list_laeufe(Filter(is_demo=True))
    assert beispiel.modell_gefragt == MODELL
    assert zeile.titel == next(iter(demo_antraege(demo_index)))
    assert zeile.modell_gefragt == OFFLINE and not zeile.is_demo
    for _ in range(300):
        if store.load(zeile.id).status is not Status.LAEUFT:
            break
        time.sleep(0.1)
    assert store.load(zeile.id).status is Status.FERTIG


def test_last_laeufe_lead_to_the_lauf(lauf_id: str) -> None:
    app = start_page()
    links = {link.label: link for link in app.page_link}
    assert any("Kleine Grundschulen" in label for label in links)
    assert "✓ fertig · 4 von 4 Zitaten belegt" in shown(app).replace("\\", "")
    assert "demo_pruefen" not in [button.key for button in app.button]
    assert app.metric[0].value == "–" and Level.THIN in shown(app), "of so few nothing is said"


def test_of_the_land_asked_for_last_one_reads_what_is_missing(lauf_id: str, demo_index: Context) -> None:
    assert "zuletzt gefragt" not in shown(start_page())  # the invented Land is nobody's own
    finished_lauf(runstore(demo_index), antrag=replace(ANTRAG, bundesland="NRW"))
    told = shown(start_page()).replace("\\", "")
    assert re.search(
        r"\*\*Nordrhein-Westfalen\*\*, zuletzt gefragt: .* 0 von \d+ durchsuchbar\. Es fehlen: .*SPD", told
    )


def test_what_is_copied_without_a_language_model_says_nothing_about_quotes(demo_index: Context) -> None:
    store = runstore(demo_index)
    lauf = store.start(neuer_lauf(modell_gefragt=OFFLINE))
    store.save_teil(lauf, teil(modell=OFFLINE), [], [gebunden()] * 40)
    store.finish(lauf)
    assert ampel(store, TODAY).jetzt == (0, 0)
    app = start_page()
    assert app.metric[0].value == "–" and "hat kein Sprachmodell ein Zitat genannt" in shown(app)


def test_light_compares_with_the_time_before(demo_index: Context) -> None:
    store = runstore(demo_index)
    now = NOON
    for bound, dropped, age in ((20, 5, 0), (20, 0, 35)):
        lauf = store.start(of_model(), created=now - timedelta(days=age))
        store.save_teil(lauf, teil(modell="openai/a"), [], [gebunden()] * bound + [verworfen()] * dropped)
        store.finish(lauf)
    found = ampel(store, now.date())
    assert (found.stufe, found.anteil, found.change) == (Level.CONSPICUOUS, 0.8, pytest.approx(-0.2))
    app = start_page()
    assert app.metric[0].value == "80 %" and app.metric[0].delta == "-20,0 Prozentpunkte"
    assert Level.CONSPICUOUS in shown(app)


def test_what_could_not_be_read_is_told(places: Path) -> None:
    (places / "pdf").mkdir()
    start_page()
    (places / "pdf" / "spd-nrw-2022.pdf").write_bytes(b"<script>alert(1)</script>")
    list(index_programme(["spd-nrw-2022"], context=default_context()))
    app = start_page()
    (told,) = (one for one in app.expander if one.label == "Beim Einlesen aufgefallen (1)")
    text = next(m.value for m in told.markdown)
    assert "SPD NRW Wahlprogramm 2022" in text and "kein PDF" in text


def test_a_field_of_the_matrix_tells_which_programme_it_is(demo_index: Context) -> None:
    app = start_page()
    row = list(app.dataframe[0].value["Land"]).index("Musterland")
    chosen = {"selection": {"rows": [], "columns": [], "cells": [(row, "Lindenbund")]}}
    app.session_state["beispielmatrix"] = chosen
    app.run()
    told = app.info[0].value.replace("\\", "")
    assert "Lindenbund" in told and "indexiert" in told and "gültig seit" in told


def test_broken_registry_is_one_sentence_and_no_stack_trace(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> None:
        raise RegistryError("programme/nrw.toml, Eintrag „x“, Feld „partei“: gefunden „XYZ“.")

    monkeypatch.setattr("core.context.load_registry", refuse)
    app = start_page()
    assert not app.exception and not app.dataframe
    assert "gefunden „XYZ“" in app.error[0].value.replace("\\", "")
