"""Before a Lauf: what it asks for, what it will take, and why it cannot start yet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from core.antrag.antrag import Antrag
from core.assessment.auftrag import Auftrag
from core.assessment.parteiteil import prepare
from core.assessment.pipeline import retrieve
from core.assessment.prompts import (
    ANBIETER,
    ANTRAG,
    FUNDSTELLEN,
    HEAD,
    JUDGING,
    PARTEI,
    Prompt,
    antrag_slots,
    format_prompt,
    make_prompt,
    parse_prompt,
    partei_slots,
    prompts_of,
)
from core.base.errors import EingabeError
from core.llm.anfrage import Message
from core.llm.catalogue import OFFLINE, Modell, catalogue_of
from core.llm.litellm_access import Price, count_tokens, tokens_of
from core.programme.context import Context
from core.programme.registry import Registry
from core.runs.lauf import OwnPrompt
from core.runs.store import Runstore, runstore
from core.search.geltung import Selection

ANSWERED = 600
"""Tokens of an answer as the prompts ask for it: a reason of up to four sentences and up to three quotes for
each kind of programme."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a Lauf will take; `tokens_ein` is an estimate, nothing is searched for it. `usd`: None without a
    known price."""

    parteien: int
    anfragen: int
    tokens_ein: int
    usd: float | None


@dataclass(frozen=True, slots=True)
class Preview:
    """A party's request as it would be sent. `weggelassen`: so many passages the model has no room for."""

    messages: list[Message]
    gezeigt: int
    weggelassen: int
    zeichen: int
    tokens: int


def make_auftrag(context: Context, antrag: Antrag, modell: str, prompt: Prompt, **wahl: Any) -> Auftrag:
    """An Auftrag that also asks about the Antrag itself, as every Lauf does."""
    antragsprompt = prompts_of(context)[ANTRAG]
    given = Auftrag(antrag=antrag, modell=modell, prompt=prompt, antragsprompt=antragsprompt, **wahl)
    return each_once(context, [given])[0]


def each_once(context: Context, auftraege: Sequence[Auftrag]) -> list[Auftrag]:
    """Without those that could only be answered alike.

    The built-in model reads no prompt, knows no temperature and never says anything else: of it one is left,
    with its own prompt.
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


def parteien_in(registry: Registry, land: str | None) -> list[str]:
    """The parties of that Land in order; all of them where it is unknown."""
    if land is None:
        return list(registry.parteien)
    here = (id for id, partei in registry.parteien.items() if partei.stands_in(land))
    # The CSU in BUND is CDU/CSU: no party of its own there.
    return [id for id in here if registry.find_partei(id, land).id == id]


def without_sources(auswahl: Selection) -> list[str]:
    """The names of the parties of which nothing can be shown to a model."""
    return [participants.name for participants in auswahl.parteien if not participants.programme]


def obstacle(auswahl: Selection, unready: str) -> str:
    """Why the Lauf cannot start; empty where it can. `unready`: why the model cannot be asked."""
    if not auswahl.parteien:
        return "Es ist keine Partei gewählt. Wählen Sie unter „Parteien und Programme“ mindestens eine."
    if not auswahl.counting():
        return (
            "Von keiner der Parteien ist ein Programm eingelesen, das hier gilt. Lesen Sie eines ein oder "
            "wählen Sie weitere Parteien."
        )
    return unready


def effort_of(context: Context, auftrag: Auftrag, auswahl: Selection) -> Effort:
    slots = partei_slots(auftrag.antrag, "Partei", "")
    rahmen = tokens_of(auftrag.prompt.fill(slots))
    passage = count_tokens(HEAD + "x" * context.settings.chunk_size)
    room = catalogue_of(context).find(auftrag.modell).kontext - auftrag.max_tokens
    asked = [len(one.programme) for one in auswahl.parteien if one.programme] + [1] * len(auswahl.quellen)
    sizes = [min(room, rahmen + passage * auftrag.top_k * sources) for sources in asked]
    if auftrag.antragsprompt is not None:
        sizes.append(tokens_of(auftrag.antragsprompt.fill(antrag_slots(auftrag.antrag))))
    usd = Price(context, auftrag.modell).listed(sum(sizes), ANSWERED * len(sizes))
    return Effort(len(auswahl.parteien), len(sizes), sum(sizes), usd)


def preview(context: Context, auftrag: Auftrag, partei: str) -> Preview:
    """What the model would read about this party, or document: searched now, asked nothing."""
    auswahl, quotes, _ = retrieve(context, auftrag)
    names = {one.partei: one.name for one in auswahl.parteien} | {one.id: one.name for one in auswahl.quellen}
    name = names.get(partei)
    if name is None:
        raise EingabeError(f"Die Partei „{partei}“ gehört nicht zu diesem Antrag. Wählen Sie sie dazu.")
    unused = auswahl.unbenutzt.get(partei, {})
    vorlage = prepare(context, auftrag, partei, name, quotes[partei], unused)
    messages = vorlage.messages
    return Preview(
        messages=messages,
        gezeigt=len(vorlage.gezeigt),
        weggelassen=len(vorlage.angebote) - len(vorlage.gezeigt),
        zeichen=sum(len(message["content"]) for message in messages),
        tokens=tokens_of(messages),
    )


# --- what Läufe will cost, told before anybody is asked by what those of the same models have cost ----------


@dataclass(frozen=True, slots=True)
class Estimate:
    """`usd`: without those of the models in `unbekannt`, of which no Lauf tells what it cost."""

    usd: float
    unbekannt: tuple[str, ...]


def estimate(context: Context, auftraege: Sequence[Auftrag]) -> Estimate:
    asked, catalogue = Counter(auftrag.modell for auftrag in auftraege), catalogue_of(context)
    often = {modell: count for modell, count in asked.items() if not catalogue.find(modell).kostenlos}
    usual = runstore(context).usual_cost(often)
    known = sum(usual[modell] * count for modell, count in often.items() if modell in usual)
    return Estimate(known, tuple(modell for modell in often if modell not in usual))


# --- the prompts that analysts wrote themselves, beside those that are shipped -----------------------------

OWN = "eigen:"
"""Before the name of an own prompt; no file that is shipped has an id like that."""


def save_own(
    store: Runstore, name: str, system: str, nutzer: str, beschreibung: str = "", art: str = PARTEI
) -> Prompt:
    """The prompt under that name; other texts than its newest version's make another version."""
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise EingabeError("Der Prompt braucht einen Namen ohne unsichtbare Zeichen. Bitte eintragen.")
    prompt = make_prompt(name, system, nutzer, art, OWN + name, beschreibung=beschreibung)
    # The store counts the versions; the text says 1 in each, for the same wording must be the same text.
    return _read(store.save_prompt(name, format_prompt(prompt)))


def own_prompts(store: Runstore) -> list[Prompt]:
    """Every version of every own prompt, the newest of each first."""
    return [_read(stored) for stored in store.list_prompts()]


def all_prompts(context: Context, store: Runstore, modell: Modell | None = None) -> list[Prompt]:
    """Those that judge a party: the shipped ones, then the newest version of each own one. `modell`: those
    alone that it can answer."""
    newest: dict[str, Prompt] = {}
    for prompt in own_prompts(store):
        newest.setdefault(prompt.id, prompt)
    every = [prompt for prompt in (*prompts_of(context).values(), *newest.values()) if prompt.art in JUDGING]
    is_silent = modell is not None and not modell.zitate
    return [prompt for prompt in every if not (is_silent and prompt.art == ANBIETER)]


def find_prompt(context: Context, store: Runstore, id: str, version: int | None = None) -> Prompt:
    """The prompt of that id, shipped or own, in its newest version; of an own one the name will do."""
    shipped = prompts_of(context)
    own = [] if id in shipped else own_prompts(store)
    versions = [shipped[id]] if id in shipped else [one for one in own if one.id == id]
    versions = versions or [one for one in own if one.id == OWN + id]
    if not versions:
        known = ", ".join(prompt.id for prompt in all_prompts(context, store))
        raise EingabeError(f"Den Prompt „{id}“ gibt es nicht. Möglich sind: {known}.")
    for prompt in versions:
        if version in (None, prompt.version):
            return prompt
    there = ", ".join(str(prompt.version) for prompt in versions)
    raise EingabeError(f"Die Fassung {version} des Prompts „{id}“ gibt es nicht. Vorhanden: {there}.")


def _read(stored: OwnPrompt) -> Prompt:
    prompt = parse_prompt(stored.text, f"Der eigene Prompt „{stored.name}“, Fassung {stored.nummer}")
    return replace(prompt, version=stored.nummer)
