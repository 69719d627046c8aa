"""„Monitor“: what became of the quotes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from core.context import Context
from core.runs.store import Runstore, runstore
from tests.pages.conftest import FRAME
from tests.runs.beispiele import ANTRAG, finished_lauf, neuer_lauf


@pytest.fixture
def store(demo_index: Context) -> Runstore:
    return runstore(demo_index.settings)


def open_page(**address: str) -> AppTest:
    app = AppTest.from_file(FRAME, default_timeout=60).run().switch_page("monitor.py")
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    assert not app.exception and not app.error
    return app


def test_without_laeufe_the_page_says_what_to_do(demo_index: Context) -> None:
    app = open_page()
    assert "kein Antrag geprüft" in app.info[0].value and not app.dataframe and not app.metric


def test_every_emitted_quote_is_in_one_column(store: Runstore, lauf_id: str) -> None:
    finished_lauf(store, prompt_id="<script>alert(1)</script>")
    table = open_page(gruppe="Prompt").dataframe[0].value.set_index("Prompt")
    assert list(table.index) == ["<script>alert(1)</script>", "streng"]
    row = table.loc["<script>alert(1)</script>"]
    assert (row["Läufe"], row["Genannt"], row["Wörtlich"], row["Nur ähnlich"]) == (1, 3, 2, 1)
    assert row["Belegt"] == "67 %"
    reasons = table.columns[list(table.columns).index("Belegt") + 1 :]
    assert (table[reasons].sum(axis=1) == table["Genannt"]).all()


@pytest.mark.parametrize("gruppe", ["Tag", "Woche", "Modell", "Land", "Partei", "Programm", "Strategie"])
def test_groups_have_names(lauf_id: str, gruppe: str) -> None:
    table = open_page(gruppe=gruppe).dataframe[0].value
    assert table.columns[0] == gruppe and table["Genannt"].sum() == 7
    today = datetime.now(UTC)
    year, week, _ = today.isocalendar()
    known = {"Tag": f"{today:%d.%m.%Y}", "Woche": f"KW {week:02}/{year}", "Modell": "offline/extraktiv"}
    assert table[gruppe][0] == known.get(gruppe, table[gruppe][0])


def test_a_period_leaves_out_what_lies_before(store: Runstore) -> None:
    store.start(neuer_lauf(), created=datetime.now(UTC) - timedelta(days=60))
    assert "kein Antrag geprüft" in open_page(zeitraum="30 Tage").info[0].value
    app = open_page(zeitraum="90 Tage")
    assert {metric.label: metric.value for metric in app.metric} == {
        "Läufe": "1",
        "Genannte Zitate": "0",
        "Belegt": "–",
        "Läufe ohne Zitat": "1",
    }


def test_an_invented_history_is_not_counted(store: Runstore) -> None:
    finished_lauf(store, antrag=replace(ANTRAG, titel="Erfunden"), is_demo=True)
    assert not open_page().dataframe
