"""One question to a model, by the path of every Lauf: search, prompt, answer, quotes bound; then stored."""

import re
import threading
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

from core import clock
from core.assessment.auftrag import TOP_K, Auftrag
from core.assessment.parteiteil import (
    Parteiteil,
    ParteiTemplate,
    anfrage_of,
    answered,
    failed,
    judge,
    prepare,
)
from core.calibration.index_state import still_of
from core.calibration.questions import BEFEHL, NAMENLOS, WUNSCH, EichungFrage, Variant, stichtag
from core.citations.eintrag_json import write_eintrag
from core.citations.quellen import Quellen
from core.context import Context
from core.errors import AntwortUnlesbar, ModellFehler
from core.llm.anfrage import Handler, Message, ParteiMaterial, Versuch
from core.llm.antwort import ParteiAntwort
from core.llm.client import ask
from core.llm.prompt_slots import antrag_slots, partei_slots
from core.llm.prompts import Prompt, fill
from core.models import Fundstelle, Typ
from core.programme.registry import partei_name
from core.recent import Recent
from core.runs.eichungen import EichungAntwort
from core.runs.lauf import Json, Score, Status, Teil, Zitat
from core.search.antrag_search import Quotes, search_antrag
from core.search.geltung import Geltung, Participants, Role, Selection
from core.search.prompt_sources import QuelleText, fence

ANSWERED, ENTHALTUNG, WITHOUT_QUELLEN, UNLESBAR = "beantwortet", "enthaltung", "ohne Quellen", "unlesbar"
"""What became of a question; but for the first the model said nothing that could be right or wrong."""

FREE: AbstractContextManager[object] = nullcontext()
FIRST_SOURCE = re.compile(r"(^\[Q1\] [^\n]*\n„.*?)(“$)", re.DOTALL | re.MULTILINE)
KEPT_THESES = 64
"""All parties of a thesis are asked close together; more than its variants need not be kept."""

Material = tuple[Quotes, Quellen]


@dataclass(frozen=True, slots=True, kw_only=True)
class EichungAuftrag:
    """Which model with which prompts; `ohne` is the one for a model that is shown no programme.

    `skript` plays a model `demo/…`. `stand`: of the index, whose passages are kept.
    """

    modell: str
    prompt: Prompt
    ohne: Prompt
    temperature: float = 0.0
    top_k: int = TOP_K
    max_tokens: int = 2000
    timeout: float = 120.0
    versuche: int = 4
    pause: float = 1.0
    api_base: str | None = None
    skript: Handler | None = None
    stand: str = ""

    @property
    def parameter(self) -> dict[str, object]:
        """What changes an answer."""
        return {
            "temperature": self.temperature,
            "top_k": self.top_k,
            "max_tokens": self.max_tokens,
            "ohne": self.ohne.hash,
        }


@dataclass(frozen=True, slots=True)
class EichungResult:
    """What became of one question; `fehler` where nothing came that could be stored."""

    antwort: EichungAntwort | None = None
    fehler: str = ""


def ask_frage(
    context: Context,
    auftrag: EichungAuftrag,
    frage: EichungFrage,
    abbruch: threading.Event | None = None,
    room: AbstractContextManager[object] = FREE,
) -> EichungResult:
    """`room` is held as long as the model is asked, and no longer."""
    own = auftrag_of(auftrag, frage)
    if not frage.variante.needs_programme:
        messages = plain_messages(context, auftrag, frage)
        with room:
            teil, score = _ask_plainly(context, own, messages, frage, abbruch)
        return _said(frage, teil, score, [], ())
    quotes, quellen = find_passages(context, auftrag, frage)
    found = quotes[frage.partei]
    if not found:
        return EichungResult(_eichung_antwort(frage, None, WITHOUT_QUELLEN, None, (), ()))
    vorlage = make_template(context, own, frage, found, auftrag.stand)
    with room:
        part = judge(context, own, vorlage, quellen, abbruch)
    return _said(frage, part.teil, _score(part), found, part.zitate)


def find_passages(context: Context, auftrag: EichungAuftrag, frage: EichungFrage) -> Material:
    """Per party of the thesis, with what quotes are bound to; searched once, whoever is asked."""
    key = auftrag.stand, auftrag.top_k, frage.nachbarn, frage.text

    def search() -> Material:
        still = still_of(context, auftrag.stand)
        quotes = search_antrag(still, frage.antrag(), _selection(context, frage), auftrag.top_k)
        return quotes, Quellen.around(still, quotes)

    return context.own(_found).get(key, search)


def _found(context: Context) -> Recent[Material]:
    return Recent(KEPT_THESES, lambda material: 1)


def make_template(
    context: Context, auftrag: Auftrag, frage: EichungFrage, found: Sequence[Fundstelle], stand: str = ""
) -> ParteiTemplate:
    """The request as a Lauf would make it, then changed as the variant wants."""
    still = still_of(context, stand)
    name = partei_name(context.registry, frage.partei, frage.land)
    vorlage = prepare(still, auftrag, frage.partei, name, found)
    messages: Sequence[Message] = vorlage.messages
    material = vorlage.material
    if frage.etikett != frage.partei:
        messages = _relabelled(context, frage, messages)
        material = replace(material, fraktion=_label(context, frage))
    if frage.variante is Variant.BEFEHL_PROGRAMM:
        told = rf"\1 {BEFEHL[frage.richtung]}\2"
        messages = [{**m, "content": FIRST_SOURCE.sub(told, m["content"], count=1)} for m in messages]
    return replace(vorlage, messages=list(messages), material=material)


def plain_messages(context: Context, auftrag: EichungAuftrag, frage: EichungFrage) -> list[Message]:
    """Without any programme: from memory, or with the party's own reason in a programme's place."""
    name = partei_name(context.registry, frage.partei, frage.land)
    if frage.variante is Variant.GEDAECHTNIS:
        return list(fill(auftrag.ohne, {**antrag_slots(frage.antrag()), "partei": fence(name)}))
    source = (
        f"[Q1] {fence(name)}, Wahlprogramm: Stellungnahme der Partei\n„{fence(frage.item.begruendung)}“\n"
    )
    slots = partei_slots(frage.antrag(), name, source, [Typ.PARTEIPROGRAMM])
    return list(fill(auftrag.prompt, slots))


def _plain_material(context: Context, frage: EichungFrage) -> ParteiMaterial:
    name, reason = partei_name(context.registry, frage.partei, frage.land), frage.item.begruendung
    own = (QuelleText("Q1", name, Typ.WAHLPROGRAMM, reason),)
    return ParteiMaterial(frage.antrag(), name, () if frage.variante is Variant.GEDAECHTNIS else own)


def auftrag_of(auftrag: EichungAuftrag, frage: EichungFrage) -> Auftrag:
    said = {Variant.WUNSCH: WUNSCH, Variant.BEFEHL_ANTRAG: BEFEHL}.get(frage.variante)
    return Auftrag(
        antrag=frage.antrag(said[frage.richtung] if said else ""),
        modell=auftrag.modell,
        prompt=auftrag.prompt,
        temperature=auftrag.temperature,
        max_tokens=auftrag.max_tokens,
        timeout=auftrag.timeout,
        versuche=auftrag.versuche,
        pause=auftrag.pause,
        api_base=auftrag.api_base,
        wiederholung=frage.wiederholung,
        top_k=auftrag.top_k,
        skript=auftrag.skript,
    )


def _selection(context: Context, frage: EichungFrage) -> Selection:
    """The parties with their programme of that election, whatever is in force today."""
    programme = context.registry.programme
    participants = (
        Participants(
            partei,
            partei_name(context.registry, partei, frage.land),
            (Role.CHOSEN,),
            (Geltung(programme[programm_id], gilt=True),),
        )
        for partei, programm_id in frage.nachbarn
    )
    return Selection(frage.land, stichtag(frage.item), tuple(participants), ())


def _label(context: Context, frage: EichungFrage) -> str:
    return partei_name(context.registry, frage.etikett, frage.land) if frage.etikett else NAMENLOS


def _relabelled(context: Context, frage: EichungFrage, messages: Sequence[Message]) -> list[Message]:
    """Every name of the party, also within passages, becomes the other party's, or says nothing."""
    partei = context.registry.parteien[frage.partei]
    new = _label(context, frage)
    names = {partei.id, partei.name, *partei.aliase, *partei.name_in.values()}
    longest_first = sorted((name for name in names if len(name) > 1), key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first))})(?!\w)")
    return [{**message, "content": pattern.sub(new, message["content"])} for message in messages]


def _ask_plainly(
    context: Context,
    auftrag: Auftrag,
    messages: list[Message],
    frage: EichungFrage,
    abbruch: threading.Event | None,
) -> tuple[Teil, float | None]:
    started = clock.now()
    versuche: list[Versuch] = []
    try:
        anfrage = anfrage_of(auftrag, messages, ParteiAntwort, _plain_material(context, frage), abbruch)
        antwort = ask(context, anfrage, on_attempt=versuche.append)
    except ModellFehler as reason:
        roh = reason.roh if isinstance(reason, AntwortUnlesbar) else ""
        return failed(frage.partei, reason, roh, messages, versuche, started), None
    data: Json = antwort.data or {}
    teil = answered(frage.partei, antwort, messages, data, {"modell": antwort.dauer}, started)
    return teil, data[Typ.WAHLPROGRAMM]["score"]


def _score(part: Parteiteil) -> float | None:
    own: list[Score] = [score for score in part.scores if score.typ == Typ.WAHLPROGRAMM]
    return own[0].score if own else None


def _said(
    frage: EichungFrage,
    teil: Teil,
    score: float | None,
    found: Sequence[Fundstelle],
    zitate: Sequence[Zitat],
) -> EichungResult:
    """What failed for good is told; an answer that cannot be read was given, and is not asked for again."""
    if teil.status is Status.FEHLGESCHLAGEN and not teil.antwort:
        return EichungResult(fehler=teil.fehler)
    unreadable = teil.status is Status.FEHLGESCHLAGEN
    stand = UNLESBAR if unreadable else ENTHALTUNG if score is None else ANSWERED
    return EichungResult(_eichung_antwort(frage, teil, stand, score, found, zitate))


def _eichung_antwort(
    frage: EichungFrage,
    teil: Teil | None,
    stand: str,
    score: float | None,
    found: Sequence[Fundstelle],
    zitate: Sequence[Zitat],
) -> EichungAntwort:
    said: Json = ((teil and teil.ergebnis) or {}).get(Typ.WAHLPROGRAMM) or {}
    return EichungAntwort(
        these=frage.these,
        partei=frage.partei,
        variante=str(frage.variante),
        wiederholung=frage.wiederholung,
        stand=stand,
        position=frage.position,
        score=score,
        jahr=frage.item.jahr,
        etikett=frage.etikett,
        naehe=max((fundstelle.similarity for fundstelle in found), default=None),
        gebunden=sum(zitat.status.is_bound for zitat in zitate),
        kosten=teil.kosten if teil else 0.0,
        sekunden=sum((teil.dauer if teil else {}).values()),
        modell=(teil and teil.modell) or "",
        frage=frage.text,
        begruendung=str(said.get("begruendung", "")),
        antwort=teil.antwort if teil else "",
        messages=teil.messages if teil else (),
        passagen=[fundstelle.chunk.id for fundstelle in found],
        zitate=[write_eintrag(zitat.eintrag) for zitat in zitate],
    )
