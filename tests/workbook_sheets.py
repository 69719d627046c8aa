"""A workbook as a spreadsheet would read it."""

import io
import zipfile
from xml.etree import ElementTree

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def read_sheets(data: bytes) -> dict[str, list[list[str | float | None]]]:
    """Every sheet of the workbook, row by row, as a spreadsheet would read it."""
    book = zipfile.ZipFile(io.BytesIO(data))
    strings = [
        "".join(part.text or "" for part in entry.iter(f"{MAIN}t"))
        for entry in ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
    ]
    names = [
        sheet.get("name")
        for sheet in ElementTree.fromstring(book.read("xl/workbook.xml")).iter(f"{MAIN}sheet")
    ]
    return {
        str(name): _rows(ElementTree.fromstring(book.read(f"xl/worksheets/sheet{number}.xml")), strings)
        for number, name in enumerate(names, start=1)
    }


def _rows(sheet: ElementTree.Element, strings: list[str]) -> list[list[str | float | None]]:
    rows: list[list[str | float | None]] = []
    for row in sheet.iter(f"{MAIN}row"):
        cells: list[str | float | None] = []
        for cell in row.iter(f"{MAIN}c"):
            column = ord(str(cell.get("r"))[0]) - ord("A")
            cells += [None] * (column - len(cells))
            value = cell.findtext(f"{MAIN}v")
            cells.append(strings[int(value or 0)] if cell.get("t") == "s" else float(value or "nan"))
        rows.append(cells)
    return rows
