"""What every source of Anträge keeps: right fields when all is well, one sentence when nothing is.

Each is driven against a server on this machine that answers as it does, and badly in every way that is known.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import EingabeError
from core.features.sources.antrag_fetch import fetch_pdf, read_source
from core.features.sources.antrag_quelle import AntragQuelle
from core.features.sources.oparl import OparlBody
from core.programme.context import Context
from core.runs.antraege import SourceState, count_listed
from core.runs.store import Runstore
from core.wortlaut.errors import DashboardError
from tests.sources.adapters import Adapter, adapters
from tests.sources.antrag_shapes import Paper, put_oparl
from tests.sources.quellserver import Quellserver, Reply, as_json, html, moved, pdf, quellserver, web

pytestmark = pytest.mark.usefixtures("noon")  # sources are read up to today

ADAPTERS = adapters()
PAPERS = tuple(
    Paper(f"19/{100 + n}", f"Brunnen für Viertel {n} – „Größe“ & Maß", changed=f"2026-11-03T1{n}:00:00+01:00")
    for n in range(5)
)


@pytest.fixture(params=list(ADAPTERS))
def adapter(request: pytest.FixtureRequest) -> Adapter:
    return ADAPTERS[request.param]


@pytest.fixture
def server() -> Iterator[Quellserver]:
    with quellserver({}) as server:
        yield server


def begun(adapter: Adapter, server: Quellserver, store: Runstore, folder: Path) -> AntragQuelle:
    adapter.put(server, PAPERS)
    quelle = adapter.open(server, folder)
    store.note_reading(SourceState(quelle.name, dict(adapter.first)))
    return quelle


def read(store: Runstore, source: AntragQuelle) -> Any:
    *_, last = read_source(store, source)
    return last


def test_number_title_movers_day_and_address_are_as_told(
    adapter: Adapter, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    quelle = begun(adapter, server, store, tmp_path)
    told = read(store, quelle)
    assert (told.alarm, told.gelesen, told.neu) == ("", 5, 5) and quelle.lizenz.startswith("Quelle")
    found = {row.antrag.nummer: row.antrag for row in store.list_listed()}
    assert set(found) == {paper.number for paper in PAPERS}
    for paper in PAPERS:
        one = found[paper.number]
        assert (one.titel, one.datum, one.typ) == (paper.title, date(2026, 11, 2), "Antrag")
        assert (one.pdf_url or "").startswith("http") and one.bundesland == adapter.land and one.parlament
        assert not adapter.has_movers or [name for name in one.urheber if "SPD" in name] == list(one.urheber)


def test_a_second_reading_lists_nothing_twice(
    adapter: Adapter, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    quelle = begun(adapter, server, store, tmp_path)
    read(store, quelle)
    again = read(store, quelle)
    assert (again.alarm, again.neu, count_listed(store)) == ("", 0, 5)


def test_one_is_found_by_its_number_and_absent_is_no_error(
    adapter: Adapter, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    quelle = begun(adapter, server, store, tmp_path)
    read(store, quelle)
    found = quelle.by_number(adapter.asked_by(server, "19/102"))
    assert found and (found.nummer, found.titel) == ("19/102", PAPERS[2].title)
    assert quelle.by_number(adapter.asked_by(server, "19/999")) is None


HTML = {"Content-Type": "text/html; charset=utf-8"}
CAPTCHA = b"<html><body><h1>Kein Roboter?</h1><form><div class='g-recaptcha'></div></form></body></html>"
LOGIN = b"<!DOCTYPE html><html><title>Anmeldung</title><body><table><tr><td>Kennwort</td></tr></table></html>"
CHANGED = b"<html><body><div class='neu'>19/100 Brunnen</div></body></html>"
BAD: dict[str, Reply] = {
    "changed layout": Reply(CHANGED, 200, HTML),
    "empty": Reply(b""),
    "an empty object": as_json({}),
    "an empty list": as_json([]),
    "403": html(403),
    "404": html(404),
    "429 for an hour": Reply(b"", 429, {"Retry-After": "3600"}),
    "502": html(502),
    "captcha": Reply(CAPTCHA, 200, HTML),
    "log in": Reply(LOGIN, 200, HTML),
    "maintenance with 200": Reply(b"Wartungsarbeiten", 200, {"Content-Type": "text/plain"}),
    "cut off": Reply(b"<html><body><table>", 200, HTML, cut=True),
    "bytes that are no text": Reply(bytes(range(256)) * 8, 200, HTML),
    "for ever redirected": moved("/im-kreis"),
}


@pytest.mark.parametrize("bad", list(BAD))
def test_a_bad_answer_is_one_sentence_and_stores_nothing(
    bad: str, adapter: Adapter, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    quelle = begun(adapter, server, store, tmp_path)
    server.pages["/im-kreis"] = moved("/im-kreis")
    server.pages[adapter.searched] = BAD[bad]
    told = read(store, quelle)
    assert told.alarm and told.gelesen == 0 and store.list_listed() == []
    assert len(told.alarm) < 500 and "Traceback" not in told.alarm and "\n" not in told.alarm
    (stand,) = store.list_readings()
    assert stand.meldung == told.alarm
    # When the source is well again, the next reading takes what this one did not.
    adapter.put(server, PAPERS)
    assert (read(store, quelle).gelesen, count_listed(store)) == (5, 5)


def test_busy_for_a_moment_is_waited_for(
    adapter: Adapter, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    quelle = begun(adapter, server, store, tmp_path)
    server.pages[adapter.searched] = [
        Reply(b"", 429, {"Retry-After": "0"}),
        html(502),
        server.pages[adapter.searched],
    ]
    assert (read(store, quelle).alarm, count_listed(store)) == ("", 5)


@pytest.mark.parametrize(
    "answer", [html(404), html(200), Reply(b"", 200), pdf(b"<html>umgezogen</html>"), moved("/weg")]
)
def test_a_pdf_that_has_moved_is_told_and_nothing_is_kept(
    answer: Reply, server: Quellserver, place: Context
) -> None:
    put_oparl(server, PAPERS[:1])
    listed = OparlBody(web(), f"{server.url}/oparl/body").by_number(f"{server.url}/oparl/paper/19-100")
    assert listed
    server.pages["/umgezogen.pdf"] = answer
    with pytest.raises(DashboardError) as told:
        fetch_pdf(place, web(), replace(listed, pdf_url=f"{server.url}/umgezogen.pdf"))
    assert not isinstance(told.value, EingabeError) and str(told.value)
    assert not list(place.settings.laeufe_dir.rglob("*.pdf"))
