"""Which Programme speak of a question, when many are searched at once: by passages, by summaries, by both."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import TypeAlias
from weakref import WeakKeyDictionary

import numpy as np

from core.base.errors import EingabeError
from core.programme.embedding import Embedder
from core.programme.sammlung import Block, Sammlung
from core.search.passage_search import MIN_SIMILARITY
from core.search.question_grammar import check_frage
from core.search.suchraum import Method, Suchraum, rank
from core.search.summaries import summaries_of
from core.search.zusammenfassung import Zusammenfassung
from core.wortlaut.records import Chunk, Fundstelle

MANY = 10_000
"""More passages than a Programm has."""

PER_PROGRAMM = 3
"""Passages of each Programm, where no number is chosen."""


class Way(StrEnum):
    """What decides on a Programm: its best passages, its summaries, or the mean of the two."""

    PASSAGEN = "passagen"
    ZUSAMMENFASSUNGEN = "zusammenfassungen"
    BEIDES = "beides"


@dataclass(frozen=True, slots=True)
class DocumentHit:
    """A Programm, the summary of it or of its chapter that is nearest, and its best passages."""

    programm_id: str
    similarity: float
    zusammenfassung: Zusammenfassung | None
    fundstellen: tuple[Fundstelle, ...]


def search_documents(
    space: Suchraum,
    frage: str,
    top_k: int,
    passagen: int = PER_PROGRAMM,
    way: Way = Way.PASSAGEN,
    min_similarity: float = MIN_SIMILARITY,
    counts: Callable[[Fundstelle], bool] | None = None,
) -> list[DocumentHit]:
    """The `top_k` Programme nearest to a question, each with its best `passagen`, whose mean is its worth.

    `counts`: which passages count; None: all do.
    """
    if passagen < 1:
        raise EingabeError(f"passagen={passagen}: Gebraucht wird mindestens eine Passage je Programm.")
    (scores,) = space.rank([check_frage(frage)]).T
    kurz = _nearest_summaries(space, frage) if way is not Way.PASSAGEN else {}
    treffer = []
    for programm_id in sorted(space.programme):
        every = space.fundstellen(scores, MANY, min_similarity, [programm_id])
        found = tuple(islice((one for one in every if counts is None or counts(one)), passagen))
        if found:
            similarity, summary = kurz.get(programm_id, (0.0, None))
            worth = float(np.mean([f.similarity for f in found]))
            if way is not Way.PASSAGEN:
                worth = similarity if way is Way.ZUSAMMENFASSUNGEN else (similarity + worth) / 2
            treffer.append(DocumentHit(programm_id, round(worth, 6), summary, found))
    return sorted(treffer, key=lambda t: (-t.similarity, t.programm_id))[:top_k]


Summaries: TypeAlias = dict[str, list[Zusammenfassung]]

_embedded: WeakKeyDictionary[Sammlung, tuple[Summaries, Sammlung]] = WeakKeyDictionary()
"""Of a Sammlung its summaries, and their single sentences, which are searched like passages."""


def _nearest_summaries(space: Suchraum, frage: str) -> dict[str, tuple[float, Zusammenfassung]]:
    """Programm → its nearest summary and how near it is."""
    result = {}
    for sammlung in space.sammlungen:
        summaries = summaries_of(space.context, sammlung)
        known = _embedded.get(sammlung)
        if known is None or known[0] is not summaries:  # a language model has made others since
            known = _embedded[sammlung] = summaries, _sentences_of(summaries, space.context.embedder)
        texts = known[1]
        (scores,) = rank([texts], space.context.embedder, [frage], Method.BEIDES).T
        for programm_id, block in texts.blocks.items():
            part = scores[texts.spans[programm_id]]
            if len(part):
                which = block.chunk(int(part.argmax())).start
                result[programm_id] = (float(part.max()), summaries[programm_id][which])
    return result


def _sentences_of(summaries: Summaries, embedder: Embedder) -> Sammlung:
    blocks = {}
    for programm_id, own in summaries.items():
        lines = [(place, line) for place, one in enumerate(own) for line in one.text.splitlines()]
        chunks = [
            # Its `start` is the place of its summary.
            Chunk(f"{number:05}", programm_id, line, place, place + 1, ())
            for number, (place, line) in enumerate(lines)
        ]
        vectors = embedder.embed_documents([line for _, line in lines])
        blocks[programm_id] = Block.of(programm_id, chunks, vectors)
    return Sammlung(blocks, embedder.dim)
