"""How well a search finds what is known to be there: sentences of the stock, questions with their page."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.context import Context
from core.evaluation.gold import Goldfrage
from core.evaluation.search_measures import Suchmass, Values, ndcg, of_ranks, summarized
from core.evaluation.search_strategies import Strategie, Trefferort
from core.german.sentences import sentences
from core.index.indexing import gebiet_of
from core.models import Chunk
from core.programme import stored_streams
from core.programme.textstrom import Textstrom
from core.search.suchraum import Suchraum

DEPTH = 10
SHORTEST, LONGEST = 40, 400
SEED = 20_261_120


@dataclass(frozen=True, slots=True)
class Pruefsatz:
    """A sentence taken from a Programm word for word, and its pages."""

    text: str
    programm_id: str
    seiten: tuple[int, ...]


def draw_saetze(raum: Suchraum, count: int) -> list[Pruefsatz]:
    """Whole sentences of the stock, every Programm as often as any other; the same ones every time."""
    draw = random.Random(SEED)
    blocks = {name: block for sammlung in raum.sammlungen for name, block in sammlung.blocks.items()}
    pools = {name: list(_saetze(blocks[name].chunks())) for name in sorted(raum.programme) if name in blocks}
    pools = {name: pool for name, pool in pools.items() if pool}
    drawn = [(name, *draw.choice(pools[name])) for name in draw.choices(sorted(pools), k=count)]
    streams = {name: _strom(raum.context, name) for name in {name for name, _, _ in drawn}}
    return [
        Pruefsatz(streams[name].text[start:end], name, tuple(streams[name].pages_of(start, end)))
        for name, start, end in drawn
    ]


def _saetze(chunks: Iterable[Chunk]) -> Iterator[tuple[int, int]]:
    """The real sentences of some passages as ranges of the text stream."""
    for chunk in chunks:
        offset = chunk.start
        for absatz in chunk.text.split("\n"):
            for start, end in sentences(absatz):
                if SHORTEST <= end - start <= LONGEST and absatz[end - 1] in ".!?":
                    yield offset + start, offset + end
            offset += len(absatz) + 1


def _strom(context: Context, programm_id: str) -> Textstrom:
    programm = context.registry.programme[programm_id]
    version = context.store.staende(gebiet_of(programm))[programm_id].version
    strom = stored_streams.load_strom(context.texte, programm_id, version)
    assert strom is not None, programm_id
    return strom


def measure_saetze(raum: Suchraum, saetze: Sequence[Pruefsatz], strategie: Strategie) -> dict[str, Suchmass]:
    """Is a sentence's Programm, is its page among the first hits?"""
    pages, programme = [], []
    for satz in saetze:
        found = strategie(raum, satz.text, DEPTH)
        pages.append(_first(_is_right(ort, satz.programm_id, satz.seiten) for ort in found))
        programme.append(next((ort.rang for ort in found if ort.programm_id == satz.programm_id), None))
    measures = {f"Seite {name}": values for name, values in of_ranks(pages).items()}
    measures["Programm hit@5"] = of_ranks(programme)["hit@5"]
    return summarized(measures)


def measure_gold(raum: Suchraum, gold: Sequence[Goldfrage], strategie: Strategie) -> dict[str, Suchmass]:
    """Is the right page of the Programm asked about among the first hits?"""
    ranks: list[int | None] = []
    gains = []
    for goldfrage in gold:
        within = replace(raum, programme=frozenset([goldfrage.programm_id]))
        found = strategie(within, goldfrage.frage, DEPTH)
        right = [_is_right(ort, goldfrage.programm_id, goldfrage.seiten) for ort in found]
        ranks.append(_first(right))
        gains.append(ndcg(list(_new_pages(found, goldfrage)), len(goldfrage.seiten)))
    return summarized({**of_ranks(ranks), "nDCG@10": gains})


def measure_silence(
    raum: Suchraum, gold: Sequence[Goldfrage], silent: Sequence[Goldfrage], strategie: Strategie
) -> float:
    """How often a question the Programm answers has a nearer best hit than one it is silent on (AUC)."""
    answered, unanswered = _best_values(raum, gold, strategie), _best_values(raum, silent, strategie)
    if not len(answered) or not len(unanswered):
        return float("nan")
    return float((answered[:, None] > unanswered[None, :]).mean())


def _best_values(raum: Suchraum, gold: Sequence[Goldfrage], strategie: Strategie) -> Values:
    found = [
        strategie(replace(raum, programme=frozenset([goldfrage.programm_id])), goldfrage.frage, 1)
        for goldfrage in gold
    ]
    return np.array([orte[0].wert for orte in found if orte])


def _is_right(ort: Trefferort, programm_id: str, seiten: Sequence[int]) -> bool:
    return ort.programm_id == programm_id and not set(ort.seiten).isdisjoint(seiten)


def _new_pages(orte: Sequence[Trefferort], goldfrage: Goldfrage) -> Iterator[bool]:
    """Which hits show a right page for the first time."""
    missing = set(goldfrage.seiten)
    for ort in orte:
        yield not missing.isdisjoint(ort.seiten)
        missing.difference_update(ort.seiten)


def _first(right: Iterable[bool]) -> int | None:
    return next((place for place, is_right in enumerate(right) if is_right), None)
