"""„Antrag prüfen“ as an analyst uses it: everything stands in the address, nothing is lost."""

from datetime import date
from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from core.antrag.antrag import Antrag, Forderung
from core.assessment.prompts import load_prompts
from core.base.settings import ROOT
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.store import Runstore, runstore
from tests.drucker import column, new_document
from tests.pages.conftest import ANTRAG, FRAME, address, open_at, pictures, ready
from tests.runs.beispiele import finished_lauf

LANDLOS = """Antrag
Busse für alle
Der Landtag möge beschließen:
1. Die Busse sollen stündlich fahren.
2. Die Fahrkarte soll einen Euro kosten.
"""
HOSTILE = "**fett** [Klick](javascript:alert(1)) <script>alert(2)</script> $x$ :red[rot]"


SPRACHMODELL = "openai/gpt-5"
"""Its key is missing; it can be chosen all the same, and has prompts to choose from."""


open_page = partial(open_at, "antrag")


def paste(text: str) -> AppTest:
    app = open_page()
    app.text_area(key="eingabe-text").input(text)
    return ready(app.button(key="eingabe-lesen").click().run())


def shown(app: AppTest) -> str:
    return "\n".join(element.value for element in (*app.markdown, *app.caption, *app.warning, *app.info))


def stored(app: AppTest, store: Runstore) -> Antrag:
    return store.load_sheet(address(app)["antrag"]).antrag


def test_pasted_text_is_read_and_kept_under_an_address(store: Runstore) -> None:
    app = paste(ANTRAG.read_text(encoding="utf-8"))
    assert app.text_area(key="antrag-titel").value.startswith("Kleine Grundschulen im ländlichen Raum")
    assert app.text_input(key="antrag-drucksache").value == "5/214"
    assert app.selectbox(key="antrag-bundesland").value == "DEMO"
    assert app.date_input(key="antrag-datum").value == date(2025, 3, 12)
    assert app.multiselect(key="antrag-antragsteller").value == ["LINDENBUND"]
    assert len(stored(app, store).forderungen) == 7
    assert "**Lindenbund** :blue-badge[Antragsteller]" in shown(app)
    assert "4 Parteien · 5 Anfragen" in shown(app)
    assert not app.button(key="starten").disabled


def test_the_fraktionen_of_that_day_are_asked_beforehand_and_stay_away_once_put_away(store: Runstore) -> None:
    app = paste(ANTRAG.read_text(encoding="utf-8"))
    assert app.pills(key="antrag-weitere").value == ["LEUCHTTURM"] and "weitere" not in address(app)
    ready(app.pills(key="antrag-weitere").unselect("LEUCHTTURM").run())
    for seen in (app, open_page(**address(app))):
        assert app.pills(key="antrag-weitere").value == [] and "3 Parteien · 4 Anfragen" in shown(seen)
    before_all = store.save_antrag(Antrag(text=LANDLOS, bundesland="DEMO", datum=date(1999, 1, 1)))
    app = open_page(antrag=before_all)
    assert "antrag-weitere" not in [one.key for one in app.pills]
    assert "Leuchtturm" in app.pills(key="antrag-andere").options
    ready(app.pills(key="antrag-andere").select("LEUCHTTURM").run())
    assert address(app)["weitere"] == "LEUCHTTURM" and "**Leuchtturm**" in shown(app)


def test_a_reload_of_the_address_shows_the_same(store: Runstore) -> None:
    first = paste(ANTRAG.read_text(encoding="utf-8"))
    first.pills(key="antrag-weitere").unselect("LEUCHTTURM").run()
    first.number_input(key="antrag-passagen").set_value(2).run()
    first.selectbox(key="antrag-modell").set_value("openai/gpt-5").run()
    first.selectbox(key="antrag-temperatur").set_value(0.7).run()
    again = open_page(**address(first))
    for app in (first, again):
        assert app.pills(key="antrag-weitere").value == []
        assert app.number_input(key="antrag-passagen").value == 2
        assert app.selectbox(key="antrag-temperatur").value == 0.7
        assert "3 Parteien · 4 Anfragen" in shown(app)
    assert [area.value for area in first.text_area] == [area.value for area in again.text_area]
    assert shown(first) == shown(again)


def test_a_demo_antrag_can_be_chosen_and_an_earlier_one_again(store: Runstore) -> None:
    app = open_page()
    titel = app.selectbox(key="eingabe-beispiel").options[1]
    ready(app.selectbox(key="eingabe-beispiel").select(titel).run())
    assert stored(app, store).titel == titel
    app.button(key="anderer").click().run()
    earlier = app.selectbox(key="eingabe-frueher")
    assert titel in earlier.options[0]
    ready(earlier.select_index(0).run())
    assert stored(app, store).titel == titel


def test_without_a_land_the_start_waits_and_a_corrected_one_brings_its_parties(store: Runstore) -> None:
    app = paste(LANDLOS)
    assert "nicht erkannt: bitte wählen" in app.selectbox(key="antrag-bundesland").label
    assert app.button(key="starten").disabled and "Das Land fehlt" in shown(app)
    before = stored(app, store)
    ready(app.selectbox(key="antrag-bundesland").select("DEMO").run())
    after = stored(app, store)
    assert after.bundesland == "DEMO" and after.forderungen == before.forderungen
    assert "**Die Brücke** :violet-badge[Regierung]" in shown(app)
    assert not app.button(key="starten").disabled


def test_every_correction_is_kept_and_changes_nothing_else(store: Runstore) -> None:
    app = paste(LANDLOS)
    app.selectbox(key="antrag-bundesland").select("DEMO").run()
    app.multiselect(key="antrag-antragsteller").select("MÜHLRAD").run()
    app.date_input(key="antrag-datum").set_value(date(2025, 5, 6)).run()
    app.text_area(key="antrag-forderung-0").input("Die Busse sollen halbstündlich fahren.").run()
    app.button(key="streichen-1").click().run()
    ready(app.text_area(key="antrag-forderung-neu").input("Die Bahn soll wieder fahren.").run())
    antrag = stored(app, store)
    assert (antrag.antragsteller, antrag.datum) == (("MÜHLRAD",), date(2025, 5, 6))
    assert [f.text for f in antrag.forderungen] == [
        "Die Busse sollen halbstündlich fahren.",
        "Die Bahn soll wieder fahren.",
    ]
    assert antrag.text == stored(paste(LANDLOS), store).text
    assert app.text_area(key="antrag-forderung-neu").value == ""


def test_parties_without_sources_are_named_before_the_start(store: Runstore) -> None:
    antrag = Antrag(text=LANDLOS, titel="Busse", bundesland="NRW", datum=date(2025, 3, 1))
    app = open_page(antrag=store.save_antrag(antrag))
    assert "Ohne Quellen: CDU, GRÜNE" in app.warning[0].value
    assert app.button(key="starten").disabled and "eingelesen" in shown(app)


def test_start_leads_to_the_stored_lauf(store: Runstore) -> None:
    app = paste(ANTRAG.read_text(encoding="utf-8"))
    antrag = stored(app, store)
    assert app.selectbox(key="antrag-modell").value != OFFLINE  # a language model is ready
    ready(app.selectbox(key="antrag-modell").select(OFFLINE).run())
    assert not {"antrag-temperatur", "antrag-prompt"} & {box.key for box in app.selectbox}
    app.button(key="starten").click().run()
    lauf = store.load(address(app)["id"])
    assert lauf.antrag == antrag and lauf.modell_gefragt == OFFLINE and lauf.prompt_id == "fundstellen"
    assert (lauf.parameter["temperature"], lauf.parameter["top_k"]) == (0.0, 4)
    assert "starten" not in [button.key for button in app.button]


def test_a_lauf_can_be_repeated_with_all_that_was_chosen(demo_index: Context, lauf_id: str) -> None:
    store = runstore(demo_index)
    lauf = store.load(lauf_id)
    app = open_page(lauf=lauf_id)
    assert "lauf" not in address(app) and stored(app, store) == lauf.antrag
    assert app.selectbox(key="antrag-modell").value == OFFLINE
    ready(app.selectbox(key="antrag-modell").set_value(SPRACHMODELL).run())
    assert app.selectbox(key="antrag-prompt").value == "streng"
    assert app.number_input(key="antrag-passagen").value == lauf.parameter["top_k"]
    assert not app.checkbox(key="antrag-erneut").value
    told = {"temperature": 0.7, "top_k": 3, "weitere": []}
    app = open_page(lauf=finished_lauf(store, modell_gefragt=SPRACHMODELL, parameter=told))
    assert app.checkbox(key="antrag-erneut").value, "what is repeated is asked, not taken from what is kept"
    assert "wird neu gefragt" in shown(app) and "neu gefragt" not in shown(
        app.checkbox(key="antrag-erneut").uncheck().run()
    )
    assert app.selectbox(key="antrag-temperatur").value == 0.7
    assert app.number_input(key="antrag-passagen").value == 3


def test_a_link_with_nonsense_still_shows_the_page(store: Runstore) -> None:
    antrag = store.save_antrag(Antrag(text=LANDLOS, bundesland="DEMO"))
    app = open_page(
        antrag=antrag, modell=SPRACHMODELL, prompt="frage", passagen="viele", weitere="XYZ,LEUCHTTURM"
    )
    assert "ist nicht für Anträge" in app.error[0].value
    assert app.selectbox(key="antrag-prompt").value == "streng"
    assert app.number_input(key="antrag-passagen").value == 4
    assert app.pills(key="antrag-weitere").value == ["LEUCHTTURM"] and "XYZ" in shown(app)


def test_a_prompt_is_offered_to_models_that_can_answer_it(store: Runstore) -> None:
    antrag = store.save_antrag(Antrag(text=LANDLOS, bundesland="DEMO"))
    app = open_page(antrag=antrag, modell=SPRACHMODELL, prompt="verweis")
    box = app.selectbox(key="antrag-prompt")
    assert not app.error and box.value == "verweis" and "Mit Zitaten des Anbieters" not in box.options
    app = open_page(antrag=antrag, modell=SPRACHMODELL, prompt="anbieterzitate")
    assert "ist nicht für Anträge an dieses Modell" in app.error[0].value
    app = open_page(antrag=antrag, modell="anthropic/claude-haiku-4-5", prompt="anbieterzitate")
    assert not app.error and app.selectbox(key="antrag-prompt").value == "anbieterzitate"


def test_an_own_prompt_is_checked_saved_and_chosen(store: Runstore) -> None:
    antrag = store.save_antrag(Antrag(text=LANDLOS, bundesland="DEMO"))
    app = open_page(antrag=antrag, modell=SPRACHMODELL)
    key = load_prompts(ROOT / "data" / "prompts")["streng"].hash
    app.text_input(key=f"name-{key}").input("Milde")
    nutzer = app.text_area(key=f"nutzer-{key}").value
    app.text_area(key=f"nutzer-{key}").input("Ohne Platzhalter, als JSON")
    app.button(key=f"speichern-{key}").click().run()
    assert "fehlt der Platzhalter" in app.error[0].value
    app.text_area(key=f"nutzer-{key}").input(f"{nutzer}\nSei milde.")
    ready(app.button(key=f"speichern-{key}").click().run())
    assert app.selectbox(key="antrag-prompt").value == "eigen:Milde" == address(app)["prompt"]
    app.session_state["vorschau"] = True
    ready(app.run())
    assert "Sei milde." in app.code[-1].value


def test_the_preview_searches_only_when_it_is_open(store: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    app = paste(ANTRAG.read_text(encoding="utf-8"))
    assert not app.code
    app.session_state["vorschau"] = True
    ready(app.run())
    assert "Partei: Die Brücke" in app.code[1].value and "[Q1]" in app.code[1].value
    app.selectbox(key="vorschau-partei").select("LINDENBUND")
    assert "Partei: Lindenbund" in ready(app.run()).code[1].value
    app.session_state["vorschau"] = False
    monkeypatch.setattr("core.assessment.before_lauf.retrieve", None)
    ready(app.run())


def test_hostile_text_stays_text(store: Runstore) -> None:
    hostile = Forderung(HOSTILE[:20], HOSTILE)
    antrag = Antrag(text=HOSTILE, titel=HOSTILE, bundesland="DEMO", forderungen=(hostile,))
    app = open_page(antrag=store.save_antrag(antrag), weitere=HOSTILE)
    app.session_state["vorschau"] = True
    ready(app.run())
    assert app.text_area(key="antrag-titel").value == HOSTILE
    assert "**fett** [Klick](javascript" in app.code[1].value
    labels = [area.label for area in app.text_area]
    for part in ("<script>", "](javascript", "**fett**", ":red["):
        assert part not in shown(app) and not any(part in label for label in labels)


@pytest.mark.night
def test_the_page_loads_no_litellm(store: Runstore) -> None:
    import subprocess
    import sys

    code = (
        "import sys; from streamlit.testing.v1 import AppTest;"
        "from core.programme.context import default_context as c;"
        "from core.runs.store import runstore; from core.antrag.antrag import Antrag;"
        "s = runstore(c()); app = AppTest.from_file(sys.argv[1], default_timeout=300).run();"
        "app.switch_page('antrag.py'); app.query_params['antrag'] = sys.argv[2];"
        "app.session_state['vorschau'] = True; app.run(); print(len(app.code), 'litellm' in sys.modules)"
    )
    antrag = store.save_antrag(Antrag(text=LANDLOS, bundesland="DEMO"))
    done = subprocess.run(
        [sys.executable, "-c", code, FRAME, antrag], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "2 False"


PRINTED = [
    "Antrag", "Busse für alle", "Der Landtag möge beschließen:", "1. Die Busse sollen stündlich fahren.",
    "2. Die Fahrkarte soll einen Euro kosten.",
]  # fmt: skip


def upload(data: bytes, name: str) -> AppTest:
    app = open_page()
    return app.file_uploader(key="eingabe-datei").upload(name, data).run()


def printed() -> bytes:
    """One demand on each of two pages."""
    return bytes(new_document([column(60, PRINTED[:4]), column(60, PRINTED[4:])]).tobytes())


def test_the_file_stands_beside_what_was_read_and_choosing_a_demand_turns_to_its_page(
    store: Runstore,
) -> None:
    app = ready(upload(printed(), "busse.pdf"))
    antrag_id = address(app)["antrag"]
    (first,) = pictures(app)
    assert address(app)["neben"] == "original" and "**Seite 1 von 2**" in shown(app)
    assert f"/api/antrag.png?antrag={antrag_id}&seite=1" in first["src"]
    ready(app.button(key="zeigen-1").click().run())
    (second,) = pictures(app)
    assert second["src"].endswith("&seite=2&forderung=2") and "**Seite 2 von 2**" in shown(app)
    ready(app.button(key="zur-pruefung").click().run())
    assert not pictures(app) and app.button(key="starten")


def test_what_was_changed_is_marked_and_the_start_takes_along_what_was_read(store: Runstore) -> None:
    app = ready(upload(printed(), "busse.pdf"))
    read = stored(app, store)
    ready(app.text_area(key="antrag-forderung-neu").input("Der Regelsatz steigt auf 420 Euro.").run())
    blatt = store.load_sheet(address(app)["antrag"])
    assert (blatt.gelesen, blatt.antrag.forderungen[-1].nummer) == (read, "3") and blatt.datei
    assert "1 Forderung hinzugefügt, 2 Forderungen unverändert" in shown(app)
    assert app.text_area(key="antrag-forderung-2").label == "Forderung 3 (hinzugefügt)"
    ready(app.button(key="zeigen-2").click().run())
    assert "Forderung 3 steht so nicht im Original" in shown(app)
    ready(app.button(key="streichen-2").click().run())
    assert address(app)["antrag"] == store.save_antrag(read) and "Bearbeitet:" not in shown(app)


def test_a_text_that_is_called_pdf_is_refused_with_its_reason(store: Runstore) -> None:
    app = upload(b"kein pdf", "falsch.pdf")
    assert not app.exception and not store.list_antraege()
    assert "heißt wie ein PDF, ist aber keines" in app.error[0].value
    assert ready(upload(LANDLOS.encode(), "busse.txt")).query_params["antrag"]
