"""What was changed and when: the first Lauf with another model, prompt, embedder, search or index."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from enum import StrEnum
from typing import NamedTuple

from core.monitor.quote_counts import first_with
from core.runs.lauf_filter import ALLE, Filter
from core.runs.quote_cube import NumberTable
from core.search.ranking import strategie_told

NAMED = 3
"""Programme that are named; of more, how many."""


class MarkKind(StrEnum):
    MODELL = "Modell"
    PROMPT = "Prompt"
    EMBEDDER = "Embedder"
    STRATEGIE = "Suchstrategie"
    INDEX = "Index"
    PROGRAM_VERSION = "Programmversion"


@dataclass(frozen=True, slots=True)
class ChangeMark:
    """`zeit` is that of the first Lauf with it; what the very first Lauf had is no change."""

    zeit: datetime
    art: MarkKind
    text: str


class LaufCircumstance(NamedTuple):
    """With what a Lauf was computed."""

    modell: str
    prompt: str
    embedder: str
    strategie: str
    app_version: str
    index_hash: str


def marken(jobs: NumberTable, filter: Filter = ALLE) -> list[ChangeMark]:
    """The earliest first. What is new is judged by all Läufe before, also those before `filter.von`."""
    staende = [
        (seit, LaufCircumstance(*werte))
        for seit, werte in first_with(jobs, replace(filter, von=None), *LaufCircumstance._fields)
    ]
    beginn = datetime.combine(filter.von, time(), UTC) if filter.von else None
    found = [*_of_values(staende), *_of_index(staende, jobs.index_staende)]
    return sorted(
        (marke for marke in found if beginn is None or marke.zeit >= beginn),
        key=lambda marke: (marke.zeit, marke.art, marke.text),
    )


def _of_values(staende: Iterable[tuple[datetime, LaufCircumstance]]) -> list[ChangeMark]:
    known: dict[MarkKind, set[str]] = {}
    found = []
    for seit, stand in staende:
        for art, value in _values(stand).items():
            if art in known and value not in known[art]:
                found.append(ChangeMark(seit, art, value))
            known.setdefault(art, set()).add(value)
    return found


def _values(stand: LaufCircumstance) -> dict[MarkKind, str]:
    values = {
        MarkKind.MODELL: stand.modell,
        MarkKind.PROMPT: stand.prompt,
        MarkKind.EMBEDDER: stand.embedder,
        MarkKind.STRATEGIE: strategie_told(stand.strategie),
        MarkKind.PROGRAM_VERSION: stand.app_version,
    }
    return {art: value for art, value in values.items() if value}


def _of_index(
    staende: Iterable[tuple[datetime, LaufCircumstance]], contents: Mapping[str, Mapping[str, object]]
) -> list[ChangeMark]:
    """Per Gebiet, each state against the one before; one that was there already is none."""
    last: dict[str, object] = {}
    known: set[tuple[str, str]] = set()
    found = []
    for seit, stand in staende:
        for gebiet, inhalt in contents[stand.index_hash].items():
            key = (gebiet, json.dumps(inhalt, sort_keys=True))
            if gebiet in last and key not in known:
                found.append(ChangeMark(seit, MarkKind.INDEX, f"{gebiet}: {_change(last[gebiet], inhalt)}"))
            known.add(key)
            last[gebiet] = inhalt
    return found


def _change(before: object, after: object) -> str:
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return "neuer Stand"
    changes = {
        "neu": after.keys() - before.keys(),
        "neu eingelesen": {id for id in after.keys() & before.keys() if after[id] != before[id]},
        "entfernt": before.keys() - after.keys(),
    }
    return "; ".join(f"{word}: {_named(ids)}" for word, ids in changes.items() if ids) or "neuer Stand"


def _named(ids: Iterable[str]) -> str:
    names = sorted(ids)
    return ", ".join(names) if len(names) <= NAMED else f"{len(names)} Programme"
