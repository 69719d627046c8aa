"""abgeordnetenwatch.de: which programme which party had for which election, with the address of its PDF.

The traps: `range_end` is a page's size; a filter that is not known is ignored; a programme hangs on the
election, not on the term that follows; labels hold soft hyphens and, in brackets, a period.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from core.errors import SourceUnrecognised
from core.german.folding import visible
from core.sources.web import Web

BASE = "https://www.abgeordnetenwatch.de/api/v2"
NAME = "abgeordnetenwatch.de"
PARLIAMENTS = {
    "BUND": 5, "BW": 6, "BY": 13, "BE": 2, "BB": 16, "HB": 10, "HH": 3, "HE": 11, "MV": 9, "NI": 12, "NRW": 4,
    "RP": 7, "SL": 14, "SN": 17, "LSA": 8, "SH": 18, "TH": 15,
}  # fmt: skip
PAGE = 100
MOST = 5_000
"""Entries of one question; all programmes together were 317 in 2021."""

ELECTION = re.compile(r"\bWahl (?P<jahr>(?:19|20)\d\d)\b")
IN_BRACKETS = re.compile(r" ?\([^()]*\) ?$")

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Election:
    id: int
    jahr: int
    label: str


@dataclass(frozen=True, slots=True)
class ListedProgramm:
    """`url` is None where the entry names no file: so far, or only a page to look at."""

    id: int
    label: str
    partei: str
    election: Election
    url: str | None


@dataclass(frozen=True, slots=True)
class Abgeordnetenwatch:
    web: Web
    base: str = BASE

    def elections(self, bundesland: str) -> list[Election]:
        """Those of its parliament, the latest first."""
        parliament = PARLIAMENTS[bundesland]
        found = []
        for entry in self._all("parliament-periods", {"parliament": parliament}):
            if _id_of(entry, "parliament") != parliament:
                _alarm(f"fragt man nach dem Parlament {parliament}, kommt auch ein anderes")
            if entry.get("type") == "election":
                found.append(_election(entry))
        return sorted(found, key=lambda election: election.jahr, reverse=True)

    def programmes(self, election: Election) -> list[ListedProgramm]:
        entries = self._all("election-program", {"parliament_period": election.id})
        return [_listed(entry, election) for entry in entries]

    def one(self, id: int) -> Entry:
        """The entry of a programme by its number, as it is told."""
        answer = self.web.json(f"{self.base}/election-program/{id}")
        entry = answer.get("data") if isinstance(answer, dict) else None
        return entry if isinstance(entry, dict) else _alarm(f"„election-program/{id}“ nennt keinen Eintrag")

    def _all(self, collection: str, query: dict[str, int]) -> Iterator[Entry]:
        """Every entry once, however few of them a page holds."""
        seen: set[int] = set()
        start, total = 0, 1
        while start < total:
            asked = {**query, "range_start": start, "range_end": PAGE}
            entries, total = _page(self.web.json(f"{self.base}/{collection}", asked))
            if total > MOST or (not entries and start < total):
                _alarm(f"„{collection}“ nennt {total} Einträge und zeigt nach {start} {len(entries)}")
            start += len(entries)
            for entry in entries:
                if (id := _number(entry, "id")) not in seen:
                    seen.add(id)
                    yield entry


def clean_label(label: str) -> str:
    """„Bündnis 90/\xadDie Grünen (Bundestag 2017 - 2021)“ → „Bündnis 90/Die Grünen“."""
    return IN_BRACKETS.sub("", " ".join(visible(label).split()))


def _page(answer: Any) -> tuple[list[Entry], int]:
    try:
        entries, total = answer["data"], answer["meta"]["result"]["total"]
    except (KeyError, TypeError):
        _alarm("die Antwort hat keine Felder „data“ und „meta.result.total“")
    if (
        not isinstance(entries, list)
        or not all(isinstance(e, dict) for e in entries)
        or type(total) is not int
    ):
        _alarm("„data“ ist keine Liste von Einträgen oder „total“ keine Zahl")
    return entries, total


def _election(entry: Entry) -> Election:
    label = clean_label(_text(entry, "label"))
    found = ELECTION.search(label)
    if not found:
        _alarm(f"der Name der Wahl „{label[:80]}“ nennt kein Jahr")
    return Election(_number(entry, "id"), int(found["jahr"]), label)


def _listed(entry: Entry, election: Election) -> ListedProgramm:
    if _id_of(entry, "parliament_period") != election.id:
        _alarm(f"fragt man nach „{election.label}“, kommen auch Programme anderer Wahlen")
    partei = entry.get("party")
    label = clean_label(_text(partei if isinstance(partei, dict) else {}, "label"))
    return ListedProgramm(
        _number(entry, "id"), clean_label(_text(entry, "label")), label, election, _file(entry)
    )


def _file(entry: Entry) -> str | None:
    """Its file, else the one linked PDF; the link may be a single entry with nothing in it."""
    if isinstance(file := entry.get("file"), str) and file:
        return file
    links = entry.get("link") or []
    if not isinstance(links, list):
        _alarm("„link“ ist keine Liste")
    uris = [link.get("uri") for link in links if isinstance(link, dict)]
    pdfs = [uri for uri in uris if isinstance(uri, str) and uri.lower().split("?")[0].endswith(".pdf")]
    return pdfs[0] if len(pdfs) == 1 else None


def _id_of(entry: Entry, name: str) -> int:
    inner = entry.get(name)
    return _number(inner if isinstance(inner, dict) else {}, "id")


def _number(entry: Entry, name: str) -> int:
    value = entry.get(name)
    return value if type(value) is int else _alarm(f"das Feld „{name}“ fehlt oder ist keine Zahl")


def _text(entry: Entry, name: str) -> str:
    value = entry.get(name)
    return (
        value if isinstance(value, str) and value else _alarm(f"das Feld „{name}“ fehlt oder ist kein Text")
    )


def _alarm(what: str) -> NoReturn:
    raise SourceUnrecognised(
        f"{NAME} antwortet anders als bekannt: {what}. Aus ihr wird nichts übernommen. Bitte melden."
    )
