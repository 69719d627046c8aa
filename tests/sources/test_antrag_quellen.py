"""The contract that every source of Anträge keeps, and the traps of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import SourceUnrecognised
from core.features.sources.antrag_fetch import read_source, read_sources
from core.features.sources.antrag_quelle import AntragQuelle, built_link
from core.features.sources.dip import Dip
from core.features.sources.oparl import OparlBody
from core.features.sources.pardok import PardokExport
from core.programme.context import Context
from core.runs.antraege import SourceState, count_listed, load_reading
from core.runs.store import Runstore
from tests.sources.antrag_shapes import (
    Paper,
    cursored,
    drucksache,
    export,
    matter_xml,
    put_dip,
    put_oparl,
    put_pardok,
    step,
    withdrawn_xml,
)
from tests.sources.quellserver import Quellserver, Reply, as_json, html, quellserver, unchanged_if, web

PAPERS = tuple(
    Paper(f"19/{100 + n}", f"Brunnen für Viertel {n}", changed=f"2026-11-03T1{n}:00:00+01:00")
    for n in range(5)
)
SINCE = "2026-11-01T00:00:00+01:00"
Put = Callable[[Quellserver, Sequence[Paper]], None]
KINDS = ("dip", "pardok", "oparl")
PUT: dict[str, Put] = {"dip": put_dip, "pardok": put_pardok, "oparl": put_oparl}


@pytest.fixture
def server() -> Iterator[Quellserver]:
    with quellserver({}) as server:
        yield server


def source(kind: str, server: Quellserver, folder: Path) -> AntragQuelle:
    if kind == "dip":
        return Dip(web(), "geheim", f"{server.url}/dip")
    if kind == "oparl":
        return OparlBody(web(), f"{server.url}/oparl/body")
    return export_source(server, folder)


def export_source(server: Quellserver, folder: Path) -> PardokExport:
    return PardokExport(web(), folder, 19, f"{server.url}/pardok.xml")


def read(store: Runstore, source: AntragQuelle) -> Any:
    *_, last = read_source(store, source)
    return last


def first(kind: str) -> dict[str, str]:
    return {"seit": SINCE} if kind == "dip" else {}


def begun(store: Runstore, kind: str, source: AntragQuelle) -> None:
    """DIP is asked from a day on that the papers of these tests lie behind."""
    store.note_reading(SourceState(source.name, first(kind)))


# --- the contract -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_is_there_is_listed_once_with_its_fields(
    kind: str, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    PUT[kind](server, PAPERS)
    quelle = source(kind, server, tmp_path)
    begun(store, kind, quelle)
    told = read(store, quelle)
    assert (told.gelesen, told.neu, told.alarm, told.quelle) == (5, 5, "", quelle.name)
    found = {row.antrag.nummer: row.antrag for row in store.list_listed()}
    assert set(found) == {paper.number for paper in PAPERS}
    one = found["19/103"]
    assert (one.titel, one.datum, one.typ) == ("Brunnen für Viertel 3", date(2026, 11, 2), "Antrag")
    assert one.pdf_url and one.quelle == quelle.name and one.parlament and quelle.lizenz.startswith("Quelle")


@pytest.mark.parametrize("kind", KINDS)
def test_a_second_reading_finds_nothing_new_and_a_change_is_taken_over(
    kind: str, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    PUT[kind](server, PAPERS)
    quelle = source(kind, server, tmp_path)
    begun(store, kind, quelle)
    read(store, quelle)
    assert read(store, quelle).neu == 0 and count_listed(store) == 5
    now = "2030-01-01T10:00:00+01:00"
    mended = replace(PAPERS[0], title="Brunnen, berichtigt", changed=now)
    changed = [*PAPERS[1:], mended, Paper("19/200", "Neu", changed=now)]
    if kind == "pardok":
        put_pardok(server, changed, '"2"')
    else:
        PUT[kind](server, changed)
    assert read(store, quelle).neu == 1
    titles = {row.antrag.nummer: row.antrag.titel for row in store.list_listed()}
    assert titles["19/100"] == "Brunnen, berichtigt" and len(titles) == 6


@pytest.mark.parametrize("kind", KINDS)
def test_one_is_found_by_its_number_and_absent_is_no_error(
    kind: str, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    PUT[kind](server, PAPERS)
    quelle = source(kind, server, tmp_path)
    begun(store, kind, quelle)
    read(store, quelle)
    by = {"oparl": f"{server.url}/oparl/paper/19-102"}.get(kind, "19/102")
    found = quelle.by_number(by)
    assert found and found.titel == "Brunnen für Viertel 2"
    assert quelle.by_number({"oparl": f"{server.url}/oparl/paper/9"}.get(kind, "19/999")) is None


BROKEN = {"dip": "/dip/drucksache", "pardok": "/pardok.xml", "oparl": "/oparl/papers"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("answer", [html(), as_json({}), as_json([]), Reply(b"<Export></Export>")])
def test_what_is_not_recognised_is_an_alarm_that_is_stored_and_no_empty_list(
    kind: str, answer: Reply, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    PUT[kind](server, PAPERS)
    server.pages[BROKEN[kind]] = answer
    quelle = source(kind, server, tmp_path)
    told = read(store, quelle)
    assert told.alarm and told.gelesen == 0
    (stand,) = store.list_readings()
    assert stand.meldung == told.alarm and store.list_listed() == []


@pytest.mark.parametrize("kind", ["dip", "oparl"])
def test_a_reading_that_broke_off_goes_on_where_it_was(
    kind: str, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    PUT[kind](server, PAPERS)
    quelle = source(kind, server, tmp_path)
    begun(store, kind, quelle)
    steps = read_source(store, quelle)
    next(steps)
    steps.close()  # killed after the first page was stored
    assert count_listed(store) == 2
    before = len([path for path in server.paths if path == BROKEN[kind]])
    assert read(store, quelle).gelesen == 3 and count_listed(store) == 5
    again = [r for r in server.requests if r.path == BROKEN[kind]][before:]
    assert all("cursor" in request.query or "page" in request.query for request in again)


def test_an_export_whose_reading_broke_off_is_read_on_and_not_sent_again(
    server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    put_pardok(server, PAPERS)
    steps = read_source(store, export_source(server, tmp_path))
    next(steps)
    steps.close()  # killed when the file was there
    assert count_listed(store) == 0 and load_reading(store, "PARDOK/19").stand["offen"]
    assert read(store, export_source(server, tmp_path)).neu == 5
    assert [r.headers.get("If-None-Match") for r in server.requests] == [None, '"1"']
    assert "offen" not in load_reading(store, "PARDOK/19").stand
    assert read(store, export_source(server, tmp_path)).gelesen == 0


def test_one_source_that_fails_does_not_keep_the_others(
    server: Quellserver, place: Context, tmp_path: Path
) -> None:
    put_pardok(server, PAPERS)
    sources = [source(kind, server, tmp_path) for kind in ("dip", "pardok")]
    told = list(read_sources(place, sources))
    assert [bool(one.alarm) for one in told] == [True, False] and told[1].neu == 5


# --- DIP ----------------------------------------------------------------------------------------------------


def dip(server: Quellserver) -> Dip:
    return Dip(web(), "geheim", f"{server.url}/dip")


def test_filters_and_key_go_with_every_page(server: Quellserver) -> None:
    put_dip(server, PAPERS)
    parts = list(dip(server).new_since({"seit": SINCE}))
    assert [len(part.entries) for part in parts] == [2, 2, 1, 0]
    for request in server.requests:
        assert request.query["f.aktualisiert.start"] == [SINCE] and request.query["f.drucksachetyp"] == [
            "Antrag"
        ]
        assert request.headers["Authorization"] == "ApiKey geheim" and "apikey" not in request.query
    assert parts[-1].stand == {"seit": "2026-11-03T13:00:00+01:00"}  # the newest moment less the overlap


@pytest.mark.parametrize(
    "extra",
    [
        {"drucksachetyp": "Kleine Anfrage"},
        {"herausgeber": "BR"},
        {"aktualisiert": "2020-01-01T10:00:00+01:00"},
    ],
)
def test_a_filter_that_was_ignored_shows_in_what_comes(extra: dict[str, str], server: Quellserver) -> None:
    rows = [drucksache(PAPERS[0]), drucksache(replace(PAPERS[1], extra=extra))]
    server.pages["/dip/drucksache"] = as_json({"numFound": 2, "cursor": "x", "documents": rows})
    with pytest.raises(SourceUnrecognised, match="Filter wirken nicht"):
        list(dip(server).new_since({"seit": SINCE}))


def test_fields_that_may_be_missing_are_missing(server: Quellserver) -> None:
    bare = drucksache(PAPERS[0])
    for name in ("urheber", "vorgangsbezug"):
        del bare[name]
    server.pages["/dip/drucksache"] = cursored([bare])
    found = dip(server).by_number("19/100")
    assert found and (found.urheber, found.vorgang) == ((), None)
    assert dip(server).vote_papers(found) == ()


def test_only_decisions_on_this_paper_count(server: Quellserver) -> None:
    put_dip(server, PAPERS)
    other = step(PAPERS[0])
    other["beschlussfassung"] = [
        {"beschlusstenor": "Annahme", "dokumentnummer": "19/4711"},
        {"beschlusstenor": "Ablehnung", "dokumentnummer": "19/99, 19/100"},
    ]
    server.pages["/dip/vorgangsposition"] = cursored([other])
    found = dip(server).by_number("19/100")
    assert found
    assert [paper.nummer for paper in dip(server).vote_papers(found)] == ["21/40"]
    other["beschlussfassung"] = other["beschlussfassung"][:1]
    server.pages["/dip/vorgangsposition"] = cursored([other])
    assert dip(server).vote_papers(found) == ()


# --- PARDOK -------------------------------------------------------------------------------------------------


def delivered(
    server: Quellserver, store: Runstore, folder: Path, matters: Sequence[str], etag: str = "1"
) -> Any:
    server.pages["/pardok.xml"] = unchanged_if(f'"{etag}"', Reply(export(matters)))
    return read(store, export_source(server, folder))


def test_only_what_is_moved_is_listed_and_titles_are_found_elsewhere(
    server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    question, untitled = matter_xml(PAPERS[0], "SchrAnfr"), matter_xml(PAPERS[1], title=False)
    assert delivered(server, store, tmp_path, [question, untitled]).gelesen == 1
    (row,) = store.list_listed()
    assert (row.antrag.titel, row.antrag.kennung, row.antrag.vorgang) == ("Brunnen", "D-101", "V-101")


def test_what_is_withdrawn_goes_and_comes_back_when_it_is_delivered_anew(
    server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    one, two = PAPERS[:2]
    delivered(server, store, tmp_path, [matter_xml(one), matter_xml(two)])
    anew = [withdrawn_xml(one), matter_xml(one), matter_xml(two), withdrawn_xml(two)]
    delivered(server, store, tmp_path, anew, "2")
    assert [row.antrag.nummer for row in store.list_listed()] == [one.number]
    delivered(server, store, tmp_path, [matter_xml(two)], "3")
    assert count_listed(store) == 2


BODY = b"<Export><Vorgang><VID>&a;</VID></Vorgang></Export>"
LAUGHS = b'<!DOCTYPE Export [<!ENTITY b "haha"><!ENTITY a "&b;&b;&b;&b;">]>' + BODY
OUTSIDE = b'<!DOCTYPE Export [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + BODY


@pytest.mark.parametrize(
    "body",
    [
        LAUGHS,
        OUTSIDE,
        export([matter_xml(PAPERS[0])])[:-20],
        b"<Andere><Vorgang><VID>1</VID></Vorgang></Andere>",
        b"<Export><Vorgang><VID>1</VID>" + b"<a>" * 50 + b"</a>" * 50 + b"</Vorgang></Export>",
        b"<Export><Vorgang><VID>" + b"x" * 300_000 + b"</VID></Vorgang></Export>",
        b"<Export><Vorgang>" + b"<a/>" * 30_000 + b"</Vorgang></Export>",
        export([matter_xml(replace(PAPERS[0], day="2026-13-45"))]),
        export([matter_xml(PAPERS[0]).replace("<DokNr>19/100</DokNr>", "")]),
        export([matter_xml(PAPERS[0]).replace("V-100", "")]),
        export([matter_xml(PAPERS[0]).replace("<DBID>D-100</DBID>", "")]),
    ],
)
def test_hostile_and_broken_files_are_refused(
    body: bytes, server: Quellserver, store: Runstore, tmp_path: Path
) -> None:
    server.pages["/pardok.xml"] = Reply(body)
    assert read(store, export_source(server, tmp_path)).alarm and store.list_listed() == []


# --- OParl --------------------------------------------------------------------------------------------------


def test_deleted_papers_go(server: Quellserver, store: Runstore, tmp_path: Path) -> None:
    put_oparl(server, PAPERS)
    quelle = source("oparl", server, tmp_path)
    read(store, quelle)
    gone = replace(PAPERS[0], changed="2030-01-01T00:00:00+01:00", extra={"deleted": True})
    put_oparl(server, [*PAPERS[1:], gone])
    assert read(store, quelle).entfernt == 1
    assert count_listed(store) == 4
    assert any("modified_since" in request.query for request in server.requests)


def test_a_file_may_stand_under_its_own_address(server: Quellserver, store: Runstore, tmp_path: Path) -> None:
    file = {"type": "https://schema.oparl.org/1.1/File", "accessUrl": "https://example.org/a.pdf"}
    server.pages["/file"] = as_json(file)
    put_oparl(server, [replace(PAPERS[0], extra={"mainFile": f"{server.url}/file"})])
    read(store, source("oparl", server, tmp_path))
    assert store.list_listed()[0].antrag.pdf_url == "https://example.org/a.pdf"


# --- the rest -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("land", "nummer", "url"),
    [
        ("BUND", "07/5896", "https://dserver.bundestag.de/btd/07/058/0705896.pdf"),
        ("BUND", "21/ 7", "https://dserver.bundestag.de/btd/21/000/2100007.pdf"),
        (
            "NRW",
            "18/14035",
            "https://www.landtag.nrw.de/portal/WWW/dokumentenarchiv/Dokument/MMD18-14035.pdf",
        ),
        ("NRW", "15/1", None),
        ("BY", "19/1", None),
        ("BUND", "../../etc", None),
        (None, "21/7", None),
    ],
)
def test_links_that_follow_from_a_number(land: str | None, nummer: str, url: str | None) -> None:
    assert built_link(land, nummer) == url
