"""Does each bound quote of a Lauf carry the Forderung it stands for? Asked of a second model, and stored."""

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby

from core.context import Context, default_context
from core.errors import EingabeError
from core.llm.catalogue import OFFLINE, Availability, availabilities, modelle
from core.runs.lauf import Lauf, Status
from core.runs.store import runstore
from core.support.asked_model import modell_pruefer
from core.support.asking import Asked, OnProgress, PruefungPlan, carry_out_plan
from core.support.forderung_pairs import BelegPair, pairs_of
from core.support.local_nli import PREFIX, load_nli_pruefer, nli_name
from core.support.party_mask import names_of
from core.support.said import Pruefer, key_of, template_of
from core.support.traegt import Traegt

NO_MODEL = (
    "Es ist kein Prüfmodell eingerichtet: Gebraucht wird ein Sprachmodell mit Schlüssel, am besten ein "
    "anderes als das, das beurteilt hat, oder ein NLI-Modell in SUPPORT_MODEL."
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

    `model`: a name of LiteLLM's, or „nli/…“ for that of SUPPORT_MODEL; without one that, else the first that
    is ready and did not judge. What was asked before in the same words is not asked again, unless `fresh`.
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
    if model.startswith(PREFIX) and model == nli_name(context.settings):
        return load_nli_pruefer(context.settings)
    return modell_pruefer(context, model)


def default_model(context: Context, lauf: Lauf, ready: Mapping[str, Availability]) -> str | None:
    """That of SUPPORT_MODEL, else the first that is ready and did not judge; None where there is none."""
    judged = {lauf.modell_gefragt, lauf.modell_geantwortet, OFFLINE}
    others = (modell.id for modell in modelle(context) if modell.id not in judged and ready[modell.id].ok)
    return nli_name(context.settings) or next(others, None)


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
    return PruefungPlan(lauf.id, pruefer, gefragt, known, batches, datetime.now(UTC))


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
