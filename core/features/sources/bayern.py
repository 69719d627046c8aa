"""Bayern's search of Drucksachen, the pages of the Landtag's own site; the newest come first.

Its traps: without `dokumentenart` every other filter is dropped; one paper stands in the list once for each
matter; kind and movers are one line of text; what the page calls a day of entry is not the paper's day.
Known from a result page of November 2024 (landtagszusammenfasser) and from two readers of 2026 (filters,
fields, lines of Anträge). Assumed: that a number that is searched for comes alone, by `dknr`.
The Vorgangsmappe is made anew for each who asks, and is never fetched.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from core.antrag.antrag import is_same_number, number_of
from core.antrag.vote_papers import NamedPaper, PaperKind
from core.base import clock, formats
from core.base.models import Wahlperiode
from core.features.sources.antrag_quelle import Portion, checked, day_of, unrecognised
from core.features.sources.landtag_text import (
    DAY,
    NAMES,
    NUMBER,
    first_day,
    movers_of,
    number_in,
    root_of,
    text_of_element,
)
from core.programme.web import Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

if TYPE_CHECKING:
    from lxml.html import HtmlElement

SIZE = 100
MOST_PAGES = 80
SHOWN = re.compile(r"Treffer (?P<first>[\d.]+) ?- ?(?P<last>[\d.]+) von (?P<all>[\d.]+)")
NO_HITS = re.compile(r"Keine Treffer", re.IGNORECASE)
LABEL = re.compile(rf"Drucksache Nr\. ?(?P<number>{NUMBER})(?: vom (?P<day>{DAY}))?")
KEPT = re.compile(r"/ElanTextAblage_WP(\d{1,6})/")
MATTER = re.compile(r"vorgangsanzeige\.xhtml\?gegenstandid=(\d{1,12})$")
MOTIONS = (
    "Antrag auf Einsetzung eines Untersuchungsausschusses",
    "Antrag auf Einsetzung eines Untersuchungsausschuss",
    "Antrag zur Geschäftsordnung",
    "Antrag",
    "Dringlichkeitsantrag",
    "Änderungsantrag",
)
KIND = re.compile(rf"(?P<typ>{'|'.join(MOTIONS)})(?: (?P<movers>.*))?")
PAPERS = {"Beschlussempfehlung": PaperKind.RECOMMENDATION, "Plenarprotokoll": PaperKind.PROTOKOLL}
STEP = re.compile(rf"(?P<art>Beschlussempfehlung|Plenarprotokoll)\b.*?(?P<number>{NUMBER})")


@dataclass(frozen=True, slots=True)
class BayernSite:
    land: str
    label: str
    name: str
    licence: str
    parlament: str
    base: str


SITES = (
    BayernSite(
        "BY",
        "Bayern (Drucksachen)",
        "Landtag Bayern",
        "Quelle: Bayerischer Landtag",
        "Bayerischer Landtag",
        "https://www.bayern.landtag.de",
    ),
)


@dataclass(frozen=True, slots=True)
class Bayern:
    web: Web
    site: BayernSite
    perioden: Sequence[Wahlperiode]

    @property
    def name(self) -> str:
        return self.site.name

    @property
    def lizenz(self) -> str:
        return self.site.licence

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """`bis`: the day up to which all is stored. Broken off, it begins anew: its pages have moved on."""
        today = clock.today()
        begin = first_day(stand.get("bis"), today)
        periods = [one.nummer for one in self.perioden if one.von <= today and begin <= (one.bis or today)]
        if not periods:
            unrecognised(self.name, f"seit dem {formats.day(begin)} ist keine Wahlperiode bekannt")
        for period in periods:
            for entries in self._newest(period, begin):
                yield Portion(entries, stand)
        yield Portion((), {"bis": today.isoformat()})

    def by_number(self, nummer: str) -> ListedAntrag | None:
        period, _, number = number_of(nummer).partition("/")
        if not number:
            return None
        _, rows = self._page({"dknr": number, "wahlperiodeid[]": period}, 1)
        same = [row for row in rows if is_same_number(row.nummer, nummer)]
        if rows and not same:
            unrecognised(self.name, f"fragt man nach {nummer}, kommen nur andere Drucksachen")
        return same[0] if same else None

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """Of the page that tells the course of the matter: recommendations, and each sitting."""
        if not (antrag.vorgang or "").isdecimal():
            return ()
        url = f"{self.site.base}/webangebot3/views/vorgangsanzeige/vorgangsanzeige.xhtml"
        root = root_of(self.name, self.web.page(url, {"gegenstandid": antrag.vorgang or ""}).text)
        tables = root.xpath("//*[@id='vorgangsanzeigedokumente_data']")
        if len(tables) != 1:
            unrecognised(self.name, "der Beratungsverlauf fehlt")
        found: dict[str, NamedPaper] = {}
        for row in tables[0].xpath("./tr"):
            cells = row.xpath("./td")
            day = text_of_element(cells[0]) if cells else ""
            for link in row.xpath(".//a[@href]"):
                told, target = STEP.search(text_of_element(link)), link.get("href")
                if told and target.startswith(("https://", "http://")) and ".pdf" in target.lower():
                    when = day_of(self.name, day) if re.fullmatch(DAY, day) else None
                    found[target] = NamedPaper(PAPERS[told["art"]], number_in(told["number"]), target, when)
        return tuple(found.values())

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    def _newest(self, period: int, begin: date) -> Iterator[tuple[ListedAntrag, ...]]:
        """Until a whole page is older."""
        for number in range(1, MOST_PAGES + 1):
            total, rows = self._page({"wahlperiodeid[]": str(period), "sort": "date"}, number)
            if not total:
                unrecognised(self.name, f"in der ganzen Wahlperiode {period} kommt keine Drucksache")
            if any(row.wahlperiode != period for row in rows):
                unrecognised(self.name, "Filter wirken nicht, es kommen andere Wahlperioden")
            new = [row for row in rows if row.datum is None or row.datum >= begin]
            yield tuple(row for row in new if KIND.fullmatch(row.typ))
            if not any(row.datum for row in new) or total <= number * SIZE:
                return
        unrecognised(self.name, f"nach {MOST_PAGES} Seiten kommt immer noch eine")

    def _page(self, asked: dict[str, str], number: int) -> tuple[int, list[ListedAntrag]]:
        """How many there are, and those of that page; each page must hold what its own count says."""
        query = {"dokumentenart": "Drucksache", **asked, "anzahl_treffer": str(SIZE), "page": str(number)}
        root = root_of(
            self.name, self.web.page(f"{self.site.base}/parlament/dokumente/drucksachen", query).text
        )
        rows = root.xpath("//*[contains(concat(' ', @class, ' '), ' result ')][.//h4]")
        counts = root.xpath("//*[contains(concat(' ', @class, ' '), ' treffer-info ')]")
        shown = SHOWN.search(text_of_element(counts[0])) if counts else None
        if shown is None:
            form = root.xpath("//*[@id='blt-dokumenten-suche']")
            if rows or not form or not NO_HITS.search(text_of_element(form[0])):
                unrecognised(self.name, "es kommen weder Treffer noch der Satz, dass es keine gibt")
            return 0, []
        first, last, total = (int(shown[name].replace(".", "")) for name in ("first", "last", "all"))
        if (
            first != (number - 1) * SIZE + 1
            or last - first + 1 != len(rows)
            or last != min(total, number * SIZE)
        ):
            unrecognised(self.name, f"von Treffer {first} bis {last} stehen {len(rows)} auf Seite {number}")
        return total, [self._listed(row) for row in rows]

    def _listed(self, row: "HtmlElement") -> ListedAntrag:
        links, titles = row.xpath(".//h4//a[@href]"), row.xpath(".//h5")
        label = LABEL.fullmatch(text_of_element(links[0])) if len(links) == 1 else None
        number = number_in(label["number"]) if label else ""
        title = text_of_element(titles[0]) if len(titles) == 1 else ""
        if label is None or not number or not title:
            unrecognised(self.name, f"„{text_of_element(row)[:80]}“ ist keine Zeile zu einer Drucksache")
        above = titles[0].xpath("preceding-sibling::p")
        kind = text_of_element(above[0]) if len(above) == 1 else ""
        told = KIND.fullmatch(kind)
        movers = re.split(r"(?:^|\s)zu\s", told["movers"] or "")[0].strip() if told else ""
        if movers and not re.fullmatch(NAMES, movers):
            unrecognised(self.name, f"„{movers[:80]}“ sind keine Urheber von {number}")
        url = _pdf(links[0].get("href"), self.site.base)
        if url and (kept := KEPT.search(url)) and kept[1] != number.partition("/")[0]:
            unrecognised(self.name, f"{number} soll in der Ablage der Wahlperiode {kept[1]} liegen")
        matters = {found[1] for one in row.xpath(".//a/@href") if (found := MATTER.search(one))}
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=f"{self.site.land} {number}",
                nummer=number,
                titel=title[:2000],
                typ=told["typ"] if told else kind[:100],
                parlament=self.site.parlament,
                bundesland=self.site.land,
                wahlperiode=int(number.partition("/")[0]),
                datum=day_of(self.name, label["day"]),
                urheber=movers_of(movers),
                pdf_url=url,
                vorgang=matters.pop() if len(matters) == 1 else None,
            )
        )


def _pdf(href: str, base: str) -> str | None:
    """Where a blank stands in an address as it is printed, „%20“ is meant."""
    whole = f"{base}{href}" if href.startswith("/") else href
    return whole.strip().replace(" ", "%20") if whole.lower().endswith(".pdf") else None
