"""Where a search looks: in which collections, and into which of their Programme."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.context import Context
from core.errors import EingabeError, IndexFehler
from core.german import formats
from core.index.embedding import FloatMatrix
from core.index.sammlung import Sammlung, best
from core.index.vectorstore import INDEXGEBIETE, UEBERALL
from core.models import Chunk, Fundstelle, Programm, Typ
from core.programme.registry import find_bundesland, find_partei, find_programm
from core.question.suchanfrage import Suchanfrage
from core.search.in_force import in_force
from core.search.ranking import Method, Ranking, by_sentences, ranking

Scores = NDArray[np.float32]

READ = 20
"""So many passages are looked at sentence by sentence, in about 3 ms. With 12 one gold question of 63 less is
answered among the first five; with 50 one thesis more of 222."""


@dataclass(frozen=True, slots=True)
class Suchraum:
    """All rows of the Sammlungen are ranked, as they are each other's measure; those of `programme` count."""

    context: Context
    sammlungen: tuple[Sammlung, ...]
    programme: frozenset[str]

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
            vectors = np.array([self._vector(int(row)) for row in rows])
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

    def _vector(self, row: int) -> FloatMatrix:
        sammlung, own = self._place(row)
        vector: FloatMatrix = sammlung.vectors[own]
        return vector

    def _place(self, row: int) -> tuple[Sammlung, int]:
        for sammlung in self.sammlungen:
            if row < len(sammlung):
                return sammlung, row
            row -= len(sammlung)
        raise IndexError(row)

    def partei_of(self, chunk: Chunk) -> str:
        return self.context.registry.programme[chunk.programm_id].partei


def suchraum(
    context: Context,
    parteien: Sequence[str] | None = None,
    typ: str | None = None,
    bundesland: str | None = None,
    programm: str | None = None,
) -> Suchraum:
    """With `bundesland` the Land's own Programme and what is valid there; None filters nothing."""
    land = find_bundesland(context.registry, bundesland) if bundesland else None
    programme = frozenset(found.id for found in _selected(context, parteien, typ, land))
    if programm is not None:
        programme &= {find_programm(context.registry, programm).id}
    return Suchraum(context, tuple(sammlungen_of(context, land)), programme)


def suchraum_of(context: Context, anfrage: Suchanfrage) -> Suchraum:
    """Where a question itself says to look."""
    space = suchraum(context, anfrage.parteien or None, anfrage.typ, anfrage.bundesland, anfrage.programm)
    programme = [context.registry.programme[programm_id] for programm_id in sorted(space.programme)]
    matching = [programm for programm in programme if anfrage.matches(programm)]
    if anfrage.stichtag:
        matching = in_force(matching, anfrage.stichtag)
    space = replace(space, programme=frozenset(programm.id for programm in matching))
    if not len(space.rows()):
        names = [context.registry.programme[programm_id].name for programm_id in sorted(space.programme)]
        listed = ", ".join(names[:3]) + (" …" if len(names) > 3 else "")
        of_day = f" oder am {formats.day(anfrage.stichtag)} in Kraft" if anfrage.stichtag else ""
        raise IndexFehler(
            f"Von den gefragten Programmen ist keines indexiert{of_day} ({listed or 'es gibt keines'}). "
            "Was da ist, zeigt: python -m core status"
        )
    return space


def with_only(space: Suchraum, programme: Collection[str]) -> Suchraum:
    """The same, where only these of its Programme count."""
    return replace(space, programme=space.programme & frozenset(programme))


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


def _selected(
    context: Context, parteien: Sequence[str] | None, typ: str | None, land: str | None
) -> Iterator[Programm]:
    """The Programme of these parties, of this type, that belong to the Land or are valid there."""
    registry = context.registry
    wanted = None if parteien is None else {find_partei(registry, name, land).id for name in parteien}
    if typ is not None and typ not in list(Typ):
        raise EingabeError(f"Den Programmtyp {typ!r} gibt es nicht. Möglich sind: {', '.join(Typ)}.")
    for programm in registry.programme.values():
        in_land = land is None or programm.bundesland == land
        everywhere = programm.bundesland is None and (
            land is None or registry.parteien[programm.partei].stands_in(land)
        )
        of_partei = wanted is None or programm.partei in wanted
        if of_partei and (in_land or everywhere) and (typ is None or programm.typ == typ):
            yield programm
