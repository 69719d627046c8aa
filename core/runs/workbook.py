"""Tables of plain values as a file for a spreadsheet: a workbook, or one of them as text."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from core.german import formats
from core.runs.export import cell

EXCEL_LETTERS = 32_767
"""So many a cell holds."""

Angabe = str | int | float | bool | datetime | None
Zeile = tuple[Angabe, ...]


@dataclass(frozen=True, slots=True)
class Table:
    name: str
    kopf: tuple[str, ...]
    zeilen: tuple[Zeile, ...]


def as_csv(table: Table) -> bytes:
    """As a German Excel opens it."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";")
    writer.writerow([cell(name) for name in table.kopf])
    writer.writerows([cell(_told(value)) for value in zeile] for zeile in table.zeilen)
    return out.getvalue().encode("utf-8-sig", "replace")


def _told(value: object) -> object:
    return formats.stamp(value) if isinstance(value, datetime) else value


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
            sheet.autofilter(0, 0, len(table.zeilen), len(table.kopf) - 1)
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
