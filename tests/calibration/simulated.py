"""Whole Eichungen without a pipeline: what played models say to every question, as the store's columns."""

from collections.abc import Sequence
from math import isnan
from random import Random

import numpy as np

from core.calibration.answers import Antworten, make_antworten
from core.calibration.calibration_ask import ANSWERED
from core.calibration.example import Situation, points, remembered
from core.calibration.findings import Behavior
from core.calibration.items import Eichsatz, EichungItem
from core.calibration.questions import Variant
from core.runs.eichungen import EichungAntwort

Frage = tuple[int, EichungItem, Variant, int]


def made_satz(thesen: int, parteien: int, seed: int = 1) -> Eichsatz:
    """As many theses and parties as asked for; half of the positions agree, a tenth is neutral."""
    chance = Random(seed)
    items = tuple(
        EichungItem(
            f"Wahl {jahr}", jahr, f"These {number}", f"P{partei}", chance.choices((1, 0, -1), (5, 1, 4))[0]
        )
        for number in range(thesen)
        for jahr in (2017 + 4 * (number % 2),)
        for partei in range(parteien)
    )
    return Eichsatz("gemacht", items)


def simulated(
    satz: Eichsatz,
    verhalten: Behavior | None,
    seed: str,
    varianten: Sequence[Variant] = tuple(Variant),
    wiederholungen: int = 1,
) -> Antworten:
    """One Eichung of such a model. What it remembers and where it errs is drawn anew by the seed."""
    thesen, chance = satz.thesen(), Random(seed)
    by_thesis: dict[int, dict[str, EichungItem]] = {}
    for item in satz.items:
        by_thesis.setdefault(thesen[item.wahl, item.jahr, item.these], {})[item.partei] = item
    favourites = sorted({item.partei for item in satz.items})
    rows = []
    for these, own in by_thesis.items():
        step = Random(next(iter(own.values())).these).randrange(1, len(own))
        names = list(own)
        for place, (partei, item) in enumerate(own.items()):
            other = names[(place + step) % len(names)]
            for variante in varianten:
                repeats = wiederholungen if variante is Variant.PROGRAMM else 1
                for number in range(1, repeats + 1):
                    label = other if variante is Variant.ETIKETT else partei
                    label = "" if variante is Variant.NAMENLOS else label
                    situation = _lage(own, item, label, variante, seed)
                    score = points(verhalten, situation, favourites[0], favourites[-1], chance)
                    rows.append((these, item, label, variante, number, score))
    return _columns(rows)


def _lage(
    own: dict[str, EichungItem], item: EichungItem, label: str, variante: Variant, seed: str
) -> Situation:
    turned = -1 if variante is Variant.VERNEINT else 1
    known = own[label].position if label in own else None
    memory = remembered(label, item, known, seed)
    against = -1 if item.position > 0 else 1
    command = variante in (Variant.BEFEHL_ANTRAG, Variant.BEFEHL_PROGRAMM)
    return Situation(
        label,
        None if variante is Variant.GEDAECHTNIS else turned * item.position,
        None if variante is Variant.GEDAECHTNIS else item.position,
        None if memory is None else turned * memory,
        against if variante is Variant.WUNSCH else 0,
        against if command else 0,
    )


def _columns(rows: Sequence[tuple[int, EichungItem, str, Variant, int, int | None]]) -> Antworten:
    these, items, labels, varianten, numbers, scores = zip(*rows, strict=True)
    turned = [-1 if variante is Variant.VERNEINT else 1 for variante in varianten]
    return make_antworten(
        {
            "these": these,
            "jahr": [item.jahr for item in items],
            "partei": [item.partei for item in items],
            "etikett": labels,
            "variante": [str(variante) for variante in varianten],
            "wiederholung": numbers,
            "position": [item.position * side for item, side in zip(items, turned, strict=True)],
            "score": [np.nan if score is None else score for score in scores],
            "naehe": [0.5] * len(rows),
            "stand": ["beantwortet"] * len(rows),
        }
    )


def antwort_of(antworten: Antworten, row: int, text: str = "Gemessen.") -> EichungAntwort:
    """The row as it is stored; `text`: what was asked and said."""
    points = float(antworten.score[row])
    return EichungAntwort(
        these=int(antworten.these[row]),
        partei=str(antworten.partei[row]),
        variante=str(antworten.variante[row]),
        wiederholung=int(antworten.wiederholung[row]),
        stand=ANSWERED,
        position=int(antworten.position[row]),
        score=None if isnan(points) else points,
        jahr=int(antworten.jahr[row]),
        etikett=str(antworten.etikett[row]),
        naehe=0.5,
        gebunden=0,
        kosten=0.001,
        sekunden=0.1,
        modell="m",
        frage=text,
        begruendung=text,
        antwort="{}",
        messages=[{"role": "user", "content": "x"}],
        passagen=["p1"],
        zitate=[],
    )
