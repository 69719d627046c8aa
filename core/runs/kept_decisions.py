"""Decisions in the store: they belong to a Drucksache, and so to all Läufe on it."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, RowMapping, and_, select

from core import clock
from core.antrag.drucksache import number_of
from core.citations.eintrag_json import Json
from core.decisions.kept_decision import (
    KeptDecision,
    PaperKind,
    VoteSource,
    read_evidence,
    read_side,
    write_evidence,
    write_side,
)
from core.decisions.sides import Decision, VotedOn
from core.runs.connection import StoreConnection, insert_rows
from core.runs.lauf import text_hash
from core.runs.sql import Condition
from core.runs.tables import abstimmung, beschlusssuche, lauf

Key = tuple[str, str]
"""Parliament and number: „BUND“, „18/1234“."""


def key_of(bundesland: str | None, drucksache: str) -> Key | None:
    """None where a Lauf does not say which paper it is about."""
    number = number_of(drucksache)
    return (bundesland, number) if bundesland and number else None


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


def save_decisions(store: StoreConnection, decisions: Sequence[KeptDecision]) -> None:
    """What the same paper was said to tell of that Drucksache before is replaced."""
    with store.writing() as connection:
        for own in {_same_paper_key(one): one for one in decisions}.values():
            connection.execute(abstimmung.delete().where(_same_paper(own)))
        insert_rows(connection, abstimmung, [_row(one) for one in decisions])


def decisions_of(store: StoreConnection, bundesland: str | None, drucksache: str) -> list[KeptDecision]:
    key = key_of(bundesland, drucksache)
    return decisions_on_all(store, [key]).get(key, []) if key else []


def decisions_on_all(store: StoreConnection, keys: Collection[Key]) -> dict[Key, list[KeptDecision]]:
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


def find_decision(store: StoreConnection, decision_id: str) -> KeptDecision | None:
    with store.reading() as connection:
        asked = connection.execute(select(abstimmung).where(abstimmung.c.id == decision_id))
        row = asked.mappings().one_or_none()
    return _kept(row) if row else None


def delete_paper(store: StoreConnection, kept: KeptDecision) -> bool:
    """All that this paper tells of that Drucksache; is the paper's file now needed by no other?"""
    same_file = select(abstimmung.c.id).where(abstimmung.c.sha256 == kept.source.sha256)
    with store.writing() as connection:
        connection.execute(abstimmung.delete().where(_same_paper(kept)))
        return connection.execute(same_file.limit(1)).first() is None


def exported_decisions(connection: Connection, keys: Collection[Key]) -> list[Json]:
    """As they stand in a file for others to read, for those of these Drucksachen."""
    rows = connection.execute(select(abstimmung).order_by(abstimmung.c.id)).mappings()
    told = [dict(row) for row in rows if (row["bundesland"], row["drucksache"]) in keys]
    for row in told:
        row["datum"] = row["datum"] and row["datum"].isoformat()
        del row["created"]
    return told


def judged_keys(connection: Connection, which: Condition | None = None) -> set[Key]:
    """The Drucksachen of all Läufe, or of these."""
    query = select(lauf.c.bundesland, lauf.c.drucksache).distinct()
    rows = connection.execute(query if which is None else query.where(which))
    return {key for row in rows if (key := key_of(row.bundesland, row.drucksache))}


def papers_only_on(connection: Connection, keys: Collection[Key]) -> set[str]:
    """Names of the files that no other Drucksache needs."""
    rows = connection.execute(select(abstimmung)).all()
    named = [((row.bundesland, row.drucksache), f"{row.sha256}{row.suffix}") for row in rows]
    return {name for key, name in named if key in keys} - {name for key, name in named if key not in keys}


def drop_decisions(connection: Connection, keys: Collection[Key]) -> set[str]:
    """Those of Drucksachen on which no Lauf is left, and where they were looked for; the files that nothing
    needs any more."""
    lost = set(keys) - judged_keys(connection)
    papers = papers_only_on(connection, lost)
    for land, number in lost:
        connection.execute(abstimmung.delete().where(_about(land, number)))
        searched = beschlusssuche.c.bundesland == land, beschlusssuche.c.drucksache == number
        connection.execute(beschlusssuche.delete().where(*searched))
    return papers


def _about(land: str, number: str) -> Condition:
    return and_(abstimmung.c.bundesland == land, abstimmung.c.drucksache == number)


def _same_paper_key(kept: KeptDecision) -> tuple[str, ...]:
    return kept.bundesland, kept.decision.drucksache, kept.source.art, kept.source.sha256


def _same_paper(kept: KeptDecision) -> Condition:
    about = _about(kept.bundesland, kept.decision.drucksache)
    return and_(about, abstimmung.c.art == kept.source.art, abstimmung.c.sha256 == kept.source.sha256)


def _row(kept: KeptDecision) -> dict[str, object]:
    source, decision = kept.source, kept.decision
    return {
        "id": kept.id,
        "created": clock.now(),
        "bundesland": kept.bundesland,
        "drucksache": decision.drucksache,
        "art": source.art,
        "dokument": source.name,
        "sha256": source.sha256,
        "suffix": source.suffix,
        "url": source.url,
        "datum": source.datum,
        "lizenz": source.lizenz,
        "abgestimmt": decision.voted_on,
        "angenommen": decision.adopted,
        "regel": decision.rule,
        "grund": decision.reason,
        "fraktionen": [write_side(one) for one in decision.sides],
        "stellen": [write_evidence(*pair) for pair in zip(decision.evidence, kept.marks, strict=True)],
    }


def _kept(row: RowMapping) -> KeptDecision | None:
    """None for a row that is damaged: it says nothing of anybody's vote."""
    try:
        stellen = [read_evidence(one) for one in row["stellen"]]
        decision = Decision(
            row["drucksache"],
            VotedOn(row["abgestimmt"]),
            row["angenommen"],
            tuple(read_side(one) for one in row["fraktionen"]),
            tuple(evidence for evidence, _ in stellen),
            row["regel"],
            row["grund"],
        )
        art = PaperKind(row["art"])
    except (KeyError, TypeError, ValueError):
        return None
    source = VoteSource(
        art, row["dokument"], row["sha256"], row["suffix"], row["url"], row["datum"], row["lizenz"]
    )
    return KeptDecision(row["id"], row["bundesland"], source, decision, tuple(marks for _, marks in stellen))
