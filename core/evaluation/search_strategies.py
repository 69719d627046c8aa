"""Every way to search that an analyst can choose, as a list of places."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from core.models import Fundstelle
from core.search.abschnitt_search import AbschnittWertung, search_abschnitte
from core.search.passage_search import search_passages
from core.search.programm_search import Way, search_documents
from core.search.ranking import Method
from core.search.suchraum import Suchraum

EVERYTHING = -1.0
"""A similarity that nothing is below."""


@dataclass(frozen=True, slots=True)
class HitPlace:
    """Where a hit stands; `wert` is its similarity, `rang` the place of its result, 0 the first.

    The passages of one Programm are one result where Programme are searched for.
    """

    programm_id: str
    seiten: tuple[int, ...]
    wert: float
    rang: int = 0


Strategie = Callable[[Suchraum, str, int], list[HitPlace]]


def _passages(method: Method, space: Suchraum, frage: str, count: int) -> list[HitPlace]:
    found = search_passages(space, frage, count, EVERYTHING, method)
    return [_place(one, rang) for rang, one in enumerate(found)]


def _abschnitte(wertung: AbschnittWertung, space: Suchraum, frage: str, count: int) -> list[HitPlace]:
    found = search_abschnitte(space, frage, count, wertung, EVERYTHING)
    return [HitPlace(t.programm_id, t.seiten, t.similarity, rang) for rang, t in enumerate(found)]


def _documents(way: Way, space: Suchraum, frage: str, count: int) -> list[HitPlace]:
    found = search_documents(space, frage, count, way=way, min_similarity=EVERYTHING)
    return [_place(one, rang) for rang, treffer in enumerate(found) for one in treffer.fundstellen]


def _place(found: Fundstelle, rang: int) -> HitPlace:
    return HitPlace(found.chunk.programm_id, found.chunk.seiten, found.similarity, rang)


PASSAGEN: dict[str, Strategie] = {f"Passagen, {v}": partial(_passages, v) for v in Method}
ABSCHNITTE: dict[str, Strategie] = {f"Abschnitte, {w}": partial(_abschnitte, w) for w in AbschnittWertung}
DOKUMENTE: dict[str, Strategie] = {f"Dokumente, {w}": partial(_documents, w) for w in Way}

DEFAULT = f"Passagen, {Method.UMFELD}"
"""What searches where nothing else is chosen."""
