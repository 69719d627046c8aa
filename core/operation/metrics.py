"""Figures for Prometheus: stored Läufe, what they cost, what failed, and what is at work here. No secret."""

from collections.abc import Iterable, Iterator

from sqlalchemy import func, select

from core import background
from core.context import Context
from core.runs.lauf import Status
from core.runs.store import runstore
from core.runs.tables import lauf, teil

Sample = tuple[str, float]
"""The one label, and the value."""


def metrics(context: Context) -> str:
    """In the text form that Prometheus reads. Neither the invented history counts nor what was deleted."""
    present = lauf.c.geloescht.is_(None) & lauf.c.is_demo.is_(False)
    own = select(lauf.c.id).where(present)
    store = runstore(context)
    with store.reading() as connection:
        counted = select(lauf.c.status, func.count()).where(present).group_by(lauf.c.status)
        status = {str(one): number for one, number in connection.execute(counted)}
        parts = teil.c.lauf_id.in_(own)
        is_failed = teil.c.status == Status.FEHLGESCHLAGEN
        failed = connection.scalar(select(func.count()).select_from(teil).where(parts, is_failed))
    laeufe = [(f'{{status="{one}"}}', status.get(one, 0)) for one in Status]
    jobs = [(f'{{kind="{verb}"}}', count) for verb, count in sorted(background.under_way().items())]
    return "".join(
        (
            *_metric("laeufe", "stored runs", laeufe),
            *_metric("cost_usd", "what requests to models cost in US dollars", [("", store.spent())]),
            *_metric("failed_parts", "parties of stored runs that failed", [("", failed or 0)]),
            *_metric("background_jobs", "at work or waiting in this process", jobs),
        )
    )


def _metric(name: str, told: str, samples: Iterable[Sample]) -> Iterator[str]:
    full = f"antragsspiegel_{name}"
    yield f"# HELP {full} {told}\n# TYPE {full} gauge\n"
    for label, value in samples:
        yield f"{full}{label} {value}\n"
