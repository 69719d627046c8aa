"""A table of one description of its columns: as text for a spreadsheet, as a workbook, as rows for paper."""

import csv
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.base import formats

EXCEL_LETTERS = 32_767
"""So many a cell holds."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet would run."""

Angabe = str | int | float | bool | datetime | None
Zeile = tuple[Angabe, ...]
Column = tuple[str, Callable[[Any], Angabe]]
"""Its head, and what of a row stands beneath it."""


@dataclass(frozen=True, slots=True)
class Table:
    """`rows`: whatever the columns read from; `zeilen`: what stands in the table, row by row."""

    name: str
    columns: Sequence[Column]
    rows: Sequence[Any]

    @property
    def kopf(self) -> tuple[str, ...]:
        return tuple(head for head, _ in self.columns)

    @property
    def zeilen(self) -> tuple[Zeile, ...]:
        return tuple(tuple(of(row) for _, of in self.columns) for row in self.rows)


def as_csv(table: Table) -> bytes:
    """As a German Excel opens it."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow([cell(name) for name in table.kopf])
    writer.writerows([cell(_told(value)) for value in zeile] for zeile in table.zeilen)
    return out.getvalue().encode("utf-8-sig", "replace")


def _told(value: object) -> object:
    return formats.stamp(value) if isinstance(value, datetime) else value


def cell(value: object) -> str:
    """As German Excel reads it: a decimal comma, ja and nein, and no text that would run as a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, float):
        return formats.shortest(value)
    cell = str(value)
    return f"'{cell}" if isinstance(value, str) and cell.startswith(FORMULA) else cell


def as_xlsx(tables: Sequence[Table], titel: str, stand: datetime) -> bytes:
    """A sheet per table. A text stays a text, whatever it looks like: no formula, no link, no number."""
    from xlsxwriter import Workbook

    out = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(out, options) as book:
        book.set_properties({"title": titel, "created": stand.replace(tzinfo=None)})
        bold = book.add_format({"bold": True, "bottom": 1})
        for table in tables:
            sheet = book.add_worksheet(table.name)
            _write_row(sheet, 0, table.kopf, bold)
            for number, zeile in enumerate(table.zeilen, start=1):
                _write_row(sheet, number, zeile)
            sheet.freeze_panes(1, 0)
            sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
            sheet.autofit(480)
    return out.getvalue()


def _write_row(sheet: Any, number: int, zeile: tuple[object, ...], look: object = None) -> None:
    for column, value in enumerate(zeile):
        if isinstance(value, bool):
            sheet.write_string(number, column, cell(value), look)
        elif isinstance(value, int | float):
            sheet.write_number(number, column, value, look)
        elif value is not None:
            text = str(_told(value)).encode("utf-8", "replace").decode()
            sheet.write_string(number, column, text[:EXCEL_LETTERS], look)
