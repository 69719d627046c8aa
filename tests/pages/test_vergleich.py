"""„Vergleich“: stored Läufe side by side."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.context import Context
from core.runs.lauf import Status
from core.runs.store import Runstore, runstore
from tests.pages.conftest import FRAME
from tests.runs.beispiele import ANTRAG, finished_lauf, neuer_lauf, score, teil

BOESE = "<script>alert(1)</script> $x$ :red[x] [x](javascript:alert(1))"


@pytest.fixture
def store(demo_index: Context) -> Runstore:
    return runstore(demo_index.settings)


def open_page(laeufe: str = "") -> AppTest:
    app = AppTest.from_file(FRAME, default_timeout=60).run().switch_page("vergleich.py")
    app.query_params["laeufe"] = laeufe
    app.run()
    assert not app.exception
    return app


def shown(app: AppTest) -> str:
    return "\n".join(e.value for e in [*app.markdown, *app.caption]).replace("\\", "")


def test_without_a_choice_the_page_says_how_to_choose(demo_index: Context) -> None:
    app = open_page()
    assert "Vergleichen" in app.info[0].value and not app.dataframe
    assert [link.label for link in app.page_link] == ["Läufe auswählen"]


def test_points_stand_side_by_side_and_null_is_no_zero(store: Runstore, lauf_id: str) -> None:
    app = open_page(f"{lauf_id},{lauf_id}")
    assert list(app.dataframe[0].value.columns) == ["Partei", "Punkte für", "Lauf 1"]
    other = store.start(neuer_lauf(modell_gefragt="openai/x"))
    store.save_teil(other, teil("LINDENBUND"), [score("LINDENBUND", 0)], [])
    store.save_teil(other, teil("BRÜCKE", status=Status.FEHLGESCHLAGEN, fehler="Zu spät."), [], [])
    table = open_page(f"{lauf_id},{other}").dataframe[0].value
    points = table.set_index(["Partei", "Punkte für"])
    assert points.loc[("Lindenbund", "Wahlprogramm"), "Lauf 2"] == "0"
    assert points.loc[("Lindenbund", "Parteiprogramm"), "Lauf 2"] == "keine Quellen"
    assert points.loc[("Die Brücke", "Wahlprogramm"), "Lauf 2"] == "fehlgeschlagen"
    assert points.loc[("Bündnis Mühlrad", "Wahlprogramm"), "Lauf 2"] == "nicht beurteilt"


def test_each_lauf_tells_what_it_is(store: Runstore) -> None:
    first = finished_lauf(store, antrag=replace(ANTRAG, titel=BOESE), modell_gefragt="openai/x")
    app = open_page(f"{first},{finished_lauf(store)}")
    told = shown(app)
    assert BOESE in told and "openai/x" not in told  # the model that answered is told, not the one asked
    assert "offline/extraktiv · Prompt standard 3" in told and "2 von 3 Zitaten belegt" in told
    assert [link.label for link in app.page_link] == ["Lauf öffnen", "Lauf öffnen"]


@pytest.mark.parametrize(
    ("laeufe", "sentence"), [("gibtsnicht", "gibt es nicht"), ("a,b,c,d,e,f,g", "höchstens 6 Läufe")]
)
def test_a_wrong_address_is_one_sentence(demo_index: Context, laeufe: str, sentence: str) -> None:
    assert sentence in open_page(laeufe).error[0].value.replace("\\", "")
