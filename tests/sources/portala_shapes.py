"""„portala“ as its own search page is answered, with invented papers.

Hand-made after okfde/dokukratie (`portala.py`, `portala.query.json`, `portala.query.bw.json`, `be.yml`: the
requests of Berlin and Baden-Württemberg, `item_count`, `report_id`, `efxRecordRepeater`, `h3`, `span.h6` with
the address in it), schneefisch/landtagszusammenfasser_bawue_scraper (session, „running“, the fields of PARLIS
as JSON within comments, `WMV35`), kleineanfragen's scraper of Baden-Württemberg (the search by number,
`fetched_hits`), and mandatsfeed and other public readers of Berlin and Sachsen-Anhalt (the lines,
`search_id`, the names of files).
Assumed, since no public source shows it: that PARLIS is asked again by `search_id` as Sachsen-Anhalt is; that
a search by number is answered in the form of the others; in the queries of Berlin and Sachsen-Anhalt
„DNR,KORD“ for a number (known of the older systems of that kind), and all of Sachsen-Anhalt's but its source,
format and sort; a day that is missing.
"""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from html import escape
from typing import TYPE_CHECKING, Any

from core.base.models import Wahlperiode
from core.features.sources.portala import PARLIS, SITES, Portala, PortalaSite
from tests.sources.antrag_shapes import Paper
from tests.sources.quellserver import Quellserver, Reply, Request, as_json, web

if TYPE_CHECKING:
    from tests.sources.adapters import Adapter

LANDS = {site.land: site for site in SITES}
TODAY = date(2026, 11, 25)
PERIODS = tuple(
    Wahlperiode(number, start, start, end, ())
    for number, start, end in (
        (18, date(2021, 10, 26), date(2026, 10, 25)),
        (19, date(2026, 10, 26), None),
    )
)
COOKIE = "JSESSIONID=abc"
PAGE = {"Content-Type": "text/html"}
"""No charset, as kleineanfragen met it."""


def german(day: str) -> str:
    return ".".join(reversed(day.split("-")))


# --- records ------------------------------------------------------------------------------------------------


def place(url: str, line: str, id: int = 243551, mime: str = "application/pdf") -> str:
    return f"{url} @@ {id - 100 if mime else ''} @@ {mime} @@ {line} || {id} <br> "


def parlis_record(paper: Paper) -> str:
    """A hit of PARLIS; `extra`: other fields than those that follow from the paper."""
    folder, number = "https://www.landtag-bw.de/files", paper.number.replace("/", "_")
    line = f"Antrag    {paper.urheber}  {german(paper.day)} Drucksache {paper.number}   (3 S.)"
    advice = "Beschlussempfehlung und Bericht    Ausschuss für Bau  09.11.2026 Drucksache 19/950   (9 S.)"
    sitting = "Beratung   Plenarprotokoll 19/88 12.11.2026  S. 8659-8667"
    places = (
        place(f"{folder}/{number}_D.pdf", line)
        + place(f"{folder}/19_950_D.pdf", advice, 2)
        + place(f"{folder}/19_0088.pdf#page=33", sitting, 3, "")
    )
    told = {
        "EWBV10": [{"main": paper.title}],
        "EWBV02": [{"main": f"V-{paper.number.partition('/')[2]}"}],
        "WMV41": [{"main": "Antrag"}],
        "WMV30": [{"main": f" {paper.urheber}"}],
        "WMV31": [{"main": "Überwiesen"}],
        "WMV35": [{"main": places}],
        **paper.extra,
    }
    comment = json.dumps({name: one for name, one in told.items() if one is not None}, ensure_ascii=False)
    title = f'<a class="efxZoomShort-Vorgang" href="">{escape(paper.title)}</a>'
    kind = "<dl><dt>Vorgangstyp:</dt><dd>Antrag</dd></dl>"
    return f'<div class="efxRecordRepeater well"><!--{comment}-->{title}{kind}</div>'


def line_of(site: PortalaSite, paper: Paper) -> str:
    if site.land == "BE":
        return f"Antrag {paper.urheber} Drucksache {paper.number} vom {german(paper.day)}"
    return f"Antrag {paper.urheber} {german(paper.day)} Drucksache {paper.number} (2 S.)"


def file_of(site: PortalaSite, paper: Paper) -> str:
    period, _, number = paper.number.partition("/")
    if site.land == "BE":
        folder = f"https://pardok.parlament-berlin.de/starweb/adis/citat/VT/{period}/DruckSachen"
        return f"{folder}/d{period}-{number:>04}.pdf"
    return f"https://padoka.landtag.sachsen-anhalt.de/files/drs/wp{period}/drs/d{number}dan.pdf"


def star_record(site: PortalaSite, paper: Paper) -> str:
    """A hit of Berlin or Sachsen-Anhalt; `extra`: `line` and `file`."""
    line = escape(str(paper.extra.get("line", line_of(site, paper))), quote=False)
    file = paper.extra.get("file", file_of(site, paper))
    title = f'<h3 class="h5"><span>{escape(paper.title)}</span></h3>'
    id = paper.number.partition("/")[2]
    if site.land == "BE":
        link = f'<a href="{file}">{line}</a>' if file else line
        address = f"https://pardok.parlament-berlin.de/portala/vorgang/V-{id}"
        copy = f'<a class="js-copy-link" data-link="{address}">Link</a>'
        line = f'<span class="h6">{link}</span>{copy}'
        return f'<div class="record mb-3 | efxRecordRepeater" data-efx-rec="{id}">{title}{line}</div>'
    button = f'<a class="btn btn-white" href="{file}"><span class="icon-text">Dokument</span></a>'
    link = f'<div class="mt-4">{button}</div>' if file else ""
    line = f'<span class="h6">{line}</span>{link}'
    return f'<div class="row efxRecordRepeater" data-efx-rec="{id}">{title}{line}</div>'


def record(site: PortalaSite, paper: Paper) -> str:
    return parlis_record(paper) if site.dialect is PARLIS else star_record(site, paper)


def report(records: Sequence[str]) -> Reply:
    body = f"<html><body><div id='results-container'>{''.join(records)}</div></body></html>"
    return Reply(body.encode(), 200, PAGE)


# --- the server ---------------------------------------------------------------------------------------------


def put_papers(server: Quellserver, site: PortalaSite, papers: Sequence[Paper], size: int = 2) -> None:
    """Begins a session, answers a search first as running, then with a report of so many hits a page."""
    found: dict[str, list[str]] = {}
    base = f"/{site.land}/"

    def search(request: Request) -> Reply:
        if request.headers.get("Cookie") != COOKIE:
            return Reply(b"", 403)
        asked = json.loads(request.body)
        if "search" in asked:
            key = f"s{len(found)}"
            found[key] = [record(site, one) for one in papers if _fits(site, one, asked["search"])]
            running = {"status": "running", "hits": len(found[key])}
            return as_json({"search_id": key, "sources": {site.source: running}})
        hits = found[asked["id"]]
        done = {"status": "finished", "hits": len(hits)}
        told = {"search_id": asked["id"], "item_count": len(hits), "sources": {site.source: done}}
        return as_json({**told, **({"report_id": f"r{asked['id']}"} if hits else {})})

    def pages(request: Request) -> Reply:
        start = int(request.query["start"][0])
        return report(found[request.query["report_id"][0][1:]][start : start + size])

    begun = Reply(b"<html>Suche</html>", 200, {**PAGE, "Set-Cookie": f"{COOKIE}; Path=/; HttpOnly"})
    server.pages[f"{base}{site.start}"] = begun
    server.pages[f"{base}browse.tt.json"] = search
    server.pages[f"{base}report.tt.html"] = pages


def _fits(site: PortalaSite, paper: Paper, search: dict[str, Any]) -> bool:
    day = datetime.strptime(paper.day, "%Y-%m-%d") if paper.day else datetime(2026, 11, 2)
    period, _, number = paper.number.partition("/")
    if site.dialect is PARLIS:
        lines = search["lines"]
        if search["serverrecordname"] == "dokument":
            return bool(lines == {"l1": "D", "l2": paper.number})
        first, last = (datetime.strptime(lines[name], "%d.%m.%Y") for name in ("l2", "l3"))
        return bool(lines["l1"] == period and lines["l4"] == "Antrag" and first <= day <= last)
    parsed = search["parsed"]
    if parsed != search["sref"] or f"((/WP {period}) AND" not in parsed:
        return False
    if days := re.search(r"SDAT= (\d{4} \d\d \d\d) THRU (\d{4} \d\d \d\d)", parsed):
        first, last = (datetime.strptime(one, "%Y %m %d") for one in days.groups())
        return first <= day <= last
    return f"DNR,KORD= {number})" in parsed


def local(server: Quellserver, land: str, **changed: Any) -> Portala:
    """PADOKA's list is closed; its form is read all the same, should the Landtag allow it."""
    site = replace(LANDS[land], base=f"{server.url}/{land}/", **{"is_closed": False, **changed})
    return Portala(web(), site, PERIODS, lambda: TODAY)


def adapters() -> list["Adapter"]:
    from tests.sources.adapters import Adapter

    def putting(site: PortalaSite) -> Callable[[Quellserver, Sequence[Paper]], None]:
        return lambda server, papers: put_papers(server, site, papers)

    return [
        Adapter(
            f"portala-{land}",
            putting(site),
            lambda server, folder, land=land: local(server, land),  # type: ignore[misc]
            f"/{land}/browse.tt.json",
            {"seit": "2026-11-05"},
            land=land,
        )
        for land, site in LANDS.items()
    ]
