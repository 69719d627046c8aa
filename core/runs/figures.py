"""What the stored Läufe come to, counted by the database: quotes, costs, whether anything changed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Subquery, Text, case, cast, func, literal, null, select

from core.antrag.antrag import listed_title
from core.citations.eintrag import Verworfen, ZitatStatus, read_eintrag
from core.german.folding import visible
from core.runs.buchungen import Zweck, of_laeufe, sums
from core.runs.connection import Condition, Query, SqlRow, StoreConnection
from core.runs.lauf import Status
from core.runs.load_laeufe import ALLE, MODELL, TELLS_OF_MODELS, Filter, conditions, stands_in
from core.runs.tables import akte, angebot, buchung, lauf, score, teil, zaehlung, zitat


class Gruppe(StrEnum):
    TAG = "tag"
    WOCHE = "woche"
    MODELL = "modell"
    PROMPT = "prompt"
    LAND = "land"
    PARTEI = "partei"
    PROGRAMM = "programm"
    STRATEGIE = "strategie"


OF_LAUF = {
    Gruppe.TAG: lauf.c.tag,
    Gruppe.WOCHE: lauf.c.woche,
    Gruppe.MODELL: MODELL,
    Gruppe.PROMPT: lauf.c.prompt_id + " v" + lauf.c.prompt_version,
    Gruppe.LAND: lauf.c.bundesland,
    Gruppe.STRATEGIE: lauf.c.strategie,
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


LAST = 20
"""So many of a model's latest Läufe tell what it costs: prices change."""


def usual_cost(store: StoreConnection, modelle: Iterable[str]) -> dict[str, float]:
    """Model as it is asked for → USD per Lauf, on average; without those of which no Lauf tells it all."""
    own = (
        lauf.c.status == Status.FERTIG,
        lauf.c.ersatzmodell.is_(False),
        lauf.c.aus_cache.is_(None),
        lauf.c.is_demo.is_(False),
        lauf.c.eingelesen.is_(None),
        lauf.c.geloescht.is_(None),
    )
    latest = select(lauf.c.id).where(*own).order_by(lauf.c.created.desc()).limit(LAST)
    found: dict[str, float] = {}
    with store.reading() as connection:
        for modell in modelle:
            asked = buchung.c.lauf_id.in_(latest.where(lauf.c.modell_gefragt == modell))
            per_lauf = sums([buchung.c.lauf_id], asked, buchung.c.zweck == Zweck.LAUF)
            usd = connection.scalar(select(func.avg(per_lauf.c.kosten)))
            if usd is not None:
                found[modell] = float(usd)
    return found


def stand(store: StoreConnection) -> str:
    """Another one as soon as a Lauf came, went or went on: what was computed before may be told till then."""
    query = select(
        func.count(), func.count(lauf.c.geloescht), func.max(lauf.c.herzschlag), func.max(lauf.c.geloescht)
    )
    with store.reading() as connection:
        return f"{store.engine.url} {tuple(connection.execute(query.select_from(lauf)).one())}"


# --- dropped quotes by themselves, without the Läufe they belong to -----------------------------------------


@dataclass(frozen=True, slots=True)
class DroppedZitat:
    """`nummer` counts from 0 within the party."""

    lauf_id: str
    created: datetime
    modell: str
    partei: str
    nummer: int
    eintrag: Verworfen


def list_verworfene(store: StoreConnection, filter: Filter = ALLE, limit: int = 50) -> list[DroppedZitat]:
    """Those of the latest Läufe first; a filter's `partei` and `programm_id` choose among the quotes too."""
    z = zitat.c
    asked = [z.is_bound.is_(False), z.status != ZitatStatus.UNGEPRUEFT]
    asked += [z.partei == filter.partei] if filter.partei else []
    asked += [stands_in(filter.programm_id)] if filter.programm_id is not None else []
    latest = (  # first the Läufe: each has at least one, and there are far fewer of them
        select(lauf.c.id, lauf.c.created, MODELL.label("modell"))
        .where(*conditions(filter), select(z.nummer).where(z.lauf_id == lauf.c.id, *asked).exists())
        .order_by(lauf.c.created.desc(), lauf.c.id)
        .limit(limit)
        .subquery()
    )
    query = (
        select(z.lauf_id, latest.c.created, latest.c.modell, z.partei, z.nummer, z.eintrag)
        .join(latest, latest.c.id == z.lauf_id)
        .where(*asked)
        .order_by(latest.c.created.desc(), z.lauf_id, z.partei, z.nummer)
        .limit(limit)
    )
    with store.reading() as connection:
        rows = connection.execute(query).all()
    read = [(row._mapping, read_eintrag(row.eintrag)) for row in rows]
    return [
        DroppedZitat(**{**row, "eintrag": eintrag})
        for row, eintrag in read
        if isinstance(eintrag, Verworfen) and eintrag.roh is None
    ]


# --- what became of the quotes of all Läufe, read once and kept as columns of small numbers ----------------
# The Monitor asks ever new questions of the same figures. Answered from memory each takes milliseconds, and
# all that a page shows comes from one reading of the store.


Numbers = NDArray[np.int64]

STATUSES = tuple(ZitatStatus)
KEPT = (*NAMES, "passagen", "zeichen")
"""What is counted of every Teil, and kept beside it."""

FEATURES: dict[str, ColumnElement[Any]] = {
    **{str(gruppe): column for gruppe, column in OF_LAUF.items()},
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


@dataclass(frozen=True, slots=True)
class Feature:
    """One of few values per row, as the number of its place among them."""

    werte: tuple[Any, ...]
    nummern: Numbers

    def is_(self, wert: object) -> NDArray[np.bool_]:
        """Row by row, whether it has this value."""
        wanted = self.werte.index(wert) if wert in self.werte else -1
        return np.equal(self.nummern, wanted)


@dataclass(frozen=True, slots=True)
class NumberTable:
    """The own Läufe that are not deleted, the earliest first, and under them their Teile in any order.

    `merkmale`: of the Läufe, by the names of FEATURES. `lauf` says to which Lauf each Teil belongs,
    `zahlen` has a row per Teil with the columns of KEPT. `partei` and `programm` are of the Teile;
    there is a Programm only where the quotes were counted by it, and nothing was shown then.
    `index_staende`: the JSON behind every `index_hash`.
    """

    ids: tuple[str, ...]
    zeiten: tuple[str, ...]
    merkmale: Mapping[str, Feature]
    lauf: Numbers
    partei: Feature
    programm: Feature | None
    zahlen: Numbers
    index_staende: Mapping[str, Mapping[str, object]]

    def created(self, place: int) -> datetime:
        """Of the Lauf at that place; to read thousands of moments that nobody asks for takes long."""
        return datetime.fromisoformat(self.zeiten[place]).replace(tzinfo=UTC)


def load_number_table(
    store: StoreConnection, is_demo: bool | None = None, per_programm: bool = False
) -> NumberTable:
    """Of the invented Läufe, of one's own that tell of models, or of all; `per_programm` takes several times
    as long.

    Without those read in from files: when they were, of which model and what they cost is only said there.
    """
    wanted: list[Condition] = [
        lauf.c.geloescht.is_(None),
        lauf.c.eingelesen.is_(None),
    ]
    wanted += [] if is_demo is None else [lauf.c.is_demo.is_(is_demo)]
    wanted += [TELLS_OF_MODELS] if is_demo is False else []
    laeufe = select(
        lauf.c.id, cast(lauf.c.created, Text), *(column.label(name) for name, column in FEATURES.items())
    )
    if per_programm:
        z = zitat.c
        counts = [func.count(), func.count().filter(z.fremde_partei)]
        counts += [func.count().filter(z.status == status) for status in STATUSES]
        nothing = [literal(0).label(name) for name in KEPT[len(counts) :]]
        in_order = (z.programm_id, z.lauf_id, z.partei)  # that of the index
        teile = select(z.lauf_id, z.partei, z.programm_id, *counts, *nothing).group_by(*in_order)
    else:  # the counts that are kept beside every Teil
        k = zaehlung.c
        teile = select(k.lauf_id, k.partei, null(), *(k[name] for name in KEPT))
    with store.reading() as connection:
        found: Sequence[SqlRow] = connection.execute(
            laeufe.where(*wanted).order_by(lauf.c.created, lauf.c.id)
        ).all()
        rows: Sequence[SqlRow] = connection.execute(teile).all()
        examples = {row.index_hash: row.id for row in found}
        held = select(lauf.c.index_hash, akte.c.index_stand).join(akte, akte.c.lauf_id == lauf.c.id)
        held = held.where(lauf.c.id.in_(examples.values()))
        staende = {hash: stand for hash, stand in connection.execute(held)}
    ids, zeiten, *of_lauf = _columns(found, 2 + len(FEATURES))
    lauf_ids, partei, programm, *zahlen = _columns(rows, 3 + len(KEPT))
    places = {id: place for place, id in enumerate(ids)}
    of_teil = np.array([places.get(id, -1) for id in lauf_ids], dtype=np.int64)
    own = of_teil >= 0
    return NumberTable(
        ids=ids,
        zeiten=zeiten,
        merkmale={name: _feature(values) for name, values in zip(FEATURES, of_lauf, strict=True)},
        lauf=of_teil[own],
        partei=_of_rows(_feature(partei), own),
        programm=_of_rows(_feature(programm), own) if per_programm else None,
        zahlen=np.array(zahlen, dtype=np.int64).T[own],
        index_staende=staende,
    )


def _columns(rows: Sequence[SqlRow], count: int) -> Sequence[tuple[Any, ...]]:
    return list(zip(*rows, strict=True)) if rows else [()] * count


def _of_rows(feature: Feature, rows: NDArray[np.bool_]) -> Feature:
    return Feature(feature.werte, feature.nummern[rows])


def _feature(values: Iterable[object]) -> Feature:
    numbers: dict[object, int] = {}
    places = [numbers.setdefault(value, len(numbers)) for value in values]
    return Feature(tuple(numbers), np.array(places, dtype=np.int64))


# --- how many of the quotes that models emitted lately could be bound, against the time before -------------


DAYS = 30
ENOUGH = 20
"""Fewer quotes than these tell nothing about a model."""

GOOD, STILL_GOOD = 0.9, 0.75


class Level(StrEnum):
    GOOD = "in Ordnung"
    CONSPICUOUS = "auffällig"
    SCHLECHT = "schlecht"
    THIN = "zu wenige Zitate für ein Urteil"


class BelegCount(NamedTuple):
    """So many of the emitted quotes could be bound."""

    gebunden: int
    emittiert: int


@dataclass(frozen=True, slots=True)
class Ampel:
    """The last days, and as many before them."""

    jetzt: BelegCount
    davor: BelegCount

    @property
    def anteil(self) -> float | None:
        return _share(self.jetzt)

    @property
    def stufe(self) -> Level:
        if self.anteil is None:
            return Level.THIN
        if self.anteil >= GOOD:
            return Level.GOOD
        return Level.CONSPICUOUS if self.anteil >= STILL_GOOD else Level.SCHLECHT

    @property
    def change(self) -> float | None:
        """In shares of one; None where one of the two spans has too few quotes."""
        before = _share(self.davor)
        return None if self.anteil is None or before is None else self.anteil - before


def ampel(store: StoreConnection, heute: date) -> Ampel:
    """Of own Läufe that really were: an invented history says nothing about models, nor does a file."""
    beginn = heute - timedelta(days=DAYS - 1)
    return Ampel(
        _counts(store, beginn, heute),
        _counts(store, beginn - timedelta(days=DAYS), beginn - timedelta(days=1)),
    )


def _counts(store: StoreConnection, von: date, bis: date) -> BelegCount:
    """Each answer once, and without the built-in model: it copies sentences, so all of its quotes are bound.

    A Lauf that was broken off hands its answers on to the next one; a copy was never asked.
    """
    finished = Filter(von=von, bis=bis, is_demo=False, status=Status.FERTIG, tells_of_models=True)
    own = quote_counts(store, Gruppe.MODELL, replace(finished, eingelesen=False, aus_cache=False))
    return BelegCount(sum(one.gebunden for one in own), sum(one.emittiert for one in own))


def _share(counts: BelegCount) -> float | None:
    return counts.gebunden / counts.emittiert if counts.emittiert >= ENOUGH else None


# --- what a comparison reads of many Läufe at once: narrow rows in a handful of queries, no Lauf whole -----


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


class PlannedParteien(NamedTuple):
    lauf_id: str
    parteien: Sequence[str] | None


class PunkteRow(NamedTuple):
    """Points; `nah` of `von` Forderungen have a near passage, where no language model judged."""

    lauf_id: str
    partei: str
    typ: str
    score: float | None
    nah: int | None
    von: int | None


class PresentedProgramm(NamedTuple):
    lauf_id: str
    partei: str
    programm_id: str


class ZitatRow(NamedTuple):
    """An emitted quote; `eintrag` as it is stored (core.citations.eintrag reads it)."""

    lauf_id: str
    partei: str
    nummer: int
    typ: str
    status: str
    fremde_partei: bool
    programm_id: str | None
    seite: int | None
    text: str
    eintrag: object


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


def planned_parteien(store: StoreConnection, ids: Collection[str]) -> list[PlannedParteien]:
    """Of these Läufe those that failed, each with the parties it was to ask about, where that is known."""
    failed = (lauf.c.id.in_(ids), lauf.c.status == Status.FEHLGESCHLAGEN)
    query = select(lauf.c.id, akte.c.parameter["parteien"].label("parteien"))
    rows = _all(store, query.join(akte, akte.c.lauf_id == lauf.c.id).where(*failed))
    return [PlannedParteien._make(row) for row in rows]


def chosen_parteien(store: StoreConnection, ids: Collection[str]) -> list[str]:
    """The parties that somebody chose for these Läufe beside those that are asked anyway, each once."""
    query = select(akte.c.parameter["weitere"].label("weitere")).where(akte.c.lauf_id.in_(ids))
    return list(dict.fromkeys(partei for row in _all(store, query) for partei in row.weitere or ()))


def teil_numbers(store: StoreConnection, ids: Collection[str]) -> list[TeilNumbers]:
    """Every Teil of these Läufe with its figures."""
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


def scores_of(store: StoreConnection, ids: Collection[str]) -> list[PunkteRow]:
    query = select(*(score.c[name] for name in PunkteRow._fields)).where(score.c.lauf_id.in_(ids))
    return [PunkteRow._make(row) for row in _all(store, query)]


def presented_programme(store: StoreConnection, ids: Collection[str]) -> list[PresentedProgramm]:
    """Every Programm of which the party's prompt showed a passage, each once."""
    own = angebot.c
    shown = (own.lauf_id.in_(ids), own.q.is_not(None))
    query = select(own.lauf_id, own.partei, own.programm_id).where(*shown).distinct()
    return [PresentedProgramm._make(row) for row in _all(store, query)]


def zitate_of(store: StoreConnection, ids: Collection[str]) -> list[ZitatRow]:
    """Every emitted quote of these Läufe: as it was written, and what became of it."""
    own = zitat.c
    query = select(*(own[name] for name in ZitatRow._fields)).where(own.lauf_id.in_(ids))
    query = query.order_by(own.lauf_id, own.partei, own.nummer)
    return [ZitatRow._make(row) for row in _all(store, query)]


def _all(store: StoreConnection, query: Query) -> Sequence[SqlRow]:
    with store.reading() as connection:
        return connection.execute(query).all()
