"""What became of the quotes of stored Läufe, counted by the database."""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Subquery, func, select

from core.runs.connection import StoreConnection
from core.runs.load_laeufe import ALLE, MODELL, Filter, conditions, stands_in
from core.runs.tables import lauf, zaehlung, zitat
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


OF_LAUF = {
    Gruppe.TAG: lauf.c.tag,
    Gruppe.WOCHE: lauf.c.woche,
    Gruppe.MODELL: MODELL,
    Gruppe.PROMPT: lauf.c.prompt_id + " v" + lauf.c.prompt_version,
    Gruppe.LAND: lauf.c.bundesland,
    Gruppe.STRATEGIE: lauf.c.strategie,
    Gruppe.ZITIERWEISE: lauf.c.zitierweise,
}


NAMES = ("emittiert", "fremde_partei", *map(str, ZitatStatus))


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


def quote_counts(
    store: StoreConnection, group_by: Gruppe | None = None, filter: Filter = ALLE
) -> list[Zitatzahlen]:
    """One row per group, in its order; without a group one row for all. `ohne_zitat`: Läufe without a quote.

    A filter's `partei` counts the quotes of that party only, its `programm_id` those of that Programm.
    """
    from_zitate = group_by is Gruppe.PROGRAMM or filter.programm_id is not None
    per_lauf = _from_zitate(filter, group_by) if from_zitate else _by_teil(filter, group_by)
    is_inner = from_zitate or group_by is Gruppe.PARTEI
    key = OF_LAUF.get(group_by, per_lauf.c.get("gruppe")) if group_by else None
    query = (
        select(
            *([] if key is None else [key.label("gruppe")]),
            *(func.coalesce(func.sum(per_lauf.c[name]), 0).label(name) for name in NAMES),
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
    return sorted(rows, key=in_order)


def in_order(row: Zitatzahlen) -> tuple[bool, str]:
    return row.gruppe is None, row.gruppe or ""


def _by_teil(filter: Filter, group_by: Gruppe | None) -> Subquery:
    """Per Lauf, or per Lauf and party: from the counts kept beside every Teil."""
    keys = [zaehlung.c.lauf_id]
    counted = [zaehlung.c[name] for name in NAMES]
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
