"""How often a support checker is right about parties' own reasons: per class, with intervals over theses."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from core.calibration.agreement import share
from core.calibration.answers import Antworten, make_antworten
from core.calibration.checker_cases import CaseKind
from core.llm.prompts import TRAEGT
from core.runs.eichungen import Eichung
from core.runs.store import Runstore
from core.statistical_measures import Interval
from core.support.verdict import Verdict

CLASSES = (Verdict.STUETZT, Verdict.WIDERSPRICHT, Verdict.ANDERES)
FEWEST = 20
"""Cases: of fewer no share is told."""


@dataclass(frozen=True, slots=True)
class ClassQuality:
    """`precision`: right, of those of which it says so; `recall`: said so, of those that are, open or not."""

    precision: Interval
    recall: Interval
    gesagt: int
    faelle: int


@dataclass(frozen=True, slots=True)
class CheckerQuality:
    """Of one checker. `n` cases have a verdict of its, `offen` have none; `richtig` is of those `n`."""

    eichung: Eichung
    richtig: Interval
    n: int
    offen: int
    klassen: Mapping[Verdict, ClassQuality]

    @property
    def satz(self) -> str:
        """„An den Begründungen der Parteien (Musterland): in 87 von 100 Fällen richtig (n = 208, …).“"""
        head = f"An Begründungen der Parteien gemessen ({self.eichung.satz_name})"
        if self.n < FEWEST:
            return f"{head}: noch zu wenige Fälle (n = {self.n})."
        wert, von, bis = (round(100 * one) for one in (self.richtig.wert, self.richtig.von, self.richtig.bis))
        silent = f"; {self.offen}-mal offen" if self.offen else ""
        return f"{head}: in {wert} von 100 Fällen richtig (n = {self.n}, 95 %: {von} bis {bis}{silent})."


def is_of_checker(eichung: Eichung) -> bool:
    return eichung.prompt_id == TRAEGT


def checker_qualities(store: Runstore) -> list[CheckerQuality]:
    """Of every checker that was measured, the latest first; of the same on the same theses one."""
    measured = [one for one in store.list_eichungen() if is_of_checker(one) and one.beantwortet]
    return [make_quality(one, _antworten(store, one.id, one.beantwortet)) for one in measured]


def quality_of(qualities: list[CheckerQuality], model: str, prompt_version: str) -> CheckerQuality | None:
    """The latest of this checker with this version of its prompt."""
    wanted = model, prompt_version
    return next((g for g in qualities if (g.eichung.modell, g.eichung.prompt_version) == wanted), None)


@lru_cache(maxsize=32)
def _antworten(store: Runstore, eichung_id: str, beantwortet: int) -> Antworten:
    return make_antworten(store.eichung_columns(eichung_id))


def make_quality(eichung: Eichung, antworten: Antworten) -> CheckerQuality:
    pairs = zip(antworten.variante, antworten.position, strict=True)
    right = np.array(
        [str(CaseKind(str(art)).richtig(int(position))) for art, position in pairs], dtype=np.str_
    )
    said = antworten.stand
    told = said != str(Verdict.OFFEN)
    klassen = {}
    for verdict in CLASSES:
        is_right, is_said = right == str(verdict), said == str(verdict)
        hit = is_right & is_said
        klassen[verdict] = ClassQuality(
            share(antworten, hit, is_said),
            share(antworten, hit, is_right),
            int(is_said.sum()),
            int(is_right.sum()),
        )
    return CheckerQuality(
        eichung, share(antworten, told & (said == right), told), int(told.sum()), int((~told).sum()), klassen
    )
