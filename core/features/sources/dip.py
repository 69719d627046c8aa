"""The Bundestag's DIP: its Anträge, and what became of them.

The traps: an unknown filter is ignored and all is sent; the cursor is not bound to its filters; a bare day is
refused; 403 says nothing about the key; at most four matters are shown with a paper.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from core.antrag.antrag import is_same_number, number_of
from core.antrag.vote_papers import NamedPaper, PaperKind
from core.base import clock
from core.base.errors import EingabeError
from core.features.sources.antrag_quelle import Portion, checked, day_of, text_of, unrecognised
from core.programme.web import Query, Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

BASE = "https://search.dip.bundestag.de/api/v1"
DIP = "DIP"
KEY = "DIP_API_KEY"
HELP = "https://dip.bundestag.de/über-dip/hilfe/api"
LICENCE = "Quelle: Deutscher Bundestag – DIP"
TYP = "Antrag"
FIRST = timedelta(days=90)
"""So far back a first reading goes; the dates of older ones are asked for by number."""

OVERLAP = timedelta(hours=1)
"""What was changed while the last reading went on may bear an earlier moment."""

MOST_PAGES = 2_000
TEXTS = {PaperKind.PROTOKOLL: "plenarprotokoll-text", PaperKind.RECOMMENDATION: "drucksache-text"}


@dataclass(frozen=True, slots=True)
class Dip:
    web: Web
    key: str
    base: str = BASE
    name: str = DIP
    lizenz: str = LICENCE

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """`seit`: up to where all is stored; while a reading goes on also its cursor and newest moment."""
        seit = stand.get("seit") or (clock.now() - FIRST).isoformat(timespec="seconds")
        newest = stand.get("neuestes") or seit
        asked = {"f.aktualisiert.start": seit, "f.drucksachetyp": TYP, "f.zuordnung": "BT"}
        for documents, cursor in self._pages("drucksache", asked, stand.get("cursor")):
            entries = tuple(self._listed(one, since=seit) for one in documents)
            newest = max([newest, *(one.aktualisiert or "" for one in entries)])
            before = (_moment(newest) - OVERLAP).isoformat(timespec="seconds")
            on = {"seit": seit, "cursor": cursor, "neuestes": newest} if cursor else {"seit": before}
            yield Portion(entries, on)

    def by_number(self, nummer: str) -> ListedAntrag | None:
        period, slash, number = number_of(nummer).partition("/")
        printed = f"{period:0>2}{slash}{number}" if slash else nummer  # „07/5896“
        asked: Query = {"f.dokumentnummer": printed, "f.zuordnung": "BT"}
        found = self._page("drucksache", asked)["documents"]
        if any(not is_same_number(str(one.get("dokumentnummer")), nummer) for one in found):
            unrecognised(self.name, f"fragt man nach {nummer}, kommen auch andere Drucksachen")
        return self._listed(found[0], any_typ=True) if found else None

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """Of a sitting only where it is said to have decided on this paper; each once."""
        matters = [str(one["id"]) for one in antrag.weitere if "id" in one] or [antrag.vorgang or ""]
        found: dict[str, NamedPaper] = {}
        for matter in filter(None, matters):
            for steps, _ in self._pages("vorgangsposition", {"f.vorgang": matter}):
                if any(str(step.get("vorgang_id")) != matter for step in steps):
                    unrecognised(self.name, f"fragt man nach dem Vorgang {matter}, kommen auch andere")
                papers = (_vote_paper(step, antrag.nummer) for step in steps)
                found |= {paper.url: paper for paper in papers if paper}
        return tuple(found.values())

    def text_of_paper(self, paper: NamedPaper) -> str:
        """Its whole text, ten papers to a page: a filter that was ignored shows in what comes."""
        resource = TEXTS[paper.art]
        asked: Query = {"f.dokumentnummer": paper.nummer, "f.zuordnung": "BT"}
        found = self._page(resource, asked)["documents"] if paper.nummer else []
        if any(one.get("dokumentnummer") != paper.nummer or one.get("herausgeber") != "BT" for one in found):
            unrecognised(self.name, f"fragt man nach dem Text von {paper.nummer}, kommen auch andere")
        told = found[0].get("text") if found else None
        return told if isinstance(told, str) else ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    def _pages(
        self, resource: str, asked: Query, cursor: str | None = None
    ) -> Iterator[tuple[list[Json], str | None]]:
        """What each holds, and the cursor of the next; None with the last."""
        for _ in range(MOST_PAGES):
            answer = self._page(resource, asked, cursor)
            is_last = not answer["documents"] or answer["cursor"] == cursor
            cursor = None if is_last else answer["cursor"]
            yield answer["documents"], cursor
            if is_last:
                return
        unrecognised(self.name, f"nach {MOST_PAGES} Seiten kommt immer noch eine")

    def _page(self, resource: str, asked: Query, cursor: str | None = None) -> Json:
        """The filters go with every page: the cursor does not know them."""
        query = {**asked, **({"cursor": cursor} if cursor else {})}
        answer = self.web.json(f"{self.base}/{resource}", query, {"Authorization": f"ApiKey {self.key}"})
        documents = answer.get("documents") if isinstance(answer, dict) else None
        if not isinstance(documents, list) or not all(isinstance(one, dict) for one in documents):
            unrecognised(self.name, "„documents“ fehlt oder ist keine Liste")
        if not isinstance(answer.get("cursor"), str):
            unrecognised(self.name, "„cursor“ fehlt")
        return dict(answer)

    def _listed(self, one: Json, since: str = "", any_typ: bool = False) -> ListedAntrag:
        """Checked against what was asked for: a filter that was ignored shows in what comes."""
        changed, typ = text_of(self.name, one, "aktualisiert"), text_of(self.name, one, "drucksachetyp")
        wanted = (any_typ or typ == TYP) and one.get("herausgeber") == "BT"
        if not wanted or (since and _moment(changed) < _moment(since)):
            unrecognised(self.name, f"Filter wirken nicht, es kommt {typ} vom {changed}")
        matters = [m for m in one.get("vorgangsbezug") or [] if isinstance(m, dict) and m.get("id")]
        url = _place(one).get("pdf_url")
        told = one.get("urheber") or []
        names = [u.get("titel") or u.get("bezeichnung") for u in told if isinstance(u, dict)]
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=f"BT {text_of(self.name, one, 'dokumentnummer')}",
                nummer=text_of(self.name, one, "dokumentnummer"),
                titel=text_of(self.name, one, "titel"),
                typ=typ,
                parlament="Deutscher Bundestag",
                bundesland="BUND",
                wahlperiode=one["wahlperiode"] if type(one.get("wahlperiode")) is int else None,
                datum=day_of(self.name, one.get("datum")),
                urheber=tuple(str(name)[:200] for name in names if name),
                pdf_url=url if isinstance(url, str) else None,
                vorgang=str(matters[0]["id"]) if matters else None,
                weitere=tuple({"id": str(m["id"])} for m in matters),
                aktualisiert=changed,
            )
        )


def _place(step: Json) -> Json:
    place = step.get("fundstelle")
    return place if isinstance(place, dict) else {}


def _vote_paper(step: Json, nummer: str) -> NamedPaper | None:
    """None for a step whose paper tells no vote on this one: a first debate, a referral, another paper."""
    place = _place(step)
    number, url = str(place.get("dokumentnummer") or "")[:60], str(place.get("pdf_url") or "")[:2000]
    is_advice = str(place.get("drucksachetyp") or "").startswith(str(PaperKind.RECOMMENDATION))
    # It may decide on other papers too.
    told = step.get("beschlussfassung")
    decisions = told if isinstance(told, list) else []
    papers = ",".join(str(one.get("dokumentnummer") or nummer) for one in decisions).split(",")
    is_decided = any(is_same_number(paper, nummer) for paper in papers)
    if not url or not (is_decided or is_advice):
        return None
    art = PaperKind.RECOMMENDATION if is_advice else PaperKind.PROTOKOLL
    return NamedPaper(art, number, url, day_of(DIP, place.get("datum")))


def dip_key() -> str:
    """From the environment: the published one changes every year, so none is in the program."""
    if key := os.environ.get(KEY, "").strip():
        return key
    raise EingabeError(
        f"Für den Bundestag fehlt ein Schlüssel. Der veröffentlichte steht unter {HELP}; setzen Sie ihn als "
        f"Umgebungsvariable {KEY}. Ein eigener wird auf Anfrage vergeben."
    )


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        unrecognised(DIP, f"„{text[:40]}“ ist kein Zeitpunkt")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
