"""A whole Eichung: what it takes is told before; it goes on where it stopped and asks nothing twice.

Every question goes the way of every Lauf: search, prompt, answer, quotes bound.
"""

import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

from core.assessment.auftrag import Auftrag
from core.assessment.parteiteil import Parteiteil, ParteiTemplate, judge, prepare
from core.assessment.user_prompts import find_prompt
from core.citations.quellen import Quellen
from core.context import Context
from core.errors import DashboardError, EingabeError, ModellFehler
from core.judging.items import (
    Eichsatz,
    EichungFrage,
    Fragen,
    make_fragen,
    shipped_eichsatz,
    stored_eichsatz,
)
from core.llm.budget import PRICELESS, Budget
from core.llm.catalogue import find_modell
from core.llm.client import count_tokens, estimate_cost
from core.llm.offline import install
from core.llm.prompts import PARTEI
from core.models import Fundstelle, Typ
from core.paid_loop import run_paid
from core.programme.registry import partei_name
from core.runs.buchungen import Anlass, Zweck, frage_of, prompt_name
from core.runs.eichungen import EichungAntwort, NewEichung
from core.runs.lauf import Status, Teil
from core.runs.store import runstore
from core.search.antrag_search import search_antrag
from core.search.geltung import Geltung, Participants, Role, Selection
from core.search.suchraum import strategie_of
from core.version import app_version

# --- what is to be measured ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EichungPlan:
    """`satz`: the hash of stored theses, „“ for those that are shipped. `limit`: in USD; at it nothing more
    is begun.
    """

    modell: str
    prompt: str
    satz: str = ""
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class PlannedEichung:
    """A plan with all that is to be asked; the Antrag of `auftrag` is each thesis in turn."""

    auftrag: Auftrag
    satz: Eichsatz
    fragen: Fragen


def vorhaben(context: Context, plan: EichungPlan, satz: Eichsatz | None = None) -> PlannedEichung:
    """`satz`: theses of a file that are not stored yet."""
    store, modell = runstore(context), find_modell(context, plan.modell)
    prompt = find_prompt(context, store, plan.prompt)
    if prompt.art != PARTEI:
        raise EingabeError(f"Der Prompt „{prompt.id}“ beurteilt keine Parteien. Bitte einen anderen wählen.")
    if satz is None and plan.satz:
        satz = stored_eichsatz(*store.load_eichsatz(plan.satz))
    satz = satz or shipped_eichsatz(context.settings.data_dir)
    fragen = make_fragen(context, satz)
    auftrag = Auftrag(antrag=fragen.fragen[0].antrag(), modell=modell.id, prompt=prompt)
    return PlannedEichung(auftrag, satz, fragen)


def begin_calibration(context: Context, was: PlannedEichung) -> str:
    """The id of the stored Eichung; the one that was begun with the same goes on."""
    prompt = was.auftrag.prompt
    neu = NewEichung(
        schluessel=_key(context, was),
        modell=was.auftrag.modell,
        prompt_id=prompt.id,
        prompt_version=str(prompt.version),
        prompt_hash=prompt.hash,
        satz_hash=was.satz.hash,
        satz_name=was.satz.name,
        geplant=len(was.fragen.fragen),
        parameter={**was.auftrag.parameter, "ausgelassen": dict(was.fragen.ausgelassen)},
        app_version=app_version(),
    )
    return runstore(context).begin_eichung(neu, was.satz.rows)


def _key(context: Context, was: PlannedEichung) -> str:
    content = {
        "modell": was.auftrag.modell,
        "prompt": was.auftrag.prompt.hash,
        "satz": was.satz.hash,
        "parameter": was.auftrag.parameter,
        "suche": [strategie_of(context.settings), context.embedder.fingerprint],
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def missing(context: Context, eichung_id: str, fragen: Fragen) -> list[EichungFrage]:
    """What nobody has answered yet."""
    known = runstore(context).answered_keys(eichung_id)
    return [frage for frage in fragen.fragen if frage.key not in known]


# --- what it takes ------------------------------------------------------------------------------------------

TOKENS_OUT = 300
"""Of an answer: two to four sentences and up to three quotes."""


@dataclass(frozen=True, slots=True)
class EichungEffort:
    """What is to be asked, and what it will cost; `usd` is None where the price is unknown."""

    fragen: int
    bekannt: int
    tokens_ein: int
    usd: float | None

    @property
    def offen(self) -> int:
        return self.fragen - self.bekannt


def aufwand(context: Context, was: PlannedEichung) -> EichungEffort:
    """From the first request that is still to be made; nobody is asked."""
    key, modell = _key(context, was), was.auftrag.modell
    known = next((one.id for one in runstore(context).list_eichungen() if one.schluessel == key), "")
    offen = missing(context, known, was.fragen)
    tokens = 0
    if offen and (found := _search(context, was.auftrag, offen[0])):
        messages = _template(context, was.auftrag, offen[0], found).messages
        tokens = len(offen) * sum(count_tokens(modell, message["content"]) for message in messages)
    free = find_modell(context, modell).kostenlos
    usd = 0.0 if free else estimate_cost(context, modell, tokens, TOKENS_OUT * len(offen))
    return EichungEffort(len(was.fragen.fragen), len(was.fragen.fragen) - len(offen), tokens, usd)


# --- asking -------------------------------------------------------------------------------------------------

WORKERS = 4
"""So many questions are asked at once."""

GIVEN_UP = 8
"""After so many failures one after the other the rest would fail too."""


@dataclass(frozen=True, slots=True)
class EichungStep:
    """What has just been answered and stored, or why it was not."""

    frage: EichungFrage
    kosten: float = 0.0
    fehler: str = ""


def run_calibration(
    context: Context,
    was: PlannedEichung,
    eichung_id: str,
    limit: float | None = None,
    abbruch: threading.Event | None = None,
) -> Iterator[EichungStep]:
    """What is missing, step by step as answers come. Never more than `limit` (in USD) is spent.

    Ends early where one question after the other fails: the last step tells why. What is on its way when
    nobody listens any more is waited for, and kept: it is paid.
    """
    install(context)
    event, budget, failed = abbruch or threading.Event(), Budget(limit), 0
    if limit is not None and estimate_cost(context, was.auftrag.modell, 1000, 1000) is None:
        raise EingabeError(PRICELESS)
    auftrag = replace(was.auftrag, budget=budget)

    def goes_on(frage: EichungFrage, others: bool) -> bool:
        return failed < GIVEN_UP and not (budget.is_reached or budget.stopped or event.is_set())

    with ThreadPoolExecutor(WORKERS, thread_name_prefix="eichen") as pool:

        def begin(frage: EichungFrage) -> Future[EichungStep]:
            return pool.submit(_step, context, auftrag, eichung_id, frage, event)

        try:
            for _, job in run_paid(missing(context, eichung_id, was.fragen), begin, WORKERS, goes_on):
                step = job.result()
                if step.fehler and (budget.is_reached or event.is_set()):
                    continue  # it was not asked: that is no failure
                failed = failed + 1 if step.fehler else 0
                yield step
        finally:
            event.set()
    if not missing(context, eichung_id, was.fragen):
        runstore(context).finish_eichung(eichung_id)


def _step(
    context: Context, auftrag: Auftrag, eichung_id: str, frage: EichungFrage, abbruch: threading.Event
) -> EichungStep:
    try:
        antwort = _ask(context, replace(auftrag, antrag=frage.antrag()), eichung_id, frage, abbruch)
        runstore(context).save_eichung_antworten(eichung_id, [antwort])
    except ModellFehler as reason:
        return EichungStep(frage, reason.kosten or 0.0, str(reason))
    except DashboardError as reason:
        return EichungStep(frage, fehler=str(reason))
    return EichungStep(frage, antwort.kosten or 0.0)


# --- one question -------------------------------------------------------------------------------------------

ANSWERED, ENTHALTUNG, WITHOUT_QUELLEN, UNLESBAR = "beantwortet", "enthaltung", "ohne Quellen", "unlesbar"
"""What became of a question; but for the first the model said nothing that could be right or wrong."""


def _search(context: Context, auftrag: Auftrag, frage: EichungFrage) -> list[Fundstelle]:
    """The passages of the Programm of that election, whatever is in force today."""
    partei = frage.programm.partei
    participants = Participants(
        partei,
        partei_name(context.registry, partei, frage.land),
        (Role.CHOSEN,),
        (Geltung(frage.programm, gilt=True),),
    )
    selection = Selection(frage.land, frage.stichtag, (participants,), ())
    return search_antrag(context, frage.antrag(), selection, auftrag.top_k)[partei]


def _template(
    context: Context, auftrag: Auftrag, frage: EichungFrage, found: Sequence[Fundstelle]
) -> ParteiTemplate:
    """The request as a Lauf makes it."""
    partei = frage.programm.partei
    name = partei_name(context.registry, partei, frage.land)
    return prepare(context, replace(auftrag, antrag=frage.antrag()), partei, name, found)


def _ask(
    context: Context, auftrag: Auftrag, eichung_id: str, frage: EichungFrage, abbruch: threading.Event
) -> EichungAntwort:
    """Fails where nothing was answered; an answer that cannot be read was given, and is not asked again."""
    found = _search(context, auftrag, frage)
    if not found:
        nothing = Parteiteil(Teil(partei=frage.programm.partei))
        return _antwort(frage, nothing, WITHOUT_QUELLEN, ())
    quellen = Quellen.around(context, {frage.programm.partei: found})
    anlass = Anlass(
        zweck=Zweck.EICHUNG,
        eichung_id=eichung_id,
        partei=frage.programm.partei,
        frage=frage_of(eichung_id, frage.these, frage.programm.partei),
        prompt=prompt_name(auftrag.prompt.id, auftrag.prompt.version),
    )
    part = judge(context, auftrag, _template(context, auftrag, frage, found), quellen, anlass, abbruch)
    if part.teil.status is not Status.FEHLGESCHLAGEN:
        return _antwort(frage, part, ANSWERED, found)
    if not part.teil.antwort:
        failed = ModellFehler(part.teil.fehler)
        failed.kosten = part.teil.kosten
        raise failed
    return _antwort(frage, part, UNLESBAR, found)


def _antwort(
    frage: EichungFrage, part: Parteiteil, stand: str, found: Sequence[Fundstelle]
) -> EichungAntwort:
    own = next((one for one in part.scores if one.typ == Typ.WAHLPROGRAMM), None)
    score = own.score if own else None
    return EichungAntwort(
        these=frage.these,
        partei=frage.programm.partei,
        stand=ENTHALTUNG if stand == ANSWERED and score is None else stand,
        position=frage.item.position,
        score=score,
        zitate=len(part.zitate),
        gebunden=sum(zitat.status.is_bound for zitat in part.zitate),
        kosten=part.teil.kosten,
        modell=part.teil.modell or "",
        begruendung=own.begruendung if own else "",
        antwort=part.teil.antwort,
        passagen=[fundstelle.chunk.id for fundstelle in found],
    )
