"""What a filter asks of Läufe, as SQL."""

from datetime import UTC, datetime, time, timedelta

from core.runs.antrag_tables import antragstext, ausgeblendet
from core.runs.lauf_filter import Filter
from core.runs.sql import Condition, Text, func, or_, select, type_coerce
from core.runs.tables import lauf, teil, zitat
from core.runs.traegt_counts import to_read

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
        (is_hidden(), filter.hidden),
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
    if filter.lesen is not None:
        found.append(lauf.c.id.in_(to_read()) if filter.lesen else lauf.c.id.not_in(to_read()))
    if filter.von:
        found.append(lauf.c.created >= datetime.combine(filter.von, time(), UTC))
    if filter.bis:
        found.append(lauf.c.created < datetime.combine(filter.bis + timedelta(days=1), time(), UTC))
    return found


def is_hidden() -> Condition:
    return lauf.c.antrag_hash.in_(select(ausgeblendet.c.antrag_hash))


def _says(word: str) -> Condition:
    """Each word in the Antrag or in any column that a list shows; names of parties are written large."""
    told = (MODELL, lauf.c.prompt_id, lauf.c.bundesland, type_coerce(lauf.c.antragsteller, Text))
    columns = (func.lower(column).contains(word, autoescape=True) for column in told)
    movers = type_coerce(lauf.c.antragsteller, Text).contains(word.upper(), autoescape=True)
    antrag = lauf.c.antrag_hash.in_(
        select(antragstext.c.antrag_hash).where(antragstext.c.suchtext.contains(word, autoescape=True))
    )
    return or_(lauf.c.suchtext.contains(word, autoescape=True), movers, *columns, antrag)


def stands_in(programm_id: str) -> Condition:
    """Zitate of that Programm; „“: of none."""
    return zitat.c.programm_id == programm_id if programm_id else zitat.c.programm_id.is_(None)


def _names_contain(name: str) -> Condition:
    return type_coerce(lauf.c.antragsteller, Text).contains(f"|{name}|", autoescape=True)
