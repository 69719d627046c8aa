"""One search as it was chosen, and the passages in its result that can be shown on their page."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from core.citations.exact_match import find_quelle
from core.context import Context
from core.models import Chunk, Fundstelle
from core.search.passage_search import (
    PASSAGEN,
    AbschnittHit,
    AbschnittWertung,
    HitList,
    cut,
    is_off_subject,
    list_passages,
    list_per_partei,
    search_abschnitte,
    silent_parteien,
)
from core.search.programm_search import DocumentHit, Way, search_documents
from core.search.shown_passage import stellen
from core.search.suchanfrage import Suchanfrage
from core.search.suchraum import Method, Suchraum, suchraum_of
from core.seiten.zitat_page import PageGlance, page_glance
from pages.ui.search.wahl import Wahl

Treffer = Fundstelle | AbschnittHit | DocumentHit


@dataclass(frozen=True, slots=True)
class Ergebnis:
    """`text` is what was looked for; `stellen`: by Chunk id where each passage stands.

    `gruppen`: party → how many of the hits are its own, where they stand party by party; `still`: parties of
    which no passage is near enough. `daneben`: that of none is.
    """

    text: str
    liste: HitList[Treffer]
    stellen: Mapping[str, str]
    sekunden: float
    gruppen: Mapping[str, int] = field(default_factory=dict)
    still: frozenset[str] = frozenset()
    daneben: bool = False
    land: str | None = None

    @property
    def treffer(self) -> tuple[Treffer, ...]:
        return self.liste.treffer

    @property
    def chunks(self) -> list[Chunk]:
        """Everything that can be chosen, in the order it is shown."""
        return [chunk for one in self.treffer for chunk in chunks_of(one)]


def find(context: Context, anfrage: Suchanfrage, wahl: Wahl) -> Ergebnis:
    started = time.perf_counter()
    space, gruppen = suchraum_of(context, anfrage), {}
    if wahl.je_partei and isinstance(wahl.weise, Method):
        lists = list_per_partei(space, anfrage.text, wahl.anzahl, wahl.offset, method=wahl.weise)
        liste, gruppen = _joined(lists), {partei: len(own.treffer) for partei, own in lists.items()}
        gruppen |= dict.fromkeys((partei for partei in anfrage.parteien if partei not in lists), 0)
    else:
        liste = _find(space, anfrage.text, wahl)
    still = silent_parteien(space, anfrage.text)
    sekunden = time.perf_counter() - started
    passages = (chunk for treffer in liste.treffer for chunk in chunks_of(treffer))
    return Ergebnis(
        anfrage.text,
        liste,
        stellen(context, passages),
        sekunden,
        gruppen,
        still,
        daneben=is_off_subject(space, anfrage.text),
        land=anfrage.bundesland,
    )


def _find(space: Suchraum, text: str, wahl: Wahl) -> HitList[Treffer]:
    weise = wahl.weise
    if isinstance(weise, AbschnittWertung):
        return cut(search_abschnitte(space, text, PASSAGEN, weise), wahl.anzahl, wahl.offset)
    if isinstance(weise, Way):
        every = search_documents(space, text, len(space.programme), wahl.passagen, weise)
        return cut(every, wahl.anzahl, wahl.offset)
    return list_passages(space, text, wahl.anzahl, wahl.offset, method=weise)


def _joined(lists: Mapping[str, HitList[Fundstelle]]) -> HitList[Treffer]:
    """Party after party; the next part is that of each."""
    every = lists.values()
    return HitList(
        tuple(one for liste in every for one in liste.treffer),
        sum(liste.gesamt for liste in every),
        max((liste.offset for liste in every), default=0),
        any(liste.mehr for liste in every),
    )


def choose(ergebnis: Ergebnis, chunk_id: str) -> Chunk | None:
    """The passage an address names, or the first."""
    chunks = ergebnis.chunks
    return next((chunk for chunk in chunks if chunk.id == chunk_id), next(iter(chunks), None))


def view_of(context: Context, ergebnis: Ergebnis, chunk: Chunk, seite: int | None) -> PageGlance:
    """Its page, or another of its Programm; what else was found there is marked more faintly."""
    quelle = find_quelle(context, chunk.programm_id)
    same = [one for one in ergebnis.chunks if one.programm_id == chunk.programm_id and one.id != chunk.id]
    return page_glance(
        context,
        chunk.programm_id,
        seite or chunk.seiten[0],
        version=quelle.version if quelle else None,
        zitat=[(chunk.start, chunk.end)],
        weitere=[(one.start, one.end) for one in same],
        seiten=chunk.seiten,
    )


def chunks_of(treffer: Treffer) -> list[Chunk]:
    """The passages of a hit that can be chosen."""
    if isinstance(treffer, Fundstelle):
        return [treffer.chunk, *treffer.weitere]
    found = treffer.treffer if isinstance(treffer, AbschnittHit) else treffer.fundstellen
    return [fundstelle.chunk for fundstelle in found]
