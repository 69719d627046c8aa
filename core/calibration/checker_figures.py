"""How often a support checker is right about parties' own reasons: per class, with intervals over theses."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from random import Random

import numpy as np

from core.calibration.agreement import share
from core.calibration.answers import Antworten, make_antworten
from core.calibration.items import Eichsatz, EichungItem
from core.errors import EingabeError
from core.llm.prompts import TRAEGT
from core.runs.eichungen import Eichung
from core.runs.store import Runstore
from core.statistical_measures import Interval
from core.support.forderung_pairs import BelegPair
from core.support.verdict import Verdict

# --- what a support checker is measured on ------------------------------------------------------------------
# Theses, what parties gave as their reasons, and what is right.

LONGEST = 2_000
"""Characters of a reason: a passage of a Programm is no longer."""


class CaseKind(StrEnum):
    BEGRUENDUNG = "begruendung"
    VERNEINT = "verneint"
    FREMD = "fremd"

    def richtig(self, position: int) -> Verdict:
        """`position`: of the party, to the thesis as it stands in this case."""
        if self is CaseKind.FREMD:
            return Verdict.ANDERES
        return Verdict.STUETZT if position > 0 else Verdict.WIDERSPRICHT


@dataclass(frozen=True, slots=True)
class CheckerCase:
    """One question to the checker: does this reason carry this thesis?"""

    these: int
    item: EichungItem
    art: CaseKind
    frage: str
    begruendung: str

    @property
    def key(self) -> tuple[int, str, str, int]:
        return self.these, self.item.partei, str(self.art), 1

    @property
    def position(self) -> int:
        return -self.item.position if self.art is CaseKind.VERNEINT else self.item.position

    @property
    def paar(self) -> BelegPair:
        text = self.begruendung[:LONGEST]
        return BelegPair(self.item.partei, 0, text, text, str(self.these + 1), self.frage)


def checker_cases(satz: Eichsatz) -> list[CheckerCase]:
    """Of every party that takes a side and says why; in an order that tells nothing of what is right."""
    items = [item for item in satz.items if item.position and item.begruendung]
    if not items:
        raise EingabeError(
            f"{satz.name} nennt keine Begründungen von Parteien; daran wird ein Prüfmodell gemessen. Nehmen "
            "Sie eine Datei mit dem Feld „begruendung“."
        )
    found = [case for item in items for case in _cases(satz.thesen(), item)]
    return sorted([*found, *_others(satz, items)], key=_shuffled)


def _cases(thesen: dict[tuple[str, int, str], int], item: EichungItem) -> Iterator[CheckerCase]:
    number = thesen[item.wahl, item.jahr, item.these]
    yield CheckerCase(number, item, CaseKind.BEGRUENDUNG, item.these, item.begruendung)
    if item.verneint:
        yield CheckerCase(number, item, CaseKind.VERNEINT, item.verneint, item.begruendung)


def _others(satz: Eichsatz, items: Sequence[EichungItem]) -> Iterator[CheckerCase]:
    """Each thesis with what the same party says to another one of that election."""
    own: dict[tuple[str, int, str], list[EichungItem]] = defaultdict(list)
    for item in items:
        own[item.wahl, item.jahr, item.partei].append(item)
    thesen = satz.thesen()
    for (wahl, jahr, partei), said in own.items():
        if len(said) > 1:
            step = Random(f"{wahl} {jahr} {partei}").randrange(1, len(said))
            for place, item in enumerate(said):
                reason = said[(place + step) % len(said)].begruendung
                yield CheckerCase(thesen[wahl, jahr, item.these], item, CaseKind.FREMD, item.these, reason)


def _shuffled(case: CheckerCase) -> str:
    return hashlib.sha256(str(case.key).encode()).hexdigest()


# --- how often a support checker is right about parties' own reasons ----------------------------------------
# Per class, with intervals over theses.

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
