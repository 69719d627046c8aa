"""A believable past for trying out: Läufe of the real pipeline with scripted models, all of them marked demo.

What is scripted is what a model says, when it says it and what it costs. Search, prompts, binding and storing
are those of every Lauf.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import product
from random import Random

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.auftrag import Auftrag, Suche
from core.assessment.pipeline import Material, assess, retrieve
from core.assessment.prompts import FUNDSTELLEN, Prompt, make_prompt, prompts_of
from core.base.errors import EingabeError
from core.demo.demo_antraege import LAND, demo_antraege
from core.demo.scripted_models import Appearance, PlayStyle, Transcript, play, whole_sentences
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.programme.registry import Registry
from core.runs.lauf import Teil
from core.runs.store import runstore
from core.runs.write_laeufe import Usage
from core.wortlaut.records import PROGRAMM_TYPEN

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
        weights = {modell: profile.haeufigkeit for modell, profile in PROFILE.items()}
        weights[OFFLINE] = OFFLINE_FREQUENCY
        if ago > NEW_MODELL:
            del weights[NEU]
        if _is_bad(day):
            weights[FAST] *= 2
        if day == FAILING:
            weights = {CAREFUL: 1.0}
        modell = chance.choices(list(weights), list(weights.values()))[0]
        prompt = (
            FUNDSTELLEN if modell == OFFLINE else chance.choices([STRICT, NARROW, ZITATE_FIRST], [5, 2, 3])[0]
        )
        fassung = 2 if prompt == ZITATE_FIRST and ago <= NEW_VERSION else 1
        spielweise = None if modell == OFFLINE else PROFILE[modell].spielweise
        if spielweise and modell == FAST and _is_bad(day):
            spielweise = replace(spielweise, abschrift=FABRICATED)
        elif spielweise and modell == CAREFUL and day == FAILING:
            spielweise = replace(spielweise, stoerung=1.0)
        elif spielweise and prompt == ZITATE_FIRST and fassung == 1:  # its rule on negations was missing
            abschrift = {**spielweise.abschrift, Transcript.VERNEINUNG: 12}
            spielweise = replace(spielweise, abschrift=abschrift)
        if spielweise and chance.random() < OHNE_ZITAT:
            spielweise = replace(spielweise, zitate=0)
        created = _moment(day, chance.uniform(EARLY, LATE))
        yield Planned(created, chance.randrange(antraege), modell, prompt, fassung, spielweise)


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


# --- the invented history, as it is stored ------------------------------------------------------------------


NEGATION_RULE = "8. "
"""How the rule begins that the first version of the demo's own prompt lacks."""

STANCE: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "5/214": {"LINDENBUND": (9, 8), "MÜHLRAD": (8, 8), "BRÜCKE": (7, 5), "LEUCHTTURM": (4, 4)},
    "5/389": {"LINDENBUND": (4, 5), "MÜHLRAD": (2, 2), "BRÜCKE": (1, 1), "LEUCHTTURM": (9, 9)},
    "5/602": {"LINDENBUND": (1, 4), "MÜHLRAD": (6, 6), "BRÜCKE": (9.5, 8), "LEUCHTTURM": (1, 1)},
    "5/771": {"LINDENBUND": (2, 5), "MÜHLRAD": (9, 9), "BRÜCKE": (5, 5), "LEUCHTTURM": (1, 1)},
    "5/903": {"LINDENBUND": (1, 4), "MÜHLRAD": (9, 9), "BRÜCKE": (8, 7), "LEUCHTTURM": (3, 3)},
}
"""Drucksache → party → the points by its Wahlprogramm and by its Parteiprogramm, as we read them."""


@dataclass(frozen=True, slots=True)
class Progress:
    fertig: int
    von: int


def demo_history(context: Context, last_day: date, planned: Sequence[Planned] = ()) -> Iterator[Progress]:
    """Write the history anew, Lauf by Lauf, so that it ends on that day; an earlier one goes.

    What it holds is the same whatever the day: only its moments are moved.
    """
    if not context.store.staende(LAND):
        raise EingabeError(
            "Das Beispielland ist noch nicht eingelesen, also gibt es nichts zu zitieren. Lesen Sie es "
            "zuerst ein: python -m core demo"
        )
    parteien = tuple(id for id, partei in context.registry.parteien.items() if partei.stands_in(LAND))
    antraege = [
        read_antrag_bytes(file.read_bytes(), context.registry) for file in demo_antraege(context).values()
    ]
    stoff = [(antrag, retrieve(context, Suche(antrag=antrag, weitere=parteien))) for antrag in antraege]
    anderswo = _elsewhere(context.registry, stoff)
    prompts = _prompts(prompts_of(context))
    planned = planned or plan(len(stoff))
    store = runstore(context)
    store.purge_demo()
    for number, geplant in enumerate(planned, start=1):
        antrag, material = stoff[geplant.antrag]
        haltung = {
            context.registry.partei_name(partei, LAND): dict(zip(PROGRAMM_TYPEN, points, strict=True))
            for partei, points in STANCE.get(antrag.drucksache, {}).items()
        }
        style = geplant.spielweise
        auftrag = Auftrag.of(
            context,
            antrag,
            geplant.modell,
            prompts[geplant.prompt, geplant.fassung],
            weitere=parteien,
            wiederholung=geplant.wiederholung,
            fresh=True,
            gelesen=antrag,
            is_demo=True,
            skript=play(Appearance(style, geplant.seed, haltung, anderswo)) if style else None,
        )
        lauf = store.load(assess(context, auftrag, material=material))
        created = geplant.created + (last_day - LAST_DAY)
        store.backdate(lauf.id, created, {t.partei: _usage(t, geplant) for t in lauf.teile})
        yield Progress(number, len(planned))


def _prompts(shipped: Mapping[str, Prompt]) -> dict[tuple[str, int], Prompt]:
    """As the plan names them. One is the demo's own: a shipped one cannot have had another wording."""
    streng = shipped[STRICT]
    system = f"{streng.system}\n\nSchreibe zuerst alle Zitate ab und bilde erst danach dein Urteil."
    without = "\n".join(line for line in system.split("\n") if not line.startswith(NEGATION_RULE))
    own = {
        (ZITATE_FIRST, version): make_prompt(
            "Zitate zuerst", text, streng.nutzer, id=ZITATE_FIRST, version=version
        )
        for version, text in ((1, without), (2, system))
    }
    same = {(id, 1): shipped[id] for id in (STRICT, NARROW, FUNDSTELLEN)}
    return {**same, **own}


def _elsewhere(registry: Registry, stoff: Sequence[tuple[Antrag, Material]]) -> dict[str, list[str]]:
    """By the party's name, whole sentences of its programmes, whatever Antrag they were found for."""
    found: dict[str, list[str]] = {}
    for _, (_, quotes, _) in stoff:
        for partei, own in quotes.items():
            saetze = (satz for f in own for satz in whole_sentences(f.chunk.text))
            found.setdefault(registry.partei_name(partei, LAND), []).extend(saetze)
    return found


def _usage(teil: Teil, geplant: Planned) -> Usage:
    """By the model's speed and price; the built-in model took what it took."""
    profile = PROFILE.get(geplant.modell)
    if profile is None or not teil.messages:
        return Usage(teil.dauer.get("modell", 0.0), teil.kosten)
    begin, per_token = profile.sekunden
    if not teil.tokens_aus:  # the provider failed
        return Usage(begin, 0.0)
    chance = Random(f"{geplant.seed} {teil.partei}")
    seconds = (begin + per_token * teil.tokens_aus) * chance.lognormvariate(0, 0.25)
    input_tokens, aus = profile.preis
    return Usage(round(seconds, 3), (teil.tokens_ein * input_tokens + teil.tokens_aus * aus) / 1e6)


# --- what those are called that only play: models and a prompt of the invented history and of the example


PLAYED: Mapping[str, str] = {
    "demo/beispiel": "Beispielmodell",
    "demo/sorgfaeltig": "Beispiel „sorgfältig“",
    "demo/schnell": "Beispiel „schnell“",
    "demo/neu": "Beispiel „neu“",
    "demo/beispiel-redlich": "Beispiel „redlich“",
    "demo/beispiel-parteiisch": "Beispiel „parteiisch“",
    "demo:zitate-zuerst": "Zitate zuerst",
}
"""Id of a model or prompt → its name."""
