"""Whether the app can do its work just now, and what it has done: for those who watch machines, not people.

Neither tells a secret: no address, no path, no name, no word of an Antrag.
"""

import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from core import background, event_log
from core.context import Context
from core.operation.checks import SCARCE, existing
from core.runs.lauf import Status
from core.runs.sql import func, select
from core.runs.store import runstore
from core.runs.tables import lauf, teil
from core.version import app_version

LATEST = 200
"""Läufe that the durations are taken from."""


@dataclass(frozen=True, slots=True)
class Readiness:
    """`gruende`: what is not ready, in words that are always the same."""

    gruende: tuple[str, ...]

    @property
    def bereit(self) -> bool:
        return not self.gruende

    def as_json(self) -> dict[str, object]:
        return {"bereit": self.bereit, "gruende": list(self.gruende), "version": app_version()}


def readiness(context: Context) -> Readiness:
    """Milliseconds where all is well; a database that hangs is given up after seconds."""
    looks: tuple[tuple[str, Callable[[Context], bool]], ...] = (
        ("Register", lambda context: bool(context.registry.programme)),
        ("Laufspeicher", _store_answers),
        ("Index", lambda context: context.store.staende("DEMO") is not None),
        ("Platz", _has_room),
    )
    return Readiness(tuple(name for name, look in looks if not _is_well(look, context)))


def _is_well(look: Callable[[Context], bool], context: Context) -> bool:
    try:
        return look(context)
    except Exception:  # whatever it is: the word for what is not ready is the answer
        event_log.LOG.warning("Nicht bereit", exc_info=True)
        return False


def _store_answers(context: Context) -> bool:
    with runstore(context).reading() as connection:
        connection.execute(select(lauf.c.id).limit(1)).first()
    return True


def _has_room(context: Context) -> bool:
    return shutil.disk_usage(existing(context.settings.laeufe_dir)).free > SCARCE


# --- figures ------------------------------------------------------------------------------------------------

Sample = tuple[Mapping[str, str], float]


def metrics(context: Context) -> str:
    """In the text form that Prometheus reads."""
    return "".join(_lines(context))


def _lines(context: Context) -> Iterator[str]:
    yield from _metric("laeufe", "gauge", "stored runs, without deleted ones", _by_status(context))
    yield from _metric("cost_usd", "gauge", "what stored runs cost in US dollars", [({}, _cost(context))])
    yield from _metric(
        "failed_parts", "gauge", "parties of stored runs that failed", [({}, _failed(context))]
    )
    yield from _metric("run_seconds", "gauge", f"of the latest {LATEST} finished runs", _durations(context))
    waiting = [({"kind": verb}, float(count)) for verb, count in sorted(background.under_way().items())]
    yield from _metric("background_jobs", "gauge", "at work or waiting in this process", waiting)
    logged = [({"level": level}, float(n)) for level, n in sorted(event_log.COUNTS.items())]
    yield from _metric("log_records_total", "counter", "lines of the log since the start", logged)
    yield from _metric("memory_bytes", "gauge", "resident memory of this process", _memory())
    yield from _metric("threads", "gauge", "of this process", [({}, threading.active_count())])
    if os.path.isdir("/proc/self/fd"):
        opened: list[Sample] = [({}, len(os.listdir("/proc/self/fd")))]
        yield from _metric("open_files", "gauge", "file descriptors of this process", opened)


def _metric(name: str, kind: str, told: str, samples: Iterable[Sample]) -> Iterator[str]:
    full = f"antragsspiegel_{name}"
    yield f"# HELP {full} {told}\n# TYPE {full} {kind}\n"
    for labels, value in samples:
        named = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
        yield f"{full}{{{named}}} {value}\n" if named else f"{full} {value}\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _by_status(context: Context) -> list[Sample]:
    present = lauf.c.geloescht.is_(None) & lauf.c.is_demo.is_(False)
    query = select(lauf.c.status, func.count()).where(present).group_by(lauf.c.status)
    with runstore(context).reading() as connection:
        found = {str(status): count for status, count in connection.execute(query)}
    return [({"status": str(status)}, found.get(str(status), 0)) for status in Status]


def _cost(context: Context) -> float:
    with runstore(context).reading() as connection:
        return float(connection.scalar(select(func.sum(teil.c.kosten)).where(teil.c.waehrung == "USD")) or 0)


def _failed(context: Context) -> int:
    with runstore(context).reading() as connection:
        failed = teil.c.status == Status.FEHLGESCHLAGEN
        return connection.scalar(select(func.count()).select_from(teil).where(failed)) or 0


def _durations(context: Context) -> list[Sample]:
    """Those of today's machine: nothing that was read in, played or answered out of the store."""
    own = lauf.c
    here = own.eingelesen.is_(None) & own.is_demo.is_(False) & own.aus_cache.is_(None)
    query = select(own.created, own.finished).where(
        own.status == Status.FERTIG, own.finished.is_not(None), here
    )
    with runstore(context).reading() as connection:
        rows = connection.execute(query.order_by(own.created.desc()).limit(LATEST)).all()
    took = sorted(_seconds(created, finished) for created, finished in rows)
    return [({"quantile": str(q)}, took[min(len(took) - 1, int(q * len(took)))]) for q in (0.5, 0.95) if took]


def _seconds(created: datetime, finished: datetime) -> float:
    return (finished - created) / timedelta(seconds=1)


def _memory() -> list[Sample]:
    """Nothing where the system does not tell it."""
    if not sys.platform.startswith("linux"):
        return []
    with open("/proc/self/statm", encoding="ascii") as file:
        return [({}, int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE"))]
