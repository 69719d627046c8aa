"""Which Läufe are asked for, and what there is to choose from."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import reduce
from typing import Any

from sqlalchemy import Column, Text, func, or_, select, type_coerce

from core.antrag.drucksache import REPLACED, number_of
from core.runs.lauf import Status
from core.runs.sql import Condition
from core.runs.tables import antragstext, lauf, teil, zitat


def plain_number_in(column: Column[Any]) -> Any:
    lowered: Any = func.lower(column)
    return func.ltrim(reduce(lambda text, pair: func.replace(text, *pair), REPLACED, lowered), "0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which Läufe: None filters nothing. `modell` is the one that answered, or was asked while none has.

    `bundesland` „“ stands for none. `programm_id`: Läufe with a quote that stands in it; „“ for quotes that
    stand in no Programm. `probe_von`: the probes of that Lauf; „“ for Läufe that are none.
    """

    suche: str | None = None
    status: Status | None = None
    von: date | None = None
    bis: date | None = None
    bundesland: str | None = None
    antragsteller: str | None = None
    partei: str | None = None
    programm_id: str | None = None
    modell: str | None = None
    prompt_id: str | None = None
    prompt_version: str | None = None
    strategie: str | None = None
    batch_id: str | None = None
    antrag_hash: str | None = None
    is_demo: bool | None = None
    aus_cache: bool | None = None
    eingelesen: bool | None = None
    probe_von: str | None = ""
    geloescht: bool = False


ALLE = Filter()


@dataclass(frozen=True, slots=True)
class Values:
    """What the Läufe that are not deleted have to filter by."""

    modelle: tuple[str, ...]
    prompts: tuple[str, ...]
    laender: tuple[str, ...]
    parteien: tuple[str, ...]


# --- what a filter asks of Läufe, as SQL --------------------------------------------------------------------

MODELL = func.coalesce(lauf.c.modell_geantwortet, lauf.c.modell_gefragt)

MOST_WORDS = 8
"""Of what is searched for; each is looked for in all Anträge."""


def conditions(filter: Filter) -> list[Condition]:
    """What a filter asks of a Lauf."""
    asked = [
        (lauf.c.status, filter.status),
        (func.coalesce(lauf.c.bundesland, ""), filter.bundesland),
        (MODELL, filter.modell),
        (lauf.c.prompt_id, filter.prompt_id),
        (lauf.c.prompt_version, filter.prompt_version),
        (lauf.c.strategie, filter.strategie),
        (lauf.c.batch_id, filter.batch_id),
        (lauf.c.antrag_hash, filter.antrag_hash),
        (lauf.c.is_demo, filter.is_demo),
        (lauf.c.aus_cache.is_not(None), filter.aus_cache),
        (lauf.c.eingelesen.is_not(None), filter.eingelesen),
        (func.coalesce(lauf.c.probe_von, ""), filter.probe_von),
        (lauf.c.geloescht.is_not(None), filter.geloescht),
    ]
    found = [column == value for column, value in asked if value is not None]
    if filter.suche:
        found += [_says(word) for word in filter.suche.casefold().split()[:MOST_WORDS]]
    if filter.antragsteller:
        found.append(_names_contain(filter.antragsteller))
    if filter.partei:
        asked_for = select(teil.c.lauf_id).where(teil.c.partei == filter.partei)
        found.append(lauf.c.id.in_(asked_for))
    if filter.programm_id is not None:
        found.append(lauf.c.id.in_(select(zitat.c.lauf_id).where(stands_in(filter.programm_id))))
    if filter.von:
        found.append(lauf.c.created >= datetime.combine(filter.von, time(), UTC))
    if filter.bis:
        found.append(lauf.c.created < datetime.combine(filter.bis + timedelta(days=1), time(), UTC))
    return found


def _says(word: str) -> Condition:
    """Each word in the Antrag or in any column that a list shows; names of parties are written large."""
    told = (MODELL, lauf.c.prompt_id, lauf.c.bundesland, type_coerce(lauf.c.antragsteller, Text))
    columns = (func.lower(column).contains(word, autoescape=True) for column in told)
    movers = type_coerce(lauf.c.antragsteller, Text).contains(word.upper(), autoescape=True)
    antrag = lauf.c.antrag_hash.in_(
        select(antragstext.c.antrag_hash).where(antragstext.c.suchtext.contains(word, autoescape=True))
    )
    numbered = [plain_number_in(lauf.c.drucksache) == number] if (number := number_of(word)) else []
    return or_(lauf.c.suchtext.contains(word, autoescape=True), movers, *columns, antrag, *numbered)


def stands_in(programm_id: str) -> Condition:
    """Zitate of that Programm; „“: of none."""
    return zitat.c.programm_id == programm_id if programm_id else zitat.c.programm_id.is_(None)


def _names_contain(name: str) -> Condition:
    return type_coerce(lauf.c.antragsteller, Text).contains(f"|{name}|", autoescape=True)
