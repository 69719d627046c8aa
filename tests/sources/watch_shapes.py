"""abgeordnetenwatch.de as its answers were recorded: elections and programmes, with paging and its traps."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.sources.quellserver import Reply, Request, as_json

Rows = Sequence[Mapping[str, Any]]


def envelope(rows: Rows, total: int, start: int) -> dict[str, Any]:
    about = {"version": "2.9.0", "licence": "CC0 1.0"}
    result = {"count": len(rows), "total": total, "range_start": start, "range_end": len(rows)}
    return {"meta": {"abgeordnetenwatch_api": about, "status": "ok", "result": result}, "data": list(rows)}


def listing(rows: Rows, most: int = 100, ignores_filters: bool = False) -> Callable[[Request], Reply]:
    """`range_end` is a page's size, at most `most`; filters by the id of what an entry belongs to."""

    def reply(request: Request) -> Reply:
        asked = {name: values[0] for name, values in request.query.items()}
        start, size = int(asked.pop("range_start", 0)), min(int(asked.pop("range_end", 100)), most)
        found = [
            row
            for row in rows
            if ignores_filters or all(row[name]["id"] == int(value) for name, value in asked.items())
        ]
        return as_json(envelope(found[start : start + size], len(found), start))

    return reply


def period(id: int, label: str, parliament: int = 4, kind: str = "election") -> dict[str, Any]:
    belongs = {"id": parliament, "entity_type": "parliament", "label": "Nordrhein-Westfalen"}
    return {"id": id, "entity_type": "parliament_period", "label": label, "type": kind, "parliament": belongs}


def program(id: int, election: int, partei: str, file: str | None, link: object = None) -> dict[str, Any]:
    return {
        "id": id,
        "entity_type": "election_program",
        "label": f"Wahlprogramm von {partei}",
        "parliament_period": {"id": election, "entity_type": "parliament_period"},
        "party": {"id": id, "entity_type": "party", "label": partei},
        "link": link or [{"uri": None, "title": None, "options": None}],
        "file": file,
    }
