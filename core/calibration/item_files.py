"""Items in every form they come in: JSON Lines, CSV, qual-o-mat-data, the Bundeszentrale's workbook."""

import csv
import gzip
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from core.calibration.items import Eichsatz, make_eichsatz
from core.errors import EingabeError

# --- the Bundeszentrale's workbook („Datensatz“) ------------------------------------------------------------
# A row per party and thesis, read without a library for it.
# An XLSX is a ZIP of XML by somebody else: what it unpacks to is bounded, and entities are refused.

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


# --- items in every form they come in: JSON Lines, CSV, qual-o-mat-data, the Bundeszentrale's workbook ------

MOST_BYTES = 200 * 2**20
"""Unpacked; all Wahl-O-Mat elections together have 25 MiB."""

ANTWORTEN: dict[object, str] = {0: "stimme zu", 1: "stimme nicht zu", 2: "neutral"}
"""The numbers of qual-o-mat-data, where no answer.json says otherwise."""

FORMS = ".jsonl, .jsonl.gz, .csv, .xlsx oder ein Ordner von qual-o-mat-data"
JAHR = re.compile(r"(?<!\d)(19|20)\d\d(?!\d)")

Row = Mapping[str, Any]


def shipped_sentence(data_dir: Path) -> Eichsatz:
    """The invented items of the Musterland."""
    return read_eichsatz(data_dir / "eichung" / "musterland.jsonl", "Musterland (erfunden)")


def read_eichsatz(path: Path, name: str = "", wahl: str = "", jahr: int | None = None) -> Eichsatz:
    """The items of a file or folder. `wahl` and `jahr` where the rows themselves do not tell."""
    try:
        rows = _rows(path, {"wahl": wahl, "jahr": jahr})
    except (OSError, EOFError) as error:
        raise EingabeError(f"{path.name} lässt sich nicht lesen ({error}).") from error
    except (ValueError, RecursionError) as error:
        raise EingabeError(f"{path.name} ist keine Datei mit Thesen ({error!s:.120}).") from error
    return make_eichsatz(name or path.name, rows)


def _rows(path: Path, given: Row) -> Sequence[Row]:
    names = "".join(path.suffixes[-2:]).lower()
    if path.is_dir():
        return [row for folder in _election_folders(path) for row in _of_folder(folder, path, given)]
    if names.endswith(".jsonl") or names.endswith(".jsonl.gz"):
        return [json.loads(line) for line in _text(path).splitlines() if line.strip()]
    if names.endswith(".csv"):
        return list(_of_csv(_text(path)))
    if names.endswith(".xlsx"):
        told = {"wahl": given["wahl"] or path.stem, "jahr": given["jahr"] or _jahr_in(path.stem)}
        return [row | told for row in read_workbook(_bytes(path))]
    raise EingabeError(f"{path.name} hat eine unbekannte Form. Möglich sind {FORMS}.")


def _bytes(path: Path) -> bytes:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise EingabeError(f"{path.name} ist größer als {MOST_BYTES >> 20} MiB. Bitte die Datei teilen.")
    return data


def _text(path: Path) -> str:
    try:
        return _bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EingabeError(f"{path.name} ist nicht UTF-8 ({error}). Bitte so speichern.") from None


def _of_csv(text: str) -> Iterator[Row]:
    """With semicolons, as German spreadsheets write it, or commas."""
    head = text.partition("\n")[0]
    for row in csv.DictReader(io.StringIO(text), delimiter=";" if ";" in head else ","):
        if None in row:
            raise EingabeError(
                f"Eine Zeile der CSV-Datei hat mehr Felder als der Kopf: {str(row[None])[:60]}"
            )
        yield row


def _election_folders(path: Path) -> list[Path]:
    folders = sorted(found.parent for found in path.glob("**/opinion.json") if len(found.parents) < 40)
    if not folders:
        raise EingabeError(f"Unter {path.name} liegt keine opinion.json. Erwartet wird {FORMS}.")
    return folders


def _of_folder(folder: Path, root: Path, given: Row) -> Iterator[Row]:
    """One election: statement.json, party.json, opinion.json, comment.json and, where there, the others."""
    theses, parties = _by_id(folder, "statement"), _by_id(folder, "party")
    comments = _by_id(folder, "comment", needed=False)
    answers = _answers(folder, root)
    day = str(_overview(folder).get("date", ""))[:10]
    told = {
        "wahl": given["wahl"] or folder.name,
        "jahr": given["jahr"] or _jahr_in(day) or _jahr_in(str(folder.parent.name)),
        "wahltag": day,
    }
    for opinion in _list(folder / "opinion.json"):
        these, party = theses.get(opinion.get("statement")), parties.get(opinion.get("party"))
        if these is None or party is None:
            raise EingabeError(f"{folder.name}/opinion.json nennt eine These oder Partei, die es nicht gibt.")
        comment = comments.get(opinion.get("comment"), {})
        yield told | {
            "these": these.get("text"),
            "label": these.get("label"),
            "partei": party.get("name"),
            "antwort": answers.get(opinion.get("answer"), str(opinion.get("answer"))),
            "begruendung": comment.get("text"),
        }


def _by_id(folder: Path, name: str, needed: bool = True) -> dict[object, Row]:
    path = folder / f"{name}.json"
    return {one.get("id"): one for one in _list(path)} if needed or path.exists() else {}


def _answers(folder: Path, root: Path) -> dict[object, str]:
    for place in (folder, folder.parent, root):
        if (path := place / "answer.json").is_file():
            return {one.get("id"): str(one.get("message")) for one in _list(path)}
    return dict(ANTWORTEN)


def _overview(folder: Path) -> Row:
    path = folder / "overview.json"
    found = json.loads(_text(path)) if path.is_file() else {}
    return found if isinstance(found, dict) else {}


def _list(path: Path) -> list[Row]:
    found = json.loads(_text(path))
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise EingabeError(f"{path.name}: erwartet eine Liste von Objekten.")
    return found


def _jahr_in(text: str) -> int | None:
    found = JAHR.search(text)
    return int(found[0]) if found else None
