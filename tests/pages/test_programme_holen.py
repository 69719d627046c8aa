"""„Alle für … holen“ on the page Programme: what comes, what not and why, what is asked; and the Land."""

import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.features.sources import programme_fetch
from core.features.sources.programme_fetch import Abgeordnetenwatch, FetchJobs
from core.programme.context import Context, default_context
from core.programme.reading_jobs import ReadInJobs
from core.programme.stock import ProgrammState, Stock
from core.runs.store import runstore
from pages.ui import resources
from tests import prozesse
from tests.pages.conftest import open_at, seen
from tests.runs.beispiele import ANTRAG, neuer_lauf
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import Quellserver, html, pdf, quellserver, web
from tests.sources.watch_shapes import listing, period, program


@pytest.fixture
def server(
    places: Path, demo_ordner: Path, leere_laeufe: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Quellserver]:
    """An index of the test's own: it is written into."""
    shutil.copytree(demo_ordner, places / "chroma")
    shutil.copytree(leere_laeufe, places / "laeufe")
    with quellserver({}) as server:
        rows = [program(n, 31, p, f"{server.url}/{p}.pdf") for n, p in enumerate(("SPD", "CDU", "Volt"))]
        server.pages |= {
            "/parliament-periods": listing([period(31, "Nordrhein-Westfalen Wahl 2022")]),
            "/election-program": listing(rows),
            "/SPD.pdf": pdf(programme_pdf("SPD Wahlprogramm zur Landtagswahl 2022")),
            "/CDU.pdf": pdf(programme_pdf("CDU Wahlprogramm zur Landtagswahl 2017")),
        }
        source = lambda context: Abgeordnetenwatch(web(), server.url)  # noqa: E731
        monkeypatch.setattr(programme_fetch, "abgeordnetenwatch", source)
        yield server


open_page = partial(open_at, "programme", land="NRW")


def until_done(app: AppTest) -> AppTest:
    jobs, reading = resources.context().own(FetchJobs), resources.context().own(ReadInJobs)
    prozesse.until(lambda: not jobs.of("NRW").laeuft and not reading.stand().laeuft)
    return app.run()


def told(app: AppTest) -> str:
    """Also what is drawn as plain HTML."""
    return seen(app).replace("*", "") + "".join(one.proto.body for one in app.get("html"))


def states() -> dict[str, ProgrammState]:
    return {
        row.programm.id: row.zustand for teil in Stock.of(default_context()).gebiete for row in teil.programme
    }


def test_one_click_brings_all_of_a_land_and_tells_what_came_and_what_not(server: Quellserver) -> None:
    app = open_page()
    assert server.requests == [], "nothing is asked before somebody wants it"
    assert app.button(key="alle_holen").label == "Alle für Nordrhein-Westfalen holen"
    app = until_done(app.button(key="alle_holen").click().run())
    assert not app.exception
    assert "1 Programm geholt · 1 zu prüfen" in told(app)
    (table,) = [one.value for one in app.markdown if one.value.startswith("| Programm")]
    rows = {row.split(" | ")[0].strip("| "): row.replace("\\", "") for row in table.splitlines()[2:]}
    assert "geholt" in rows["SPD NRW Wahlprogramm 2022"] and f"{server.url}/SPD.pdf" in table
    assert "zu prüfen" in rows["CDU NRW Wahlprogramm 2022"]
    assert "Im PDF steht am Anfang die Wahl 2017" in rows["CDU NRW Wahlprogramm 2022"]
    assert "ohne Adresse" in rows["FDP NRW Wahlprogramm 2022"]
    now = states()
    assert now["spd-nrw-2022"] is ProgrammState.INDEXIERT and now["cdu-nrw-2022"] is ProgrammState.WITHOUT_PDF
    assert "volt-nrw-2022" not in now, "what is in no registry nobody has wanted"

    app.button(key="hochladen_fdp-nrw-2022").click().run()
    assert [one.key for one in app.button if one.key == "hochladen_los"], "beside it is the way by hand"
    app.session_state["programme_dialog"] = None, ()
    (doubt,) = [one for one in app.run().button if str(one.key).startswith("trotzdem_")]
    app = until_done(doubt.click().run())
    assert "2 Programme geholt" in told(app) and states()["cdu-nrw-2022"] is ProgrammState.INDEXIERT
    app.button(key="holen_ausblenden").click().run()
    assert "2 Programme geholt" not in told(app)
    app.query_params["programm"] = "cdu-nrw-2022"
    known = seen(app.run())
    assert "von 127.0.0.1 · Fundort: abgeordnetenwatch.de · Prüfsumme" in known
    assert "trotzdem genommen: Im PDF" in known


def test_a_source_that_answers_otherwise_is_told_and_nothing_is_there(server: Quellserver) -> None:
    server.pages["/parliament-periods"] = html()
    app = until_done(open_page().button(key="alle_holen").click().run())
    assert not app.exception and "antwortet nicht mit JSON" in app.warning[0].value.replace("\\", "")
    assert "Nichts geholt" in told(app)


def test_some_are_chosen_one_by_one_and_what_is_new_only_there(server: Quellserver) -> None:
    app = open_page()
    app = until_done(app.button(key="holen_suchen").click().run())
    assert re.search(r"2022 · abgeordnetenwatch\.de · 127\.0\.0\.1", seen(app))
    chosen = {box.label.replace("\\", ""): box for box in app.checkbox}
    assert chosen["SPD NRW Wahlprogramm 2022"].value and chosen["CDU NRW Wahlprogramm 2022"].value
    new = chosen["Volt Nordrhein-Westfalen Wahlprogramm 2022"]
    assert not new.value and "neu, steht noch nicht im Register" in seen(app)
    app = chosen["CDU NRW Wahlprogramm 2022"].uncheck().run()
    assert "1 Programm holen und einlesen" in [one.label for one in app.button]
    app = until_done(app.button(key="holen_los").click().run())
    assert states()["spd-nrw-2022"] is ProgrammState.INDEXIERT and "/CDU.pdf" not in server.paths


# --- the Land one works in ----------------------------------------------------------------------------------


def test_the_land_that_is_chosen_stays_chosen_on_every_page_and_says_what_is_read_in_elsewhere(
    demo_index: Context,
) -> None:
    app = open_at("programme")
    assert app.selectbox(key="programme-land").value is None
    app.selectbox(key="programme-land").select("HE").run()
    assert "und 1 weiteres Land mit Programmen" in seen(app)
    app.query_params.clear()
    app = app.switch_page("uebersicht.py").run()
    assert app.selectbox(key="uebersicht-land").value == "HE"
    assert "Hessen: 0 von" in told(app) and not app.dataframe
    app.button(key="land-DEMO").click().run()
    assert "Musterland: 4 von 4 Parteien" in told(app) and "Lindenbund" in told(app)
    app.button(key="land-alle").click().run()
    assert app.dataframe and "Noch nichts eingelesen: " in seen(app)


def test_who_chose_nothing_begins_with_the_land_that_was_asked_for_last(demo_index: Context) -> None:
    store = runstore(demo_index)
    store.start(neuer_lauf(antrag=replace(ANTRAG, bundesland="NRW")))
    app = open_at("uebersicht")
    assert app.selectbox(key="uebersicht-land").value == "NRW"
    assert open_at("uebersicht", land="BY").selectbox(key="uebersicht-land").value == "BY"
