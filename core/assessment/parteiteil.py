"""One party: its prompt, the model's answer, and what became of every quote in it."""

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial
from types import MappingProxyType

from core.assessment.answer_quotes import room_beside, without_quotes
from core.assessment.auftrag import Auftrag, own_servers
from core.assessment.prompts import (
    ANBIETER,
    DOKUMENT,
    DOKUMENT_VERWEIS,
    PARTEI,
    POINTING,
    VERWEIS,
    Prompt,
    antrag_slots,
    dokument_kind,
    dokument_prompt,
    dokument_slots,
    fit_sources,
    partei_slots,
)
from core.base import clock
from core.base.errors import IndexFehler, KontextZuLang, ModellFehler
from core.base.models import Abdeckung
from core.llm.anfrage import Anfrage, AntragMaterial, Antwort, Message, ParteiMaterial, Versuch
from core.llm.antwort import (
    AntragAntwort,
    DokumentAntwort,
    DokumentVerweisAntwort,
    ParteiAntwort,
    ParteiZitat,
    Verweis,
    VerweisAntwort,
    Wertung,
    ZitierteAntwort,
)
from core.llm.catalogue import OFFLINE
from core.llm.litellm_access import count_tokens
from core.llm.offline import read_befunde
from core.llm.prompt_sources import QuelleText, format_quotes_for_prompt
from core.llm.references import NoReference, NumberedPassage, follow
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.runs.asking import ask_booked
from core.runs.buchungen import BookedFor, frage_of
from core.runs.lauf import Json, Offer, Score, Status, Teil, Zitat
from core.runs.store import runstore
from core.search.geltung import Reasons
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.garbage import at_rest
from core.wortlaut.records import PROGRAMM_TYPEN, Fundstelle, Typ

ANTRAG = ""
"""The Teil on the Antrag itself."""

PLACES = "nahe_stellen"
"""Of an answer of the built-in model: the number of every Forderung with a near sentence → that sentence."""

MARK = "\n[Q10:10] "
"""Stands before a sentence that a model may point at."""

SCHEMAS: Mapping[str, type[Wertung]] = {
    PARTEI: ParteiAntwort,
    VERWEIS: VerweisAntwort,
    ANBIETER: ZitierteAntwort,
    DOKUMENT: DokumentAntwort,
    DOKUMENT_VERWEIS: DokumentVerweisAntwort,
}
"""What a prompt of this kind is answered with; others are the built-in model's."""

UNBOUND = "Die Antwort des Modells ließ sich nicht auswerten; die Einzelheiten stehen im Protokoll"

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Parteiteil:
    """What is stored of one party."""

    teil: Teil
    scores: tuple[Score, ...] = ()
    zitate: tuple[Zitat, ...] = ()


@dataclass(frozen=True, slots=True)
class ParteiTemplate:
    """What a party's question to the model is made of; `angebote` are the passages, shown or left out.

    `shared`: so many letters of its last message stand in those of the other parties too, from the start.
    `numbered`: the passages as they were shown to a model that is to point at their sentences.
    """

    partei: str
    gezeigt: Sequence[Fundstelle]
    messages: list[Message]
    material: ParteiMaterial
    angebote: list[Offer]
    shared: int = 0
    numbered: tuple[NumberedPassage, ...] = ()


def prepare(
    context: Context,
    auftrag: Auftrag,
    partei: str,
    name: str,
    found: Sequence[Fundstelle],
    unbenutzt: Mapping[str, str] = MappingProxyType({}),
) -> ParteiTemplate:
    """The messages with as many passages as the model has room for, the best first.

    `unbenutzt`: the party's Programme that do not count, with the reason; the model is told.
    """
    added = Reasons({f.programm_id: f.trotzdem for f in found if f.trotzdem})
    remarks = [added.added_by_hand(context.registry)]
    for id in dict.fromkeys(f.programm_id for f in found):
        # Of a Programm of which much cannot be quoted, what is not among the sources says nothing.
        programm = context.registry.dokumente[id]
        stand = context.store.stand_of(programm)
        if stand and stand.is_limited:
            remarks.append(f"Nur zum Teil lesbar: {programm.name} ({stand.unquotable}).")
    told = {
        "unbenutzt": Reasons(unbenutzt).told(context.registry),
        "trotzdem": " ".join(filter(None, remarks)),
    }
    empty = _messages(context, auftrag, partei, name, [], told)
    room = room_beside(context, auftrag.modell, empty, auftrag.max_tokens)
    numbers = {}
    if auftrag.prompt.art in POINTING:
        numbers = {one.chunk.id: _numbered(context, one) for one in found}
    marks = {id: f"{MARK * len(one.sentences)}{MARK}" for id, one in numbers.items()}
    shown, left = fit_sources(found, room, count_tokens, marks)
    numbered = tuple(numbers[one.chunk.id] for one in shown if numbers)
    messages = _messages(context, auftrag, partei, name, shown, told, numbered)
    typen = (Typ.DOKUMENT,) if partei in context.registry.quellen else PROGRAMM_TYPEN
    material = ParteiMaterial(auftrag.antrag, name, QuelleText.of({partei: shown}, context), typen)
    angebote = [_offer(partei, number, f) for number, f in enumerate(shown, start=1)]
    angebote += [_offer(partei, None, f, "Kein Platz im Kontext des Modells.") for f in left]
    if found and not shown:
        raise KontextZuLang(
            f"Der Antrag füllt den Kontext von {auftrag.modell} allein: Für Quellen von {name} bleibt kein "
            "Platz. Wählen Sie ein Modell mit größerem Kontext."
        )
    return ParteiTemplate(partei, shown, messages, material, angebote, numbered=numbered)


def _numbered(context: Context, fundstelle: Fundstelle) -> NumberedPassage:
    quelle = Quellen.find(context, fundstelle.programm_id)
    if quelle is None:
        raise IndexFehler(
            f"Das Programm „{fundstelle.programm_id}“ ist nicht mehr eingelesen. Einlesen mit: "
            f"python -m core index --programm {fundstelle.programm_id}"
        )
    return NumberedPassage.of(fundstelle.chunk, quelle.strom)


def _messages(
    context: Context,
    auftrag: Auftrag,
    partei: str,
    name: str,
    found: Sequence[Fundstelle],
    told: Mapping[str, str],
    numbered: Sequence[NumberedPassage] = (),
) -> list[Message]:
    sources = format_quotes_for_prompt({partei: found}, [], context=context, numbered=numbered)
    if partei in context.registry.quellen:
        prompt = dokument_prompt(context, auftrag.prompt)
        return list(prompt.fill(dokument_slots(auftrag.antrag, name, sources, told["trotzdem"])))
    types = {context.registry.programme[f.chunk.programm_id].typ for f in found}
    without = [typ for typ in PROGRAMM_TYPEN if typ not in types]
    return list(auftrag.prompt.fill(partei_slots(auftrag.antrag, name, sources, without, **told)))


def _offer(partei: str, number: int | None, fundstelle: Fundstelle, left_out: str = "") -> Offer:
    chunk = fundstelle.chunk
    return Offer(
        partei,
        number,
        chunk.id,
        chunk.programm_id,
        chunk.text,
        chunk.seiten,
        fundstelle.similarity,
        fundstelle.forderungen,
        left_out,
    )


def not_asked(partei: str, typen: Sequence[Typ] = PROGRAMM_TYPEN) -> Parteiteil:
    """The part of a party of which nothing can be shown: no model is asked about it."""
    now = clock.now()
    scores = tuple(Score(partei, str(typ), None, "Keine Quellen im Index.") for typ in typen)
    return Parteiteil(Teil(partei=partei, started=now, finished=now), scores)


def judge(
    context: Context,
    auftrag: Auftrag,
    vorlage: ParteiTemplate,
    quellen: Quellen,
    booked_for: BookedFor,
    abbruch: threading.Event | None = None,
) -> Parteiteil:
    """Ask the model and bind its quotes; a failure is a Teil with its reason."""
    started = clock.now()
    versuche: list[Versuch] = []
    try:
        anfrage = replace(anfrage_on_partei(auftrag, vorlage, abbruch), shared=vorlage.shared)
        antwort = ask_booked(context, anfrage, booked_for, versuche.append)
    except ModellFehler as reason:
        return Parteiteil(failed(vorlage.partei, reason, reason.roh, vorlage.messages, versuche, started))
    begin = time.perf_counter()
    try:
        outside = context.settings.zitate_ausserhalb
        scores, zitate = bind_answer(
            vorlage.partei, vorlage.gezeigt, quellen, antwort.data, outside, vorlage.numbered
        )
        befunde = read_befunde(antwort.text) if antwort.modell_geantwortet == OFFLINE else {}
    except Exception as reason:  # one answer that our own code cannot cope with costs one party, not the Lauf
        LOG.exception("Die Antwort zu %s ließ sich nicht binden.", vorlage.partei)
        told = ModellFehler(f"{UNBOUND} ({type(reason).__name__}).")
        return Parteiteil(failed(vorlage.partei, told, antwort.text, vorlage.messages, versuche, started))
    seconds = {"modell": antwort.dauer, "binden": time.perf_counter() - begin}
    covered: Mapping[str, Abdeckung] = {typ: befund.abdeckung for typ, befund in befunde.items()}
    scores = [
        replace(score, **asdict(covered[score.typ])) if score.typ in covered else score for score in scores
    ]
    near = {str(typ): {PLACES: dict(befund.stellen)} for typ, befund in befunde.items()}
    teil = answered(vorlage.partei, antwort, vorlage.messages, near or None, seconds, started)
    return Parteiteil(teil, tuple(scores), tuple(zitate))


def anfrage_on_partei(
    auftrag: Auftrag, vorlage: ParteiTemplate, abbruch: threading.Event | None = None
) -> Anfrage:
    art = auftrag.prompt.art
    if Typ.DOKUMENT in vorlage.material.typen:
        art = dokument_kind(art)
    schema = SCHEMAS.get(art, ParteiAntwort)
    return _anfrage(auftrag, vorlage.messages, schema, vorlage.material, abbruch)


def anfrage_on_antrag(auftrag: Auftrag, prompt: Prompt, abbruch: threading.Event | None = None) -> Anfrage:
    material = AntragMaterial(auftrag.antrag)
    return _anfrage(auftrag, _about_antrag(auftrag, prompt), AntragAntwort, material, abbruch)


def judge_antrag(
    context: Context,
    auftrag: Auftrag,
    prompt: Prompt,
    booked_for: BookedFor,
    abbruch: threading.Event | None = None,
) -> Parteiteil:
    """The Antrag itself: summary, tags, strengths and weaknesses.

    No prompt that judges parties has a word in it: whoever waits for the same description is given it.
    """
    started, store, frage = clock.now(), runstore(context), booked_for.frage
    anfrage = anfrage_on_antrag(auftrag, prompt, abbruch)
    messages = anfrage.messages
    versuche: list[Versuch] = []
    is_wanted = partial(_is_unset, abbruch)
    try:
        with store.claimed(frage, is_wanted) if frage else nullcontext():
            antwort = ask_booked(context, anfrage, booked_for, versuche.append)
    except ModellFehler as reason:
        if reason.roh:  # nothing more is to be had from what was answered
            store.settle([frage])
        return Parteiteil(failed(ANTRAG, reason, reason.roh, messages, versuche, started))
    seconds = {"modell": antwort.dauer}
    return Parteiteil(answered(ANTRAG, antwort, messages, antwort.data.model_dump(), seconds, started))


def _about_antrag(auftrag: Auftrag, prompt: Prompt) -> list[Message]:
    return list(prompt.fill(antrag_slots(auftrag.antrag)))


def _is_unset(abbruch: threading.Event | None) -> bool:
    return not (abbruch and abbruch.is_set())


def frage_on_antrag(context: Context, auftrag: Auftrag, prompt: Prompt) -> str:
    """The same for all Läufe that would have the Antrag described in the same words by the same model, with
    whatever prompt they judge parties; „“ where each asks for itself.
    """
    if auftrag.fresh or auftrag.skript is not None:
        return ""
    asked = (
        auftrag.modell,
        auftrag.ersatzmodell,
        auftrag.temperature,
        auftrag.max_tokens,
        auftrag.wiederholung,
    )
    servers, version = own_servers(context, auftrag), auftrag.parameter.get("heuristik", "")
    words = (message["content"] for message in _about_antrag(auftrag, prompt))
    return frage_of("beschreibung", *asked, servers, version, auftrag.is_demo, *words)


def _anfrage(
    auftrag: Auftrag,
    messages: Sequence[Message],
    schema: type[AntragAntwort | Wertung],
    material: AntragMaterial,
    abbruch: threading.Event | None,
) -> Anfrage:
    return Anfrage(
        modell=auftrag.modell,
        messages=messages,
        schema=schema,
        temperature=auftrag.temperature,
        max_tokens=auftrag.max_tokens,
        timeout=auftrag.timeout,
        versuche=auftrag.versuche,
        pause=auftrag.pause,
        ersatzmodell=auftrag.ersatzmodell,
        api_base=auftrag.api_base,
        abbruch=abbruch,
        skript=auftrag.skript,
        material=material,
        budget=auftrag.budget,
        is_collected=auftrag.is_collected,
    )


def bind_answer(
    partei: str,
    gezeigt: Sequence[Fundstelle],
    quellen: Mapping[str, Quelle],
    antwort: Wertung,
    accept_outside: bool,
    numbered: Sequence[NumberedPassage] = (),
) -> tuple[list[Score], list[Zitat]]:
    """The points for each kind of Programm, and every emitted quote in order with what became of it.

    `partei`: the one asked about, whatever the model calls it, for nothing may count for another; `gezeigt`:
    the passages it was shown; `numbered`: the same with the sentences that it could point at.
    """
    scores: list[Score] = []
    zitate: list[Zitat] = []
    with at_rest():
        kontext = ShownContext.of({partei: gezeigt}, quellen)

        def bound(emitted: ParteiZitat | Verweis, typ: Typ) -> Zitat:
            text, own, fault = emitted.text, kontext, ""
            if isinstance(emitted, Verweis):
                try:
                    pointed = follow(emitted.stelle, numbered)
                except NoReference as reason:
                    text, fault = emitted.stelle, str(reason)
                else:
                    # Only there, though the same words may stand in another passage too.
                    text, own = pointed.text, ShownContext.of({partei: [gezeigt[pointed.source]]}, quellen)
            bindung = (
                Bindung(ZitatStatus.VERWEIS, text, erklaerung=fault)
                if fault
                else bind(text, partei, typ, own)
            )
            eintrag = bindung.eintrag(partei, typ, accept_outside)
            return Zitat(
                partei, str(typ), text, emitted.quelle, eintrag, nummer=len(zitate), stance=emitted.stance
            )

        for typ, urteil in antwort.urteile.items():
            for emitted in urteil.zitate:
                zitate.append(bound(emitted, typ))
            # It cannot judge what it was shown nothing of; what it quotes in its reasons nothing proves.
            is_shown = any(quellen[f.programm_id].programm.typ is typ for f in gezeigt)
            score = urteil.score if is_shown else None
            scores.append(Score(partei, str(typ), score, without_quotes(urteil.begruendung)))
    return scores, zitate


def answered(
    partei: str,
    antwort: Antwort,
    messages: Sequence[Message],
    ergebnis: Json | None,
    seconds: Mapping[str, float],
    started: datetime,
) -> Teil:
    return Teil(
        partei=partei,
        modell=antwort.modell_geantwortet,
        ersatzmodell=antwort.ersatz_benutzt,
        antwort=antwort.text,
        messages=[dict(message) for message in messages],
        ergebnis=ergebnis,
        dauer=seconds,
        versuche=antwort.versuche,
        started=started,
        finished=clock.now(),
    )


def failed(
    partei: str,
    reason: ModellFehler,
    roh: str,
    messages: Sequence[Message],
    versuche: Sequence[Versuch],
    started: datetime,
) -> Teil:
    """What was asked is billed, whatever became of it."""
    return Teil(
        partei=partei,
        status=Status.FEHLGESCHLAGEN,
        fehler=str(reason),
        antwort=roh,
        messages=[dict(message) for message in messages],
        versuche=tuple(versuche),
        started=started,
        finished=clock.now(),
    )
