"""Reading Läufe: which are asked for, one whole, or many as lines."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import reduce
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Table,
    Text,
    and_,
    case,
    func,
    or_,
    select,
    type_coerce,
)

from core.antrag.antrag import REPLACED, Antrag, number_of
from core.base import clock
from core.base.models import ERFUNDEN, Abdeckung
from core.llm.anfrage import Versuch
from core.llm.catalogue import OFFLINE
from core.runs.buchungen import Sums, Zweck, sums_of, versuch_of
from core.runs.connection import Condition, StoreConnection, StoreDamaged
from core.runs.lauf import (
    Ende,
    Lauf,
    LaufRow,
    Offer,
    Row,
    Score,
    Status,
    Teil,
    Urteil,
    Zitat,
    Zitierweise,
    abdeckung_of,
    antrag_from_dict,
    fitting,
    read_stance,
    unknown_lauf,
)
from core.runs.notes import read_notes
from core.runs.tables import (
    akte,
    angebot,
    antragstext,
    buchung,
    lauf,
    notiz,
    score,
    teil,
    texte,
    zaehlung,
    zitat,
)
from core.wortlaut.binding.eintrag import ZitatStatus, read_eintrag
from core.wortlaut.errors import DashboardError


def plain_number_in(column: ColumnElement[str]) -> ColumnElement[str]:
    lowered: ColumnElement[str] = func.lower(column)
    return func.ltrim(reduce(lambda text, pair: func.replace(text, *pair), REPLACED, lowered), "0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which Läufe: None filters nothing. `modell` is the one that answered, or was asked while none has.

    `bundesland` „“ stands for none. `programm_id`: Läufe with a quote that stands in it; „“ for quotes that
    stand in no Programm. `tells_of_models`:
    without the built-in search, whose quotes are all bound, and without Anträge of the invented Land. `von`
    and `bis`: German days, both inclusive.
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
    zitierweise: str | None = None
    batch_id: str | None = None
    antrag_hash: str | None = None
    is_demo: bool | None = None
    aus_cache: bool | None = None
    eingelesen: bool | None = None
    tells_of_models: bool = False
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

TELLS_OF_MODELS = and_(MODELL != OFFLINE, func.coalesce(lauf.c.bundesland, "") != ERFUNDEN)
"""What is counted of one's own Läufe: the same on the start page and in the Monitor."""

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
        (lauf.c.zitierweise, filter.zitierweise),
        (lauf.c.batch_id, filter.batch_id),
        (lauf.c.antrag_hash, filter.antrag_hash),
        (lauf.c.is_demo, filter.is_demo),
        (lauf.c.aus_cache.is_not(None), filter.aus_cache),
        (lauf.c.eingelesen.is_not(None), filter.eingelesen),
        (lauf.c.geloescht.is_not(None), filter.geloescht),
    ]
    found = [column == value for column, value in asked if value is not None]
    if filter.tells_of_models:
        found.append(TELLS_OF_MODELS)
    if filter.suche:
        found += [_says(word) for word in filter.suche.casefold().split()[:MOST_WORDS]]
    if filter.antragsteller:
        movers = type_coerce(lauf.c.antragsteller, Text)
        found.append(movers.contains(f"|{filter.antragsteller}|", autoescape=True))
    if filter.partei:
        asked_for = select(teil.c.lauf_id).where(teil.c.partei == filter.partei)
        found.append(lauf.c.id.in_(asked_for))
    if filter.programm_id is not None:
        found.append(lauf.c.id.in_(select(zitat.c.lauf_id).where(stands_in(filter.programm_id))))
    if filter.von:
        found.append(lauf.c.created >= clock.midnight(filter.von))
    if filter.bis and filter.bis < date.max:
        found.append(lauf.c.created < clock.midnight(filter.bis + timedelta(days=1)))
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


# --- one Lauf whole, or many as lines -----------------------------------------------------------------------


UNREADABLE = (StoreDamaged, ValueError, TypeError, LookupError)
"""What comes of values that are not what their column holds."""


class LaufUnreadable(DashboardError):
    """A stored Lauf that cannot be shown; it can be deleted."""

    def __init__(self, lauf_id: str, reason: Exception) -> None:
        self.lauf_id = lauf_id
        super().__init__(
            f"Der Lauf {lauf_id} ist nicht lesbar: Was von ihm gespeichert ist, passt nicht zu dieser "
            f"Fassung des Antragsspiegels. Sie können ihn löschen. (Technischer Grund: {reason})"
        )


def load(store: StoreConnection, lauf_id: str) -> Lauf:
    """The whole Lauf, also a deleted one."""
    whole = (
        select(lauf, akte, texte.c.text.label("prompt_text"))
        .join(akte, akte.c.lauf_id == lauf.c.id)
        .join(texte, texte.c.hash == lauf.c.prompttext_hash)
        .where(lauf.c.id == lauf_id)
    )
    try:
        with store.reading() as connection:
            row = connection.execute(whole).mappings().one_or_none()
            if row is None:
                raise unknown_lauf(lauf_id)
            values = fitting(Lauf, row) | _parts(connection, lauf_id)
        values |= _words(row)
        values["antrag"] = antrag_from_dict(row["antrag"])
        values["gelesen"] = antrag_from_dict(row["gelesen"]) if row["gelesen"] else None
        return Lauf(**values)
    except UNREADABLE as reason:
        raise LaufUnreadable(lauf_id, reason) from reason


def has(store: StoreConnection, lauf_id: str) -> bool:
    """Is it there, readable or not?"""
    with store.reading() as connection:
        return connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)) is not None


def list_laeufe(
    store: StoreConnection,
    filter: Filter = ALLE,
    limit: int = 50,
    offset: int = 0,
    after_abdeckung: bool = False,
) -> list[LaufRow]:
    """A page of the Läufe that fit, the latest first; or first those that found a passage for the largest
    share of their Forderungen."""
    order = (lauf.c.created.desc(), lauf.c.id)
    query = lauf.select().where(*conditions(filter)).limit(limit).offset(offset)
    if after_abdeckung:  # null where nobody looked
        s = score.c
        share = select(func.sum(s.nah) * 1.0 / func.nullif(func.sum(s.von), 0)).where(s.lauf_id == lauf.c.id)
        query = query.order_by(share.correlate(lauf).scalar_subquery().desc().nulls_last())
    query = query.order_by(*order)
    with store.reading() as connection:
        try:
            rows = connection.execute(query).mappings().all()
            counts = _counts(connection, [row["id"] for row in rows])
            return [_row(row, counts.get(row["id"], {})) for row in rows]
        except UNREADABLE:
            ids = connection.scalars(query.with_only_columns(lauf.c.id)).all()
            return [_row_alone(connection, lauf_id) for lauf_id in ids]


def laeufe_by_antrag(
    store: StoreConnection, filter: Filter = ALLE, limit: int = 20, offset: int = 0
) -> list[list[LaufRow]]:
    """The Läufe that fit, Antrag by Antrag: what was judged last comes first, and its latest answer."""
    latest = func.max(lauf.c.created)
    order = (latest.desc(), lauf.c.antrag_hash)
    query = select(lauf.c.antrag_hash).where(*conditions(filter)).group_by(lauf.c.antrag_hash)
    with store.reading() as connection:
        hashes = list(connection.scalars(query.order_by(*order).limit(limit).offset(offset)))
    found = (list_laeufe(store, replace(filter, antrag_hash=one), MOST_ANSWERS) for one in hashes)
    return [rows for rows in found if rows]


MOST_ANSWERS = 50
"""Läufe that are listed with their Antrag; a comparison of many models and prompts has as many."""


def count_antraege(store: StoreConnection, filter: Filter = ALLE) -> int:
    """How many different Anträge the Läufe that fit have judged."""
    with store.reading() as connection:
        return (
            connection.scalar(select(func.count(lauf.c.antrag_hash.distinct())).where(*conditions(filter)))
            or 0
        )


def _row(row: RowMapping, counts: Row) -> LaufRow:
    return LaufRow(**fitting(LaufRow, row) | _words(row) | counts)


def _words(row: RowMapping) -> Row:
    return {
        "status": Status(row["status"]),
        "ende": Ende(row["ende"]) if row["ende"] else None,
        "zitierweise": Zitierweise(row["zitierweise"]),
    }


def _row_alone(connection: Connection, lauf_id: str) -> LaufRow:
    """The line of a Lauf, or one that says why there is none."""
    try:
        row = connection.execute(lauf.select().where(lauf.c.id == lauf_id)).mappings().one()
        return _row(row, _counts(connection, [lauf_id]).get(lauf_id, {}))
    except UNREADABLE as reason:
        return LaufRow(
            id=lauf_id, created=datetime.fromtimestamp(0, UTC), finished=None, status=Status.FEHLGESCHLAGEN,
            fehler=str(reason), modell_gefragt="–", modell_geantwortet=None, ersatzmodell=False,
            prompt_id="–", prompt_version="", prompt_hash="", unlesbar=str(reason),
        )  # fmt: skip


def count_laeufe(store: StoreConnection, filter: Filter = ALLE) -> int:
    with store.reading() as connection:
        query = select(func.count()).select_from(lauf).where(*conditions(filter))
        return connection.scalar(query) or 0


def store_state(store: StoreConnection) -> str:
    """Another one as soon as a Lauf came, went or went on: what was computed before may be told till then."""
    query = select(
        func.count(), func.count(lauf.c.geloescht), func.max(lauf.c.herzschlag), func.max(lauf.c.geloescht)
    )
    with store.reading() as connection:
        return f"{store.engine.url} {tuple(connection.execute(query.select_from(lauf)).one())}"


class JudgedAntrag(NamedTuple):
    """What a Lauf judged, and what had been read of its file, where that was recorded."""

    id: str
    antrag: Antrag
    gelesen: Antrag | None


def judged_antraege(store: StoreConnection, ids: Collection[str]) -> list[JudgedAntrag]:
    query = select(akte.c.lauf_id, akte.c.antrag, akte.c.gelesen).where(akte.c.lauf_id.in_(ids))
    with store.reading() as connection:
        rows = connection.execute(query.order_by(akte.c.lauf_id)).all()
    return [
        JudgedAntrag(id, antrag_from_dict(antrag), antrag_from_dict(read) if read else None)
        for id, antrag, read in rows
    ]


class PunkteRow(NamedTuple):
    """Points; `nah` of `von` Forderungen have a near passage, where no language model judged."""

    lauf_id: str
    partei: str
    typ: str
    score: float | None
    nah: int | None
    von: int | None

    @property
    def abdeckung(self) -> Abdeckung | None:
        return abdeckung_of(self.nah, self.von)


def scores_of(store: StoreConnection, ids: Collection[str]) -> list[PunkteRow]:
    query = select(*(score.c[name] for name in PunkteRow._fields)).where(score.c.lauf_id.in_(ids))
    with store.reading() as connection:
        return [PunkteRow._make(row) for row in connection.execute(query)]


def list_values(store: StoreConnection) -> Values:
    """What a filter can ask for: of the Läufe that a list shows, each value once and in order."""
    present = lauf.c.geloescht.is_(None)
    told = select(MODELL.label("modell"), lauf.c.prompt_id, lauf.c.bundesland).where(present).distinct()
    unlisted = select(lauf.c.id).where(~present)  # few: a join with all the others takes four times as long
    asked = select(zaehlung.c.partei).where(zaehlung.c.lauf_id.not_in(unlisted)).distinct()
    with store.reading() as connection:
        rows = connection.execute(told).all()
        parteien = connection.scalars(asked).all()
    return Values(
        modelle=_in_order(row.modell for row in rows),
        prompts=_in_order(row.prompt_id for row in rows),
        laender=_in_order(row.bundesland for row in rows),
        parteien=_in_order(parteien),
    )


def _in_order(values: Iterable[str | None]) -> tuple[str, ...]:
    return tuple(sorted({value for value in values if value}))


def find_cached(store: StoreConnection, schluessel: str) -> str | None:
    """The latest Lauf that can stand for one of this key: finished without a failed party."""
    return find_all_cached(store, [schluessel]).get(schluessel)


def find_all_cached(store: StoreConnection, schluessel: Collection[str]) -> dict[str, str]:
    """Key → its latest such Lauf, for those keys that have one; one that was answered before a copy."""
    failed = select(teil.c.partei).where(teil.c.lauf_id == lauf.c.id, teil.c.status != Status.FERTIG)
    usable = and_(
        lauf.c.status == Status.FERTIG,
        lauf.c.geloescht.is_(None),
        lauf.c.is_demo.is_(False),
        lauf.c.eingelesen.is_(None),  # what a file says is nobody's answer here
        ~failed.exists(),
    )
    # Within CASE, or SQLite goes by the index of the status, which nearly every Lauf has, not by the key's.
    wanted = (lauf.c.schluessel.in_(schluessel), case((usable, 1), else_=0) == 1)
    with store.reading() as connection:
        query = select(lauf.c.schluessel, lauf.c.id).where(*wanted)
        found = connection.execute(
            query.order_by(lauf.c.aus_cache.is_(None), lauf.c.created, lauf.c.id.desc())
        )
        return {row.schluessel: row.id for row in found}


def _parts(connection: Connection, lauf_id: str) -> Row:
    def rows(table: Table, *order: str) -> Sequence[RowMapping]:
        query = table.select().where(table.c.lauf_id == lauf_id).order_by(*(table.c[name] for name in order))
        return connection.execute(query).mappings().all()

    asked: dict[str, list[Versuch]] = {}
    for row in rows(buchung, "id"):
        if row["zweck"] == Zweck.LAUF:
            asked.setdefault(row["partei"], []).append(versuch_of(row))
    offered = (
        select(angebot, texte.c.text)
        .join(texte, texte.c.hash == angebot.c.text_hash)
        .where(angebot.c.lauf_id == lauf_id)
        .order_by(angebot.c.partei, angebot.c.nummer)
    )
    teile = [
        Teil(
            **fitting(Teil, row)
            | {"status": Status(row["status"]), "versuche": tuple(asked.get(row["partei"], ()))}
        )
        for row in rows(teil)
    ]
    return {
        "teile": tuple(sorted(teile, key=_begin)),
        "kosten": Versuch.billed([one for own in asked.values() for one in own]),
        "scores": tuple(Score(**fitting(Score, row)) for row in rows(score, "partei", "typ")),
        "zitate": tuple(
            Zitat(
                **fitting(Zitat, row)
                | {"eintrag": read_eintrag(row["eintrag"], row["text"]), "stance": read_stance(row["stance"])}
            )
            for row in rows(zitat, "partei", "nummer")
        ),
        "angebote": tuple(
            Offer(
                **fitting(Offer, row)
                | {"seiten": tuple(row["seiten"]), "forderungen": tuple(row["forderungen"])}
            )
            for row in connection.execute(offered).mappings()
        ),
        "urteile": tuple(read_notes(connection, Urteil, notiz.c.lauf_id == lauf_id)),
    }


def _begin(part: Teil) -> tuple[datetime, str]:
    """In the order the parties were asked; in SQL every database puts NULL elsewhere."""
    return part.started or datetime.max.replace(tzinfo=UTC), part.partei


def _counts(connection: Connection, ids: list[str]) -> dict[str, Row]:
    """Per Lauf, the figures of its Teile."""
    z = zaehlung.c
    query = (
        select(
            teil.c.lauf_id,
            func.count().label("teile"),
            func.count().filter(teil.c.status != Status.FERTIG).label("fehlgeschlagen"),
            func.sum(z.emittiert).label("emittiert"),
            func.sum(sum(z[status] for status in ZitatStatus.bound())).label("gebunden"),
            func.sum(z.ungeprueft).label("ungeprueft"),
        )
        .join(zaehlung, (z.lauf_id == teil.c.lauf_id) & (z.partei == teil.c.partei))
        .where(teil.c.lauf_id.in_(ids))
        .group_by(teil.c.lauf_id)
    )
    found = {row["lauf_id"]: row for row in connection.execute(query).mappings()}
    s = score.c  # of all parties and kinds of Programm together
    covered = select(s.lauf_id, func.sum(s.nah).label("nah"), func.sum(s.von).label("von"))
    covered = covered.where(s.lauf_id.in_(ids), s.von.is_not(None)).group_by(s.lauf_id)
    near = {row.lauf_id: abdeckung_of(row.nah, row.von) for row in connection.execute(covered)}
    spent = sums_of(connection, ids)
    return {
        lauf_id: {name: value for name, value in found.get(lauf_id, {}).items() if name != "lauf_id"}
        | {"abdeckung": near.get(lauf_id), **spent.get(lauf_id, Sums())._asdict()}
        for lauf_id in ids
    }


# --- what an unfinished Lauf has already paid for, so that the next one need not ----------------------------

Paid = tuple[Teil, tuple[Score, ...], tuple[Zitat, ...]]


def paid_parts(store: StoreConnection, schluessel: str) -> dict[str, Paid]:
    """Party → its finished Teil in the latest Lauf of this key that was not answered whole."""
    unanswered = select(teil.c.partei).where(teil.c.lauf_id == lauf.c.id, teil.c.status != Status.FERTIG)
    broken = (
        lauf.c.schluessel == schluessel,
        or_(lauf.c.status != Status.FERTIG, unanswered.exists()),
        lauf.c.geloescht.is_(None),
        lauf.c.is_demo.is_(False),
        lauf.c.eingelesen.is_(None),
    )
    with store.reading() as connection:
        ids = connection.scalars(select(lauf.c.id).where(*broken).order_by(lauf.c.created)).all()
    parts: dict[str, Paid] = {}
    for lauf_id in ids:
        whole = load(store, lauf_id)
        for part in whole.teile:
            if part.status is Status.FERTIG and part.antwort:
                scores = tuple(one for one in whole.scores if one.partei == part.partei)
                zitate = tuple(one for one in whole.zitate if one.partei == part.partei)
                parts[part.partei] = (part, scores, zitate)
    return parts
