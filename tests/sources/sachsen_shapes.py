"""Sachsen's REDAS by hand, after mandatsfeed (June 2026), OpenParliamentTV and a scraper of 2025.

Paths, filters, fields, lines of Anträge and the answer behind the list are as there; papers are invented.
That `querygetall` answers with the same fields, and codes of rarer kinds, are assumed.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

from core.base.models import Wahlperiode
from core.features.sources.sachsen import KINDS, SITES, Redas
from tests.sources.antrag_shapes import Paper
from tests.sources.hard_papers import german, movers_told, printed, typ_of
from tests.sources.quellserver import Quellserver, Reply, Request, web

if TYPE_CHECKING:
    from tests.sources.adapters import Adapter

PATH = "/redas/query"
JSON = {"Content-Type": "application/json"}
BEHIND = {"timestamp": "2026-11-30T15:00:00", "status": 200, "path": "/redas/query"}
CODES = {"Antrag": "Antr", **{typ: code for code, typ in KINDS.items()}, "Dringlicher Antrag": "DringlAntr"}
PERIODS = (Wahlperiode(19, date(2024, 9, 1), date(2024, 10, 1), None, ()),)


def item(paper: Paper) -> dict[str, Any]:
    code, number = CODES.get(typ_of(paper), typ_of(paper)), int(paper.number.split("/")[1])
    parts = (code, ", ".join(movers_told(paper)), german(paper.day), f"Drs {printed(paper)}")
    return {
        "id": 7000 + number,
        "dokumentenart": "Drs",
        "dokumententyp": code,
        "titel": paper.title,
        "fundstelleAutor": " ".join(filter(None, parts)),
        "dateien": [
            {
                "id": 9000 + number,
                "format": "application/pdf",
                "name": "Antrag",
                "filename": f"19_Drs_{number}_0_1_1_.pdf",
                "url": f"download?datei_id={9000 + number}",
            }
        ],
        "anzeigeId": f"Drs {paper.number}",
        **{
            name: value
            for name, value in paper.extra.items()
            if name in ("dateien", "anzeigeId", "fundstelleAutor")
        },
    }


def put_redas(server: Quellserver, papers: Sequence[Paper]) -> None:
    def answer(request: Request) -> Reply:
        asked = {name: values[0] for name, values in request.query.items()}
        found = [
            item(paper)
            for paper in papers
            if paper.number.split("/")[0] == asked["wahlperiode"]
            and asked.get("dokNr") in (None, paper.number.split("/")[1])
            and (not paper.day or asked.get("anfangsDatum", "") <= paper.day <= asked.get("endeDatum", "9"))
        ][: int(asked["pageSize"])]
        body = json.dumps(found, ensure_ascii=False) + json.dumps(BEHIND)
        return Reply(body.encode(), 200, JSON)

    server.pages[PATH] = server.pages["/redas/querygetall"] = answer


def redas(server: Quellserver) -> Redas:
    return Redas(web(), replace(SITES[0], base=f"{server.url}/redas"), PERIODS)


def adapters() -> list["Adapter"]:
    from tests.sources.adapters import Adapter

    first = {"bis": "2026-11-04"}
    return [Adapter("sachsen", put_redas, lambda server, folder: redas(server), PATH, first, land="SN")]
