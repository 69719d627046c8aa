"""The search of the Parlamentsspiegel as its answers were recorded, told by invented papers.

Hand-made after the recorded pages of openka-cli (October 2026): classes, nesting, unclosed elements, hidden
spans and the forms of each Land are theirs. Those are rows of Anfragen; rows of Anträge are assumed to be alike.
"""
# ruff: noqa: E501 - the lines of their HTML

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from core.features.sources.parlamentsspiegel import CODES, Parlamentsspiegel
from tests.sources.adapters import Adapter
from tests.sources.antrag_shapes import Paper
from tests.sources.quellserver import Quellserver, Reply, Request, web

HTML = {"Content-Type": "text/html;charset=UTF-8"}


@dataclass(frozen=True)
class Row:
    """`number` as the Land prints it; `movers` as in „Urheber“; `place`: the Fundstelle without its Land."""

    land: str
    number: str
    title: str
    day: str
    movers: str
    place: str
    label: str = "Drucksache"
    typ: str = "Antrag"
    url: str = "https://example.org/d.pdf"
    id: str = ""
    following: tuple[tuple[str, str, str, str], ...] = ()

    @property
    def key(self) -> str:
        number = self.number.split("(")[0].replace("/", "").replace(" ", "")
        return self.id or f"{CODES[self.land]}_V{number}_D{number}1"


def row_html(row: Row) -> str:
    others = "".join(
        f'''<div class="ps-folge"> <p class="ps-dokument"> <div> <a target="PDFs" href="{escape(url)}">
        <i class="fa fa-file-pdf-o" title="{row.key}9"></i>&nbsp; <span class="">{escape(name)}</span>: </a>
        <span>Land - {escape(place)}</span> </div> </p>
        <p class="ps-titel ps-truncate"><i class="material-icons">expand_more</i>
        <span class="text-caps">Titel</span>: <span>{escape(row.title)}</span></p>
        <p class="ps-urheber"><i class="material-icons">expand_more</i> <span class="text-caps">Urheber</span>:
        <span>{escape(movers)}</span></p> </div>'''
        for name, place, movers, url in row.following
    )
    return f'''<div class="ps-vorgang">
      <p class="ps-titel h5 font-weight-bold" ><a class="ps-details collapsed" href=".ps-detail-{row.key}"
        data-toggle="collapse" aria-controls="ps-detail-{row.key}" >
        <i class="material-icons valign-middle">expand_more</i> <span>{escape(row.title)}</span></a></p>
      <p class="ps-dokument"> <div> <!-- als Lieschen Müller -->
        <a class="font-weight-bold" target="PDFs" href="{escape(row.url)}"><i class="fa fa-file-pdf-o"></i>&nbsp;
        <span>{row.label} {row.number}</span>: </a>
        <span class="text-caps" title="1/1, {row.key}">{row.land}</span> -
        <span>{escape(row.typ)}; Fraktion: egal; {row.day}; (3 S.)</span>
        <span class="d-none">; <span class="text-caps">Neuestes Dokument</span>: <span>31.12.2026</span></span>
        <span class="ps-zeige-mehr"><i class="material-icons">expand_more</i><span>mehr</span></span> </div> </p>
      <div class="collapse ps-detail-{row.key}"><p class="ps-sachgebiet"><span>Sachgebiet</span>: <span>x</span></p>
      </div> <div class="collapse ps-detail-{row.key}"> <div>
        <p class="ps-urheber ps-truncate"><i class="material-icons">expand_more</i>
          <span class="text-caps">Urheber</span>: <span>{escape(row.movers)}</span></p>
        <p class="ps-fundstelle ps-truncate"><i class="material-icons">expand_more</i>
          <span class="text-caps">Fundstelle</span>: <span class="text-caps d-none">des Landtags</span>
          <span>{row.land} - {row.place}</span></p> </div> </p>
      <p class="ps-folge-dok"><i class="material-icons">expand_more</i>
        <span class="text-caps">{len(row.following)} weitere Dokumente</span></p>
      <div id="iFolge" class="ml-3 collapse">{others}<div class="ps-wenig"><a href="#iFolge">weniger</a></div></div>
      </p> </div> <hr />'''


def page_html(rows: Sequence[Row], total: int, page: int, size: int = 50) -> str:
    count = f"{total:,}".replace(",", ".")
    pages = max(1, -(-total // size))
    body = "".join(row_html(row) for row in rows)
    return f"""<!DOCTYPE html><html lang="de"><body><div class="text-right d-lg-none"> <b>{count}</b>
      <span>{"Vorgang" if total == 1 else "Vorgänge"}</span> <sup>in: <span>00.055</span></sup> <br />
      <small class="text-dark"> Seite <b>{page + 1}</b> von <b>{pages}</b> (max <b>{size}</b> Treffer/Seite)
      </small></div><div id="iTreffer">{body}</div></body></html>"""


def put_rows(server: Quellserver, rows: Sequence[Row]) -> None:
    """Answers by day, by Land and by words, as the form does."""

    def found(request: Request) -> Reply:
        asked = {name: values[0] for name, values in request.query.items()}
        code, words = asked["qyHerk"], asked.get("query", "")
        wanted = [row for row in rows if CODES[row.land] == code and words in _digits(row)]
        if "qyZeitAb" in asked:
            span = (_day(asked["qyZeitAb"]), _day(asked["qyZeitBis"]))
            wanted = [row for row in wanted if span[0] <= _day(row.day) <= span[1]]
        size, page = int(asked["size"]), int(asked["page"])
        text = page_html(wanted[page * size : (page + 1) * size], len(wanted), page, size)
        return Reply(text.encode(), 200, HTML)

    server.pages["/suche"] = found


def _digits(row: Row) -> str:
    names = [row.number, row.place, *(name for name, *_ in row.following)]
    return " ".join(names + [name.replace(" 0", " ").lstrip("0") for name in names])


def _day(told: str) -> date:
    day, month, year = map(int, told.split("."))
    return date(year, month, day)


def row_of(paper: Paper, land: str) -> Row:
    day = ".".join(reversed(paper.day.split("-")))
    place = f"Antrag {paper.urheber} {day} Drucksache {paper.number}  (3 S.)"
    url = f"https://example.org/{paper.number.replace('/', '-')}.pdf"
    return Row(land, paper.number, paper.title, day, paper.urheber, place, url=url)


def adapters() -> list[Adapter]:
    def of_land(land: str) -> Adapter:
        return Adapter(
            f"spiegel-{land.lower()}",
            lambda server, papers: put_rows(server, [row_of(paper, land) for paper in papers]),
            lambda server, folder: Parlamentsspiegel(web(), land, f"Parlament von {land}", server.url),
            "/suche",
            {"bis": "2026-11-05"},
            land=land,
        )

    return [of_land("HE"), of_land("TH")]
