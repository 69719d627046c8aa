"""Find the passages that answer a question."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest
from typing import ClassVar, Generic, Protocol, TypeVar

import numpy as np

from core.base.errors import EingabeError
from core.programme.context import Context, default_context
from core.programme.embedding import StaticEmbedder, rerank
from core.programme.stock import not_searched
from core.search.question_grammar import check_frage
from core.search.shown_passage import labelled
from core.search.suchraum import Method, Ranking, Scores, Suchraum, distinct
from core.wortlaut.german.folding import words as words_of
from core.wortlaut.records import Chunk, Fundstelle

MIN_SIMILARITY = 0.25
"""Below the right page of every question whose page is known: of 284 none lies below 0.35, of 68 others that
nothing was fitted to one went down to 0.298. It is a floor and no filter: questions off the subject find
passages of up to 0.5, and what limits a list is `top_k` (`python -m tests.bench retrieval` has the table)."""

RERANKED = 50
"""So many of the best passages a cross-encoder reads where one is set."""

COPIES = 4
"""So many times as many passages are looked at as are wanted, for some are copies of others."""


class Treffer(Protocol):
    """A passage, a section or a Programm that a search found."""

    @property
    def similarity(self) -> float: ...


T = TypeVar("T", covariant=True)


@dataclass(frozen=True, slots=True)
class HitList(Generic[T]):
    """Some hits of a search, from the `offset`th on. `gesamt`: as many are near enough, every copy counted.

    `mehr`: whether some come after them; fewer than `gesamt` do where copies were put together.
    """

    treffer: tuple[T, ...]
    gesamt: int
    offset: int
    mehr: bool

    DEEPEST: ClassVar = 1000
    """So many hits can be skipped: nobody reads so far, and every copy among them has to be told apart."""

    @classmethod
    def joined(cls, lists: Collection["HitList[T]"]) -> "HitList[T]":
        """One after the other; the next part of it is that of each."""
        return HitList(
            tuple(one for own in lists for one in own.treffer),
            sum(own.gesamt for own in lists),
            max((own.offset for own in lists), default=0),
            any(own.mehr for own in lists),
        )

    @classmethod
    def check_range(cls, top_k: int, offset: int) -> None:
        if top_k < 1:
            raise EingabeError(f"top_k={top_k}: Gebraucht wird mindestens ein Treffer.")
        if not 0 <= offset <= cls.DEEPEST:
            raise EingabeError(
                f"offset={offset}: Möglich ist 0 bis {cls.DEEPEST}. "
                "Fragen Sie genauer, statt so weit zu blättern."
            )


def cut(found: Sequence[T], top_k: int, offset: int = 0) -> HitList[T]:
    """`top_k` of all that was found, from the `offset`th on."""
    HitList.check_range(top_k, offset)
    part = tuple(found[offset : offset + top_k])
    return HitList(part, len(found), offset, len(found) > offset + top_k)


def find_relevant_chunks(
    query: str,
    parteien: Sequence[str] | None = None,
    typ: str | None = None,
    bundesland: str | None = None,
    top_k: int = 3,
    min_similarity: float = MIN_SIMILARITY,
    context: Context | None = None,
    *,
    programm: str | None = None,
    offset: int = 0,
) -> list[Fundstelle]:
    """The best Fundstellen from the `offset`th on; with `bundesland` only its own and what is valid there.

    `programm` is the id of the only one to search. None filters nothing.
    """
    HitList.check_range(top_k, offset)
    frage = check_frage(query)
    context = context or default_context()
    space = Suchraum.of(context, parteien, typ, bundesland, programm)
    return labelled(context, list_passages(space, frage, top_k, offset, min_similarity).treffer)


def list_passages(
    space: Suchraum,
    frage: str,
    top_k: int,
    offset: int = 0,
    min_similarity: float = MIN_SIMILARITY,
    method: Method = Method.UMFELD,
) -> HitList[Fundstelle]:
    """The best passages; one that a party printed several times comes once, with its other places.

    A cross-encoder orders so many, and the rest is not shown.
    """
    HitList.check_range(top_k, offset)
    return list_ranked(space, frage, space.ranking([frage], method), top_k, offset, min_similarity)


def list_ranked(
    space: Suchraum, frage: str, ranking: Ranking, top_k: int, offset: int, min_similarity: float
) -> HitList[Fundstelle]:
    """The best passages by an order that is computed already."""
    # Sentences have a say, but not on one word: that is a subject, which a whole passage is about. Of 95
    # words that stand for a thesis six were found better by sentences and six worse. A model that brings
    # torch would take seconds to read them, and a cross-encoder reads passages itself.
    settings = space.context.settings
    is_quick = isinstance(space.context.embedder, StaticEmbedder) and not settings.rerank_model
    is_read = is_quick and len(words_of(frage)) > 1
    scores = space.read(ranking) if is_read else ranking.scores[:, 0]
    gesamt = space.count(scores, min_similarity)
    last = offset + top_k
    found: Iterator[Fundstelle]
    if settings.rerank_model:
        # Not more for a later part: what is on it must not depend on which part is looked at.
        gesamt = min(gesamt, max(COPIES * top_k, RERANKED))
        best = list(space.fundstellen(scores, gesamt, min_similarity))
        texts = [fundstelle.chunk.text for fundstelle in best]
        values = rerank(settings.rerank_model, settings.embedding_device, frage, texts)
        # The same passages in the cross-encoder's order, with its number as their similarity.
        found = (
            replace(best[place], similarity=round(float(values[place]), 6))
            for place in np.argsort(-values, kind="stable")
        )
    else:
        found = space.fundstellen(scores, COPIES * (last + 1), min_similarity)
    kept = distinct(found, last + 1, space.partei_of)
    return HitList(tuple(kept[offset:last]), gesamt, offset, len(kept) > last)


# --- whole Abschnitte instead of passages -------------------------------------------------------------------
# Those that hold the best passages, complete, the matches marked.

PASSAGEN = 60
"""So many of the best passages have a say in which Abschnitte are shown."""

LATER, LEAST = 0.05, 0.5
MORE, MOST = 0.02, 0.1


class AbschnittWertung(StrEnum):
    """What an Abschnitt is worth: its best passage, their mean, the earlier the more, the more the more."""

    MAXIMUM = "maximum"
    MITTEL = "mittel"
    POSITION = "position"
    ANZAHL = "anzahl"


@dataclass(frozen=True, slots=True)
class AbschnittHit:
    """An Abschnitt from its first to its last Chunk; `treffer`: the passages in it that match, best first."""

    programm_id: str
    abschnitt: tuple[str, ...]
    similarity: float
    chunks: tuple[Chunk, ...]
    treffer: tuple[Fundstelle, ...]

    @property
    def seiten(self) -> tuple[int, ...]:
        return tuple(sorted({seite for chunk in self.chunks for seite in chunk.seiten}))


def search_abschnitte(
    space: Suchraum,
    frage: str,
    top_k: int,
    wertung: AbschnittWertung = AbschnittWertung.MAXIMUM,
    min_similarity: float = MIN_SIMILARITY,
) -> list[AbschnittHit]:
    """The Abschnitte with the best passages on a question."""
    (scores,) = space.rank([check_frage(frage)]).T
    found = list(space.fundstellen(scores, PASSAGEN, min_similarity))
    treffer = []
    while found:
        chunks = _abschnitt_around(space, found[0].chunk)
        ids = {chunk.id for chunk in chunks}
        own = [fundstelle for fundstelle in found if fundstelle.chunk.id in ids]
        treffer.append(_weighed(chunks, own, wertung))
        found = [fundstelle for fundstelle in found if fundstelle.chunk.id not in ids]
    return sorted(treffer, key=lambda t: (-t.similarity, t.programm_id, t.chunks[0].start))[:top_k]


def _abschnitt_around(space: Suchraum, chunk: Chunk) -> tuple[Chunk, ...]:
    """The run of Chunks under the same headings; without any heading a passage stands for itself."""
    if not chunk.abschnitt:
        return (chunk,)
    block = space.blocks[chunk.programm_id]
    place = block.row_of(chunk)
    first = last = place
    while first > 0 and block.chunk(first - 1).abschnitt == chunk.abschnitt:
        first -= 1
    while last + 1 < len(block.rows) and block.chunk(last + 1).abschnitt == chunk.abschnitt:
        last += 1
    return tuple(block.chunk(row) for row in range(first, last + 1))


def _weighed(chunks: tuple[Chunk, ...], treffer: list[Fundstelle], wertung: AbschnittWertung) -> AbschnittHit:
    similarities = [fundstelle.similarity for fundstelle in treffer]
    if wertung is AbschnittWertung.MAXIMUM:
        worth = max(similarities)
    elif wertung is AbschnittWertung.MITTEL:
        worth = sum(similarities) / len(similarities)
    elif wertung is AbschnittWertung.POSITION:
        places = [next(i for i, c in enumerate(chunks) if c.id == f.chunk.id) for f in treffer]
        worth = max(s * max(1 - LATER * place, LEAST) for s, place in zip(similarities, places, strict=True))
    else:
        worth = min(1.0, max(similarities) + min(MORE * (len(similarities) - 1), MOST))
    first = chunks[0]
    return AbschnittHit(first.programm_id, first.abschnitt, round(worth, 6), chunks, tuple(treffer))


# --- the best passages party by party, so that none is hidden behind those of another ----------------------


def list_per_partei(
    space: Suchraum,
    frage: str,
    je: int,
    offset: int = 0,
    min_similarity: float = MIN_SIMILARITY,
    method: Method = Method.UMFELD,
) -> dict[str, HitList[Fundstelle]]:
    """`je` passages of every party searched, from the `offset`th of each on, in the parties' order."""
    HitList.check_range(je, offset)
    ranking = space.ranking([frage], method)
    return {
        partei: list_ranked(space.with_only(own), frage, ranking, je, offset, min_similarity)
        for partei, own in space.searched.items()
    }


def list_in_turn(
    space: Suchraum, frage: str, top_k: int, offset: int = 0, min_similarity: float = MIN_SIMILARITY
) -> HitList[Fundstelle]:
    """One list in which the parties take turns: the best of each, the second of each, and so on."""
    HitList.check_range(top_k, offset)
    lists = list_per_partei(space, frage, offset + top_k + 1, 0, min_similarity)
    found = list(in_turn([liste.treffer for liste in lists.values()]))
    gesamt = sum(liste.gesamt for liste in lists.values())
    return HitList(tuple(found[offset : offset + top_k]), gesamt, offset, len(found) > offset + top_k)


def in_turn(lists: Sequence[Sequence[Fundstelle]]) -> Iterator[Fundstelle]:
    """Round by round, in each the most similar first."""
    for round in zip_longest(*lists):
        there = [one for one in round if one is not None]
        yield from sorted(there, key=lambda one: -one.similarity)


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


def is_off_subject(space: Suchraum, frage: str, least: float = NEAR_ENOUGH) -> bool:
    return float(row_nearness(space, frage)[space.rows()].max(initial=0.0)) < least


def is_nothing_near(
    query: str,
    parteien: Sequence[str] | None = None,
    typ: str | None = None,
    bundesland: str | None = None,
    context: Context | None = None,
    *,
    programm: str | None = None,
) -> bool:
    """Whether what `find_relevant_chunks` finds with the same arguments most likely is off the subject.

    Some passage is always nearest; pages and command say „Wohl nichts Passendes“ by the same rule.
    """
    space = Suchraum.of(context or default_context(), parteien, typ, bundesland, programm)
    return is_off_subject(space, check_frage(query))


def left_unsearched(
    bundesland: str | None = None, jahr: int | None = None, context: Context | None = None
) -> str:
    """What a search of that Land (of everything) cannot look into, as a sentence; empty where nothing.

    Parties whose programme of today, or of that election's year, is not read in; programmes that were read in
    and are no longer in the index. A search says nothing of them, whatever it finds.
    """
    context = context or default_context()
    return not_searched(context, context.registry.find_bundesland(bundesland) if bundesland else None, jahr)


def silent_parteien(space: Suchraum, frage: str) -> frozenset[str]:
    """The parties searched that most likely say nothing on it."""
    near = row_nearness(space, frage)
    return frozenset(
        partei
        for partei, own in space.searched.items()
        if float(near[space.rows(own)].max(initial=0.0)) < SILENT
    )
