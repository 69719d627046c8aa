"""programme/*.toml → Programme: a mistake in a shipped file is refused, an own entry with one is left out."""

import json
import os
import re
import stat
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NoReturn, TypeVar

from core.errors import RegistryError
from core.german import formats
from core.models import GEBIETE, Partei, Programm, Typ
from core.settings import HOME, ROOT

# --- one TOML table, taken apart field by field; every fault is told with file, entry and field -------------

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
    try:
        return _text(folder / name)
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


def _text(path: Path) -> str:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError("das ist keine Datei")
    if status.st_size > LARGEST:
        raise OSError(f"größer als {formats.size(LARGEST)}")
    return path.read_text(encoding="utf-8-sig")


def _shown(message: str) -> str:
    """On one line, without what would act on a terminal or turn the direction of writing."""
    printable = (letter if letter.isprintable() else repr(letter)[1:-1] for letter in message)
    return "".join(printable) if len(message) <= LONGEST else "".join(printable)[:LONGEST] + " …"


# --- programme/*.toml → Programme ---------------------------------------------------------------------------
# A mistake in a shipped file is refused, an own entry with one is left out.

OWN_ENTRIES = "eigene.toml"
"""What analysts registered themselves, beside the files that are shipped; not in git."""

OWN = f"programme/{OWN_ENTRIES}"

Read = tuple[dict[str, Programm], tuple[str, ...], tuple[str, ...]]


def own_registry(folder: Path) -> Path:
    """The registry that holds the own entries: the shipped one, but of an installed copy, which an update
    replaces, one in the folder it works in."""
    return HOME / "data" / "registry" if folder == ROOT / "data" / "registry" else folder


def read_programme(folder: Path, names: Sequence[str], parteien: Mapping[str, Partei]) -> Read:
    """All Programme by their ids, the own ids among them, and what is wrong with those that are left out."""
    programme: dict[str, Programm] = {}
    origin: dict[str, str] = {}
    for entry in (entry for name in names if name != OWN for entry in read_toml(folder, name).all_tables()):
        _add(entry, programme, origin, parteien)
    shipped, own = set(programme), own_registry(folder)
    fehler = _add_own(own, programme, origin, parteien) if os.path.lexists(own / OWN) else []
    return programme, tuple(id for id in programme if id not in shipped), tuple(fehler)


def _add_own(
    folder: Path, programme: dict[str, Programm], origin: dict[str, str], parteien: Mapping[str, Partei]
) -> list[str]:
    """What is wrong with the own entries; those without a mistake are added."""
    fehler = []
    try:
        for entry in read_toml(folder, OWN).all_tables():
            try:
                _add(entry, programme, origin, parteien)
            except RegistryError as error:
                fehler.append(str(error))
    except RegistryError as error:
        fehler.append(str(error))
    return fehler


def _add(
    entry: TomlEntry, programme: dict[str, Programm], origin: dict[str, str], parteien: Mapping[str, Partei]
) -> None:
    if entry.name in programme:
        entry.fail("id", f"steht auch in {origin[entry.name]}. Bitte einen der beiden umbenennen.")
    programme[entry.name], origin[entry.name] = _programm(entry, parteien), entry.file


def _programm(entry: TomlEntry, parteien: Mapping[str, Partei]) -> Programm:
    typ = Typ(entry.choice("typ", Typ))
    land, pdf = entry.maybe("bundesland", str), entry.line("pdf", 200) or entry.take("pdf", str)
    if land is None and typ is Typ.WAHLPROGRAMM:
        entry.fail("bundesland", f"fehlt. Ein Wahlprogramm braucht eines von: {', '.join(GEBIETE)}.")
    if land is not None and typ is Typ.PARTEIPROGRAMM:
        entry.fail("bundesland", f"gefunden „{land}“; ein Parteiprogramm gilt überall, bitte entfernen.")
    if not re.fullmatch("[a-z0-9][a-z0-9-]{0,79}", entry.name):
        entry.fail("id", "erwartet Kleinbuchstaben, Ziffern und Striche wie spd-nrw-2022.")
    if re.search(r"[/\\:]|\.\.|^\.", pdf) or not pdf.lower().endswith(".pdf"):
        entry.fail("pdf", f"gefunden „{pdf}“, erwartet wird ein Dateiname ohne Ordner wie {entry.name}.pdf.")
    gueltig_ab, gueltig_bis = entry.span("gueltig_ab", "gueltig_bis")
    programm = Programm(
        id=entry.name,
        name=entry.line("name", 200) or entry.take("name", str),
        typ=typ,
        partei=entry.choice("partei", parteien),
        bundesland=land and entry.one_of("bundesland", land, GEBIETE),
        jahr=_jahr(entry),
        gueltig_ab=gueltig_ab,
        gueltig_bis=gueltig_bis,
        pdf=pdf,
        url=_url(entry),
        hinweis=entry.line("hinweis", 1000),
    )
    entry.close()
    return programm


def _jahr(entry: TomlEntry) -> int:
    jahr = entry.take("jahr", int)
    if not 1900 <= jahr <= 2100:
        entry.fail("jahr", f"{jahr} kann nicht stimmen. Erwartet ein Jahr von 1900 bis 2100.")
    return jahr


def _url(entry: TomlEntry) -> str | None:
    url = entry.line("url", 2000)
    if url is not None and not re.fullmatch(r"https?://[^\s/]\S*", url):
        entry.fail("url", f"gefunden „{url}“, erwartet eine Adresse wie https://www.example.org/p.pdf.")
    return url
