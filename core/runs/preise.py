"""What a Lauf has cost so far, by the model that was asked."""

from collections.abc import Iterable
from typing import Any

from core.runs.lauf import Status
from core.runs.sql import func, select
from core.runs.tables import lauf, teil
from core.runs.verbindung import Verbindung

LETZTE = 20
"""So many of a model's latest Läufe tell what it costs: prices change."""


def usual_kosten(store: Verbindung, modelle: Iterable[str]) -> dict[str, float]:
    """Model as it is asked for → USD per Lauf, on average; without those of which no Lauf tells it all."""
    with store.reading() as connection:
        found = {modell: connection.scalar(_mean(modell)) for modell in modelle}
    return {modell: float(usd) for modell, usd in found.items() if usd is not None}


def _mean(modell: str) -> Any:
    asked = (
        lauf.c.modell_gefragt == modell,
        lauf.c.status == Status.FERTIG,
        lauf.c.ersatzmodell.is_(False),
        lauf.c.aus_cache.is_(None),
        lauf.c.is_demo.is_(False),
        lauf.c.eingelesen.is_(None),
        lauf.c.geloescht.is_(None),
    )
    latest = select(lauf.c.id).where(*asked).order_by(lauf.c.created.desc()).limit(LETZTE)
    kosten = teil.c.kosten
    per_lauf = (
        select(func.sum(kosten).label("usd"))
        .where(teil.c.lauf_id.in_(latest), teil.c.modell.is_not(None))
        .group_by(teil.c.lauf_id)
        .having(func.count() == func.count(kosten))
        .subquery()
    )
    return select(func.avg(per_lauf.c.usd))
