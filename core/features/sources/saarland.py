"""Saarland's search, the JSON that the Landtag's own page asks for; the newest come first.

Its traps: a moment for a day („/Date(1548630000000)/“, midnight in Germany); now and then a number of another
form („Af0713“ for 16/713), so that the name of the file counts, too; movers stand in one of two fields.
Known from an answer of January 2019 (kleineanfragen) and, for today's names of fields, from dokukratie and
parliament-texts (2021); where PDFs lie, from openka-cli (October 2026). Assumed: the filter for one number.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NoReturn
from urllib.parse import parse_qs, urljoin, urlsplit

from core.antrag.antrag import is_same_number, number_of
from core.antrag.vote_papers import NamedPaper
from core.base import clock
from core.features.sources.antrag_quelle import Portion, checked, text_of, unrecognised
from core.features.sources.landtag_text import first_day, movers_of, number_in, plain
from core.programme.web import Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

SEARCH = "/umbraco/aawSearchSurfaceController/SearchSurface/GetSearchResults/"
SIZE = 100
MOST_PAGES = 40
SEARCHED_PAGES = 15
"""A number is found within others: „17/1“ in some 1,100 of 2,500."""
OLDEST = -(10**12)
"""Milliseconds before 1970 that a calendar still has; all of them are too early."""

START = datetime(1970, 1, 1, tzinfo=UTC)
EARLIEST, LATEST = date(1945, 1, 1), timedelta(days=731)
"""No Landtag is older, and no paper is dated years ahead: such days are an empty field's, or a mistake."""

MOMENT = re.compile(r"/?(?:Date\()?(?P<ms>-?\d{9,14})(?:[+-]\d{4})?\)?/?")
FILE = re.compile(
    r"(?P<kind>[A-Z][a-z])(?P<period>\d{2})_0*(?P<number>\d{1,6})(?P<more>[-_ ]?[\w-]*)\.pdf", re.IGNORECASE
)
FIELDS = frozenset(
    "Title FilePath PublicDate Publisher DocumentAuthor DocumentType DocumentNumber Legislative".split()
)
KINDS = {"ag": "Antrag", "ab": "Abänderungsantrag"}
"""The first letters of a file, of the papers that are moved."""


@dataclass(frozen=True, slots=True)
class SaarlandSite:
    land: str
    label: str
    name: str
    licence: str
    parlament: str
    base: str


SITES = (
    SaarlandSite(
        "SL",
        "Saarland (Drucksachen)",
        "Landtag Saarland",
        "Quelle: Landtag des Saarlandes",
        "Landtag des Saarlandes",
        "https://www.landtag-saar.de",
    ),
)


@dataclass(frozen=True, slots=True)
class Saarland:
    web: Web
    site: SaarlandSite

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
        latest = date.max
        for number in range(MOST_PAGES):
            rows = self._rows(number * SIZE)
            if not rows and not number:
                self._unknown("es kommt keine einzige Drucksache")
            days = [day for row in rows if (day := self._day(row))]
            if [latest, *days] != sorted([latest, *days], reverse=True):
                self._unknown("die Liste ist nicht nach Tagen geordnet")
            latest = min([latest, *days])
            new = [row for row in rows if _is_motion(row) and (self._day(row) or begin) >= begin]
            yield Portion(tuple(map(self._listed, new)), stand)
            if len(rows) < SIZE or (days and days[0] < begin):
                yield Portion((), {"bis": today.isoformat()})
                return
        self._unknown(f"nach {MOST_PAGES} Seiten kommt immer noch eine")

    def by_number(self, nummer: str) -> ListedAntrag | None:
        wanted = number_of(nummer)
        if not wanted:
            return None
        rows: list[Json] = []
        for page in range(SEARCHED_PAGES):
            before, rows = rows, self._rows(page * SIZE, wanted)
            if rows and rows == before:
                self._unknown(f"Seite {page + 1} zu {wanted} ist dieselbe wie die davor")
            for row in rows:
                if is_same_number((one := self._listed(row)).nummer, wanted):
                    return one
                if wanted not in str(row.get("DocumentNumber")).replace(" ", ""):
                    self._unknown(f"fragt man nach {wanted}, kommt {one.nummer}")
            if len(rows) < SIZE:
                return None
        self._unknown(f"nach {SEARCHED_PAGES} Seiten zu {wanted} kommt immer noch eine")

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """None: the list names no other paper of the matter."""
        return ()

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    def _rows(self, skip: int, number: str = "") -> list[Json]:
        one = {"field": "DocumentNumber", "operator": "contains", "value": number}
        asked = {
            "Filter": {"Periods": []},
            "Pageination": {"Skip": skip, "Take": SIZE},
            "Sections": {
                "Print": True,
                "PlenaryProtocol": False,
                "Law": False,
                "PublicConsultation": False,
                "Operations": False,
            },
            "Sort": {"SortType": 0, "SortValue": 0},
            "OnlyTitle": False,
            "Value": "",
            "CurrentSearchTab": 1,
            "KendoFilter": {"filters": [{"filters": [one], "logic": "or"}], "logic": "and"}
            if number
            else None,
        }
        page = self.web.page(f"{self.site.base}{SEARCH}", data=asked, headers={"Accept": "application/json"})
        try:
            answer = json.loads(page.text)
        except (ValueError, RecursionError):
            self._unknown(f"es kommt kein JSON, sondern „{plain(page.text[:60])}“")
        rows = answer.get("Items") if isinstance(answer, dict) else None
        if not isinstance(rows, list) or len(rows) > SIZE or not all(isinstance(row, dict) for row in rows):
            self._unknown("„Items“ fehlt oder ist keine Liste von Dokumenten")
        if missing := {name for row in rows for name in FIELDS - row.keys()}:
            self._unknown(f"das Feld „{min(missing)}“ fehlt")
        return rows

    def _day(self, row: Json) -> date | None:
        told = row.get("PublicDate")
        moment = MOMENT.fullmatch(str(told)) if told else None
        if told and moment is None:
            self._unknown(f"„{str(told)[:40]}“ ist kein Zeitpunkt")
        day = clock.day_of(START + timedelta(milliseconds=max(int(moment[1]), OLDEST))) if moment else None
        if day and not EARLIEST <= day <= clock.today() + LATEST:
            self._unknown(f"„{str(told)[:40]}“ ist kein Zeitpunkt seit {EARLIEST.year}")
        return day

    def _listed(self, row: Json) -> ListedAntrag:
        path = text_of(self.name, row, "FilePath")
        file, told = _file(row), plain(str(row.get("DocumentNumber") or ""))
        number = f"{int(file['period'])}/{int(file['number'])}" if file else ""
        if not number_of(number):
            self._unknown(f"„{path[-60:]}“ nennt keine Drucksache")
        if number_in(told) not in ("", number):
            self._unknown(f"die Datei ist {number}, genannt ist {told[:20]}")
        if row.get("Legislative") not in (None, int(number.partition("/")[0])):
            self._unknown(f"{number} soll in der Wahlperiode {str(row.get('Legislative'))[:10]} sein")
        kind = plain(str(row.get("DocumentType") or "")) or KINDS.get(_kind(row), "Drucksache")
        movers = [str(row.get(name) or "") for name in ("Publisher", "DocumentAuthor")]
        named = [mover for one in movers for mover in movers_of(plain(one), ";")]
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=f"{self.site.land} {number}",
                nummer=number,
                titel=plain(text_of(self.name, row, "Title"))[:2000],
                typ=kind[:100],
                parlament=self.site.parlament,
                bundesland=self.site.land,
                wahlperiode=int(number.partition("/")[0]),
                datum=self._day(row),
                urheber=tuple(dict.fromkeys(named)),
                pdf_url=urljoin(f"{self.site.base}/", path),
            )
        )

    def _unknown(self, what: str) -> NoReturn:
        unrecognised(self.name, what)


def _file(row: Json) -> re.Match[str] | None:
    """„/file.ashx?FileId=1&FileName=Ag17_0635.pdf“, „/Drucksache/Ag17_0635.pdf“."""
    parts = urlsplit(str(row.get("FilePath") or ""))
    told = parse_qs(parts.query).get("FileName") or [parts.path.rpartition("/")[2]]
    return FILE.fullmatch(told[0])


def _kind(row: Json) -> str:
    file = _file(row)
    return file["kind"].casefold() if file else ""


def _is_motion(row: Json) -> bool:
    """By the kind that is told, or by the first letters of its file."""
    told = str(row.get("DocumentType") or "").casefold()
    return told.endswith("antrag") or (not told and _kind(row) in KINDS)
