"""`core doctor --online`: what each source tells of a known document, against what was recorded."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli import main
from core.commands import doctor
from core.context import Context
from core.settings import Settings
from core.sources import abgeordnetenwatch, dip, known_documents, pardok
from core.sources.document_links import built_link
from core.sources.known_documents import FILE, OnlineAnswer, OnlineState, ask_source
from tests.sources.antrag_shapes import Paper, cursored, drucksache, export, large_export, matter_xml
from tests.sources.printed import programme_pdf
from tests.sources.quellserver import Quellserver, Reply, as_json, html, pdf, quellserver, web

QUELLEN = [
    "abgeordnetenwatch.de", "Bundestag (DIP)", "Bundestag (PDF)", "Berlin (PARDOK)", "Landtag NRW (PDF)",
]  # fmt: skip
DIP_PDF = "https://dserver.bundestag.de/btd/07/058/0705896.pdf"
KNOWN = {
    "id": 140,
    "label": "Wahlprogramm von DIE PARTEI zur Bundestagswahl 2017",
    "parliament_period": {"id": 50, "label": "Bundestag Wahl 2017"},
    "party": {"id": 16, "label": "Die PARTEI"},
    "file": "https://www.abgeordnetenwatch.de/sites/default/files/election-program-files/"
    "diepartei_wahlprogramm_btw2017_0.pdf",
}


def put_pardok(server: Quellserver, day: str = "04.11.2021") -> None:
    recorded = (
        "<Vorgang><VID>V-351557</VID><Dokument><DBID>D-351558</DBID><DokArt>Drs</DokArt>"
        f"<DokTypL>Schriftliche Anfrage</DokTypL><DokNr>19/10006</DokNr>"
        f"<DokDat>{day}</DokDat><Urheber>Otto, Andreas (Grüne)</Urheber>"
        "</Dokument></Vorgang>"
    )  # fmt: skip
    matters = [matter_xml(Paper("19/1", "Brunnen")), recorded, matter_xml(Paper("19/2", "Wege"))]
    server.pages["/pardok.xml"] = Reply(export(matters))


@pytest.fixture
def server(place: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Quellserver]:
    """The shipped file, with the addresses of a server that answers as it was recorded."""
    with quellserver({}) as server:
        where = iter(["watch", "dip", "bt.pdf", "pardok.xml", "nrw.pdf"])
        lines = (Settings().data_dir / FILE).read_text().splitlines()
        told = [
            f'adresse = "{server.url}/{next(where)}"' if line.startswith("adresse") else line
            for line in lines
        ]
        (place.settings.data_dir / FILE).write_text("\n".join(told))
        server.pages["/watch/election-program/140"] = as_json({"meta": {"status": "ok"}, "data": KNOWN})
        paper = Paper("07/5896", "Drucksache", extra={"fundstelle": {"pdf_url": DIP_PDF}})
        server.pages["/dip/drucksache"] = cursored([drucksache(paper), drucksache(Paper("07/1", "Andere"))])
        server.pages["/bt.pdf"] = server.pages["/nrw.pdf"] = pdf(programme_pdf("Drucksache"))
        put_pardok(server)
        monkeypatch.setenv(dip.KEY, "geheim")
        monkeypatch.setattr(doctor, "default_context", lambda: place)
        monkeypatch.setattr("core.sources.web.web_of", lambda context: web())
        yield server


def answers(place: Context) -> dict[str, OnlineAnswer]:
    asked = known_documents.known_documents(web(), place.settings.data_dir)
    return {one.quelle: ask_source(one) for one in asked}


def test_where_all_is_as_recorded_each_has_its_line(
    server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--online"]) == 0
    out = capsys.readouterr().out
    assert all(f"{quelle} " in out for quelle in QUELLEN) and out.count("wie bekannt") == 5
    assert "docs/operation.md" in out


def test_what_differs_is_told_with_what_was_expected(
    server: Quellserver, capsys: pytest.CaptureFixture[str]
) -> None:
    put_pardok(server, "05.11.2021")
    assert main(["doctor", "--online"]) == 1
    out = capsys.readouterr().out
    assert "antwortet anders" in out
    assert "Berlin (PARDOK): Datum: erwartet „04.11.2021“, gefunden „05.11.2021“" in " ".join(out.split())


@pytest.mark.parametrize(
    ("path", "reply", "quelle", "state"),
    [
        ("/watch/election-program/140", as_json({"data": {**KNOWN, "label": "x"}}), 0, OnlineState.DIFFERENT),
        ("/watch/election-program/140", as_json({"data": []}), 0, OnlineState.DIFFERENT),
        ("/watch/election-program/140", html(), 0, OnlineState.DIFFERENT),
        ("/dip/drucksache", as_json({"documents": []}), 1, OnlineState.DIFFERENT),
        ("/dip/drucksache", cursored([drucksache(Paper("07/1", "Andere"))]), 1, OnlineState.DIFFERENT),
        ("/dip/drucksache", as_json({"message": "Unauthorized"}, 401), 1, OnlineState.REFUSED),
        ("/bt.pdf", html(403), 2, OnlineState.REFUSED),
        ("/bt.pdf", html(503), 2, OnlineState.UNREACHABLE),
        ("/nrw.pdf", html(), 4, OnlineState.DIFFERENT),
        ("/pardok.xml", html(404), 3, OnlineState.REFUSED),
        ("/pardok.xml", Reply(b"<Export></Export>"), 3, OnlineState.DIFFERENT),
        ("/pardok.xml", Reply(b"<Andere/>"), 3, OnlineState.DIFFERENT),
    ],
)  # fmt: skip
def test_one_that_fails_is_told_by_its_kind_and_the_others_are_asked(
    path: str, reply: Reply, quelle: int, state: OnlineState, place: Context, server: Quellserver
) -> None:
    server.pages[path] = reply
    found = answers(place)
    (wrong,) = [one for one in found.values() if one.state is not OnlineState.OK]
    assert (wrong.quelle, wrong.state) == (QUELLEN[quelle], state) and wrong.text


def test_without_a_key_its_source_is_left_out_with_the_way_to_one(
    place: Context, server: Quellserver, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(dip.KEY)
    assert main(["doctor", "--online", "--json"]) == 0
    told = {one["quelle"]: one for one in json.loads(capsys.readouterr().out)}
    assert (
        told["Bundestag (DIP)"]["state"] == "Schlüssel fehlt" and dip.KEY in told["Bundestag (DIP)"]["text"]
    )
    assert "/dip/drucksache" not in server.paths


def test_of_a_large_export_only_the_beginning_is_taken(place: Context, server: Quellserver) -> None:
    put_pardok(server)
    begin = server.pages["/pardok.xml"].body.removesuffix(b"</Export>\n")
    rest = b"".join([*large_export(2)][1:])
    server.pages["/pardok.xml"] = Reply(begin + rest, cut=True)
    assert answers(place)["Berlin (PARDOK)"].state is OnlineState.OK


def test_the_shipped_addresses_are_those_that_the_sources_are_read_at() -> None:
    text = (Settings().data_dir / FILE).read_text()
    built = [built_link("NRW", "18/14035"), built_link("BUND", "07/5896")]
    for address in (abgeordnetenwatch.BASE, dip.BASE, pardok.URL.format(19), *built):
        assert f'adresse = "{address}"' in text
    assert Path(Settings().data_dir / FILE).stat().st_size < 4000
