"""What a comparison reads of many Läufe at once: narrow rows in a handful of queries, no Lauf whole."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import case, func, select

from core.antrag.antrag import listed_title
from core.runs.buchungen import Sums, lauf_sums, of_laeufe, sums
from core.runs.connection import Query, SqlRow, StoreConnection
from core.runs.lauf import Status
from core.runs.load_laeufe import MODELL, PunkteRow, scores_of
from core.runs.tables import akte, angebot, buchung, lauf, teil, zaehlung
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.german.folding import visible


class Laufkopf(NamedTuple):
    """What says which column and Antrag a Lauf belongs to."""

    id: str
    created: datetime
    finished: datetime | None
    status: str
    titel: str
    antrag_hash: str
    modell_gefragt: str
    modell_geantwortet: str | None
    ersatzmodell: bool
    modell: str
    prompt_id: str
    prompt_version: str
    prompt_hash: str
    strategie: str
    zitierweise: str
    embedder: str
    index_hash: str
    schluessel: str
    aus_cache: str | None
    is_demo: bool
    geloescht: datetime | None
    eingelesen: datetime | None
    masse: str
    drucksache: str
    bearbeitet: bool | None

    @property
    def antrag_name(self) -> str:
        return listed_title(visible(self.titel), self.drucksache, self.bearbeitet) or "Antrag ohne Titel"


class TeilNumbers(NamedTuple):
    """A party's part of a Lauf in figures; `antworten`: so many of the `versuche` requests that were
    made for it were answered."""

    lauf_id: str
    partei: str
    status: str
    modell: str | None
    tokens_ein: int
    tokens_aus: int
    kosten: float | None
    sekunden: float | None
    versuche: int
    antworten: int
    emittiert: int
    fremde_partei: int
    nach_status: Mapping[ZitatStatus, int]


class PresentedProgramm(NamedTuple):
    lauf_id: str
    partei: str
    programm_id: str


class Compared(NamedTuple):
    """`sums` and `planned` by Lauf: what its requests came to, and which parties a failed one was to ask
    about, where that is known. `presented`: every Programm of which a party's prompt showed a passage."""

    teile: Sequence[TeilNumbers]
    sums: Mapping[str, Sums]
    points: Sequence[PunkteRow]
    presented: Collection[PresentedProgramm]
    planned: Mapping[str, Sequence[str]]


HEAD = [MODELL.label("modell") if name == "modell" else lauf.c[name] for name in Laufkopf._fields]


def lauf_heads(
    store: StoreConnection, ids: Collection[str] | None = None, is_demo: bool = False
) -> list[Laufkopf]:
    """These Läufe, the earliest first; without `ids` all that got answers, of the examples or the others."""
    query = select(*HEAD).order_by(lauf.c.created, lauf.c.id)
    if ids is None:
        ended = (lauf.c.geloescht.is_(None), lauf.c.status != Status.LAEUFT, lauf.c.aus_cache.is_(None))
        found = _all(store, query.where(*ended, lauf.c.is_demo == is_demo))
    else:
        found = _all(store, query.where(lauf.c.id.in_(ids)))
    return [Laufkopf._make(row) for row in found]


def compared(store: StoreConnection, ids: Collection[str]) -> Compared:
    """All that is compared of these Läufe, beside their heads and quotes."""
    spent = lauf_sums(store, ids)
    return Compared(
        teile=_teil_numbers(store, ids),
        sums={id: spent.get(id, Sums()) for id in ids},
        points=scores_of(store, ids),
        presented=_presented_programme(store, ids),
        planned=_planned_parteien(store, ids),
    )


def _planned_parteien(store: StoreConnection, ids: Collection[str]) -> dict[str, Sequence[str]]:
    failed = (lauf.c.id.in_(ids), lauf.c.status == Status.FEHLGESCHLAGEN)
    query = select(lauf.c.id, akte.c.parameter["parteien"].label("parteien"))
    rows = _all(store, query.join(akte, akte.c.lauf_id == lauf.c.id).where(*failed))
    return {row.id: row.parteien for row in rows if row.parteien}


def chosen_parteien(store: StoreConnection, ids: Collection[str]) -> list[str]:
    """The parties that somebody chose for these Läufe beside those that are asked anyway, each once."""
    query = select(akte.c.parameter["weitere"].label("weitere")).where(akte.c.lauf_id.in_(ids))
    return list(dict.fromkeys(partei for row in _all(store, query) for partei in row.weitere or ()))


def _teil_numbers(store: StoreConnection, ids: Collection[str]) -> list[TeilNumbers]:
    own, spent = teil.c, sums([buchung.c.lauf_id, buchung.c.partei], *of_laeufe(ids))
    asked = spent.c.anfragen
    query = (
        select(
            own.lauf_id, own.partei, own.status, own.modell,
            func.coalesce(spent.c.tokens_ein, 0), func.coalesce(spent.c.tokens_aus, 0),
            case((asked.is_(None), 0.0), else_=spent.c.kosten),
            own.dauer["modell"].as_float().label("sekunden"),
            func.coalesce(asked, 0), func.coalesce(spent.c.antworten, 0),
            zaehlung.c.emittiert, zaehlung.c.fremde_partei,
            *(zaehlung.c[status] for status in ZitatStatus),
        )
        .join(zaehlung, (zaehlung.c.lauf_id == own.lauf_id) & (zaehlung.c.partei == own.partei))
        .outerjoin(spent, (spent.c.lauf_id == own.lauf_id) & (spent.c.partei == own.partei))
        .where(own.lauf_id.in_(ids))
        .order_by(own.lauf_id, own.partei)
    )  # fmt: skip
    first = len(TeilNumbers._fields) - 1  # behind the others stand the counts of its quotes by status
    return [
        TeilNumbers._make((*row[:first], dict(zip(ZitatStatus, row[first:], strict=True))))
        for row in _all(store, query)
    ]


def _presented_programme(store: StoreConnection, ids: Collection[str]) -> list[PresentedProgramm]:
    own = angebot.c
    shown = (own.lauf_id.in_(ids), own.q.is_not(None))
    query = select(own.lauf_id, own.partei, own.programm_id).where(*shown).distinct()
    return [PresentedProgramm._make(row) for row in _all(store, query)]


def _all(store: StoreConnection, query: Query) -> Sequence[SqlRow]:
    with store.reading() as connection:
        return connection.execute(query).all()
