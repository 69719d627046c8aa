"""The whole evaluation of a stock: every strategy on every set of questions there is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.context import Context
from core.errors import EingabeError
from core.evaluation import search_quality
from core.evaluation.search_measures import SearchMeasure
from core.evaluation.search_quality import ABSCHNITTE, DOKUMENTE, PASSAGEN, GoldFrage, read_gold
from core.search.suchraum import Suchraum, suchraum


@dataclass(frozen=True, slots=True)
class Measurement:
    """What one strategy reached on one set of questions under one embedder."""

    modell: str
    fragen: str
    strategie: str
    masse: dict[str, SearchMeasure]


def evaluate(context: Context, count: int, gold: Path | None = None) -> Iterator[Measurement]:
    """Known sentences of the stock; gold questions where their file is given."""
    modell = context.embedder.name
    space = suchraum(context)
    gold_fragen = _indexed(space, read_gold(gold)) if gold else []
    saetze = search_quality.draw_sentences(space, count)
    for name, strategie in {**PASSAGEN, **ABSCHNITTE, **DOKUMENTE}.items():
        yield Measurement(modell, "Sätze", name, search_quality.measure_sentences(space, saetze, strategie))
    answered = [gold_frage for gold_frage in gold_fragen if gold_frage.seiten]
    for name, strategie in {**PASSAGEN, **ABSCHNITTE}.items() if answered else ():
        yield Measurement(modell, "Goldfragen", name, search_quality.measure_gold(space, answered, strategie))
    silent = [gold_frage for gold_frage in gold_fragen if not gold_frage.seiten]
    for name, strategie in PASSAGEN.items() if answered and silent else ():
        auc = search_quality.measure_silence(space, answered, silent, strategie)
        yield Measurement(modell, "Keine Aussage", name, {"AUC": SearchMeasure(auc, auc, auc, len(silent))})


def _indexed(space: Suchraum, gold: Sequence[GoldFrage]) -> list[GoldFrage]:
    """The questions on Programme that are in the index; what is not there cannot be found."""
    stored = {name for sammlung in space.sammlungen for name in sammlung.blocks}
    found = [gold_frage for gold_frage in gold if gold_frage.programm_id in stored]
    if not found:
        names = ", ".join(sorted({gold_frage.programm_id for gold_frage in gold})[:5])
        raise EingabeError(
            f"Keines der Programme der Golddatei ist indexiert (sie nennt: {names}). "
            "Anlegen mit: python -m core index --all"
        )
    return found
