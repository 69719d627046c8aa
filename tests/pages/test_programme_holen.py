"""„Fehlende Programme holen“ on the page Programme: what is found, chosen, fetched, and what is asked."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.features.sources import programme_fetch
from core.features.sources.programme_fetch import Abgeordnetenwatch, FetchJobs
from core.programme.context import default_context
from core.programme.reading_jobs import ReadInJobs
from core.programme.stock import ProgrammState, Stock
from pages.ui import resources
from tests import prozesse
from tests.pages.conftest import FRAME, seen
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import Quellserver, pdf, quellserver, web
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


def opened() -> AppTest:
    app = AppTest.from_file(FRAME).switch_page("programme.py").run()
    return app.button(key="fehlende_holen").click().run()


def until(app: AppTest, done: Callable[[], bool]) -> AppTest:
    prozesse.until(done)
    return app.run()


def search(app: AppTest) -> AppTest:
    app.button_group(key="holen_land").set_value("NRW").run()
    jobs = resources.context().own(FetchJobs)
    return until(app, lambda: not jobs.stand().sucht and len(jobs.stand().gefunden) > 1)


def test_what_is_missing_is_shown_with_source_and_year(server: Quellserver) -> None:
    app = opened()
    assert server.requests == [], "nothing is asked before somebody chooses"
    app = search(app)
    assert not app.exception
    told = seen(app)
    assert re.search(r"2022 · abgeordnetenwatch\.de · 127\.0\.0\.1", told)
    chosen = {box.label.replace("\\", ""): box.value for box in app.checkbox}
    assert chosen["SPD NRW Wahlprogramm 2022"] and chosen["CDU NRW Wahlprogramm 2022"]
    assert chosen["Volt Nordrhein-Westfalen Wahlprogramm 2022"] is False
    assert "neu, steht noch nicht im Register" in told and "2 Programme holen und einlesen" in told
    assert "bitte von Hand hochladen" in told and "FDP NRW Wahlprogramm 2022" in told


def test_the_chosen_ones_are_fetched_and_read_in_and_a_doubt_is_asked(server: Quellserver) -> None:
    app = search(opened())
    jobs, reading = resources.context().own(FetchJobs), resources.context().own(ReadInJobs)
    app.button(key="holen_los").click().run()
    until(app, lambda: not jobs.stand().laeuft and not reading.stand().laeuft)
    told = seen(app)
    assert "SPD NRW Wahlprogramm 2022: geholt" in told.replace("*", "")
    assert "zu prüfen. Im PDF steht am Anfang die Wahl 2017" in told
    next(one for one in app.button if (one.key or "").startswith("trotzdem_")).click().run()
    until(app, lambda: not jobs.stand().laeuft and not reading.stand().laeuft and jobs.stand().fertig == 1)
    assert "SPD NRW Wahlprogramm 2022: geholt" in seen(app).replace("*", "")
    states = {
        row.programm.id: row.zustand for teil in Stock.of(default_context()).gebiete for row in teil.programme
    }
    assert states["spd-nrw-2022"] is states["cdu-nrw-2022"] is ProgrammState.INDEXIERT
    app.query_params["programm"] = "cdu-nrw-2022"
    told = seen(app.run())
    assert "von 127.0.0.1 · Fundort: abgeordnetenwatch.de · Prüfsumme" in told
    assert "trotzdem genommen: Im PDF" in told
