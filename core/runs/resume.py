"""What a Lauf that lacks something has already paid for, so that the next of the same question need not."""

from core.runs.connection import StoreConnection
from core.runs.lauf import Score, Status, Teil, Zitat
from core.runs.load_laeufe import load
from core.runs.sql import or_, select
from core.runs.tables import lauf, teil

Paid = tuple[Teil, tuple[Score, ...], tuple[Zitat, ...]]


def paid_parts(store: StoreConnection, schluessel: str) -> dict[str, Paid]:
    """Party → its finished Teil in the latest Lauf of this key that was not answered whole."""
    unanswered = select(teil.c.partei).where(teil.c.lauf_id == lauf.c.id, teil.c.status != Status.FERTIG)
    broken = (
        lauf.c.schluessel == schluessel,
        or_(lauf.c.status != Status.FERTIG, unanswered.exists()),
        lauf.c.geloescht.is_(None),
        lauf.c.is_demo.is_(False),
        lauf.c.eingelesen.is_(None),
    )
    with store.reading() as connection:
        ids = connection.scalars(select(lauf.c.id).where(*broken).order_by(lauf.c.created)).all()
    parts: dict[str, Paid] = {}
    for lauf_id in ids:
        whole = load(store, lauf_id)
        for one in whole.teile:
            if one.status is Status.FERTIG and one.antwort:
                scores = tuple(score for score in whole.scores if score.partei == one.partei)
                zitate = tuple(zitat for zitat in whole.zitate if zitat.partei == one.partei)
                parts[one.partei] = (one, scores, zitate)
    return parts
