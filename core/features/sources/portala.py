"""„portala“, the documentation of Berlin, Baden-Württemberg (PARLIS) and Sachsen-Anhalt (PADOKA).

A search is posted and gives the id of a report, whose pages hold the hits. The traps: a session has to be
begun first; a search that still runs is answered, too, and has to be asked for again by its id; long spans of
days end with 502; PARLIS tells its hits as JSON within comments of HTML, the others as lines; a government's
statement has the number of the motion it answers.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from core.antrag.antrag import is_same_number, number_of
from core.antrag.vote_papers import NamedPaper, PaperKind
from core.base import clock, formats
from core.base.errors import SourceRefused
from core.base.models import Wahlperiode
from core.features.sources.antrag_quelle import Portion, checked, unrecognised
from core.features.sources.landtag import (
    german_day,
    keep_pace,
    plain,
    read_to,
    split_movers,
    web_address,
    windows,
)
from core.features.sources.paper_lines import PAPER, ToldPaper, names_in, told_paper
from core.programme.web import Query, Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

TYP = "Antrag"
CHUNK = 50
MOST = 1000
"""Hits of seven days: far more than there ever were."""

POLLS = 6
"""So often a search that still runs is asked for, at the pace of its host."""


class Asked(NamedTuple):
    """A span of days, or a number."""

    period: int
    start: date | None = None
    end: date | None = None
    number: str = ""


@dataclass(frozen=True, slots=True)
class Matter:
    """A hit. `movers`: who moved the first of its papers, where that is a field of its own."""

    id: str | None
    title: str
    papers: tuple[ToldPaper, ...]
    movers: tuple[str, ...] = ()


class Dialect(NamedTuple):
    """What a search has to say, and what is read from a hit."""

    query: Callable[["PortalaSite", Asked], Json]
    matter: Callable[[str, Any], Matter]


@dataclass(frozen=True, slots=True)
class PortalaSite:
    """`start`: the page that begins a session; `source` to `data_set`: as its search page sends them.

    `is_closed`: its robots.txt wants no machine to go through it: only what a person asks for by number.
    """

    land: str
    label: str
    name: str
    licence: str
    parlament: str
    base: str
    dialect: Dialect
    source: str
    format: str
    sort: str
    record: str
    data_set: str = ""
    start: str = "browse.tt.html"
    is_closed: bool = False

    @property
    def pace(self) -> float:
        """Seconds between two requests."""
        return 5.0 if self.is_closed else 2.0


def opened(web: Web, site: PortalaSite, periods: Sequence[Wahlperiode]) -> "Portala":
    keep_pace(web, site.base, site.pace)
    return Portala(web, site, periods)


@dataclass(frozen=True, slots=True)
class Portala:
    web: Web
    site: PortalaSite
    periods: Sequence[Wahlperiode]
    today: Callable[[], date] = clock.today

    @property
    def name(self) -> str:
        return self.site.name

    @property
    def lizenz(self) -> str:
        return self.site.licence

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """`seit`: the day up to which all is stored."""
        if self.site.is_closed:
            raise SourceRefused(
                f"{self.site.parlament}: Die Regeln der Seite (robots.txt) untersagen, sie mit einem "
                "Programm durchzusehen. Geholt wird nur ein einzelner Antrag nach seiner Nummer. Sie können "
                "Anträge von Hand hochladen oder den Landtag um Erlaubnis fragen."
            )
        session = self._session()
        for start, end in windows(stand, self.today()):
            entries: dict[str, ListedAntrag] = {}
            for period in self._periods(start, end):
                for matter in self._matters(session, Asked(period, start, end)):
                    self._check_days(matter, start, end)
                    listed = [self._listed(matter, one, period) for one in matter.papers if one.is_motion]
                    entries |= {one.kennung: one for one in listed}
            yield Portion(tuple(entries.values()), read_to(end))

    def by_number(self, nummer: str) -> ListedAntrag | None:
        number = number_of(nummer)
        if not number:
            return None
        period = int(number.split("/")[0])
        matters = self._matters(self._session(), Asked(period, number=number))
        found: list[tuple[Matter, ToldPaper]] = [
            (matter, one)
            for matter in matters
            for one in matter.papers
            if one.kind == PAPER and is_same_number(one.number, number)
        ]
        if matters and not found:
            unrecognised(self.name, f"fragt man nach {number}, kommen andere Nummern")
        motions = [(matter, one) for matter, one in found if one.is_motion] or found
        if len({(matter.title, one) for matter, one in motions}) > 1:
            unrecognised(self.name, f"zu {number} kommt Verschiedenes")
        return self._listed(*motions[0], period) if motions else None

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """Every sitting of its matter, also a first debate: whether it voted, its Protokoll tells."""
        found: dict[str, NamedPaper] = {}
        for told in antrag.weitere:
            kind, url = str(told.get("kurz") or ""), str(told.get("url") or "").partition("#")[0]
            art = next((art for art in PaperKind if kind.startswith(art)), None)
            if art and url:
                day = german_day(self.name, told.get("datum"))
                found.setdefault(url, NamedPaper(art, str(told.get("nummer") or ""), url, day))
        return tuple(found.values())

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    # --- a search, its report, the hits ---------------------------------------------------------------------

    def _periods(self, start: date, end: date) -> list[int]:
        """In which those days lie; two where one ends between them."""
        here = [one for one in self.periods if one.von <= end and (one.bis is None or one.bis >= start)]
        return [one.nummer for one in here] or [max(one.nummer for one in self.periods)]

    def _session(self) -> dict[str, str]:
        page = self.web.page(f"{self.site.base}{self.site.start}")
        return {"Referer": self.site.base, **({"Cookie": page.cookies} if page.cookies else {})}

    def _matters(self, session: dict[str, str], asked: Asked) -> list[Matter]:
        report, hits = self._search(session, self.site.dialect.query(self.site, asked))
        found: list[Matter] = []
        while len(found) < hits:
            query: Query = {"report_id": report, "start": len(found), "chunksize": CHUNK}
            page = self.web.page(f"{self.site.base}report.tt.html", query, headers=session)
            some = [self.site.dialect.matter(self.name, one) for one in _records(self.name, page.text)]
            if not some or len(found) + len(some) > hits or any(one in found for one in some):
                unrecognised(self.name, f"zu {hits} Treffern kommen nach {len(found)} noch {len(some)}")
            found += some
        return found

    def _search(self, session: dict[str, str], body: Json) -> tuple[str, int]:
        """The id of the report and how many hits it has."""
        for _ in range(POLLS):
            page = self.web.page(f"{self.site.base}browse.tt.json", data=body, headers=session)
            answer = _as_object(self.name, page.text)
            report, hits = answer.get("report_id"), _count(answer)
            if isinstance(report, str) and report and hits is not None:
                if hits > MOST:
                    unrecognised(self.name, f"zu einer Frage kommen {hits} Treffer")
                return report, hits
            is_running = "running" in _states(answer)
            if hits == 0 and not report and not is_running:
                return "", 0
            search = answer.get("search_id")
            if not isinstance(search, str) or not search:
                unrecognised(self.name, "die Suche nennt weder Treffer noch, dass es keine gibt")
            body = {**{name: one for name, one in body.items() if name != "search"}, "id": search}
        unrecognised(self.name, f"die Suche läuft nach {POLLS} Nachfragen immer noch")

    def _check_days(self, matter: Matter, start: date, end: date) -> None:
        days = [one.day for one in matter.papers if one.day]
        if days and not any(start <= day <= end for day in days):
            asked, told = f"{formats.day(start)} bis {formats.day(end)}", formats.day(days[0])
            unrecognised(self.name, f"fragt man nach {asked}, kommt etwas vom {told}")

    def _listed(self, matter: Matter, paper: ToldPaper, period: int) -> ListedAntrag:
        if not paper.number.startswith(f"{period}/"):
            unrecognised(self.name, f"fragt man nach der {period}. Wahlperiode, kommt {paper.number}")
        others = (one for one in matter.papers if one is not paper)
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=f"{self.site.land} {number_of(paper.number) or paper.number}",
                nummer=paper.number,
                titel=matter.title or unrecognised(self.name, f"{paper.number} hat keinen Titel"),
                typ=paper.typ,
                parlament=self.site.parlament,
                bundesland=self.site.land,
                wahlperiode=period,
                datum=paper.day,
                urheber=self._movers(matter, paper),
                pdf_url=paper.url,
                vorgang=matter.id,
                weitere=tuple(_other(one) for one in others)[:50],
            )
        )

    def _movers(self, matter: Matter, paper: ToldPaper) -> tuple[str, ...]:
        """As the matter names them where it has this one motion; else, and beside others, as told with it."""
        motions = [one for one in matter.papers if one.is_motion]
        if not matter.movers or motions != [paper]:
            return paper.movers
        if paper.movers and not names_in(matter.movers) & names_in(paper.movers):
            unrecognised(self.name, f"zu {paper.number} werden verschiedene Urheber genannt")
        return matter.movers


def _other(paper: ToldPaper) -> Json:
    return {
        "kurz": (PaperKind.PROTOKOLL if paper.kind == PaperKind.PROTOKOLL else paper.typ)[:200],
        "art": paper.typ[:200],
        "nummer": paper.number[:60],
        "datum": formats.day(paper.day) if paper.day else "",
        "url": (paper.url or "")[:2000],
    }


# --- the form of an answer ----------------------------------------------------------------------------------


def _as_object(quelle: str, text: str) -> Json:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        unrecognised(quelle, f"es kommt kein Eintrag in JSON, sondern „{plain(text)[:60]}“")
    return answer


def _count(answer: Json) -> int | None:
    """How many hits there are; None where that is not told."""
    hits = [one.get("hits") for one in _sources(answer)]
    for told in (answer.get("item_count"), answer.get("fetched_hits"), *hits):
        if isinstance(told, int | str) and str(told).isascii() and str(told).isdigit():
            return int(told)
    return None


def _states(answer: Json) -> list[object]:
    return [answer.get("status"), *(one.get("status") for one in _sources(answer))]


def _sources(answer: Json) -> list[Json]:
    told = answer.get("sources")
    return [one for one in told.values() if isinstance(one, dict)] if isinstance(told, dict) else []


def _records(quelle: str, text: str) -> list[Any]:
    from lxml import etree, html

    try:
        parser = html.HTMLParser(encoding="utf-8")
        root = html.document_fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError, AssertionError):
        unrecognised(quelle, f"der Bericht ist keine Seite, sondern „{plain(text)[:60]}“")
    return [one for one in root.iter("div") if _has(one, "efxRecordRepeater")]


def _has(element: Any, name: str) -> bool:
    return name in str(element.get("class") or "").split()


# --- PARLIS: fields as JSON within a comment ----------------------------------------------------------------

TITLE, MATTER, MATTER_TOO, MOVERS, PLACES = "EWBV10", "EWBV02", "WMV40", "WMV30", "WMV35"
PRINTED, MOVED, FILE = "EWBV22", "EWBV23", "EWBD05"
"""Of one paper: „Drucksache 17/10323“, „Antrag Eva Muster (CDU) 03.02.2026“, the address of its PDF."""

BREAK = re.compile(r"<br ?/?>", re.IGNORECASE)


def _parlis_query(site: PortalaSite, asked: Asked) -> Json:
    if asked.start is None or asked.end is None:
        report = {"format": "suchergebnis-dokumentnummer", "sort": "sDNRSO sRNRDS"}
        return _body(site, {"l1": "D", "l2": asked.number}, "dokument", **report)
    days = {"l2": formats.day(asked.start), "l3": formats.day(asked.end)}
    return _body(site, {"l1": str(asked.period), **days, "l4": TYP}, site.record)


def _body(site: PortalaSite, lines: Json, record: str, format: str = "", sort: str = "", **more: Any) -> Json:
    report = {"rhl": "main", "rhlmode": "add", "format": format or site.format, "mime": "html"}
    return {
        "action": "SearchAndDisplay",
        "sources": [site.source],
        "report": {**report, "sort": sort or site.sort},
        "search": {"lines": lines, "serverrecordname": record, **more},
        **({"dataSet": site.data_set} if site.data_set else {}),
    }


def _parlis_matter(quelle: str, record: Any) -> Matter:
    from lxml import etree

    texts = [str(one.text or "").strip() for one in record.iter(etree.Comment)]
    told = [text for text in texts if text.startswith("{")]
    if len(told) != 1:
        unrecognised(quelle, f"ein Treffer hat {len(told)} Einträge in JSON")
    entry = _as_object(quelle, told[0])
    papers = [
        told_paper(quelle, line.rpartition(" || ")[0] or line, web_address(url))
        for url, line in _places(quelle, _field(quelle, entry, PLACES))
    ]
    if printed := _field(quelle, entry, PRINTED):
        line = f"{_field(quelle, entry, MOVED)} {printed}"
        papers.append(told_paper(quelle, line, web_address(_field(quelle, entry, FILE))))
    named = _each_once(quelle, [one for one in papers if one])
    if not named:
        unrecognised(quelle, "ein Treffer nennt kein Dokument")
    movers = split_movers(_field(quelle, entry, MOVERS))
    id = _field(quelle, entry, MATTER) or _field(quelle, entry, MATTER_TOO)
    return Matter(plain(id) or None, plain(_field(quelle, entry, TITLE)), named, movers)


def _each_once(quelle: str, papers: Sequence[ToldPaper]) -> tuple[ToldPaper, ...]:
    """A motion may be told twice; what is told of it then has to agree."""
    found: dict[tuple[bool, str], ToldPaper] = {}
    for one in dict.fromkeys(papers):
        key = (one.is_motion, f"{one.kind} {one.number}" if one.is_motion else repr(one))
        first = found.setdefault(key, one)
        names, others = names_in(first.movers), names_in(one.movers)
        if (first.day and one.day and first.day != one.day) or (names and others and not names & others):
            unrecognised(quelle, f"von {one.number} wird Verschiedenes erzählt")
        found[key] = replace(first, day=first.day or one.day, url=first.url or one.url)
    return tuple(found.values())


def _field(quelle: str, entry: Json, name: str) -> str:
    """Empty where it is not told: `[{"main": "…"}]`."""
    told = entry.get(name)
    if told is None or told == []:
        return ""
    first = told[0] if isinstance(told, list) else None
    value = first.get("main") if isinstance(first, dict) else None
    if not isinstance(value, str):
        unrecognised(quelle, f"das Feld „{name}“ hat eine andere Form")
    return value


def _places(quelle: str, told: str) -> Iterator[tuple[str, str]]:
    """„address @@ id @@ kind of file @@ what it is || id“, with a break of the line behind each."""
    from html import unescape

    for part in dict.fromkeys(one.strip() for one in BREAK.split(unescape(told))):
        fields = part.split("@@")
        if part and len(fields) != 4:
            unrecognised(quelle, f"„{plain(part)[:80]}“ ist keine Fundstelle")
        if part:
            yield fields[0], fields[3].strip()


# --- Berlin and Sachsen-Anhalt: a query of their own language, lines in the report --------------------------


def _star_query(site: PortalaSite, asked: Asked) -> Json:
    """The query is sent as a text and once more as a tree, as the search page does."""
    lines = {"2": str(asked.period), "4": "D"}
    groups: list[tuple[str, tuple[str, ...], str]] = [("/WP {}", ("WP",), str(asked.period))]
    if asked.start and asked.end:
        days = f"{asked.start} THRU {asked.end}".replace("-", " ")
        kinds = ("ETYPF", "ETYP2F", "DTYPF", "DTYP2F", "1VTYPF")
        groups += [(f"/{','.join(kinds)} ({{}})", kinds, f'"{TYP}"'), *_OF_PAPERS]
        groups.append(("DAT,DDAT,SDAT= {}", ("DAT", "DDAT", "SDAT"), days))
        lines |= {"3": TYP, "10": formats.day(asked.start), "11": formats.day(asked.end)}
    else:
        number = asked.number.split("/")[1]
        groups += [*_OF_PAPERS, ("DNR,KORD= {}", ("DNR", "KORD"), number)]
        lines |= {"5": number}
    parsed = f"({' AND '.join(f'({form.format(value)})' for form, _, value in groups)}) AND TYP=DOKDBE"
    tree = _either("and", [*(_group(parsed, fields, value) for _, fields, value in groups)])
    whole = _numbered(_either("and", [tree, _leaf(parsed, "TYP", "DOKDBE")]), count(1))
    joins = {f"20.{n}": "alWEBBI" for n in (1, 2, 3)} | {f"90.{n}": "AND" for n in (1, 2, 3)}
    return _body(site, lines | joins, site.record, parsed=parsed, sref=parsed, json=[whole])


_OF_PAPERS = (("/DART,DARTS ({})", ("DART", "DARTS"), '"D"'),)


def _group(parsed: str, fields: Sequence[str], value: str) -> Json:
    return _either("or", [_leaf(parsed, field, value) for field in fields])


def _either(kind: str, terms: Sequence[Json]) -> Json:
    first, *more = terms
    for one in more:
        first = {"tn": kind, "terms": [first, one]}
    return first


def _leaf(parsed: str, field: str, value: str) -> Json:
    """`idx`: where it stands in the text; `l`: one more than the brackets that are open there."""
    place = parsed.index(value, parsed.index(field))
    before = parsed[:place]
    leaf: Json = {
        "t": value,
        "idx": place,
        "l": before.count("(") - before.count(")") + 1,
        "sf": field,
        "op": "eq",
    }
    first, _, last = value.partition(" THRU ")
    return leaf | (
        {"tn": "trange", "p1": first, "t1": first, "p2": last, "t2": last} if last else {"tn": "term"}
    )


def _numbered(node: Json, numbers: Iterator[int]) -> Json:
    """A branch before what hangs on it."""
    node["num"] = next(numbers)
    for one in node.get("terms", ()):
        _numbered(one, numbers)
    return node


OF_MATTER = re.compile(r"/vorgang/(V-\d{1,9})\b")


def _star_matter(quelle: str, record: Any) -> Matter:
    titles = [plain(one.text_content()) for one in record.iter("h3")]
    lines = [one for one in record.iter("span") if _has(one, "h6")]
    if not titles or not titles[0] or not lines:
        unrecognised(quelle, "ein Treffer hat keinen Titel oder keine Zeile")
    links = [str(one.get("href")).strip() for one in record.iter("a") if one.get("href")]
    papers = []
    for line in lines:
        own = [str(one.get("href")).strip() for one in line.iter("a") if one.get("href")]
        paper = told_paper(quelle, plain(str(line.text_content())))
        if paper:
            papers.append(_with_file(paper, own or links))
    named = [
        OF_MATTER.search(str(value)) for one in record.iter("a", "button") for value in one.attrib.values()
    ]
    ids = {match[1] for match in named if match}
    return Matter(ids.pop() if len(ids) == 1 else None, titles[0], tuple(papers))


def _with_file(paper: ToldPaper, links: Sequence[str]) -> ToldPaper:
    """With the one address whose file bears its number: „d19-0296.pdf“, „d7079dan.pdf“."""
    period, _, number = paper.number.partition("/")
    names = {link: link.rpartition("/")[2].replace(f"{period}-", "", 1) for link in links}
    files = {link for link, name in names.items() if _first_number(name) == number.lstrip("0")}
    return replace(paper, url=web_address(files.pop())) if len(files) == 1 else paper


def _first_number(name: str) -> str:
    found = DIGITS.search(name)
    return found[0].lstrip("0") if found else ""


DIGITS = re.compile(r"\d{1,9}")
PARLIS = Dialect(_parlis_query, _parlis_matter)
STAR = Dialect(_star_query, _star_matter)

SITES = (
    PortalaSite(
        land="BE",
        label="Berlin (portala)",
        name="portala BE",
        licence="Quelle: Abgeordnetenhaus von Berlin – Parlamentsdokumentation",
        parlament="Abgeordnetenhaus von Berlin",
        base="https://pardok.parlament-berlin.de/portala/",
        dialect=STAR,
        source="lah.lissh",
        format="generic1-full",
        sort="WEVSO1/D WEVSO2 WEVSO3",
        record="sr_generic1",
        data_set="1",
    ),
    PortalaSite(
        land="BW",
        label="Baden-Württemberg (PARLIS)",
        name="PARLIS BW",
        licence="Quelle: Landtag von Baden-Württemberg – PARLIS",
        parlament="Landtag von Baden-Württemberg",
        base="https://parlis.landtag-bw.de/parlis/",
        start="",
        dialect=PARLIS,
        source="Star",
        format="suchergebnis-vorgang-full",
        sort="SORT01/D SORT02/D SORT03",
        record="vorgang",
    ),
    PortalaSite(
        land="LSA",
        label="Sachsen-Anhalt (PADOKA)",
        name="PADOKA LSA",
        licence="Quelle: Landtag von Sachsen-Anhalt – PADOKA",
        parlament="Landtag von Sachsen-Anhalt",
        base="https://padoka.landtag.sachsen-anhalt.de/portal/",
        dialect=STAR,
        source="lsa.lissh",
        format="generic2-short",
        sort="WEBSO1/D WEBSO2",
        record="sr_generic2",
        data_set="2",
        is_closed=True,
    ),
)
