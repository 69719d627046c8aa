"""Counting what became of the quotes by whatever is asked: per day, model, party, several at once."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.runs.figures import Zitatzahlen
from core.runs.lauf import ALLE, Filter
from core.runs.quote_cube import STATI, Merkmal, Zahlen, Zahlenwerk

Maske = NDArray[np.bool_]

LAUF, PARTEI, PROGRAMM = "lauf", "partei", "programm"
"""What can be counted by, beside the Merkmale of the Läufe."""

FELDER = {
    "bundesland": "land",
    "modell": "modell",
    "prompt_id": "prompt_id",
    "prompt_version": "prompt_version",
    "strategie": "strategie",
    "status": "status",
    "aus_cache": "aus_cache",
    "is_demo": "is_demo",
}
"""A filter's field → the Merkmal it asks for."""

UNDERSTOOD = {*FELDER, "von", "bis", "partei", "programm_id", "eingelesen"}
"""Only own Läufe are counted here, so `eingelesen` asks for nothing."""


class Gezaehlt(NamedTuple):
    """`werte`: what these quotes have in common, in the order it was asked for."""

    werte: tuple[Any, ...]
    zahlen: Zitatzahlen
    passagen: int
    zeichen: int


def count_by(
    werk: Zahlenwerk, filter: Filter = ALLE, *nach: str, letzte: int | None = None
) -> list[Gezaehlt]:
    """A row per combination that there is, in no order; without `nach` a single one.

    `letzte`: of so many Läufe, the latest that fit.

    By party, by Programm or with a filter's `programm_id`, a Lauf counts where it was asked about the party
    or has such a quote; else every Lauf counts, also one without any quote.
    """
    is_by_programm = PROGRAMM in nach or filter.programm_id is not None
    if is_by_programm != (werk.programm is not None):
        raise ValueError("whether quotes are counted by Programm is settled when they are read")
    laeufe, teile = _wanted_laeufe(werk, filter), _wanted_teile(werk, filter, nach)
    if filter.partei or is_by_programm:
        laeufe &= np.bincount(werk.lauf[teile], minlength=len(laeufe)) > 0
    if letzte is not None:
        laeufe[np.flatnonzero(laeufe)[:-letzte]] = False
    rows = np.flatnonzero(laeufe[werk.lauf] & teile)
    of_row = werk.lauf[rows]
    if not is_by_programm and PARTEI not in nach:
        units = np.flatnonzero(laeufe)
        keys = _keys(werk, nach, units)
        place = np.zeros(len(laeufe), dtype=np.int64)
        place[units] = keys.nummern
        return _summed(werk, keys.werte, rows, _pairs(place[of_row], of_row), _pairs(keys.nummern, units))
    keys = _keys(werk, nach, of_row, rows)
    pairs = _pairs(keys.nummern, of_row)
    return _summed(werk, keys.werte, rows, pairs, np.unique(pairs))


def rows_of(werk: Zahlenwerk, filter: Filter) -> tuple[Zahlen, Zahlen]:
    """The Läufe that fit, and their Teile on parties, by their places in the Zahlenwerk."""
    laeufe = _wanted_laeufe(werk, filter)
    teile = _wanted_teile(werk, filter, (PARTEI,)) & laeufe[werk.lauf]
    return np.flatnonzero(laeufe), np.flatnonzero(teile)


def first_with(werk: Zahlenwerk, filter: Filter, *nach: str) -> list[tuple[datetime, tuple[Any, ...]]]:
    """When the first Lauf of every combination was, the earliest first."""
    laeufe = np.flatnonzero(_wanted_laeufe(werk, filter))
    keys = _keys(werk, nach, laeufe)
    _, firsts = np.unique(keys.nummern, return_index=True)  # the Läufe are in order
    return sorted(
        ((werk.created(laeufe[first]), keys.werte[keys.nummern[first]]) for first in firsts),
        key=lambda pair: pair[0],
    )


def _wanted_laeufe(werk: Zahlenwerk, filter: Filter) -> Maske:
    """What the filter asks of the Läufe themselves."""
    asked = {
        field.name for field in fields(Filter) if getattr(filter, field.name) != getattr(ALLE, field.name)
    }
    if unknown := asked - UNDERSTOOD:
        raise ValueError(f"quotes cannot be counted by {sorted(unknown)}")
    wanted = np.ones(len(werk.ids), dtype=bool)
    for field, name in FELDER.items():
        value = getattr(filter, field)
        if value is not None:
            wanted &= werk.merkmale[name].is_(value or None if field == "bundesland" else value)
    tag = werk.merkmale["tag"]
    von, bis = (day.isoformat() if day else None for day in (filter.von, filter.bis))
    inside = [(von is None or von <= day) and (bis is None or day <= bis) for day in tag.werte]
    wanted &= np.array(inside, dtype=bool)[tag.nummern]
    return wanted


def _wanted_teile(werk: Zahlenwerk, filter: Filter, nach: Sequence[str]) -> Maske:
    wanted = np.ones(len(werk.lauf), dtype=bool)
    if filter.partei:
        wanted &= werk.partei.is_(filter.partei)
    elif PARTEI in nach:
        wanted &= ~werk.partei.is_("")  # the part on the Antrag itself quotes nobody
    if filter.programm_id is not None and werk.programm:
        wanted &= werk.programm.is_(filter.programm_id or None)
    return wanted


def _keys(werk: Zahlenwerk, nach: Sequence[str], laeufe: Zahlen, teile: Zahlen | None = None) -> Merkmal:
    """The combination that each row has; the rows are these Läufe, or these Teile of them."""
    combined, sizes = np.zeros(len(laeufe), dtype=np.int64), []
    parts = [_merkmal(werk, name) for name in nach]
    for name, part in zip(nach, parts, strict=True):
        own = part.nummern[teile if name in (PARTEI, PROGRAMM) else laeufe]
        combined = combined * len(part.werte) + own
        sizes.append(len(part.werte))
    found, nummern = np.unique(combined, return_inverse=True)
    places = zip(*np.unravel_index(found, sizes), strict=True) if nach else [()]
    werte = tuple(tuple(part.werte[at] for part, at in zip(parts, own, strict=True)) for own in places)
    return Merkmal(werte, nummern)


def _merkmal(werk: Zahlenwerk, name: str) -> Merkmal:
    if name == LAUF:
        return Merkmal(werk.ids, np.arange(len(werk.ids)))
    of_teile = {PARTEI: werk.partei, PROGRAMM: werk.programm}
    return of_teile.get(name) or werk.merkmale[name]


MANY = 2**32
"""More Läufe than there will be."""


def _pairs(keys: Zahlen, laeufe: Zahlen) -> Zahlen:
    """A Lauf under a key, as one number."""
    return keys * MANY + laeufe


def _summed(
    werk: Zahlenwerk, werte: Sequence[tuple[Any, ...]], rows: Zahlen, pairs: Zahlen, counted: Zahlen
) -> list[Gezaehlt]:
    """Per key its rows added up; `pairs` says where each row belongs, `counted` which Läufe count where."""
    of_row = pairs // MANY
    sums = [_sum(column, of_row, len(werte)) for column in werk.zahlen[rows].T]
    quoted = pairs[werk.zahlen[rows, 0] > 0]
    keys = counted // MANY
    laeufe = np.bincount(keys, minlength=len(werte)).tolist()
    silent = np.bincount(keys[~np.isin(counted, quoted)], minlength=len(werte)).tolist()
    figures = zip(werte, zip(*sums, strict=True), laeufe, silent, strict=True)
    return [_gezaehlt(*one) for one in figures]


def _sum(numbers: Zahlen, keys: Zahlen, count: int) -> list[int]:
    """Per key; added as floats, which are exact for whole numbers far beyond any store's."""
    return [int(total) for total in np.bincount(keys, numbers, count)]


def _gezaehlt(werte: tuple[Any, ...], sums: tuple[int, ...], laeufe: int, ohne_zitat: int) -> Gezaehlt:
    emittiert, fremde_partei, *nach_status, passagen, zeichen, geprueft, lesen = sums
    zahlen = Zitatzahlen(
        gruppe=None,
        emittiert=emittiert,
        fremde_partei=fremde_partei,
        nach_status=dict(zip(STATI, nach_status, strict=True)),
        laeufe=laeufe,
        ohne_zitat=ohne_zitat,
        traegt_geprueft=geprueft,
        traegt_lesen=lesen,
    )
    return Gezaehlt(werte, zahlen, passagen, zeichen)
