"""The tables of readings, and of what was settled after them."""

from typing import Any

from core.runs.sql import (
    Boolean,
    Column,
    ExactText,
    Float,
    ForeignKey,
    Integer,
    KeywordText,
    String,
    Table,
    Text,
    Zeitpunkt,
)
from core.runs.tables import column, metadata


def _of_lauf() -> Column[Any]:
    return column("lauf_id", String(16), ForeignKey("lauf.id", ondelete="CASCADE"), index=True)


# A person has read the Lauf to the end, blind to what others say of it.
lesung = Table(
    "lesung",
    metadata,
    column("id", String(16), primary_key=True),
    _of_lauf(),
    column("name", ExactText),
    column("created", Zeitpunkt),
)

# What was settled where two readers differ; beside their judgements, in the place of none.
festlegung = Table(
    "festlegung",
    metadata,
    column("id", String(16), primary_key=True),
    _of_lauf(),
    column("partei", String(100)),
    column("typ", KeywordText(20)),
    column("zitat", Integer, nullable=True),
    column("forderung", Text, nullable=True),
    column("zustimmung", Boolean, nullable=True),
    column("traegt", KeywordText(20), nullable=True),
    column("punkte", Float, nullable=True),
    column("grund", ExactText),
    column("name", ExactText),
    column("created", Zeitpunkt),
)
