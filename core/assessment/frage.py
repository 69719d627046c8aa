"""A free question over the programmes, answered with statements that carry bound quotes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from core.assessment.answer_quotes import (
    CAVEAT,
    MAX_TOKENS,
    AntwortBelege,
    QuellenSheet,
    Sending,
    Shown,
    bind_zitate,
    named_in,
    room_beside,
    with_sources,
    without_quotes,
)
from core.assessment.frage_sources import (
    PASSAGEN,
    FrageQuellen,
    QuellenSelection,
    find_quellen,
    fit_summaries,
    read_selection,
    summaries_for,
)
from core.citations.eintrag import Gebunden, Verworfen
from core.context import Context
from core.index.zusammenfassung import Zusammenfassung
from core.llm.anfrage import Anfrage, Antwort, FrageMaterial, Message
from core.llm.antwort import AussageDetails, FrageAntwort
from core.llm.offline import install
from core.llm.prompts import FRAGE, Prompt, fill, prompts_of
from core.models import Fundstelle, Partei
from core.programme.registry import Registry
from core.runs.buchungen import Anlass, Zweck, ask_booked, prompt_name
from core.search.passage_search import indexed_of
from core.search.shown_passage import (
    fence,
    format_quotes_for_prompt,
    format_summary_for_prompt,
    quelle_texts,
)
from core.search.suchanfrage import Suchanfrage
from core.search.suchraum import Suchraum, suchraum_of


@dataclass(frozen=True, slots=True)
class Aussage:
    """`unbelegt`: no quote proves it."""

    text: str
    belege: tuple[Gebunden, ...]
    unbelegt: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FragenAntwort:
    """`ohne_antwort`: parties without a proved statement; `ohne_quellen`: those without any passage.

    `durchsucht`: the ids of the Programme that were searched, also where nothing was found in them.
    `auswahl`: how its sources were chosen; None in answers that were stored before that was a choice.
    """

    anfrage: Suchanfrage
    aussagen: tuple[Aussage, ...] = ()
    ohne_antwort: tuple[str, ...] = ()
    ohne_quellen: tuple[str, ...] = ()
    durchsucht: tuple[str, ...] = ()
    auswahl: QuellenSelection | None = None
    verworfen: tuple[Verworfen, ...] = ()
    gezeigt: tuple[Fundstelle, ...] = ()
    modell: str = ""
    tokens_ein: int = 0
    tokens_aus: int = 0
    kosten: float | None = None
    hinweis: str = CAVEAT


def ask_anfrage(
    context: Context,
    anfrage: Suchanfrage,
    modell: str,
    *,
    dokumente: str | None = None,
    top_k: int | None = None,
    passagen: int = PASSAGEN,
    **sending: Unpack[Sending],
) -> FragenAntwort:
    """Search the programmes, ask the model, bind its quotes. Raises a ModellFehler if it fails.

    `dokumente`: a Weg by which the best `top_k` Programme are chosen (5) and the best `passagen` of each; the
    model reads their summaries too. Without it, it is shown the best `top_k` passages of each party (3).
    """
    auswahl = read_selection(dokumente, top_k, passagen)
    install(context)
    space = suchraum_of(context, anfrage)
    quellen = find_quellen(space, anfrage.text, auswahl)
    searched = tuple(id for own in indexed_of(space).values() for id in own)
    if not any(quellen.found.values()):
        return FragenAntwort(
            anfrage=anfrage, ohne_quellen=quellen.ohne, durchsucht=searched, auswahl=quellen.auswahl
        )
    messages, shown, auswahl = _template(space, anfrage.eingabe, modell, quellen)
    prompt = prompts_of(context)[FRAGE]
    antwort = ask_booked(
        context,
        Anfrage(
            modell=modell,
            messages=messages,
            schema=FrageAntwort,
            max_tokens=MAX_TOKENS,
            material=FrageMaterial(anfrage.eingabe, quelle_texts(shown, context)),
            **sending,
        ),
        Anlass(zweck=Zweck.FRAGE, prompt=prompt_name(prompt.id, prompt.version)),
    )
    answered = _answered(context, anfrage, shown, quellen.ohne, antwort)
    return replace(answered, durchsucht=searched, auswahl=auswahl)


def _template(
    space: Suchraum, eingabe: str, modell: str, quellen: FrageQuellen
) -> tuple[list[Message], Shown, QuellenSelection]:
    """What is sent: passages as far as there is room, then summaries in the room that these leave."""
    context = space.context
    prompt = prompts_of(context)[FRAGE]
    messages, shown = with_sources(
        context, modell, quellen.found, lambda few: _messages(context, prompt, eingabe, few)
    )
    fundstellen = [fundstelle for own in shown.values() for fundstelle in own]
    summaries = summaries_for(space, fundstellen) if quellen.auswahl.dokumente else []
    kept = fit_summaries(context, modell, summaries, room_beside(context, modell, messages))
    programme = tuple(dict.fromkeys(fundstelle.programm_id for fundstelle in fundstellen))
    auswahl = replace(quellen.auswahl, programme=programme, zusammenfassungen=tuple(kept))
    return _messages(context, prompt, eingabe, shown, kept), shown, auswahl


def _messages(
    context: Context,
    prompt: Prompt,
    eingabe: str,
    shown: Shown,
    summaries: Sequence[Zusammenfassung] = (),
) -> list[Message]:
    sources = format_quotes_for_prompt(shown, [], context=context)
    told = "\n".join(format_summary_for_prompt(summary, context.registry) for summary in summaries)
    slots = {
        "zusammenfassungen": told.strip() or "keine",
        "quellen": sources.strip(),
        "frage": fence(eingabe).strip(),
    }
    return list(fill(prompt, slots))


def _answered(
    context: Context, anfrage: Suchanfrage, shown: Shown, silent: tuple[str, ...], antwort: Antwort
) -> FragenAntwort:
    blatt = QuellenSheet.of(context, shown)
    data: FrageAntwort = antwort.data
    nameable = _nameable(context.registry, anfrage.bundesland, shown)
    paired = [(one.text, _belege(one, nameable, blatt)) for one in data.aussagen]
    proved = {z.partei for _, b in paired for z in b.gebunden if not z.fremde_partei}
    return FragenAntwort(
        anfrage=anfrage,
        aussagen=tuple(Aussage(without_quotes(text), b.gebunden, not b.is_proven) for text, b in paired),
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


def _nameable(registry: Registry, land: str | None, shown: Shown) -> list[Partei]:
    """The parties that a statement may be about, also those of which nothing was shown."""
    return [p for p in registry.parteien.values() if p.id in shown or p.stands_in(land or "BUND")]


def _belege(aussage: AussageDetails, nameable: Sequence[Partei], blatt: QuellenSheet) -> AntwortBelege:
    """A statement is proved by the parties that it names, and by no other."""
    return bind_zitate(aussage.zitate, blatt, named_in(aussage.text, nameable))
