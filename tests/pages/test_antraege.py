"""„Anträge“ as an analyst uses it: what parliaments publish, searched, chosen, fetched, checked."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from functools import partial

import pytest
from streamlit.testing.v1 import AppTest

from core.features.sources import antrag_fetch, parliaments
from core.features.sources.antrag_fetch import SourceJobs, TakingJobs
from core.features.sources.dip import LICENCE, Dip
from core.runs.antraege import ADDRESS, ListedAntrag, ListingFilter, SourceState
from core.runs.store import Runstore
from pages.features.sources.listing import PRO_SEITE, key_of_table
from pages.ui import resources
from tests import prozesse
from tests.pages.conftest import open_at, ready, seen
from tests.runs.beispiele import ANTRAG, finished_lauf
from tests.sources.antrag_shapes import Paper, put_dip
from tests.sources.printed import antrag_pdf
from tests.sources.quellserver import Quellserver, html, pdf, quellserver, web

BOESE = "<script>alert(1)</script> $x$ :red[x] [x](javascript:alert(1))"
ONE = ListedAntrag(
    quelle="DIP", kennung="BT 21/101", nummer="21/101", titel="Brunnen an allen Schulen", typ="Antrag",
    parlament="Deutscher Bundestag", bundesland="BUND", wahlperiode=21, datum=date(2026, 11, 2),
    urheber=("Fraktion der SPD",), pdf_url="https://dserver.bundestag.de/btd/21/001/2100101.pdf",
)  # fmt: skip
BERLIN = replace(
    ONE,
    quelle="PARDOK/19",
    kennung="D-7",
    nummer="19/7",
    titel="Radwege in allen Bezirken",
    typ="Antrag (Eilantrag)",
    parlament="Abgeordnetenhaus von Berlin",
    bundesland="BE",
    wahlperiode=19,
    urheber=("Fraktion der CDU",),
    weitere=(
        {"kurz": "PlPr", "art": "Plenarprotokoll", "nummer": "19/88", "datum": "12.11.2026", "url": "x:y"},
        {
            "kurz": "BeschlEmpf", "art": "Beschlussempfehlung", "nummer": "19/9", "datum": "11.11.2026",
            "seite": "S. 3", "url": "https://example.org/b.pdf",
        },
    ),
)  # fmt: skip


@pytest.fixture
def listed(store: Runstore) -> Runstore:
    store.save_listing(SourceState("DIP"), [ONE])
    store.save_listing(SourceState("PARDOK/19"), [replace(BERLIN, datum=date(2026, 11, 1))])
    return store


@pytest.fixture
def server(store: Runstore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Quellserver]:
    with quellserver({"/a.pdf": pdf(antrag_pdf("Brunnen an allen Schulen"))}) as server:
        monkeypatch.setenv("DIP_API_KEY", "geheim")
        for module in (antrag_fetch, parliaments):
            monkeypatch.setattr(module, "web_of", lambda context: web())
        monkeypatch.setattr(parliaments, "Dip", lambda _, key: Dip(web(), key, f"{server.url}/dip"))
        store.note_reading(SourceState("DIP", {"seit": "2026-11-01T00:00:00+01:00"}))
        store.save_listing(
            SourceState(ADDRESS),
            [
                replace(ONE, quelle=ADDRESS, kennung="gut", pdf_url=f"{server.url}/a.pdf"),
                replace(ONE, quelle=ADDRESS, kennung="kaputt", nummer="21/9", pdf_url=f"{server.url}/b.pdf"),
            ],
        )
        server.pages["/b.pdf"] = html()
        yield server


NO_HEAD = antrag_pdf("Brunnen an allen Schulen", head=False)


open_page = partial(open_at, "antraege")


def titles(app: AppTest) -> list[str]:
    return list(app.dataframe[0].value["Antrag"]) if app.dataframe else []


def choose(app: AppTest, store: Runstore, *rows: int, **wanted: str) -> AppTest:
    shown = store.list_listed(ListingFilter(**wanted), PRO_SEITE)  # type: ignore[arg-type]
    app.session_state[key_of_table(shown)] = {"selection": {"rows": list(rows), "columns": [], "cells": []}}
    return ready(app.run())


def until(app: AppTest, done: Callable[[], bool]) -> AppTest:
    prozesse.until(done)
    return ready(app.run())


def field(app: AppTest, name: str) -> str:
    value = app.query_params[name]
    return value if isinstance(value, str) else value[0]


def taken(app: AppTest) -> AppTest:
    key = field(app, "holt")
    jobs = resources.context().own(TakingJobs)
    return until(app, lambda: not jobs.stand(key).laeuft)  # type: ignore[union-attr]


def test_antraege_are_listed_newest_first_with_their_source(listed: Runstore) -> None:
    app = open_page()
    rows = app.dataframe[0].value
    assert list(rows["Antrag"]) == ["Brunnen an allen Schulen", "Radwege in allen Bezirken"]
    told = " ".join(one.value for one in app.caption)
    assert "Deutscher Bundestag – DIP" in told and "Abgeordnetenhaus von Berlin – PARDOK" in told
    assert rows.iloc[1]["Beschlossen"] == "Beschlussempfehlung 19/9 vom 11.11.2026"
    assert rows.iloc[0]["Von"] == "Fraktion der SPD" and rows.iloc[0]["Geprüft"] is None


def test_filters_come_from_the_address(listed: Runstore) -> None:
    berlin = ["Radwege in allen Bezirken"]
    for address in (
        {"suche": "radwege 19/7", "parlament": "Abgeordnetenhaus von Berlin", "art": "Antrag (Eilantrag)"},
        {"wahlperiode": "19", "von": "Fraktion der CDU", "beschluss": "Beschlussempfehlung"},
        {"beschluss": "im Plenum beraten"},
    ):
        assert titles(open_page(**address)) == berlin, address
    assert titles(open_page(beschluss="nichts bekannt")) == ["Brunnen an allen Schulen"]
    assert len(titles(open_page(parlament="Atlantis"))) == 2


def test_only_a_page_of_many_is_read(store: Runstore) -> None:
    many = [
        replace(ONE, kennung=str(n), titel=f"Antrag {n}", datum=date(2026, 1, 1) + timedelta(days=n))
        for n in range(PRO_SEITE + 1)
    ]
    store.save_listing(SourceState("DIP"), many)
    app = open_page()
    assert titles(app)[0] == f"Antrag {PRO_SEITE}" and len(titles(app)) == PRO_SEITE
    assert titles(open_page(seite="2")) == ["Antrag 0"] == titles(open_page(seite="77"))


def test_what_laeufe_say_stands_in_the_row(listed: Runstore) -> None:
    finished_lauf(listed, antrag=replace(ANTRAG, bundesland="BUND", drucksache="21/101"))
    row = open_page().dataframe[0].value.iloc[0]
    assert (row["Geprüft"], row["Punkte je Partei"]) == ("1 Lauf", "Lindenbund 7,5")
    assert titles(open_page(geprueft="geprüft")) == ["Brunnen an allen Schulen"]
    assert titles(open_page(geprueft="noch nicht geprüft")) == ["Radwege in allen Bezirken"]


def test_one_is_shown_with_source_original_decision_and_laeufe(listed: Runstore) -> None:
    lauf_id = finished_lauf(listed, antrag=replace(ANTRAG, bundesland="BE", drucksache="19/7"))
    app = open_page(quelle="PARDOK/19", kennung="D-7")
    told = seen(app)
    assert app.title[0].value == "Radwege in allen Bezirken"
    assert "Quelle: Abgeordnetenhaus von Berlin – PARDOK" in told and "19. Wahlperiode" in told
    assert "Beschlussempfehlung 19/9 vom 11.11.2026 · S. 3](<https://example.org/b.pdf>)" in told
    assert "(<x:y>)" not in told
    (link,) = [link for link in app.page_link if "Lindenbund" in link.label]
    assert lauf_id in link.proto.query_string


def test_an_address_cannot_break_out_of_its_link(store: Runstore) -> None:
    evil = "https://example.org/a> [x](javascript:alert(1)) $x$"
    store.save_listing(SourceState("DIP"), [replace(ONE, pdf_url=evil)])
    (line,) = [
        one.value for one in open_page(quelle="DIP", kennung="BT 21/101").caption if "DIP" in one.value
    ]
    assert line.count("](") == 1 and "](<https://example.org/a%3E%20%5Bx%5D(javascript:" in line
    assert line.endswith("%24x%24>)")


def test_new_antraege_are_fetched_in_the_background(server: Quellserver, store: Runstore) -> None:
    put_dip(server, [Paper("21/500", "Wege für alle")])
    app = open_page(holen="ja")
    assert app.button_group(key="quellen_wahl").value == ["bund", "berlin"]  # the others only if chosen
    app.button_group(key="quellen_wahl").set_value(["bund"]).run()
    ready(app.button(key="quellen_los").click().run())
    app = until(app, lambda: not resources.context().own(SourceJobs).stand().laeuft)
    told = seen(app)
    assert "1 Antrag gelesen, 1 neu" in told and LICENCE in told
    assert "Wege für alle" in titles(app)


def test_one_is_fetched_and_can_be_checked_at_once(server: Quellserver, store: Runstore) -> None:
    app = open_page(quelle=ADDRESS, kennung="gut")
    app = taken(ready(app.button(key="pruefen").click().run()))
    assert app.title[0].value == "Antrag prüfen" and field(app, "neben") == "original"
    found = store.find_listed(ADDRESS, "gut")
    assert found and field(app, "antrag") == found.antrag_id
    assert "Quelle: 127.0.0.1 · Stand" in seen(app)
    assert app.text_area(key="antrag-forderung-0").value.startswith("an jeder Schule")


def test_what_cannot_be_fetched_says_why(server: Quellserver, store: Runstore) -> None:
    app = open_page(quelle=ADDRESS, kennung="kaputt")
    app = taken(ready(app.button(key="pruefen").click().run()))
    told = seen(app)
    assert "21/9" in told and "liegt kein PDF" in told and "selbst herunterladen" in told
    assert "weiter_pruefen" not in [button.key for button in app.button]
    ready(app.button(key="geholt_zu").click().run())
    assert "liegt kein PDF" not in seen(app)


def test_several_lead_on_to_model_and_prompt_with_their_cost(server: Quellserver, store: Runstore) -> None:
    server.pages["/c.pdf"] = pdf(antrag_pdf("Wasser für alle Turnhallen"))
    second = replace(ONE, quelle=ADDRESS, kennung="auch", nummer="21/101", pdf_url=f"{server.url}/c.pdf")
    store.save_listing(SourceState(ADDRESS), [second])
    app = choose(open_page(), store, 0, 1, 2)
    assert "3 Anträge prüfen" in seen(app)
    app = taken(ready(app.button(key="pruefen").click().run()))
    assert "liegt kein PDF" in seen(app)
    ready(app.button(key="weiter_pruefen").click().run())
    assert app.title[0].value == "Vergleich"
    ids = field(app, "antraege").split(",")
    assert app.multiselect(key="start-antraege").value == ids and len(ids) == 2
    assert "2 Anträge × 1 Modell × 1 Prompt" in seen(app)


def test_any_address_can_be_checked(server: Quellserver, store: Runstore) -> None:
    app = open_at("antrag")
    app.text_input(key="eingabe-url").input("Brunnen")
    ready(app.button(key="eingabe-holen").click().run())
    assert "weder eine Adresse" in app.error[0].value
    app.text_input(key="eingabe-url").input(f"{server.url}/a.pdf")
    app = ready(app.button(key="eingabe-holen").click().run())
    app = taken(app)
    assert app.text_area(key="antrag-titel").value == "Brunnen an allen Schulen"
    assert "Quelle: 127.0.0.1" in seen(app)


def test_a_list_is_uploaded_with_its_pdf_told_row_by_row_and_removed_again(store: Runstore) -> None:
    rows = "Drs.;Betreff;Fraktion(en);Datum\n20/1;Brunnen;SPD;02.11.2026\n20/2;Wege;CDU;31.02.2026\n"
    app = open_page(holen="ja")
    files = app.file_uploader(key="liste_dateien_0")
    files.upload("meine liste.csv", rows.encode()).upload("20-1.pdf", NO_HEAD)
    ready(app.run())
    app.selectbox(key="liste_land").set_value("HE").run()
    ready(app.button(key="liste_los").click().run())
    told = seen(app)
    assert "1 Antrag übernommen" in told and "1 mit PDF" in told and "1 Zeile nicht übernommen" in told
    assert "Zeile 3: „31\\.02\\.2026“ ist kein Tag" in told or "Zeile 3: „31.02.2026“ ist kein Tag" in told
    assert titles(app) == ["Brunnen"] and "Quelle: Liste „meine liste“, eingelesen am" in told
    (one,) = store.list_listed()
    checked = open_page(quelle=one.antrag.quelle, kennung=one.antrag.kennung)
    checked = taken(ready(checked.button(key="pruefen").click().run()))
    assert checked.title[0].value == "Antrag prüfen" and "Quelle: Liste „meine liste“" in seen(checked)
    assert checked.text_input(key="antrag-drucksache").value == "20/1"
    app = open_page(holen="ja")
    ready(app.button(key="liste_weg_Liste meine liste").click().run())
    assert titles(app) == [] and store.list_listed() == []


def test_a_file_that_is_no_list_says_why(store: Runstore) -> None:
    app = open_page(holen="ja")
    app.file_uploader(key="liste_dateien_0").upload("x.csv", b"Name;Ort\na;b")
    ready(app.run())
    ready(app.button(key="liste_los").click().run())
    assert "Spalten von „x.csv“ sind nicht zu erkennen" in app.error[0].value.replace("\\", "")
    assert store.list_readings() == []
