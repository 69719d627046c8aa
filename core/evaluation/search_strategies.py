"""Every way to search that an analyst can choose, as a list of places."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from core.models import Fundstelle
from core.search.abschnitt_search import Wertung, search_abschnitte
from core.search.passage_search import search_passagen
from core.search.programm_search import Weg, search_dokumente
from core.search.ranking import Verfahren
from core.search.suchraum import Suchraum

EVERYTHING = -1.0
"""A similarity that nothing is below."""


@dataclass(frozen=True, slots=True)
class Trefferort:
    """Where a hit stands; `wert` is its similarity, `rang` the place of its result, 0 the first.

    The passages of one Programm are one result where Programme are searched for.
    """

    programm_id: str
    seiten: tuple[int, ...]
    wert: float
    rang: int = 0


Strategie = Callable[[Suchraum, str, int], list[Trefferort]]


def _passagen(verfahren: Verfahren, raum: Suchraum, frage: str, count: int) -> list[Trefferort]:
    found = search_passagen(raum, frage, count, EVERYTHING, verfahren)
    return [_ort(one, rang) for rang, one in enumerate(found)]


def _abschnitte(wertung: Wertung, raum: Suchraum, frage: str, count: int) -> list[Trefferort]:
    found = search_abschnitte(raum, frage, count, wertung, EVERYTHING)
    return [Trefferort(t.programm_id, t.seiten, t.similarity, rang) for rang, t in enumerate(found)]


def _dokumente(weg: Weg, raum: Suchraum, frage: str, count: int) -> list[Trefferort]:
    found = search_dokumente(raum, frage, count, weg=weg, min_similarity=EVERYTHING)
    return [_ort(one, rang) for rang, treffer in enumerate(found) for one in treffer.fundstellen]


def _ort(found: Fundstelle, rang: int) -> Trefferort:
    return Trefferort(found.chunk.programm_id, found.chunk.seiten, found.similarity, rang)


PASSAGEN: dict[str, Strategie] = {f"Passagen, {v}": partial(_passagen, v) for v in Verfahren}
ABSCHNITTE: dict[str, Strategie] = {f"Abschnitte, {w}": partial(_abschnitte, w) for w in Wertung}
DOKUMENTE: dict[str, Strategie] = {f"Dokumente, {w}": partial(_dokumente, w) for w in Weg}

VORGABE = f"Passagen, {Verfahren.UMFELD}"
"""What searches where nothing else is chosen."""
