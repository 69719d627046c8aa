"""The Parlamentsspiegel: the common index of the sixteen Landtage, read from the pages of its search.

It has no interface for machines: the classes of its HTML are all there is to hold on to. Its traps: pages
count from 0; a hidden span tells the day of the newest paper, which is not this one's; two addresses may be
glued into one link; Thüringen says „Dokument“ for „Drucksache“; a paragraph that holds a block is torn apart
by every parser, so that only the order of the elements tells what belongs together. Known from recorded
answers (openka-cli, October 2026) and from parlamentsspiegel-docu, which are of Anfragen: that rows of
Anträge are like theirs is assumed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from core.antrag.antrag import is_same_number, number_of
from core.antrag.vote_papers import NamedPaper
from core.base import clock, formats
from core.features.sources.antrag_quelle import (
    KINDS,
    Portion,
    checked,
    day_of,
    papers_of_matter,
    unrecognised,
)
from core.features.sources.landtag_text import printed, root_of
from core.programme.web import Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

if TYPE_CHECKING:
    from lxml.html import HtmlElement

BASE = "https://www.parlamentsspiegel.de"
SPIEGEL = "Parlamentsspiegel/"
LICENCE = "Quelle: Parlamentsspiegel, die gemeinsame Dokumentation der Landesparlamente"
CODES = {
    "BW": "BW", "BY": "BAY", "BE": "BLN", "BB": "BRA", "HB": "HB", "HH": "HH", "HE": "HES", "MV": "MEVO",
    "NI": "NDS", "NRW": "NW", "RP": "RPF", "SL": "SAL", "SN": "SAC", "LSA": "SACA", "SH": "SH", "TH": "THUE",
}  # fmt: skip
"""What the index calls a Land."""

FIRST = timedelta(days=90)
WINDOW = timedelta(days=30)
OVERLAP = timedelta(days=14)
"""The Landtage deliver a paper some days after its own day."""

SIZE = 50
MOST_PAGES = 60
SEARCHED_PAGES = 4
"""A number is also found where another paper names it."""

MATTER = "ps-vorgang"
ID = re.compile(r"ps-detail-(?P<land>[A-Z]{2,4})_(?P<matter>V\w{1,20})_(?P<paper>D\w{1,20})\b")
COUNT = re.compile(r"\d{1,3}(?:\.\d{3})*|\d{1,9}")
PAPER = re.compile(r"(?:Drucksache|Dokument) (?P<number>\d{1,2} ?/ ?\d[\d ]{0,6})(?: ?\(.{0,40}\))?:?")
ANY_PAPER = re.compile(r"\bDrucksache (?P<number>\d{1,2} ?/ ?\d{1,6})\b")
DAY = re.compile(r"\b\d{2}\.\d{2}\.\d{4}\b")
ADDRESS = re.compile(r"https?://.+?(?=https?://|$)")
MOTION = re.compile(r"antr[aä]g", re.IGNORECASE)
STEPS = (
    ("BeschlEmpf", re.compile(r"Beschlussempfehlung|Beschlußempfehlung")),
    ("PlPr", re.compile(r"Plenarprotokoll|\bPlPr\b")),
    ("Beschl", re.compile(r"\bBeschluss\b|\bBeschluß\b")),
)
HIDDEN = {"d-none", "material-icons"}


@dataclass(frozen=True, slots=True)
class Parlamentsspiegel:
    """`parlament`: how its parliament is called."""

    web: Web
    land: str
    parlament: str
    base: str = BASE
    lizenz: str = LICENCE

    @property
    def name(self) -> str:
        return f"{SPIEGEL}{self.land}"

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """`bis`: the day up to which all is stored. Told month by month, so that no search is too long."""
        today = clock.now().date()
        told = stand.get("bis")
        begin = date.fromisoformat(told) - OVERLAP if isinstance(told, str) else today - FIRST
        while True:
            end = min(begin + WINDOW, today)
            asked = {"qyVTyp": "Antrag", "qyZeitAb": formats.day(begin), "qyZeitBis": formats.day(end)}
            entries = (one for page in self._pages(asked, MOST_PAGES) for one in page)
            yield Portion(tuple(one for one in entries if MOTION.search(one.typ)), {"bis": end.isoformat()})
            if end >= today:
                return
            begin = end + timedelta(days=1)

    def by_number(self, nummer: str) -> ListedAntrag | None:
        wanted = number_of(nummer) or nummer
        for page in self._pages({"query": wanted}, SEARCHED_PAGES):
            for one in page:
                if is_same_number(one.nummer, wanted):
                    return one
                for other in one.weitere:
                    if is_same_number(str(other["nummer"]), wanted) and other["kurz"] not in KINDS:
                        return self._of_matter(one, other)
        return None

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        return papers_of_matter(antrag)

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    def _pages(self, asked: dict[str, str], most: int) -> Iterator[list[ListedAntrag]]:
        """Each page must hold as many matters as its own count says."""
        for number in range(most):
            place = {"qyHerk": CODES[self.land], "type": "vorgang", "als": "0"}
            query = {**asked, **place, "size": str(SIZE), "page": str(number)}
            page = self.web.page(f"{self.base}/suche", query)
            total, found = self._read(page.text, number)
            if len(found) != max(0, min(SIZE, total - number * SIZE)):
                self._unknown(f"von {total} Vorgängen stehen auf Seite {number + 1} nur {len(found)}")
            yield found
            if total <= (number + 1) * SIZE:
                return
        if most == MOST_PAGES:
            self._unknown(f"nach {most} Seiten kommt immer noch eine")

    def _read(self, text: str, number: int) -> tuple[int, list[ListedAntrag]]:
        root = root_of(self._told_name, text)
        matters: list[list[HtmlElement]] = []
        totals: list[str] = []
        pages: list[str] = []
        for element in root.iter():
            if not isinstance(element.tag, str):
                continue
            if MATTER in (element.get("class") or "").split():
                matters.append([])
            elif matters:
                matters[-1].append(element)
            if element.tag == "b" and COUNT.fullmatch((element.text or "").strip()):
                told, following = element.text.strip().replace(".", ""), element.getnext()
                if following is not None and visible_text(following) in ("Vorgänge", "Vorgang"):
                    totals.append(told)
                before = element.getprevious()
                parent = element.getparent()
                text = before.tail if before is not None else parent.text if parent is not None else ""
                if (text or "").strip().endswith("Seite"):
                    pages.append(told)
        if not totals:
            self._unknown("die Zahl der Vorgänge fehlt")
        if pages and str(number + 1) not in pages:
            self._unknown(f"gefragt war Seite {number + 1}, gekommen ist Seite {pages[0]}")
        return int(totals[0]), [self._listed(elements) for elements in matters]

    def _listed(self, elements: "list[HtmlElement]") -> ListedAntrag:
        cut = next((at for at, one in enumerate(elements) if _is(one, "ps-folge-dok")), len(elements))
        row, others = elements[:cut], elements[cut:]
        id = next((found for one in row if (found := ID.search(one.get("href") or ""))), None)
        if id is None:
            self._unknown("ein Vorgang hat keine Kennung")
        if id["land"] != CODES[self.land]:
            self._unknown(f"gefragt war {CODES[self.land]}, es kommt {id['land']}")
        title = next((visible_text(one) for one in row if _is(one, "ps-details")), "")
        title = title.removeprefix("expand_more").strip() or self._unknown("ein Vorgang hat keinen Titel")
        link, summary = self._paper_and_summary(row, id[0])
        number = PAPER.fullmatch(visible_text(link))
        if number is None:
            self._unknown(f"„{visible_text(link)[:60]}“ nennt keine Drucksache")
        parts = [part.strip() for part in summary.split(";")]
        days = [part for part in parts if DAY.fullmatch(part)]
        if len(days) > 1:
            self._unknown(f"„{summary[:80]}“ nennt zwei Tage")
        plain = number_of(number["number"])
        place = _field(row, "ps-fundstelle")
        named = [found["number"] for found in ANY_PAPER.finditer(place)]
        if named and not any(is_same_number(one, plain) for one in named):
            self._unknown(f"die Zeile nennt {plain}, die Fundstelle „{place[:80]}“")
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=f"{id['land']}_{id['matter']}_{id['paper']}",
                nummer=plain,
                titel=title[:2000],
                typ=parts[0][:100],
                parlament=self.parlament,
                bundesland=self.land,
                wahlperiode=int(plain.split("/")[0]),
                datum=day_of(self.name, days[0] if days else None),
                urheber=_movers(_field(row, "ps-urheber")),
                pdf_url=_address(link.get("href") or ""),
                vorgang=f"{id['land']}_{id['matter']}",
                weitere=tuple(self._following(others))[:50],
            )
        )

    def _paper_and_summary(self, row: "list[HtmlElement]", id: str) -> "tuple[HtmlElement, str]":
        """The link to the paper, and what stands behind the name of the Land."""
        links = [one for one in row if one.tag == "a" and one.get("target") == "PDFs"]
        wanted = id.removeprefix("ps-detail-")
        at = next((n for n, one in enumerate(row) if wanted in (one.get("title") or "")), None)
        if len(links) != 1 or at is None:
            self._unknown("bei einem Vorgang ist nicht zu erkennen, welche Drucksache gemeint ist")
        summary = next((visible_text(one) for one in row[at + 1 :] if one.tag == "span"), "")
        return links[0], summary

    def _following(self, elements: "list[HtmlElement]") -> Iterator[Json]:
        """The other papers of the matter: kind, number, day, address, and what it is called."""
        starts = [n for n, one in enumerate(elements) if one.tag == "a" and one.get("target") == "PDFs"]
        for start, end in pairwise([*starts, len(elements)]):
            own = elements[start:end]
            spans = (visible_text(one) for one in own if one.tag == "span")
            place = next((text for text in spans if " - " in text), "")
            days = DAY.findall(place)
            number = PAPER.fullmatch(visible_text(own[0]))
            yield {
                "kurz": next((kurz for kurz, form in STEPS if form.search(place)), ""),
                "art": place.partition(" - ")[2][:200],
                "nummer": number_of(number["number"]) if number else "",
                "datum": days[0] if len(days) == 1 else "",
                "url": _address(own[0].get("href") or "") or "",
                "titel": _field(own, "ps-titel")[:2000],
                "urheber": list(_movers(_field(own, "ps-urheber"))),
            }

    def _of_matter(self, matter: ListedAntrag, paper: Json) -> ListedAntrag:
        """A paper that stands under another, such as an Änderungsantrag."""
        return checked(
            replace(
                matter,
                kennung=f"{matter.kennung} {paper['nummer']}",
                nummer=paper["nummer"],
                titel=paper["titel"] or matter.titel,
                typ=re.split(r"[.,;\d]", paper["art"])[0].strip()[:100],
                datum=day_of(self.name, paper["datum"]),
                urheber=tuple(paper["urheber"]),
                pdf_url=paper["url"] or None,
            )
        )

    def _unknown(self, what: str) -> NoReturn:
        unrecognised(self._told_name, what)

    @property
    def _told_name(self) -> str:
        return f"Der Parlamentsspiegel ({self.land})"


def _is(element: "HtmlElement", name: str) -> bool:
    return name in (element.get("class") or "").split()


def visible_text(element: "HtmlElement") -> str:
    """Without what its class hides, and without the names of icons that a font draws."""
    text = printed(element, lambda one: not HIDDEN & set((one.get("class") or "").split()), "")
    return " ".join(text.replace("\xad", "").split())


def _field(elements: "list[HtmlElement]", name: str) -> str:
    """„Urheber: Schäfer, Christian (AfD)“ without the name of the field."""
    told = next((visible_text(one) for one in elements if _is(one, name)), "")
    return told.partition(":")[2].strip()


def _movers(told: str) -> tuple[str, ...]:
    return tuple(part.strip()[:200] for part in told.split(";") if part.strip())


def _address(href: str) -> str | None:
    """Two addresses may be glued together, a PDF's and that of its source: the PDF's is meant."""
    found: list[str] = ADDRESS.findall(href.strip())
    pdfs = [one for one in found if one.split("?")[0].lower().endswith(".pdf")]
    return next(iter([*pdfs, *found]), None)
