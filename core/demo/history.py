"""A believable past for trying out: Läufe of the real pipeline with scripted models, all of them marked demo.

What is scripted is what a model says, when it says it and what it costs. Search, prompts, binding and storing
are those of every Lauf.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from random import Random

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.auftrag import Suche
from core.assessment.before_lauf import make_auftrag
from core.assessment.pipeline import Material, assess, retrieve
from core.context import Context
from core.demo.demo_antraege import LAND, demo_antraege
from core.demo.history_plan import LAST_DAY, NARROW, PROFILE, STRICT, ZITATE_FIRST, Planned, plan
from core.demo.scripted_models import Appearance, play, whole_sentences
from core.errors import EingabeError
from core.llm.anfrage import Handler
from core.llm.prompts import FUNDSTELLEN, Prompt, make_prompt, prompts_of
from core.models import Typ
from core.programme.registry import Registry, partei_name
from core.runs.lauf import Teil
from core.runs.store import Runstore, runstore
from core.runs.write_laeufe import Usage

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


@dataclass(frozen=True, slots=True)
class Script:
    """What all Läufe share: each Antrag with what was found for it, and every prompt in every version."""

    stoff: tuple[tuple[Antrag, Material], ...]
    prompts: Mapping[tuple[str, int], Prompt]
    parteien: tuple[str, ...]
    anderswo: Mapping[str, list[str]]


def demo_history(context: Context, last_day: date, planned: Sequence[Planned] = ()) -> Iterator[Progress]:
    """Write the history anew, Lauf by Lauf, so that it ends on that day; an earlier one goes.

    What it holds is the same whatever the day: only its moments are moved.
    """
    script = _play_script(context)
    planned = planned or plan(len(script.stoff))
    later = last_day - LAST_DAY
    remove_demo_laeufe(runstore(context))
    for number, geplant in enumerate(planned, start=1):
        _write(context, script, geplant, geplant.created + later)
        yield Progress(number, len(planned))


def remove_demo_laeufe(store: Runstore) -> int:
    """Remove the history without a trace, and nothing else; how many Läufe."""
    return store.purge_demo()


def _play_script(context: Context) -> Script:
    if not context.store.staende(LAND):
        raise EingabeError(
            "Das Beispielland ist noch nicht eingelesen, also gibt es nichts zu zitieren. Lesen Sie es "
            "zuerst ein: python -m core demo"
        )
    parteien = tuple(id for id, partei in context.registry.parteien.items() if partei.stands_in(LAND))
    antraege = [
        read_antrag_bytes(file.read_bytes(), context.registry) for file in demo_antraege(context).values()
    ]
    stoff = tuple((antrag, retrieve(context, Suche(antrag=antrag, weitere=parteien))) for antrag in antraege)
    prompts = prompts_of(context)
    return Script(stoff, _prompts(prompts), parteien, _elsewhere(context.registry, stoff))


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


def _elsewhere(registry: Registry, stoff: tuple[tuple[Antrag, Material], ...]) -> dict[str, list[str]]:
    """By the party's name, whole sentences of its programmes, whatever Antrag they were found for."""
    found: dict[str, list[str]] = {}
    for _, (_, quotes, _) in stoff:
        for partei, own in quotes.items():
            saetze = (satz for f in own for satz in whole_sentences(f.chunk.text))
            found.setdefault(partei_name(registry, partei, LAND), []).extend(saetze)
    return found


def _write(context: Context, script: Script, geplant: Planned, created: datetime) -> str:
    antrag, material = script.stoff[geplant.antrag]
    auftrag = make_auftrag(
        context,
        antrag,
        geplant.modell,
        script.prompts[geplant.prompt, geplant.fassung],
        weitere=script.parteien,
        wiederholung=geplant.wiederholung,
        fresh=True,
        gelesen=antrag,
        is_demo=True,
        skript=_script(context.registry, script, geplant),
    )
    store = runstore(context)
    lauf = store.load(assess(context, auftrag, material=material))
    store.backdate(lauf.id, created, {t.partei: _usage(t, geplant) for t in lauf.teile})
    return lauf.id


def _script(registry: Registry, script: Script, geplant: Planned) -> Handler | None:
    if geplant.spielweise is None:
        return None
    antrag, _ = script.stoff[geplant.antrag]
    haltung = {
        partei_name(registry, partei, LAND): dict(zip(Typ, points, strict=True))
        for partei, points in STANCE.get(antrag.drucksache, {}).items()
    }
    return play(Appearance(geplant.spielweise, geplant.seed, haltung, script.anderswo))


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
