"""A list of Anträge in a file as a source: what it tells is stored like what a parliament's interface tells.

For every parliament and council that has no interface, or one that is not known here.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date

from core.antrag.antrag import drop_pdf, keep_pdf, number_of
from core.base import clock, formats
from core.base.errors import EingabeError
from core.features.sources.antrag_quelle import LONGEST
from core.features.sources.list_names import (
    Head,
    best_head,
    clean,
    day_in,
    movers_in,
    number_in,
    period_in,
    place_in,
    text_in,
    title_in,
)
from core.features.sources.list_package import LARGEST_PDF, Package
from core.features.sources.list_sheet import TABLES, Cell, Row, read_sheets
from core.programme.context import Context
from core.programme.registry import Registry
from core.runs.antraege import ListedAntrag, SourceState
from core.runs.store import Runstore, runstore
from core.wortlaut.reading.mupdf import is_pdf

LISTE = "Liste "
"""With this begin the names under which lists are stored."""

LONGEST_NAME = 100
PORTION = 1000
BESIDE = "Liste"
"""The `kurz` of what a list knows beside the fields: `datei`, the kept PDF; `land`, a council's."""


@dataclass(frozen=True, slots=True)
class ListReading:
    """What came of a list. `fehler`: rows that were not taken, and why; `hinweise`: what was taken and should
    be looked at; `fehlend`: what an earlier reading had and this one has not."""

    quelle: str
    gelesen: int
    neu: int
    geaendert: int
    mit_pdf: int
    fehler: tuple[str, ...] = ()
    hinweise: tuple[str, ...] = ()
    fehlend: tuple[str, ...] = ()

    @property
    def left_told(self) -> str:
        count = formats.counted(len(self.fehlend), "früherer Eintrag fehlt", "frühere Einträge fehlen")
        names = ", ".join(one[:60] for one in self.fehlend[:10]) + (" …" if len(self.fehlend) > 10 else "")
        return f"{count} jetzt in der Liste oder in ihren richtigen Zeilen und bleiben stehen: {names}."


def list_name(quelle: str) -> str:
    return quelle.removeprefix(LISTE)


def licence_of_list(antrag: ListedAntrag) -> str:
    day = (
        f", eingelesen am {formats.day(date.fromisoformat(antrag.aktualisiert))}"
        if antrag.aktualisiert
        else ""
    )
    return f"Quelle: Liste „{list_name(antrag.quelle)}“{day}"


def kept_pdf(antrag: ListedAntrag) -> str | None:
    """The PDF that lay beside the list, by the name it is kept under."""
    return next((str(one["datei"]) for one in antrag.weitere if one.get("datei")), None)


def land_of(antrag: ListedAntrag) -> str | None:
    """Whose programmes count for it: that of a council's list is no parliament's."""
    told = next((str(one["land"]) for one in antrag.weitere if one.get("land")), None)
    return antrag.bundesland or told


# --- reading ------------------------------------------------------------------------------------------------


def read_list(
    context: Context, package: Package, name: str = "", land: str = "", parlament: str = ""
) -> ListReading:
    """Rows that are right are stored, the others told. `land`, `parlament`: of rows that do not say it."""
    registry, store = context.registry, runstore(context)
    quelle = named(name or package.name)
    head = best_head(read_sheets(package.data, package.name), package.name)
    places = _Places(registry, registry.find_bundesland(land) if land else "", clean(parlament))
    if not ({"land", "parlament"} & head.columns.keys() or land or parlament):
        raise EingabeError(
            f"Von welchem Parlament die Anträge in „{package.name}“ sind, sagt weder eine Spalte (Land, "
            "Parlament) noch Ihre Angabe. Bitte nennen Sie das Land, bei einer Kommune ihren Rat."
        )
    if not head.rows:
        raise EingabeError(f"In „{package.name}“ steht unter den Namen der Spalten keine Zeile.")
    rows, faults = _entries(head, _Reader(head, places, quelle))
    known = store.entries_of(quelle)
    files = _Files(package, context, {key: kept_pdf(one.antrag) for key, one in known.items()})
    hints = _hints_on(head, rows, registry)
    taken = [files.attached(row, hints) for row in rows]
    plain = {key: replace(one.antrag, aktualisiert=None) for key, one in known.items()}
    changed = [one for one in taken if one.kennung in known and one != plain[one.kennung]]
    left = [known[key].antrag for key in known.keys() - {one.kennung for one in taken}]
    today = clock.now().date().isoformat()
    for start in range(0, len(taken), PORTION):
        part = [replace(one, aktualisiert=today) for one in taken[start : start + PORTION]]
        store.save_listing(SourceState(quelle, {"datei": package.name}), part)
    return ListReading(
        quelle,
        gelesen=len(taken),
        neu=sum(one.kennung not in known for one in taken),
        geaendert=len(changed),
        mit_pdf=sum(kept_pdf(one) is not None for one in taken),
        fehler=tuple(faults),
        hinweise=tuple(hints),
        fehlend=tuple(sorted(one.nummer or one.titel for one in left)),
    )


def named(name: str) -> str:
    """The name that a list is stored under, by what a person called it, or its file."""
    name = clean(name)
    if name.casefold().endswith((*TABLES, ".zip")):
        name = name.rpartition(".")[0] or name
    name = name.strip(" „“\"'")
    if not name or len(name) > LONGEST_NAME:
        raise EingabeError(
            f"„{name[:60]}“ ist kein Name für eine Liste; erwartet: 1 bis {LONGEST_NAME} Zeichen."
        )
    return f"{LISTE}{name}"


def remove_list(context: Context, name: str) -> int:
    """Its entries, with the PDFs that nothing else needs; how many. Those that were read in stay as the
    origin of what was read, out of sight."""
    store, folder = runstore(context), context.settings.laeufe_dir
    quelle = name if name.startswith(LISTE) else named(name)
    known = store.entries_of(quelle)
    if not known:
        there = ", ".join(f"„{list_name(one.quelle)}“" for one in lists(store)) or "keine"
        raise EingabeError(f"Eine Liste „{list_name(quelle)}“ ist nicht eingelesen. Es gibt: {there}.")
    for file in store.drop_source(quelle):
        drop_pdf(folder, file)
    return len(known)


def lists(store: Runstore) -> list[SourceState]:
    return [one for one in store.list_readings() if one.quelle.startswith(LISTE)]


# --- rows ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """`datei`: the name of a PDF beside the list, as the row tells it."""

    row: Row
    antrag: ListedAntrag
    datei: str


@dataclass(frozen=True, slots=True)
class _Place:
    """`bundesland`: whose parliament it is, None of a council's; `land`: where it is, if anybody says."""

    bundesland: str | None
    parlament: str
    land: str | None


HOUSE = re.compile(r"\b(?:Landtags?|Bundestags?|Abgeordnetenhaus)\b", re.IGNORECASE)


class _Places:
    """What rows say of Land and parliament, and else the person."""

    def __init__(self, registry: Registry, land: str, parlament: str) -> None:
        self.registry, self._land, self._parlament = registry, land, parlament
        self._found: dict[tuple[str, str], _Place] = {}
        if land and self._house(parlament) not in ("", land):
            raise EingabeError(f"„{parlament}“ ist nicht das Parlament von „{land}“. Bitte eines weglassen.")

    def find(self, land: str, parlament: str) -> _Place:
        if (land, parlament) not in self._found:
            self._found[land, parlament] = self._place(land, parlament)
        return self._found[land, parlament]

    def _place(self, told_land: str, told: str) -> _Place:
        code = self.registry.find_bundesland(told_land) if told_land else ""
        house = self._house(told or self._parlament)
        if not told and house and code and house != code:
            house = code  # the row counts before what was said of all
        if told_land and house and house != code:
            raise EingabeError(f"„{told}“ ist nicht das Parlament von „{told_land}“")
        if not house and not (told or self._parlament):
            house = code or self._land
        if house:
            return _Place(house, self.registry.parlamente[house].name, house)
        if not (council := told or self._parlament):
            raise EingabeError("weder Land noch Parlament ist genannt")
        return _Place(None, council, code or self._land or None)

    def _house(self, name: str) -> str:
        """The Land whose parliament that is; „“ of a council."""
        try:
            return self.registry.find_bundesland(name) if name else ""
        except EingabeError:
            if HOUSE.search(name):
                raise
            return ""


class _Reader:
    def __init__(self, head: Head, places: _Places, quelle: str) -> None:
        self._columns, self._places, self._quelle = head.columns, places, quelle
        self._width = len(head.names)

    def entry(self, row: Row) -> _Entry:
        if row.fault:
            raise EingabeError(row.fault)
        if len(row.cells) != self._width:
            raise EingabeError(
                f"sie hat {len(row.cells)} Felder, die Spalten haben {self._width} Namen; ein Trennzeichen "
                "in einem Feld gehört in Anführungszeichen"
            )
        land = clean(text_in(self._cell(row, "land"), "das Land", 100))
        parlament = clean(text_in(self._cell(row, "parlament"), "das Parlament", LONGEST["parlament"]))
        place = self._places.find(land, parlament)
        nummer, titel = number_in(self._cell(row, "nummer")), title_in(self._cell(row, "titel"))
        if not (nummer or titel):
            raise EingabeError("weder Nummer noch Titel ist genannt")
        adresse, datei = self._paper(row)
        registry, where = self._places.registry, place.bundesland or place.land
        antrag = ListedAntrag(
            quelle=self._quelle,
            kennung="",
            nummer=nummer,
            titel=titel,
            typ=clean(text_in(self._cell(row, "typ"), "die Art", LONGEST["typ"])),
            parlament=place.parlament,
            bundesland=place.bundesland,
            wahlperiode=_period(period_in(self._cell(row, "wahlperiode")), nummer, place),
            datum=day_in(self._cell(row, "datum")),
            urheber=movers_in(
                self._cell(row, "urheber"), lambda name: registry.known_partei(name, where) is not None
            ),
            pdf_url=adresse or None,
            weitere=({"kurz": BESIDE, "land": place.land},) if place.land and not place.bundesland else (),
        )
        return _Entry(row, replace(antrag, kennung=_kennung(antrag, datei)), datei)

    def _cell(self, row: Row, field: str) -> Cell:
        at = self._columns.get(field)
        return "" if at is None or at >= len(row.cells) else row.cells[at]

    def _paper(self, row: Row) -> tuple[str, str]:
        """Its address and the name of its file; either may stand in the other's column."""
        first, second = place_in(self._cell(row, "adresse"), False), place_in(self._cell(row, "datei"), True)
        return first[0] or second[0], second[1] or first[1]


def _period(told: int | None, nummer: str, place: _Place) -> int | None:
    """A parliament's numbers begin with it; a council's „12/2024“ does not."""
    number = number_of(nummer) if place.bundesland else ""
    if not number:
        return told
    period = int(number.partition("/")[0])
    if told and told != period:
        raise EingabeError(f"„{nummer}“ ist keine Nummer der {told}. Wahlperiode")
    return period


def _kennung(antrag: ListedAntrag, datei: str) -> str:
    """The same when the list comes again: by the number, else the address, the file, title and day."""
    number = re.sub(r"\s", "", antrag.nummer.casefold())
    told = number or antrag.pdf_url or datei or f"{antrag.titel.casefold()} {antrag.datum}"
    whose = antrag.bundesland or antrag.parlament.casefold()
    return hashlib.sha256(f"{whose}\n{told}".encode("utf-8", "replace")).hexdigest()[:32]


def _entries(head: Head, reader: _Reader) -> tuple[list[_Entry], list[str]]:
    """Each once. Of rows that tell one paper differently nobody knows which is right: none is taken."""
    alike: dict[str, list[_Entry]] = defaultdict(list)
    faults: list[tuple[int, str]] = []
    for row in head.rows:
        try:
            entry = reader.entry(row)
            alike[entry.antrag.kennung].append(entry)
        except EingabeError as error:
            faults.append((row.nummer, str(error)))
    taken = []
    for first, *others in alike.values():
        told = first.antrag.nummer or first.antrag.titel[:60]
        if any((one.antrag, one.datei) != (first.antrag, first.datei) for one in others):
            rows = ", ".join(str(one.row.nummer) for one in others)
            faults.append((first.row.nummer, f"„{told}“ steht auch in {rows}, anders; keine davon gilt"))
        else:
            taken.append(first)
            faults += [(one.row.nummer, f"„{told}“ steht schon in {first.row.nummer}") for one in others]
    return taken, [f"{head.sheet.entry} {row}: {told.rstrip('.')}." for row, told in sorted(faults)]


def _hints_on(head: Head, rows: Iterable[_Entry], registry: Registry) -> list[str]:
    hints = []
    if head.unused:
        names = ", ".join(f"„{name[:30]}“" for name in head.unused[:12])
        hints.append(f"Nicht verwendete Spalten: {names}.")
    if head.sheet.name:
        hints.append(f"Gelesen ist das Blatt „{head.sheet.name[:40]}“.")
    for one in rows:
        told = [
            f"„{name[:60]}“ gilt als ein Name; mehrere trennt ein Semikolon sicher"
            for name in one.antrag.urheber
            if "," in name
        ]
        if unknown := _unknown_period(one.antrag, registry):
            told.append(unknown)
        hints += [f"{head.sheet.entry} {one.row.nummer}: {hint}." for hint in told]
    return hints


def _unknown_period(antrag: ListedAntrag, registry: Registry) -> str:
    """Earlier ones than the register has there were; later ones there are not yet."""
    parlament = registry.parlamente.get(antrag.bundesland or "")
    latest = max((one.nummer for one in parlament.wahlperioden), default=0) if parlament else 0
    if not parlament or not latest or (antrag.wahlperiode or 0) <= latest:
        return ""
    return (
        f"„{antrag.nummer[:20]}“ gehört zu keiner bekannten Wahlperiode ({parlament.name}, zuletzt die "
        f"{latest}.); bitte Nummer und Land prüfen"
    )


class _Files:
    """The PDFs beside a list, kept as uploaded ones are."""

    def __init__(self, package: Package, context: Context, known: Mapping[str, str | None]) -> None:
        self._package, self._folder, self._known = package, context.settings.laeufe_dir, known

    def attached(self, entry: _Entry, hints: list[str]) -> ListedAntrag:
        """With its PDF; one that came with an earlier reading stays where this one brings none."""
        antrag, fault, file = entry.antrag, "", None
        found = self._package.find(entry.datei, antrag.nummer)
        if len(found) > 1:
            fault = f"{len(found)} Dateien passen ({', '.join(name[:40] for name in found[:3])}); keine gilt"
        elif found:
            file, fault = self._kept(found[0])
        elif entry.datei and not self._known.get(antrag.kennung):
            fault = f"die Datei „{entry.datei[:80]}“ liegt nicht bei der Liste"
        if fault:
            hints.append(f"{antrag.nummer or antrag.titel[:60]}: {fault}.")
        if file := file or self._known.get(antrag.kennung):
            beside = antrag.weitere[0] if antrag.weitere else {"kurz": BESIDE}
            return replace(antrag, weitere=({**beside, "datei": file},))
        return antrag

    def _kept(self, name: str) -> tuple[str | None, str]:
        try:
            data = self._package.pdfs[name](LARGEST_PDF + 1)
        except (EingabeError, OSError) as error:
            return None, f"„{name[:80]}“ lässt sich nicht lesen ({error!s:.80})"
        if len(data) > LARGEST_PDF:
            return None, f"„{name[:80]}“ ist größer als {formats.size(LARGEST_PDF)}"
        if not is_pdf(data):
            return None, f"„{name[:80]}“ ist kein PDF"
        return keep_pdf(self._folder, data), ""
