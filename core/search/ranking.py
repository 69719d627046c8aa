"""How near passages are to a question: one number out of meaning and wording, and the order they come in.

Measured against alternatives by `python -m core evaluate`; rank fusion was worse than the embedder alone.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from core.german.folding import words as words_of
from core.german.sentences import sentences
from core.index.embedding import Embedder, FloatMatrix
from core.index.sammlung import Sammlung, best
from core.models import Chunk, Fundstelle
from core.settings import Settings

WORDING = 0.5
SHARPNESS = 3
COMPANY = 5
COMPANY_FROM = 0.8

SENTENCE = 0.5
"""A passage is as near in meaning as the mean of its whole and of its nearest sentence: one that answers in a
sentence amid others is not hidden by those. Of 222 theses whose pages are known and 63 questions so many more
have theirs among the first five: 2.5 % (0.7 to 4.6). Chosen on either half of them it is 0.5, and the other
half gains 2.1 % (`python -m tests.bench retrieval`). In seven stocks, where other programmes
were left out at random, the theses go from 93.9 to 97.3 % and the questions from 97.3 to 97.5 %: two of those
lie so near the fifth place that the stock moves them. Two sentences gain less and lose questions."""

SHORTEST_SENTENCE = 25
"""Shorter is a heading or a number."""


class Method(StrEnum):
    """What decides on the order."""

    UMFELD = "umfeld"
    BEIDES = "beides"
    SINN = "sinn"
    WORTLAUT = "wortlaut"


@dataclass(frozen=True, slots=True)
class Ranking:
    """The order for some questions: a row for every Chunk of the Sammlungen, a column for every question.

    `moved`: each question as the passages were held against it at last, and `scale`, what it took for the
    best passage to keep its own similarity. Empty where nothing but `scores` is known.
    """

    scores: FloatMatrix
    moved: FloatMatrix = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float32))
    scale: FloatMatrix = field(default_factory=lambda: np.zeros(0, dtype=np.float32))


def rank(
    sammlungen: Sequence[Sammlung],
    embedder: Embedder,
    fragen: Sequence[str],
    method: Method = Method.UMFELD,
) -> FloatMatrix:
    """A row for every Chunk of the Sammlungen, one after the other, a column for every question."""
    return ranking(sammlungen, embedder, fragen, method).scores


def ranking(
    sammlungen: Sequence[Sammlung],
    embedder: Embedder,
    fragen: Sequence[str],
    method: Method = Method.UMFELD,
) -> Ranking:
    """The same with what `by_sentences` needs, where the method moves the questions."""
    shares = np.vstack(
        [np.column_stack([sammlung.lexicon.shares(frage) for frage in fragen]) for sammlung in sammlungen]
    )
    if method is Method.WORTLAUT:
        return Ranking(shares)
    if method is Method.SINN:
        shares = np.zeros_like(shares)
    questions = np.array([embedder.embed_query(frage) for frage in fragen])
    direct = fuse(_cosines(sammlungen, questions), shares)
    if method is not Method.UMFELD or not len(direct):
        return Ranking(direct)
    moved = np.array(
        [
            _towards_company(sammlungen, question, direct[:, column])
            for column, question in enumerate(questions)
        ]
    )
    expanded = fuse(_cosines(sammlungen, moved), shares)
    # The best passage carries its own similarity to the question, so that the number means the same in
    # every search: what is near to its company but not to the question stays low.
    tops = direct.max(axis=0)
    scale = np.where(tops > 0, tops / np.maximum(expanded.max(axis=0), 1e-6), 1)
    return Ranking(np.asarray(expanded * scale, dtype=np.float32), moved, scale)


def fuse(cosines: FloatMatrix, shares: FloatMatrix) -> FloatMatrix:
    """Near in meaning, raised towards 1 the more of the question stands there word for word."""
    fused: FloatMatrix = 1 - (1 - cosines) * (1 - WORDING * shares**SHARPNESS)
    return fused


def by_sentences(
    found: Ranking, embedder: Embedder, rows: NDArray[np.intp], texts: Sequence[str], vectors: FloatMatrix
) -> FloatMatrix:
    """The scores of some rows of the order for one question, in which the nearest sentence has its say."""
    nearest = np.array([(_sentence_vectors(embedder, text) @ found.moved[0]).max() for text in texts])
    whole = vectors @ found.moved[0]
    scores = found.scores[rows, 0]
    # What the wording left of the distance in meaning: by so much of a step in meaning the score changes.
    left = (found.scale[0] - scores) / np.maximum(1 - whole, 1e-6)
    return np.asarray(scores + SENTENCE * (nearest - whole) * left, dtype=np.float32)


@lru_cache(maxsize=4000)  # 5 KB each; the passages near to one question are near to the next one, too
def _sentence_vectors(embedder: Embedder, text: str) -> FloatMatrix:
    """Of the sentences that say something; of the whole where none does."""
    parts = [line[start:end] for line in text.split("\n") for start, end in sentences(line)]
    return embedder.embed_documents([part for part in parts if len(part) >= SHORTEST_SENTENCE] or [text])


def _cosines(sammlungen: Sequence[Sammlung], questions: FloatMatrix) -> FloatMatrix:
    return np.vstack([sammlung.vectors @ questions.T for sammlung in sammlungen])


def _towards_company(
    sammlungen: Sequence[Sammlung], question: FloatMatrix, scores: NDArray[np.float32]
) -> FloatMatrix:
    """The question moved half way to what its best passages, of whichever party, have in common."""
    rows = best(scores, COMPANY)
    if scores[rows[0]] <= 0:
        return question
    rows = rows[scores[rows] >= COMPANY_FROM * scores[rows[0]]]
    starts = np.cumsum([0, *(len(sammlung) for sammlung in sammlungen)])
    which = np.searchsorted(starts, rows, side="right") - 1
    company = [sammlungen[i].vectors[row - starts[i]] for i, row in zip(which, rows, strict=True)]
    moved = question + np.mean(company, axis=0)
    return np.asarray(moved / max(float(np.linalg.norm(moved)), 1e-6), dtype=np.float32)


# --- one wording is shown once, however often a party printed it; the other places are kept with it ---------

WORDS = 4
SHARED = 0.6
"""So much of the shorter passage stands in the longer one, in runs of four words, where it is a copy."""


def distinct(found: Iterable[Fundstelle], count: int, partei_of: Callable[[Chunk], str]) -> list[Fundstelle]:
    """The first `count` that are no copies; a copy joins the `weitere` of the one that came before it."""
    kept: list[Fundstelle] = []
    runs: list[set[tuple[str, ...]]] = []
    for fundstelle in found:
        own = _runs(fundstelle.chunk.text)
        partei = partei_of(fundstelle.chunk)
        for place, other in enumerate(kept):
            if partei_of(other.chunk) == partei and _is_copy(own, runs[place]):
                kept[place] = replace(other, weitere=(*other.weitere, fundstelle.chunk))
                break
        else:
            if len(kept) == count:
                break
            kept.append(fundstelle)
            runs.append(own)
    return kept


def _runs(text: str) -> set[tuple[str, ...]]:
    words = words_of(text)
    return {tuple(words[start : start + WORDS]) for start in range(max(1, len(words) - WORDS + 1))}


def _is_copy(one: set[tuple[str, ...]], other: set[tuple[str, ...]]) -> bool:
    return len(one & other) >= SHARED * min(len(one), len(other))


# --- how a Lauf's programmes were cut and searched, as it is stored with the Lauf and told to a reader ------

DECOMPOSITION = {
    "passagen": "Passagen um {} Zeichen",
    "absaetze": "einzelne Absätze",
    "abschnitte": "ganze Abschnitte",
    "satzfenster": "Satzfenster",
}
METHOD: dict[str, str] = {Method.UMFELD: "Sinn, Wortlaut und Umfeld"}


def strategie_of(settings: Settings) -> str:
    """„umfeld passagen 700“; with a model that orders anew its name stands behind.

    Of a way to cut that has no size, what is set for one is no difference: „umfeld absaetze 0“.
    """
    size = settings.chunk_size if "{}" in DECOMPOSITION[settings.chunk_strategie] else 0
    return f"{Method.UMFELD} {settings.chunk_strategie} {size} {settings.rerank_model or ''}".rstrip()


def strategie_told(stored: str) -> str:
    """„Sinn, Wortlaut und Umfeld; Passagen um 700 Zeichen“; what is not known is told as it is stored."""
    method, decomposition, size, model = [*stored.split(" ", 3), "", "", ""][:4]
    if method not in METHOD or decomposition not in DECOMPOSITION:
        return stored
    reranked = f"; geordnet von {model}" if model else ""
    return f"{METHOD[method]}; {DECOMPOSITION[decomposition].format(size)}{reranked}"
