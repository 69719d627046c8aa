"""The page of a Lauf tells what a second model said of its quotes, and lets it be asked."""

import json
import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.cli.main import main
from core.features.support.check import TraegtJobs, check_support
from core.llm.verdict import Verdict
from core.programme.context import default_context
from core.runs.store import Runstore, runstore
from pages.ui import resources
from pages.ui.zitat import NOT_LOOKED_AT
from tests.llm.modellserver import modellserver
from tests.pages.conftest import Open, open_at, seen
from tests.prozesse import until
from tests.runs.beispiele import MODELL, gebunden, neuer_lauf, of_model, teil
from tests.support.conftest import (
    GEGEN_ZITAT,
    WALD_ZITAT,
    checked as checked_lauf,
    checker,
    honest,
    stored_lauf,
)


@pytest.fixture
def lauf_id(demo_index: Any) -> str:
    return stored_lauf(runstore(default_context()))


def badges(app: AppTest) -> str:
    return " ".join(element.value for element in app.markdown)


def checked(lauf_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with modellserver(checker(honest)) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        check_support(lauf_id, "openai/pruefer")


def test_verdicts_stand_beside_exactness_with_the_words_of_the_passage(
    open_lauf: Open, lauf_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(lauf_id, monkeypatch)
    app = open_lauf(id=lauf_id, partei="BRÜCKE")
    text = seen(app)
    assert not app.exception and NOT_LOOKED_AT not in badges(app)
    for word in ("wörtlich", "stützt (Prüfmodell)", "spricht von anderem (Prüfmodell)"):
        assert word in badges(app)
    assert "Geprüft zu Forderung 1 · Grundlage: das Zitat selbst" in text
    assert "Stützende Zitate: Die Brücke zu 1 von 2" in text
    assert "widersprechende: Bündnis Mühlrad zu 1 von 2" in text


def test_what_to_read_leads_to_its_quote(
    open_lauf: Open, lauf_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(lauf_id, monkeypatch)
    app = open_lauf(id=lauf_id, partei="BRÜCKE")
    titles = [box.label for box in app.expander]
    assert any(title.startswith("Bitte lesen: 2 Zitate") for title in titles)
    told = re.sub(r"\\(\W)", r"\1", app.button(key="wahl-lesen-MÜHLRAD-0").label)
    assert "Hohe Punkte, aber das Zitat widerspricht der Forderung" in told and GEGEN_ZITAT in told
    assert WALD_ZITAT in re.sub(r"\\(\W)", r"\1", app.button(key="wahl-lesen-BRÜCKE-1").label)
    app.button(key="wahl-lesen-MÜHLRAD-0").click().run()
    assert app.query_params["partei"] in ("MÜHLRAD", ["MÜHLRAD"]) and GEGEN_ZITAT in seen(app)


def test_a_check_is_begun_on_the_page_with_its_cost_told(
    open_lauf: Open, lauf_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = open_lauf(id=lauf_id)
    app.session_state["traegt"] = True
    with modellserver(checker(honest)) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        app.run()
        assert not app.exception and "3 Zitate · 2 Anfragen · etwa" in seen(app)
        app.button(key="traegt-start").click().run()
        jobs = resources.context().own(TraegtJobs)
        until(lambda: (stand := jobs.stand(lauf_id)) and not stand.laeuft)
        stand = jobs.stand(lauf_id)
        assert stand and not stand.fehler and stand.fertig == 3
    app.session_state["traegt"] = True
    assert not app.run().exception
    assert "3 von 3 Zitaten geprüft: 1 stützt, 1 widerspricht, 1 spricht von anderem." in seen(app)


def test_of_a_lauf_that_was_cancelled_before_any_quote_nothing_is_checked_and_that_is_told(
    store: Runstore, capsys: pytest.CaptureFixture[str]
) -> None:
    cancelled = store.start(neuer_lauf())
    store.cancel(cancelled)
    assert main(["support", cancelled, "--model", "openai/pruefer"]) == 2
    told = " ".join(capsys.readouterr().err.split())
    assert f"Lauf {cancelled} ist abgebrochen" in told and "nichts zu prüfen" in told


def test_the_command_tells_cost_verdicts_and_what_to_read(
    lauf_id: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with modellserver(checker(honest)) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        assert main(["support", lauf_id, "--model", "openai/pruefer"]) == 0
        out = capsys.readouterr().out
        assert main(["support", lauf_id, "--model", "openai/pruefer", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert len(server.requests) == 2
        assert (
            main(["support", lauf_id, "--model", "openai/zweiter", "--limit", "1e-6"]) == 2
        )  # without a price
        assert main(["support", lauf_id, "--model", "openai/gpt-4.1-mini", "--limit", "1e-6"]) == 1
        assert len(server.requests) == 2
    assert "openai/pruefer: 3 Zitate, 2 Anfragen" in out and "Bitte lesen, MÜHLRAD, Zitat 1" in out
    assert [row["verdict"] for row in rows] == ["stuetzt", "anderes", "widerspricht"]
    assert main(["support", "gibtesnicht"]) == 2 and main(["support", lauf_id, "--limit", "nan"]) == 2


def test_drawn_quotes_are_read_blind_in_the_monitor_and_correct_the_rate(
    open_lauf: Open, store: Runstore
) -> None:
    lauf_id = checked_lauf(store, [Verdict.STUETZT] * 2)
    counted = store.start(of_model())  # so that there is a Monitor
    store.save_teil(counted, teil(modell=MODELL), (), [gebunden()])
    store.finish(counted)
    app = open_at("monitor", mehr="pruefmodell", zeitraum="alles")
    app.button(key="ziehen").click().run()
    assert not app.exception
    for _ in range(2):
        assert "Die [Partei] sagt" in re.sub(r"\\(\W)", r"\1", badges(app)) and "BRÜCKE" not in badges(app)
        choice = next(one for one in app.segmented_control if str(one.key).startswith("lesen-"))
        choice.set_value(Verdict.WIDERSPRICHT)
        next(one for one in app.button if one.label == "Speichern und weiter").click().run()
        assert not app.exception
    assert "100 % stützen laut Prüfmodell; berichtigt 0 bis 0 %, 2 von Menschen gelesen" in seen(app)
    lauf = open_lauf(id=lauf_id)
    lauf.session_state["traegt"] = True
    assert "Über alle Läufe: 100 % stützen laut Prüfmodell; berichtigt 0 bis 0 %" in seen(lauf.run())
