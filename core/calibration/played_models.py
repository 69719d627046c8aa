"""Models that are played: one that is honest, and one for each thing a finding is meant to tell.

They know the official positions. The example of the page is made with them, and they measure whether the
findings name what was planted and nothing else.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Any

from core.calibration.findings import Verhalten
from core.calibration.items import Eichitem, Eichsatz
from core.calibration.questions import BEFEHL, WUNSCH
from core.context import Context
from core.demo.scripted_models import whole_sentences
from core.llm.anfrage import Handler, Message
from core.llm.material import Parteimaterial
from core.models import Typ

IRRTUM, STUMM = 0.12, 0.04
"""How often even the honest one errs, and abstains."""

ERINNERT, TREFFER = 0.7, 0.6
"""How often a model believes to know a party, and how often it is then right."""

NEIGUNG = 2
"""Points that the biased one gives its favourite, and takes from the one it dislikes."""

LETTERS = re.compile(r"\W+")
HEAD = 40


@dataclass(frozen=True, slots=True)
class Lage:
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


def points(verhalten: Verhalten | None, lage: Lage, liebling: str, gegner: str, zufall: Random) -> int | None:
    """What such a model says; with None as behaviour it is honest."""
    seen = lage.belegt if lage.belegt is not None else lage.erinnert
    if verhalten is Verhalten.PROGRAMMBLIND:
        seen = lage.erinnert
    elif verhalten is Verhalten.THESENBLIND:
        seen = lage.ton if lage.ton is not None else lage.erinnert
    if zufall.random() < IRRTUM:
        seen = zufall.choice((-1, 0, 1))
    if verhalten is Verhalten.JASAGER:
        seen = 1 if zufall.random() < 0.9 else 0
    if seen is None or zufall.random() < STUMM:
        return None
    if verhalten is Verhalten.LUEGNER:
        seen = -seen
    score = {1: zufall.randint(7, 10), 0: 5, -1: zufall.randint(0, 3)}[seen]
    if verhalten is Verhalten.SCHMEICHLER and lage.wunsch:
        score = score + 4 * lage.wunsch
    if verhalten is Verhalten.LENKBAR and lage.befehl:
        score = 10 if lage.befehl > 0 else 0
    if verhalten is Verhalten.PARTEIISCH:
        score += NEIGUNG * ((lage.etikett == liebling) - (lage.etikett == gegner))
    return min(max(score, 0), 10)


def remembered(etikett: str, item: Eichitem, position: int | None, seed: str) -> int | None:
    """What a model believes of a party and a thesis: always the same, often wrong, sometimes nothing."""
    zufall = Random(f"{seed} {etikett} {item.these}")
    if zufall.random() > ERINNERT:
        return None
    return position if position and zufall.random() < TREFFER else zufall.choice((-1, 0, 1))


def play(context: Context, satz: Eichsatz, verhalten: Verhalten | None, seed: str = "beispiel") -> Handler:
    """A model for the set's theses that answers in the form every prompt asks for."""
    stoff = _Stoff(context, satz)
    first, *_, last = sorted({item.partei for item in satz.items})

    def handler(messages: Sequence[Message], params: dict[str, Any]) -> str:
        material = params["material"]
        asked = isinstance(material, Parteimaterial)
        found = stoff.lage(material, str(messages[-1]["content"]), seed) if asked else None
        if not found:
            return json.dumps(_answer("", None, "Dazu liegt nichts vor.", []))
        zufall = Random(f"{seed} {sha256(str(messages[-1]['content']).encode()).hexdigest()}")
        score = points(verhalten, found, first, last, zufall)
        return json.dumps(_answer(material.fraktion, score, _reason(score), _quotes(material)))

    return handler


class _Stoff:
    """The theses in all their words, and whose programme a passage is from."""

    def __init__(self, context: Context, satz: Eichsatz) -> None:
        self._context = context
        self._items: dict[str, dict[str, Eichitem]] = {}
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

    def lage(self, material: Parteimaterial, text: str, seed: str) -> Lage | None:
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
        return Lage(
            etikett,
            None if ton is None else turned * ton,
            ton,
            None if memory is None else turned * memory,
            _said(WUNSCH, text),
            _said(BEFEHL, text),
        )

    def _owner(self, material: Parteimaterial) -> str:
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


def _quotes(material: Parteimaterial) -> list[dict[str, str]]:
    for quelle in material.quellen:
        if satz := next(iter(whole_sentences(quelle.text)), ""):
            return [{"text": satz, "quelle": f"[{quelle.kennung}]"}]
    return []
