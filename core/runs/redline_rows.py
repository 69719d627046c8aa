"""Proposed changes of wording, stored beside the Lauf whose Antrag they change, and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.errors import EingabeError
from core.runs.connection import StoreConnection, insert_rows, new_id, now
from core.runs.lauf_rows import fitting, plain
from core.runs.sql import Boolean, ExactText, ForeignKey, Integer, String, Table, Text, Zeitpunkt, select
from core.runs.tables import column, lauf, metadata
from core.runs.write_laeufe import unknown

redline = Table(
    "redline",
    metadata,
    column("id", String(16), primary_key=True),
    column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), index=True),
    column("created", Zeitpunkt),
    column("nummer", Integer),
    column("modell", Text),
    column("prompt_version", Text),
    column("forderung", ExactText),
    column("alt", ExactText),
    column("neu", ExactText),
    column("grund", ExactText),
    column("von", Integer, nullable=True),
    column("bis", Integer, nullable=True),
    column("verworfen", ExactText),
    column("angenommen", Boolean, nullable=True),
    column("entschieden", Zeitpunkt, nullable=True),
)

GONE = "Diesen Vorschlag gibt es nicht mehr. Bitte die Seite neu laden."
TAKEN = (
    "Dieser Vorschlag ändert Wörter, die ein angenommener schon ändert. Nehmen Sie zuerst jenen zurück, "
    "dann diesen an."
)


@dataclass(frozen=True, slots=True)
class Redline:
    """One proposal. `alt`: the words of the Antrag's text from `von` to `bis`, or what was given for them
    where it was dropped; `verworfen` says why. `grund`: the model's reason. `angenommen`: None undecided.
    `forderung`: its number, or in words the field of a rubric that it is for; never an id to look up.
    """

    lauf_id: str
    nummer: int
    modell: str
    prompt_version: str
    forderung: str
    alt: str
    neu: str
    grund: str
    von: int | None = None
    bis: int | None = None
    verworfen: str = ""
    angenommen: bool | None = None
    entschieden: datetime | None = None
    id: str = ""
    created: datetime | None = None

    @property
    def is_bound(self) -> bool:
        return not self.verworfen

    @property
    def stelle(self) -> tuple[int, int]:
        """Where it stands; of one that was dropped nowhere."""
        return self.von or 0, self.bis or 0


def save_redlines(store: StoreConnection, proposals: Sequence[Redline]) -> None:
    """As they came from one answer."""
    moment = now()
    rows = [plain(one) | {"id": new_id(), "created": moment} for one in proposals]
    with store.writing() as connection:
        for lauf_id in {one.lauf_id for one in proposals}:
            if not connection.scalar(select(lauf.c.id).where(lauf.c.id == lauf_id)):  # removed meanwhile
                raise unknown(lauf_id)
        insert_rows(connection, redline, rows)


def list_redlines(store: StoreConnection, lauf_id: str) -> list[Redline]:
    """Of one Lauf, the oldest answer first, each in the model's order."""
    query = redline.select().where(redline.c.lauf_id == lauf_id)
    with store.reading() as connection:
        found = connection.execute(query.order_by(redline.c.created, redline.c.nummer, redline.c.id))
        return [Redline(**fitting(Redline, row)) for row in found.mappings()]


def decide_redline(store: StoreConnection, redline_id: str, angenommen: bool | None) -> None:
    """None takes a decision back. What was dropped cannot be accepted, nor two changes of the same words."""
    values = {"angenommen": angenommen, "entschieden": None if angenommen is None else now()}
    with store.writing() as connection:
        row = connection.execute(
            redline.select().where(redline.c.id == redline_id, redline.c.verworfen == "")
        ).one_or_none()
        if row is None:
            raise EingabeError(GONE)
        connection.execute(redline.update().where(redline.c.id == redline_id).values(values))
        accepted = redline.select().where(
            redline.c.lauf_id == row.lauf_id,
            redline.c.angenommen.is_(True),
            redline.c.id != redline_id,
            redline.c.von < row.bis,
            redline.c.bis > row.von,
        )
        if angenommen and connection.execute(accepted).first():
            raise EingabeError(TAKEN)
