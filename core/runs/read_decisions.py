"""From a paper that somebody has to what is stored of it: its decisions on one Drucksache, and the file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from core.context import Context
from core.decisions.committee_votes import VotePaper, read_vote_paper
from core.decisions.decided import by_roll_call, drucksache_of, in_plenary, of_committee
from core.decisions.kept_decision import (
    KeptDecision,
    PaperKind,
    VoteSource,
    find_paper,
    keep_paper,
)
from core.decisions.roster import Roster
from core.decisions.sides import Decision, VotedOn
from core.errors import EingabeError
from core.german import formats
from core.programme.registry import find_bundesland
from core.runs.connection import StoreConnection
from core.runs.kept_decisions import decisions_of, delete_paper, numbered, save_decisions
from core.seiten.decision_pages import marks_of

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
    context: Context, store: StoreConnection, land: str, drucksache: str, given: VoteUpload
) -> list[KeptDecision]:
    """What the paper tells of that Drucksache, stored with the paper; says so where it tells nothing."""
    land = find_bundesland(context.registry, land)
    number, suffix = drucksache_of(drucksache), _suffix(given)
    known = decisions_of(store, land, number)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{ODD.sub('_', Path(given.name).stem)[:80] or 'Papier'}{suffix}"
        path.write_bytes(given.data)
        found = _read(context, land, number, path, given, advice_in(known))
    if not found.decisions:
        raise EingabeError(
            f"In {given.name[:80]} fand sich keine Abstimmung über die Drucksache {number}. Prüfen Sie, ob "
            "es das richtige Papier ist und als was Sie es hochladen."
        )
    return keep_found(context, store, land, replace(given, name=path.name), found)


def keep_found(
    context: Context, store: StoreConnection, land: str, given: VoteUpload, found: "FoundVotes"
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


def forget_paper(context: Context, store: StoreConnection, kept: KeptDecision) -> None:
    """Its decisions on that Drucksache, and the file where no other decision stands in it."""
    path = find_paper(context.settings.laeufe_dir, kept.source)
    if delete_paper(store, kept) and path:
        path.unlink(missing_ok=True)


def advice_in(known: Sequence[KeptDecision]) -> VotedOn | None:
    """What the Beschlussempfehlung wanted done, by what is stored of it."""
    papers = (one for one in known if one.source.art is PaperKind.RECOMMENDATION)
    return next((one.decision.voted_on for one in papers), None)


@dataclass(frozen=True, slots=True)
class FoundVotes:
    """`paper`: None for a sheet, which has no sentences."""

    decisions: Sequence[Decision]
    day: date | None
    paper: VotePaper | None


def _read(
    context: Context, land: str, number: str, path: Path, given: VoteUpload, advice: VotedOn | None
) -> FoundVotes:
    registry = context.registry
    if given.art is PaperKind.ROLL_CALL:
        roster = Roster(registry, land, given.datum)
        called = by_roll_call(number, path, given.kopf, given.typ, advice, roster)
        return FoundVotes([called], given.datum, None)
    return find_votes(context, land, number, given, read_vote_paper(path))


def find_votes(context: Context, land: str, number: str, given: VoteUpload, paper: VotePaper) -> FoundVotes:
    """What a paper that was read tells of one Drucksache."""
    read = of_committee if given.art is PaperKind.RECOMMENDATION else in_plenary
    found = read(number, paper, context.registry, land, given.datum)
    return FoundVotes(found, given.datum or paper.day, paper)


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
