"""„Monitor“: what became of the quotes, what is unusual, and what is behind each figure."""

import json
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from core.demo import history as demo_history
from core.features.monitor.alarm_note import AlarmNote
from core.llm.catalogue import OFFLINE
from core.runs.lauf import Row
from core.runs.store import Runstore
from tests.clocks import NOON, TODAY
from tests.pages.conftest import open_at
from tests.prozesse import until
from tests.runs.beispiele import ANTRAG, MODELL, gebunden, of_model, teil, verworfen
from tests.runs.zeilenweise import put

pytestmark = pytest.mark.usefixtures("noon")

BOSHEIT = "<script>alert(1)</script> **fett** [x](https://example.org)"


def answered(store: Runstore, **changes: Any) -> str:
    """A Lauf of a language model with three Zitate, one of them dropped."""
    lauf_id = store.start(of_model(**changes))
    store.save_teil(lauf_id, teil(modell=MODELL), (), [gebunden(), verworfen(), gebunden()])
    store.finish(lauf_id)
    return lauf_id


@pytest.fixture
def lauf_id(store: Runstore) -> str:
    """A Lauf with four Zitate."""
    lauf_id = store.start(of_model())
    store.save_teil(lauf_id, teil(modell=MODELL), (), [gebunden(), gebunden(), gebunden(), verworfen()])
    store.finish(lauf_id)
    return lauf_id


def open_page(**address: str) -> AppTest:
    app = open_at("monitor", **address)
    assert not app.error
    return app


def figures(app: AppTest) -> dict[str, Any]:
    """What plotly is given to draw, by the chart's key."""
    found = {}
    for chart in app.get("plotly_chart"):
        key = chart.proto.id.rpartition("-")[2]
        found[key] = json.loads(chart.proto.spec)
    return found


def table(**address: str) -> Any:
    """All figures."""
    return open_page(mehr="zahlen", **address).dataframe[-1].value


def trace(app: AppTest, chart: str, name: str) -> Any:
    return next(one for one in figures(app)[chart]["data"] if one.get("name") == name)


def numbers(packed: Any) -> list[float]:
    """Plotly sends numbers as bytes."""
    return np.frombuffer(b64decode(packed["bdata"]), dtype=packed["dtype"]).tolist()


def markdown(app: AppTest) -> str:
    """What a reader sees of it."""
    return "\n".join(element.value for element in [*app.markdown, *app.caption]).replace("\\", "")


def history(store: Runstore, dropped: Sequence[int], **changes: Any) -> date:
    """A Lauf of 20 quotes on each day up to today, so many of them dropped; the first day."""
    first = TODAY - timedelta(days=len(dropped) - 1)
    for number, bad in enumerate(dropped):
        lauf_id = store.start(
            of_model(**changes), datetime.combine(first + timedelta(days=number), time(0, 1), UTC)
        )
        store.save_teil(lauf_id, teil(modell=MODELL), (), [verworfen()] * bad + [gebunden()] * (20 - bad))
        store.finish(lauf_id)
    return first


# --- the figures --------------------------------------------------------------------------------------------


def test_a_period_leaves_out_what_lies_before(store: Runstore) -> None:
    store.finish(store.start(of_model(), created=NOON - timedelta(days=60)))
    empty = open_page(zeitraum="30 Tage")
    assert "In diesem Zeitraum wurde kein Antrag geprüft" in empty.info[0].value
    assert not [button for button in empty.button if button.key == "beispiel_an"]
    app = open_page(zeitraum="90 Tage")
    assert {metric.label: metric.value for metric in app.metric} == {
        "Läufe": "1", "Genannte Zitate": "0", "Belegt": "–", "Verworfen": "–", "Läufe ohne Zitat": "1",
    }  # fmt: skip


def test_filters_in_the_address_narrow_everything_and_can_be_taken_off(store: Runstore, lauf_id: str) -> None:
    answered(store, prompt_id="streng", prompt_version="9")
    app = open_page(prompt="streng v9")
    assert {metric.label: metric.value for metric in app.metric}["Genannte Zitate"] == "3"
    assert "Nur Prompt Streng belegt, Fassung 9" in markdown(app)
    app.button(key="monitor_zuruecksetzen").click().run()
    assert {metric.label: metric.value for metric in app.metric}["Genannte Zitate"] == "7"


def test_a_new_lauf_is_counted_at_once(store: Runstore) -> None:
    answered(store)
    app = open_page()
    answered(store)
    app.run()
    assert app.metric[0].value == "2"


# --- the charts ---------------------------------------------------------------------------------------------


def test_the_figure_of_the_start_page_and_of_the_monitor_is_one(store: Runstore) -> None:
    """Beside what both leave out: copies, what was broken off, the built-in search, the invented Land."""
    history(store, [1, 4, 2])
    original = answered(store)
    answered(store, aus_cache=original)
    store.cancel(store.start(of_model()))
    store.save_teil(
        other := store.start(of_model(modell_gefragt=OFFLINE)), teil(modell=OFFLINE), (), [gebunden()]
    )
    store.finish(other)
    invented = store.start(of_model(antrag=replace(ANTRAG, bundesland="DEMO")))
    store.save_teil(invented, teil(modell=MODELL), (), [gebunden()] * 9)
    store.finish(invented)
    told = {metric.label: metric.value for metric in open_page().metric}
    start = open_at("uebersicht")
    assert (told["Läufe"], told["Belegt"]) == ("4", start.metric[0].value) == ("4", "87 %")
    assert "55 von 63 genannten Zitaten belegt" in markdown(start)
    assert told["Genannte Zitate"] == "63"


def test_no_invented_party_and_no_search_is_offered_or_shown_behind_a_point(store: Runstore) -> None:
    history(store, [1, 4])
    for changes in ({"antrag": replace(ANTRAG, bundesland="DEMO")}, {"modell_gefragt": OFFLINE}):
        lauf_id = store.start(of_model(**changes))
        store.save_teil(lauf_id, teil("MÜHLRAD"), (), [gebunden("MÜHLRAD"), verworfen("MÜHLRAD")])
        store.finish(lauf_id)
    app = open_page(zeit=TODAY.isoformat())
    assert app.selectbox(key="monitor-partei").options == ["Lindenbund"]
    assert f"1 Lauf am {TODAY:%d.%m.%Y}" in markdown(app) and len(app.dataframe[0].value) == 1


def test_a_fault_is_told_on_top_drawn_and_shown_in_its_laeufe(store: Runstore) -> None:
    first = history(store, [1] * 36 + [14, 14])
    app = open_page()
    assert "28 von 40 Zitaten" in markdown(app)
    curve = "monitor_kurve"
    assert trace(app, curve, "je 2 Tage zusammen")["customdata"]
    crossed = trace(app, curve, "außerhalb")
    assert crossed["x"][-1] == TODAY.isoformat() and numbers(crossed["y"])[-1] == 70.0
    limit = dict(zip(trace(app, curve, "zufällig zu erwarten")["x"],
                     numbers(trace(app, curve, "zufällig zu erwarten")["y"]), strict=True))  # fmt: skip
    assert limit[TODAY.isoformat()] < 70.0
    next(one for one in app.button if one.label == "Läufe ansehen").click().run()
    bis = first + timedelta(days=37)
    assert not app.exception and f"2 Läufe vom {bis - timedelta(days=1):%d.%m.%Y}" in markdown(app)
    assert f"bis {bis:%d.%m.%Y} · alle Läufe" in markdown(app)
    texts = [element.value for element in app.main if element.type == "markdown"]
    behind = next(at for at, text in enumerate(texts) if "2 Läufe vom" in text)
    assert behind < texts.index("**Was aus den genannten Zitaten wurde**"), "they stand where one looked"
    app.button(key="dahinter_tag_zu").click().run()
    assert "2 Läufe vom" not in markdown(app) and "reihe" not in app.query_params


def test_an_alarm_that_was_looked_at_stands_apart_with_its_note_until_it_is_new_again(
    store: Runstore,
) -> None:
    history(store, [1] * 36 + [14, 14])
    app = open_page()
    assert "Nichts" not in markdown(app)
    app.text_input[0].set_value(BOSHEIT)
    app.text_input[1].set_value("Eva")
    next(one for one in app.button if one.label == "Als gesehen merken").click().run()
    assert not app.exception and "Nichts neues Auffälliges" in markdown(app)
    assert "1 gesehener Alarm" in [one.label for one in app.expander]
    assert " · Eva · " in markdown(app) and "[x](https" not in app.caption[-1].value
    (stored,) = store.notes_of(AlarmNote)[::-1]
    assert (stored.art, stored.merkmal, stored.wert, stored.notiz) == ("verworfen", "alle", "", BOSHEIT)
    assert (stored.bis - stored.von).days == 1
    next(one for one in app.button if one.label == "Wieder als neu zeigen").click().run()
    assert not app.exception and not store.notes_of(AlarmNote)[::-1] and "Nichts" not in markdown(app)


def test_examples_stay_reachable_beside_real_laeufe(store: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(store)
    monkeypatch.setattr(demo_history, "demo_history", lambda context, last_day: iter(()))
    answered(store, is_demo=True)
    app = open_page()
    assert {metric.label: metric.value for metric in app.metric}["Läufe"] == "1"
    app.button(key="beispiel_zeigen").click().run()
    assert not app.exception and "Das sind Beispieldaten" in markdown(app)
    assert app.query_params["beispiele"] == "1"
    app.button(key="beispiel_aus").click().run()
    assert "Das sind Beispieldaten" not in markdown(app) and "beispiele" not in app.query_params


def test_quiet_days_are_called_quiet(store: Runstore) -> None:
    history(store, [1] * 36)
    app = open_page()
    assert "Nichts Auffälliges" in markdown(app)
    card = figures(open_page(mehr="regelkarte"))["monitor_verworfen"]["data"]
    assert "je 7 Tage zusammen" in [one.get("name") for one in card]
    assert "außerhalb" not in [one.get("name") for one in card]


# --- what is behind them ------------------------------------------------------------------------------------


def test_behind_a_day_are_its_laeufe_and_their_dropped_quotes(store: Runstore) -> None:
    first = history(store, [0, 2])
    day = first + timedelta(days=1)
    app = open_page(zeit=day.isoformat())
    assert f"1 Lauf am {day:%d.%m.%Y}" in markdown(app)
    table = app.dataframe[0].value
    assert len(table) == 1 and "/lauf?id=" in table[""][0] and table["Belegt"][0] == "18 von 20"
    assert "2 Zitate verworfen: 2 nur ähnlich" in [expander.label for expander in app.expander]
    assert "Am nächsten kommt" in markdown(app)
    app.button(key="dahinter_zeit_zu").click().run()
    assert "1 Lauf am" not in markdown(app)


# --- parties, proofs, examples ------------------------------------------------------------------------------


def test_all_quotes_are_proved_on_demand_and_the_page_remembers(
    store: Runstore, lauf_id: str, finished: Row
) -> None:
    """Those of the built-in search, too: four that stand there, beside three that this file made up."""
    put(store, finished)
    app = open_page(mehr="pruefung")
    assert "Noch nie geprüft" in markdown(app)
    app.button(key="monitor_pruefen").click().run()
    until(lambda: "belegt am" in markdown(app.run()))
    assert "4 von 7 belegt am" in markdown(app)


def test_the_example_can_be_removed_and_nothing_else_goes(store: Runstore) -> None:
    answered(store, is_demo=True)
    kept = answered(store)
    app = open_page(beispiele="1")
    app.button(key="beispiel_loeschen").click().run()
    assert [zeile.id for zeile in store.list_laeufe()] == [kept] and app.metric[0].value == "1"
