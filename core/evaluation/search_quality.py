"""How well a search finds what is known to be there: sentences of the stock, questions with their page."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from core.context import Context
from core.errors import EingabeError
from core.evaluation.search_measures import SearchMeasure, Values, ndcg, of_ranks, summarized
from core.german.sentences import sentences
from core.index.indexing import gebiet_of
from core.models import Chunk, Fundstelle
from core.programme import stored_streams
from core.programme.textstrom import Textstrom
from core.search.passage_search import AbschnittWertung, search_abschnitte, search_passages
from core.search.programm_search import Way, search_documents
from core.search.ranking import Method
from core.search.suchraum import Suchraum

# --- every way to search that an analyst can choose, as a list of places ------------------------------------

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


# --- questions whose right page is known --------------------------------------------------------------------
# The format is documented in the README: analysts add their own.


@dataclass(frozen=True, slots=True)
class GoldFrage:
    """`seiten` count from 1 in the file; none of them: the programme says nothing on the question."""

    frage: str
    programm_id: str
    seiten: tuple[int, ...]


def read_gold(path: Path) -> list[GoldFrage]:
    """The questions of a file: a JSON list, or an object with `eintraege`.

    Entries with a quote but without a page name no page that could be checked; they are left out.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise EingabeError(f"Die Golddatei {path} lässt sich nicht lesen: {error.strerror}.") from error
    except ValueError as error:
        raise EingabeError(f"Die Golddatei {path} ist kein JSON ({error}).") from error
    entries = data.get("eintraege") if isinstance(data, dict) else data
    if not isinstance(entries, list) or not entries:
        raise EingabeError(f"Die Golddatei {path} enthält keine Einträge. Erwartet wird eine Liste.")
    found = [_gold_frage(entry, f"{path}, Eintrag {place}") for place, entry in enumerate(entries, start=1)]
    return [gold_frage for gold_frage in found if gold_frage is not None]


def _gold_frage(entry: object, where: str) -> GoldFrage | None:
    if not isinstance(entry, dict):
        raise EingabeError(f"{where}: erwartet wird ein Objekt mit frage, programm und seite.")
    frage, programm, seite = entry.get("frage"), entry.get("programm"), entry.get("seite")
    if not isinstance(frage, str) or not frage.strip() or not isinstance(programm, str):
        raise EingabeError(f"{where}: „frage“ und „programm“ müssen Texte sein.")
    seiten = [] if seite is None else seite if isinstance(seite, list) else [seite]
    if not all(isinstance(nummer, int) and nummer > 0 for nummer in seiten):
        raise EingabeError(f"{where}: „seite“ ist {seite!r}; erwartet werden Seitenzahlen ab 1 oder null.")
    if not seiten and entry.get("zitat"):
        return None
    return GoldFrage(frage.strip(), programm.removesuffix(".pdf"), tuple(seiten))


# --- how well a search finds what is known to be there ------------------------------------------------------
# Sentences of the stock, questions with their page.

DEPTH = 10
SHORTEST, LONGEST = 40, 400
SEED = 20_261_120


@dataclass(frozen=True, slots=True)
class PruefungSentence:
    """A sentence taken from a Programm word for word, and its pages."""

    text: str
    programm_id: str
    seiten: tuple[int, ...]


def draw_sentences(space: Suchraum, count: int) -> list[PruefungSentence]:
    """Whole sentences of the stock, every Programm as often as any other; the same ones every time."""
    draw = random.Random(SEED)
    blocks = {name: block for sammlung in space.sammlungen for name, block in sammlung.blocks.items()}
    pools = {
        name: list(_sentences(blocks[name].chunks())) for name in sorted(space.programme) if name in blocks
    }
    pools = {name: pool for name, pool in pools.items() if pool}
    drawn = [(name, *draw.choice(pools[name])) for name in draw.choices(sorted(pools), k=count)]
    streams = {name: _strom(space.context, name) for name in {name for name, _, _ in drawn}}
    return [
        PruefungSentence(streams[name].text[start:end], name, tuple(streams[name].pages_of(start, end)))
        for name, start, end in drawn
    ]


def _sentences(chunks: Iterable[Chunk]) -> Iterator[tuple[int, int]]:
    """The real sentences of some passages as ranges of the text stream."""
    for chunk in chunks:
        offset = chunk.start
        for paragraph in chunk.text.split("\n"):
            for start, end in sentences(paragraph):
                if SHORTEST <= end - start <= LONGEST and paragraph[end - 1] in ".!?":
                    yield offset + start, offset + end
            offset += len(paragraph) + 1


def _strom(context: Context, programm_id: str) -> Textstrom:
    programm = context.registry.programme[programm_id]
    version = context.store.staende(gebiet_of(programm))[programm_id].version
    strom = stored_streams.load_strom(context.texte, programm_id, version)
    assert strom is not None, programm_id
    return strom


def measure_sentences(
    space: Suchraum, saetze: Sequence[PruefungSentence], strategie: Strategie
) -> dict[str, SearchMeasure]:
    """Is a sentence's Programm, is its page among the first hits?"""
    pages, programme = [], []
    for satz in saetze:
        found = strategie(space, satz.text, DEPTH)
        pages.append(_first(_is_right(ort, satz.programm_id, satz.seiten) for ort in found))
        programme.append(next((ort.rang for ort in found if ort.programm_id == satz.programm_id), None))
    measures = {f"Seite {name}": values for name, values in of_ranks(pages).items()}
    measures["Programm hit@5"] = of_ranks(programme)["hit@5"]
    return summarized(measures)


def measure_gold(
    space: Suchraum, gold: Sequence[GoldFrage], strategie: Strategie
) -> dict[str, SearchMeasure]:
    """Is the right page of the Programm asked about among the first hits?"""
    ranks: list[int | None] = []
    gains = []
    for gold_frage in gold:
        within = replace(space, programme=frozenset([gold_frage.programm_id]))
        found = strategie(within, gold_frage.frage, DEPTH)
        right = [_is_right(ort, gold_frage.programm_id, gold_frage.seiten) for ort in found]
        ranks.append(_first(right))
        gains.append(ndcg(list(_new_pages(found, gold_frage)), len(gold_frage.seiten)))
    return summarized({**of_ranks(ranks), "nDCG@10": gains})


def measure_silence(
    space: Suchraum, gold: Sequence[GoldFrage], silent: Sequence[GoldFrage], strategie: Strategie
) -> float:
    """How often a question the Programm answers has a nearer best hit than one it is silent on (AUC)."""
    answered, unanswered = _best_values(space, gold, strategie), _best_values(space, silent, strategie)
    if not len(answered) or not len(unanswered):
        return float("nan")
    return float((answered[:, None] > unanswered[None, :]).mean())


def _best_values(space: Suchraum, gold: Sequence[GoldFrage], strategie: Strategie) -> Values:
    found = [
        strategie(replace(space, programme=frozenset([gold_frage.programm_id])), gold_frage.frage, 1)
        for gold_frage in gold
    ]
    return np.array([places[0].wert for places in found if places])


def _is_right(ort: HitPlace, programm_id: str, seiten: Sequence[int]) -> bool:
    return ort.programm_id == programm_id and not set(ort.seiten).isdisjoint(seiten)


def _new_pages(places: Sequence[HitPlace], gold_frage: GoldFrage) -> Iterator[bool]:
    """Which hits show a right page for the first time."""
    missing = set(gold_frage.seiten)
    for ort in places:
        yield not missing.isdisjoint(ort.seiten)
        missing.difference_update(ort.seiten)


def _first(right: Iterable[bool]) -> int | None:
    return next((place for place, is_right in enumerate(right) if is_right), None)
