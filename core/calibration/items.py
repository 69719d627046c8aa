"""Theses with what parties officially say to them: the measure a model is held against.

Rows come from others, so all of them are looked at before one is used; docs/eichung.md says what they hold.
"""

import csv
import gzip
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from core.errors import EingabeError

POSITIONS = {"stimme zu": 1, "neutral": 0, "stimme nicht zu": -1}
"""As the Bundeszentrale writes them."""

SHIPPED = "Musterland (erfunden)"

MOST_ITEMS = 100_000
"""All Wahl-O-Mat elections together have about half of it."""
LONGEST_THESE = 1_000
"""Of more the search reads no more."""
LONGEST_BEGRUENDUNG = 20_000
LONGEST_NAME = 300
YEARS = range(1949, 2101)


@dataclass(frozen=True, slots=True)
class EichungItem:
    """What one party said to one thesis; `position` is 1, 0 or -1."""

    wahl: str
    jahr: int
    these: str
    partei: str
    position: int
    begruendung: str = ""
    quelle: str = ""
    label: str = ""
    wahltag: date | None = None


@dataclass(frozen=True, slots=True)
class Eichsatz:
    name: str
    items: tuple[EichungItem, ...]

    @property
    def hash(self) -> str:
        """Names these very items: a change of any letter changes it."""
        told = json.dumps([astuple(item) for item in self.items], default=str)
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    def thesen(self) -> dict[tuple[str, int, str], int]:
        """Every thesis of every election with its number, in the order of the file."""
        keys = dict.fromkeys((item.wahl, item.jahr, item.these) for item in self.items)
        return {key: number for number, key in enumerate(keys)}


def make_eichsatz(name: str, rows: Iterable[Mapping[str, object]]) -> Eichsatz:
    """All rows or none: the first that is wrong is told with its number and field."""
    items: list[EichungItem] = []
    for number, row in enumerate(rows, start=1):
        if number > MOST_ITEMS:
            raise EingabeError(f"{name} hat mehr als {MOST_ITEMS} Zeilen. Bitte die Datei teilen.")
        items.append(_item(f"{name}, Zeile {number}", row))
    if not items:
        raise EingabeError(f"{name} enthält keine Zeile. Wie eine Datei aussieht, steht in docs/eichung.md.")
    _check_once(name, items)
    return Eichsatz(name, tuple(items))


def as_rows(satz: Eichsatz) -> list[dict[str, object]]:
    """From which `make_eichsatz` makes the same set."""
    words = {value: word for word, value in POSITIONS.items()}
    rows = []
    for item in satz.items:
        row = {name: value for name, value in asdict(item).items() if value not in ("", None)}
        row |= {"antwort": words[row.pop("position")]}
        rows.append(row | ({"wahltag": f"{item.wahltag}"} if item.wahltag else {}))
    return rows


def _item(where: str, row: Mapping[str, object]) -> EichungItem:
    if not isinstance(row, Mapping):
        raise EingabeError(f"{where}: erwartet ein Objekt mit Feldern, gefunden {row!r:.60}.")
    position = POSITIONS.get(" ".join(_text(where, row, "antwort", 40).casefold().split()))
    if position is None:
        _fail(where, "antwort", row.get("antwort"), "„stimme zu“, „neutral“ oder „stimme nicht zu“")
    return EichungItem(
        wahl=_text(where, row, "wahl", LONGEST_NAME),
        jahr=_jahr(where, row),
        these=_text(where, row, "these", LONGEST_THESE),
        partei=_text(where, row, "partei", LONGEST_NAME),
        position=position,
        begruendung=_text(where, row, "begruendung", LONGEST_BEGRUENDUNG, needed=False),
        quelle=_text(where, row, "quelle", LONGEST_THESE, needed=False),
        label=_text(where, row, "label", LONGEST_NAME, needed=False),
        wahltag=_day(where, row),
    )


def _text(where: str, row: Mapping[str, object], feld: str, longest: int, needed: bool = True) -> str:
    value = row.get(feld)
    text = value.strip() if isinstance(value, str) else ""
    if (value is not None and not isinstance(value, str)) or (needed and not text):
        _fail(where, feld, value, "einen Text")
    if len(text) > longest:
        _fail(where, feld, text, f"höchstens {longest} Zeichen")
    return text


def _jahr(where: str, row: Mapping[str, object]) -> int:
    value = row.get("jahr")
    number = int(value) if isinstance(value, str) and value.strip().isdecimal() else value
    if not isinstance(number, int) or isinstance(number, bool) or number not in YEARS:
        _fail(where, "jahr", value, f"eine Jahreszahl von {YEARS[0]} bis {YEARS[-1]}")
    return number


def _day(where: str, row: Mapping[str, object]) -> date | None:
    text = _text(where, row, "wahltag", 40, needed=False)
    try:
        return date.fromisoformat(text[:10]) if text else None
    except ValueError:
        _fail(where, "wahltag", text, "einen Tag wie 2024-09-15")


def _fail(where: str, feld: str, found: object, wanted: str) -> NoReturn:
    raise EingabeError(
        f"{where}, Feld „{feld}“: erwartet {wanted}, gefunden {found!r:.60}. Bitte berichtigen."
    )


def _check_once(name: str, items: Sequence[EichungItem]) -> None:
    seen: dict[tuple[str, int, str, str], int] = {}
    for number, item in enumerate(items, start=1):
        key = item.wahl, item.jahr, item.these, item.partei
        if key in seen:
            raise EingabeError(
                f"{name}: Zeile {seen[key]} und Zeile {number} sagen beide, was {item.partei[:60]} von "
                f"„{item.these[:60]}“ hält. Bitte eine streichen."
            )
        seen[key] = number


# --- files: JSON Lines and CSV ------------------------------------------------------------------------------

MOST_BYTES = 200 * 2**20
"""Unpacked; all Wahl-O-Mat elections together have 25 MiB."""


def shipped_sentence(data_dir: Path) -> Eichsatz:
    """The invented items of the Musterland."""
    return read_eichsatz(data_dir / "eichung" / "musterland.jsonl", SHIPPED)


def read_eichsatz(path: Path, name: str = "") -> Eichsatz:
    """The items of a file: `.jsonl`, also packed as `.jsonl.gz`, or `.csv`."""
    try:
        return make_eichsatz(name or path.name, _rows(path))
    except (OSError, EOFError) as error:
        raise EingabeError(f"{path.name} lässt sich nicht lesen ({error}).") from error
    except (ValueError, RecursionError) as error:
        raise EingabeError(f"{path.name} ist keine Datei mit Thesen ({error!s:.120}).") from error


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    names = path.name.lower()
    if names.endswith((".jsonl", ".jsonl.gz")):
        return (json.loads(line) for line in _content(path).splitlines() if line.strip())
    if names.endswith(".csv"):
        return _of_csv(_content(path))
    raise EingabeError(f"{path.name} hat eine unbekannte Form. Möglich sind .jsonl, .jsonl.gz und .csv.")


def _content(path: Path) -> str:
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise EingabeError(f"{path.name} ist größer als {MOST_BYTES >> 20} MiB. Bitte die Datei teilen.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EingabeError(f"{path.name} ist nicht UTF-8 ({error}). Bitte so speichern.") from None


def _of_csv(text: str) -> Iterator[Mapping[str, Any]]:
    """With semicolons, as German spreadsheets write it, or commas."""
    head = text.partition("\n")[0]
    for row in csv.DictReader(io.StringIO(text), delimiter=";" if ";" in head else ","):
        if None in row:
            raise EingabeError(
                f"Eine Zeile der CSV-Datei hat mehr Felder als der Kopf: {str(row[None])[:60]}"
            )
        yield row
