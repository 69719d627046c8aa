"""Every way to search that an analyst can choose, as a list of places."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from core.models import Fundstelle
from core.retrieval.abschnitte import Wertung, search_abschnitte
from core.retrieval.dokumente import Weg, search_dokumente
from core.retrieval.rangfolge import Verfahren
from core.retrieval.search import search_passagen
from core.retrieval.suchraum import Suchraum

EVERYTHING = -1.0
"""A similarity that nothing is below."""


@dataclass(frozen=True, slots=True)
class Ort:
    """Where a hit stands; `wert` is its similarity."""

    programm_id: str
    seiten: tuple[int, ...]
    wert: float


Strategie = Callable[[Suchraum, str, int], list[Ort]]


def _passagen(verfahren: Verfahren, raum: Suchraum, frage: str, count: int) -> list[Ort]:
    return _orte(search_passagen(raum, frage, count, EVERYTHING, verfahren))


def _abschnitte(wertung: Wertung, raum: Suchraum, frage: str, count: int) -> list[Ort]:
    found = search_abschnitte(raum, frage, count, wertung, EVERYTHING)
    return [Ort(treffer.programm_id, treffer.seiten, treffer.similarity) for treffer in found]


def _dokumente(weg: Weg, raum: Suchraum, frage: str, count: int) -> list[Ort]:
    found = search_dokumente(raum, frage, count, weg=weg, min_similarity=EVERYTHING)
    return _orte(fundstelle for treffer in found for fundstelle in treffer.fundstellen)


def _orte(found: Iterable[Fundstelle]) -> list[Ort]:
    return [Ort(f.chunk.programm_id, f.chunk.seiten, f.similarity) for f in found]


PASSAGEN: dict[str, Strategie] = {f"Passagen, {v}": partial(_passagen, v) for v in Verfahren}
ABSCHNITTE: dict[str, Strategie] = {f"Abschnitte, {w}": partial(_abschnitte, w) for w in Wertung}
DOKUMENTE: dict[str, Strategie] = {f"Dokumente, {w}": partial(_dokumente, w) for w in Weg}

VORGABE = f"Passagen, {Verfahren.UMFELD}"
"""What searches where nothing else is chosen."""
