"""Which Läufe the demo history consists of: when, which model with which prompt, and how well it went."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from random import Random

from core.demo.scripted_models import Abschrift, Spielweise
from core.llm.catalogue import OFFLINE
from core.llm.prompts import FUNDSTELLEN

TAGE = 75
WERKTAG, WOCHENENDE = (3, 5), (0, 1)
"""So few and so many Läufe a day."""

FRUEH, SPAET, NACHTS = 6.5, 17.0, 20.0
"""Hours (UTC): people work between the first two; comparisons begin at the last."""

NEUES_MODELL, NEUE_FASSUNG, SCHLECHTE_WOCHE, STOERUNG, VERGLEICH = 24, 38, 31, 54, 23
"""So many days ago: a model was added, a prompt changed, one had a bad week, a provider failed, they
began to be compared."""

STRENG, KNAPP, ZITATE_ZUERST = "streng", "knapp", "demo:zitate-zuerst"
SORGFAELTIG, SCHNELL, NEU = "demo/sorgfaeltig", "demo/schnell", "demo/neu"
OHNE_ZITAT = 0.04
WIEDERHOLUNGEN = 3


@dataclass(frozen=True, slots=True)
class Profil:
    """A scripted model. `preis`: USD per million tokens in and out; `sekunden`: at first, per token out."""

    spielweise: Spielweise
    preis: tuple[float, float]
    sekunden: tuple[float, float]
    haeufigkeit: float


@dataclass(frozen=True, slots=True)
class Geplant:
    """One Lauf. Without a `spielweise` the built-in model answers for itself; `antrag` counts from 0."""

    created: datetime
    antrag: int
    modell: str
    prompt: str
    fassung: int
    spielweise: Spielweise | None
    wiederholung: int = 1

    @property
    def seed(self) -> str:
        return f"{self.created} {self.antrag} {self.modell} {self.prompt} {self.wiederholung}"


SAUBER: Mapping[Abschrift, float] = {
    Abschrift.WOERTLICH: 80,
    Abschrift.GEKUERZT: 8,
    Abschrift.WORT_FEHLT: 6,
    Abschrift.UMSCHRIEBEN: 2,
    Abschrift.ZAHL: 0.5,
    Abschrift.VERNEINUNG: 0.5,
    Abschrift.STICHWORT: 1,
    Abschrift.ANDERSWO: 1,
    Abschrift.ERFUNDEN: 1,
}
FLUECHTIG = {
    **SAUBER,
    Abschrift.WOERTLICH: 62,
    Abschrift.WORT_FEHLT: 10,
    Abschrift.UMSCHRIEBEN: 6,
    Abschrift.ZAHL: 3,
    Abschrift.VERNEINUNG: 2,
    Abschrift.STICHWORT: 3,
    Abschrift.ANDERSWO: 2,
    Abschrift.ERFUNDEN: 4,
    Abschrift.ENDLOS: 0.5,
}
ERDICHTET = {**FLUECHTIG, Abschrift.WOERTLICH: 35, Abschrift.UMSCHRIEBEN: 12, Abschrift.ERFUNDEN: 38}

PROFILE: Mapping[str, Profil] = {
    SORGFAELTIG: Profil(Spielweise(SAUBER, streuung=0.4), (2.5, 10.0), (2.2, 0.016), 3),
    SCHNELL: Profil(
        Spielweise(FLUECHTIG, neigung=0.7, streuung=1.1, stumm=0.03, stoerung=0.004),
        (0.15, 0.6),
        (0.6, 0.006),
        3.5,
    ),
    NEU: Profil(
        Spielweise({**SAUBER, Abschrift.GEKUERZT: 20}, neigung=-0.4, streuung=0.6),
        (0.8, 3.2),
        (1.1, 0.009),
        4,
    ),
}
OFFLINE_HAEUFIGKEIT = 1.0


def plan(now: datetime, antraege: int) -> list[Geplant]:
    """The same on the same day, in the order of time; nothing lies in the future."""
    today = now.date()
    planned = [
        lauf
        for ago in range(TAGE - 1, -1, -1)
        for lauf in _day(today, ago, antraege, Random(f"{today - timedelta(ago)}"))
    ]
    planned += _comparison(today, antraege)
    return sorted((lauf for lauf in planned if lauf.created < now), key=lambda lauf: lauf.created)


def bad_week(today: date) -> date:
    """The Monday of the week in which the quick model made its quotes up."""
    then = today - timedelta(SCHLECHTE_WOCHE)
    return then - timedelta(then.weekday())


def _day(today: date, ago: int, antraege: int, zufall: Random) -> Iterator[Geplant]:
    day = today - timedelta(ago)
    few, many = WOCHENENDE if day.weekday() >= 5 else WERKTAG
    for _ in range(zufall.randint(few, many)):
        modell = _modell(day, ago, today, zufall)
        prompt = (
            FUNDSTELLEN if modell == OFFLINE else zufall.choices([STRENG, KNAPP, ZITATE_ZUERST], [5, 2, 3])[0]
        )
        fassung = 2 if prompt == ZITATE_ZUERST and ago <= NEUE_FASSUNG else 1
        spielweise = _spielweise(modell, prompt, fassung, day, today)
        if spielweise and zufall.random() < OHNE_ZITAT:
            spielweise = replace(spielweise, zitate=0)
        created = _moment(day, zufall.uniform(FRUEH, SPAET))
        yield Geplant(created, zufall.randrange(antraege), modell, prompt, fassung, spielweise)


def _modell(day: date, ago: int, today: date, zufall: Random) -> str:
    weights = {modell: profil.haeufigkeit for modell, profil in PROFILE.items()}
    weights[OFFLINE] = OFFLINE_HAEUFIGKEIT
    if ago > NEUES_MODELL:
        del weights[NEU]
    if _is_bad(day, today):
        weights[SCHNELL] *= 2
    if day == _failing(today):
        weights = {SORGFAELTIG: 1.0}
    return zufall.choices(list(weights), list(weights.values()))[0]


def _spielweise(modell: str, prompt: str, fassung: int, day: date, today: date) -> Spielweise | None:
    if modell == OFFLINE:
        return None
    spielweise = PROFILE[modell].spielweise
    if modell == SCHNELL and _is_bad(day, today):
        return replace(spielweise, abschrift=ERDICHTET)
    if modell == SORGFAELTIG and day == _failing(today):
        return replace(spielweise, stoerung=1.0)
    if prompt == ZITATE_ZUERST and fassung == 1:  # its rule on negations was still missing
        return replace(spielweise, abschrift={**spielweise.abschrift, Abschrift.VERNEINUNG: 12})
    return spielweise


def _failing(today: date) -> date:
    return _workday(today - timedelta(STOERUNG))


def _is_bad(day: date, today: date) -> bool:
    return timedelta(0) <= day - bad_week(today) < timedelta(7)


def _comparison(today: date, antraege: int) -> Iterator[Geplant]:
    """An Antrag each night after a workday, with several models and prompts; all of them three times over."""
    asked = [
        *product([SORGFAELTIG, SCHNELL], [(STRENG, 1), (ZITATE_ZUERST, 2)]),
        (NEU, (STRENG, 1)),
        (OFFLINE, (FUNDSTELLEN, 1)),
    ]
    repeats: Sequence[int] = range(1, WIEDERHOLUNGEN + 1)
    days = (today - timedelta(ago) for ago in range(VERGLEICH, 0, -1))
    nights = [day for day in days if day.weekday() < 5]
    for day, (number, antrag) in zip(nights, product(repeats, range(antraege)), strict=False):
        for place, (modell, (prompt, fassung)) in enumerate(asked):
            if modell != OFFLINE or number == 1:  # it never says anything else
                spielweise = PROFILE[modell].spielweise if modell in PROFILE else None
                moment = _moment(day, NACHTS + place / 20)
                yield Geplant(moment, antrag, modell, prompt, fassung, spielweise, number)


def _workday(day: date) -> date:
    """That day, or the Monday after it."""
    return day + timedelta(max(7 - day.weekday(), 0)) if day.weekday() >= 5 else day


def _moment(day: date, hour: float) -> datetime:
    seconds = math.floor(hour * 3600)
    return datetime.combine(day, time(), UTC) + timedelta(seconds=seconds)
