"""One TOML table, taken apart field by field; every fault is told with file, entry and field."""

import json
import re
import stat
import tomllib
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import NoReturn, TypeVar

from core.base import formats
from core.base.errors import RegistryError

T = TypeVar("T")

LARGEST = 4 * 2**20
"""Bytes of a file; the largest that is shipped has 40 thousand."""

LONGEST = 800

DEEPEST = 50
"""Tables in tables, and parts of a dotted key: more take tomllib minutes, and nobody can print them."""

_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
DEEP_KEY = re.compile(rf"""(?<![\w\\"'-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}""")

ART: dict[type, str] = {
    str: "einen Text in Anführungszeichen",
    int: "eine ganze Zahl",
    bool: "true oder false",
    date: "ein Datum wie 2022-05-15",
    list: "eine Liste",
    dict: "eine Tabelle",
}


class TomlEntry:
    def __init__(self, file: str, name: str, data: Mapping[str, object]) -> None:
        self.file, self.name = file, name
        self._left = dict(data)
        self._known: list[str] = []

    def fail(self, feld: str, problem: str) -> NoReturn:
        raise RegistryError(_shown(f"{self.file}, Eintrag „{self.name}“, Feld „{feld}“: {problem}"))

    def maybe(self, feld: str, art: type[T]) -> T | None:
        """The field's value, or None where it is absent."""
        self._known.append(feld)
        value = self._left.pop(feld, None)
        if value is None:
            return None
        # Exact type: True is no number, and a date with a time is no date.
        if not isinstance(value, art) or type(value) is not art or value == "":
            self.fail(feld, f"erwartet {ART[art]}, gefunden {value!r}.")
        return value

    def take(self, feld: str, art: type[T]) -> T:
        """The field's value; it must be there."""
        value = self.maybe(feld, art)
        return self.fail(feld, f"fehlt. Bitte {ART[art]} eintragen.") if value is None else value

    def line(self, feld: str, longest: int) -> str | None:
        """The field's text, which must be one line without anything invisible; None where it is absent."""
        text = self.maybe(feld, str)
        if text is not None and (not text.isprintable() or len(text) > longest):
            self.fail(
                feld, f"erwartet eine Zeile bis {longest} Zeichen ohne Unsichtbares, gefunden {text!r}."
            )
        return text

    def one_of(self, feld: str, value: str, allowed: Iterable[str]) -> str:
        if value not in (choices := list(allowed)):
            self.fail(feld, f"gefunden „{value}“, möglich sind: {', '.join(choices)}.")
        return value

    def choice(self, feld: str, allowed: Iterable[str]) -> str:
        return self.one_of(feld, self.take(feld, str), allowed)

    def texts(self, feld: str) -> tuple[str, ...]:
        return self.as_texts(feld, self.maybe(feld, list) or [])

    def as_texts(self, feld: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) and item for item in value):
            self.fail(feld, f"erwartet eine Liste von Texten, gefunden {value!r}.")
        return tuple(value)

    def by_land(self, feld: str, gebiete: Iterable[str]) -> dict[str, object]:
        """A table whose keys are Länder."""
        table = self.maybe(feld, dict) or {}
        return {self.one_of(feld, land, gebiete): value for land, value in table.items()}

    def tables(self, feld: str, key: str) -> list["TomlEntry"]:
        """The tables [[feld]], each named by its field `key`."""
        items = self.take(feld, list)
        if not all(isinstance(item, dict) for item in items):
            self.fail(feld, f"erwartet Tabellen der Form [[{feld}]], gefunden {items!r}.")
        prefix = "" if self.name == "Datei" else f"{self.name}, "
        names = [f"{prefix}{feld} {item.get(key, f'Nr. {number}')}" for number, item in enumerate(items, 1)]
        return [TomlEntry(self.file, name, item) for name, item in zip(names, items, strict=True)]

    def all_tables(self) -> list["TomlEntry"]:
        """Every table of a file whose tables are named by their ids."""
        return [TomlEntry(self.file, name, self.take(name, dict)) for name in list(self._left)]

    def span(self, start: str, end: str, default: date | None = None) -> tuple[date, date | None]:
        """From when to when; a missing end means it lasts."""
        von = (self.maybe(start, date) or default) if default else self.take(start, date)
        bis = self.maybe(end, date)
        if bis is not None and bis < von:
            self.fail(end, f"{bis} liegt vor „{start}“ ({von}). Bitte die Reihenfolge prüfen.")
        return von, bis

    def unsicher(self) -> tuple[str, ...]:
        """The fields named as doubtful; they must exist."""
        felder = list(self._known)
        return tuple(self.one_of("unsicher", feld, felder) for feld in self.texts("unsicher"))

    def close(self) -> None:
        """Refuse what nobody asked for: a misspelt field must not vanish."""
        for feld in self._left:
            self.fail(feld, f"gibt es nicht. Möglich sind: {', '.join(self._known)}.")


def toml_text(text: str) -> str:
    """A text as TOML writes it, which is JSON's way but for one control character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_toml(folder: Path, name: str) -> TomlEntry:
    return parse_toml(name, toml_file(folder, name))


def toml_file(folder: Path, name: str) -> str:
    """The whole text of the file."""
    path = folder / name
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise OSError("das ist keine Datei")
        if status.st_size > LARGEST:
            raise OSError(f"größer als {formats.size(LARGEST)}")
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        problem = f"fehlt in {folder}. Bitte anlegen oder zurückholen."
    except UnicodeDecodeError as reason:
        problem = f"ist nicht UTF-8 ({reason}). Bitte so speichern."
    except OSError as reason:
        problem = f"lässt sich nicht lesen ({reason.strerror or reason}). Bitte Datei und Rechte prüfen."
    raise RegistryError(_shown(f"{name} {problem}"))


def parse_toml(name: str, text: str) -> TomlEntry:
    """`name`: what a mistake is told of."""
    try:
        if not DEEP_KEY.search(text) and _is_bounded(read := tomllib.loads(text)):
            return TomlEntry(name, "Datei", read)
        problem = f"{name} hat mehr als {DEEPEST} Ebenen oder eine Zahl, die zu groß ist. Bitte berichtigen."
    except tomllib.TOMLDecodeError as reason:
        found = re.search(r"line (\d+)", str(reason))
        place = f"Zeile {found[1]}" if found else "am Dateiende"
        problem = f"{name}, {place}: kein TOML ({reason}). Bitte dort berichtigen."
    except (ValueError, RecursionError) as reason:  # a number of thousands of digits, a thousand brackets
        problem = f"{name} ist kein lesbares TOML ({type(reason).__name__}). Bitte berichtigen."
    raise RegistryError(_shown(problem))


def _is_bounded(read: object) -> bool:
    """Can it be printed? A number in hexadecimal may have more digits than Python writes."""
    level = [read]
    for _ in range(DEEPEST):
        if any(isinstance(one, int) and not -(2**63) <= one < 2**63 for one in level):
            return False
        inside = [
            one.values() if isinstance(one, dict) else one for one in level if isinstance(one, dict | list)
        ]
        level = [one for several in inside for one in several]
    return not level


def _shown(message: str) -> str:
    """On one line, without what would act on a terminal or turn the direction of writing."""
    printable = (letter if letter.isprintable() else repr(letter)[1:-1] for letter in message)
    return "".join(printable) if len(message) <= LONGEST else "".join(printable)[:LONGEST] + " …"
