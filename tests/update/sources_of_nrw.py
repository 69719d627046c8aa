"""One server with all that an update asks: programmes, their list, and an export of Anträge of NRW."""

from collections.abc import Sequence
from pathlib import Path

from core.assessment.user_prompts import find_prompt
from core.context import Context
from core.llm.catalogue import OFFLINE, find_modell
from core.runs.store import runstore
from core.sources.abgeordnetenwatch import Abgeordnetenwatch
from core.sources.pardok import PardokExport
from core.update.new_antraege import AutomaticAssessment
from core.update.run_update import UpdateBrought, UpdateOrder, run_update
from tests.sources.antrag_shapes import Paper, put_pardok
from tests.sources.printed import nrw_antrag_pdf, programme_pdf, protokoll_pdf
from tests.sources.quellserver import Quellserver, Reply, pdf, unchanged_if, web
from tests.sources.watch_shapes import listing, period, program

PROGRAMMES = {"spd": "SPD", "cdu": "CDU"}
PROTOKOLL = "/protokoll-88.pdf"


def put_programm(server: Quellserver, name: str, year: int = 2022, etag: str = '"1"') -> None:
    reply = pdf(programme_pdf(f"{PROGRAMMES[name]} Wahlprogramm zur Landtagswahl {year}"))
    server.pages[f"/{name}.pdf"] = unchanged_if(etag, reply)


def put_antraege(server: Quellserver, count: int, etag: str, broken: Sequence[int] = ()) -> None:
    papers = []
    for number in range(1, count + 1):
        nummer, path = f"18/{number}", f"/antrag-{number}.pdf"
        places = {"LokURL": f"{server.url}{path}", "Protokoll": f"{server.url}{PROTOKOLL}"}
        papers.append(Paper(nummer, f"Brunnen für Viertel {number}", extra=places))
        content = (
            b"%PDF-1.4 und dann nichts" if number in broken else nrw_antrag_pdf(nummer, papers[-1].title)
        )
        server.pages[path] = pdf(content)
    server.pages[PROTOKOLL] = pdf(protokoll_pdf())
    put_pardok(server, papers, etag)


def put_all(server: Quellserver, count: int = 2, etag: str = '"1"') -> None:
    rows = [
        program(n, 31, partei, f"{server.url}/{name}.pdf")
        for n, (name, partei) in enumerate(PROGRAMMES.items())
    ]
    server.pages["/parliament-periods"] = listing([period(31, "Nordrhein-Westfalen Wahl 2022")])
    server.pages["/election-program"] = listing(rows)
    for name in PROGRAMMES:
        put_programm(server, name)
    put_antraege(server, count, etag)


def export_of(server: Quellserver, folder: Path) -> PardokExport:
    where = f"{server.url}/pardok.xml"
    return PardokExport(web(), folder, where, "NRW", "Landtag", "PARDOK/18", "Quelle: Landtag NRW")


def order(server: Quellserver, folder: Path, **more: object) -> UpdateOrder:
    watch = Abgeordnetenwatch(web(), server.url)
    told = {"sources": (export_of(server, folder),), "watch": watch, "land": "NRW", **more}
    return UpdateOrder(**told)  # type: ignore[arg-type]


def by(context: Context, modell: str = OFFLINE, limit: float | None = None) -> AutomaticAssessment:
    prompt = find_prompt(context, runstore(context), find_modell(context, modell).prompt)
    return AutomaticAssessment(modell, prompt, limit)


def update(place: Context, server: Quellserver, **more: object) -> UpdateBrought:
    return run_update(place, order(server, place.settings.laeufe_dir / "quellen", **more))


def full(server: Quellserver) -> list[str]:
    """What was asked for without telling a version that is already there."""
    return [
        r.path
        for r in server.requests
        if "If-None-Match" not in r.headers and r.path.endswith(("pdf", "xml"))
    ]


def nothing() -> Reply:
    return Reply(b"{}", 200, {"Content-Type": "application/json"})
