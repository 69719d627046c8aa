"""A free question over the programmes, answered with statements that carry bound quotes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Unpack

from core.assessment.belege import (
    HINWEIS,
    MAX_TOKENS,
    Belege,
    Blatt,
    Gezeigt,
    Senden,
    bind_zitate,
    named_in,
    with_sources,
    without_quotes,
)
from core.citations.eintrag import Gebunden, Verworfen
from core.context import Context
from core.llm.anfrage import Anfrage, Antwort, Message
from core.llm.antwort import Frageantwort
from core.llm.client import ask
from core.llm.einbau import install
from core.llm.prompts import FRAGE, Prompt, fill, load_prompts
from core.models import Fundstelle, Partei
from core.programme.registry import Registry
from core.retrieval.prompttext import fence, format_quotes_for_prompt
from core.retrieval.rangfolge import Verfahren
from core.retrieval.search import search_passagen
from core.retrieval.sicher import is_offered
from core.retrieval.suchanfrage import Suchanfrage, understand
from core.retrieval.suchraum import Suchraum, suchraum_of

TOP_K = 3
"""Passages of each party that a model is shown."""


@dataclass(frozen=True, slots=True)
class Aussage:
    """`unbelegt`: no quote proves it."""

    text: str
    belege: tuple[Gebunden, ...]
    unbelegt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragenantwort:
    """`ohne_antwort`: parties without a proved statement; `ohne_quellen`: those without any passage.

    `durchsucht`: the ids of the Programme that were searched, also where nothing was found in them.
    """

    anfrage: Suchanfrage
    aussagen: tuple[Aussage, ...] = ()
    ohne_antwort: tuple[str, ...] = ()
    ohne_quellen: tuple[str, ...] = ()
    durchsucht: tuple[str, ...] = ()
    verworfen: tuple[Verworfen, ...] = ()
    gezeigt: tuple[Fundstelle, ...] = ()
    modell: str = ""
    tokens_ein: int = 0
    tokens_aus: int = 0
    kosten: float | None = None
    hinweis: str = HINWEIS


def ask_frage(
    context: Context,
    eingabe: str,
    modell: str,
    *,
    parteien: Sequence[str] = (),
    bundesland: str | None = None,
    top_k: int = TOP_K,
    **senden: Unpack[Senden],
) -> Fragenantwort:
    """Search each party's programmes, ask the model, bind its quotes. Raises a ModellFehler if it fails."""
    anfrage = understand(context.registry, eingabe, parteien, bundesland, what="Die Frage")
    return ask_anfrage(context, anfrage, modell, top_k=top_k, **senden)


def ask_anfrage(
    context: Context, anfrage: Suchanfrage, modell: str, *, top_k: int = TOP_K, **senden: Unpack[Senden]
) -> Fragenantwort:
    """The same for a question that was understood before."""
    install(context)
    found = {
        partei: [fundstelle for fundstelle in own if is_offered(context, fundstelle)]
        for partei, own in search_parteien(context, anfrage, top_k).items()
    }
    silent = tuple(partei for partei, own in found.items() if not own)
    searched = tuple(id for own in indexed_of(context, suchraum_of(context, anfrage)).values() for id in own)
    if len(silent) == len(found):
        return Fragenantwort(anfrage=anfrage, ohne_quellen=silent, durchsucht=searched)
    prompt = load_prompts(context.settings.data_dir / "prompts")[FRAGE]
    messages, shown = with_sources(
        modell, found, lambda few: _messages(context, prompt, anfrage.eingabe, few)
    )
    antwort = ask(
        Anfrage(modell=modell, messages=messages, schema=Frageantwort, max_tokens=MAX_TOKENS, **senden)
    )
    answered = _answered(context, anfrage, shown, silent, antwort)
    return replace(answered, durchsucht=searched)


def search_parteien(
    context: Context, anfrage: Suchanfrage, top_k: int, verfahren: Verfahren = Verfahren.UMFELD
) -> dict[str, list[Fundstelle]]:
    """The best passages of every party that is asked about and indexed, in the parties' order."""
    raum = suchraum_of(context, anfrage)
    return {
        partei: search_passagen(
            replace(raum, programme=frozenset(own)), anfrage.text, top_k, verfahren=verfahren
        )
        for partei, own in indexed_of(context, raum).items()
    }


def indexed_of(context: Context, raum: Suchraum) -> dict[str, list[str]]:
    """Party → its Programme that are searched, both in their order."""
    indexed = {programm_id for sammlung in raum.sammlungen for programm_id in sammlung.blocks}
    own: dict[str, list[str]] = {}
    for programm_id in sorted(raum.programme & indexed):
        own.setdefault(context.registry.programme[programm_id].partei, []).append(programm_id)
    return dict(sorted(own.items(), key=lambda item: context.registry.parteien[item[0]].reihenfolge))


def _messages(context: Context, prompt: Prompt, eingabe: str, shown: Gezeigt) -> list[Message]:
    sources = format_quotes_for_prompt(shown, [], context=context)
    return list(fill(prompt, {"frage": fence(eingabe).strip(), "quellen": sources.strip()}))


def _answered(
    context: Context, anfrage: Suchanfrage, shown: Gezeigt, silent: tuple[str, ...], antwort: Antwort
) -> Fragenantwort:
    blatt = Blatt.of(context, shown)
    data: Any = antwort.data
    nameable = _nameable(context.registry, anfrage.bundesland, shown)
    paired = [(one["text"], _belege(one, nameable, blatt)) for one in data["aussagen"]]
    proved = {z.partei for _, b in paired for z in b.gebunden if not z.fremde_partei}
    return Fragenantwort(
        anfrage=anfrage,
        aussagen=tuple(Aussage(without_quotes(text), b.gebunden, not b.is_belegt) for text, b in paired),
        ohne_antwort=tuple(partei for partei in shown if partei not in proved),
        ohne_quellen=silent,
        verworfen=tuple(
            replace(one, aussage=without_quotes(text)) for text, b in paired for one in b.verworfen
        ),
        gezeigt=tuple(fundstelle for own in shown.values() for fundstelle in own),
        modell=antwort.modell_geantwortet,
        tokens_ein=antwort.tokens_ein,
        tokens_aus=antwort.tokens_aus,
        kosten=antwort.kosten,
    )


def _nameable(registry: Registry, land: str | None, shown: Gezeigt) -> list[Partei]:
    """The parties that a statement may be about, also those of which nothing was shown."""
    return [p for p in registry.parteien.values() if p.id in shown or p.stands_in(land or "BUND")]


def _belege(aussage: Any, nameable: Sequence[Partei], blatt: Blatt) -> Belege:
    """A statement is proved by the parties that it names, and by no other."""
    return bind_zitate(aussage["zitate"], blatt, named_in(aussage["text"], nameable))
