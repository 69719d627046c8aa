"""How well a search finds what is known to be there: sentences of the stock, questions with their page."""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.base.errors import EingabeError
from core.base.models import gebiet_of
from core.base.statistical_measures import Interval, mean_interval
from core.programme.context import Context
from core.search.passage_search import AbschnittWertung
from core.search.programm_search import Way
from core.search.question_search import QuestionSearch
from core.search.suchanfrage import Suchanfrage
from core.search.suchraum import Method, Suchraum
from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import Chunk, Fundstelle

# --- every way to search that an analyst can choose, as a list of places ------------------------------------

EVERYTHING = -1.0
"""A similarity that nothing is below."""


@dataclass(frozen=True, slots=True)
class HitPlace:
    """Where a hit stands and how similar it is; `rang` is the place of its result, 0 the first.

    The passages of one Programm are one result where Programme are searched for.
    """

    programm_id: str
    seiten: tuple[int, ...]
    rang: int = 0
    similarity: float = 0.0


Strategie = Callable[[Suchraum, str, int], list[HitPlace]]


def _passages(method: Method, space: Suchraum, frage: str, count: int) -> list[HitPlace]:
    found = _search(space, frage).passages(count, least=EVERYTHING, method=method)
    return [_place(one, rang) for rang, one in enumerate(found.treffer)]


def _abschnitte(wertung: AbschnittWertung, space: Suchraum, frage: str, count: int) -> list[HitPlace]:
    found = _search(space, frage).abschnitte(wertung, count, least=EVERYTHING).treffer
    return [HitPlace(t.programm_id, t.seiten, rang, t.similarity) for rang, t in enumerate(found)]


def _documents(way: Way, space: Suchraum, frage: str, count: int) -> list[HitPlace]:
    found = _search(space, frage).documents(way, count, least=EVERYTHING).treffer
    return [_place(one, rang) for rang, treffer in enumerate(found) for one in treffer.fundstellen]


def _search(space: Suchraum, frage: str) -> QuestionSearch:
    return QuestionSearch(space, Suchanfrage(frage, frage))


def _place(found: Fundstelle, rang: int) -> HitPlace:
    return HitPlace(found.chunk.programm_id, found.chunk.seiten, rang, found.similarity)


PASSAGEN: dict[str, Strategie] = {f"Passagen, {v}": partial(_passages, v) for v in Method}
ABSCHNITTE: dict[str, Strategie] = {f"Abschnitte, {w}": partial(_abschnitte, w) for w in AbschnittWertung}
DOKUMENTE: dict[str, Strategie] = {f"Dokumente, {w}": partial(_documents, w) for w in Way}


# --- what is known to be there: questions of an analyst, sentences of the stock -----------------------------


@dataclass(frozen=True, slots=True)
class GoldFrage:
    """What is searched for, and on which pages (from 1) of a Programm it stands."""

    frage: str
    programm_id: str
    seiten: tuple[int, ...]


def read_gold(path: Path) -> list[GoldFrage]:
    """The questions of a file: a JSON list, or an object with `eintraege`; those without a page are left out.

    The format is documented in the README: analysts add their own.
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
    return [gold_frage for gold_frage in found if gold_frage.seiten]


def _gold_frage(entry: object, where: str) -> GoldFrage:
    if not isinstance(entry, dict):
        raise EingabeError(f"{where}: erwartet wird ein Objekt mit frage, programm und seite.")
    frage, programm, seite = entry.get("frage"), entry.get("programm"), entry.get("seite")
    if not isinstance(frage, str) or not frage.strip() or not isinstance(programm, str):
        raise EingabeError(f"{where}: „frage“ und „programm“ müssen Texte sein.")
    seiten = [] if seite is None else seite if isinstance(seite, list) else [seite]
    if not all(isinstance(nummer, int) and nummer > 0 for nummer in seiten):
        raise EingabeError(f"{where}: „seite“ ist {seite!r}; erwartet werden Seitenzahlen ab 1 oder null.")
    return GoldFrage(frage.strip(), programm.removesuffix(".pdf"), tuple(seiten))


SHORTEST, LONGEST = 40, 400
SEED = 20_261_120


def draw_sentences(space: Suchraum, count: int) -> list[GoldFrage]:
    """Whole sentences of the stock, every Programm as often as any other; the same ones every time."""
    draw, context = random.Random(SEED), space.context
    blocks = space.blocks
    pools = {
        name: list(_sentences(blocks[name].chunks())) for name in sorted(space.programme) if name in blocks
    }
    pools = {name: pool for name, pool in pools.items() if pool}
    drawn = [(name, *draw.choice(pools[name])) for name in draw.choices(sorted(pools), k=count)]
    streams = {}
    for name in {name for name, _, _ in drawn}:
        version = context.store.staende(gebiet_of(context.registry.programme[name]))[name].version
        strom = context.texte.load_strom(name, version)
        assert strom is not None, name
        streams[name] = strom
    return [
        GoldFrage(streams[name].text[start:end], name, tuple(streams[name].pages_of(start, end)))
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


# --- measures of a ranking, and how sure they are -----------------------------------------------------------

DEPTH = 10
Values = NDArray[np.float64]


def of_ranks(ranks: Sequence[int | None]) -> dict[str, Values]:
    """Per question, where what is right came (0 is first, None not at all): hit@1/5 and MRR."""
    places = np.array([np.inf if rank is None else rank for rank in ranks], dtype=np.float64)
    return {
        "hit@1": (places < 1).astype(np.float64),
        "hit@5": (places < 5).astype(np.float64),
        "MRR": 1 / (places + 1),
    }


def mean_with_interval(values: Values) -> Interval:
    """Questions are drawn again with replacement; the same values give the same interval."""
    if len(values) < 2:
        wert = float(values[0]) if len(values) else float("nan")
        return Interval(wert, wert, wert)
    return mean_interval(values)


def measure_sentences(
    space: Suchraum, saetze: Sequence[GoldFrage], strategie: Strategie
) -> dict[str, Interval]:
    """Is a sentence's page, is its Programm among the first hits?"""
    pages, programme = [], []
    for satz in saetze:
        found = strategie(space, satz.frage, DEPTH)
        pages.append(_first_right(found, satz))
        programme.append(next((ort.rang for ort in found if ort.programm_id == satz.programm_id), None))
    values = {**of_ranks(pages), "Programm hit@5": of_ranks(programme)["hit@5"]}
    return {name: mean_with_interval(each) for name, each in values.items()}


def measure_gold(space: Suchraum, gold: Sequence[GoldFrage], strategie: Strategie) -> dict[str, Interval]:
    """Is the right page of the Programm asked about among the first hits?"""
    ranks = []
    for gold_frage in gold:
        within = replace(space, programme=frozenset([gold_frage.programm_id]))
        ranks.append(_first_right(strategie(within, gold_frage.frage, DEPTH), gold_frage))
    return {name: mean_with_interval(values) for name, values in of_ranks(ranks).items()}


def _first_right(found: Sequence[HitPlace], wanted: GoldFrage) -> int | None:
    """The place of the first hit on a right page."""
    return next(
        (
            place
            for place, ort in enumerate(found)
            if ort.programm_id == wanted.programm_id and not set(ort.seiten).isdisjoint(wanted.seiten)
        ),
        None,
    )


# --- the whole evaluation of a stock: every strategy on every set of questions there is ---------------------


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one strategy reached on one set of so many questions."""

    fragen: str
    anzahl: int
    strategie: str
    masse: dict[str, Interval]


def evaluate(context: Context, count: int, gold: Path | None = None) -> Iterator[Measurement]:
    """Known sentences of the stock; gold questions where their file is given."""
    space = Suchraum.of(context)
    asked = read_gold(gold) if gold else []
    stored = space.blocks.keys()
    gold_fragen = [one for one in asked if one.programm_id in stored]  # what is not there cannot be found
    if asked and not gold_fragen:
        names = ", ".join(sorted({one.programm_id for one in asked})[:5])
        raise EingabeError(
            f"Keines der Programme der Golddatei ist indexiert (sie nennt: {names}). "
            "Anlegen mit: python -m core index --all"
        )
    saetze = draw_sentences(space, count)
    for name, strategie in {**PASSAGEN, **ABSCHNITTE, **DOKUMENTE}.items():
        yield Measurement("Sätze", count, name, measure_sentences(space, saetze, strategie))
    for name, strategie in {**PASSAGEN, **ABSCHNITTE}.items() if gold_fragen else ():
        yield Measurement("Goldfragen", len(gold_fragen), name, measure_gold(space, gold_fragen, strategie))
