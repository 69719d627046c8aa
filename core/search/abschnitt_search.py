"""Whole Abschnitte instead of passages: those that hold the best passages, complete, the matches marked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.models import Chunk, Fundstelle
from core.question.searchable_text import check_frage
from core.search.passage_search import MIN_SIMILARITY
from core.search.suchraum import Suchraum

PASSAGEN = 60
"""So many of the best passages have a say in which Abschnitte are shown."""

LATER, LEAST = 0.05, 0.5
MORE, MOST = 0.02, 0.1


class AbschnittWertung(StrEnum):
    """What an Abschnitt is worth: its best passage, their mean, the earlier the more, the more the more."""

    MAXIMUM = "maximum"
    MITTEL = "mittel"
    POSITION = "position"
    ANZAHL = "anzahl"


@dataclass(frozen=True, slots=True)
class AbschnittHit:
    """An Abschnitt from its first to its last Chunk; `treffer`: the passages in it that match, best first."""

    programm_id: str
    abschnitt: tuple[str, ...]
    similarity: float
    chunks: tuple[Chunk, ...]
    treffer: tuple[Fundstelle, ...]

    @property
    def seiten(self) -> tuple[int, ...]:
        return tuple(sorted({seite for chunk in self.chunks for seite in chunk.seiten}))


def search_abschnitte(
    space: Suchraum,
    frage: str,
    top_k: int,
    wertung: AbschnittWertung = AbschnittWertung.MAXIMUM,
    min_similarity: float = MIN_SIMILARITY,
) -> list[AbschnittHit]:
    """The Abschnitte with the best passages on a question."""
    (scores,) = space.rank([check_frage(frage)]).T
    found = list(space.fundstellen(scores, PASSAGEN, min_similarity))
    treffer = [_weighed(chunks, own, wertung) for chunks, own in _grouped(space, found)]
    return sorted(treffer, key=lambda t: (-t.similarity, t.programm_id, t.chunks[0].start))[:top_k]


def _grouped(
    space: Suchraum, found: Sequence[Fundstelle]
) -> Iterator[tuple[tuple[Chunk, ...], list[Fundstelle]]]:
    """Each Abschnitt with a match in it, complete, and its matches."""
    rest = list(found)
    while rest:
        chunks = _abschnitt_around(space, rest[0].chunk)
        ids = {chunk.id for chunk in chunks}
        yield chunks, [fundstelle for fundstelle in rest if fundstelle.chunk.id in ids]
        rest = [fundstelle for fundstelle in rest if fundstelle.chunk.id not in ids]


def _abschnitt_around(space: Suchraum, chunk: Chunk) -> tuple[Chunk, ...]:
    """The run of Chunks under the same headings; without any heading a passage stands for itself."""
    if not chunk.abschnitt:
        return (chunk,)
    block = next(s.blocks[chunk.programm_id] for s in space.sammlungen if chunk.programm_id in s.blocks)
    place = block.row_of(chunk)
    first = last = place
    while first > 0 and block.chunk(first - 1).abschnitt == chunk.abschnitt:
        first -= 1
    while last + 1 < len(block.rows) and block.chunk(last + 1).abschnitt == chunk.abschnitt:
        last += 1
    return tuple(block.chunk(row) for row in range(first, last + 1))


def _weighed(chunks: tuple[Chunk, ...], treffer: list[Fundstelle], wertung: AbschnittWertung) -> AbschnittHit:
    similarities = [fundstelle.similarity for fundstelle in treffer]
    if wertung is AbschnittWertung.MAXIMUM:
        worth = max(similarities)
    elif wertung is AbschnittWertung.MITTEL:
        worth = sum(similarities) / len(similarities)
    elif wertung is AbschnittWertung.POSITION:
        places = [next(i for i, c in enumerate(chunks) if c.id == f.chunk.id) for f in treffer]
        worth = max(s * max(1 - LATER * place, LEAST) for s, place in zip(similarities, places, strict=True))
    else:
        worth = min(1.0, max(similarities) + min(MORE * (len(similarities) - 1), MOST))
    first = chunks[0]
    return AbschnittHit(first.programm_id, first.abschnitt, round(worth, 6), chunks, tuple(treffer))
