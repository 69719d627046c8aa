"""The start page as a visitor sees it."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.base.errors import RegistryError
from core.base.settings import ROOT
from core.demo.demo_antraege import MODELL, demo_antraege
from core.features.monitor.ampel import Level, ampel
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.programme.registry import load_registry
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import runstore
from tests.clocks import NOON
from tests.pages.conftest import FRAME
from tests.prozesse import until
from tests.runs.beispiele import ANTRAG, finished_lauf, gebunden, of_model, teil, verworfen

pytestmark = pytest.mark.usefixtures("noon")


def start_page() -> AppTest:
    return AppTest.from_file(FRAME).run()


def shown(app: AppTest) -> str:
    return " ".join(element.value for element in [*app.markdown, *app.caption])


@pytest.mark.night  # by day a browser does so in tests/e2e/test_reisen.py
def test_first_start_reads_in_the_demo_and_shows_the_stock(places: Path) -> None:
    app = start_page()
    assert not app.exception and not app.error
    assert app.title[0].value == "Antragsspiegel"
    known = len(load_registry(ROOT / "data" / "registry").programme)
    assert f"6 von {known} Programmen durchsuchbar · 55 Seiten" in shown(app)
    erfunden, echt = (one.value.set_index("Land") for one in app.dataframe)
    assert erfunden.loc["Musterland", "Lindenbund"] == "✓ 2024" and "SPD" not in erfunden.columns
    assert echt.loc["Nordrhein-Westfalen", "SPD"] == "–"
    assert "Musterland" not in echt.index and "Lindenbund" not in echt.columns
    assert "nur das erfundene Beispielland" in shown(app)


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
    until(lambda: store.load(zeile.id).status is not Status.LAEUFT)
    assert store.load(zeile.id).status is Status.FERTIG


def test_last_laeufe_lead_to_the_lauf(lauf_id: str) -> None:
    app = start_page()
    links = {link.label: link for link in app.page_link}
    assert any("Kleine Grundschulen" in label for label in links)
    assert "✓ fertig · 4 von 4 Zitaten belegt" in shown(app).replace("\\", "")
    assert {"antrag_pruefen", "zitate_pruefen", "demo_pruefen"} <= {button.key for button in app.button}
    assert app.metric[0].value == "–" and Level.THIN in shown(app), "of so few nothing is said"


def test_the_last_three_antraege_stand_there_once_each_with_their_points(demo_index: Context) -> None:
    store = runstore(demo_index)
    for titel in ("Erster", "Zweiter", "Dritter", "Vierter", "Vierter"):
        finished_lauf(store, antrag=replace(ANTRAG, titel=titel, text=f"{titel}er Text."))
    app = start_page()
    titles = ["Erster", "Zweiter", "Dritter", "Vierter"]
    assert [one.label for one in app.page_link if one.label in titles] == ["Vierter", "Dritter", "Zweiter"]
    assert shown(app).replace("\\", "").count("Punkte von 10: Lindenbund 7,5") == 3


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


def test_broken_registry_is_one_sentence_and_no_stack_trace(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(folder: Path) -> None:
        raise RegistryError("programme/nrw.toml, Eintrag „x“, Feld „partei“: gefunden „XYZ“.")

    monkeypatch.setattr("core.programme.context.load_registry", refuse)
    app = start_page()
    assert not app.exception and not app.dataframe
    assert "gefunden „XYZ“" in app.error[0].value.replace("\\", "")
