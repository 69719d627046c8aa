"""Bayern's search by hand, after a result page that landtagszusammenfasser kept (November 2024).

Its rows, counter and form are as there, kinds and movers as two readers of 2026 tell them; papers are
invented. The row of the course of a matter is after landtagszusammenfasser and a reader of
July 2026, simplified.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from html import escape
from typing import TYPE_CHECKING

from core.base.models import Wahlperiode
from core.features.sources.bayern import SITES, Bayern
from tests.sources.antrag_shapes import Paper
from tests.sources.hard_papers import german, movers_told, printed, typ_of
from tests.sources.quellserver import Quellserver, Reply, Request, web

if TYPE_CHECKING:
    from tests.sources.adapters import Adapter

PATH = "/parlament/dokumente/drucksachen"
COURSE = "/webangebot3/views/vorgangsanzeige/vorgangsanzeige.xhtml"
HTML = {"Content-Type": "text/html; charset=utf-8"}
PERIODS = (Wahlperiode(19, date(2023, 10, 8), date(2023, 10, 30), None, ()),)
ROW = """<div class="row result"> <div class="col-12"> <h4> <a class="" href="{pdf}" target="_blank">
 Drucksache Nr. {number}{day} </a> </h4> <p> {kind} </p> <h5><strong>{title}</strong></h5>
 <p>Kurz gesagt: Antrag SPD</p> <p> <a class="link-with-icon"
 href="{host}/webangebot3/views/vorgangsanzeige/vorgangsanzeige.xhtml?gegenstandid={id}">
 <i class="glyphicon"></i> Beratungsverlauf </a> <a class="link-with-icon"
 href="{host}/webangebot3/views/vorgangsmappe/vorgangsmappe.xhtml?gegenstandid={id}"> Vorgangsmappe </a> </p>
 <div class="schlagworte"> <strong>Schlagworte:</strong> <a class="link" href="#">Brunnen</a>
 </div> </div> </div>"""
PAGE = """<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8"><title>Drucksachen | Bayerischer Landtag</title></head><body>
<div id="blt-dokumenten-suche"><form class="facet-form" method="get">
<h1>Drucksachen und Protokolle</h1>{}</form></div>
</body></html>"""


def row(paper: Paper) -> str:
    number, host = int(paper.number.split("/")[1]), "https://www.bayern.landtag.de"
    pdf = f"{host}/www/ElanTextAblage_WP19/Drucksachen/Basisdrucksachen/0000002500/{number:010}.pdf"
    return ROW.format(
        host=host,
        pdf=paper.extra.get("LokURL", pdf),
        number=printed(paper),
        day=f" vom {german(paper.day)}" if paper.day else "",
        kind=escape(f"{typ_of(paper)} {', '.join(movers_told(paper))}{paper.extra.get('zu', '')}"),
        title=escape(paper.title),
        id=150000 + number,
    )


def put_bayern(server: Quellserver, papers: Sequence[Paper]) -> None:
    def answer(request: Request) -> Reply:
        asked = {name: values[0] for name, values in request.query.items()}
        if asked.get("dokumentenart") != "Drucksache":
            return Reply(b"", 302, {"Location": "/parlament/dokumente"})
        found = sorted(
            (
                paper
                for paper in papers
                if paper.number.split("/")[0] == asked["wahlperiodeid[]"]
                and asked.get("dknr") in (None, paper.number.split("/")[1])
            ),
            key=lambda paper: paper.day or "9",
            reverse=True,
        )
        size = int(asked["anzahl_treffer"])
        start = (int(asked["page"]) - 1) * size
        shown = found[start : start + size]
        count = f"<p> Treffer {start + 1} - {start + len(shown)} von {len(found)} </p>"
        head = f'<div class="row treffer-info"><div class="col-12"><br> {count} </div></div>'
        page = PAGE.format(head + "".join(map(row, shown)) if shown else "<p>Keine Treffer</p>")
        return Reply(page.encode(), 200, HTML)

    server.pages[PATH] = answer


def bayern(server: Quellserver) -> Bayern:
    return Bayern(web(), replace(SITES[0], base=server.url), PERIODS)


def adapters() -> list["Adapter"]:
    from tests.sources.adapters import Adapter

    first = {"bis": "2026-11-04"}
    return [Adapter("bayern", put_bayern, lambda server, folder: bayern(server), PATH, first, land="BY")]
