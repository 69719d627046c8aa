"""A question put to the Programme that it names: what in them answers it, and what they most likely lack."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from core.programme.context import Context
from core.programme.stock import not_searched
from core.search.kurzfassung import Themen
from core.search.passage_search import (
    MIN_SIMILARITY,
    PASSAGEN,
    AbschnittHit,
    AbschnittWertung,
    HitList,
    cut,
    is_off_subject,
    list_in_turn,
    list_passages,
    list_per_partei,
    search_abschnitte,
    silent_parteien,
)
from core.search.programm_search import PER_PROGRAMM, DocumentHit, Way, search_documents
from core.search.suchanfrage import Suchanfrage
from core.search.suchraum import Method, Suchraum
from core.search.summaries import ProgrammSummaries
from core.search.zusammenfassung import Zusammenfassung
from core.wortlaut.records import Chunk, Fundstelle

Hit: TypeAlias = Fundstelle | AbschnittHit | DocumentHit


def found_chunks(hit: Hit) -> list[Chunk]:
    """The passages of a hit that answer."""
    if isinstance(hit, Fundstelle):
        return [hit.chunk, *hit.weitere]
    found = hit.treffer if isinstance(hit, AbschnittHit) else hit.fundstellen
    return [fundstelle.chunk for fundstelle in found]


@dataclass(frozen=True)
class QuestionSearch:
    """Its lists begin at the `offset`th hit; what is less near than `least` is in none."""

    space: Suchraum
    anfrage: Suchanfrage

    @property
    def context(self) -> Context:
        return self.space.context

    @classmethod
    def of(cls, context: Context, anfrage: Suchanfrage) -> "QuestionSearch":
        """IndexFehler where nothing of what it names is indexed."""
        return cls(Suchraum.asked(context, anfrage), anfrage)

    def with_thema(self, thema: str) -> "QuestionSearch":
        """Only in the Programme that bear this tag."""
        return QuestionSearch(self.space.with_only(Themen.of(self.context).bearing(thema)), self.anfrage)

    def answers(self, top_k: int, offset: int = 0, least: float = MIN_SIMILARITY) -> HitList[Fundstelle]:
        """The best passages; where it asks what several parties say, these take turns."""
        search = list_in_turn if self.anfrage.vergleicht else list_passages
        return search(self.space, self.anfrage.text, top_k, offset, least)

    def passages(
        self, top_k: int, offset: int = 0, least: float = MIN_SIMILARITY, method: Method = Method.UMFELD
    ) -> HitList[Fundstelle]:
        """The best passages, of whichever party."""
        return list_passages(self.space, self.anfrage.text, top_k, offset, least, method)

    def per_partei(
        self, je: int, offset: int = 0, method: Method = Method.UMFELD
    ) -> dict[str, HitList[Fundstelle]]:
        """`je` passages of every party searched, in the parties' order."""
        return list_per_partei(self.space, self.anfrage.text, je, offset, method=method)

    def abschnitte(
        self, wertung: AbschnittWertung, top_k: int, offset: int = 0, least: float = MIN_SIMILARITY
    ) -> HitList[AbschnittHit]:
        found = search_abschnitte(self.space, self.anfrage.text, PASSAGEN, wertung, least)
        return cut(found, top_k, offset)

    def documents(
        self,
        way: Way,
        top_k: int | None = None,
        offset: int = 0,
        least: float = MIN_SIMILARITY,
        *,
        passagen: int = PER_PROGRAMM,
        counts: Callable[[Fundstelle], bool] | None = None,
    ) -> HitList[DocumentHit]:
        """All where `top_k` is None. `passagen`: so many of each; `counts`: which of them count (all)."""
        every = len(self.space.programme)
        found = search_documents(self.space, self.anfrage.text, every, passagen, way, least, counts)
        return cut(found, every if top_k is None else top_k, offset)

    def summaries(self, programm_id: str) -> list[Zusammenfassung]:
        """Of one of the Programme that are searched: of the whole, then of each chapter."""
        sammlung = next(one for one in self.space.sammlungen if programm_id in one.blocks)
        return ProgrammSummaries(self.context, sammlung, programm_id).every()

    @property
    def searched(self) -> dict[str, list[str]]:
        """Party → its Programme that are searched."""
        return self.space.searched

    @cached_property
    def is_off_subject(self) -> bool:
        """Does most likely no passage answer it?"""
        return is_off_subject(self.space, self.anfrage.text)

    @cached_property
    def silent(self) -> frozenset[str]:
        """The parties searched that most likely say nothing on it."""
        return silent_parteien(self.space, self.anfrage.text)

    @property
    def without_passage(self) -> list[str]:
        """Of the parties it names those that most likely say nothing, or of which nothing is searched."""
        silent, searched = self.silent, self.searched
        return [partei for partei in self.anfrage.parteien if partei in silent or partei not in searched]

    @property
    def not_shown(self) -> str:
        """What lies in the index and is not printed, in a sentence with the way out; mostly empty."""
        return self.space.refused_told

    @property
    def not_searched(self) -> str:
        """What of that Land or year is not in the index, in a sentence; empty where nothing is missing."""
        return not_searched(self.context, self.anfrage.bundesland, self.anfrage.jahr)
