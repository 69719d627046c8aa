"""„Programme“ as an analyst uses it: what there is, reading it in, looking at it page by page."""

import re
import shutil
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from core.base.settings import ROOT, load_settings
from core.programme.context import Context, default_context
from core.programme.reading_jobs import ReadInJobs
from core.search.summaries import ProgrammSummaries
from pages.ui import resources
from pages.ui.text import plain
from tests.pages.conftest import address, open_at, ready
from tests.prozesse import until

DEMO_PDFS = ROOT / "data" / "demo" / "pdf"
LINDENBUND, SPD = "lindenbund-demo-2024", "spd-nrw-2022"
NAME = "Lindenbund Musterland Wahlprogramm 2024"

LEUCHTTURM = "leuchtturm-demo-2024"


open_page = partial(open_at, "programme")


def shown(app: AppTest) -> str:
    found = (*app.title, *app.markdown, *app.caption, *app.info, *app.warning, *app.error)
    return "\n".join(element.value for element in found)


def table(app: AppTest) -> pd.DataFrame:
    """The list of Programme; above it may stand what was read in."""
    found: pd.DataFrame = app.dataframe[-1].value
    return found.set_index("Name")


def choose(app: AppTest, *names: str) -> AppTest:
    rows = [list(table(app).index).index(name) for name in names]
    app.session_state[app.dataframe[-1].key] = {"selection": {"rows": rows, "columns": [], "cells": []}}
    return ready(app.run())


def finished(app: AppTest) -> AppTest:
    """Wait for what is being read in, then look again."""
    until(lambda: not resources.context().own(ReadInJobs).stand().laeuft)
    return ready(app.run())


@pytest.fixture
def own(demo: Context, places: Path, monkeypatch: pytest.MonkeyPatch) -> Context:
    """An index and a registry of the test's own; the demo is indexed."""
    shutil.copytree(demo.settings.chroma_dir, places / "chroma")
    shutil.copytree(ROOT / "data" / "registry", places / "data" / "registry")
    (places / "data" / "registry" / "programme" / "eigene.toml").unlink(missing_ok=True)
    for name in ("demo", "prompts", "modelle.toml"):
        (places / "data" / name).symlink_to(ROOT / "data" / name)
    here = replace(load_settings(), data_dir=places / "data")
    monkeypatch.setattr("core.programme.context.load_settings", lambda: here)
    default_context.cache_clear()
    return default_context()


# --- the list -----------------------------------------------------------------------------------------------


def test_list_shows_the_whole_registry_with_what_is_read_in_and_how_well(demo_index: Context) -> None:
    app = open_page()
    rows = table(app)
    assert len(rows) == len(demo_index.registry.programme)
    lindenbund = rows.loc[NAME]
    assert lindenbund["Zustand"] == "✓ eingelesen" and lindenbund["Land"] == "Musterland"
    assert (lindenbund["Seiten"], lindenbund["Passagen"]) == (12, 62)
    assert rows.loc["SPD NRW Wahlprogramm 2022", "Zustand"] == "– PDF fehlt"
    assert f"6 von {len(rows)} Programmen eingelesen" in shown(app)
    assert all(app.button(key=key).disabled for key in ("ansehen", "einlesen", "neu", "dialog_hochladen"))


def test_every_filter_narrows_and_stands_in_the_address(demo_index: Context) -> None:
    app = open_page()
    app.selectbox(key="programme-land").select("DEMO").run()
    assert set(table(app)["Land"]) == {"Musterland"}
    app.selectbox(key="programme-partei").select("LINDENBUND").run()
    assert NAME in table(app).index and set(table(app)["Partei"]) == {"Lindenbund"}
    assert address(app) == {"land": "DEMO", "partei": "LINDENBUND"}
    again = open_page(**address(app))
    assert list(table(again).index) == list(table(app).index)
    assert again.selectbox(key="programme-land").value == "DEMO"


# --- reading in ---------------------------------------------------------------------------------------------


def test_chosen_programmes_are_read_in_and_results_and_failures_are_shown(own: Context, places: Path) -> None:
    (places / "pdf").mkdir()
    shutil.copy(DEMO_PDFS / "bruecke-demo-2024.pdf", places / "pdf" / "spd-nrw-2022.pdf")
    (places / "pdf" / "cdu-nrw-2022.pdf").write_bytes(b"<b>kein PDF</b>")
    app = choose(open_page(suche="NRW 2022"), "SPD NRW Wahlprogramm 2022", "CDU NRW Wahlprogramm 2022")
    app.button(key="einlesen").click().run()
    app = finished(app)
    assert table(app)["Zustand"][:2].tolist() == ["✗ nicht lesbar", "✓ eingelesen"]
    assert app.dataframe[0].value["Stand"].tolist() == ["✓ eingelesen", "✗ fehlgeschlagen"]
    assert "1 Programm erledigt · 1 fehlgeschlagen" in shown(app)
    assert "kein PDF" in shown(app) and "<b>" not in shown(app)
    assert "SPD NRW" in app.dataframe[0].value["Programm"][0]
    app.button(key="einlesen_ausblenden").click().run()
    assert len(ready(app).dataframe) == 1


def test_taking_out_asks_once_and_the_pdf_stays(own: Context) -> None:
    app = choose(open_page(land="DEMO"), NAME)
    app.button(key="dialog_herausnehmen").click().run()
    assert LINDENBUND in own.store.staende("DEMO")
    app.button(key="dialog_ja").click().run()
    app = finished(app)
    assert LINDENBUND not in own.store.staende("DEMO")
    assert table(app).loc[NAME, "Zustand"] == "○ nicht eingelesen"


def test_uploaded_pdf_is_stored_and_read_in(own: Context) -> None:
    app = choose(open_page(suche="SPD NRW 2022"), "SPD NRW Wahlprogramm 2022")
    app.button(key="dialog_hochladen").click().run()
    app.button(key="hochladen_los").click().run()
    assert "Bitte wählen Sie zuerst das PDF" in shown(app)
    app.file_uploader(key="hochladen_pdf").set_value(("x.pdf", b"<html>", "application/pdf"))
    app.button(key="hochladen_los").click().run()
    assert "kein PDF" in shown(app) and not own.store.staende("NRW")
    data = (DEMO_PDFS / "bruecke-demo-2024.pdf").read_bytes()
    app.file_uploader(key="hochladen_pdf").set_value(("irgendwie.pdf", data, "application/pdf"))
    app.button(key="hochladen_los").click().run()
    app = finished(app)
    assert (own.settings.pdf_dir / "spd-nrw-2022.pdf").read_bytes() == data
    assert table(app).loc["SPD NRW Wahlprogramm 2022", "Zustand"] == "✓ eingelesen"


def test_new_programm_is_checked_registered_read_in_and_can_be_deleted(own: Context) -> None:
    app = open_page(suche="2029")
    app.button(key="neues_programm").click().run()
    steps = [
        (lambda: app.selectbox(key="neu_land").select("DEMO"), "Bitte wählen Sie die Partei"),
        (lambda: app.selectbox(key="neu_partei").select("LINDENBUND"), "ab wann das Programm gilt"),
        (lambda: app.text_input(key="neu_ab").input("31.02.2029"), "„31\\.02\\.2029“ ist kein Tag"),
        (lambda: app.text_input(key="neu_ab").input("01.02.2029"), "Bitte wählen Sie zuerst das PDF"),
    ]
    for step, message in steps:
        step()
        app.button(key="neu_aufnehmen").click().run()
        assert message in shown(app)
    data = (DEMO_PDFS / "bruecke-demo-2024.pdf").read_bytes()
    app.file_uploader(key="neu_pdf").set_value(("p.pdf", data, "application/pdf"))
    app.button(key="neu_aufnehmen").click().run()
    assert "Der Name fehlt" in shown(app) and own.registry.eigene == ()
    app.text_input(key="neu_name").input("Lindenbund 2029 *neu*")
    app.number_input(key="neu_jahr").set_value(2029)
    app.button(key="neu_aufnehmen").click().run()
    app = finished(app)
    assert own.registry.eigene == ("lindenbund-demo-2029",)
    assert table(app).loc["Lindenbund 2029 *neu*", "Zustand"] == "✓ eingelesen"
    choose(app, "Lindenbund 2029 *neu*").button(key="dialog_streichen").click().run()
    app.button(key="dialog_ja").click().run()
    finished(app)
    assert own.registry.eigene == () and "lindenbund-demo-2029" not in own.store.staende("DEMO")


def test_broken_own_entries_are_told_and_laid_aside(own: Context) -> None:
    path = own.settings.data_dir / "registry" / "programme" / "eigene.toml"
    path.write_text('["<b>x</b>"]\nname = "https://example.org :smile:"\n', encoding="utf-8")
    app = open_page(land="DEMO")
    (error,) = app.error
    assert error.value == plain(own.registry.fehler[0]) and "<b>" in own.registry.fehler[0]
    assert NAME in table(app).index
    next(button for button in app.button if button.label.startswith("Fehlerhafte")).click().run()
    assert not app.error and NAME in table(app).index
    assert path.with_name("eigene.toml.1.txt").exists() and own.registry.fehler == ()


# --- page by page -------------------------------------------------------------------------------------------


def test_chosen_programm_opens_and_the_way_back_keeps_the_filters(demo_index: Context) -> None:
    app = choose(open_page(land="DEMO"), NAME)
    assert "dialog_streichen" not in [button.key for button in app.button], "it was shipped"
    ready(app.button(key="ansehen").click().run())
    assert address(app) == {"land": "DEMO", "programm": LINDENBUND}
    assert app.title[0].value == NAME
    ready(app.button(key="zurueck").click().run())
    assert address(app) == {"land": "DEMO"} and set(table(app)["Land"]) == {"Musterland"}


def test_a_programm_tells_what_it_is_about_and_whose_words_these_are(demo_index: Context) -> None:
    app = unfolded(open_page(programm=LINDENBUND))
    summary = ProgrammSummaries.of(demo_index, LINDENBUND).whole()
    assert summary and 5 <= len(summary.themen) <= 10
    assert "Themen (aus dem Wortlaut):" in shown(app)
    (fold,) = [one for one in app.expander if one.label.startswith("Zusammenfassung")]
    assert fold.label == "Zusammenfassung (aus Sätzen des Programms)"
    told = "\n".join(one.value for one in fold.markdown)
    assert all(plain(line) in told for line in summary.text.split("\n"))
    links = {link.proto.label: link.proto.query_string for link in app.get("page_link")}
    assert links["In diesem Programm suchen"] == f"programm={LINDENBUND}"
    for thema in summary.themen:
        assert parse_qs(links[plain(thema)]) == {"programm": [LINDENBUND], "q": [thema]}


def unfolded(app: AppTest) -> AppTest:
    """Not before it is asked for: it may have to be made first."""
    assert not next(one for one in app.expander if one.label.startswith("Zusammenfassung")).markdown
    app.session_state[f"kurz-{LINDENBUND}"] = True
    return ready(app.run())


def names(app: AppTest) -> list[str]:
    return [str(name) for name in table(app).index]


def test_page_shows_its_passagen_with_number_and_text(demo_index: Context) -> None:
    app = open_page(programm=LINDENBUND, seite="5")
    here = [c for c in demo_index.store.chunks_of("DEMO", LINDENBUND) if 5 in c.seiten]
    captions = [caption.value for caption in app.caption]
    assert sum(caption.startswith("Passage ") for caption in captions) == len(here) > 0
    first = here[0].text.split(".")[0]
    assert any(first in markdown.value.replace("\\", "") for markdown in app.markdown)
    assert app.number_input(key="gehe_zu_5").value == 5


def test_what_was_not_read_with_certainty_is_told_and_leads_to_its_page(demo_index: Context) -> None:
    app = open_page(programm=LINDENBUND, seite="5")
    stand = demo_index.store.staende("DEMO")[LINDENBUND]
    strom = demo_index.texte.load_strom(LINDENBUND, stand.version)
    assert strom
    sentences = [" ".join(strom.text[slice(*span)].split()) for span in strom.unsure_sentences]
    line = rf"Lesegüte 9\d,\d %, {len(sentences)} Sätze unsicher"
    assert len(sentences) > 1 and re.search(line, shown(app).replace("\\", ""))
    assert "nicht sicher gelesen" not in shown(app)
    app.segmented_control(key="programm_rechts").set_value("Unsicher gelesen").run()
    assert address(app) == {"programm": LINDENBUND, "seite": "5", "zeige": "unsicher"}
    rows = app.dataframe[0].value
    assert rows["Satz"].tolist() == sentences
    assert "Auf der Seite sind sie rot hinterlegt" in shown(app)
    app.toggle(key="zeige_passagen").set_value(False).run()
    assert "Mit „Passagen zeigen“ sind sie rot hinterlegt" in shown(app)


def test_unknown_programm_and_one_without_pdf_are_one_sentence(demo_index: Context) -> None:
    app = open_page(programm="<b>nichts</b>")
    assert "steht nicht im Register" in shown(app) and "<b>" not in shown(app)
    missing = shown(open_page(programm=SPD)).replace("\\", "")
    assert "spd-nrw-2022.pdf" in missing and "Laden Sie es" in missing
