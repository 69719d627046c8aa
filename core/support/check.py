"""Does each bound quote of a Lauf carry the Forderung it stands for? Asked of a second model, and stored."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby

from core import clock
from core.background import Jobs, WorkState
from core.context import Context, default_context
from core.errors import EingabeError
from core.llm.catalogue import OFFLINE, Availability, availabilities, modelle
from core.models import Fundstelle
from core.runs.lauf import Lauf, Status
from core.runs.store import runstore
from core.support.asked_model import modell_pruefer
from core.support.asking import Asked, OnProgress, PruefungPlan, carry_out_plan
from core.support.forderung_pairs import BelegPair, pairs_of
from core.support.party_mask import names_of
from core.support.said import Findings, Pruefer, Template, believed, key_of, template_of
from core.support.verdict import Traegt

NO_MODEL = (
    "Es ist kein Prüfmodell eingerichtet: Gebraucht wird ein Sprachmodell mit Schlüssel, am besten ein "
    "anderes als das, das beurteilt hat."
)


def check_support(
    lauf_id: str,
    model: str | None = None,
    context: Context | None = None,
    limit: float | None = None,
    fresh: bool = False,
    on_progress: OnProgress | None = None,
    abbruch: threading.Event | None = None,
) -> list[Traegt]:
    """Ask a second model whether each bound quote carries its Forderung; the stored verdicts, in order.

    A quote that is nearly as near to other Forderungen is asked about for those too, three at most.

    `model`: a name of LiteLLM's; without one the first that is ready and did not judge. What was
    asked before in the same words is not asked again, unless `fresh`.
    `limit`: from so many US dollars on nothing more is begun. What was answered before an end stays.
    """
    context = context or default_context()
    store = runstore(context)
    lauf = store.load(lauf_id)
    pruefer = pruefer_of(context, model or default_model(context, lauf, availabilities(context)))
    return carry_out_plan(store, plan_check(context, lauf, pruefer, fresh), limit, on_progress, abbruch)


def pruefer_of(context: Context, model: str | None) -> Pruefer:
    if model is None:
        raise EingabeError(NO_MODEL)
    return modell_pruefer(context, model)


def default_model(context: Context, lauf: Lauf, ready: Mapping[str, Availability]) -> str | None:
    """The first that is ready and did not judge; None where there is none."""
    judged = {lauf.modell_gefragt, lauf.modell_geantwortet, OFFLINE}
    others = (modell.id for modell in modelle(context) if modell.id not in judged and ready[modell.id].ok)
    return next(others, None)


def plan_check(context: Context, lauf: Lauf, pruefer: Pruefer, fresh: bool = False) -> PruefungPlan:
    """Everything but the asking."""
    if lauf.status is Status.LAEUFT:
        raise EingabeError(f"Der Lauf {lauf.id} rechnet noch. Warten Sie, bis er fertig ist.")
    names, kennung = names_of(context.registry), pruefer.kennung
    gefragt = tuple(_asked(paar, kennung, names) for paar in pairs_of(context, lauf))
    keys = [one.schluessel for one in gefragt]
    known = {} if fresh else runstore(context).known_traegt(keys)
    new = {one.schluessel: one for one in gefragt if one.schluessel not in known}
    batches = tuple(_batches(pruefer, new.values()))
    return PruefungPlan(lauf.id, pruefer, gefragt, known, batches, clock.now())


def _asked(paar: BelegPair, kennung: str, names: Sequence[str]) -> Asked:
    vorlage = template_of(paar, names)
    return Asked(paar, vorlage, key_of(kennung, vorlage, paar))


def _batches(pruefer: Pruefer, new: Iterable[Asked]) -> Iterator[tuple[Asked, ...]]:
    """Party by party, each as many at once as the checker takes."""
    for _, group in groupby(new, key=lambda one: one.paar.partei):
        rest = list(group)
        for batch in pruefer.batches([one.vorlage for one in rest]):
            yield tuple(rest[: len(batch)])
            rest = rest[len(batch) :]


# --- what passages that a search found say of a claim -------------------------------------------------------
# The check of core.support on hits instead of quotes.

MOST = 30
"""Hits that are read at once: as many as one page of them."""


def reader_of(context: Context, ready: dict[str, Availability]) -> str | None:
    """The first language model that can be asked; None where there is none."""
    others = (modell.id for modell in modelle(context) if modell.id != OFFLINE and ready[modell.id].ok)
    return next(others, None)


def usual_cost(context: Context, modell: str, claim: str, found: Sequence[Fundstelle]) -> float | None:
    """US dollars, estimated; None where the price is unknown."""
    pruefer = pruefer_of(context, modell)
    return pruefer.usual_cost([one for _, one in _asked_of_hits(context, claim, found)])[1]


def read_hits(
    context: Context,
    modell: str,
    claim: str,
    found: Sequence[Fundstelle],
    abbruch: threading.Event | None = None,
    pruefer: Pruefer | None = None,
) -> dict[str, Findings]:
    """By Chunk id what is believed of the model's word: only what it binds to words of the passage."""
    asked = _asked_of_hits(context, claim, found)
    judge = pruefer or pruefer_of(context, modell)
    result: dict[str, Findings] = {}
    rest = list(asked)
    for batch in judge.batches([vorlage for _, vorlage in asked]):
        own, rest = rest[: len(batch)], rest[len(batch) :]
        for (one, vorlage), answer in zip(own, judge.judge(batch, abbruch), strict=True):
            result[one.chunk.id] = believed(answer, vorlage.stelle, one.chunk.text)
    return result


def _asked_of_hits(
    context: Context, claim: str, found: Sequence[Fundstelle]
) -> list[tuple[Fundstelle, Template]]:
    """The whole passage is the quote: which of its sentences counts is for the model to say."""
    names = names_of(context.registry)
    return [(one, template_of(_pair(claim, one), names)) for one in found[:MOST]]


def _pair(claim: str, one: Fundstelle) -> BelegPair:
    text = one.chunk.text
    return BelegPair(one.partei or "", 0, text, text, "", claim)


# --- checks that go on in the background --------------------------------------------------------------------
# Whatever becomes of the page that began them; one per Lauf at once.


@dataclass(frozen=True, slots=True, kw_only=True)
class TraegtState(WorkState):
    """How far the check of a Lauf is, in quotes. `fehler` says why it ended before it was done."""

    abgebrochen: bool = False


class TraegtJobs:
    """Whoever asks for a check of a Lauf that is being checked sees the one that goes on."""

    def __init__(self, context: Context) -> None:
        self._context = context
        # Daemons: what is answered is stored at once, so the server can be stopped at any moment.
        self._jobs = Jobs("Prüfen der Zitate")
        self._states: dict[str, TraegtState] = {}

    def start(self, lauf_id: str, model: str | None = None, limit: float | None = None) -> None:
        """Goes on by itself."""
        with self._jobs.lock:
            if (stand := self.stand(lauf_id)) and stand.laeuft:
                return
            self._states[lauf_id] = TraegtState(laeuft=True)
            abbruch = threading.Event()
            work = partial(self._work, lauf_id, model, limit, abbruch)
            self._jobs.start(lauf_id, work, partial(self._failed, lauf_id), [abbruch])

    def stand(self, lauf_id: str) -> TraegtState | None:
        """None where nobody asked for a check since the server was started."""
        return self._states.get(lauf_id)

    def cancel(self, lauf_id: str) -> None:
        """What is answered stays; what is on its way is waited for."""
        self._jobs.cancel(lauf_id)

    def _work(self, lauf_id: str, model: str | None, limit: float | None, abbruch: threading.Event) -> None:
        def tell(done: int, of: int) -> None:
            self._states[lauf_id] = replace(self._states[lauf_id], fertig=done, von=of)

        check_support(lauf_id, model, self._context, limit, on_progress=tell, abbruch=abbruch)
        ended = replace(self._states[lauf_id], laeuft=False, abgebrochen=abbruch.is_set())
        self._states[lauf_id] = ended

    def _failed(self, lauf_id: str, grund: str) -> None:
        self._states[lauf_id] = replace(self._states[lauf_id], laeuft=False, fehler=(grund,))
