"""Where a search looks: in which collections, and into which of their Programme."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.base import formats
from core.base.errors import EingabeError, IndexFehler
from core.base.models import INDEXGEBIETE, UEBERALL
from core.base.settings import Settings
from core.programme.context import Context
from core.programme.embedding import Embedder, FloatMatrix
from core.programme.registry import Registry
from core.programme.sammlung import Block, Sammlung
from core.search.geltung import in_force
from core.search.suchanfrage import Suchanfrage
from core.wortlaut.german.folding import words as words_of
from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import PROGRAMM_TYPEN, Chunk, Fundstelle, Programm

WORDING = 0.5
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
    sharpened = shares * shares * shares  # a third of the time of `shares**3`
    fused: FloatMatrix = 1 - (1 - cosines) * (1 - WORDING * sharpened)
    return fused


def by_sentences(
    found: Ranking, embedder: Embedder, rows: NDArray[np.intp], texts: Sequence[str], vectors: FloatMatrix
) -> FloatMatrix:
    """The scores of some rows of the order for one question, in which the nearest sentence has its say."""
    nearest = np.array([(v @ found.moved[0]).max() for v in _sentence_vectors(embedder, texts)])
    whole = vectors @ found.moved[0]
    scores = found.scores[rows, 0]
    # What the wording left of the distance in meaning: by so much of a step in meaning the score changes.
    left = (found.scale[0] - scores) / np.maximum(1 - whole, 1e-6)
    return np.asarray(scores + SENTENCE * (nearest - whole) * left, dtype=np.float32)


_remembered: dict[tuple[Embedder, str], FloatMatrix] = {}
"""Of some passages the vectors of their sentences: what is near to one question is near to the next, too."""

REMEMBERED = 4000
"""5 KB each."""


def _sentence_vectors(embedder: Embedder, texts: Sequence[str]) -> list[FloatMatrix]:
    """Of each text the vectors of its sentences. All that are new are embedded in one call: a call costs more
    than a sentence."""
    global _remembered
    known = _remembered if len(_remembered) < REMEMBERED else {}
    new = [text for text in dict.fromkeys(texts) if (embedder, text) not in known]
    if new:
        parts = []
        for text in new:  # its sentences that say something; the whole where none does
            found = (line[start:end] for line in text.split("\n") for start, end in sentences(line))
            parts.append([part for part in found if len(part) >= SHORTEST_SENTENCE] or [text])
        vectors = embedder.embed_documents([part for of_text in parts for part in of_text])
        ends = np.cumsum([len(of_text) for of_text in parts])
        known.update(zip(((embedder, text) for text in new), np.split(vectors, ends[:-1]), strict=True))
        _remembered = known  # replaced, never emptied: another thread may be reading
    return [known[embedder, text] for text in texts]


def _cosines(sammlungen: Sequence[Sammlung], questions: FloatMatrix) -> FloatMatrix:
    if len(questions) == 1:  # a product with a vector takes half the time of one with a matrix of one column
        return np.concatenate([sammlung.vectors @ questions[0] for sammlung in sammlungen])[:, None]
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
    lengths: list[int] = []
    # Party and run → where it stands in `kept`: a list of all passages has thousands.
    places: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for fundstelle in found:
        words = words_of(fundstelle.chunk.text)
        own = {tuple(words[start : start + WORDS]) for start in range(max(1, len(words) - WORDS + 1))}
        partei = partei_of(fundstelle.chunk)
        shared = Counter(place for run in own for place in places.get((partei, run), ()))
        copied = (p for p, n in shared.items() if n >= SHARED * min(len(own), lengths[p]))
        if (first := min(copied, default=None)) is not None:
            kept[first] = replace(kept[first], weitere=(*kept[first].weitere, fundstelle.chunk))
            continue
        if len(kept) == count:
            break
        for run in own:
            places.setdefault((partei, run), []).append(len(kept))
        kept.append(fundstelle)
        lengths.append(len(own))
    return kept


# --- how a Lauf's programmes were cut and searched, as it is stored with the Lauf and told to a reader ------

DECOMPOSITION = {
    "passagen": "Passagen um {} Zeichen",
    "absaetze": "einzelne Absätze",
    "abschnitte": "ganze Abschnitte",
    "satzfenster": "Satzfenster",
}
METHOD: dict[str, str] = {Method.UMFELD: "Sinn, Wortlaut und Umfeld"}


@dataclass(frozen=True, slots=True)
class Strategie:
    """As it is stored: „umfeld passagen 700“; with a model that orders anew its name stands behind."""

    stored: str

    @classmethod
    def of(cls, settings: Settings) -> "Strategie":
        """Of a way to cut that has no size, what is set for one is no difference: „umfeld absaetze 0“."""
        size = settings.chunk_size if "{}" in DECOMPOSITION[settings.chunk_strategie] else 0
        parts = (Method.UMFELD, settings.chunk_strategie, size, settings.rerank_model or "")
        return cls(" ".join(map(str, parts)).rstrip())

    @property
    def told(self) -> str:
        """„Sinn, Wortlaut und Umfeld; Passagen um 700 Zeichen“; what is not known is told as it is stored."""
        method, decomposition, size, model = [*self.stored.split(" ", 3), "", "", ""][:4]
        if method not in METHOD or decomposition not in DECOMPOSITION:
            return self.stored
        reranked = f"; geordnet von {model}" if model else ""
        return f"{METHOD[method]}; {DECOMPOSITION[decomposition].format(size)}{reranked}"


# --- where a search looks, and reading its best passages sentence by sentence -------------------------------

Scores = NDArray[np.float32]

READ = 20
"""So many passages are looked at sentence by sentence: 1 ms where they are remembered, else 10 to 20. With 12
one gold question of 63 less is answered among the first five; with 50 one thesis more of 222."""


@dataclass(frozen=True, slots=True)
class Suchraum:
    """All rows of the Sammlungen are ranked, as they are each other's measure; those of `programme` count."""

    context: Context
    sammlungen: tuple[Sammlung, ...]
    programme: frozenset[str]

    @classmethod
    def of(
        cls,
        context: Context,
        parteien: Sequence[str] | None = None,
        typ: str | None = None,
        bundesland: str | None = None,
        programm: str | None = None,
    ) -> "Suchraum":
        """With `bundesland` the Land's own Programme and what is valid there; None filters nothing.

        IndexFehler where there are some and none is indexed.
        """
        registry = context.registry
        land = registry.find_bundesland(bundesland) if bundesland else None
        wanted = None if parteien is None else {registry.find_partei(name, land).id for name in parteien}
        if typ is not None and typ not in PROGRAMM_TYPEN:
            known = ", ".join(PROGRAMM_TYPEN)
            raise EingabeError(f"Den Programmtyp {typ!r} gibt es nicht. Möglich sind: {known}.")
        programme = frozenset(
            one.id
            for one in registry.programme.values()
            if (wanted is None or one.partei in wanted)
            and typ in (None, one.typ)
            and belongs_to(registry, one, land)
        )
        if programm is not None:
            programme &= {registry.find_programm(programm).id}
        space = cls(context, tuple(sammlungen_of(context, land)), programme)
        return space._with_rows() if programme else space

    @classmethod
    def asked(cls, context: Context, anfrage: Suchanfrage) -> "Suchraum":
        """The one that a question itself names."""
        space = cls.of(context, anfrage.parteien or None, anfrage.typ, anfrage.bundesland, anfrage.programm)
        programme = [context.registry.programme[programm_id] for programm_id in sorted(space.programme)]
        matching = [programm for programm in programme if anfrage.matches(programm)]
        if anfrage.stichtag:
            matching = in_force(matching, anfrage.stichtag)
        of_day = f" oder am {formats.day(anfrage.stichtag)} in Kraft" if anfrage.stichtag else ""
        return replace(space, programme=frozenset(programm.id for programm in matching))._with_rows(of_day)

    def _with_rows(self, of_day: str = "") -> "Suchraum":
        """Where nothing of it is indexed, nothing was found only because nothing was looked into."""
        if not len(self.rows()):
            registry = self.context.registry
            names = [registry.programme[programm_id].name for programm_id in sorted(self.programme)]
            listed = ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
            raise IndexFehler(
                f"Von den gefragten Programmen ist keines indexiert{of_day} ({listed or 'es gibt keines'}). "
                "Was da ist, zeigt: python -m core status"
            )
        return self

    def with_only(self, programme: Collection[str]) -> "Suchraum":
        """The same, where only these of its Programme count."""
        return replace(self, programme=self.programme & frozenset(programme))

    @property
    def blocks(self) -> dict[str, Block]:
        """All that is indexed in its Sammlungen, by the ids of the Programme."""
        return {id: block for sammlung in self.sammlungen for id, block in sammlung.blocks.items()}

    @property
    def searched(self) -> dict[str, list[str]]:
        """Party → its Programme that are searched, both in their order."""
        registry = self.context.registry
        own: dict[str, list[str]] = {}
        for programm_id in sorted(self.programme & self.blocks.keys()):
            own.setdefault(registry.programme[programm_id].partei, []).append(programm_id)
        return dict(sorted(own.items(), key=lambda item: registry.parteien[item[0]].reihenfolge))

    def rank(self, fragen: Sequence[str], method: Method = Method.UMFELD) -> Scores:
        """A row for every Chunk, a column for every question."""
        return self.ranking(fragen, method).scores

    def ranking(self, fragen: Sequence[str], method: Method = Method.UMFELD) -> Ranking:
        """The same with what `read` needs."""
        return ranking(self.sammlungen, self.context.embedder, fragen, method)

    def read(self, found: Ranking) -> Scores:
        """The scores for one question, the best passages that count looked at sentence by sentence."""
        scores: Scores = found.scores[:, 0].copy()
        rows = self.rows()
        rows = rows[best(scores[rows].round(6), READ)]
        if len(found.moved) and len(rows):
            texts = [self.chunk(int(row)).text for row in rows]
            places = (self._place(int(row)) for row in rows)
            vectors = np.array([sammlung.vectors[own] for sammlung, own in places])
            scores[rows] = by_sentences(found, self.context.embedder, rows, texts, vectors)
        return scores

    def rows(self, programme: Collection[str] | None = None) -> NDArray[np.intp]:
        """The rows of these Programme, or of all that count."""
        chosen = self.programme if programme is None else programme
        return np.flatnonzero(np.concatenate([sammlung.mask(chosen) for sammlung in self.sammlungen]))

    def fundstellen(
        self, scores: Scores, count: int, min_similarity: float, programme: Collection[str] | None = None
    ) -> Iterator[Fundstelle]:
        """The best passages by one column of scores, read as they are asked for."""
        rows = self.rows(programme)
        # Beyond the sixth digit lies only noise, which must not decide between equal texts.
        rounded = scores[rows].round(6)
        for place in best(rounded, count):
            if rounded[place] < min_similarity:
                return
            yield Fundstelle(self.chunk(int(rows[place])), round(float(rounded[place]), 6))

    def count(self, scores: Scores, min_similarity: float) -> int:
        """How many passages are near enough."""
        return int((scores[self.rows()].round(6) >= min_similarity).sum())

    def chunk(self, row: int) -> Chunk:
        sammlung, own = self._place(row)
        return sammlung.chunk(own)

    def _place(self, row: int) -> tuple[Sammlung, int]:
        for sammlung in self.sammlungen:
            if row < len(sammlung):
                return sammlung, row
            row -= len(sammlung)
        raise IndexError(row)

    @property
    def refused(self) -> dict[str, int]:
        """Programm that is searched → how many rows of Chroma are left out, as they are not in its text."""
        every = {id: n for sammlung in self.sammlungen for id, n in sammlung.refused.items()}
        return {id: n for id, n in every.items() if id in self.programme}

    @property
    def refused_told(self) -> str:
        """The same in a sentence with the way out; empty where all rows are in order."""
        if not self.refused:
            return ""
        count = sum(self.refused.values())
        names = ", ".join(self.context.registry.dokumente[id].name for id in sorted(self.refused))
        what = f"--programm {next(iter(self.refused))}" if len(self.refused) == 1 else "--all"
        way_out = f"In Ordnung bringen: python -m core index {what}"
        if count == 1:
            told = "steht eine Passage, die im gespeicherten Text so nicht vorkommt"
            return f"Im Index {told} ({names}). Sie wird nicht gezeigt. {way_out}"
        told = f"stehen {formats.number(count)} Passagen, die im gespeicherten Text so nicht vorkommen"
        return f"Im Index {told} ({names}). Sie werden nicht gezeigt. {way_out}"

    def partei_of(self, chunk: Chunk) -> str:
        """What of several documents belongs to no one party is not put together."""
        found = self.context.registry.dokumente[chunk.programm_id]
        return found.partei or found.id


def sammlungen_of(context: Context, land: str | None) -> list[Sammlung]:
    """The Land's and what is valid everywhere, or all there are."""
    gebiete = (land, UEBERALL) if land else INDEXGEBIETE
    sammlungen = [sammlung for gebiet in gebiete if len(sammlung := context.store.sammlung(gebiet))]
    if not sammlungen:
        where, option = (f"Für {land}", f"--bundesland {land}") if land else ("Im Index", "--all")
        raise IndexFehler(
            f"{where} ist noch nichts indexiert (Modell „{context.embedder.name}“). "
            f"Anlegen mit: python -m core index {option}"
        )
    return sammlungen


def indexed(context: Context, land: str | None = None) -> list[Programm]:
    """What can be searched right now: of a Land what is its own and what is valid there, or everything."""
    registry = context.registry
    ids = {i for gebiet in INDEXGEBIETE for i in context.store.staende(gebiet)}
    return [p for p in registry.programme.values() if p.id in ids and belongs_to(registry, p, land)]


def belongs_to(registry: Registry, programm: Programm, land: str | None) -> bool:
    """Is it the Land's own, or valid there as everywhere? Without a Land each does."""
    if land is None or programm.bundesland is not None:
        return land in (None, programm.bundesland)
    return registry.parteien[programm.partei].stands_in(land)


def best(scores: NDArray[np.float32], count: int) -> NDArray[np.intp]:
    """Where the highest scores are, best first, ties by position."""
    if count <= 0:
        return np.zeros(0, dtype=np.intp)
    if count < len(scores):
        last = np.partition(scores, len(scores) - count)[len(scores) - count]
        above = np.flatnonzero(scores > last)
        ties = np.flatnonzero(scores == last)[: count - len(above)]
        picked = np.sort(np.concatenate([above, ties]))
    else:
        picked = np.arange(len(scores))
    return picked[np.argsort(-scores[picked], kind="stable")]
