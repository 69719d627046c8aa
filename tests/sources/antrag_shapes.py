"""The three sources of Anträge as their answers were recorded, told by the same few papers."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from core.features.sources.dip import Dip
from core.features.sources.oparl import OparlBody
from core.features.sources.pardok import PardokExport
from tests.sources.quellserver import Quellserver, Reply, Request, as_json, unchanged_if, web

if TYPE_CHECKING:
    from tests.sources.adapters import Adapter


@dataclass(frozen=True)
class Paper:
    number: str
    title: str
    day: str = "2026-11-02"
    changed: str = "2026-11-03T10:00:00+01:00"
    urheber: str = "Fraktion der SPD"
    extra: dict[str, Any] = field(default_factory=dict)


# --- DIP ----------------------------------------------------------------------------------------------------


def drucksache(paper: Paper) -> dict[str, Any]:
    matter = {"id": f"v{paper.number}", "titel": paper.title, "vorgangstyp": "Antrag"}
    return {
        "id": f"28{paper.number.replace('/', '')}",
        "typ": "Dokument",
        "dokumentart": "Drucksache",
        "drucksachetyp": "Antrag",
        "dokumentnummer": paper.number,
        "wahlperiode": 21,
        "herausgeber": "BT",
        "datum": paper.day,
        "aktualisiert": paper.changed,
        "titel": paper.title,
        "fundstelle": {"pdf_url": "https://dserver.bundestag.de/x.pdf", "dokumentnummer": paper.number},
        "urheber": [{"einbringer": True, "bezeichnung": "SPD", "titel": paper.urheber}],
        "vorgangsbezug": [matter],
        "vorgangsbezug_anzahl": 1,
        **paper.extra,
    }


def step(paper: Paper) -> dict[str, Any]:
    decided = [{"beschlusstenor": "Ablehnung der Vorlage", "seite": "4292B", "dokumentnummer": paper.number}]
    place = {
        "dokumentnummer": "21/40",
        "datum": "2026-11-12",
        "pdf_url": "https://dserver.bundestag.de/p.pdf",
    }
    return {"vorgang_id": f"v{paper.number}", "beschlussfassung": decided, "fundstelle": place}


def cursored(rows: Sequence[dict[str, Any]], size: int = 2) -> Callable[[Request], Reply]:
    """Goes on until the cursor comes back unchanged; takes any filter that it knows, and ignores others."""

    def reply(request: Request) -> Reply:
        start = int(request.query.get("cursor", ["0"])[0])
        wanted = [one for one in rows if _fits(one, request)]
        page = wanted[start : start + size]
        return as_json({"numFound": len(wanted), "cursor": str(start + len(page)), "documents": page})

    return reply


def _fits(one: dict[str, Any], request: Request) -> bool:
    asked = {name: values[0] for name, values in request.query.items()}
    return (
        asked.get("f.dokumentnummer") in (None, one.get("dokumentnummer"))
        and asked.get("f.vorgang") in (None, one.get("vorgang_id"))
        and asked.get("f.aktualisiert.start", "") <= one.get("aktualisiert", "9")
    )


def put_dip(server: Quellserver, papers: Sequence[Paper]) -> None:
    server.pages["/dip/drucksache"] = cursored([drucksache(paper) for paper in papers])
    server.pages["/dip/vorgangsposition"] = cursored([step(paper) for paper in papers])


# --- PARDOK -------------------------------------------------------------------------------------------------

HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<!DOCTYPE Export PUBLIC "-//Landtag NRW//DTD Parlamentsspiegel Export 1.0//DE" "export.dtd">\n'
    '<Export aktualisiert="2026-11-21T14:42:06">\n'
)


def element(name: str, value: str) -> str:
    return f"<{name}>{escape(value)}</{name}>"


def dokument(**fields: str) -> str:
    return (
        f"<Dokument>{''.join(element(name, value) for name, value in fields.items() if value)}</Dokument>\n"
    )


def matter_xml(paper: Paper, art: str = "Antr", title: bool = True) -> str:
    day = ".".join(reversed(paper.day.split("-")))
    id = paper.number.split("/")[1]
    motion = dokument(
        DBID=f"D-{id}", ReihNr="0001", DHerk="BLN", Wp="19", DokArt="Drs", DokArtL="Drucksache", DokTyp=art,
        DokTypL="Antrag" if art == "Antr" else "Schriftliche Anfrage", Titel=paper.title if title else "",
        DokNr=paper.number, DokDat=day, Urheber=paper.urheber, LokURL=paper.extra.get("LokURL", f"https://example.org/d{id}.pdf"),
    )  # fmt: skip
    sitting = dokument(
        DBID=f"P-{id}", ReihNr="0002", DokArt="PlPr", DokArtL="Plenarprotokoll", DokNr="19/88", Sb="S. 9",
        DokDat="12.11.2026", LokURL=paper.extra.get("Protokoll", "https://example.org/p88.pdf"),
    )  # fmt: skip
    subject = f"<Nebeneintrag>{element('ReihNr', '0001')}{element('Desk', 'Brunnen')}</Nebeneintrag>"
    head = f"{element('VID', f'V-{id}')}<VNr/>{element('VTyp', 'Antr')}"
    return f"<Vorgang>{head}{subject}{motion}{sitting}</Vorgang>\n"


def withdrawn_xml(paper: Paper) -> str:
    id = paper.number.split("/")[1]
    return f"<Vorgang>{element('VID', f'V-{id}')}{element('VFunktion', 'delete')}</Vorgang>\n"


def export(matters: Sequence[str]) -> bytes:
    return (HEAD + "".join(matters) + "</Export>\n").encode()


def put_pardok(server: Quellserver, papers: Sequence[Paper], etag: str = '"1"') -> None:
    reply = Reply(export([matter_xml(paper) for paper in papers]), 200, {"Content-Type": "text/xml"})
    server.pages["/pardok.xml"] = unchanged_if(etag, reply)


# --- OParl --------------------------------------------------------------------------------------------------


def put_oparl(server: Quellserver, papers: Sequence[Paper], size: int = 2) -> None:
    base = f"{server.url}/oparl"
    body = {"id": f"{base}/body", "type": "https://schema.oparl.org/1.1/Body", "name": "Stadt Lindenau",
            "paper": f"{base}/papers"}  # fmt: skip
    server.pages["/oparl/body"] = as_json(body)
    rows = [_oparl_paper(base, paper) for paper in papers]
    for row, paper in zip(rows, papers, strict=True):
        server.pages[f"/oparl/paper/{paper.number.replace('/', '-')}"] = as_json(row)

    def listed(request: Request) -> Reply:
        start = int(request.query.get("page", ["0"])[0])
        since = request.query.get("modified_since", [""])[0]
        found = [row for row in rows if row["modified"] >= since]
        links = {"next": f"{base}/papers?page={start + size}"} if start + size < len(found) else {}
        return as_json({"data": found[start : start + size], "links": links, "pagination": {}})

    server.pages["/oparl/papers"] = listed


def _oparl_paper(base: str, paper: Paper) -> dict[str, Any]:
    id = paper.number.replace("/", "-")
    file = {"type": "https://schema.oparl.org/1.1/File", "mimeType": "application/pdf",
            "downloadUrl": f"{base}/{id}.pdf", "accessUrl": f"{base}/{id}"}  # fmt: skip
    return {
        "id": f"{base}/paper/{id}",
        "type": "https://schema.oparl.org/1.1/Paper",
        "name": paper.title,
        "reference": paper.number,
        "date": paper.day,
        "paperType": "Antrag",
        "mainFile": file,
        "modified": paper.changed,
        **json.loads(json.dumps(paper.extra)),
    }


# --- driven by the tests of every source -------------------------------------------------------------------


def adapters() -> list["Adapter"]:
    from tests.sources.adapters import Adapter

    def oparl_paper(server: Quellserver, number: str) -> str:
        return f"{server.url}/oparl/paper/{number.replace('/', '-')}"

    return [
        Adapter(
            "dip",
            put_dip,
            lambda server, folder: Dip(web(), "geheim", f"{server.url}/dip"),
            "/dip/drucksache",
            {"seit": "2026-11-01T00:00:00+01:00"},
            land="BUND",
        ),
        Adapter(
            "pardok",
            put_pardok,
            lambda server, folder: PardokExport(web(), folder, 19, f"{server.url}/pardok.xml"),
            "/pardok.xml",
            land="BE",
        ),
        Adapter(
            "oparl",
            put_oparl,
            lambda server, folder: OparlBody(web(), f"{server.url}/oparl/body"),
            "/oparl/papers",
            asked_by=oparl_paper,
            has_movers=False,
        ),
    ]
