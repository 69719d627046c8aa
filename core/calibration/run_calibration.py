"""A whole Eichung: what it takes is told before; it goes on where it stopped and asks nothing twice."""

import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial
from itertools import islice

from core.assessment.auftrag import TOP_K, Auftrag
from core.assessment.user_prompts import find_prompt
from core.calibration.calibration_ask import Search, ask_frage, make_template, searching
from core.calibration.index_state import still_of
from core.calibration.items import Eichsatz, as_rows, make_eichsatz, shipped_sentence
from core.calibration.questions import EichungFrage, Fragen, make_fragen
from core.context import Context
from core.errors import DashboardError, EingabeError
from core.llm.catalogue import find_modell
from core.llm.client import count_tokens, estimate_cost
from core.llm.offline import install
from core.llm.prompts import PARTEI
from core.runs.eichungen import Eichung, EichungAntwort, NewEichung
from core.runs.store import runstore
from core.search.ranking import strategie_of
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
    temperature: float = 0.0
    top_k: int = TOP_K
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
    if satz is None:
        stored = store.load_eichsatz(plan.satz) if plan.satz else None
        satz = make_eichsatz(*stored) if stored else shipped_sentence(context.settings.data_dir)
    fragen = make_fragen(context, satz)
    auftrag = Auftrag(
        antrag=fragen.fragen[0].antrag(),
        modell=modell.id,
        prompt=prompt,
        temperature=plan.temperature,
        top_k=plan.top_k,
    )
    return PlannedEichung(auftrag, satz, fragen)


def plan_of(eichung: Eichung, limit: float | None) -> EichungPlan:
    """The same once more."""
    return EichungPlan(
        modell=eichung.modell,
        prompt=eichung.prompt_id,
        satz=eichung.satz_hash,
        temperature=eichung.parameter["temperature"],
        top_k=eichung.parameter["top_k"],
        limit=limit,
    )


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
    return runstore(context).begin_eichung(neu, as_rows(was.satz))


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
    key, auftrag = _key(context, was), was.auftrag
    known = next((one.id for one in runstore(context).list_eichungen() if one.schluessel == key), "")
    offen = missing(context, known, was.fragen)
    tokens = len(offen) * _tokens(context, auftrag, offen[0]) if offen else 0
    free = find_modell(context, auftrag.modell).kostenlos
    usd = 0.0 if free else estimate_cost(context, auftrag.modell, tokens, TOKENS_OUT * len(offen))
    return EichungEffort(len(was.fragen.fragen), len(was.fragen.fragen) - len(offen), tokens, usd)


def _tokens(context: Context, auftrag: Auftrag, frage: EichungFrage) -> int:
    found = searching(context, auftrag.top_k)(frage)[0][frage.partei]
    messages = make_template(context, auftrag, frage, found).messages if found else []
    return sum(count_tokens(auftrag.modell, message["content"]) for message in messages)


# --- asking -------------------------------------------------------------------------------------------------

AHEAD = 4
"""So many more questions than a model is asked at once are made ready beside it."""

GIVEN_UP = 8
"""After so many failures one after the other the rest would fail too."""


@dataclass(frozen=True, slots=True)
class EichungStep:
    """What has just been answered, or why it was not."""

    frage: EichungFrage
    antwort: EichungAntwort | None = None
    fehler: str = ""

    @property
    def kosten(self) -> float:
        return (self.antwort and self.antwort.kosten) or 0.0


def run_calibration(
    context: Context,
    auftrag: Auftrag,
    eichung_id: str,
    offen: Sequence[EichungFrage],
    workers: int,
    limit: float | None = None,
    abbruch: threading.Event | None = None,
) -> Iterator[EichungStep]:
    """Steps as they come, each stored before it is told. At `limit` (in USD) nothing more is begun.

    Ends early where one question after the other fails: the last step tells why.
    """
    install(context)
    event, room = abbruch or threading.Event(), threading.BoundedSemaphore(workers)
    still = still_of(context)
    ask = partial(_step, context, still, auftrag, searching(still, auftrag.top_k), event, room)
    left, spent, failed = iter(offen), 0.0, 0
    jobs: set[Future[EichungStep]] = set()
    unsaved: list[EichungAntwort] = []

    def keep(steps: Sequence[EichungStep]) -> None:
        unsaved.extend(step.antwort for step in steps if step.antwort)
        if unsaved:
            runstore(context).save_eichung_antworten(eichung_id, unsaved)
            unsaved.clear()

    with ThreadPoolExecutor(workers + AHEAD, thread_name_prefix="eichen") as pool:

        def begin(count: int) -> None:
            jobs.update(pool.submit(ask, frage) for frage in islice(left, count))

        try:
            # With a limit the next is handed over only when the price of the one before is counted.
            begin(2 * (workers + AHEAD) if limit is None else workers)
            while jobs:
                done = wait(jobs, return_when=FIRST_COMPLETED).done
                jobs -= done
                steps = [job.result() for job in done]
                keep(steps)
                for step in steps:
                    spent, failed = spent + step.kosten, failed + 1 if step.fehler else 0
                    yield step
                if failed < GIVEN_UP and (limit is None or spent < limit) and not event.is_set():
                    begin(len(steps))
        finally:  # whoever stopped listening does not want to pay for what is not begun; what is paid is kept
            event.set()
            going = [job for job in jobs if not job.cancel()]
            keep([job.result() for job in going if job.exception() is None])


def _step(
    context: Context,
    still: Context,
    auftrag: Auftrag,
    search: Search,
    abbruch: threading.Event,
    room: threading.BoundedSemaphore,
    frage: EichungFrage,
) -> EichungStep:
    try:
        return EichungStep(frage, ask_frage(context, still, auftrag, search, frage, abbruch, room))
    except DashboardError as reason:
        return EichungStep(frage, fehler=str(reason))


def finish_if_whole(context: Context, eichung_id: str, fragen: Fragen) -> bool:
    """Marked as finished only where every question has its answer."""
    whole = not missing(context, eichung_id, fragen)
    if whole:
        runstore(context).finish_eichung(eichung_id)
    return whole
