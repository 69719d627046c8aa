"""All that keeps an installation current, in one order: programmes, index, Anträge, Läufe, decisions.

Each part stores as it goes on what it has done. So an update that is killed leaves nothing half, and the
next one goes on with it, under its id: its Anträge are counted and its money is spent once.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from core.context import Context
from core.errors import Ausgelastet
from core.runs.store import runstore
from core.runs.updates import StoredUpdate, UpdateMessage, UpdateTrouble
from core.shared_lock import SharedLock
from core.sources.abgeordnetenwatch import Abgeordnetenwatch
from core.sources.antrag_fetch import SourceReading, read_source
from core.sources.antrag_quelle import AntragQuelle
from core.sources.decision_fetch import DecisionsFetched
from core.update.new_antraege import AntraegeAssessed, AutomaticAssessment, assess_new, each_reason_once
from core.update.new_decisions import decision_messages, decisions_of_sources
from core.update.programme_update import ProgrammeBrought, update_programme

LOCK = "aktualisierung.lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateOrder:
    """`land`: programmes of that one; None: of those that are used here. `ask`: who assesses, if any."""

    sources: tuple[AntragQuelle, ...]
    watch: Abgeordnetenwatch
    land: str | None = None
    ask: AutomaticAssessment | None = None


@dataclass(frozen=True, slots=True)
class UpdateBrought:
    """`stored`: of the update as a whole; all else of what this process did of it."""

    stored: StoredUpdate
    programme: ProgrammeBrought
    gelesen: tuple[SourceReading, ...]
    beurteilt: AntraegeAssessed
    beschluesse: DecisionsFetched


def run_update(
    context: Context, order: UpdateOrder, tell: Callable[[str], None] = lambda name: None
) -> UpdateBrought:
    store = runstore(context)
    with _only_one(context):
        update = store.begin_update()
        programme = update_programme(context, order.watch, order.land, update.id, tell)
        readings = tuple(_readings(context, order, tell))
        assessed = AntraegeAssessed(kosten=update.kosten)
        if order.ask:
            quellen = [source.name for source in order.sources]
            assessed = assess_new(context, order.watch.web, update, quellen, order.ask, tell)
        decided = decisions_of_sources(context, order.watch.web, order.sources, tell)
        told = [*programme.meldungen, *_alarms(readings), *assessed.meldungen, *decision_messages(decided)]
        stored = store.end_update(update, each_reason_once(told))
        return UpdateBrought(stored, programme, readings, assessed, decided)


def _readings(context: Context, order: UpdateOrder, tell: Callable[[str], None]) -> Iterator[SourceReading]:
    for source in order.sources:
        for reading in read_source(runstore(context), source):
            tell(f"{source.name}: {reading.gelesen}")
        yield reading


def _alarms(readings: tuple[SourceReading, ...]) -> Iterator[UpdateMessage]:
    for one in readings:
        if one.alarm:
            art = UpdateTrouble.UNKNOWN if one.unbekannt else UpdateTrouble.UNREAD
            yield UpdateMessage(art, one.quelle, one.alarm)


@contextmanager
def _only_one(context: Context) -> Iterator[None]:
    settings = context.settings
    settings.laeufe_dir.mkdir(parents=True, exist_ok=True)
    lock = SharedLock(settings.laeufe_dir / LOCK, "aktualisierung", settings.database_url)
    try:
        lock.acquire(timeout=0)
    except TimeoutError:
        raise Ausgelastet(
            "Es läuft schon eine Aktualisierung; zwei zugleich würden einander stören. Bitte warten Sie, bis "
            "sie fertig ist."
        ) from None
    try:
        yield
    finally:
        lock.release()
