"""The Bundestag's result sheets as rows of text: CSV as it is, XLS and XLSX by calamine, in a process apart.

A workbook is somebody else's ZIP or OLE file; what it makes of time and memory is bounded where it is opened.
"""

import csv
import io
from pathlib import Path

from core.errors import EingabeError
from core.programme.pdf_processes import Aim, apart

MOST_BYTES = 4 << 20
MOST_ROWS = 2000
MOST_COLUMNS = 40
"""A sheet has a row for each deputy: at most 736 in one Bundestag, in some 60 KB of CSV or 200 KB of XLS."""

OLD_FORMAT, ZIP = b"\xd0\xcf\x11\xe0", b"PK\x03\x04"
WAY_OUT = "Speichern Sie die Tabelle als CSV."


def sheet_rows(path: Path) -> list[list[str]]:
    """The first sheet's rows."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise EingabeError(f"{path.name} lässt sich nicht lesen. Prüfen Sie den Pfad.") from error
    if not data:
        raise EingabeError(f"{path.name} ist leer. Laden Sie die Abstimmungsliste neu herunter.")
    if len(data) > MOST_BYTES:
        raise EingabeError(f"{path.name} ist größer als {MOST_BYTES >> 20} MB und keine Abstimmungsliste.")
    if data.startswith((OLD_FORMAT, ZIP)):
        return apart(Aim.READ, path.name, _workbook, data, path.name, way_out=WAY_OUT)
    return _bounded(_csv(data, path.name), path.name)


def _csv(data: bytes, name: str) -> list[list[str]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    head = text.split("\n", 1)[0]
    try:
        return list(
            csv.reader(io.StringIO(text), delimiter=";" if head.count(";") > head.count(",") else ",")
        )
    except csv.Error as error:
        raise EingabeError(f"{name} ist keine lesbare CSV-Datei ({error!s:.80}).") from error


def _workbook(data: bytes, name: str) -> list[list[str]]:
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(data))
        rows = book.get_sheet_by_index(0).to_python(nrows=MOST_ROWS + 1)
    except (CalamineError, OSError, IndexError, ValueError) as error:
        raise EingabeError(f"{name} ist keine lesbare Arbeitsmappe ({error!s:.80}). {WAY_OUT}") from error
    return _bounded([[_shown(cell) for cell in row] for row in rows], name)


def _bounded(rows: list[list[str]], name: str) -> list[list[str]]:
    if len(rows) > MOST_ROWS or any(len(row) > MOST_COLUMNS for row in rows):
        raise EingabeError(
            f"{name} hat mehr als {MOST_ROWS} Zeilen oder {MOST_COLUMNS} Spalten. Erwartet wird eine "
            "Liste mit einer Zeile je Mitglied des Bundestages."
        )
    return rows


def _shown(cell: object) -> str:
    """„1“ is stored as 1.0."""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)
