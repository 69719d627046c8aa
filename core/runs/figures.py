"""What became of the quotes of stored Läufe, counted by the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Subquery, Text, cast, func, literal, null, select

from core.runs.connection import Condition, Query, SqlRow, StoreConnection
from core.runs.lauf import Status
from core.runs.load_laeufe import ALLE, MODELL, TELLS_OF_MODELS, Filter, conditions, stands_in
from core.runs.tables import akte, lauf, teil, zaehlung, zitat
from core.wortlaut.binding.eintrag import ZitatStatus


class Gruppe(StrEnum):
    TAG = "tag"
    WOCHE = "woche"
    MODELL = "modell"
    PROMPT = "prompt"
    LAND = "land"
    PARTEI = "partei"
    PROGRAMM = "programm"
    STRATEGIE = "strategie"
    ZITIERWEISE = "zitierweise"


_OF_LAUF: dict[Gruppe, ColumnElement[Any]] = {
    Gruppe.TAG: lauf.c.tag,
    Gruppe.WOCHE: lauf.c.woche,
    Gruppe.MODELL: MODELL,
    Gruppe.PROMPT: lauf.c.prompt_id + " v" + lauf.c.prompt_version,
    Gruppe.LAND: lauf.c.bundesland,
    Gruppe.STRATEGIE: lauf.c.strategie,
    Gruppe.ZITIERWEISE: lauf.c.zitierweise,
}


_OF_EVERY_LAUF: dict[str, ColumnElement[Any]] = {
    **{str(gruppe): column for gruppe, column in _OF_LAUF.items()},
    "prompt_id": lauf.c.prompt_id,
    "prompt_version": lauf.c.prompt_version,
    "status": lauf.c.status,
    "embedder": lauf.c.embedder,
    "app_version": lauf.c.app_version,
    "index_hash": lauf.c.index_hash,
    "aus_cache": lauf.c.aus_cache.is_not(None),
    "is_demo": lauf.c.is_demo,
}
"""What is known of every Lauf, beside what it can be grouped by."""

_NAMES = ("emittiert", "fremde_partei", *map(str, ZitatStatus))
_SHOWN = ("passagen", "zeichen")
"""Of the prompt, counted beside what is counted of its answer."""


@dataclass(frozen=True, slots=True)
class Zitatzahlen:
    """`gruppe` is None for the total, for no Land, and for quotes that stand in no Programm."""

    gruppe: str | None
    emittiert: int
    fremde_partei: int
    nach_status: dict[ZitatStatus, int]
    laeufe: int
    ohne_zitat: int

    @property
    def gebunden(self) -> int:
        return sum(number for status, number in self.nach_status.items() if status.is_bound)

    @property
    def order(self) -> tuple[bool, str]:
        """By their groups; those of none come last."""
        return self.gruppe is None, self.gruppe or ""


def quote_counts(
    store: StoreConnection, group_by: Gruppe | None = None, filter: Filter = ALLE
) -> list[Zitatzahlen]:
    """One row per group, in its order; without a group one row for all. `ohne_zitat`: Läufe without a quote.

    A filter's `partei` counts the quotes of that party only, its `programm_id` those of that Programm.
    """
    from_zitate = group_by is Gruppe.PROGRAMM or filter.programm_id is not None
    per_lauf = _from_zitate(filter, group_by) if from_zitate else _by_teil(filter, group_by)
    is_inner = from_zitate or group_by is Gruppe.PARTEI
    key = _OF_LAUF.get(group_by, per_lauf.c.get("gruppe")) if group_by else None
    query = (
        select(
            *([] if key is None else [key.label("gruppe")]),
            *(func.coalesce(func.sum(per_lauf.c[name]), 0).label(name) for name in _NAMES),
            func.count().label("laeufe"),
            func.count().filter(func.coalesce(per_lauf.c.emittiert, 0) == 0).label("ohne_zitat"),
        )
        .select_from(lauf.join(per_lauf, per_lauf.c.lauf_id == lauf.c.id, isouter=not is_inner))
        .where(*conditions(filter))
        .group_by(*([] if key is None else ["gruppe"]))  # the prompt's is an expression
    )
    with store.reading() as connection:
        found = connection.execute(query).mappings().all()
    rows = [
        Zitatzahlen(
            gruppe=row.get("gruppe"),
            emittiert=int(row["emittiert"]),
            fremde_partei=int(row["fremde_partei"]),
            nach_status={status: int(row[str(status)]) for status in ZitatStatus},
            laeufe=row["laeufe"],
            ohne_zitat=row["ohne_zitat"],
        )
        for row in found
    ]
    return sorted(rows, key=lambda row: row.order)


def _by_teil(filter: Filter, group_by: Gruppe | None) -> Subquery:
    """Per Lauf, or per Lauf and party: from the counts kept beside every Teil."""
    keys = [zaehlung.c.lauf_id]
    counted = [zaehlung.c[name] for name in _NAMES]
    sums = [func.sum(column).label(column.name) for column in counted]
    query = select(*keys, *sums).group_by(*keys)
    if group_by is Gruppe.PARTEI:
        query = select(zaehlung.c.lauf_id, zaehlung.c.partei.label("gruppe"), *counted)
    if group_by is Gruppe.PARTEI and not filter.partei:
        query = query.where(zaehlung.c.partei != "")  # the part on the Antrag itself quotes nobody
    if filter.partei:
        query = query.where(zaehlung.c.partei == filter.partei)
    return query.subquery()


def _from_zitate(filter: Filter, group_by: Gruppe | None) -> Subquery:
    """Per Lauf, and per Programm or party where that is asked: from the Zitate themselves."""
    z = zitat.c
    part = {Gruppe.PROGRAMM: z.programm_id, Gruppe.PARTEI: z.partei}.get(group_by) if group_by else None
    keys = [z.lauf_id] if part is None else [part, z.lauf_id]
    by_status = [func.count().filter(z.status == status).label(str(status)) for status in ZitatStatus]
    query = select(
        z.lauf_id,
        *([] if part is None else [part.label("gruppe")]),
        func.count().label("emittiert"),
        func.count().filter(z.fremde_partei).label("fremde_partei"),
        *by_status,
    ).group_by(*keys)
    if filter.partei:
        query = query.where(z.partei == filter.partei)
    if filter.programm_id is not None:
        query = query.where(stands_in(filter.programm_id))
    return query.subquery()


# --- the same figures uncounted, for who asks ever new questions of them ------------------------------------

Values = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class QuoteNumbers:
    """The own Läufe that are not deleted, the earliest first, and the Teile of all, in any order: in columns.

    `merkmale` are of the Läufe. `zahlen`: what was emitted, what of it came from another party's Programm,
    every status, how many passages and letters were shown. `index_staende`: the JSON behind every
    `index_hash`.
    """

    ids: Values
    zeiten: Values
    merkmale: Mapping[str, Values]
    teil_laeufe: Values
    parteien: Values
    programme: Values
    zahlen: Sequence[Values]
    index_staende: Mapping[str, Mapping[str, object]]


def quote_numbers(
    store: StoreConnection, is_demo: bool | None = None, per_programm: bool = False
) -> QuoteNumbers:
    """Of the invented Läufe, of one's own that tell of models, or of all; `per_programm` takes several times
    as long, and knows nothing of what was shown.

    Without those read in from files: when they were, of which model and what they cost is only said there.
    """
    wanted: list[Condition] = [lauf.c.geloescht.is_(None), lauf.c.eingelesen.is_(None)]
    wanted += [] if is_demo is None else [lauf.c.is_demo.is_(is_demo)]
    wanted += [TELLS_OF_MODELS] if is_demo is False else []
    laeufe = select(
        lauf.c.id,
        cast(lauf.c.created, Text),
        *(column.label(name) for name, column in _OF_EVERY_LAUF.items()),
    )
    with store.reading() as connection:
        found: Sequence[SqlRow] = connection.execute(
            laeufe.where(*wanted).order_by(lauf.c.created, lauf.c.id)
        ).all()
        rows: Sequence[SqlRow] = connection.execute(_teile(per_programm)).all()
        examples = {row.index_hash: row.id for row in found}
        held = select(lauf.c.index_hash, akte.c.index_stand).join(akte, akte.c.lauf_id == lauf.c.id)
        held = held.where(lauf.c.id.in_(examples.values()))
        staende = {hash: stand for hash, stand in connection.execute(held)}
    ids, zeiten, *of_lauf = _columns(found, 2 + len(_OF_EVERY_LAUF))
    teil_laeufe, parteien, programme, *zahlen = _columns(rows, 3 + len(_NAMES) + len(_SHOWN))
    merkmale = dict(zip(_OF_EVERY_LAUF, of_lauf, strict=True))
    return QuoteNumbers(ids, zeiten, merkmale, teil_laeufe, parteien, programme, zahlen, staende)


def _teile(per_programm: bool) -> Query:
    """Lauf, party, Programm and figures: those that are kept beside every Teil, or counted by Programm."""
    if not per_programm:
        k = zaehlung.c
        return select(k.lauf_id, k.partei, null(), *(k[name] for name in (*_NAMES, *_SHOWN)))
    z = zitat.c
    counts = [func.count(), func.count().filter(z.fremde_partei)]
    counts += [func.count().filter(z.status == status) for status in ZitatStatus]
    nothing = [literal(0).label(name) for name in _SHOWN]
    in_order = (z.programm_id, z.lauf_id, z.partei)  # that of the index
    return select(z.lauf_id, z.partei, z.programm_id, *counts, *nothing).group_by(*in_order)


def _columns(rows: Sequence[SqlRow], count: int) -> Sequence[Values]:
    return list(zip(*rows, strict=True)) if rows else [()] * count


# --- for machines that watch the app ------------------------------------------------------------------------


class HealthFigures(NamedTuple):
    laeufe: Mapping[Status, int]
    failed_parts: int


def health_figures(store: StoreConnection) -> HealthFigures:
    """Neither the invented history counts nor what was deleted."""
    present = lauf.c.geloescht.is_(None) & lauf.c.is_demo.is_(False)
    counted = select(lauf.c.status, func.count()).where(present).group_by(lauf.c.status)
    of_these = teil.c.lauf_id.in_(select(lauf.c.id).where(present))
    failed = select(func.count()).where(of_these, teil.c.status == Status.FEHLGESCHLAGEN)
    with store.reading() as connection:
        laeufe = {Status(one): number for one, number in connection.execute(counted)}
        return HealthFigures(laeufe, connection.scalar(failed) or 0)
