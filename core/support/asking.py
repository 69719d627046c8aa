"""A planned check carried out: some requests at once, each answer stored as it comes, nothing asked twice."""

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from datetime import datetime

from core.errors import DashboardError
from core.runs.store import Runstore
from core.support.forderung_pairs import BelegPair
from core.support.said import Pruefer, Said, Template, believed
from core.support.verdict import Traegt

PARALLEL = 4
"""Requests on their way at once, as a Lauf has them."""

Asking = tuple[str, int, str]
"""A party, the number of a quote, and a Forderung."""

OnProgress = Callable[[int, int], None]
"""Takes how many quotes have a verdict, and of how many."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One pair of the Lauf, as it is asked, and the key under which its answer is found again."""

    paar: BelegPair
    vorlage: Template
    schluessel: str

    @property
    def place(self) -> "Asking":
        return self.paar.partei, self.paar.zitat, self.paar.forderung


@dataclass(frozen=True, slots=True)
class PruefungPlan:
    """A check before anybody is asked.

    `known`: what needs no asking. `batches`: a request each, no pair twice. `created`: when it was planned.
    """

    lauf_id: str
    pruefer: Pruefer
    gefragt: tuple[Asked, ...]
    known: Mapping[str, Traegt]
    batches: tuple[tuple[Asked, ...], ...]
    created: datetime

    @property
    def zitate(self) -> int:
        """A quote may be asked about for several Forderungen."""
        return len({one.place[:2] for one in self.gefragt})

    def row(self, one: Asked, answer: Said, is_paid: bool) -> Traegt:
        found = believed(answer, one.vorlage.stelle, one.paar.stelle)
        return Traegt(
            lauf_id=self.lauf_id,
            partei=one.paar.partei,
            zitat=one.paar.zitat,
            forderung=one.paar.forderung,
            verdict=found.verdict,
            words=found.words,
            model=self.pruefer.name,
            prompt_version=self.pruefer.prompt_version,
            created=self.created,
            reason=found.reason,
            gewaehlt=one.paar.gewaehlt,
            rang=one.paar.rang,
            schluessel=one.schluessel if answer.is_answer else "",
            kosten=answer.kosten if is_paid else 0.0,
        )

    def known_row(self, one: Asked) -> Traegt:
        """What was answered to the same before, in this Lauf or another; nobody pays for it again."""
        known = self.known[one.schluessel]
        is_same = (known.lauf_id, known.partei, known.zitat, known.forderung) == (self.lauf_id, *one.place)
        return replace(
            known,
            lauf_id=self.lauf_id,
            partei=one.paar.partei,
            zitat=one.paar.zitat,
            forderung=one.paar.forderung,
            gewaehlt=one.paar.gewaehlt,
            rang=one.paar.rang,
            created=self.created,
            kosten=known.kosten if is_same else 0.0,
        )


def carry_out_plan(
    store: Runstore,
    plan: PruefungPlan,
    limit: float | None = None,
    on_progress: OnProgress | None = None,
    abbruch: threading.Event | None = None,
) -> list[Traegt]:
    """The verdicts in the order of the pairs. What ends it ends it after the requests on their way."""
    course = _Course(store, plan, limit, on_progress, abbruch or threading.Event())
    course.run()
    return course.found()


class _Course:
    """One check while it goes on. `_failed`: why a request got no answer; others on their way are kept."""

    def __init__(
        self,
        store: Runstore,
        plan: PruefungPlan,
        limit: float | None,
        on_progress: OnProgress | None,
        abbruch: threading.Event,
    ) -> None:
        self._store, self._plan, self._limit, self._cancellation = store, plan, limit, abbruch
        self._tell = on_progress or (lambda done, of: None)
        self._rows: dict[Asking, Traegt] = {}
        self._spent = 0.0
        self._failed: DashboardError | None = None

    def run(self) -> None:
        plan, waiting = self._plan, list(self._plan.batches)
        self._keep(plan.known_row(one) for one in plan.gefragt if one.schluessel in plan.known)
        running: dict[Future[list[Said]], tuple[Asked, ...]] = {}
        with ThreadPoolExecutor(PARALLEL, thread_name_prefix="traegt") as pool:
            while running or (waiting and self._goes_on()):
                while waiting and len(running) < PARALLEL and self._goes_on():
                    batch = waiting.pop(0)
                    running[pool.submit(self._ask, batch)] = batch
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    self._answered(running.pop(done), done)
        if self._failed and not self._cancellation.is_set():
            raise self._failed

    def found(self) -> list[Traegt]:
        return [self._rows[one.place] for one in self._plan.gefragt if one.place in self._rows]

    def _goes_on(self) -> bool:
        within = self._limit is None or self._spent < self._limit
        return within and self._failed is None and not self._cancellation.is_set()

    def _ask(self, batch: Sequence[Asked]) -> list[Said]:
        return self._plan.pruefer.judge([one.vorlage for one in batch], self._cancellation)

    def _answered(self, batch: Sequence[Asked], done: Future[list[Said]]) -> None:
        """The same pair may stand in the Lauf several times; it was asked once, and paid for once."""
        try:
            said = done.result()
        except DashboardError as reason:
            self._failed = self._failed or reason
            return
        self._spent += sum(answer.kosten or 0.0 for answer in said)
        by_key = {one.schluessel: answer for one, answer in zip(batch, said, strict=True)}
        asked = {one.place for one in batch}
        self._keep(
            self._plan.row(one, by_key[one.schluessel], one.place in asked)
            for one in self._plan.gefragt
            if one.schluessel in by_key
        )

    def _keep(self, rows: Iterable[Traegt]) -> None:
        new = list(rows)
        self._store.save_traegt(new)
        self._rows |= {(row.partei, row.zitat, row.forderung): row for row in new}
        open_quotes = {one.place[:2] for one in self._plan.gefragt if one.place not in self._rows}
        self._tell(self._plan.zitate - len(open_quotes), self._plan.zitate)


# --- what a check will take, told before anybody is asked ---------------------------------------------------


@dataclass(frozen=True, slots=True)
class PruefungEffort:
    """`paare`: of a quote and a Forderung, `bekannt` of them with a verdict. `usd`: None where unknown."""

    zitate: int
    paare: int
    bekannt: int
    anfragen: int
    tokens_ein: int
    usd: float | None


def pruefung_effort(plan: PruefungPlan) -> PruefungEffort:
    new = [[one.vorlage for one in batch] for batch in plan.batches]
    asked = [plan.pruefer.usual_cost(batch) for batch in new]
    costs = [usd for _, usd in asked]
    return PruefungEffort(
        zitate=plan.zitate,
        paare=len(plan.gefragt),
        bekannt=sum(one.schluessel in plan.known for one in plan.gefragt),
        anfragen=len(new),
        tokens_ein=sum(tokens for tokens, _ in asked),
        usd=None if None in costs else sum(usd for usd in costs if usd is not None),
    )
