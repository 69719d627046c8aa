"""Before a Lauf: what it asks for, what it will take, and why it cannot start yet."""

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


@dataclass(frozen=True, slots=True)
class BeforeLauf:
    context: Context
    auftrag: Auftrag

    def effort(self, auswahl: Selection) -> Effort:
        auftrag = self.auftrag
        rahmen = tokens_of(auftrag.prompt.fill(partei_slots(auftrag.antrag, "Partei", "")))
        passage = count_tokens(HEAD + "x" * self.context.settings.chunk_size)
        room = catalogue_of(self.context).find(auftrag.modell).kontext - auftrag.max_tokens
        asked = [len(one.programme) for one in auswahl.parteien if one.programme]
        asked += [1] * len(auswahl.quellen)
        sizes = [min(room, rahmen + passage * auftrag.top_k * sources) for sources in asked]
        if auftrag.antragsprompt is not None:
            sizes.append(tokens_of(auftrag.antragsprompt.fill(antrag_slots(auftrag.antrag))))
        usd = Price(self.context, auftrag.modell).listed(sum(sizes), ANSWERED * len(sizes))
        return Effort(len(auswahl.parteien), len(sizes), sum(sizes), usd)

    def preview(self, partei: str) -> Preview:
        """What the model would read about this party, or document: searched now, asked nothing."""
        auswahl, quotes, _ = retrieve(self.context, self.auftrag)
        names = {one.partei: one.name for one in auswahl.parteien}
        names |= {one.id: one.name for one in auswahl.quellen}
        name = names.get(partei)
        if name is None:
            raise EingabeError(f"Die Partei „{partei}“ gehört nicht zu diesem Antrag. Wählen Sie sie dazu.")
        unused = auswahl.unbenutzt.get(partei, {})
        vorlage = prepare(self.context, self.auftrag, partei, name, quotes[partei], unused)
        messages = vorlage.messages
        return Preview(
            messages=messages,
            gezeigt=len(vorlage.gezeigt),
            weggelassen=len(vorlage.angebote) - len(vorlage.gezeigt),
            zeichen=sum(len(message["content"]) for message in messages),
            tokens=tokens_of(messages),
        )
