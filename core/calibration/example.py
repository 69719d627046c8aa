"""The Eichung that is there at first sight: two played models on the Musterland, marked as an example."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from core.calibration.calibration_ask import EichungAuftrag
from core.calibration.findings import Behavior
from core.calibration.item_files import shipped_sentence
from core.calibration.items import Eichsatz, EichungItem
from core.calibration.questions import BEFEHL, WUNSCH, Variant, make_fragen
from core.calibration.run_calibration import (
    begin_calibration,
    finish_if_whole,
    missing,
    run_calibration,
)
from core.context import Context
from core.demo.scripted_models import whole_sentences
from core.errors import DashboardError
from core.llm.anfrage import Handler, Message, ParteiMaterial
from core.llm.prompts import prompts_of
from core.models import Typ

# --- models that are played: one that is honest, and one for each thing a finding is meant to tell ----------
# They know the official positions. The example of the page is made with them, and they measure whether the
# findings name what was planted and nothing else.

MISTAKE, SILENT = 0.12, 0.04
"""How often even the honest one errs, and abstains."""

REMEMBERED, HITS = 0.7, 0.6
"""How often a model believes to know a party, and how often it is then right."""

TENDENCY = 2
"""Points that the biased one gives its favourite, and takes from the one it dislikes."""

LETTERS = re.compile(r"\W+")
HEAD = 40


@dataclass(frozen=True, slots=True)
class Situation:
    """What a question offers to go by. `belegt`: what the material says to what is asked; `ton`: what it says
    to the thesis as it stands, negated or not; `erinnert`: what the model believes to know; `wunsch` and
    `befehl`: where they point.
    """

    etikett: str
    belegt: int | None
    ton: int | None
    erinnert: int | None
    wunsch: int = 0
    befehl: int = 0


def points(
    verhalten: Behavior | None, situation: Situation, favorite: str, opponent: str, chance: Random
) -> int | None:
    """What such a model says; with None as behaviour it is honest."""
    seen = situation.belegt if situation.belegt is not None else situation.erinnert
    if verhalten is Behavior.PROGRAMMBLIND:
        seen = situation.erinnert
    elif verhalten is Behavior.THESENBLIND:
        seen = situation.ton if situation.ton is not None else situation.erinnert
    if chance.random() < MISTAKE:
        seen = chance.choice((-1, 0, 1))
    if verhalten is Behavior.JASAGER:
        seen = 1 if chance.random() < 0.9 else 0
    if seen is None or chance.random() < SILENT:
        return None
    if verhalten is Behavior.LUEGNER:
        seen = -seen
    score = {1: chance.randint(7, 10), 0: 5, -1: chance.randint(0, 3)}[seen]
    if verhalten is Behavior.SCHMEICHLER and situation.wunsch:
        score = score + 4 * situation.wunsch
    if verhalten is Behavior.LENKBAR and situation.befehl:
        score = 10 if situation.befehl > 0 else 0
    if verhalten is Behavior.PARTEIISCH:
        score += TENDENCY * ((situation.etikett == favorite) - (situation.etikett == opponent))
    return min(max(score, 0), 10)


def remembered(etikett: str, item: EichungItem, position: int | None, seed: str) -> int | None:
    """What a model believes of a party and a thesis: always the same, often wrong, sometimes nothing."""
    chance = Random(f"{seed} {etikett} {item.these}")
    if chance.random() > REMEMBERED:
        return None
    return position if position and chance.random() < HITS else chance.choice((-1, 0, 1))


def play(context: Context, satz: Eichsatz, verhalten: Behavior | None, seed: str = "beispiel") -> Handler:
    """A model for the set's theses that answers in the form every prompt asks for."""
    stoff = _Material(context, satz)
    first, *_, last = sorted({item.partei for item in satz.items})

    def handler(messages: Sequence[Message], params: dict[str, Any]) -> str:
        material = params["material"]
        asked = isinstance(material, ParteiMaterial)
        found = stoff.situation(material, str(messages[-1]["content"]), seed) if asked else None
        if not found:
            return json.dumps(_answer("", None, "Dazu liegt nichts vor.", []))
        chance = Random(f"{seed} {sha256(str(messages[-1]['content']).encode()).hexdigest()}")
        score = points(verhalten, found, first, last, chance)
        return json.dumps(_answer(material.fraktion, score, _reason(score), _quotes(material)))

    return handler


class _Material:
    """The theses in all their words, and whose programme a passage is from."""

    def __init__(self, context: Context, satz: Eichsatz) -> None:
        self._context = context
        self._items: dict[str, dict[str, EichungItem]] = {}
        self._reasons: dict[str, str] = {}
        for item in satz.items:
            for text in (item.these, item.umformuliert, item.verneint):
                self._items.setdefault(_key(text), {})[item.partei] = item
            self._reasons[_key(item.begruendung)] = item.partei
        self._owners = {
            _key(chunk.text): programm.partei
            for land, programm in ((p.bundesland or "", p) for p in context.registry.programme.values())
            if land == "DEMO" and programm.typ is Typ.WAHLPROGRAMM
            for chunk in context.store.chunks_of(land, programm.id)
        }

    def situation(self, material: ParteiMaterial, text: str, seed: str) -> Situation | None:
        asked = material.forderungen[0][1]
        items = self._items.get(_key(asked), {})
        etikett = self._partei(material.fraktion)
        if not items:
            return None
        some = next(iter(items.values()))
        turned = -1 if _key(asked) == _key(some.verneint) else 1
        owner = self._owner(material)
        ton = items[owner].position if owner in items else None
        own = items.get(etikett)
        memory = remembered(etikett, some, own.position if own else None, seed)
        return Situation(
            etikett,
            None if ton is None else turned * ton,
            ton,
            None if memory is None else turned * memory,
            _said(WUNSCH, text),
            _said(BEFEHL, text),
        )

    def _owner(self, material: ParteiMaterial) -> str:
        for quelle in material.quellen:
            key = _key(quelle.text)
            if found := self._reasons.get(key) or self._owners.get(key):
                return found
        return ""

    def _partei(self, name: str) -> str:
        known = {partei.name: partei.id for partei in self._context.registry.parteien.values()}
        return known.get(name, name)


def _said(sentences: Mapping[int, str], text: str) -> int:
    return next((side for side, sentence in sentences.items() if sentence in text), 0)


def _key(text: str) -> str:
    return LETTERS.sub("", text.casefold())[:HEAD]


def _answer(
    name: str, score: int | None, reason: str, zitate: Sequence[Mapping[str, str]]
) -> dict[str, object]:
    own = {"score": score, "begruendung": reason, "zitate": list(zitate)}
    nothing: dict[str, object] = {"score": None, "begruendung": "Dazu liegt keine Quelle vor.", "zitate": []}
    return {"fraktion": name, "wahlprogramm": own, "parteiprogramm": nothing}


def _reason(score: int | None) -> str:
    if score is None:
        return "Die vorliegenden Stellen sagen dazu nichts."
    if score >= 6:
        return "Das Programm geht in dieselbe Richtung wie Forderung 1."
    return "Das Programm geht in eine andere Richtung als Forderung 1." if score <= 4 else "Es bleibt offen."


def _quotes(material: ParteiMaterial) -> list[dict[str, str]]:
    for quelle in material.quellen:
        if satz := next(iter(whole_sentences(quelle.text)), ""):
            return [{"text": satz, "quelle": f"[{quelle.kennung}]"}]
    return []


# --- the Eichung that is there at first sight ---------------------------------------------------------------
# Two played models on the Musterland, marked as an example.

MODELLE: dict[str, Behavior | None] = {
    "demo/beispiel-redlich": None,
    "demo/beispiel-parteiisch": Behavior.PARTEIISCH,
}
WORKERS = 2
"""They take no time themselves; more threads only get in each other's way."""


@dataclass(frozen=True, slots=True)
class ExampleState:
    fertig: int
    von: int


def play_example(context: Context) -> Iterator[ExampleState]:
    """What is stored of it already is not played again."""
    satz = shipped_sentence(context.settings.data_dir)
    fragen = make_fragen(context, satz, list(Variant), wiederholungen=2)
    total, done = len(MODELLE) * len(fragen.fragen), 0
    for modell, verhalten in MODELLE.items():
        auftrag = example_auftrag(context, modell, verhalten)
        eichung_id = begin_calibration(context, auftrag, satz, fragen)
        offen = missing(context, eichung_id, fragen)
        done += len(fragen.fragen) - len(offen)
        for step in run_calibration(context, auftrag, eichung_id, offen, WORKERS):
            if step.fehler:
                raise DashboardError(f"Das Beispiel ließ sich nicht rechnen: {step.fehler}")
            done += 1
            yield ExampleState(done, total)
        finish_if_whole(context, eichung_id, fragen)


def example_auftrag(context: Context, modell: str, verhalten: Behavior | None) -> EichungAuftrag:
    prompts = prompts_of(context)
    skript = play(context, shipped_sentence(context.settings.data_dir), verhalten)
    return EichungAuftrag(modell=modell, prompt=prompts["streng"], ohne=prompts["eichung"], skript=skript)
