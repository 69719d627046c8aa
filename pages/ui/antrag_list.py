"""Stored Anträge to choose from: what each is called, and of a corrected one the latest only."""

from typing import TYPE_CHECKING

from core.antrag.short_title import listed_title
from core.context import Context
from core.german import formats
from pages.ui import text

if TYPE_CHECKING:
    from core.runs.stored_antraege import AntragRow


def newest(rows: "list[AntragRow]") -> "list[AntragRow]":
    """Of an Antrag that was corrected, the latest only."""
    seen: dict[str, AntragRow] = {}
    for row in rows:
        seen.setdefault(name_of(row) or row.id, row)
    return list(seen.values())


def name_of(row: "AntragRow") -> str:
    return listed_title(row.titel, row.drucksache, row.bearbeitet)


def label(context: Context, row: "AntragRow") -> str:
    parlament = context.registry.parlamente.get(row.bundesland or "")
    day, name = formats.day(row.datum) if row.datum else None, name_of(row)
    number = None if f"({row.drucksache})" in name else row.drucksache
    return text.joined([name or row.herkunft, number, parlament.land if parlament else None, day])
