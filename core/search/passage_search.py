"""Find the passages that answer a question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

import numpy as np

from core.context import Context, default_context
from core.errors import EingabeError
from core.models import Fundstelle
from core.question.searchable_text import check_frage
from core.search.duplicates import distinct
from core.search.page_numbers import labelled
from core.search.ranking import Method
from core.search.suchraum import Scores, Suchraum, suchraum

MIN_SIMILARITY = 0.25
"""Below the right page of every question whose page is known: of 284 none lies below 0.35, of 68 others that
nothing was fitted to one went down to 0.298. It is a floor and no filter: questions off the subject find
passages of up to 0.5, and what limits a list is `top_k` (`python -m tests.bench retrieval` has the table)."""

RERANKED = 50
"""So many of the best passages a cross-encoder reads where one is set."""

COPIES = 4
"""So many times as many passages are looked at as are wanted, for some are copies of others."""


DEEPEST = 1000
"""So many hits can be skipped: nobody reads so far, and every copy among them has to be told apart."""


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


def check_range(top_k: int, offset: int) -> None:
    if top_k < 1:
        raise EingabeError(f"top_k={top_k}: Gebraucht wird mindestens ein Treffer.")
    if not 0 <= offset <= DEEPEST:
        raise EingabeError(
            f"offset={offset}: Möglich ist 0 bis {DEEPEST}. Fragen Sie genauer, statt so weit zu blättern."
        )


def cut(found: Sequence[T], top_k: int, offset: int = 0) -> HitList[T]:
    """Some of all that was found."""
    check_range(top_k, offset)
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
    check_range(top_k, offset)
    frage = check_frage(query)
    context = context or default_context()
    space = suchraum(context, parteien, typ, bundesland, programm)
    return labelled(context, list_passages(space, frage, top_k, offset, min_similarity).treffer)


def search_passages(
    space: Suchraum,
    frage: str,
    top_k: int,
    min_similarity: float = MIN_SIMILARITY,
    method: Method = Method.UMFELD,
) -> list[Fundstelle]:
    """The best passages; one that a party printed several times comes once, with its other places."""
    return list(list_passages(space, frage, top_k, 0, min_similarity, method).treffer)


def list_passages(
    space: Suchraum,
    frage: str,
    top_k: int,
    offset: int = 0,
    min_similarity: float = MIN_SIMILARITY,
    method: Method = Method.UMFELD,
) -> HitList[Fundstelle]:
    """The same from the `offset`th on. A cross-encoder orders so many, and the rest is not shown."""
    check_range(top_k, offset)
    (scores,) = space.rank([frage], method).T
    return list_ranked(space, frage, scores, top_k, offset, min_similarity)


def list_ranked(
    space: Suchraum, frage: str, scores: Scores, top_k: int, offset: int, min_similarity: float
) -> HitList[Fundstelle]:
    """The same by scores that are known."""
    gesamt = space.count(scores, min_similarity)
    last = offset + top_k
    if space.context.settings.rerank_model:
        # Not more for a later part: what is on it must not depend on which part is looked at.
        gesamt = min(gesamt, max(COPIES * top_k, RERANKED))
        found = iter(_reranked(space, frage, list(space.fundstellen(scores, gesamt, min_similarity))))
    else:
        found = space.fundstellen(scores, COPIES * (last + 1), min_similarity)
    kept = distinct(found, last + 1, space.partei_of)
    return HitList(tuple(kept[offset:last]), gesamt, offset, len(kept) > last)


def _reranked(space: Suchraum, frage: str, found: list[Fundstelle]) -> list[Fundstelle]:
    """The same passages in the cross-encoder's order, with its number as their similarity."""
    from core.index.transformer import rerank

    settings = space.context.settings
    texts = [fundstelle.chunk.text for fundstelle in found]
    values = rerank(settings.rerank_model or "", settings.embedding_device, frage, texts)
    order = np.argsort(-values, kind="stable")
    return [replace(found[place], similarity=round(float(values[place]), 6)) for place in order]
