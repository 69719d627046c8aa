"""The best passages party by party, so that none is hidden behind those of another."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

import numpy as np

from core.models import Fundstelle
from core.search.passage_search import MIN_SIMILARITY, HitList, check_range, list_ranked
from core.search.ranking import Method
from core.search.suchraum import Scores, Suchraum, with_only


def list_per_partei(
    space: Suchraum,
    frage: str,
    je: int,
    offset: int = 0,
    min_similarity: float = MIN_SIMILARITY,
    method: Method = Method.UMFELD,
) -> dict[str, HitList[Fundstelle]]:
    """`je` passages of every party searched, from the `offset`th of each on, in the parties' order."""
    check_range(je, offset)
    ranking = space.ranking([frage], method)
    return {
        partei: list_ranked(with_only(space, own), frage, ranking, je, offset, min_similarity)
        for partei, own in indexed_of(space).items()
    }


def list_in_turn(
    space: Suchraum, frage: str, top_k: int, offset: int = 0, min_similarity: float = MIN_SIMILARITY
) -> HitList[Fundstelle]:
    """One list in which the parties take turns: the best of each, the second of each, and so on."""
    check_range(top_k, offset)
    lists = list_per_partei(space, frage, offset + top_k + 1, 0, min_similarity)
    found = list(in_turn([liste.treffer for liste in lists.values()]))
    gesamt = sum(liste.gesamt for liste in lists.values())
    return HitList(tuple(found[offset : offset + top_k]), gesamt, offset, len(found) > offset + top_k)


def in_turn(lists: Sequence[Sequence[Fundstelle]]) -> Iterator[Fundstelle]:
    """Round by round, in each the most similar first."""
    for round in zip_longest(*lists):
        there = [one for one in round if one is not None]
        yield from sorted(there, key=lambda one: -one.similarity)


def indexed_of(space: Suchraum) -> dict[str, list[str]]:
    """Party → its Programme that are searched, both in their order."""
    indexed = {programm_id for sammlung in space.sammlungen for programm_id in sammlung.blocks}
    registry = space.context.registry
    own: dict[str, list[str]] = {}
    for programm_id in sorted(space.programme & indexed):
        own.setdefault(registry.programme[programm_id].partei, []).append(programm_id)
    return dict(sorted(own.items(), key=lambda item: registry.parteien[item[0]].reihenfolge))


# --- whether the programmes say anything on a question at all -----------------------------------------------
# Whatever one types, some passage is nearest.

WORDING = 0.4
"""What the share of the question's own wording weighs beside the similarity: without it „Kohle für den Grill“
is as near as „Kohleausstieg“."""

NEAR_ENOUGH = 0.45
"""Chosen on one half of the questions in tests/bench/questions.toml, measured on the other by
`python -m tests.bench questions`; below it the best passage most likely is about something else. Of 95
questions on the subject that had no say 2 are below, of 112 off it 103. Other weights, the similarity alone,
or how far the best passage stands out from all others told no better. To count the letters of each word that
stand in a passage, so that parts of compounds count whole, tells two or three more of 100 off the subject,
but misses the same two on it, which the similarity of this embedder is too low for."""

SILENT = 0.38
"""The same for one party where others answer: it may say it in other words („Mindestspeicherfristen“), and
to call it silent where it is not misleads. Of 84 right pages known two lie below, of 12 parties known to say
nothing about four."""


def row_nearness(space: Suchraum, frage: str) -> Scores:
    """How near every passage is in meaning and in wording together, 0 to 1, whatever way to search is set."""
    similarity, share = (space.rank([frage], method)[:, 0] for method in (Method.BEIDES, Method.WORTLAUT))
    return np.asarray((similarity + WORDING * share) / (1 + WORDING), dtype=np.float32)


def is_off_subject(space: Suchraum, frage: str) -> bool:
    return float(row_nearness(space, frage)[space.rows()].max(initial=0.0)) < NEAR_ENOUGH


def silent_parteien(space: Suchraum, frage: str) -> frozenset[str]:
    """The parties searched that most likely say nothing on it."""
    near = row_nearness(space, frage)
    return frozenset(
        partei
        for partei, own in indexed_of(space).items()
        if float(near[space.rows(own)].max(initial=0.0)) < SILENT
    )
