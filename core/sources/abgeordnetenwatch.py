"""abgeordnetenwatch.de: which programme which party had for which election, with the address of its PDF.

The traps: `range_end` is a page's size; a filter that is not known is ignored; a programme hangs on the
election, not on the term that follows; labels hold soft hyphens and, in brackets, a period.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from core.german.folding import visible
from core.sources.antrag_quelle import unrecognised
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
        entries = self._all("parliament-periods", "parliament", PARLIAMENTS[bundesland])
        found = [_election(entry) for entry in entries if entry.get("type") == "election"]
        return sorted(found, key=lambda election: election.jahr, reverse=True)

    def programmes(self, election: Election) -> list[ListedProgramm]:
        entries = self._all("election-program", "parliament_period", election.id)
        return [_listed(entry, election) for entry in entries]

    def _all(self, collection: str, belongs_to: str, id: int) -> list[Entry]:
        """Every entry once, however few of them a page holds."""
        found: dict[int, Entry] = {}
        start, total = 0, 1
        with _as_known():
            while start < total:
                asked = {belongs_to: id, "range_start": start, "range_end": PAGE}
                answer = self.web.json(f"{self.base}/{collection}", asked)
                entries, total = answer["data"], answer["meta"]["result"]["total"]
                if total > MOST or (not entries and start < total):
                    raise ValueError(f"„{collection}“ nennt {total} Einträge und zeigt {len(entries)}")
                start += len(entries)
                for entry in entries:
                    if entry[belongs_to]["id"] != id:
                        raise ValueError(f"gefragt war {belongs_to} {id}, es kommt auch anderes")
                    found.setdefault(entry["id"], entry)
        return list(found.values())


@contextmanager
def _as_known() -> Iterator[None]:
    """What has another shape than was ever seen is an error, and no empty list."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        unrecognised(NAME, f"{type(error).__name__}, {error}")


def clean_label(label: str) -> str:
    """„Bündnis 90/\\xadDie Grünen (Bundestag 2017 - 2021)“ → „Bündnis 90/Die Grünen“."""
    return IN_BRACKETS.sub("", " ".join(visible(label).split()))


def _election(entry: Entry) -> Election:
    with _as_known():
        label = clean_label(entry["label"])
        if not (found := ELECTION.search(label)):
            raise ValueError(f"der Name der Wahl „{label[:80]}“ nennt kein Jahr")
        return Election(entry["id"], int(found["jahr"]), label)


def _listed(entry: Entry, election: Election) -> ListedProgramm:
    with _as_known():
        label, partei = clean_label(entry["label"]), clean_label(entry["party"]["label"])
        return ListedProgramm(entry["id"], label, partei, election, _file(entry))


def _file(entry: Entry) -> str | None:
    """Its file, else the one linked PDF; the link may be a single entry with nothing in it."""
    if isinstance(file := entry.get("file"), str) and file:
        return file
    uris = [link.get("uri") or "" for link in entry.get("link") or []]
    pdfs = [uri for uri in uris if uri.lower().split("?")[0].endswith(".pdf")]
    return pdfs[0] if len(pdfs) == 1 else None
