"""For machines that watch the app: whether it can work now, and what it did.

No secret is told here, no address, no path and no name.
"""

import logging
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from core.base import background
from core.programme.context import Context
from core.runs.lauf import Status
from core.runs.store import runstore

LOG = logging.getLogger("antragsspiegel")
SCARCE = 200 << 20
"""Free bytes with which nothing can be stored any more."""


def readiness(context: Context) -> tuple[str, ...]:
    """What is not ready, in words that are always the same; a database that hangs is given up soon."""
    looks: dict[str, Callable[[Context], bool]] = {
        "Register": lambda context: bool(context.registry.programme),
        "Laufspeicher": _store_answers,
        "Index": _index_is_there,
        "Platz": lambda context: shutil.disk_usage(existing(context.settings.laeufe_dir)).free > SCARCE,
    }
    missing = []
    for name, look in looks.items():
        try:
            is_well = look(context)
        except Exception as error:  # whatever it is: the word for what is not ready is the answer
            LOG.warning("Nicht bereit: %s (%s: %s)", name, type(error).__name__, _first_line(error))
            is_well = False
        if not is_well:
            missing.append(name)
    return tuple(missing)


def _first_line(error: Exception) -> str:
    """A trace every few seconds, as often as somebody watches, would hide all else in the log."""
    return next(iter(str(error).splitlines()), "")[:300]


def _index_is_there(context: Context) -> bool:
    """Also where it was there a moment ago, and is remembered."""
    settings = context.settings
    if not settings.chroma_url and not settings.chroma_dir.is_dir():
        return False
    return context.store.staende("DEMO") is not None


def _store_answers(context: Context) -> bool:
    runstore(context).has("")
    return True


def existing(folder: Path) -> Path:
    """It, or the nearest one above it that is there."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())


# --- figures for Prometheus: stored Läufe, what they cost, what failed, what is at work here ----------------


Sample = tuple[str, float]
"""The one label, and the value."""


def metrics(context: Context) -> str:
    """In the text form that Prometheus reads. Neither the invented history counts nor what was deleted."""
    store = runstore(context)
    stored = store.health_figures()
    laeufe = [(f'{{status="{one}"}}', stored.laeufe.get(one, 0)) for one in Status]
    unsettled = [("", store.unsettled().usd)]
    jobs = [(f'{{kind="{verb}"}}', count) for verb, count in sorted(background.under_way().items())]
    return "".join(
        (
            *_metric("laeufe", "stored runs", laeufe),
            *_metric("cost_usd", "what requests to models cost in US dollars", [("", store.spent())]),
            *_metric(
                "cost_unsettled_usd", "what requests of unknown outcome may have cost at most", unsettled
            ),
            *_metric("failed_parts", "parties of stored runs that failed", [("", stored.failed_parts)]),
            *_metric("background_jobs", "at work or waiting in this process", jobs),
        )
    )


def _metric(name: str, told: str, samples: Iterable[Sample]) -> Iterator[str]:
    full = f"antragsspiegel_{name}"
    yield f"# HELP {full} {told}\n# TYPE {full} gauge\n"
    for label, value in samples:
        yield f"{full}{label} {value}\n"
