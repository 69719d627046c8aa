"""Which Läufe the demo history consists of: when, which model with which prompt, and how well it went."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from random import Random

from core.demo.scripted_models import PlayStyle, Transcript
from core.llm.catalogue import OFFLINE
from core.llm.prompts import FUNDSTELLEN

DAYS = 75
WORKING_DAY, WEEKEND = (3, 5), (0, 1)
"""So few and so many Läufe a day."""

EARLY, LATE, AT_NIGHT = 6.5, 17.0, 20.0
"""Hours (UTC): people work between the first two; comparisons begin at the last."""

NEW_MODELL, NEW_VERSION, VERGLEICH = 24, 38, 23
"""So many days before the last one: a model was added, a prompt changed, they began to be compared."""

LAST_DAY, BAD_WEEK, FAILING = date(2026, 11, 20), date(2026, 10, 19), date(2026, 9, 28)
"""A Friday; the Monday of the week in which the quick model made its quotes up; when a provider failed."""

STRICT, NARROW, ZITATE_FIRST = "streng", "knapp", "demo:zitate-zuerst"
CAREFUL, FAST, NEU = "demo/sorgfaeltig", "demo/schnell", "demo/neu"
OHNE_ZITAT = 0.04
REPEATS = 3


@dataclass(frozen=True, slots=True)
class Profile:
    """A scripted model. `preis`: USD per million tokens in and out; `sekunden`: at first, per token out."""

    spielweise: PlayStyle
    preis: tuple[float, float]
    sekunden: tuple[float, float]
    haeufigkeit: float


@dataclass(frozen=True, slots=True)
class Planned:
    """One Lauf. Without a `spielweise` the built-in model answers for itself; `antrag` counts from 0."""

    created: datetime
    antrag: int
    modell: str
    prompt: str
    fassung: int
    spielweise: PlayStyle | None
    wiederholung: int = 1

    @property
    def seed(self) -> str:
        return f"{self.created} {self.antrag} {self.modell} {self.prompt} {self.wiederholung}"


CLEAN: Mapping[Transcript, float] = {
    Transcript.WOERTLICH: 80,
    Transcript.GEKUERZT: 8,
    Transcript.WORT_FEHLT: 6,
    Transcript.UMSCHRIEBEN: 2,
    Transcript.ZAHL: 0.5,
    Transcript.VERNEINUNG: 0.5,
    Transcript.STICHWORT: 1,
    Transcript.ANDERSWO: 1,
    Transcript.ERFUNDEN: 1,
}
VOLATILE = {
    **CLEAN,
    Transcript.WOERTLICH: 62,
    Transcript.WORT_FEHLT: 10,
    Transcript.UMSCHRIEBEN: 6,
    Transcript.ZAHL: 3,
    Transcript.VERNEINUNG: 2,
    Transcript.STICHWORT: 3,
    Transcript.ANDERSWO: 2,
    Transcript.ERFUNDEN: 4,
    Transcript.ENDLOS: 0.5,
}
FABRICATED = {**VOLATILE, Transcript.WOERTLICH: 35, Transcript.UMSCHRIEBEN: 12, Transcript.ERFUNDEN: 38}

PROFILE: Mapping[str, Profile] = {
    CAREFUL: Profile(PlayStyle(CLEAN, streuung=0.4), (2.5, 10.0), (2.2, 0.016), 3),
    FAST: Profile(
        PlayStyle(VOLATILE, neigung=0.7, streuung=1.1, stumm=0.03, stoerung=0.004),
        (0.15, 0.6),
        (0.6, 0.006),
        3.5,
    ),
    NEU: Profile(
        PlayStyle({**CLEAN, Transcript.GEKUERZT: 20}, neigung=-0.4, streuung=0.6),
        (0.8, 3.2),
        (1.1, 0.009),
        4,
    ),
}
OFFLINE_FREQUENCY = 1.0


def plan(antraege: int) -> list[Planned]:
    """In the order of time, and always the same: `demo_history` moves it as a whole to other days."""
    planned = [
        lauf
        for ago in range(DAYS - 1, -1, -1)
        for lauf in _day(LAST_DAY - timedelta(ago), ago, antraege, Random(f"{LAST_DAY - timedelta(ago)}"))
    ]
    planned += _comparison(antraege)
    return sorted(planned, key=lambda lauf: lauf.created)


def _day(day: date, ago: int, antraege: int, chance: Random) -> Iterator[Planned]:
    few, many = WEEKEND if day.weekday() >= 5 else WORKING_DAY
    for _ in range(chance.randint(few, many)):
        modell = _modell(day, ago, chance)
        prompt = (
            FUNDSTELLEN if modell == OFFLINE else chance.choices([STRICT, NARROW, ZITATE_FIRST], [5, 2, 3])[0]
        )
        fassung = 2 if prompt == ZITATE_FIRST and ago <= NEW_VERSION else 1
        spielweise = _play_style(modell, prompt, fassung, day)
        if spielweise and chance.random() < OHNE_ZITAT:
            spielweise = replace(spielweise, zitate=0)
        created = _moment(day, chance.uniform(EARLY, LATE))
        yield Planned(created, chance.randrange(antraege), modell, prompt, fassung, spielweise)


def _modell(day: date, ago: int, chance: Random) -> str:
    weights = {modell: profile.haeufigkeit for modell, profile in PROFILE.items()}
    weights[OFFLINE] = OFFLINE_FREQUENCY
    if ago > NEW_MODELL:
        del weights[NEU]
    if _is_bad(day):
        weights[FAST] *= 2
    if day == FAILING:
        weights = {CAREFUL: 1.0}
    return chance.choices(list(weights), list(weights.values()))[0]


def _play_style(modell: str, prompt: str, fassung: int, day: date) -> PlayStyle | None:
    if modell == OFFLINE:
        return None
    spielweise = PROFILE[modell].spielweise
    if modell == FAST and _is_bad(day):
        return replace(spielweise, abschrift=FABRICATED)
    if modell == CAREFUL and day == FAILING:
        return replace(spielweise, stoerung=1.0)
    if prompt == ZITATE_FIRST and fassung == 1:  # its rule on negations was still missing
        return replace(spielweise, abschrift={**spielweise.abschrift, Transcript.VERNEINUNG: 12})
    return spielweise


def _is_bad(day: date) -> bool:
    return timedelta(0) <= day - BAD_WEEK < timedelta(7)


def _comparison(antraege: int) -> Iterator[Planned]:
    """An Antrag each night after a workday, with several models and prompts; all of them three times over."""
    asked = [
        *product([CAREFUL, FAST], [(STRICT, 1), (ZITATE_FIRST, 2)]),
        (NEU, (STRICT, 1)),
        (OFFLINE, (FUNDSTELLEN, 1)),
    ]
    repeats: Sequence[int] = range(1, REPEATS + 1)
    days = (LAST_DAY - timedelta(ago) for ago in range(VERGLEICH, 0, -1))
    nights = [day for day in days if day.weekday() < 5]
    for day, (number, antrag) in zip(nights, product(repeats, range(antraege)), strict=False):
        for place, (modell, (prompt, fassung)) in enumerate(asked):
            if modell != OFFLINE or number == 1:  # it never says anything else
                spielweise = PROFILE[modell].spielweise if modell in PROFILE else None
                moment = _moment(day, AT_NIGHT + place / 20)
                yield Planned(moment, antrag, modell, prompt, fassung, spielweise, number)


def _moment(day: date, hour: float) -> datetime:
    seconds = math.floor(hour * 3600)
    return datetime.combine(day, time(), UTC) + timedelta(seconds=seconds)
