"""The Bundeszentrale's workbook („Datensatz“): a row per party and thesis, read without a library for it.

An XLSX is a ZIP of XML by somebody else: what it unpacks to is bounded, and entities are refused.
"""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

from core.errors import EingabeError

SPALTEN = {
    "Partei: Kurzbezeichnung": "partei",
    "These: Titel": "label",
    "These: These": "these",
    "Position: Position": "antwort",
    "Position: Begründung": "begruendung",
}
MOST_UNPACKED = 100 * 2**20
CELL = re.compile(r"([A-Z]{1,3})[0-9]+")


def read_workbook(data: bytes) -> list[dict[str, str]]:
    """The rows of the first sheet whose head has these columns."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as book:
            if sum(part.file_size for part in book.infolist()) > MOST_UNPACKED:
                raise EingabeError(f"Die Arbeitsmappe ist entpackt größer als {MOST_UNPACKED >> 20} MiB.")
            names = book.namelist()
            strings = _strings(book.read("xl/sharedStrings.xml")) if "xl/sharedStrings.xml" in names else []
            for name in sorted(n for n in names if re.fullmatch(r"xl/worksheets/[^/]+\.xml", n)):
                if rows := _sheet(_xml(book.read(name)), strings):
                    return rows
    except (zipfile.BadZipFile, ElementTree.ParseError, KeyError, IndexError, ValueError, OSError) as error:
        raise EingabeError(f"Die Arbeitsmappe lässt sich nicht lesen ({error!s:.100}).") from error
    raise EingabeError(
        f"Kein Blatt der Arbeitsmappe hat die Spalten {', '.join(SPALTEN)}. Erwartet wird der Datensatz des "
        "Wahl-O-Mats, wie ihn die Bundeszentrale anbietet."
    )


def _xml(part: bytes) -> ElementTree.Element:
    if b"<!DOCTYPE" in part or b"<!ENTITY" in part:
        raise EingabeError("Die Arbeitsmappe enthält eigene XML-Definitionen und wird nicht gelesen.")
    return ElementTree.fromstring(part)


def _strings(part: bytes) -> list[str]:
    return [_joined(item) for item in _xml(part).findall("{*}si")]


def _joined(item: ElementTree.Element) -> str:
    """Without the readings that Japanese workbooks give beside a word."""
    direct = [*item.findall("{*}t"), *item.findall("{*}r/{*}t")]
    return "".join(node.text or "" for node in direct)


def _sheet(sheet: ElementTree.Element, strings: list[str]) -> list[dict[str, str]]:
    lines = (dict(_cells(row, strings)) for row in sheet.iterfind(".//{*}row"))
    head = next(lines, {})
    places = {column: SPALTEN[text.strip()] for column, text in head.items() if text.strip() in SPALTEN}
    if len(places) < len(SPALTEN):
        return []
    found: list[Mapping[str, str]] = [
        {name: line.get(column, "") for column, name in places.items()} for line in lines
    ]
    return [dict(row) for row in found if any(row.values())]


def _cells(row: ElementTree.Element, strings: list[str]) -> Iterator[tuple[str, str]]:
    for cell in row.findall("{*}c"):
        place = CELL.fullmatch(cell.get("r", ""))
        if place is None:
            raise ValueError(f"Zelle ohne Ort: {cell.get('r')!r:.20}")
        inline, value = cell.find("{*}is"), cell.findtext("{*}v") or ""
        if inline is not None:
            yield place[1], _joined(inline)
        else:
            yield place[1], strings[int(value)] if cell.get("t") == "s" and value else value
