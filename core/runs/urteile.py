"""What people say of the scores and quotes of a Lauf."""

from core.errors import EingabeError
from core.runs.lauf import Urteil
from core.runs.sql import select
from core.runs.tables import score, urteil, zitat
from core.runs.verbindung import Verbindung, insert_rows, new_id, now
from core.runs.zeilen import fitting, plain


def save_urteil(store: Verbindung, gefaellt: Urteil) -> Urteil:
    """Store what a person says of a score or of a quote that is there."""
    stored = Urteil(**plain(gefaellt) | {"id": new_id(), "created": now()})
    table, nummer = (score, None) if stored.zitat is None else (zitat, zitat.c.nummer == stored.zitat)
    judged = select(table.c.lauf_id).where(
        table.c.lauf_id == stored.lauf_id, table.c.partei == stored.partei, table.c.typ == stored.typ
    )
    with store.writing() as connection:
        if connection.scalar(judged if nummer is None else judged.where(nummer)) is None:
            what = "keinen Score" if stored.zitat is None else f"kein Zitat Nr. {stored.zitat}"
            raise EingabeError(
                f"Der Lauf „{stored.lauf_id}“ hat {what} für {stored.partei}, {stored.typ}. "
                "Bitte die Seite neu laden."
            )
        insert_rows(connection, urteil, [plain(stored)])
    return stored


def list_urteile(store: Verbindung, lauf_id: str | None = None) -> list[Urteil]:
    """The judgements on one Lauf, or all; the oldest first."""
    query = select(urteil).order_by(urteil.c.created, urteil.c.id)
    with store.reading() as connection:
        found = connection.execute(query.where(urteil.c.lauf_id == lauf_id) if lauf_id else query)
        return [Urteil(**fitting(Urteil, row)) for row in found.mappings()]
