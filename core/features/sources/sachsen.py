"""Sachsen's REDAS, the JSON that the Landtag's own search page is made of (EDAS, today).

Its traps: behind the list may stand a second answer in JSON; kind, movers, day and number are one line of
text; a PDF is named by its file's number alone, and links of the old viewer end after a quarter of an hour.
Known from mandatsfeed (June 2026: paths, filters, fields, the second answer, lines of Anträge), from
OpenParliamentTV (one number, `querygetall`) and a scraper of 2025 (the same filters, where PDFs lie).
Assumed: that what is found by a number has the fields of the list.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from core.antrag.antrag import is_same_number, number_of
from core.antrag.vote_papers import NamedPaper
from core.base import clock, formats
from core.base.models import Wahlperiode
from core.features.sources.antrag_quelle import Portion, checked, day_of, text_of, unrecognised
from core.features.sources.landtag_text import (
    DAY,
    NAMES,
    NUMBER,
    first_day,
    movers_of,
    number_in,
    plain,
    windows,
)
from core.programme.web import Query, Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

WINDOW = timedelta(days=13)
SIZE = 1000
"""Two weeks of 2026 had some 200 papers."""

LINE = re.compile(rf"(?P<typ>\S+) (?:(?P<movers>{NAMES}) )?(?:(?P<day>{DAY}) )?Drs (?P<number>{NUMBER})")
PLACE = re.compile(rf"(?:Drs )?(?P<number>{NUMBER})")
FILE = re.compile(r"(\d{1,2})_Drs_0{0,9}(\d{1,6})_", re.IGNORECASE)
"""„8_Drs_77_0_1_1_.pdf“."""

KINDS = {
    "Antr": "Antrag",
    "ÄndAntr": "Änderungsantrag",
    "AendAntr": "Änderungsantrag",
    "EntschlAntr": "Entschließungsantrag",
}
MOTION = re.compile(r"\w*antr", re.IGNORECASE)
"""Other kinds of them are named as the source does; „AntwKlAnfr“ is none."""


@dataclass(frozen=True, slots=True)
class RedasSite:
    land: str
    label: str
    name: str
    licence: str
    parlament: str
    base: str


SITES = (
    RedasSite(
        "SN",
        "Sachsen (EDAS)",
        "EDAS",
        "Quelle: Sächsischer Landtag – EDAS",
        "Sächsischer Landtag",
        "https://edas.landtag.sachsen.de/redas",
    ),
)


@dataclass(frozen=True, slots=True)
class Redas:
    web: Web
    site: RedasSite
    perioden: Sequence[Wahlperiode]

    @property
    def name(self) -> str:
        return self.site.name

    @property
    def lizenz(self) -> str:
        return self.site.licence

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """`bis`: the day up to which all is stored."""
        today = clock.today()
        for begin, end in windows(first_day(stand.get("bis"), today), today, WINDOW):
            periods = [one.nummer for one in self.perioden if one.von <= end and begin <= (one.bis or end)]
            if not periods:
                unrecognised(self.name, f"zum {formats.day(end)} ist keine Wahlperiode bekannt")
            found = tuple(one for period in periods for one in self._between(period, begin, end))
            yield Portion(found, {"bis": end.isoformat()})

    def by_number(self, nummer: str) -> ListedAntrag | None:
        period, _, number = number_of(nummer).partition("/")
        if not number:
            return None
        asked: Query = {
            "wahlperiode": period,
            "dokArt": "Drs",
            "dokNr": number,
            "pageNumber": 0,
            "pageSize": 50,
        }
        rows = self._rows("querygetall", asked) or self._rows_of_none(period)
        found = [self._listed(one) for one in rows]
        same = [one for one in found if is_same_number(one.nummer, nummer)]
        if found and not same:
            unrecognised(self.name, f"fragt man nach {nummer}, kommen nur andere Drucksachen")
        return same[0] if same else None

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """None: the list names no other paper of the matter."""
        return ()

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    def _between(self, period: int, begin: date, end: date) -> Iterator[ListedAntrag]:
        filters = _filters(period, SIZE)
        rows = self._rows("query", {**filters, "anfangsDatum": f"{begin}", "endeDatum": f"{end}"})
        if len(rows) >= SIZE:
            unrecognised(self.name, f"in zwei Wochen kommen mehr als {SIZE} Drucksachen")
        for row in rows or self._rows_of_none(str(period)):
            if row.get("dokumentenart") not in ("Drs", "Drucksache"):
                unrecognised(self.name, f"Filter wirken nicht, es kommt {str(row.get('dokumentenart'))[:40]}")
            if MOTION.fullmatch(text_of(self.name, row, "dokumententyp")):
                one = self._listed(row)
                if one.wahlperiode != period or (one.datum and not begin <= one.datum <= end):
                    unrecognised(
                        self.name, f"Filter wirken nicht, es kommt {one.nummer} vom {formats.day(one.datum)}"
                    )
                yield one

    def _rows_of_none(self, period: str) -> list[Json]:
        """An empty list is believed where another search finds something: else the search does not work."""
        if not self._rows("query", _filters(period, 1)):
            unrecognised(self.name, f"in der ganzen Wahlperiode {period} kommt keine Drucksache")
        return []

    def _rows(self, path: str, asked: Query) -> list[Json]:
        text = self.web.page(f"{self.site.base}/{path}", asked, headers={"Accept": "application/json"}).text
        try:
            rows, end = json.JSONDecoder().raw_decode(text.strip())
            rest = text.strip()[end:].strip()
            more = json.loads(rest) if rest else {"status": 200}
        except (ValueError, RecursionError):
            unrecognised(self.name, f"es kommt kein JSON, sondern „{plain(text[:60])}“")
        if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
            unrecognised(self.name, "es kommt keine Liste von Dokumenten")
        if not isinstance(more, dict) or more.get("status") != 200:
            unrecognised(self.name, "hinter der Liste steht ein Fehler")
        return rows

    def _listed(self, row: Json) -> ListedAntrag:
        kind, line = (
            text_of(self.name, row, "dokumententyp"),
            plain(text_of(self.name, row, "fundstelleAutor")),
        )
        told = LINE.fullmatch(line)
        place = PLACE.fullmatch(plain(str(row.get("anzeigeId") or "")))
        number = number_in(told["number"] if told else place["number"] if place else "")
        if not number or (told and told["typ"] != kind):
            unrecognised(self.name, f"„{line[:80]}“ ist keine Fundstelle zu {kind[:40]}")
        if place and number_in(place["number"]) != number:
            unrecognised(self.name, f"die Fundstelle nennt {number}, die Anzeige {place['number']}")
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=f"{self.site.land} {number}",
                nummer=number,
                titel=plain(text_of(self.name, row, "titel"))[:2000],
                typ=KINDS.get(kind, kind),
                parlament=self.site.parlament,
                bundesland=self.site.land,
                wahlperiode=int(number.partition("/")[0]),
                datum=day_of(self.name, told["day"]) if told else None,
                urheber=movers_of(told["movers"] or "") if told else (),
                pdf_url=self._pdf(row.get("dateien"), number),
            )
        )

    def _pdf(self, told: object, number: str) -> str | None:
        """The one that is called like the paper, or the only one where its name tells no number."""
        files = [one for one in told if isinstance(one, dict)] if isinstance(told, list) else []
        pdfs = [one for one in files if _is_pdf(one) and type(one.get("id")) is int]
        told_names = [FILE.search(str(one.get("filename"))) for one in pdfs]
        chosen = [
            one
            for one, name in zip(pdfs, told_names, strict=True)
            if (f"{int(name[1])}/{name[2]}" == number if name else len(pdfs) == 1)
        ]
        return f"{self.site.base}/download/file?datei_id={chosen[0]['id']}" if chosen else None


def _filters(period: int | str, size: int) -> dict[str, str | int]:
    return {
        "pageNumber": 0,
        "pageSize": size,
        "sortId": 4,
        "wahlperiode": period,
        "dokArt": "Drs",
        "nurErstinitiative": "false",
        "nurBasisdokument": "true",
    }


def _is_pdf(file: Json) -> bool:
    return file.get("format") == "application/pdf" or str(file.get("filename")).lower().endswith(".pdf")
