"""Whole Eichungen without a pipeline: what played models say to every question, as the store's columns."""

from collections.abc import Sequence
from math import isnan
from random import Random

import numpy as np

from core.calibration.answers import Antworten, make_antworten
from core.calibration.calibration_ask import BEANTWORTET
from core.calibration.findings import Verhalten
from core.calibration.items import Eichitem, Eichsatz
from core.calibration.played_models import Lage, points, remembered
from core.calibration.questions import Variante
from core.runs.eichungen import Eichantwort

Frage = tuple[int, Eichitem, Variante, int]


def made_satz(thesen: int, parteien: int, seed: int = 1) -> Eichsatz:
    """As many theses and parties as asked for; half of the positions agree, a tenth is neutral."""
    zufall = Random(seed)
    items = tuple(
        Eichitem(
            f"Wahl {jahr}", jahr, f"These {number}", f"P{partei}", zufall.choices((1, 0, -1), (5, 1, 4))[0]
        )
        for number in range(thesen)
        for jahr in (2017 + 4 * (number % 2),)
        for partei in range(parteien)
    )
    return Eichsatz("gemacht", items)


def simulated(
    satz: Eichsatz,
    verhalten: Verhalten | None,
    seed: str,
    varianten: Sequence[Variante] = tuple(Variante),
    wiederholungen: int = 1,
) -> Antworten:
    """One Eichung of such a model. What it remembers and where it errs is drawn anew by the seed."""
    thesen, zufall = satz.thesen(), Random(seed)
    by_thesis: dict[int, dict[str, Eichitem]] = {}
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
                repeats = wiederholungen if variante is Variante.PROGRAMM else 1
                for number in range(1, repeats + 1):
                    label = other if variante is Variante.ETIKETT else partei
                    label = "" if variante is Variante.NAMENLOS else label
                    lage = _lage(own, item, label, variante, seed)
                    score = points(verhalten, lage, favourites[0], favourites[-1], zufall)
                    rows.append((these, item, label, variante, number, score))
    return _columns(rows)


def _lage(own: dict[str, Eichitem], item: Eichitem, label: str, variante: Variante, seed: str) -> Lage:
    turned = -1 if variante is Variante.VERNEINT else 1
    known = own[label].position if label in own else None
    memory = remembered(label, item, known, seed)
    against = -1 if item.position > 0 else 1
    command = variante in (Variante.BEFEHL_ANTRAG, Variante.BEFEHL_PROGRAMM)
    return Lage(
        label,
        None if variante is Variante.GEDAECHTNIS else turned * item.position,
        None if variante is Variante.GEDAECHTNIS else item.position,
        None if memory is None else turned * memory,
        against if variante is Variante.WUNSCH else 0,
        against if command else 0,
    )


def _columns(rows: Sequence[tuple[int, Eichitem, str, Variante, int, int | None]]) -> Antworten:
    these, items, labels, varianten, numbers, scores = zip(*rows, strict=True)
    turned = [-1 if variante is Variante.VERNEINT else 1 for variante in varianten]
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


def antwort_of(antworten: Antworten, row: int, text: str = "Gemessen.") -> Eichantwort:
    """The row as it is stored; `text`: what was asked and said."""
    points = float(antworten.score[row])
    return Eichantwort(
        these=int(antworten.these[row]),
        partei=str(antworten.partei[row]),
        variante=str(antworten.variante[row]),
        wiederholung=int(antworten.wiederholung[row]),
        stand=BEANTWORTET,
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
