"""A rubric: by which fields and levels an Antrag is judged. One file, and no code."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from core.base import formats
from core.base.errors import EingabeError, RegistryError
from core.base.toml_entry import TomlEntry, parse_toml, toml_file
from core.programme.context import Context

MOST_FIELDS = 100
MOST_LEVELS = 20
LONGEST = 200_000
"""Characters of a rubric; one of 25 fields has 8,000."""

LONGEST_LINE = 300
GREATEST = 1_000_000
"""Of versions and levels, below zero too: what every database and every column of a page takes."""

SHIPPED = OWN = "rubriken"
"""The folder of those that come with the program, and beside the Läufe that of own ones."""


BACKUP_FOLDERS = {OWN: r"[^./\\:\x00-\x1f\x7f][^/\\:\x00-\x1f\x7f]*\.toml"}


class Summing(StrEnum):
    """How levels are summed up. A field that is not touched counts in none of them."""

    MITTEL = "mittel"
    ANZAHL = "anzahl"


@dataclass(frozen=True, slots=True)
class RubricLevel:
    wert: int
    wort: str
    bedeutung: str


@dataclass(frozen=True, slots=True)
class RubricField:
    """`is_confirmed`: is the label proved by its `quelle`? `stichwoerter`: by which one without a model knows
    that it is touched. `zeile`, `spalte`: its place in a table of rows and columns, „“ where there is none.
    """

    id: str
    titel: str
    leitfrage: str
    quelle: str
    is_confirmed: bool
    zeile: str = ""
    spalte: str = ""
    stichwoerter: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its title, with a mark where nobody confirmed it."""
        return f"{self.titel}{'' if self.is_confirmed else UNCONFIRMED}"


UNCONFIRMED = "*"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """`text`: all that its file says, as it says it."""

    id: str
    version: int
    titel: str
    beschreibung: str
    quelle: str
    summing: Summing
    untouched: str
    prompt: str
    levels: tuple[RubricLevel, ...]
    fields: tuple[RubricField, ...]
    zeilen: Mapping[str, str]
    spalten: Mapping[str, str]
    text: str

    def find_field(self, id: str) -> RubricField | None:
        return next((one for one in self.fields if one.id == id), None)

    def find_level(self, wert: int | None) -> RubricLevel | None:
        return next((one for one in self.levels if one.wert == wert), None)

    def summed(self, levels: Sequence[RubricLevel]) -> str:
        """„im Mittel 1,5 (3 Felder)“; „2 × erfüllt, 1 × fehlt“."""
        if not levels:
            return "kein Feld mit Stufe"
        if self.summing is Summing.MITTEL:
            mean = sum(level.wert for level in levels) / len(levels)
            fields = formats.counted(len(levels), "Feld", "Felder")
            return f"im Mittel {formats.shortest(round(mean, 1))} ({fields})"
        often = Counter(levels)
        return ", ".join(f"{often[level]} × {level.wort}" for level in self.levels if often[level])


# --- the files ----------------------------------------------------------------------------------------------


def rubrics_of(context: Context) -> dict[str, Rubric | RegistryError]:
    """As they stand in their files now: the shipped ones, then the own ones; in place of one that cannot be
    read, why."""
    found: dict[str, Rubric | RegistryError] = {}
    for folder in (context.settings.data_dir / SHIPPED, own_folder(context)):
        for file in sorted(folder.glob("*.toml")):
            if file.stem not in found:
                try:
                    found[file.stem] = read_rubric(file.stem, toml_file(folder, file.name))
                except RegistryError as error:
                    found[file.stem] = error
    return found


def find_rubric(context: Context, id: str) -> Rubric:
    known = rubrics_of(context)
    if id not in known:
        raise EingabeError(f"Die Rubrik „{id}“ gibt es nicht. Möglich sind: {', '.join(known)}.")
    found = known[id]
    if isinstance(found, RegistryError):
        raise found
    return found


def own_folder(context: Context) -> Path:
    return context.settings.laeufe_dir / OWN


@lru_cache(maxsize=64)
def read_rubric(id: str, text: str) -> Rubric:
    """From the text of its file, which is called after it; a mistake is told with file, entry and field.

    Kept, for each stored judgement has the text of its rubric.
    """
    if len(text) > LONGEST:
        raise RegistryError(f"{id}.toml ist mit {len(text)} Zeichen zu lang; möglich sind {LONGEST}.")
    entry = parse_toml(f"{id}.toml", text)
    rubric = Rubric(
        id=entry.one_of("id", entry.take("id", str), [id]),
        version=_number(entry, "version"),
        titel=_line(entry, "titel"),
        beschreibung=_line(entry, "beschreibung"),
        quelle=_line(entry, "quelle"),
        summing=Summing(entry.choice("zusammenfassung", [str(one) for one in Summing])),
        untouched=_line(entry, "nicht_beruehrt"),
        prompt=entry.take("prompt", str).strip(),
        zeilen=_labels(entry, "zeilen"),
        spalten=_labels(entry, "spalten"),
        levels=tuple(_level(one) for one in entry.tables("stufe", "wert")),
        fields=tuple(_field(one) for one in entry.tables("feld", "id")),
        text=text,
    )
    # What no field alone can tell.
    fields, levels = [field.id for field in rubric.fields], [str(level.wert) for level in rubric.levels]
    for name, keys, most in (("feld", fields, MOST_FIELDS), ("stufe", levels, MOST_LEVELS)):
        if not 1 <= len(keys) <= most:
            entry.fail(name, f"gefunden {len(keys)}, erwartet 1 bis {most}.")
        if twice := [key for key, often in Counter(keys).items() if often > 1]:
            entry.fail(name, f"„{twice[0]}“ steht zweimal. Bitte eines streichen oder umbenennen.")
    for field in rubric.fields:
        for name, value, labels in (
            ("zeilen", field.zeile, rubric.zeilen),
            ("spalten", field.spalte, rubric.spalten),
        ):
            if value and value not in labels:
                entry.fail(name, f"„{value}“ von Feld „{field.id}“ fehlt. Bitte dort benennen.")
    entry.close()
    return rubric


def _line(entry: TomlEntry, name: str) -> str:
    return entry.line(name, LONGEST_LINE) or entry.fail(name, "fehlt. Bitte eine Zeile Text eintragen.")


def _number(entry: TomlEntry, name: str) -> int:
    value = entry.take(name, int)
    if abs(value) > GREATEST:
        entry.fail(name, f"erwartet eine Zahl bis {GREATEST}, gefunden {value}.")
    return value


def _labels(entry: TomlEntry, name: str) -> dict[str, str]:
    """What rows and columns are called, by their short names."""
    labels = entry.maybe(name, dict) or {}
    table = TomlEntry(entry.file, name, labels)
    return {key: _line(table, key) for key in labels}


def _level(entry: TomlEntry) -> RubricLevel:
    level = RubricLevel(_number(entry, "wert"), _line(entry, "wort"), _line(entry, "bedeutung"))
    entry.close()
    return level


def _field(entry: TomlEntry) -> RubricField:
    unconfirmed = entry.maybe("unbestaetigt", bool)
    field = RubricField(
        id=_line(entry, "id"),
        titel=_line(entry, "titel"),
        leitfrage=_line(entry, "leitfrage"),
        quelle=_line(entry, "quelle"),
        is_confirmed=not unconfirmed,
        zeile=entry.line("zeile", LONGEST_LINE) or "",
        spalte=entry.line("spalte", LONGEST_LINE) or "",
        stichwoerter=entry.texts("stichwoerter"),
    )
    entry.close()
    return field
