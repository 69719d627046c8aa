"""Theses with what parties officially say to them, and what is asked of each: does the programme agree?

Rows come from others, so all of them are looked at before one is used; docs/eichung.md says what they hold.
"""

import csv
import hashlib
import io
import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, astuple, dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from core.antrag.antrag import Antrag, Forderung
from core.context import Context
from core.errors import EingabeError
from core.models import Programm, Typ
from core.programme.registry import Registry, find_bundesland, find_partei

POSITIONS = {"stimme zu": 1, "neutral": 0, "stimme nicht zu": -1}
"""As the Bundeszentrale writes them."""

SHIPPED = "Musterland (erfunden)"

LONGEST_THESE = 1_000
"""Of more the search reads no more."""


@dataclass(frozen=True, slots=True)
class EichungItem:
    """What one party said to one thesis; `position` is 1, 0 or -1."""

    wahl: str
    jahr: int
    these: str
    partei: str
    position: int


@dataclass(frozen=True, slots=True)
class Eichsatz:
    name: str
    items: tuple[EichungItem, ...]

    @property
    def hash(self) -> str:
        """Names these very items: a change of any letter changes it."""
        told = json.dumps([astuple(item) for item in self.items])
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    @property
    def thesen(self) -> dict[tuple[str, int, str], int]:
        """Every thesis of every election with its number, in the order of the file."""
        keys = dict.fromkeys((item.wahl, item.jahr, item.these) for item in self.items)
        return {key: number for number, key in enumerate(keys)}

    @property
    def rows(self) -> list[dict[str, Any]]:
        """As it is stored."""
        return [asdict(item) for item in self.items]


def stored_eichsatz(name: str, rows: Sequence[Mapping[str, Any]]) -> Eichsatz:
    return Eichsatz(name, tuple(EichungItem(**row) for row in rows))


def shipped_eichsatz(data_dir: Path) -> Eichsatz:
    """The invented items of the Musterland."""
    return read_eichsatz(data_dir / "eichung" / "musterland.csv", SHIPPED)


def read_eichsatz(path: Path, name: str = "") -> Eichsatz:
    """All rows of a CSV file or none: the first that is wrong is told with its line and field.

    With semicolons, as German spreadsheets write it, or commas.
    """
    seen: dict[tuple[str, int, str, str], int] = {}
    items = []
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = csv.DictReader(io.StringIO(text), delimiter=";" if ";" in text.partition("\n")[0] else ",")
        for row in rows:
            item = _item(f"{path.name}, Zeile {rows.line_num}", row)
            key = item.wahl, item.jahr, item.these, item.partei
            if key in seen:
                raise EingabeError(
                    f"{path.name}: Zeile {seen[key]} und Zeile {rows.line_num} sagen beide, was "
                    f"{item.partei[:60]} von „{item.these[:60]}“ hält. Bitte eine streichen."
                )
            seen[key] = rows.line_num
            items.append(item)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise EingabeError(
            f"{path.name} lässt sich nicht als CSV-Datei in UTF-8 lesen ({error!s:.120})."
        ) from error
    if not items:
        raise EingabeError(
            f"{path.name} enthält keine Zeile. Wie eine Datei aussieht, steht in docs/eichung.md."
        )
    return Eichsatz(name or path.name, tuple(items))


def _item(where: str, row: Mapping[str | None, Any]) -> EichungItem:
    if None in row:
        raise EingabeError(f"{where} hat mehr Felder als der Kopf: {row[None]!s:.60}")
    wahl, jahr, these, partei, antwort = (
        (row.get(name) or "").strip() for name in ("wahl", "jahr", "these", "partei", "antwort")
    )
    position = POSITIONS.get(" ".join(antwort.casefold().split()))
    wrong = {
        "wahl": not wahl and "einen Namen",
        "jahr": not (jahr.isdecimal() and len(jahr) == 4) and "eine Jahreszahl",
        "these": not 0 < len(these) <= LONGEST_THESE and f"einen Text bis {LONGEST_THESE} Zeichen",
        "partei": not partei and "einen Namen",
        "antwort": position is None and "„stimme zu“, „neutral“ oder „stimme nicht zu“",
    }
    for name, wanted in wrong.items():
        if wanted:
            raise EingabeError(f"{where}, Feld „{name}“: erwartet {wanted}, gefunden {row.get(name)!r:.60}.")
    assert position is not None
    return EichungItem(wahl, int(jahr), these, partei, position)


# --- what is asked about each item: does the Wahlprogramm with which the party stood for election agree? ----

OTHER_NAMES = {"deutschland": "BUND", "bundestagswahl": "BUND"}
"""What elections are called where a registry of Länder has no such name."""


@dataclass(frozen=True, slots=True)
class EichungFrage:
    """One question: number of the thesis, what is right, and the Programm that is asked."""

    these: int
    item: EichungItem
    programm: Programm

    @property
    def key(self) -> tuple[int, str]:
        return self.these, self.programm.partei

    @property
    def land(self) -> str:
        return self.programm.bundesland or ""

    @property
    def stichtag(self) -> date:
        """The last day of the election's year."""
        return date(self.item.jahr, 12, 31)

    def antrag(self) -> Antrag:
        these = self.item.these
        return Antrag(text=these, titel=these, bundesland=self.land, forderungen=(Forderung("1", these),))


@dataclass(frozen=True, slots=True)
class Fragen:
    """All questions in the order of asking, and why items are left out: reason → how many."""

    fragen: tuple[EichungFrage, ...]
    ausgelassen: Mapping[str, int]


def make_fragen(context: Context, satz: Eichsatz) -> Fragen:
    """Every item once, thesis by thesis."""
    thesen, ausgelassen = satz.thesen, Counter[str]()
    asked: dict[tuple[int, str], EichungFrage] = {}
    registry, read = context.registry, cache(lambda land: context.store.staende(land).keys())
    programme = cache(lambda wahl, jahr, partei: _find(registry, read, wahl, jahr, partei))
    for item in satz.items:
        found = programme(item.wahl, item.jahr, item.partei)
        if isinstance(found, str):
            ausgelassen[found] += 1
            continue
        frage = EichungFrage(thesen[item.wahl, item.jahr, item.these], item, found)
        if frage.key in asked:
            ausgelassen["Partei mit einer anderen im selben Programm"] += 1
        asked.setdefault(frage.key, frage)
    if not asked:
        why = "; ".join(f"{reason}: {count}" for reason, count in ausgelassen.items())
        raise EingabeError(
            f"Zu keiner These von {satz.name} ist das Programm der Partei eingelesen ({why}). Lesen Sie die "
            "Programme dieser Wahl ein; welche es gibt, zeigt die Seite „Programme“."
        )
    return Fragen(tuple(sorted(asked.values(), key=lambda frage: frage.these)), dict(ausgelassen))


def _find(
    registry: Registry, read: Callable[[str], Collection[str]], wahl: str, jahr: int, name: str
) -> Programm | str:
    """The Programm a party stood for election with; a reason where there is none to be searched."""
    try:
        land = OTHER_NAMES.get(wahl.casefold()) or find_bundesland(registry, wahl)
    except EingabeError:
        return "Wahl ohne Programme im Register"
    try:
        partei = find_partei(registry, name, land).id
    except EingabeError:
        return "Partei nicht im Register"
    own = [
        p
        for p in registry.programme.values()
        if (p.partei, p.bundesland, p.jahr, p.typ) == (partei, land, jahr, Typ.WAHLPROGRAMM)
    ]
    if not own:
        return "kein Wahlprogramm dieser Wahl im Register"
    return next((p for p in own if p.id in read(land)), "Wahlprogramm nicht eingelesen")
