"""OParl 1.0 and 1.1: the papers of municipal councils, as their information systems offer them.

The traps: lists go on by `links.next`; what was deleted is sent once more with `deleted`; `modified_since` is
ignored by some; a file stands in the paper (1.0) or under its address (1.1).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from core.antrag.vote_papers import NamedPaper
from core.base import clock
from core.base.errors import SourceRefused
from core.features.sources.antrag_quelle import Portion, checked, day_of, text_of, unrecognised
from core.programme.web import Web, fetch_new
from core.runs.antraege import Json, ListedAntrag

OPARL = "OParl "
LICENCE = "Quelle: Ratsinformationssystem {} (OParl)"
VERSIONS = ("https://schema.oparl.org/1.0/", "https://schema.oparl.org/1.1/")
OVERLAP = timedelta(hours=1)
MOST_PAGES = 5_000


@dataclass(frozen=True, slots=True)
class OparlBody:
    """`url`: the address of the body, which is what OParl calls a municipality."""

    web: Web
    url: str

    @property
    def name(self) -> str:
        return f"{OPARL}{self.url}"[:200]

    @property
    def lizenz(self) -> str:
        return LICENCE.format(self.url.split("/")[2])

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """`seit`: the moment the last whole reading began; `weiter`: the page a broken one goes on from."""
        began = stand.get("begonnen") or clock.now().isoformat(timespec="seconds")
        seit = stand.get("seit")
        body = self._object(self.url, "Body")
        page = stand.get("weiter") or text_of(self.name, body, "paper")
        query = {"modified_since": seit} if seit and not stand.get("weiter") else {}
        for _ in range(MOST_PAGES):
            listed, page = self._page(page, query)
            query = {}  # the next page's address holds them already
            left = tuple(one["id"] for one in listed if one.get("deleted") is True)
            entries = tuple(self._listed(one, body) for one in listed if one.get("deleted") is not True)
            if page is None:
                before = datetime.fromisoformat(began) - OVERLAP
                yield Portion(entries, {"seit": before.isoformat(timespec="seconds")}, left)
                return
            yield Portion(entries, {"seit": seit, "begonnen": began, "weiter": page}, left)
        unrecognised(self.name, f"nach {MOST_PAGES} Seiten kommt immer noch eine")

    def by_number(self, nummer: str) -> ListedAntrag | None:
        """By its address, which is what identifies a paper here; numbers are each system's own."""
        try:
            paper = self._object(nummer, "Paper")
        except SourceRefused as refused:
            if "(404)" in str(refused) or "(410)" in str(refused):
                return None
            raise
        return None if paper.get("deleted") is True else self._listed(paper, self._object(self.url, "Body"))

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """None: who voted how is no field of OParl, and every municipality writes its minutes otherwise."""
        return ()

    def text_of_paper(self, paper: NamedPaper) -> str:
        return ""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        return fetch_new(self.web, paper.url, target, most)

    def _page(self, url: str, query: dict[str, str]) -> tuple[list[Json], str | None]:
        answer = self.web.json(url, query)
        entries = answer.get("data") if isinstance(answer, dict) else None
        if not isinstance(entries, list) or not all(
            isinstance(one, dict) and isinstance(one.get("id"), str) for one in entries
        ):
            unrecognised(self.name, "„data“ fehlt, oder ein Eintrag hat keine „id“")
        links = answer.get("links")
        following = links.get("next") if isinstance(links, dict) else None
        if following == url:
            unrecognised(self.name, "die nächste Seite ist dieselbe")
        return entries, following if isinstance(following, str) else None

    def _object(self, url: str, kind: str) -> Json:
        found = self.web.json(url)
        told = found.get("type") if isinstance(found, dict) else None
        if told not in [f"{version}{kind}" for version in VERSIONS]:
            unrecognised(
                self.name, f"{url} ist kein „{kind}“ nach OParl 1.0 oder 1.1, sondern {str(told)[:80]}"
            )
        return dict(found)

    def _listed(self, paper: Json, body: Json) -> ListedAntrag:
        id = text_of(self.name, paper, "id")
        file, url = paper.get("mainFile"), None
        if isinstance(file, str):
            file = self._object(file, "File")
        # Other kinds of files than a PDF are nothing that could be read here.
        if isinstance(file, dict) and file.get("mimeType") in (None, "application/pdf"):
            url = file.get("downloadUrl") or file.get("accessUrl")
        return checked(
            ListedAntrag(
                quelle=self.name,
                kennung=id,
                nummer=str(paper.get("reference") or "")[:60],
                titel=text_of(self.name, paper, "name")[:2000],
                typ=str(paper.get("paperType") or "Vorlage")[:100],
                parlament=text_of(self.name, body, "name")[:200],
                datum=day_of(self.name, paper.get("date")),
                pdf_url=url if isinstance(url, str) else None,
                aktualisiert=str(paper.get("modified") or "")[:40] or None,
            )
        )
