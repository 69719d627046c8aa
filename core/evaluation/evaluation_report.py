"""The whole evaluation of a stock: every strategy on every set of questions there is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.context import Context
from core.errors import EingabeError
from core.evaluation import search_quality
from core.evaluation.gold import Goldfrage, read_gold
from core.evaluation.search_measures import Suchmass, summarized
from core.evaluation.search_strategies import ABSCHNITTE, DOKUMENTE, PASSAGEN
from core.evaluation.wahlomat import measure_wahlomat, read_wahlomat
from core.search.ranking import Verfahren
from core.search.suchraum import Suchraum, suchraum

TRAINED_UNTIL = 2020
"""The bundled embedder has seen the theses up to this year; only later ones prove anything."""


@dataclass(frozen=True, slots=True)
class Messung:
    """What one strategy reached on one set of questions under one embedder."""

    modell: str
    fragen: str
    strategie: str
    masse: dict[str, Suchmass]


def evaluate(
    context: Context, count: int, gold: Path | None = None, thesen: Path | None = None
) -> Iterator[Messung]:
    """Known sentences of the stock; gold questions and Wahl-O-Mat theses where their files are given."""
    modell = context.embedder.name
    raum = suchraum(context)
    goldfragen = _indexed(raum, read_gold(gold)) if gold else []
    reasons = read_wahlomat(thesen, TRAINED_UNTIL + 1) if thesen else []
    saetze = search_quality.draw_saetze(raum, count)
    for name, strategie in {**PASSAGEN, **ABSCHNITTE, **DOKUMENTE}.items():
        yield Messung(modell, "Sätze", name, search_quality.measure_saetze(raum, saetze, strategie))
    answered = [goldfrage for goldfrage in goldfragen if goldfrage.seiten]
    for name, strategie in {**PASSAGEN, **ABSCHNITTE}.items() if answered else ():
        yield Messung(modell, "Goldfragen", name, search_quality.measure_gold(raum, answered, strategie))
    silent = [goldfrage for goldfrage in goldfragen if not goldfrage.seiten]
    for name, strategie in PASSAGEN.items() if answered and silent else ():
        auc = search_quality.measure_silence(raum, answered, silent, strategie)
        yield Messung(modell, "Keine Aussage", name, {"AUC": Suchmass(auc, auc, auc, len(silent))})
    for verfahren in Verfahren if reasons else ():
        masse = summarized(measure_wahlomat(reasons, context.embedder, verfahren))
        yield Messung(modell, "Thesen", f"Passagen, {verfahren}", masse)


def _indexed(raum: Suchraum, gold: Sequence[Goldfrage]) -> list[Goldfrage]:
    """The questions on Programme that are in the index; what is not there cannot be found."""
    stored = {name for sammlung in raum.sammlungen for name in sammlung.blocks}
    found = [goldfrage for goldfrage in gold if goldfrage.programm_id in stored]
    if not found:
        names = ", ".join(sorted({goldfrage.programm_id for goldfrage in gold})[:5])
        raise EingabeError(
            f"Keines der Programme der Golddatei ist indexiert (sie nennt: {names}). "
            "Anlegen mit: python -m core index --all"
        )
    return found
