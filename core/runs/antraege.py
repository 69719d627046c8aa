"""Anträge that were read or entered, and those that sources list."""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, RowMapping, Text, and_, cast, func, or_, select, type_coerce

from core.antrag.antrag import Antrag, find_file, is_same_number, number_of, plain_number
from core.antrag.edits import edits_of
from core.antrag.read_antrag import read_rows
from core.base import clock
from core.base.errors import EingabeError
from core.features import hooks
from core.proof.antrag_citations import JudgedText
from core.runs.connection import Condition, Query, StoreConnection, insert_missing
from core.runs.drucksachen import is_told, judged_keys, key_of, not_voted_on
from core.runs.lauf import NewLauf, Status, antrag_as_dict, antrag_from_dict, antrag_hash, fitting, text_hash
from core.runs.load_laeufe import ALLE, MODELL, conditions, plain_number_in, scores_of
from core.runs.tables import antrag as antraege, lauf, liste, quellenstand


@dataclass(frozen=True, slots=True)
class AntragRow:
    """A stored Antrag as a line of a list."""

    id: str
    created: datetime
    titel: str
    drucksache: str
    bundesland: str | None
    datum: date | None
    herkunft: str
    bearbeitet: bool | None = None
    datei: str | None = None


@dataclass(frozen=True, slots=True)
class AntragSheet:
    """A stored Antrag. `gelesen`: as it was read, None where nobody noted; `datei`: the name of its PDF."""

    antrag: Antrag
    gelesen: Antrag | None = None
    datei: str | None = None


def save_antrag(
    store: StoreConnection,
    antrag: Antrag,
    herkunft: str = "",
    gelesen: Antrag | None = None,
    datei: str | None = None,
) -> str:
    """Its id, which is made from all it holds: saved again it is the same, entered now.

    `gelesen`: as it was read from its file, before a person changed it.
    """
    inhalt = antrag_as_dict(antrag)
    edits = edits_of(gelesen, antrag)
    read = antrag_as_dict(gelesen) if gelesen else None
    whole = {**inhalt, "gelesen": read} if edits else inhalt
    antrag_id = text_hash(json.dumps(whole, sort_keys=True))[:16]
    noted = {"bearbeitet": None if edits is None else bool(edits), "gelesen": read, "datei": datei}
    row = {
        "id": antrag_id,
        "created": clock.now(),
        "titel": antrag.titel,
        "drucksache": antrag.drucksache,
        "bundesland": antrag.bundesland,
        "datum": antrag.datum,
        "herkunft": herkunft,
        "antrag_hash": antrag_hash(antrag, is_edited=bool(edits)),
        "inhalt": inhalt,
        **noted,
    }
    same = antraege.c.id == antrag_id
    with store.writing() as connection:
        insert_missing(connection, antraege, [row])
        connection.execute(antraege.update().where(same).values(created=row["created"]))
        if read:
            connection.execute(antraege.update().where(same, antraege.c.bearbeitet.is_(None)).values(noted))
        if datei:
            connection.execute(antraege.update().where(same, antraege.c.datei.is_(None)).values(datei=datei))
    return antrag_id


def latest_laeufe(store: StoreConnection, antrag_ids: Collection[str]) -> list[str]:
    """Of each of these Anträge the id of the latest Lauf, if it has one."""
    asked = (
        select(lauf.c.antrag_hash, lauf.c.id)
        .join(antraege, antraege.c.antrag_hash == lauf.c.antrag_hash)
        .where(antraege.c.id.in_(antrag_ids), lauf.c.geloescht.is_(None))
        .order_by(lauf.c.created)
    )
    with store.reading() as connection:
        return list({row.antrag_hash: row.id for row in connection.execute(asked)}.values())


def load_sheet(store: StoreConnection, antrag_id: str) -> AntragSheet:
    """The Antrag with what was read, and its file."""
    asked = select(antraege.c.inhalt, antraege.c.gelesen, antraege.c.datei).where(antraege.c.id == antrag_id)
    with store.reading() as connection:
        row = connection.execute(asked).one_or_none()
    if row is None:
        raise EingabeError(
            f"Den Antrag „{antrag_id}“ gibt es nicht. Bitte die Adresse prüfen oder den Antrag neu eingeben."
        )
    gelesen = antrag_from_dict(row.gelesen) if row.gelesen else None
    return AntragSheet(antrag_from_dict(row.inhalt), gelesen, row.datei)


def count_all_antraege(store: StoreConnection) -> int:
    """Entered, or judged without that, as by a command from a PDF: those once for each text."""
    with store.reading() as connection:
        entered = connection.scalars(select(antraege.c.antrag_hash)).all()
        judged = set(connection.scalars(select(lauf.c.antrag_hash)))
    return len(entered) + len(judged.difference(entered))


def find_antrag_file(store: StoreConnection, antrag_hash: str) -> str | None:
    """The name of the PDF that an Antrag was read from, by what all its Läufe have in common."""
    asked = select(antraege.c.datei).where(
        antraege.c.antrag_hash == antrag_hash, antraege.c.datei.isnot(None)
    )
    with store.reading() as connection:
        return connection.scalar(asked.order_by(antraege.c.created, antraege.c.id).limit(1))


def antrag_files(store: StoreConnection) -> dict[str, str]:
    """Of every Antrag that was read from a PDF, the name of that."""
    asked = select(antraege.c.id, antraege.c.datei).where(antraege.c.datei.isnot(None))
    with store.reading() as connection:
        return {antrag_id: name for antrag_id, name in connection.execute(asked)}


def list_antraege(store: StoreConnection, limit: int = 50) -> list[AntragRow]:
    """The latest first."""
    shown = [column for column in antraege.c if column.name not in ("inhalt", "gelesen")]
    query = select(*shown).order_by(antraege.c.created.desc(), antraege.c.id).limit(limit)
    with store.reading() as connection:
        return [AntragRow(**fitting(AntragRow, row)) for row in connection.execute(query).mappings()]


# --- the text that a Lauf judged ----------------------------------------------------------------------------


def judged_text(store: StoreConnection, folder: Path, lauf: NewLauf, antrag_hash: str) -> JudgedText:
    """`folder`: that of the Läufe, in which files of Anträge lie."""
    path = find_file(folder, find_antrag_file(store, antrag_hash))
    return JudgedText.of(lauf.antrag, lauf.gelesen, read_rows(path) if path else ())


# --- what sources list --------------------------------------------------------------------------------------

Json = dict[str, Any]
MOST = 500
"""Rows that a list shows at most; what lies beyond is found by asking more precisely."""

ADDRESS = "Adresse"
"""The source of what nobody lists: a person gave its address or its number."""


@dataclass(frozen=True, slots=True)
class ListedAntrag:
    """One paper as its source lists it. `kennung` is the source's own; `vorgang` the matter it belongs to.

    `weitere`: the other papers of the matter, as told: kind, number, day and address of each.
    """

    quelle: str
    kennung: str
    nummer: str
    titel: str
    typ: str
    parlament: str
    bundesland: str | None = None
    wahlperiode: int | None = None
    datum: date | None = None
    urheber: tuple[str, ...] = ()
    pdf_url: str | None = None
    vorgang: str | None = None
    weitere: tuple[Json, ...] = ()
    aktualisiert: str | None = None


@dataclass(frozen=True, slots=True)
class StoredListing:
    """With what became of it here. `geholt`: when it was last told; `antrag_id`: as it was read here."""

    antrag: ListedAntrag
    geholt: datetime
    antrag_id: str | None = None


@dataclass(frozen=True, slots=True)
class SourceState:
    """How far a source has been read. `meldung`: why it could not be, empty where all was recognised."""

    quelle: str
    stand: Json = field(default_factory=dict)
    geholt: datetime | None = None
    meldung: str = ""


@dataclass(frozen=True, slots=True)
class ListingFilter:
    """`schritt`: one of STEPS that is known of it, by its source or by a paper that is stored, „“ for none;
    `geprueft`: is there a finished Lauf?
    """

    suche: str = ""
    typ: str | None = None
    wahlperiode: int | None = None
    urheber: str | None = None
    parlament: str | None = None
    schritt: str | None = None
    geprueft: bool | None = None


@dataclass(frozen=True, slots=True)
class ListingValues:
    """What there is to filter by; of who moved, those with the most Anträge first."""

    parlamente: tuple[str, ...]
    typen: tuple[str, ...]
    wahlperioden: tuple[int, ...]
    urheber: tuple[str, ...]


def save_listing(
    store: StoreConnection,
    stand: SourceState,
    entries: Sequence[ListedAntrag],
    gone: Sequence[str] = (),
    gone_matters: Sequence[str] = (),
) -> int:
    """Entries, what was withdrawn, and how far the source is now read, in one step; how many are new.

    What is withdrawn is noted first: a source that delivers anew withdraws the old entry before.
    """
    of_source = liste.c.quelle == stand.quelle
    with store.writing() as connection:
        if gone or gone_matters:
            withdrawn = or_(liste.c.kennung.in_(gone), liste.c.vorgang.in_(gone_matters))
            connection.execute(liste.update().where(and_(of_source, withdrawn)).values(zurueckgezogen=True))
        told = select(liste.c.kennung).where(of_source, liste.c.kennung.in_([one.kennung for one in entries]))
        known = set(connection.scalars(told))
        fresh = [_row(one) for one in entries if one.kennung not in known]
        insert_missing(connection, liste, fresh)
        for one in entries:
            if one.kennung in known:
                same = and_(of_source, liste.c.kennung == one.kennung)
                connection.execute(liste.update().where(same).values(_row(one)))
        new = len({one.kennung for one in entries} - known)
        row = asdict(stand) | {"geholt": stand.geholt or clock.now()}
        insert_missing(connection, quellenstand, [row])
        connection.execute(quellenstand.update().where(quellenstand.c.quelle == stand.quelle).values(row))
    return new


def note_reading(store: StoreConnection, stand: SourceState) -> None:
    """How far it is read, with nothing new: also why it could not be."""
    save_listing(store, stand, ())


def load_reading(store: StoreConnection, quelle: str) -> SourceState:
    with store.reading() as connection:
        row = connection.execute(select(quellenstand).where(quellenstand.c.quelle == quelle)).mappings()
        found = row.one_or_none()
    return SourceState(**found) if found else SourceState(quelle)


def list_readings(store: StoreConnection) -> list[SourceState]:
    with store.reading() as connection:
        rows = connection.execute(select(quellenstand).order_by(quellenstand.c.quelle)).mappings()
        return [SourceState(**row) for row in rows]


def list_listed(
    store: StoreConnection, wanted: ListingFilter | None = None, limit: int = MOST, offset: int = 0
) -> list[StoredListing]:
    """Those that are not withdrawn, the latest first."""
    query = _asked(wanted or ListingFilter())
    query = query.order_by(liste.c.datum.desc().nulls_last(), liste.c.nummer.desc(), liste.c.kennung)
    with store.reading() as connection:
        return [
            _stored_listing(row) for row in connection.execute(query.limit(limit).offset(offset)).mappings()
        ]


def count_listed(store: StoreConnection, wanted: ListingFilter | None = None) -> int:
    query = select(func.count()).select_from(_asked(wanted or ListingFilter()).subquery())
    with store.reading() as connection:
        return int(connection.execute(query).scalar_one())


def find_listed(store: StoreConnection, quelle: str, kennung: str) -> StoredListing | None:
    asked = select(liste).where(liste.c.quelle == quelle, liste.c.kennung == kennung)
    with store.reading() as connection:
        row = connection.execute(asked).mappings().one_or_none()
    return _stored_listing(row) if row else None


def entries_of(store: StoreConnection, quelle: str) -> dict[str, StoredListing]:
    """All of one source that are not withdrawn, by their `kennung`."""
    asked = select(liste).where(liste.c.quelle == quelle, liste.c.zurueckgezogen.is_(False))
    with store.reading() as connection:
        return {row["kennung"]: _stored_listing(row) for row in connection.execute(asked).mappings()}


def drop_source(store: StoreConnection, quelle: str) -> set[str]:
    """What it listed, and how far it was read; the names of PDFs in `weitere` that nothing needs any more.

    What was read from it stays withdrawn: it is where an Antrag came from.
    """
    own = liste.c.quelle == quelle
    with store.writing() as connection:
        told = connection.scalars(select(liste.c.weitere).where(own, liste.c.antrag_id.is_(None))).all()
        connection.execute(liste.delete().where(own, liste.c.antrag_id.is_(None)))
        connection.execute(liste.update().where(own).values(zurueckgezogen=True))
        connection.execute(quellenstand.delete().where(quellenstand.c.quelle == quelle))
        read = set(connection.scalars(select(antraege.c.datei).where(antraege.c.datei.is_not(None))))
        others = connection.scalars(select(liste.c.weitere).where(cast(liste.c.weitere, Text) != "[]"))
        needed = read | _files_in(others)
    return _files_in(told) - needed


def _files_in(told: Iterable[Sequence[Json]]) -> set[str]:
    return {str(one["datei"]) for papers in told for one in papers if one.get("datei")}


def find_origin(store: StoreConnection, text: str) -> StoredListing | None:
    """The listed Antrag that this text was read from, however it was corrected since."""
    same = select(antraege.c.id).where(antraege.c.antrag_hash == text_hash(text))
    asked = select(liste).where(liste.c.antrag_id.in_(same)).order_by(liste.c.geholt.desc(), liste.c.kennung)
    with store.reading() as connection:
        row = connection.execute(asked.limit(1)).mappings().one_or_none()
    return _stored_listing(row) if row else None


def list_listing_values(store: StoreConnection) -> ListingValues:
    own = (liste.c.parlament, liste.c.typ, liste.c.wahlperiode, liste.c.urheber)
    query = select(*own, func.count()).where(liste.c.zurueckgezogen.is_(False)).group_by(*own)
    with store.reading() as connection:
        rows = connection.execute(query).all()
    often: Counter[str] = Counter()
    for *_, names, count in rows:
        for name in names:
            often[name] += count
    parlamente, typen, wahlperioden = ({row[place] for row in rows} - {None, ""} for place in range(3))
    return ListingValues(
        tuple(sorted(parlamente)),
        tuple(sorted(typen)),
        tuple(sorted(wahlperioden, reverse=True)),
        tuple(sorted(often, key=lambda name: (-often[name], name))[:MOST]),
    )


def note_antrag(store: StoreConnection, quelle: str, kennung: str, antrag_id: str) -> None:
    """Under which id the paper was read here."""
    same = and_(liste.c.quelle == quelle, liste.c.kennung == kennung)
    with store.writing() as connection:
        connection.execute(liste.update().where(same).values(antrag_id=antrag_id))


def _row(one: ListedAntrag) -> Json:
    suchtext = " ".join([one.titel, one.nummer, *one.urheber]).casefold()
    told = {field.name: getattr(one, field.name) for field in fields(one)}
    return told | {
        "weitere": list(one.weitere), "suchtext": suchtext, "zurueckgezogen": False, "geholt": clock.now()
    }  # fmt: skip


def _stored_listing(row: RowMapping) -> StoredListing:
    told = {field.name: row[field.name] for field in fields(ListedAntrag)}
    antrag = ListedAntrag(**told | {"weitere": tuple(row["weitere"])})
    return StoredListing(antrag, row["geholt"], row["antrag_id"])


def _asked(wanted: ListingFilter) -> Query:
    query = select(liste).where(liste.c.zurueckgezogen.is_(False))
    for word in wanted.suche.casefold().split():
        # A number is found however it is printed.
        told = liste.c.suchtext.contains(word, autoescape=True)
        number = number_of(word)
        query = query.where(or_(told, plain_number_in(liste.c.nummer) == number) if number else told)
    for column, value in (
        (liste.c.typ, wanted.typ),
        (liste.c.wahlperiode, wanted.wahlperiode),
        (liste.c.parlament, wanted.parlament),
    ):
        if value is not None:
            query = query.where(column == value)
    if wanted.schritt is not None:
        query = query.where(has_step(wanted.schritt) if wanted.schritt else ~or_(*map(has_step, STEPS)))
    if wanted.geprueft is not None:
        query = query.where(is_assessed() if wanted.geprueft else ~is_assessed())
    if wanted.urheber:
        query = query.where(
            type_coerce(liste.c.urheber, Text).contains(f"|{wanted.urheber}|", autoescape=True)
        )
    return query


# --- what is known of what became of it: by its source's list, and by stored papers -------------------------

STEPS = ("Beschl", "BeschlEmpf", "PlPr")
"""What `weitere` calls the papers that tell what became of an Antrag, the most telling first."""


def has_step(kurz: str) -> Condition:
    """JSON is kept as it was written: every database finds in it what we wrote."""
    told = cast(liste.c.weitere, Text).contains(f'"kurz": "{kurz}"', autoescape=True)
    return or_(told, is_told(liste.c.bundesland, plain_number_in(liste.c.nummer), kurz))


@dataclass(frozen=True, slots=True)
class Outcome:
    """„abgelehnt am 12.11.2026 (Plenum)“, and the paper that says so. `is_final`: it was the plenary."""

    told: str
    paper: str
    url: str
    is_final: bool


TellOutcomes = Callable[[StoreConnection, Sequence[ListedAntrag]], Sequence[Sequence[Outcome]]]


def outcomes_of(store: StoreConnection, antraege: Sequence[ListedAntrag]) -> list[list[Outcome]]:
    """Of each what features have stored, the earliest paper first."""
    found: list[list[Outcome]] = [[] for _ in antraege]
    tellers: tuple[TellOutcomes, ...] = hooks("listing_outcomes")
    for tell in tellers:
        for own, outcomes in zip(found, tell(store, antraege), strict=True):
            own += outcomes
    return found


def undecided(store: StoreConnection, quelle: str, limit: int) -> list[StoredListing]:
    """Those that were read or assessed here and have no vote of the plenary, the longest unasked first."""
    own = select(liste).where(liste.c.quelle == quelle, liste.c.zurueckgezogen.is_(False))
    latest_first = own.order_by(liste.c.datum.desc().nulls_last(), liste.c.kennung)
    with store.reading() as connection:
        judged = judged_keys(connection)
        found = {
            key: _stored_listing(row)
            for row in connection.execute(latest_first).mappings()
            if (key := key_of(row["bundesland"], row["nummer"])) and (row["antrag_id"] or key in judged)
        }
        in_turn = not_voted_on(connection, found)
    return [found[key] for key in in_turn[:limit]]


# --- the Läufe on what is listed ----------------------------------------------------------------------------

Key = tuple[str, str]
"""`quelle` and `kennung` of a listed Antrag."""


@dataclass(frozen=True, slots=True)
class ListedLauf:
    """`punkte`: of each party that was given some, for its Wahlprogramm where that was asked."""

    id: str
    created: datetime
    status: Status
    modell: str
    punkte: tuple[tuple[str, float], ...] = ()


def is_assessed() -> Condition:
    """Is there a finished Lauf on a listed Antrag?"""
    done = (*conditions(ALLE), lauf.c.status == Status.FERTIG)
    named = (plain_number_in(lauf.c.drucksache) != "", lauf.c.bundesland.is_not(None))
    numbers = select(_number(lauf.c.bundesland, lauf.c.drucksache)).where(*done, *named)
    texts = select(antraege.c.id).join(lauf, lauf.c.antrag_hash == antraege.c.antrag_hash).where(*done)
    return or_(
        _number(liste.c.bundesland, liste.c.nummer).in_(numbers),
        func.coalesce(liste.c.antrag_id, "").in_(texts),
    )


def laeufe_of(store: StoreConnection, listed: Sequence[StoredListing]) -> dict[Key, list[ListedLauf]]:
    """The latest first."""
    entered = {one.antrag_id for one in listed if one.antrag_id}
    hashes = select(antraege.c.id, antraege.c.antrag_hash).where(
        antraege.c.id.in_(entered), antraege.c.antrag_hash.is_not(None)
    )
    with store.reading() as connection:
        texts = {row.id: row.antrag_hash for row in connection.execute(hashes)}
    numbers = {plain_number(one.antrag.nummer) for one in listed} - {""}
    own = lauf.c
    lands = own.bundesland.in_({one.antrag.bundesland for one in listed if one.antrag.bundesland})
    numbered = and_(lands, plain_number_in(own.drucksache).in_(numbers))
    on_them = or_(own.antrag_hash.in_(texts.values()), numbered)
    columns = (own.id, own.created, own.status, MODELL, own.antrag_hash, own.bundesland, own.drucksache)
    asked = select(*columns).where(*conditions(ALLE), on_them).order_by(own.created.desc(), own.id)
    with store.reading() as connection:
        rows = connection.execute(asked).all()
    punkte: dict[str, dict[str, float]] = defaultdict(dict)
    # „wahlprogramm“ stands behind „parteiprogramm“, so what is read last counts.
    for row in sorted(scores_of(store, [row.id for row in rows]), key=lambda row: row[:3]):
        if row.score is not None:
            punkte[row.lauf_id][row.partei] = row.score
    found: dict[Key, list[ListedLauf]] = defaultdict(list)
    for one in listed:
        text = texts.get(one.antrag_id or "")
        own_land, number = one.antrag.bundesland, one.antrag.nummer
        for id, created, status, modell, hash, land, drucksache in rows:
            if hash == text or (own_land and own_land == land and is_same_number(number, drucksache)):
                of_lauf = ListedLauf(id, created, Status(status), modell, tuple(punkte[id].items()))
                found[one.antrag.quelle, one.antrag.kennung].append(of_lauf)
    return found


def _number(bundesland: ColumnElement[str | None], nummer: ColumnElement[str]) -> ColumnElement[str]:
    land: ColumnElement[str] = func.coalesce(bundesland, "")
    return land + " " + plain_number_in(nummer)
