"""StarWeb, the forms in which some Landtage search their papers: a page that remembers who asks.

Its traps: a search without the hidden fields of its form is answered with that form, and no error; the number
of a button is the page's own; who searches the kind in the wrong field finds nothing; two chambers share
Bremen's numbers. Known from a form and a list of Bremen's PARiS as they were recorded (openka-cli, September
2026) and from dokukratie. Of Anträge no list is recorded: that their rows are like those of Anfragen, and how
PARiS calls their kinds, is assumed.

Rheinland-Pfalz, Schleswig-Holstein, Hessen, Niedersachsen and Brandenburg had it, too: today another system
stands there, a log in, or nothing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from core.antrag.antrag import is_same_number, number_of
from core.antrag.vote_papers import NamedPaper
from core.base import clock, formats
from core.features.sources.antrag_quelle import Portion, checked, day_of, unrecognised
from core.features.sources.landtag_text import (
    DAY,
    NAMES,
    NUMBER,
    first_day,
    lines_of,
    movers_of,
    number_in,
    root_of,
    text_of_element,
    windows,
)
from core.programme.web import Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

if TYPE_CHECKING:
    from lxml.html import HtmlElement

WINDOW = timedelta(days=13)
BUTTON = "SearchAndDisplayAction"
PRESSED = re.compile(r"caSubmit\(this,\s*self,\s*'(\d{1,4})'")
PERIOD = re.compile(rf"(?P<number>\d{{1,2}}) \((?P<begin>{DAY}) ?- ?(?P<end>{DAY})?\)")
SHOWN = re.compile(r"Anzeige: (?P<first>\d+) ?- ?(?P<last>\d+) von (?P<all>\d+)")
NO_HITS = re.compile(r"keine Treffer", re.IGNORECASE)
LINE = re.compile(
    rf"Drs\.? (?P<number>{NUMBER})(?: (?P<chamber>S))? ?, ?(?P<typ>[^,\d]{{3,100}}?)(?: vom (?P<day>{DAY}))?"
)
MOTION = re.compile(r"(?!Bericht\b)(?:.*\s)?(?:\w*[a-zä])?antrag(?: \(.*\))?", re.IGNORECASE)
"""„Bericht und Antrag des Ausschusses“ is what becomes of one."""


@dataclass(frozen=True, slots=True)
class StarwebSite:
    """`fields`: what the form calls period, number, kind of paper, first and last day.

    `always`: what is chosen in each search; `pdf`: how an address tells the number of what lies there.
    """

    land: str
    label: str
    name: str
    licence: str
    parlament: str
    servlet: str
    path: str
    fields: Mapping[str, str]
    always: Mapping[str, str]
    motions: str
    pdf: re.Pattern[str]


SITES = (
    StarwebSite(
        land="HB",
        label="Bremen (PARiS)",
        name="PARiS",
        licence="Quelle: Bremische Bürgerschaft – PARiS",
        parlament="Bremische Bürgerschaft",
        servlet="https://paris.bremische-buergerschaft.de/starweb/paris/servlet.starweb",
        path="paris/LISSH.web",
        fields={"wp": "12_LISSH_WP", "nummer": "05_LISSH_DNR", "typ": "07_LISSH_DTYP",
                "von": "13_LISSH_FASTDATV", "bis": "14_LISSH_FASTDATB"},
        always={"11_LISSH_PARL": "L", "08_LISSH_DART": "DRUCKSACHE"},
        motions="Antrag; Dringlichkeitsantrag; Änderungsantrag; Entschließungsantrag",
        pdf=re.compile(r"/D(\d+)L0*(\d+)\.pdf$", re.IGNORECASE),
    ),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Starweb:
    web: Web
    site: StarwebSite

    @property
    def name(self) -> str:
        return self.site.name

    @property
    def lizenz(self) -> str:
        return self.site.licence

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """`bis`: the day up to which all is stored."""
        today = clock.today()
        spans = self._periods()
        for begin, end in windows(first_day(stand.get("bis"), today), today, WINDOW):
            periods = [number for number, von, bis in spans if von <= end and begin <= bis]
            if not periods:
                unrecognised(self.name, f"zum {formats.day(end)} nennt die Suchmaske keine Wahlperiode")
            found = tuple(one for period in periods for one in self._between(period, begin, end))
            yield Portion(tuple(one for one in found if MOTION.fullmatch(one.typ)), {"bis": end.isoformat()})

    def by_number(self, nummer: str) -> ListedAntrag | None:
        period, _, number = number_of(nummer).partition("/")
        if not number:
            return None
        fields = self.site.fields
        page = self._searched(period, {fields["nummer"]: number})
        if page is None:
            self._check_that_it_finds(period, {})
            return None
        found = self._read(page)[1]
        same = [one for one in found if is_same_number(one.nummer, nummer)]
        if not same:
            unrecognised(self.name, f"fragt man nach {nummer}, kommen nur andere Drucksachen")
        return same[0]

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """None: the list names no other paper of the matter."""
        return ()

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    # --- the search -----------------------------------------------------------------------------------------

    def _between(self, period: str, begin: date, end: date) -> Iterator[ListedAntrag]:
        """What is more than a page is asked for in halves."""
        fields = self.site.fields
        asked = {
            fields["typ"]: self.site.motions,
            fields["von"]: formats.day(begin),
            fields["bis"]: formats.day(end),
        }
        page = self._searched(period, asked)
        if page is None:
            self._check_that_it_finds(period, {fields["typ"]: self.site.motions})
            return
        total, found = self._read(page)
        if total > len(found) and begin < end:
            middle = begin + (end - begin) // 2
            yield from self._between(period, begin, middle)
            yield from self._between(period, middle + timedelta(days=1), end)
            return
        if total != len(found):
            unrecognised(self.name, f"von {total} Vorgängen stehen nur {len(found)} auf der Seite")
        for one in found:
            self._check(one, period, begin, end)
            yield one

    def _check_that_it_finds(self, period: str, asked: Mapping[str, str]) -> None:
        """„Keine Treffer“ is believed where the same without days or a number has some."""
        if self._searched(period, asked) is None:
            unrecognised(self.name, f"in der ganzen Wahlperiode {period} kommt keine Drucksache")

    def _check(self, one: ListedAntrag, period: str, begin: date, end: date) -> None:
        if "antrag" not in one.typ.casefold() or str(one.wahlperiode) != period:
            unrecognised(self.name, f"Filter wirken nicht, es kommt {one.typ} {one.nummer}")
        if one.datum and not begin <= one.datum <= end:
            unrecognised(
                self.name, f"Filter wirken nicht, es kommt {one.nummer} vom {formats.day(one.datum)}"
            )

    def _form(self) -> "tuple[HtmlElement, str]":
        """The form, and the cookies that came with it."""
        page = self.web.page(self.site.servlet, {"path": self.site.path})
        root = root_of(self.name, page.text)
        forms = root.xpath("//form[@name='__form']")
        if len(forms) != 1 or not forms[0].xpath(".//input[@name='__websessionID'][@value!='']"):
            unrecognised(self.name, "die Suchmaske fehlt oder nennt keine Sitzung")
        return forms[0], page.cookies

    def _periods(self) -> list[tuple[str, date, date]]:
        """As the form offers them: „21 (08.06.2023 - )“."""
        form, _ = self._form()
        told = form.xpath(f".//select[@name='{self.site.fields['wp']}']/option")
        read = filter(None, (PERIOD.fullmatch(text_of_element(one)) for one in told))
        spans = [
            (one["number"], day_of(self.name, one["begin"]), day_of(self.name, one["end"]) or date.max)
            for one in read
        ]
        if not spans:
            unrecognised(self.name, "die Suchmaske nennt keine Wahlperioden")
        return [(number, begin, end) for number, begin, end in spans if begin]

    def _searched(self, period: str, asked: Mapping[str, str]) -> "HtmlElement | None":
        """What the form answers; None where it says that there is nothing."""
        form, cookies = self._form()
        hidden = form.xpath(".//input[@type='hidden'][@name]")
        pressed = [PRESSED.search(one) for one in form.xpath(f".//a[@name='{BUTTON}']/@onclick")]
        if len(pressed) != 1 or pressed[0] is None:
            unrecognised(self.name, "der Knopf der Suchmaske fehlt")
        told = {one.get("name"): one.get("value") or "" for one in hidden}
        wanted = {**self.site.always, self.site.fields["wp"]: period, **asked, "__action": pressed[0][1]}
        headers = {"Cookie": cookies} if cookies else {}
        answer = self.web.page(self.site.servlet, form={**told, **wanted}, headers=headers)
        root = root_of(self.name, answer.text)
        if root.xpath("//*[@name='RecordRepeater']"):
            return root
        if NO_HITS.search(text_of_element(root)):
            return None
        unrecognised(self.name, "es kommen weder Treffer noch der Satz, dass es keine gibt")

    # --- the list -------------------------------------------------------------------------------------------

    def _read(self, root: "HtmlElement") -> tuple[int, list[ListedAntrag]]:
        shown = SHOWN.search(text_of_element(root))
        records = root.xpath("//*[@name='RecordRepeater']")
        if shown is None or int(shown["first"]) != 1 or int(shown["last"]) != len(records):
            unrecognised(self.name, "die Zahl der Treffer fehlt oder ist eine andere als die der Zeilen")
        found = [paper for record in records for paper in self._papers(record)]
        # A matter with two papers is one hit; what is left to read is counted in papers.
        return int(shown["all"]) - len(records) + len(found), found

    def _papers(self, record: "HtmlElement") -> Iterator[ListedAntrag]:
        """Title, then for each paper a line „Drs 21/5, Antrag vom 01.09.2026“ with its movers below."""
        titles = [text_of_element(one) for one in record.xpath(".//h2")]
        if len(titles) != 1 or not titles[0]:
            unrecognised(self.name, "ein Treffer hat keinen Titel oder zwei")
        cell = record.xpath(".//td[.//h2]")[0]
        links = record.xpath(".//a/@href")
        lines = [line.lstrip(" ,") for line in lines_of(cell, ("h2", "ThesaurusLink"))]
        starts = [at for at, line in enumerate(lines) if line.startswith("Drs")]
        if not starts:
            unrecognised(self.name, f"zu „{titles[0][:60]}“ steht keine Drucksache")
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            movers = " ".join(lines[start + 1 : end])
            yield self._listed(titles[0], lines[start], movers, links, is_alone=len(starts) == 1)

    def _listed(self, title: str, line: str, movers: str, links: list[str], is_alone: bool) -> ListedAntrag:
        told = LINE.fullmatch(line)
        number = number_in(told["number"]) if told else ""
        if told is None or not number:
            unrecognised(self.name, f"„{line[:80]}“ ist keine Zeile zu einer Drucksache")
        if movers and not re.fullmatch(NAMES, movers):
            unrecognised(self.name, f"„{movers[:80]}“ sind keine Urheber von {number}")
        if told["chamber"]:
            unrecognised(self.name, f"gefragt war der Landtag, es kommt {number} der Stadtbürgerschaft")
        pdfs = [(found, one) for one in links if (found := self.site.pdf.search(one))]
        own = [one for found, one in pdfs if is_same_number("/".join(found.groups()), number)]
        if is_alone and pdfs and not own:
            unrecognised(self.name, f"die Zeile nennt {number}, das PDF ist {pdfs[0][1][-40:]}")
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=f"{self.site.land} {number}",
                nummer=number,
                titel=title[:2000],
                typ=told["typ"].strip(),
                parlament=self.site.parlament,
                bundesland=self.site.land,
                wahlperiode=int(number.partition("/")[0]),
                datum=day_of(self.name, told["day"]),
                urheber=movers_of(movers),
                pdf_url=own[0] if own else None,
            )
        )
