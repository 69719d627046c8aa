"""What Läufe will cost, told before anybody is asked by what those of the same models have cost."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.assessment.auftrag import Auftrag
from core.context import Context
from core.llm.catalogue import find_modell
from core.runs.store import runstore


@dataclass(frozen=True, slots=True)
class Estimate:
    """`usd`: without those of the models in `unbekannt`, of which no Lauf tells what it cost."""

    usd: float
    unbekannt: tuple[str, ...]


def estimate(context: Context, auftraege: Sequence[Auftrag]) -> Estimate:
    asked = Counter(auftrag.modell for auftrag in auftraege)
    often = {modell: count for modell, count in asked.items() if not find_modell(context, modell).kostenlos}
    usual = runstore(context).usual_cost(often)
    known = sum(usual[modell] * count for modell, count in often.items() if modell in usual)
    return Estimate(known, tuple(modell for modell in often if modell not in usual))
