"""What is to be assessed, and the key under which the same assessment is found again."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from core.antrag.antrag import Antrag
from core.assessment.prompts import (
    ANBIETER,
    ANTRAG,
    FUNDSTELLEN,
    VERWEIS,
    Prompt,
    dokument_prompt,
    prompts_of,
)
from core.base.errors import ModellUnbekannt
from core.llm.anfrage import Budget
from core.llm.catalogue import OFFLINE, OFFLINE_VERSION, Handler, catalogue_of
from core.programme.context import Context
from core.runs.lauf import Zitierweise
from core.search.passage_search import MIN_SIMILARITY
from core.wortlaut.records import Fundstelle

TOP_K = 4
"""Passages of each programme that a model is shown."""

POINTED = {VERWEIS: Zitierweise.VERWEIS, ANBIETER: Zitierweise.ANBIETER}
"""How a prompt of this kind has a model quote."""

HOTTEST = 2.0
"""More no provider takes as a temperature."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suche:
    """What is looked for. `weitere`: parties beside the movers and the government. `trotzdem`: Programme that
    are used although they are not in force, by id. `quellen`: kept documents beside the programmes, by id.
    """

    antrag: Antrag
    weitere: tuple[str, ...] = ()
    trotzdem: tuple[str, ...] = ()
    quellen: tuple[str, ...] = ()
    top_k: int = TOP_K
    min_similarity: float = MIN_SIMILARITY


@dataclass(frozen=True, slots=True, kw_only=True)
class Auftrag(Suche):
    """One Antrag, one model, one prompt. `parallel`: so many parties are asked at once.

    `skript` plays a model of the demo history; such a Lauf is a demo, whatever else is said. `gelesen`: the
    Antrag as it was read from its file, where a person may have changed it since; it changes no answer.
    `budget`: shared with others. `is_collected`: its questions were posted in a batch of the provider's, and
    none is asked anew.
    """

    modell: str
    prompt: Prompt
    antragsprompt: Prompt | None = None
    temperature: float = 0.0
    max_tokens: int = 2000
    timeout: float = 120.0
    versuche: int = 4
    pause: float = 1.0
    ersatzmodell: str | None = None
    api_base: str | None = None
    parallel: int = 4
    wiederholung: int = 1
    fresh: bool = False
    batch_id: str | None = None
    gelesen: Antrag | None = None
    is_demo: bool = False
    skript: Handler | None = None
    budget: Budget | None = None
    is_collected: bool = False

    @classmethod
    def of(cls, context: Context, antrag: Antrag, modell: str, prompt: Prompt, **wahl: Any) -> "Auftrag":
        """One that also asks about the Antrag itself, as every Lauf does."""
        antragsprompt = prompts_of(context)[ANTRAG]
        given = cls(antrag=antrag, modell=modell, prompt=prompt, antragsprompt=antragsprompt, **wahl)
        return cls.each_once(context, [given])[0]

    @staticmethod
    def each_once(context: Context, auftraege: "Sequence[Auftrag]") -> "list[Auftrag]":
        """Without those that could only be answered alike.

        The built-in model reads no prompt, knows no temperature and never says anything else: of it one is
        left, with its own prompt.
        """
        own = prompts_of(context)[FUNDSTELLEN]
        return list(
            dict.fromkeys(
                replace(auftrag, prompt=own, temperature=0.0, wiederholung=1)
                if auftrag.modell == OFFLINE
                else auftrag
                for auftrag in auftraege
            )
        )

    @property
    def suche(self) -> Suche:
        """The same search as that of every other model and prompt."""
        return Suche(**{one.name: getattr(self, one.name) for one in fields(Suche)})

    @property
    def parameter(self) -> dict[str, object]:
        """What changes the answer, as it is stored."""
        return {
            "temperature": self.temperature,
            "max_tokens": self.max_tokens,
            "top_k": self.top_k,
            "min_similarity": self.min_similarity,
            "ersatzmodell": self.ersatzmodell,
            "weitere": list(self.weitere),
            **({"trotzdem": sorted(set(self.trotzdem))} if self.trotzdem else {}),
            **({"quellen": list(dict.fromkeys(self.quellen))} if self.quellen else {}),
            **({"heuristik": OFFLINE_VERSION} if OFFLINE in (self.modell, self.ersatzmodell) else {}),
        }


@dataclass(frozen=True, slots=True)
class Schritt:
    """What has just been done of a Lauf, for whoever shows progress."""

    lauf_id: str
    fertig: int
    von: int
    partei: str = ""
    fehler: str = ""
    kosten: float | None = None


def schluessel(context: Context, auftrag: Auftrag, quotes: Mapping[str, Sequence[Fundstelle]]) -> str:
    """The same model, parameters, prompts, Antrag, passages and repeat have the same key.

    A model's name says nothing of who answers to it on a server of one's own, so its address belongs to it.
    """
    content = {
        "modell": auftrag.modell,
        "parameter": auftrag.parameter,
        "prompts": [auftrag.prompt.hash, auftrag.antragsprompt and auftrag.antragsprompt.hash],
        "antrag": asdict(auftrag.antrag),
        "fundstellen": {partei: [f.chunk.id for f in own] for partei, own in quotes.items()},
        "wiederholung": auftrag.wiederholung,
    }
    reasons = {f.programm_id: f.trotzdem for own in quotes.values() for f in own if f.trotzdem}
    content |= {"trotzdem": reasons} if reasons else {}
    if auftrag.quellen:
        content["dokumentprompt"] = dokument_prompt(context, auftrag.prompt).hash
    servers = own_servers(context, auftrag)
    content |= {"adressen": servers} if servers else {}
    # What was asked before a model's entry in the catalogue said so was asked otherwise.
    weise = zitierweise(context, auftrag)
    content |= {"zitierweise": weise} if weise is Zitierweise.ERZWUNGEN else {}
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()[:32]


def zitierweise(context: Context, auftrag: Auftrag) -> Zitierweise:
    """How the model that is asked first is to quote; one that stands in for it may do otherwise."""
    if auftrag.prompt.art in POINTED:
        return POINTED[auftrag.prompt.art]
    try:
        modell = catalogue_of(context).find(auftrag.modell)
    except ModellUnbekannt:  # nobody answers, and the Lauf tells why
        return Zitierweise.ABSCHRIFT
    return Zitierweise.ERZWUNGEN if modell.erzwungen else Zitierweise.ABSCHRIFT


def own_servers(context: Context, auftrag: Auftrag) -> dict[str, str]:
    """Model → the address of the server of one's own that it is asked at, where it is one."""
    try:
        asked = [catalogue_of(context).find(id) for id in (auftrag.modell, auftrag.ersatzmodell) if id]
    except ModellUnbekannt:  # nobody answers, and the Lauf tells why
        asked = []
    named = {one.id: catalogue_of(context).own_server(one, auftrag.modell, auftrag.api_base) for one in asked}
    return {id: url.rstrip("/") for id, url in named.items() if url and id != OFFLINE}
