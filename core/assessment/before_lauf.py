"""Before a Lauf: what it asks for, what it will take, and why it cannot start yet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from core.assessment.auftrag import Auftrag
from core.assessment.parteiteil import prepare
from core.assessment.pipeline import retrieve
from core.assessment.prompts import (
    HEAD,
    antrag_slots,
    partei_slots,
)
from core.base.errors import EingabeError
from core.llm.anfrage import Message
from core.llm.catalogue import catalogue_of
from core.llm.litellm_access import Price, count_tokens, tokens_of
from core.programme.context import Context
from core.programme.registry import Registry
from core.runs.store import runstore
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
