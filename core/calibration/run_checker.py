"""A support checker asked about parties' own reasons: costs told before, none asked twice."""

import hashlib
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from core.calibration.checker_figures import CheckerCase
from core.calibration.items import Eichsatz, as_rows
from core.calibration.run_calibration import EichungEffort
from core.context import Context
from core.errors import DashboardError
from core.llm.prompts import TRAEGT
from core.roles.payer import carried
from core.runs.eichungen import EichungAntwort, NewEichung
from core.runs.store import runstore
from core.support.asking import PARALLEL
from core.support.party_mask import names_of
from core.support.said import Pruefer, Said, Template, believed, template_of
from core.version import app_version

FORM = 1
"""Of the cases: with another one all are asked anew."""

Frage = tuple[CheckerCase, Template]


def begin_checker(context: Context, pruefer: Pruefer, satz: Eichsatz, faelle: Sequence[CheckerCase]) -> str:
    """The id of the stored Eichung of this checker; the one that was begun with the same goes on."""
    neu = NewEichung(
        schluessel=_hash(f"{TRAEGT} {FORM} {pruefer.kennung} {satz.hash}"),
        modell=pruefer.name,
        prompt_id=TRAEGT,
        prompt_version=pruefer.prompt_version,
        prompt_hash=_hash(pruefer.kennung),
        satz_hash=satz.hash,
        satz_name=satz.name,
        geplant=len(faelle),
        parameter={},
        app_version=app_version(),
    )
    return runstore(context).begin_eichung(neu, as_rows(satz))


def open_cases(context: Context, eichung_id: str, faelle: Sequence[CheckerCase]) -> list[CheckerCase]:
    known = runstore(context).answered_keys(eichung_id) if eichung_id else set()
    return [fall for fall in faelle if fall.key not in known]


def checker_effort(
    context: Context, pruefer: Pruefer, faelle: int, offen: Sequence[CheckerCase]
) -> EichungEffort:
    tokens, usd = pruefer.usual_cost([vorlage for _, vorlage in _asked(context, offen)])
    return EichungEffort(faelle, faelle - len(offen), tokens, usd)


def run_checker(
    context: Context,
    pruefer: Pruefer,
    eichung_id: str,
    offen: Sequence[CheckerCase],
    limit: float | None = None,
    abbruch: threading.Event | None = None,
) -> Iterator[tuple[int, float]]:
    """After every request how many cases it answered and what it cost. At `limit` (in USD) none is begun.

    What the checker could not answer stays open; what fails ends it after the requests on their way.
    """
    waiting, spent, failed = _batches(pruefer, _asked(context, offen)), 0.0, None
    running: dict[Future[list[Said]], list[Frage]] = {}
    with ThreadPoolExecutor(PARALLEL, thread_name_prefix="pruefmodell") as pool:
        while running or waiting:
            stops = failed or (limit is not None and spent >= limit) or (abbruch and abbruch.is_set())
            while waiting and not stops and len(running) < PARALLEL:
                batch = waiting.pop(0)
                running[pool.submit(carried(pruefer.judge), [v for _, v in batch], abbruch)] = batch
            if not running:
                break
            for job in wait(running, return_when=FIRST_COMPLETED).done:
                batch = running.pop(job)
                try:
                    said = job.result()
                except DashboardError as reason:
                    failed = failed or reason
                    continue
                cost = sum(gesagt.kosten or 0.0 for gesagt in said)
                spent += cost
                yield _keep(context, eichung_id, pruefer, batch, said), cost
    if failed:
        raise failed


def finish_checker(context: Context, eichung_id: str, faelle: Sequence[CheckerCase]) -> int:
    """How many cases are open; with none of them the Eichung is marked as finished."""
    left = len(open_cases(context, eichung_id, faelle))
    if not left:
        runstore(context).finish_eichung(eichung_id)
    return left


def _asked(context: Context, faelle: Sequence[CheckerCase]) -> list[Frage]:
    names = names_of(context.registry)
    return [(fall, template_of(fall.paar, names)) for fall in faelle]


def _batches(pruefer: Pruefer, asked: list[Frage]) -> list[list[Frage]]:
    rest, batches = iter(asked), []
    for batch in pruefer.batches([vorlage for _, vorlage in asked]):
        batches.append([next(rest) for _ in batch])
    return batches


def _keep(
    context: Context, eichung_id: str, pruefer: Pruefer, batch: Sequence[Frage], said: Sequence[Said]
) -> int:
    answers = [
        _antwort(pruefer, *frage, one) for frage, one in zip(batch, said, strict=True) if one.is_answer
    ]
    runstore(context).save_eichung_antworten([(eichung_id, antwort) for antwort in answers])
    return len(answers)


def _antwort(pruefer: Pruefer, fall: CheckerCase, vorlage: Template, gesagt: Said) -> EichungAntwort:
    """Counted is what would be shown: a verdict whose words do not stand in the passage is open."""
    found = believed(gesagt, vorlage.stelle, fall.paar.stelle)
    return EichungAntwort(
        these=fall.these,
        partei=fall.item.partei,
        variante=str(fall.art),
        wiederholung=1,
        stand=str(found.verdict),
        position=fall.position,
        score=None,
        jahr=fall.item.jahr,
        etikett="",
        naehe=None,
        gebunden=int(bool(found.words)),
        kosten=gesagt.kosten,
        sekunden=0.0,
        modell=pruefer.name,
        frage=fall.frage,
        begruendung=found.words or found.reason,
        antwort=fall.begruendung,
        messages=(),
        passagen=(),
        zitate=(),
    )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
