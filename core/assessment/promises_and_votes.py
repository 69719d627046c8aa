"""Many Anträge beside each other: what fits a party's Programm, and how it voted on it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.antrag.antrag import listed_title
from core.context import Context
from core.decisions.party_votes import Fit, PartyVote, fit, party_votes
from core.decisions.sides import Side
from core.llm.catalogue import OFFLINE
from core.models import Typ
from core.programme.registry import partei_label
from core.runs.kept_decisions import key_of
from core.runs.lauf import LaufRow, Status
from core.runs.lauf_filter import Filter
from core.runs.store import Runstore, runstore
from core.runs.workbook import Table, Zeile

MOST = 2_000
"""Läufe that are looked through, the latest first."""

HEAD = (
    "Antrag", "Drucksache", "Land", "Partei", "Stimme zum Antrag", "Wo", "Wahlprogramm (Punkte)",
    "Wahlprogramm und Stimme", "Parteiprogramm (Punkte)", "Parteiprogramm und Stimme", "Regierungsfraktion",
    "Quelle", "Seite der Datei", "Satz", "Lauf",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PromiseRow:
    """One party on one Antrag. `punkte`: of a language model only, none where it gave none."""

    lauf: LaufRow
    name: str
    punkte: Mapping[Typ, float | None]
    vote: PartyVote

    def fit(self, typ: Typ) -> Fit:
        return fit(self.punkte.get(typ), self.vote.side)


@dataclass(frozen=True, slots=True)
class FitCounts:
    """Of so many votes of a party with a known side: how many fit its Programm, and how many do not."""

    name: str
    stimmen: int
    fits: Mapping[Fit, int]


@dataclass(frozen=True, slots=True)
class PromisesAndVotes:
    """`antraege` were judged; on `entschieden` of them a decision is known here."""

    antraege: int
    entschieden: int
    rows: tuple[PromiseRow, ...]

    def counts(self, typ: Typ) -> list[FitCounts]:
        by_party: dict[str, Counter[Fit]] = {}
        for row in self.rows:
            if row.vote.side is not Side.UNKNOWN:
                by_party.setdefault(row.name, Counter())[row.fit(typ)] += 1
        return [FitCounts(name, found.total(), found) for name, found in by_party.items()]


def promises_and_votes(context: Context, laeufe: Sequence[LaufRow]) -> PromisesAndVotes:
    """Of several Läufe on one Drucksache the latest by a language model counts, else the latest."""
    store = runstore(context)
    chosen = list(_one_of_each(laeufe))
    keys = {key for lauf in chosen if (key := _key(lauf))}
    decisions = store.decisions_on_all(keys)
    decided = [lauf for lauf in chosen if (key := _key(lauf)) and decisions.get(key)]
    points = _points(store, decided)
    rows: list[PromiseRow] = []
    for lauf in decided:
        key = _key(lauf)
        own = points.get(lauf.id, {})
        votes = party_votes(context.registry, decisions[key] if key else (), own)
        rows += (
            PromiseRow(lauf, partei_label(context.registry, partei, lauf.bundesland), own[partei], vote)
            for partei, vote in votes.items()
        )
    return PromisesAndVotes(len(chosen), len(decided), tuple(rows))


def of_filter(context: Context, filter: Filter) -> PromisesAndVotes:
    return promises_and_votes(context, runstore(context).list_laeufe(filter, MOST))


def as_table(found: PromisesAndVotes) -> Table:
    """A line for each party and Antrag with a known decision, with the sentence that tells it."""
    return Table("Abstimmungen", HEAD, tuple(_line(row) for row in found.rows))


def _line(row: PromiseRow) -> Zeile:
    vote, lauf = row.vote, row.lauf
    evidence = vote.kept.decision.evidence[-1:]
    return (
        listed_title(lauf.titel, lauf.drucksache, lauf.bearbeitet) or "Antrag ohne Titel",
        lauf.drucksache,
        lauf.bundesland,
        row.name,
        str(vote.side),
        vote.stage,
        row.punkte.get(Typ.WAHLPROGRAMM),
        str(row.fit(Typ.WAHLPROGRAMM)),
        row.punkte.get(Typ.PARTEIPROGRAMM),
        str(row.fit(Typ.PARTEIPROGRAMM)),
        vote.is_coalition,
        f"{vote.kept.source.art} {vote.kept.source.name}",
        ", ".join(str(seite) for one in evidence for seite in one.seiten),
        " ".join(one.text for one in evidence),
        lauf.id,
    )


def _one_of_each(laeufe: Sequence[LaufRow]) -> Iterator[LaufRow]:
    """Finished ones; an Antrag without a number is one of its own title."""
    best: dict[object, LaufRow] = {}
    for lauf in laeufe:
        if lauf.status is not Status.FERTIG or lauf.unlesbar:
            continue
        key = _key(lauf) or (lauf.bundesland, lauf.drucksache, lauf.titel)
        if key not in best or (_is_offline(best[key]) and not _is_offline(lauf)):
            best[key] = lauf
    yield from best.values()


def _points(store: Runstore, laeufe: Sequence[LaufRow]) -> dict[str, dict[str, dict[Typ, float | None]]]:
    """Lauf → party → kind of Programm → points; what was found without a language model has none."""
    without = {lauf.id for lauf in laeufe if _is_offline(lauf)}
    found: dict[str, dict[str, dict[Typ, float | None]]] = {}
    for row in store.scores_of([lauf.id for lauf in laeufe]):
        points = None if row.lauf_id in without else row.score
        found.setdefault(row.lauf_id, {}).setdefault(row.partei, {})[Typ(row.typ)] = points
    return found


def _is_offline(lauf: LaufRow) -> bool:
    return (lauf.modell_geantwortet or lauf.modell_gefragt) == OFFLINE


def _key(lauf: LaufRow) -> tuple[str, str] | None:
    return key_of(lauf.bundesland, lauf.drucksache)
