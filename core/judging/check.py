"""Does each bound quote of a Lauf carry the Forderung it stands for? Asked of a second model, and stored.

Some requests at once, each answer stored as it comes, nothing asked twice.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from core import clock
from core.assessment.forderung_pairs import pairs_of
from core.background import Jobs, WorkState
from core.citations.verdict import Traegt
from core.context import Context, default_context
from core.errors import DashboardError, EingabeError
from core.judging.checker import Asked, ModellPruefer, Said, frage_of_batch
from core.judging.party_mask import names_of
from core.llm.budget import PRICELESS, Budget
from core.llm.catalogue import OFFLINE, Availability, availabilities, find_modell, modelle
from core.llm.prompts import TRAEGT, prompts_of
from core.paid_loop import run_paid
from core.runs.lauf import Lauf, Status
from core.runs.store import Runstore, runstore

NO_MODEL = (
    "Es ist kein Prüfmodell eingerichtet: Gebraucht wird ein Sprachmodell mit Schlüssel, am besten ein "
    "anderes als das, das beurteilt hat."
)
PARALLEL = 4
"""Requests on their way at once, as a Lauf has them."""

OnProgress = Callable[[int, int], None]
"""Takes how many quotes have a verdict, and of how many."""


def check_support(
    lauf_id: str,
    model: str | None = None,
    context: Context | None = None,
    limit: float | None = None,
    on_progress: OnProgress | None = None,
    abbruch: threading.Event | None = None,
) -> list[Traegt]:
    """Ask a second model whether each bound quote carries its Forderung; the stored verdicts, in order.

    A quote that is nearly as near to other Forderungen is asked about for those too, three at most.

    `model`: a name of LiteLLM's; without one the first that is ready and did not judge. What was
    asked before in the same words is not asked again.
    `limit`: in US dollars; more is not spent. What was answered before an end stays.
    """
    context = context or default_context()
    store = runstore(context)
    lauf = store.load(lauf_id)
    pruefer = pruefer_of(context, model or default_model(context, lauf, availabilities(context)))
    return carry_out_plan(store, plan_check(context, lauf, pruefer), limit, on_progress, abbruch)


def pruefer_of(context: Context, model: str | None) -> ModellPruefer:
    """With the prompt that is shipped."""
    if model is None:
        raise EingabeError(NO_MODEL)
    if model == OFFLINE:
        raise EingabeError(
            "Die eingebaute Heuristik versteht nicht, was ein Satz will, und kann nicht prüfen, ob ein Zitat "
            "trägt. Wählen Sie ein Sprachmodell."
        )
    return ModellPruefer(context, find_modell(context, model).id, prompts_of(context)[TRAEGT])


def default_model(context: Context, lauf: Lauf, ready: Mapping[str, Availability]) -> str | None:
    """The first that is ready and did not judge; None where there is none."""
    judged = {lauf.modell_gefragt, lauf.modell_geantwortet, OFFLINE}
    others = (modell.id for modell in modelle(context) if modell.id not in judged and ready[modell.id].ok)
    return next(others, None)


# --- a check before anybody is asked ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PruefungPlan:
    """`known`: what needs no asking. `batches`: a request each, no pair twice. `created`: when planned."""

    lauf_id: str
    pruefer: ModellPruefer
    gefragt: tuple[Asked, ...]
    known: Mapping[str, Traegt]
    batches: Sequence[Sequence[Asked]]
    created: datetime

    @property
    def zitate(self) -> int:
        """A quote may be asked about for several Forderungen."""
        return len({one.place[:2] for one in self.gefragt})

    @property
    def bekannt(self) -> int:
        """Pairs that have a verdict."""
        return sum(one.schluessel in self.known for one in self.gefragt)

    @property
    def usd(self) -> float | None:
        """What it will cost; None where the price is unknown."""
        return self.pruefer.usual_cost(self.batches)

    def known_rows(self) -> Iterator[Traegt]:
        """What was answered to the same before, in this Lauf or another; nobody pays for it again."""
        for one in self.gefragt:
            if known := self.known.get(one.schluessel):
                place = known.partei, known.zitat, known.forderung
                is_paid = (known.lauf_id, place) == (self.lauf_id, one.place)
                yield self._row(one, Said(known.verdict, known.words, known.reason, known.kosten), is_paid)

    def rows(self, batch: Sequence[Asked], said: Sequence[Said]) -> Iterator[Traegt]:
        """The same pair may stand in the Lauf several times; it was asked once, and paid for once."""
        by_key = {one.schluessel: answer for one, answer in zip(batch, said, strict=True)}
        asked = {one.place for one in batch}
        for one in self.gefragt:
            if answer := by_key.get(one.schluessel):
                yield self._row(one, answer, one.place in asked)

    def _row(self, one: Asked, said: Said, is_paid: bool) -> Traegt:
        return Traegt(
            lauf_id=self.lauf_id,
            partei=one.paar.partei,
            zitat=one.paar.zitat,
            forderung=one.paar.forderung,
            verdict=said.verdict,
            words=said.words,
            model=self.pruefer.name,
            prompt_version=self.pruefer.prompt_version,
            created=self.created,
            reason=said.reason,
            gewaehlt=one.paar.gewaehlt,
            rang=one.paar.rang,
            schluessel=one.schluessel if said.is_answer else "",
            kosten=said.kosten if is_paid else 0.0,
        )


def plan_check(context: Context, lauf: Lauf, pruefer: ModellPruefer) -> PruefungPlan:
    """Everything but the asking."""
    if lauf.status is Status.LAEUFT:
        raise EingabeError(f"Der Lauf {lauf.id} rechnet noch. Warten Sie, bis er fertig ist.")
    names = names_of(context.registry)
    gefragt = tuple(pruefer.asked(paar, names) for paar in pairs_of(context, lauf))
    known = runstore(context).known_traegt([one.schluessel for one in gefragt])
    return PruefungPlan(
        lauf.id, pruefer, gefragt, known, _batches(context, pruefer, gefragt, known), clock.now()
    )


def _batches(
    context: Context, pruefer: ModellPruefer, gefragt: Sequence[Asked], known: Mapping[str, Traegt]
) -> list[Sequence[Asked]]:
    """What nobody knows yet. What was paid for and not stored is asked in the same words, and so is used."""
    every = pruefer.batches(list({one.schluessel: one for one in gefragt}.values()))
    paid_for = runstore(context).paid_for(frage_of_batch(batch) for batch in every)
    paid = [batch for batch in every if frage_of_batch(batch) in paid_for]
    there = known.keys() | {one.schluessel for batch in paid for one in batch}
    new = {one.schluessel: one for one in gefragt if one.schluessel not in there}
    return [*paid, *pruefer.batches(list(new.values()))]


# --- carried out --------------------------------------------------------------------------------------------


def carry_out_plan(
    store: Runstore,
    plan: PruefungPlan,
    limit: float | None = None,
    on_progress: OnProgress | None = None,
    abbruch: threading.Event | None = None,
) -> list[Traegt]:
    """The verdicts in the order of the pairs. What ends it ends it after the requests on their way."""
    event, rows = abbruch or threading.Event(), dict[tuple[str, int, str], Traegt]()

    def keep(new: Iterator[Traegt]) -> None:
        found = list(new)
        store.save_notes(found)
        rows.update({(row.partei, row.zitat, row.forderung): row for row in found})
        if on_progress:
            left = {one.place[:2] for one in plan.gefragt if one.place not in rows}
            on_progress(plan.zitate - len(left), plan.zitate)

    keep(plan.known_rows())
    for batch, said in _answers(plan, limit, event):
        keep(plan.rows(batch, said))
        store.settle([frage_of_batch(batch)])
    return [rows[one.place] for one in plan.gefragt if one.place in rows]


def _answers(
    plan: PruefungPlan, limit: float | None, abbruch: threading.Event
) -> Iterator[tuple[Sequence[Asked], list[Said]]]:
    """As they come. Where one request got no answer, others on their way are kept; then that is raised."""
    budget, failed = Budget(limit), list[DashboardError]()
    if limit is not None and plan.usd is None:
        raise EingabeError(PRICELESS)

    def goes_on(batch: Sequence[Asked], others: bool) -> bool:
        return not (failed or budget.is_reached or abbruch.is_set())

    with ThreadPoolExecutor(PARALLEL, thread_name_prefix="traegt") as pool:

        def begin(batch: Sequence[Asked]) -> Future[list[Said]]:
            return pool.submit(plan.pruefer.judge, plan.lauf_id, batch, budget, abbruch)

        for batch, job in run_paid(plan.batches, begin, PARALLEL, goes_on):
            try:
                said = job.result()
            except DashboardError as reason:
                failed.append(reason)
            else:
                yield batch, said
    if failed and not budget.is_reached and not abbruch.is_set():
        raise failed[0]


# --- checks that go on in the background --------------------------------------------------------------------
# Whatever becomes of the page that began them; one per Lauf at once.


class TraegtJobs:
    """Whoever asks for a check of a Lauf that is being checked sees the one that goes on."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # Daemons: what is answered is stored at once, so the server can be stopped at any moment.
        self._jobs = Jobs("Prüfen der Zitate")
        self._states: dict[str, WorkState] = {}

    def start(self, lauf_id: str, model: str | None = None, limit: float | None = None) -> None:
        """Goes on by itself."""
        with self._jobs.lock:
            if (stand := self.stand(lauf_id)) and stand.laeuft:
                return
            self._states[lauf_id] = WorkState(laeuft=True)
            abbruch = threading.Event()
            work = partial(self._work, lauf_id, model, limit, abbruch)
            self._jobs.start(lauf_id, work, partial(self._failed, lauf_id), [abbruch])

    def stand(self, lauf_id: str) -> WorkState | None:
        """How far the check of a Lauf is, in quotes; None where nobody asked since the server was started."""
        return self._states.get(lauf_id)

    def cancel(self, lauf_id: str) -> None:
        """What is answered stays; what is on its way is waited for."""
        self._jobs.cancel(lauf_id)

    def _work(self, lauf_id: str, model: str | None, limit: float | None, abbruch: threading.Event) -> None:
        def tell(done: int, of: int) -> None:
            self._states[lauf_id] = replace(self._states[lauf_id], fertig=done, von=of)

        check_support(lauf_id, model, self._context, limit, on_progress=tell, abbruch=abbruch)
        self._states[lauf_id] = replace(self._states[lauf_id], laeuft=False)

    def _failed(self, lauf_id: str, grund: str) -> None:
        self._states[lauf_id] = replace(self._states[lauf_id], laeuft=False, fehler=(grund,))
