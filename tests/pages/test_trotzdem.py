"""Programmes that are not in force: added on „Antrag prüfen“, marked wherever a page shows a quote of one."""

import re
from dataclasses import replace
from datetime import date

from streamlit.testing.v1 import AppTest

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.pipeline import assess
from core.assessment.prompts import load_prompts
from core.base.settings import ROOT
from core.demo.demo_antraege import demo_auftrag
from core.programme.context import Context
from core.runs.store import Runstore, runstore
from tests.pages.conftest import ANTRAG, open_at
from tests.sammlungen import LINDENBUND, NAME, REASON, VERMERK

BADGE = ":red-badge[:material/event_busy: nicht in Kraft]"


def before(context: Context) -> Antrag:
    """An Antrag of a day when no Wahlprogramm of the demo was in force."""
    return replace(read_antrag_bytes(ANTRAG.read_bytes(), context.registry), datum=date(2024, 6, 1))


def lauf(context: Context, *trotzdem: str, prompt: str = "streng") -> str:
    prompts = load_prompts(ROOT / "data" / "prompts")
    order = replace(demo_auftrag(context), antrag=before(context), prompt=prompts[prompt])
    return assess(context, replace(order, trotzdem=trotzdem))


def shown(app: AppTest) -> str:
    texts = [e.value for kind in ("markdown", "caption", "info", "warning", "header") for e in app.get(kind)]
    return re.sub(r"\\(\W)", r"\1", "\n".join(texts))


def marks(app: AppTest) -> list[str]:
    return [element.value for element in app.markdown if element.value == BADGE]


def programmes(app: AppTest) -> list[str]:
    value = app.query_params["trotzdem"]
    return (value if isinstance(value, str) else value[-1]).split(",")


# --- Antrag prüfen ------------------------------------------------------------------------------------------


def test_what_is_not_in_force_can_be_added_and_stands_in_the_address(
    demo_index: Context, store: Runstore
) -> None:
    antrag = store.save_antrag(before(demo_index))
    app = open_at("antrag", antrag=antrag)
    choice = app.multiselect(key="antrag-trotzdem")
    assert sorted(choice.options) == [
        f"Die Brücke Musterland Wahlprogramm 2024 ({REASON})",
        f"Leuchtturm Musterland Wahlprogramm 2024 ({REASON})",
        f"{NAME} ({REASON})",
    ]
    assert choice.value == [] and f"- {REASON}: {NAME}" in shown(app)
    choice.set_value([LINDENBUND]).run()
    assert programmes(app) == [LINDENBUND]
    for again in (app, open_at("antrag", antrag=antrag, trotzdem=LINDENBUND)):
        assert again.multiselect(key="antrag-trotzdem").value == [LINDENBUND]
        assert f"{NAME} :red-badge[nicht in Kraft: {REASON}]" in shown(again)
        assert f"- {REASON}: {NAME}" not in shown(again)


def test_lauf_is_started_with_it_and_repeated_with_it(demo_index: Context, store: Runstore) -> None:
    app = open_at("antrag", antrag=store.save_antrag(before(demo_index)), trotzdem=LINDENBUND)
    app.button(key="starten").click().run()
    (line,) = store.list_laeufe()
    assert store.load(line.id).trotzdem == {LINDENBUND: REASON}
    again = open_at("antrag", lauf=line.id)
    assert programmes(again) == [LINDENBUND]
    assert again.multiselect(key="antrag-trotzdem").value == [LINDENBUND]
    again.button(key="anderer").click().run()
    assert "trotzdem" not in again.query_params


def test_an_address_cannot_add_what_may_not_be_added(demo_index: Context, store: Runstore) -> None:
    strange = "<b>x</b>"
    asked = ",".join([LINDENBUND, "spd-nrw-2022", strange])
    app = open_at("antrag", antrag=store.save_antrag(before(demo_index)), trotzdem=asked)
    assert app.multiselect(key="antrag-trotzdem").value == [LINDENBUND]
    assert f"Nicht hinzugenommen, hier nicht wählbar: spd-nrw-2022, {strange}" in shown(app)
    assert not app.button(key="starten").disabled


# --- where quotes are shown ---------------------------------------------------------------------------------


def test_page_of_a_lauf_marks_every_quote_and_lists_the_programmes(demo_index: Context) -> None:
    lauf_id = lauf(demo_index, LINDENBUND)
    app = open_at("lauf", id=lauf_id, partei="LINDENBUND", mehr="quellen")
    quotes = [z for z in runstore(demo_index).load(lauf_id).zitate if z.partei == "LINDENBUND"]
    added = [z for z in quotes if z.status.is_bound and z.beleg.ort.programm == LINDENBUND]
    assert len(marks(app)) == len(added) > 0
    assert shown(app).count(f"Programm {VERMERK}.") == len(added)
    assert f"Nicht in Kraft und von Hand hinzugenommen: {NAME} ({REASON})." in [
        re.sub(r"\\(\W)", r"\1", info.value) for info in app.info
    ]
    assert "Trotzdem benutzte Programme" in shown(app) and f"**Lindenbund**: {NAME} ({REASON})" in shown(app)
    table = app.dataframe[0].value
    assert set(table[table["Programm"] == NAME]["Geltung"]) == {VERMERK}
    assert set(table[table["Programm"] != NAME]["Geltung"]) == {""}
