"""ParlDok 8 as its own search page is answered, with invented papers.

Hand-made after the answers of Mecklenburg-Vorpommern and Thüringen that maschinenlesbar-org/openka-cli
recorded (`parldok-search.json`, `parldok-listing.json`: the envelope, `count`, `queryid`, every field of a
document, slugs with the number in Thüringen, kinds with a leading blank), after its lib-parldok (facets,
Process/Document with `process` and `positions`), and after public readers of Mecklenburg-Vorpommern's
(`Fulltext/Resultpage`).
Assumed, since no public source shows it: that Hamburg answers in the same form (its addresses have
Thüringen's slugs); how motions are called but „Antrag“, „Änderungsantrag“, „Entschließungsantrag“ and
„Alternativantrag“; links within `authorhtml`; `exists` and `allowed` as false.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from core.features.sources.parldok import SITES, Parldok, ParldokSite
from tests.sources.antrag_shapes import Paper
from tests.sources.quellserver import Quellserver, Reply, Request, as_json, web

if TYPE_CHECKING:
    from tests.sources.adapters import Adapter

LANDS = {site.land: site for site in SITES}
TODAY = date(2026, 11, 25)
BIGGEST_PAGE = 2
"""However many are asked for: a source may send fewer."""


def document(site: ParldokSite, paper: Paper) -> dict[str, Any]:
    period, _, number = paper.number.partition("/")
    id = 70_000 + int("".join(letter for letter in number if letter.isdigit()))
    slug = "" if site.land == "MV" else f"/{period}_{int(number):05}_brunnen" if number.isdigit() else ""
    return {
        "Context": "",
        "Score": 0.0,
        "id": id,
        "title": paper.title,
        "date": ".".join(reversed(paper.day.split("-"))),
        "prelink": f"/dokument/{id}{slug}",
        "link": f"/dokument/{id}{slug}",
        "pdfsearch": "",
        "authorhtml": paper.urheber,
        "kind": "Drucksache",
        "type": " Antrag" if site.land == "TH" else "Antrag",
        "typeid": 12,
        "lp": int(period),
        "number": number,
        "exists": True,
        "allowed": True,
        "hasProcess": True,
        "processid": id + 5,
        "hasVideo": False,
        "video": None,
        **paper.extra,
    }


def beside(site: ParldokSite) -> list[dict[str, Any]]:
    """What lies beside motions: an answered question, and what bears the number of one but is none."""
    asked = Paper(
        "19/900", "Wann wird gebaut?", urheber="Eva Muster (CDU), Landesregierung (Amt für Bau, Wege)"
    )
    return [
        {**document(site, asked), "type": "Kleine Anfrage und Antwort"},
        {**document(site, Paper("19/102", "102. Sitzung")), "id": 9, "kind": "Plenarprotokoll",
         "type": "Protokoll", "link": "/dokument/9"},
    ]  # fmt: skip


def envelope(inner: object) -> Reply:
    return as_json({"success": True, "message": None, "data": json.dumps(inner, ensure_ascii=False)})


def answered(docs: Sequence[dict[str, Any]], start: int = 0, query: int = 368785) -> Reply:
    page = list(docs[start : start + BIGGEST_PAGE])
    limit = {"Start": start, "Length": 100}
    told = {
        "llm": None,
        "msg": "",
        "queryid": query,
        "count": len(docs),
        "sort": 0,
        "limit": limit,
        "docs": page,
    }
    return envelope({**told, "filters": None})


def put_documents(server: Quellserver, site: ParldokSite, docs: Sequence[dict[str, Any]]) -> None:
    """A server that searches by day, period and number, and remembers what each search found."""
    found: list[list[dict[str, Any]]] = []

    def search(request: Request) -> Reply:
        asked = json.loads(request.form["data"][0])
        if not {"max", "sort", "topk", "llm", "withfilter"} <= set(asked):
            return Reply(b"", 500)
        found.append([one for one in docs if all(_fits(one, tag) for tag in asked["tags"])])
        return answered(found[-1], query=len(found) - 1)

    def further(request: Request) -> Reply:
        asked = json.loads(request.form["data"][0])
        return answered(found[asked["queryid"]], asked["limit"]["Start"], asked["queryid"])

    def matter(request: Request) -> Reply:
        asked = json.loads(request.form["data"][0])
        (paper,) = [one for one in found[asked["queryid"]] if one["id"] == asked["id"]]
        return envelope({"process": {"id": paper["processid"], "positions": steps(site, paper)}})

    server.pages[f"/{site.land}/Fulltext/Search"] = search
    server.pages[f"/{site.land}/Fulltext/Resultpage"] = further
    server.pages[f"/{site.land}/Process/Document"] = matter


def steps(site: ParldokSite, paper: dict[str, Any]) -> list[dict[str, Any]]:
    advice = {
        **document(site, Paper("19/950", "Empfehlung", "2026-11-09")),
        "type": "Beschlussempfehlung und Bericht",
    }
    sitting = {
        "id": 9,
        "kind": "Plenarprotokoll",
        "type": "Protokoll",
        "lp": 19,
        "number": "88",
        "link": "/dokument/9",
    }
    told = [(paper, paper["date"]), (advice, "09.11.2026"), (sitting, "12.11.2026"), (None, "13.11.2026")]
    return [
        {"date": day, "text": "html:Schritt", "doc": doc, "pages": " S. 9", "comment": ""}
        for doc, day in told
    ]


def _fits(one: dict[str, Any], tag: dict[str, Any]) -> bool:
    if tag["type"] == 9:
        day, bound = _moment(one["date"]), _moment(tag["id"])
        return day >= bound if tag["field"] == "datefrom" else day <= bound
    return str({10: one["lp"], 14: one["number"]}[tag["type"]]) == tag["id"]


def _moment(day: str) -> datetime:
    return datetime.strptime(day, "%d.%m.%Y") if day else datetime(2026, 11, 2)


def local(server: Quellserver, land: str) -> Parldok:
    site = replace(LANDS[land], api=f"{server.url}/{land}", documents=f"{server.url}/{land}")
    return Parldok(web(), site, lambda: TODAY)


def adapters() -> list["Adapter"]:
    from tests.sources.adapters import Adapter

    def putting(site: ParldokSite) -> Callable[[Quellserver, Sequence[Paper]], None]:
        return lambda server, papers: put_documents(
            server, site, [*(document(site, paper) for paper in papers), *beside(site)]
        )

    return [
        Adapter(
            f"parldok-{land}",
            putting(site),
            lambda server, folder, land=land: local(server, land),  # type: ignore[misc]
            f"/{land}/Fulltext/Search",
            {"seit": "2026-11-05"},
            land=land,
        )
        for land, site in LANDS.items()
    ]
