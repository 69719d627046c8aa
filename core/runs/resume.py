"""What an unfinished Lauf has already paid for, so that the next one of the same question need not."""

from core.runs.connection import StoreConnection
from core.runs.lauf import Score, Status, Teil, Zitat
from core.runs.load_laeufe import load
from core.runs.sql import select
from core.runs.tables import lauf

Paid = tuple[Teil, tuple[Score, ...], tuple[Zitat, ...]]


def paid_parts(store: StoreConnection, schluessel: str) -> dict[str, Paid]:
    """Party → its finished Teil in the latest Lauf of this key that was broken off or failed."""
    broken = (
        lauf.c.schluessel == schluessel,
        lauf.c.status.in_([Status.ABGEBROCHEN, Status.FEHLGESCHLAGEN, Status.LAEUFT]),
        lauf.c.geloescht.is_(None),
        lauf.c.is_demo.is_(False),
        lauf.c.eingelesen.is_(None),
    )
    with store.reading() as connection:
        ids = connection.scalars(select(lauf.c.id).where(*broken).order_by(lauf.c.created)).all()
    parts: dict[str, Paid] = {}
    for lauf_id in ids:
        whole = load(store, lauf_id)
        for teil in whole.teile:
            if teil.status is Status.FERTIG and teil.antwort:
                scores = tuple(score for score in whole.scores if score.partei == teil.partei)
                zitate = tuple(zitat for zitat in whole.zitate if zitat.partei == teil.partei)
                parts[teil.partei] = (teil, scores, zitate)
    return parts
