"""Decisions on a Drucksache: read from papers, and stored for all Läufe on it."""

import logging
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from core.antrag.vote_papers import PaperKind
from core.base import formats
from core.base.errors import EingabeError
from core.features.decisions.committee_votes import VotePaper, read_vote_paper
from core.features.decisions.decision import (
    Decision,
    KeptDecision,
    VotedOn,
    VoteSource,
    find_paper,
    keep_paper,
)
from core.features.decisions.decision_pages import marks_of
from core.features.decisions.fraktionen import Roster
from core.features.decisions.protokoll_votes import bound_decisions, drucksache_of
from core.features.decisions.roll_calls import read_head, read_roll_call, roll_call_decision
from core.programme.context import Context
from core.programme.registry import Registry
from core.runs.drucksachen import Key, StoredVote, key_of
from core.runs.lauf import text_hash
from core.runs.store import Runstore

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
    store.save_votes([_row(one) for one in decisions])


def _row(kept: KeptDecision) -> StoredVote:
    source = kept.source
    return StoredVote(
        id=kept.id,
        bundesland=kept.bundesland,
        drucksache=kept.decision.drucksache,
        art=source.art,
        sha256=source.sha256,
        suffix=source.suffix,
        datum=source.datum,
        inhalt=to_jsonable_python(kept),
    )


def decisions_of(store: Runstore, bundesland: str | None, drucksache: str) -> list[KeptDecision]:
    key = key_of(bundesland, drucksache)
    return decisions_on_all(store, [key]).get(key, []) if key else []


def decisions_on_all(store: Runstore, keys: Collection[Key]) -> dict[Key, list[KeptDecision]]:
    """Of each Drucksache, the earliest paper first."""
    found: dict[Key, list[KeptDecision]] = {}
    for row in store.votes_on(keys):
        if kept := _kept(row):
            found.setdefault(row.key, []).append(kept)
    return found


def find_decision(store: Runstore, decision_id: str) -> KeptDecision | None:
    row = store.find_vote(decision_id)
    return _kept(row) if row else None


def delete_paper(store: Runstore, kept: KeptDecision) -> bool:
    """All that this paper tells of that Drucksache; is the paper's file now needed by no other?"""
    return store.delete_votes(_row(kept))


def _kept(row: StoredVote) -> KeptDecision | None:
    """None for a row that is damaged: it says nothing of anybody's vote."""
    try:
        return FORM.validate_python(row.inhalt)
    except ValidationError as error:
        LOG.warning("Der gespeicherte Beschluss %s ist nicht lesbar, also nicht gezeigt: %s", row.id, error)
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
    advice = (one.decision.advice for one in known if one.source.art is PaperKind.RECOMMENDATION)
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


HEAD = 3_000
"""Letters within which a paper says which parliament it is of: its first page."""

SHORTEST = 3
"""Of names that may stand by chance: „BT“, „NRW“."""


@dataclass(frozen=True, slots=True)
class FoundVotes:
    """`paper`: None for a sheet, which has no sentences."""

    decisions: Sequence[Decision]
    day: date | None
    paper: VotePaper | None


def find_votes(context: Context, land: str, number: str, given: VoteUpload, paper: VotePaper) -> FoundVotes:
    """What a paper that was read tells of one Drucksache, if it is of that parliament."""
    if other := _other_parliament(paper.text[:HEAD], land, context.registry):
        own = context.registry.parlamente[land].name
        raise EingabeError(
            f"{given.name[:80]} nennt am Anfang „{other}“, gefragt ist: {own}. Bitte das Land des Papiers "
            "wählen (auf der Kommandozeile: --bundesland)."
        )
    day = given.datum or paper.day
    roster = Roster(context.registry, land, day)
    return FoundVotes(bound_decisions(number, given.art, paper, roster), day, paper)


def _other_parliament(head: str, land: str, registry: Registry) -> str:
    """The name of another parliament that stands there, where nothing of this one does; else empty."""
    text = " ".join(head.split())
    own = registry.parlamente[land]
    if any(name in text for name in (own.name, own.land, *own.aliase) if len(name) > SHORTEST):
        return ""
    return next(
        (one.name for code, one in registry.parlamente.items() if code != land and one.name in text), ""
    )


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
