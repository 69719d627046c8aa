"""A whole Eichung: what it takes is told before; on threads or a cluster; goes on where it stopped."""

import hashlib
import json
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import islice
from queue import Empty, SimpleQueue

from core import event_log
from core.assessment.batch import CHECK_SECONDS, WAY, executor, is_cluster, is_lost, is_there
from core.assessment.paid_elsewhere import finished, refusal
from core.calibration.calibration_ask import (
    FREE,
    EichungAuftrag,
    EichungResult,
    ask_frage,
    auftrag_of,
    find_passages,
    make_template,
    plain_messages,
)
from core.calibration.index_state import index_stand
from core.calibration.items import Eichsatz, as_rows
from core.calibration.questions import EichungFrage, Fragen, Variant
from core.context import Context
from core.errors import DashboardError
from core.llm.catalogue import find_modell
from core.llm.client import count_tokens, estimate_cost
from core.llm.offline import install
from core.roles import payer
from core.roles.payer import carried
from core.runs.eichungen import EichungAntwort, NewEichung
from core.runs.store import Runstore, runstore
from core.search.ranking import strategie_of
from core.settings import Settings
from core.version import app_version

# --- answers of many threads in few transactions: those that come while one is written go into the next -----


class StorePlace:
    """Of one Eichung, for all who answer it: SQLite lets no two write, and makes the others sleep."""

    def __init__(self, store: Runstore, eichung_id: str) -> None:
        self._store, self._eichung_id = store, eichung_id
        self._waiting: deque[EichungAntwort] = deque()
        self._writing = threading.Lock()

    def save(self, antwort: EichungAntwort) -> None:
        """Comes back when it is stored, by whichever thread."""
        self._waiting.append(antwort)
        with self._writing:
            batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
            if not batch:
                return
            try:
                self._store.save_eichung_antworten([(self._eichung_id, one) for one in batch])
            except BaseException:  # the next one tries again with all of them
                self._waiting.extendleft(reversed(batch))
                raise


def store_places(context: Context) -> Callable[[str], StorePlace]:
    """By the id of the Eichung."""
    return lru_cache(maxsize=16)(partial(StorePlace, runstore(context)))


# --- a whole Eichung: what it takes is told before; on threads or a cluster; goes on where it stopped -------

AHEAD = 4
"""So many more questions than a model is asked at once are made ready and put away beside it."""

GIVEN_UP = 8
"""After so many failures one after the other the rest would fail too."""

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


@dataclass(frozen=True, slots=True)
class EichungStep:
    """What has just been answered."""

    frage: EichungFrage
    kosten: float = 0.0
    fehler: str = ""


def begin_calibration(context: Context, auftrag: EichungAuftrag, satz: Eichsatz, fragen: Fragen) -> str:
    """The id of the stored Eichung; the one that was begun with the same goes on."""
    neu = NewEichung(
        schluessel=_key(context, auftrag, satz),
        modell=auftrag.modell,
        prompt_id=auftrag.prompt.id,
        prompt_version=str(auftrag.prompt.version),
        prompt_hash=auftrag.prompt.hash,
        satz_hash=satz.hash,
        satz_name=satz.name,
        geplant=len(fragen.fragen),
        parameter={**auftrag.parameter, **fragen.umfang},
        app_version=app_version(),
        is_demo=auftrag.skript is not None,
    )
    return runstore(context).begin_eichung(neu, as_rows(satz))


def known_eichung(context: Context, auftrag: EichungAuftrag, satz: Eichsatz) -> str:
    """The id of the one that goes on where the same is begun again, „“ where there is none."""
    key = _key(context, auftrag, satz)
    return next((one.id for one in runstore(context).list_eichungen() if one.schluessel == key), "")


def missing(context: Context, eichung_id: str, fragen: Fragen) -> list[EichungFrage]:
    """What nobody has answered yet."""
    known = runstore(context).answered_keys(eichung_id)
    return [frage for frage in fragen.fragen if frage.key not in known]


def aufwand(
    context: Context, auftrag: EichungAuftrag, fragen: Fragen, offen: Sequence[EichungFrage]
) -> EichungEffort:
    """From one request of each variant that is still to be asked."""
    often: dict[Variant, int] = {}
    sample: dict[Variant, EichungFrage] = {}
    for frage in offen:
        often[frage.variante] = often.get(frage.variante, 0) + 1
        sample.setdefault(frage.variante, frage)
    tokens = sum(often[variante] * _tokens(context, auftrag, frage) for variante, frage in sample.items())
    known = len(fragen.fragen) - len(offen)
    free = find_modell(context, auftrag.modell).kostenlos or auftrag.skript is not None
    usd = 0.0 if free else estimate_cost(context, auftrag.modell, tokens, TOKENS_OUT * len(offen))
    return EichungEffort(len(fragen.fragen), known, tokens, usd)


def run_calibration(
    context: Context,
    auftrag: EichungAuftrag,
    eichung_id: str,
    offen: Sequence[EichungFrage],
    workers: int,
    limit: float | None = None,
    abbruch: threading.Event | None = None,
) -> Iterator[EichungStep]:
    """Steps as they come, each stored before it is told. At `limit` (in USD) nothing more is begun.

    Ends early where one question after the other fails: the last step tells why.
    """
    left, spent, failed = iter(offen), 0.0, 0
    event = None if is_cluster() else abbruch or threading.Event()
    room = None if is_cluster() else threading.BoundedSemaphore(workers)
    auftrag = replace(auftrag, stand=index_stand(context, (frage.land for frage in offen)))
    run = partial(_work_elsewhere, context.settings) if is_cluster() else carried(partial(_work, context))
    is_paid_here = is_cluster() and auftrag.skript is None
    with executor(workers + AHEAD) as pool:
        jobs: set[Future[EichungStep]] = set()
        came: SimpleQueue[Future[EichungStep]] = SimpleQueue()

        def begin(count: int) -> None:
            for frage in islice(left, count):
                refused = refusal(context, auftrag.modell) if is_paid_here else ""
                told = EichungStep(frage, fehler=refused)
                job = finished(told) if refused else pool.submit(run, auftrag, eichung_id, frage, event, room)
                jobs.add(job)
                job.add_done_callback(came.put)

        try:
            # With a limit the next is handed over only when the price of the one before is counted.
            begin(2 * (workers + AHEAD) if limit is None else workers)
            while jobs:
                done = _arrived(came)
                if any(map(is_lost, done)) or not (done or is_there(pool)):
                    raise DashboardError(WAY)
                for job in done:
                    jobs.remove(job)
                    step = job.result()
                    if is_paid_here:
                        payer.pay(step.kosten)
                    spent, failed = spent + step.kosten, failed + 1 if step.fehler else 0
                    yield step
                if failed < GIVEN_UP and (limit is None or spent < limit) and not _is_set(abbruch):
                    begin(len(done))
        finally:  # whoever stopped listening does not want to pay for what is not begun
            if event is not None:
                event.set()
            for job in jobs:
                job.cancel()


def _arrived(came: "SimpleQueue[Future[EichungStep]]") -> list[Future[EichungStep]]:
    """All that are done; none where nothing comes for a while."""
    done: list[Future[EichungStep]] = []
    try:
        done.append(came.get(timeout=CHECK_SECONDS))
        while True:
            done.append(came.get_nowait())
    except Empty:
        return done


def finish_if_whole(context: Context, eichung_id: str, fragen: Fragen) -> bool:
    """Marked as finished only where every question has its answer."""
    whole = not missing(context, eichung_id, fragen)
    if whole:
        runstore(context).finish_eichung(eichung_id)
    return whole


def _work(
    context: Context,
    auftrag: EichungAuftrag,
    eichung_id: str,
    frage: EichungFrage,
    abbruch: threading.Event | None = None,
    room: threading.BoundedSemaphore | None = None,
) -> EichungStep:
    """In whatever thread, process or machine."""
    install(context)
    try:
        said: EichungResult = ask_frage(context, auftrag, frage, abbruch, room or FREE)
    except DashboardError as reason:
        return EichungStep(frage, fehler=str(reason))
    if said.antwort is None:
        return EichungStep(frage, fehler=said.fehler)
    context.own(store_places)(eichung_id).save(said.antwort)
    return EichungStep(frage, said.antwort.kosten or 0.0)


def _work_elsewhere(
    settings: Settings,
    auftrag: EichungAuftrag,
    eichung_id: str,
    frage: EichungFrage,
    abbruch: threading.Event | None,
    room: threading.BoundedSemaphore | None,
) -> EichungStep:
    """In a process whose log is not ours yet: the cluster tells of a failed job with all it was given."""
    event_log.install()
    return _work(_context(settings), auftrag, eichung_id, frage, abbruch, room)


def _is_set(abbruch: threading.Event | None) -> bool:
    return abbruch is not None and abbruch.is_set()


@lru_cache(maxsize=4)
def _context(settings: Settings) -> Context:
    """A cluster's worker is told settings: it has one Context for as many questions as come with them."""
    return Context(settings)


def _tokens(context: Context, auftrag: EichungAuftrag, frage: EichungFrage) -> int:
    if not frage.variante.needs_programme:
        messages = plain_messages(context, auftrag, frage)
    else:
        found = find_passages(context, auftrag, frage)[0][frage.partei]
        messages = make_template(context, auftrag_of(auftrag, frage), frage, found).messages if found else []
    return sum(count_tokens(auftrag.modell, message["content"]) for message in messages)


def _key(context: Context, auftrag: EichungAuftrag, satz: Eichsatz) -> str:
    content = {
        "modell": auftrag.modell,
        "prompt": auftrag.prompt.hash,
        "satz": satz.hash,
        "parameter": auftrag.parameter,
        "suche": [strategie_of(context.settings), context.embedder.fingerprint],
        "is_demo": auftrag.skript is not None,
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
