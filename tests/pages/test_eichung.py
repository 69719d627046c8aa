"""„Eichung“: what is there at first sight, what a figure says of itself, what a Lauf says of its points."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.base.settings import ROOT
from core.features.eichung.run_calibration import EichungJobs, shipped_eichsatz
from core.llm.litellm_access import litellm
from core.programme.context import Context
from core.runs.store import Runstore, runstore
from core.runs.tables import score
from pages.ui import resources
from tests.calibration.conftest import first_theses, reply, store_eichung
from tests.llm.modellserver import Modellserver, modellserver
from tests.pages.conftest import open_at
from tests.prozesse import until

SATZ = shipped_eichsatz(ROOT / "data")
BOSHEIT = "<script>alert(1)</script> **fett**"


def stored(store: Runstore, modell: str, prompt_hash: str = "h", **changes: Any) -> str:
    return store_eichung(store, SATZ, modell, BOSHEIT, prompt_hash=prompt_hash, **changes)


def open_page(page: str = "eichung", **address: str) -> AppTest:
    app = open_at(page, **address)
    assert not app.error
    return app


def text_of(app: AppTest) -> str:
    return "\n".join([one.value for one in (*app.markdown, *app.caption, *app.info, *app.warning)])


def test_every_figure_with_its_bounds_and_how_it_comes_about(store: Runstore) -> None:
    stored(store, "openai/gpt-4.1")
    app = open_page()
    overview, parteien, points = [one.value for one in app.table]
    assert re.fullmatch(r"\d+ %", overview["Weicht ab"].iloc[0]) and "bis" in overview["95 %"].iloc[0]
    assert len(parteien) == 4 and parteien["Beantwortet"].str.endswith("von 26").all()
    assert points["Fälle"].sum() > 90 and list(points.index)[-1].endswith("9")
    told = text_of(app)
    assert "arXiv:2502.15568" in told and "999-mal" in told and "3 Positionen" in told
    assert app.code[0].value == "python -m core calibrate --model openai/gpt-4.1 --prompt streng"


def test_a_lauf_says_what_its_points_were_worth(lauf_id: str, demo_index: Context) -> None:
    store = runstore(demo_index)
    with store.writing() as connection:  # whatever the built-in model gives
        connection.execute(score.update().values(score=8.0))
    lauf = store.load(lauf_id)
    assert "Eichung vom" not in text_of(open_page("lauf", id=lauf_id))
    modell = lauf.modell_gefragt
    stored(store, modell, "another prompt")
    assert "Eichung vom" not in text_of(open_page("lauf", id=lauf_id))
    stored(store, modell, lauf.prompt_hash, schluessel="this one")
    told = text_of(open_page("lauf", id=lauf_id)).replace("\\", "")
    assert re.search(r"Bei [\d, bis]+ Punkten stimmte die Partei in \d+ % von \d+ Fällen zu", told)
    assert "dieses Modell, dieser Prompt" in told and "/glossar?wort=Eichung" in told


@pytest.fixture
def answering(demo_index: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Modellserver]:
    """A model that gives 8 points, for the first three theses only."""
    monkeypatch.setattr(
        "core.features.eichung.run_calibration.shipped_eichsatz", lambda folder: first_theses(3)
    )
    with modellserver([reply(8)]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-nobody")
        yield server
        resources.context().own(EichungJobs).close()


def test_an_eichung_is_started_from_the_page_and_its_price_told_before(
    store: Runstore, answering: Modellserver
) -> None:
    app = open_page()
    app.button(key="eichen").click().run()
    app.selectbox(key="eichen-modell").set_value("openai/gpt-4.1").run()
    assert "**12 Fragen**. Das kostet etwa" in text_of(app) and not answering.requests
    app.button(key="eichen-los").click().run()
    assert not app.exception and not app.error
    (eichung_id,) = resources.context().own(EichungJobs).states
    until(lambda: not resources.context().own(EichungJobs).states[eichung_id].laeuft)
    assert len(answering.requests) == 12 and store.list_eichungen()[0].finished
    app = open_page(eichung=eichung_id)
    assert len(app.table) >= 2 and "Noch nicht ganz" not in text_of(app)


def test_a_model_without_a_price_is_asked_only_once_the_limit_is_emptied(
    store: Runstore, answering: Modellserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(**asked: object) -> None:
        raise ValueError(asked)

    monkeypatch.setattr(litellm(), "cost_per_token", unknown)  # as of a model that nobody entered a price for
    app = open_page()
    app.button(key="eichen").click().run()
    app.selectbox(key="eichen-modell").set_value("openai/gpt-4.1").run()
    assert [one.value for one in app.warning] and not [b for b in app.button if b.key == "eichen-los"]
    app.number_input(key="eichen-grenze").set_value(None).run()
    assert not app.warning and app.button(key="eichen-los") and not answering.requests
