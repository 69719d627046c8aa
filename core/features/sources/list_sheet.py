"""The rows of a list of Anträge, whatever program wrote it: CSV, a workbook, JSON.

Such a file is somebody else's: its size is bounded before it is read, a workbook is opened apart, and no
formula is ever run.
"""

import csv
import io
import json
import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice
from math import inf
from typing import Any, NoReturn

from core.base import formats
from core.base.errors import EingabeError, cause_of
from core.processes.pdf_processes import Aim, apart

Cell = str | date

MOST_BYTES = 20 << 20
MOST_UNPACKED = 200 << 20
MOST_ROWS = 20_000
MOST_COLUMNS = 200
MOST_SHEETS = 20
"""A Landtag has up to some 20,000 Drucksachen in a period, of which a few thousand are Anträge; a row of 300
bytes makes 6 MB of those. A workbook unpacks to about ten times its size."""

OLD_WORKBOOK, ZIP, PDF = b"\xd0\xcf\x11\xe0", b"PK\x03\x04", b"%PDF"
TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods", ".json")
SEPARATORS = ";\t,|"
WAY_OUT = "Speichern Sie die Liste als CSV."
IN_A_WORD = re.compile(r"(?<=[A-Za-zäöüß])[ŠšŽžŸ†‡€™„”…ƒˆ‰Œœ](?=[A-Za-zäöüß])")
"""What umlauts of other charsets look like in that of Windows: „GRšNEN“."""


@dataclass(frozen=True, slots=True)
class Row:
    """`nummer`: as a spreadsheet counts it, or the place in JSON. `fault`: why its cells tell nothing."""

    nummer: int
    cells: tuple[Cell, ...]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """`name`: of the sheet in a workbook. `entry`: what a row of it is called. `fault`: why the rest of it
    cannot be read."""

    name: str
    rows: tuple[Row, ...]
    entry: str = "Zeile"
    fault: str = ""


def read_sheets(data: bytes, name: str) -> list[Sheet]:
    """Every way that the file can be read as a table: by sheet, or by separator."""
    if not data.strip():
        raise EingabeError(f"„{name}“ ist leer. Speichern Sie die Liste noch einmal.")
    if len(data) > MOST_BYTES:
        raise EingabeError(
            f"„{name}“ ist größer als {formats.size(MOST_BYTES)}. Teilen Sie die Liste, etwa nach Jahren."
        )
    if data.startswith(PDF):
        raise EingabeError(f"„{name}“ ist ein PDF und keine Liste. Erwartet: CSV, XLSX, XLS, ODS oder JSON.")
    if data.startswith((OLD_WORKBOOK, ZIP)):
        if data.startswith(ZIP):
            _check_unpacked(data, name)
        read = apart(Aim.READ, f"„{name}“", _workbook, data, name, way_out=WAY_OUT)
        return [Sheet(title, _rows(rows)) for title, rows in read]
    text = _decoded(data, name)
    if text.lstrip()[:1] in ("{", "["):
        return [_json(text, name)]
    if text.lstrip()[:1] == "<":
        raise EingabeError(f"„{name}“ ist eine Webseite oder XML und keine Tabelle. {WAY_OUT}")
    return _csv(text, name)


# --- CSV ----------------------------------------------------------------------------------------------------


def _decoded(data: bytes, name: str) -> str:
    marked = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        text = data.decode(marked)
    except UnicodeDecodeError:
        text = _of_windows(data, name)
    if "\0" in text:
        raise EingabeError(f"„{name}“ ist keine Textdatei und keine Arbeitsmappe. {WAY_OUT}")
    return text


def _of_windows(data: bytes, name: str) -> str:
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = None
    if text is None or (odd := IN_A_WORD.search(text)):
        shown = f", etwa in „{text[max(0, odd.start() - 10) : odd.end() + 10]!s}“" if text and odd else ""
        raise EingabeError(
            f"Der Zeichensatz von „{name}“ ist weder UTF-8 noch der von Windows{shown}. "
            "Speichern Sie die Liste als „CSV UTF-8“."
        )
    return text


def _csv(text: str, name: str) -> list[Sheet]:
    """Strictly: a quotation mark that is not closed would take the rows behind it along."""
    sheets = []
    for separator in SEPARATORS:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        rows: list[list[str]] = []
        fault = ""
        try:
            rows.extend(islice(lines, MOST_ROWS + 1))
        except csv.Error as error:
            fault = (
                f"„{name}“ lässt sich ab Zeile {len(rows) + 1} nicht in Felder teilen ({cause_of(error)}); "
                "meist ist ein Anführungszeichen nicht geschlossen. Daraus wird nichts übernommen."
            )
        _check_bounds(rows, name)
        sheets.append(Sheet("", _rows(rows), fault=fault))
    return sheets


def _rows(rows: Sequence[Sequence[Cell]]) -> tuple[Row, ...]:
    """Those that hold something."""
    return tuple(
        Row(number, tuple(cells))
        for number, cells in enumerate(rows, start=1)
        if any(not isinstance(cell, str) or cell.strip() for cell in cells)
    )


def _check_bounds(rows: Sequence[Sequence[Cell]], name: str) -> None:
    if len(rows) > MOST_ROWS:
        raise EingabeError(
            f"„{name}“ hat mehr als {formats.number(MOST_ROWS)} Zeilen. Teilen Sie die Liste, etwa nach "
            "Jahren."
        )
    if any(len(row) > MOST_COLUMNS for row in rows):
        raise EingabeError(
            f"„{name}“ hat mehr als {MOST_COLUMNS} Spalten. Löschen Sie die, die nichts über Anträge sagen."
        )


# --- workbooks: XLSX, XLS, ODS ------------------------------------------------------------------------------


def is_workbook(names: Iterable[str]) -> bool:
    """Does a ZIP with these members hold a workbook, rather than files?"""
    return bool({"[Content_Types].xml", "mimetype"} & set(names))


def _check_unpacked(data: bytes, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = packed.infolist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise EingabeError(f"„{name}“ ist beschädigt. {WAY_OUT}") from error
    if sum(one.file_size for one in members) > MOST_UNPACKED or not is_workbook(
        one.filename for one in members
    ):
        raise EingabeError(
            f"„{name}“ ist keine Arbeitsmappe oder ausgepackt größer als {formats.size(MOST_UNPACKED)}. "
            f"{WAY_OUT}"
        )


def _workbook(data: bytes, name: str) -> list[tuple[str, list[list[Cell]]]]:
    from python_calamine import CalamineError, CalamineWorkbook

    read: list[tuple[str, list[list[Cell]]]] = []
    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for title in book.sheet_names[:MOST_SHEETS]:
            sheet = book.get_sheet_by_name(title)
            if not sheet.total_width:
                continue
            if sheet.total_width > MOST_COLUMNS or sheet.total_height > MOST_ROWS:
                _check_bounds([[""] * sheet.total_width] * sheet.total_height, name)
            rows = sheet.to_python(skip_empty_area=False)
            read.append((title, [[_of_workbook(cell) for cell in row] for row in rows]))
    except (CalamineError, OSError, IndexError, ValueError, OverflowError) as error:
        raise EingabeError(
            f"„{name}“ ist keine lesbare Arbeitsmappe ({cause_of(error)}). {WAY_OUT}"
        ) from error
    return read


def _of_workbook(cell: object) -> Cell:
    """„1“ is stored as 1.0; a day is no text there."""
    if isinstance(cell, datetime):
        return cell.date()
    if isinstance(cell, date):
        return cell
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


# --- JSON ---------------------------------------------------------------------------------------------------


def _json(text: str, name: str) -> Sheet:
    try:
        told = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        why = "zu tief verschachtelt" if isinstance(error, RecursionError) else cause_of(error)
        raise EingabeError(
            f"„{name}“ ist kein lesbares JSON ({why}). Daraus wird nichts übernommen."
        ) from error
    lists = (
        [value for value in told.values() if isinstance(value, list)] if isinstance(told, dict) else [told]
    )
    entries = lists[0] if len(lists) == 1 else None
    if not entries or not all(isinstance(one, dict) for one in entries):
        raise EingabeError(
            f'In „{name}“ steht keine Liste von Anträgen. Erwartet: [{{"nummer": …, "titel": …}}, …], auch '
            "als einzige Liste eines Objekts."
        )
    names = list(dict.fromkeys(key for one in entries for key in one))
    rows = [[""] * len(names), *([""] for _ in entries)]
    _check_bounds(rows, name)
    return Sheet(
        "", (Row(0, tuple(names)), *(_entry(n, one, names) for n, one in enumerate(entries, 1))), "Eintrag"
    )


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, times in Counter(key for key, _ in pairs).items() if times > 1)
        raise ValueError(f"„{twice[:40]}“ steht in einem Eintrag zweimal")
    return found


def _no_number(told: str) -> NoReturn:
    """„NaN“ and „Infinity“, which programs write though JSON has no such thing."""
    raise ValueError(f"„{told}“ ist kein Wert, den JSON kennt; gemeint ist wohl null")


def _entry(number: int, entry: Mapping[str, Any], names: Sequence[str]) -> Row:
    cells, odd = [], ""
    for name in names:
        value = entry.get(name)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            value = "; ".join(value)
        if isinstance(value, dict | list | bool) or value in (inf, -inf):  # „1e999“
            odd = odd or f"„{name[:40]}“ ist weder Text noch Zahl noch eine Liste von Texten"
            value = None
        cells.append("" if value is None else _of_workbook(value))
    return Row(number, tuple(cells), odd)
