"""Stored Anträge to choose from: what each is called, and of a corrected one the latest only."""

from typing import TYPE_CHECKING

from core.context import Context
from core.german import formats
from pages.ui import text

if TYPE_CHECKING:
    from core.runs.lauf import Antragszeile


def newest(rows: "list[Antragszeile]") -> "list[Antragszeile]":
    """Of an Antrag that was corrected, the latest only."""
    seen: dict[str, Antragszeile] = {}
    for row in rows:
        seen.setdefault(f"{row.titel} {row.drucksache}" if row.titel else row.id, row)
    return list(seen.values())


def label(context: Context, row: "Antragszeile") -> str:
    parlament = context.registry.parlamente.get(row.bundesland or "")
    day = formats.day(row.datum) if row.datum else None
    return text.joined(
        [row.titel or row.herkunft, row.drucksache, parlament.land if parlament else None, day]
    )
