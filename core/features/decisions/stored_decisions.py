"""Decisions on a Drucksache: read from papers, stored for all Läufe on it, and where they are looked for."""

import logging
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python
from sqlalchemy import Connection, RowMapping, and_, select

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.base import clock, formats
from core.base.errors import EingabeError
from core.features.decisions.committee_votes import VotePaper, read_vote_paper
from core.features.decisions.decision import (
    Decision,
    KeptDecision,
    VotedOn,
    VoteSource,
    drop_paper,
    find_paper,
    keep_paper,
)
from core.features.decisions.decision_pages import marks_of
from core.features.decisions.fraktionen import Roster
from core.features.decisions.protokoll_votes import bound_decisions, drucksache_of
from core.features.decisions.roll_calls import read_head, read_roll_call, roll_call_decision
from core.programme.context import Context
from core.runs.antraege import StoredListing, stored_listing
from core.runs.connection import Condition, insert_missing, insert_rows
from core.runs.drucksachen import KeptOfDrucksachen, Key, judged_keys, key_of
from core.runs.lauf import text_hash
from core.runs.load_laeufe import plain_number_in
from core.runs.store import Runstore
from core.runs.tables import abstimmung, beschlusssuche, liste

LOG = logging.getLogger(__name__)

FORM = TypeAdapter(KeptDecision)


def numbered(land: str, source: VoteSource, decisions: Sequence[Decision]) -> list[KeptDecision]:
    """With the ids that they always have, so that a paper read twice is stored once."""
    return [
        KeptDecision(
            text_hash("\\0".join((land, one.drucksache, source.art, source.sha256, str(place))))[:16],
            land,
            source,
            one,
            tuple({} for _ in one.evidence),
        )
        for place, one in enumerate(decisions)
    ]


def save_decisions(store: Runstore, decisions: Sequence[KeptDecision]) -> None:
    """What the same paper was said to tell of that Drucksache before is replaced."""
    rows = [
        {
            "id": one.id,
            "created": clock.now(),
            "bundesland": one.bundesland,
            "drucksache": one.decision.drucksache,
            "art": one.source.art,
            "sha256": one.source.sha256,
            "suffix": one.source.suffix,
            "datum": one.source.datum,
            "inhalt": to_jsonable_python(one),
        }
        for one in decisions
    ]
    with store.writing() as connection:
        for one in decisions:
            connection.execute(abstimmung.delete().where(_same_paper(one)))
        insert_rows(connection, abstimmung, rows)


def decisions_of(store: Runstore, bundesland: str | None, drucksache: str) -> list[KeptDecision]:
    key = key_of(bundesland, drucksache)
    return decisions_on_all(store, [key]).get(key, []) if key else []


def decisions_on_all(store: Runstore, keys: Collection[Key]) -> dict[Key, list[KeptDecision]]:
    """Of each Drucksache, the earliest paper first."""
    lands = {land for land, _ in keys}
    query = select(abstimmung).where(abstimmung.c.bundesland.in_(lands))
    if len(keys) <= 500:  # as many parameters as every database takes
        query = query.where(abstimmung.c.drucksache.in_({number for _, number in keys}))
    order = (abstimmung.c.datum.nulls_last(), abstimmung.c.created, abstimmung.c.id)
    found: dict[Key, list[KeptDecision]] = {}
    with store.reading() as connection:
        for row in connection.execute(query.order_by(*order)).mappings():
            key = row["bundesland"], row["drucksache"]
            if key in keys and (kept := _kept(row)):
                found.setdefault(key, []).append(kept)
    return found


def find_decision(store: Runstore, decision_id: str) -> KeptDecision | None:
    with store.reading() as connection:
        asked = connection.execute(select(abstimmung).where(abstimmung.c.id == decision_id))
        row = asked.mappings().one_or_none()
    return _kept(row) if row else None


def delete_paper(store: Runstore, kept: KeptDecision) -> bool:
    """All that this paper tells of that Drucksache; is the paper's file now needed by no other?"""
    same_file = select(abstimmung.c.id).where(abstimmung.c.sha256 == kept.source.sha256)
    with store.writing() as connection:
        connection.execute(abstimmung.delete().where(_same_paper(kept)))
        return connection.execute(same_file.limit(1)).first() is None


def exported_decisions(connection: Connection, keys: Collection[Key]) -> dict[str, list[dict[str, object]]]:
    """As they stand in a file for others to read, for those of these Drucksachen."""
    rows = connection.execute(select(abstimmung).order_by(abstimmung.c.id))
    return {"abstimmungen": [row.inhalt for row in rows if (row.bundesland, row.drucksache) in keys]}


def papers_only_on(connection: Connection, keys: Collection[Key]) -> set[str]:
    """Names of the files that no other Drucksache needs."""
    rows = connection.execute(select(abstimmung)).all()
    named = [((row.bundesland, row.drucksache), f"{row.sha256}{row.suffix}") for row in rows]
    return {name for key, name in named if key in keys} - {name for key, name in named if key not in keys}


def drop_decisions(connection: Connection, keys: Collection[Key]) -> None:
    """What was decided on these Drucksachen, and where that was looked for."""
    for land, number in keys:
        connection.execute(abstimmung.delete().where(_about(land, number)))
        searched = beschlusssuche.c.bundesland == land, beschlusssuche.c.drucksache == number
        connection.execute(beschlusssuche.delete().where(*searched))


KEPT = KeptOfDrucksachen(papers_only_on, drop_decisions, drop_paper)


def _about(land: str, number: str) -> Condition:
    return and_(abstimmung.c.bundesland == land, abstimmung.c.drucksache == number)


def _same_paper(kept: KeptDecision) -> Condition:
    about = _about(kept.bundesland, kept.decision.drucksache)
    return and_(about, abstimmung.c.art == kept.source.art, abstimmung.c.sha256 == kept.source.sha256)


def _kept(row: RowMapping) -> KeptDecision | None:
    """None for a row that is damaged: it says nothing of anybody's vote."""
    try:
        return FORM.validate_python(row["inhalt"])
    except ValidationError as error:
        LOG.warning(
            "Der gespeicherte Beschluss %s ist nicht lesbar, also nicht gezeigt: %s", row["id"], error
        )
        return None


# --- from a paper that somebody has to what is stored of it: its decisions on one Drucksache, and the file


MOST_BYTES = 60 << 20
"""A Protokoll of the Bundestag with its lists of names has up to 15 MB."""

PAPERS, SHEETS = (".pdf", ".xml", ".txt"), (".csv", ".xls", ".xlsx")
ACCEPTED = {
    PaperKind.RECOMMENDATION: (".pdf", ".txt"),
    PaperKind.PROTOKOLL: PAPERS,
    PaperKind.ROLL_CALL: SHEETS,
}
ODD = re.compile(r"[^\w.,() -]")


@dataclass(frozen=True, slots=True)
class VoteUpload:
    """`kopf`: the head of a roll call's official result, which says on what was voted. `typ`: of the paper
    that was voted on. `datum`: who sat and governed then; without it the day of the paper."""

    art: PaperKind
    name: str
    data: bytes
    kopf: str = ""
    typ: str = "Antrag"
    datum: date | None = None
    url: str = ""
    lizenz: str = ""


def save_paper(
    context: Context, store: Runstore, land: str, drucksache: str, given: VoteUpload
) -> list[KeptDecision]:
    """What the paper tells of that Drucksache, stored with the paper; says so where it tells nothing."""
    land, number = context.registry.find_bundesland(land), drucksache_of(drucksache)
    known = decisions_of(store, land, number)
    advice = (one.decision.voted_on for one in known if one.source.art is PaperKind.RECOMMENDATION)
    found = read_upload(context, land, number, given, next(advice, None))
    if not found.decisions:
        raise EingabeError(
            f"In {given.name[:80]} fand sich keine Abstimmung über die Drucksache {number}. Prüfen Sie, ob "
            "es das richtige Papier ist und als was Sie es hochladen."
        )
    return keep_found(context, store, land, replace(given, name=_file_name(given)), found)


def read_upload(
    context: Context, land: str, number: str, given: VoteUpload, advice: VotedOn | None = None
) -> "FoundVotes":
    """What it tells, without storing anything. `advice`: what the Beschlussempfehlung wanted done."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / _file_name(given)
        path.write_bytes(given.data)
        if given.art is not PaperKind.ROLL_CALL:
            return find_votes(context, land, number, given, read_vote_paper(path))
        roster = Roster(context.registry, land, given.datum)
        call, head = read_roll_call(path, roster), read_head(given.kopf)
    called = roll_call_decision(call, head, number, given.typ, advice)
    return FoundVotes([called], given.datum, None)


def keep_found(
    context: Context, store: Runstore, land: str, given: VoteUpload, found: "FoundVotes"
) -> list[KeptDecision]:
    """The paper with what was found in it, by `find_votes`."""
    suffix = _suffix(given)
    digest = keep_paper(context.settings.laeufe_dir, given.data, suffix)
    source = VoteSource(given.art, given.name, digest, suffix, given.url, found.day, given.lizenz)
    kept = numbered(land, source, found.decisions)
    if (paper := found.paper) is not None:
        kept = [
            replace(one, marks=tuple(marks_of(paper, said) for said in one.decision.evidence)) for one in kept
        ]
    save_decisions(store, kept)
    return kept


def forget_paper(context: Context, store: Runstore, kept: KeptDecision) -> None:
    """Its decisions on that Drucksache, and the file where no other decision stands in it."""
    path = find_paper(context.settings.laeufe_dir, kept.source)
    if delete_paper(store, kept) and path:
        path.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class FoundVotes:
    """`paper`: None for a sheet, which has no sentences."""

    decisions: Sequence[Decision]
    day: date | None
    paper: VotePaper | None


def find_votes(context: Context, land: str, number: str, given: VoteUpload, paper: VotePaper) -> FoundVotes:
    """What a paper that was read tells of one Drucksache."""
    day = given.datum or paper.day
    roster = Roster(context.registry, land, day)
    return FoundVotes(bound_decisions(number, given.art, paper, roster), day, paper)


def _file_name(given: VoteUpload) -> str:
    return f"{ODD.sub('_', Path(given.name).stem)[:80] or 'Papier'}{_suffix(given)}"


def _suffix(given: VoteUpload) -> str:
    suffix = Path(given.name).suffix.lower()
    if suffix not in ACCEPTED[given.art]:
        raise EingabeError(
            f"„{given.name[:80]}“ hat die Endung „{suffix[:10]}“. Für „{given.art}“ erwartet wird "
            f"{' oder '.join(ACCEPTED[given.art])}."
        )
    if len(given.data) > MOST_BYTES:
        raise EingabeError(
            f"{given.name[:80]} hat {formats.size(len(given.data))}, lesbar sind höchstens "
            f"{formats.size(MOST_BYTES)}."
        )
    if given.art is PaperKind.ROLL_CALL and not given.kopf.strip():
        raise EingabeError(
            "Zur Liste fehlt der Kopf des amtlichen Ergebnisses. Nur er sagt, worüber abgestimmt wurde: "
            "Kopieren Sie ihn aus dem PDF der Abstimmung."
        )
    return suffix


# --- of which listed Anträge a decision is known or still looked for, and in which papers that was done -----


DECIDED_BY = {
    "Beschl": (PaperKind.PROTOKOLL, PaperKind.ROLL_CALL),
    "BeschlEmpf": (PaperKind.RECOMMENDATION,),
    "PlPr": (),
}
"""Which stored papers are such a step; a Protokoll is kept for its vote, and that is a decision."""


def has_step(kurz: str) -> Condition:
    """Does a paper that is stored tell this step of a listed Antrag?"""
    stored = select(abstimmung.c.id).where(
        abstimmung.c.bundesland == liste.c.bundesland,
        abstimmung.c.drucksache == plain_number_in(liste.c.nummer),
        abstimmung.c.art.in_(DECIDED_BY[kurz]),
    )
    return stored.exists()


ASKED = ""
"""The address that stands for its source."""

NEVER = datetime.min.replace(tzinfo=UTC)


def undecided(store: Runstore, quelle: str, limit: int) -> list[StoredListing]:
    """Those that were read or assessed here and have no vote of the plenary, the longest unasked first."""
    own = select(liste).where(liste.c.quelle == quelle, liste.c.zurueckgezogen.is_(False))
    latest_first = own.order_by(liste.c.datum.desc().nulls_last(), liste.c.kennung)
    voted = select(abstimmung.c.bundesland, abstimmung.c.drucksache).where(
        abstimmung.c.art.in_((PaperKind.PROTOKOLL, PaperKind.ROLL_CALL))
    )
    searched = select(beschlusssuche).where(beschlusssuche.c.url == ASKED)
    with store.reading() as connection:
        judged = judged_keys(connection)
        decided = {(land, number) for land, number in connection.execute(voted)}
        asked = {(row.bundesland, row.drucksache): row.wann for row in connection.execute(searched)}
        rows = connection.execute(latest_first).mappings().all()
    found = {
        key: stored_listing(row)
        for row in rows
        if (key := key_of(row["bundesland"], row["nummer"])) and key not in decided
        if row["antrag_id"] or key in judged
    }
    in_turn = sorted(found, key=lambda key: asked.get(key, NEVER))
    return [found[key] for key in in_turn[:limit]]


def papers_seen(store: Runstore, key: Key) -> set[str]:
    """Addresses of papers that need not be looked at again."""
    land, number = key
    asked = select(beschlusssuche.c.url).where(
        beschlusssuche.c.bundesland == land,
        beschlusssuche.c.drucksache == number,
        beschlusssuche.c.url != ASKED,
    )
    with store.reading() as connection:
        return set(connection.execute(asked).scalars())


def note_search(store: Runstore, key: Key, url: str = ASKED, grund: str = "") -> None:
    """That its source was asked, or that this paper was read; `grund`: why nothing was taken from it."""
    land, number = key
    row = {"bundesland": land, "drucksache": number_of(number), "url_hash": text_hash(url)[:32]}
    own = and_(*(beschlusssuche.c[name] == value for name, value in row.items()))
    told = {"url": url, "wann": clock.now(), "grund": grund}
    with store.writing() as connection:
        insert_missing(connection, beschlusssuche, [row | told])
        connection.execute(beschlusssuche.update().where(own).values(told))
