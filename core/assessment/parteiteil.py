"""One party: its prompt, the model's answer, and what became of every quote in it."""

import logging
import re
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from functools import partial
from types import MappingProxyType
from typing import TypedDict

from core import clock
from core.assessment.auftrag import Auftrag, own_servers
from core.context import Context
from core.errors import KontextZuLang, ModellFehler
from core.index.quellen import Quellen
from core.index.sammlung import gebiet_of, is_limited, unquotable
from core.llm.anfrage import (
    Anfrage,
    AntragMaterial,
    Antwort,
    Budget,
    Message,
    ParteiMaterial,
    PromptMaterial,
    Versuch,
)
from core.llm.antwort import AntragAntwort, ParteiAntwort, Schema, ZitatDetail
from core.llm.catalogue import OFFLINE, find_modell
from core.llm.litellm_access import count_tokens, tokens_of
from core.llm.offline import read_befunde
from core.llm.prompts import Prompt, antrag_slots, fill, fit_sources, partei_slots
from core.models import Abdeckung, Partei
from core.runs.asking import ask_booked
from core.runs.buchungen import BookedFor, claimed, frage_of
from core.runs.lauf import Json, Offer, Score, Status, Teil, Zitat
from core.runs.store import runstore
from core.search.geltung import hinweis, programme_told
from core.search.shown_passage import format_quotes_for_prompt, quelle_texts
from core.wortlaut.binding.bind import ShownContext, bind, eintrag_of
from core.wortlaut.binding.eintrag import Gebunden, Verworfen
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.garbage import at_rest
from core.wortlaut.records import Fundstelle, Typ

CAVEAT = (
    "Antworten eines Sprachmodells können falsch sein; "
    "geprüft ist nur, dass die Zitate so im Programm stehen."
)
WITHOUT_MODELL = (
    "Ohne Sprachmodell gesucht: Sätze der Quellen, die der Frage am nächsten kommen, ohne Urteil."
)
MAX_TOKENS = 2000

IDENTIFIER = re.compile(r"Q\s*(\d{1,4})", re.IGNORECASE)
QUOTATION = re.compile(r"[„“”\"«»]([^„“”\"«»]{20,})[„“”\"«»]")

Shown = Mapping[str, Sequence[Fundstelle]]


def note_on(modell: str) -> str:
    """What is to be known of an answer, by who gave it."""
    return WITHOUT_MODELL if modell == OFFLINE else CAVEAT


class Sending(TypedDict, total=False):
    """How the model is asked: fields of Anfrage."""

    ersatzmodell: str | None
    api_base: str | None
    timeout: float
    versuche: int
    pause: float
    abbruch: threading.Event | None
    budget: Budget | None


@dataclass(frozen=True, slots=True)
class AntwortBelege:
    """`is_proven`: is one from the party it is about?"""

    gebunden: tuple[Gebunden, ...]
    verworfen: tuple[Verworfen, ...]

    @property
    def is_proven(self) -> bool:
        return any(zitat.is_evidence for zitat in self.gebunden)


@dataclass(frozen=True, slots=True)
class QuellenSheet:
    """What a model was shown, party by party, and ready to bind to."""

    gezeigt: Shown
    kontext: ShownContext

    @classmethod
    def of(cls, context: Context, gezeigt: Shown) -> "QuellenSheet":
        return cls(gezeigt, ShownContext.of(gezeigt, Quellen.around(context, gezeigt)))

    def partei_of(self, quelle: str) -> str:
        """Whose passage „[Q3]“ is; empty where there is none."""
        parteien = [partei for partei, own in self.gezeigt.items() for _ in own]
        found = IDENTIFIER.search(quelle)
        number = int(found[1]) if found else 0
        return parteien[number - 1] if 0 < number <= len(parteien) else ""


def with_sources(
    context: Context, modell: str, found: Shown, messages_of: Callable[[Shown], list[Message]]
) -> tuple[list[Message], Shown]:
    """The messages with as many passages as the model has room for, and these passages."""
    room = room_beside(context, modell, messages_of({}))
    everything = [fundstelle for own in found.values() for fundstelle in own]
    kept, _ = fit_sources(everything, room, count_tokens)
    if everything and not kept:
        raise KontextZuLang(
            f"Im Kontext von {modell} bleibt für Quellen kein Platz. "
            "Wählen Sie ein Modell mit größerem Kontext."
        )
    ids = {fundstelle.chunk.id for fundstelle in kept}
    shown = {partei: [f for f in own if f.chunk.id in ids] for partei, own in found.items()}
    shown = {partei: own for partei, own in shown.items() if own}
    return messages_of(shown), shown


def room_beside(
    context: Context, modell: str, messages: Sequence[Message], max_tokens: int = MAX_TOKENS
) -> int:
    """Tokens that these messages and the answer leave to a model."""
    return find_modell(context, modell).kontext - tokens_of(messages) - max_tokens


def bind_zitate(
    zitate: Sequence[ZitatDetail], blatt: QuellenSheet, parteien: Sequence[str] = ()
) -> AntwortBelege:
    """Every quote bound, as the best that one party's passages offer, or dropped.

    `parteien`: whom it is to prove something about, else its source's.
    """
    found = []
    for zitat in zitate:
        claimed = blatt.partei_of(zitat.quelle)
        # Where nothing was shown the quote is nobody's, and stands nowhere.
        asked = parteien or ([claimed] if claimed else list(blatt.gezeigt) or [""])
        best = max(
            (bind(zitat.text, partei, Typ.WAHLPROGRAMM, blatt.kontext) for partei in asked),
            key=lambda b: (b.is_evidence, b.status.is_bound, b.naechste is not None),
        )
        found.append(eintrag_of(best, claimed, ""))
    return AntwortBelege(
        tuple(one for one in found if isinstance(one, Gebunden)),
        tuple(one for one in found if isinstance(one, Verworfen)),
    )


def named_in(text: str, parteien: Sequence[Partei]) -> list[str]:
    """Which of these parties a text names, by any of their names and with a capital letter."""
    found = []
    for partei in parteien:
        local = [name for names in partei.aliase_in.values() for name in names]
        names = [partei.id, partei.name, *partei.aliase, *partei.name_in.values(), *local]
        every = (
            m for name in names for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE)
        )
        if any(match[0][0].isupper() for match in every):
            found.append(partei.id)
    return found


def without_quotes(text: str) -> str:
    """The model's own words: what it puts in quotation marks there is proved by nothing."""
    return QUOTATION.sub(r"\1", text).strip()


# --- a party's part of a Lauf: what is shown and asked, and what the answer is bound to ---------------------

ANTRAG = ""
"""The Teil on the Antrag itself."""

PLACES = "nahe_stellen"
"""Of an answer of the built-in model: the number of every Forderung with a near sentence → that sentence."""

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
    """

    partei: str
    gezeigt: Sequence[Fundstelle]
    messages: list[Message]
    material: ParteiMaterial
    angebote: list[Offer]
    shared: int = 0


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
    remarks = [hinweis(context.registry, {f.programm_id: f.trotzdem for f in found if f.trotzdem})]
    for id in dict.fromkeys(f.programm_id for f in found):
        # Of a Programm of which much cannot be quoted, what is not among the sources says nothing.
        programm = context.registry.programme[id]
        stand = context.store.staende(gebiet_of(programm)).get(id)
        if stand and is_limited(stand.angaben):
            remarks.append(f"Nur zum Teil lesbar: {programm.name} ({unquotable(stand.angaben)}).")
    told = {
        "unbenutzt": programme_told(context.registry, unbenutzt),
        "trotzdem": " ".join(filter(None, remarks)),
    }
    empty = _messages(context, auftrag, partei, name, [], told)
    room = room_beside(context, auftrag.modell, empty, auftrag.max_tokens)
    shown, left = fit_sources(found, room, count_tokens)
    messages = _messages(context, auftrag, partei, name, shown, told)
    material = ParteiMaterial(auftrag.antrag, name, quelle_texts({partei: shown}, context))
    angebote = [_offer(partei, number, f) for number, f in enumerate(shown, start=1)]
    angebote += [_offer(partei, None, f, "Kein Platz im Kontext des Modells.") for f in left]
    if found and not shown:
        raise KontextZuLang(
            f"Der Antrag füllt den Kontext von {auftrag.modell} allein: Für Quellen von {name} bleibt kein "
            "Platz. Wählen Sie ein Modell mit größerem Kontext."
        )
    return ParteiTemplate(partei, shown, messages, material, angebote)


def _messages(
    context: Context,
    auftrag: Auftrag,
    partei: str,
    name: str,
    found: Sequence[Fundstelle],
    told: Mapping[str, str],
) -> list[Message]:
    sources = format_quotes_for_prompt({partei: found}, [], context=context)
    types = {context.registry.programme[f.chunk.programm_id].typ for f in found}
    without = [typ for typ in Typ if typ not in types]
    return list(fill(auftrag.prompt, partei_slots(auftrag.antrag, name, sources, without, **told)))


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


def not_asked(partei: str) -> Parteiteil:
    """The part of a party of which nothing can be shown: no model is asked about it."""
    now = clock.now()
    scores = tuple(Score(partei, str(typ), None, "Keine Quellen im Index.") for typ in Typ)
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
        anfrage = _anfrage(auftrag, vorlage.messages, ParteiAntwort, vorlage.material, abbruch)
        anfrage = replace(anfrage, shared=vorlage.shared)
        antwort = ask_booked(context, anfrage, booked_for, versuche.append)
    except ModellFehler as reason:
        return Parteiteil(failed(vorlage.partei, reason, reason.roh, vorlage.messages, versuche, started))
    begin = time.perf_counter()
    try:
        outside = context.settings.zitate_ausserhalb
        scores, zitate = bind_answer(vorlage.partei, vorlage.gezeigt, quellen, antwort.data, outside)
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
    messages = _about_antrag(auftrag, prompt)
    anfrage = _anfrage(auftrag, messages, AntragAntwort, AntragMaterial(auftrag.antrag), abbruch)
    versuche: list[Versuch] = []
    is_wanted = partial(_is_unset, abbruch)
    try:
        with claimed(store, frage, is_wanted) if frage else nullcontext():
            antwort = ask_booked(context, anfrage, booked_for, versuche.append)
    except ModellFehler as reason:
        if reason.roh:  # nothing more is to be had from what was answered
            store.settle([frage])
        return Parteiteil(failed(ANTRAG, reason, reason.roh, messages, versuche, started))
    seconds = {"modell": antwort.dauer}
    return Parteiteil(answered(ANTRAG, antwort, messages, antwort.data.model_dump(), seconds, started))


def _about_antrag(auftrag: Auftrag, prompt: Prompt) -> list[Message]:
    return list(fill(prompt, antrag_slots(auftrag.antrag)))


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
    schema: Schema,
    material: PromptMaterial,
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
    )


def bind_answer(
    partei: str,
    gezeigt: Sequence[Fundstelle],
    quellen: Mapping[str, Quelle],
    antwort: ParteiAntwort,
    accept_outside: bool,
) -> tuple[list[Score], list[Zitat]]:
    """The points for each kind of Programm, and every emitted quote in order with what became of it.

    `partei`: the one asked about, whatever the model calls it, for nothing may count for another; `gezeigt`:
    the passages it was shown.
    """
    scores: list[Score] = []
    zitate: list[Zitat] = []
    with at_rest():
        kontext = ShownContext.of({partei: gezeigt}, quellen)
        for typ, urteil in antwort.urteile.items():
            for emitted in urteil.zitate:
                bindung = bind(emitted.text, partei, typ, kontext)
                eintrag = eintrag_of(bindung, partei, typ, accept_outside)
                zitate.append(
                    Zitat(partei, str(typ), emitted.text, emitted.quelle, eintrag, nummer=len(zitate))
                )
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
