"""ParlDok 8, the documentation of Hamburg, Mecklenburg-Vorpommern and Thüringen, asked as by its own pages.

The traps: the form is nowhere promised; the answer is JSON within JSON; a setting that says nothing may not
be left out, or the answer is 500; a search shows at most a thousand hits; papers of different kinds share a
number; among the authors of an answered question is who answered it.
"""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from core.antrag.antrag import number_of
from core.antrag.vote_papers import NamedPaper, PaperKind
from core.base import clock, formats
from core.features.sources.antrag_quelle import Portion, checked, text_of, unrecognised
from core.features.sources.landtag import (
    german_day,
    is_motion,
    keep_pace,
    plain,
    read_to,
    split_movers,
    windows,
    without_tags,
)
from core.programme.web import Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

TIME, PERIOD, NUMBER = 9, 10, 14
"""Facets of the search, the same in every installation."""

SETTINGS = {
    "devicekey": "", "max": 1000, "withfilter": False, "sort": 0, "topk": 3, "llm": 0, "newdocsearch": False,
}  # fmt: skip
PAGE = 100
MOST = 1000
PAPER = "Drucksache"
SLUG = re.compile(r"/dokument/\d{1,12}/(\d{1,2})_0{0,5}(\d{1,6})_")
"""„/dokument/103169/8_01715_brunnen“: Hamburg and Thüringen write the number into the address, too."""


@dataclass(frozen=True, slots=True)
class ParldokSite:
    """`api`: what the search page asks; `documents`: in front of the addresses that it tells."""

    land: str
    label: str
    name: str
    licence: str
    parlament: str
    api: str
    documents: str
    pace: float = 2.0


SITES = (
    ParldokSite(
        land="HH",
        label="Hamburg (ParlDok)",
        name="ParlDok HH",
        licence="Quelle: Hamburgische Bürgerschaft – Parlamentsdatenbank",
        parlament="Hamburgische Bürgerschaft",
        api="https://www.buergerschaft-hh.de/parldok",
        documents="https://www.buergerschaft-hh.de/parldok",
    ),
    ParldokSite(
        land="MV",
        label="Mecklenburg-Vorpommern (ParlDok)",
        name="ParlDok MV",
        licence="Quelle: Landtag Mecklenburg-Vorpommern – Parlamentsdatenbank",
        parlament="Landtag Mecklenburg-Vorpommern",
        api="https://www.dokumentation.landtag-mv.de/parldok",
        documents="https://www.dokumentation.landtag-mv.de/parldok",
    ),
    ParldokSite(
        land="TH",
        label="Thüringen (ParlDok)",
        name="ParlDok TH",
        licence="Quelle: Thüringer Landtag – Parlamentsdokumentation",
        parlament="Thüringer Landtag",
        api="https://parldok.thltcloud.de/parldok",
        documents="https://parldok.thueringer-landtag.de/ParlDok",
    ),
)


def opened(web: Web, site: ParldokSite) -> "Parldok":
    for address in (site.api, site.documents):
        keep_pace(web, address, site.pace)
    return Parldok(web, site)


@dataclass(frozen=True, slots=True)
class Parldok:
    web: Web
    site: ParldokSite
    today: Callable[[], date] = clock.today

    @property
    def name(self) -> str:
        return self.site.name

    @property
    def lizenz(self) -> str:
        return self.site.licence

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """`seit`: the day up to which all is stored.

        No kind is asked for: what a kind is numbered differs by Land, and a wrong number would look like
        „there is nothing“.
        """
        for start, end in windows(stand, self.today()):
            papers = self._all(_day("datefrom", start), _day("dateto", end))
            entries = []
            for paper in papers:
                day = german_day(self.name, paper.get("date"))
                if day and not start <= day <= end:
                    asked, told = f"{formats.day(start)} bis {formats.day(end)}", formats.day(day)
                    unrecognised(self.name, f"fragt man nach {asked}, kommt etwas vom {told}")
                if self._kind(paper) == PAPER and is_motion(self._typ(paper)):
                    entries.append(self._listed(paper))
            yield Portion(tuple(entries), read_to(end))

    def by_number(self, nummer: str) -> ListedAntrag | None:
        found = self._numbered(nummer)
        return self._listed(found[0]) if found else None

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """Every sitting of its matter, also a first debate: whether it voted, its Protokoll tells."""
        asked = self._numbered(antrag.nummer) if antrag.vorgang else None
        if asked is None:
            return ()
        paper, query = asked
        answer = self._ask("Process/Document", {"devicekey": "", "id": paper["id"], "queryid": query})
        matter = answer.get("process")
        steps = matter.get("positions") if isinstance(matter, dict) else None
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            unrecognised(self.name, "der Vorgang nennt keine Schritte („positions“)")
        named = [(step, step["doc"]) for step in steps if isinstance(step.get("doc"), dict)]
        if all(other.get("id") != paper["id"] for _, other in named):
            unrecognised(self.name, f"der Vorgang zu {antrag.nummer} nennt diese Drucksache nicht")
        told = (self._vote_paper(step, other) for step, other in named if other.get("id") != paper["id"])
        return tuple({one.url: one for one in told if one}.values())

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    # --- what is asked, and the form of an answer -----------------------------------------------------------

    def _ask(self, path: str, asked: Json) -> Json:
        """What stands within `data`, which is a text of JSON."""
        page = self.web.page(f"{self.site.api}/{path}", form={"data": json.dumps(asked)})
        try:
            answer = json.loads(page.text)
            if not isinstance(answer, dict) or answer.get("success") is not True:
                told = answer.get("message") if isinstance(answer, dict) else None
                unrecognised(self.name, f"„success“ fehlt ({plain(str(told))[:100]})")
            inner = json.loads(answer["data"])
        except (ValueError, KeyError, TypeError, RecursionError):
            unrecognised(self.name, f"es kommt kein JSON in JSON, sondern „{plain(page.text)[:60]}“")
        if not isinstance(inner, dict):
            unrecognised(self.name, "„data“ ist kein Eintrag")
        return inner

    def _found(self, answer: Json) -> tuple[list[Json], int]:
        """The papers of a page, and how many there are in all; none is told as a list of none."""
        papers, count = answer.get("docs"), answer.get("count")
        if not isinstance(papers, list) or not all(isinstance(one, dict) for one in papers):
            unrecognised(self.name, "„docs“ fehlt oder ist keine Liste")
        if type(count) is not int or count < len(papers) or (count and not papers):
            unrecognised(self.name, f"zu {len(papers)} Dokumenten nennt „count“ {str(count)[:20]}")
        if any(type(one.get("id")) is not int for one in papers):
            unrecognised(self.name, "ein Dokument hat keine „id“")
        return papers, count

    def _all(self, *tags: Json) -> list[Json]:
        answer = self._ask("Fulltext/Search", _search(tags))
        papers, count = self._found(answer)
        if count >= MOST:
            unrecognised(self.name, f"zu sieben Tagen gibt es {count} Dokumente, mehr als es zeigt")
        by_id = {one["id"]: one for one in papers}
        while len(by_id) < count:
            limit = {"Start": len(by_id), "Length": PAGE}
            asked = {"devicekey": "", "queryid": answer.get("queryid"), "limit": limit}
            more, again = self._found(self._ask("Fulltext/Resultpage", asked))
            before = len(by_id)
            by_id |= {one["id"]: one for one in more}
            if again != count or len(by_id) == before:
                unrecognised(self.name, f"von {count} Dokumenten kommen nur {before}")
        if len(by_id) != count:
            unrecognised(self.name, f"statt {count} Dokumenten kommen {len(by_id)}")
        return list(by_id.values())

    def _numbered(self, nummer: str) -> tuple[Json, int] | None:
        """The Drucksache of that number, and the search it was found by."""
        plain_number = number_of(nummer)
        if not plain_number:
            return None
        period, number = plain_number.split("/")
        answer = self._ask("Fulltext/Search", _search((_tag(PERIOD, period), _tag(NUMBER, number))))
        found, query = self._found(answer)[0], answer.get("queryid")
        if any(self._number(one) != plain_number for one in found):
            unrecognised(self.name, f"fragt man nach {plain_number}, kommen auch andere Nummern")
        papers = [one for one in found if self._kind(one) == PAPER]
        if len(papers) > 1:
            unrecognised(self.name, f"zu {plain_number} kommen mehrere Drucksachen")
        if type(query) is not int:
            unrecognised(self.name, "„queryid“ fehlt")
        return (papers[0], query) if papers else None

    # --- what an entry tells --------------------------------------------------------------------------------

    def _listed(self, paper: Json) -> ListedAntrag:
        if not isinstance(paper.get("authorhtml"), str | None) or "authorhtml" not in paper:
            unrecognised(self.name, "das Feld „authorhtml“ fehlt oder ist kein Text")
        number, typ = self._number(paper), self._typ(paper)
        matter = paper.get("processid")
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=str(paper["id"]),
                nummer=number,
                titel=plain(without_tags(text_of(self.name, paper, "title"), " ")),
                typ=typ,
                parlament=self.site.parlament,
                bundesland=self.site.land,
                wahlperiode=int(number.split("/")[0]),
                datum=german_day(self.name, paper.get("date")),
                urheber=split_movers(without_tags(paper["authorhtml"] or "", ", ")),
                pdf_url=self._address(paper),
                vorgang=str(matter) if type(matter) is int and matter > 0 else None,
            )
        )

    def _kind(self, paper: Json) -> str:
        return plain(text_of(self.name, paper, "kind"))

    def _typ(self, paper: Json) -> str:
        return plain(text_of(self.name, paper, "type"))

    def _number(self, paper: Json) -> str:
        """„8/1715“ of `lp` and `number`, which the address does not contradict."""
        told = f"{paper.get('lp')}/{plain(str(paper.get('number') or ''))}"
        number = number_of(told)
        if type(paper.get("lp")) is not int or not number:
            unrecognised(self.name, f"„{told[:40]}“ ist keine Nummer")
        slug = SLUG.match(str(paper.get("link") or ""))
        if slug and self._kind(paper) == PAPER and f"{slug[1]}/{slug[2]}" != number:
            unrecognised(self.name, f"die Adresse von {number} nennt {slug[1]}/{slug[2]}")
        return number

    def _address(self, paper: Json) -> str | None:
        """None for a paper that is not there yet, or that nobody may read."""
        link = paper.get("link")
        if paper.get("exists") is False or paper.get("allowed") is False or not link:
            return None
        start = f"/dokument/{paper['id']}"
        if not isinstance(link, str) or not (link == start or link.startswith(f"{start}/")):
            unrecognised(self.name, f"„{str(link)[:60]}“ ist nicht die Adresse von {start}")
        return f"{self.site.documents}{link}"

    def _vote_paper(self, step: Json, paper: Json) -> NamedPaper | None:
        kind, typ = plain(str(paper.get("kind") or "")), plain(str(paper.get("type") or ""))
        if kind == PaperKind.PROTOKOLL:
            art = PaperKind.PROTOKOLL
        elif kind == PAPER and typ.startswith(PaperKind.RECOMMENDATION):
            art = PaperKind.RECOMMENDATION
        else:
            return None
        url = self._address(paper)
        day = german_day(self.name, paper.get("date") or step.get("date"))
        return NamedPaper(art, self._number(paper), url, day) if url else None


def _search(tags: tuple[Json, ...]) -> Json:
    return {**SETTINGS, "limit": {"Start": 0, "Length": PAGE}, "tags": list(tags)}


def _tag(facet: int, id: str, field: str = "") -> Json:
    return {"type": facet, "id": id, "label": id, "field": field, "fulltext": "", "ored": True}


def _day(field: str, day: date) -> Json:
    return _tag(TIME, formats.day(day), field)
