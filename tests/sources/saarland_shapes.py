"""Saarland's search by hand, after an answer that kleineanfragen kept (January 2019).

Names of fields are those of 2021 (dokukratie, parliament-texts), values and forms as in the answer of 2019;
papers are invented. The filter for one number, and the word for each kind, are assumed.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from core.base import clock
from core.features.sources.saarland import SEARCH, SITES, Saarland
from tests.sources.antrag_shapes import Paper
from tests.sources.hard_papers import movers_told, printed, typ_of
from tests.sources.quellserver import Quellserver, Reply, Request, as_json, web

if TYPE_CHECKING:
    from tests.sources.adapters import Adapter

LETTERS = {"Antrag": "Ag", "Abänderungsantrag": "Ab"}


def entry(paper: Paper) -> dict[str, Any]:
    period, number = paper.number.split("/")
    day = datetime.fromisoformat(paper.day).replace(tzinfo=clock.HERE) if paper.day else None
    name = f"{LETTERS.get(typ_of(paper), 'Af')}{period}_{int(number):04}.pdf"
    return {
        "Id": 12000 + int(number),
        "IsPublic": True,
        "SearchType": 1,
        "Title": paper.title,
        "FilePath": f"/file.ashx?FileId={12000 + int(number)}&FileName={name}",
        "PublicDate": f"/Date({int(day.timestamp()) * 1000})/" if day else None,
        "DocumentType": typ_of(paper),
        "DocumentAuthor": "",
        "Publisher": ";".join(movers_told(paper)),
        "DocumentNumber": printed(paper),
        "Legislative": int(period),
        **{name: value for name, value in paper.extra.items() if name[0].isupper()},
    }


def put_saarland(server: Quellserver, papers: Sequence[Paper]) -> None:
    def answer(request: Request) -> Reply:
        asked = json.loads(request.body)
        only = asked["KendoFilter"]["filters"][0]["filters"][0]["value"] if asked["KendoFilter"] else ""
        found = sorted(
            (paper for paper in papers if only in paper.number),
            key=lambda paper: paper.day,
            reverse=True,
        )
        start = asked["Pageination"]["Skip"]
        shown = found[start : start + asked["Pageination"]["Take"]]
        return as_json(
            {"CurrentSearchType": 1, "Pageination": asked["Pageination"], "Items": [*map(entry, shown)]}
        )

    server.pages[SEARCH] = answer


def saarland(server: Quellserver) -> Saarland:
    return Saarland(web(), replace(SITES[0], base=server.url))


def adapters() -> list["Adapter"]:
    from tests.sources.adapters import Adapter

    first = {"bis": "2026-11-04"}
    return [
        Adapter("saarland", put_saarland, lambda server, folder: saarland(server), SEARCH, first, land="SL")
    ]
