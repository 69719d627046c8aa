"""The stock: which Programme are known, have a PDF, are indexed, and how well they could be read."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import TypeVar

from core.base import clock, formats
from core.base.models import ERFUNDEN, INDEXGEBIETE, UEBERALL, gebiet_of
from core.programme.context import Context
from core.programme.registry import Registered, Registry, leads_outside
from core.programme.sammlung import Indexstand
from core.wortlaut.reading import tesseract
from core.wortlaut.reading.print_check import Druckbefund, file_version
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Programm, Quelldokument, Typ


class ProgrammState(StrEnum):
    INDEXIERT = "indexiert"
    LIMITED = "nur zum Teil zitierbar"
    UNLESBAR = "nicht lesbar"
    PDF_PRESENT = "PDF da, nicht indexiert"
    WITHOUT_PDF = "PDF fehlt"

    @property
    def is_indexed(self) -> bool:
        return self in (ProgrammState.INDEXIERT, ProgrammState.LIMITED)


BEST_FIRST = (
    ProgrammState.INDEXIERT,
    ProgrammState.LIMITED,
    ProgrammState.PDF_PRESENT,
    ProgrammState.UNLESBAR,
    ProgrammState.WITHOUT_PDF,
)
LINK = "Das PDF ist ein Verweis aus seinem Ordner hinaus und wird nicht gelesen. Legen Sie eine Kopie hin."


@dataclass(frozen=True, slots=True)
class Kept:
    """One Programm or kept document, and its place in the index."""

    programm: Registered
    zustand: ProgrammState
    stand: Indexstand | None
    hinweise: tuple[str, ...]
    druck: str = ""
    """What its print said of its text layer."""
    gesperrt: str = ""
    """Which pages are not quoted since the print does not confirm them, why, and the way out."""

    @property
    def seiten(self) -> int:
        return self.stand.angaben["seiten"] if self.stand else 0

    @property
    def chunks(self) -> int:
        return self.stand.chunks if self.stand else 0

    @property
    def ohne_text(self) -> int:
        """Pages that are pictures, and could not be read."""
        return len(self.stand.angaben["ohne_text"]) if self.stand else 0

    @property
    def ocr(self) -> int:
        """Pages whose text was recognized in pictures."""
        return self.stand.angaben["ocr"] if self.stand else 0

    @property
    def ohne_unicode(self) -> int:
        """Letters that the file draws without telling which they are."""
        return self.stand.angaben["ohne_unicode"] if self.stand else 0

    @property
    def unsicher(self) -> int:
        """Sentences that were not read with certainty."""
        return self.stand.angaben["unsicher"] if self.stand else 0

    @property
    def seitenzahlen(self) -> str:
        """„gedruckt 1–79 …, Etiketten +3“; empty where nothing is odd about its page numbers."""
        return self.stand.angaben.get("seitenzahlen", "") if self.stand else ""

    @property
    def certain_share(self) -> float | None:
        """The share of sentences that were read with certainty."""
        saetze = self.stand.angaben["saetze"] if self.stand else 0
        return 1 - self.unsicher / saetze if saetze else None

    @property
    def certain(self) -> str:
        """„99,8 %“, never rounded up to 100 %, which means every sentence; empty where that is not known."""
        return "" if self.certain_share is None else formats.percent(self.certain_share, 1, 1)

    @property
    def guete(self) -> str:
        """„Lesegüte 99,8 %, 12 Sätze unsicher“; empty where that is not known."""
        if not self.certain:
            return ""
        told = f", {formats.counted(self.unsicher, 'Satz', 'Sätze')} unsicher" if self.unsicher else ""
        return f"Lesegüte {self.certain}{told}"


@dataclass(frozen=True, slots=True)
class Holding(Kept):
    """One of the Programme."""

    programm: Programm


@dataclass(frozen=True, slots=True)
class DocumentHolding(Kept):
    """One of the documents that are no programme."""

    programm: Quelldokument


@dataclass(frozen=True, slots=True)
class GebietHolding:
    """The stock of one collection."""

    gebiet: str
    name: str
    programme: tuple[Holding, ...]
    schaeden: tuple[str, ...]

    @property
    def indexed(self) -> int:
        return sum(one.zustand.is_indexed for one in self.programme)

    @property
    def with_pdf(self) -> int:
        return sum(one.zustand is not ProgrammState.WITHOUT_PDF for one in self.programme)

    @property
    def chunks(self) -> int:
        return sum(bestand.chunks for bestand in self.programme)

    @property
    def seiten(self) -> int:
        return sum(bestand.seiten for bestand in self.programme)

    @property
    def changed(self) -> str | None:
        return max((b.stand.indexed_at for b in self.programme if b.stand), default=None)


@dataclass(frozen=True, slots=True)
class Field:
    """What there is of a party's current Programm in one Gebiet; no `bestand` where none is registered."""

    partei: str
    bestand: Holding | None


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """One Land, or what is valid everywhere; a party that does not stand there has no Feld."""

    gebiet: str
    name: str
    felder: Mapping[str, Field]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Länder by parties, the Länder in their usual order, then the Parteiprogramme."""

    parteien: tuple[str, ...]
    zeilen: tuple[MatrixRow, ...]

    def without_invented(self, registry: Registry) -> tuple["Matrix", "Matrix"]:
        """The real Länder and parties, and the fictional ones."""

        def part(is_invented: bool) -> Matrix:
            parteien = tuple(
                p for p in self.parteien if registry.parteien[p].stands_in(ERFUNDEN) == is_invented
            )
            zeilen = [
                replace(zeile, felder={p: feld for p, feld in zeile.felder.items() if p in parteien})
                for zeile in self.zeilen
                if zeile.gebiet == UEBERALL or (zeile.gebiet == ERFUNDEN) == is_invented
            ]
            return Matrix(parteien, tuple(zeilen))

        return part(False), part(True)


@dataclass(frozen=True, slots=True)
class Stock:
    """All collections: of the Länder in their usual order, then of what is valid everywhere."""

    gebiete: tuple[GebietHolding, ...]

    @classmethod
    def of(cls, context: Context, check: bool = False) -> "Stock":
        """With `check`, every collection is also compared with what it should hold."""
        lost = lost_programme(context) if check else {}
        faults, printed = context.texte.faults(), context.texte.befunde()
        result = []
        for gebiet in INDEXGEBIETE:
            staende = context.store.staende(gebiet)
            programme = [p for p in context.registry.programme.values() if gebiet_of(p) == gebiet]
            rows = [
                _kept(Holding, context, p, staende.get(p.id), faults, printed.get(p.id)) for p in programme
            ]
            parlament = context.registry.parlamente.get(gebiet)
            name = parlament.land if parlament else "Überall gültig"
            schaeden = tuple(context.store.health(gebiet)) if check else ()
            if gone := lost.get(gebiet):
                schaeden = (*schaeden, _lost_told(gebiet, gone))
            result.append(GebietHolding(gebiet, name, tuple(rows), schaeden))
        return cls(tuple(result))

    @property
    def programme(self) -> list[Holding]:
        return [one for teil in self.gebiete for one in teil.programme]

    @property
    def indexed(self) -> int:
        return sum(teil.indexed for teil in self.gebiete)

    @property
    def seiten(self) -> int:
        return sum(teil.seiten for teil in self.gebiete)

    @property
    def chunks(self) -> int:
        return sum(teil.chunks for teil in self.gebiete)

    def matrix(self, registry: Registry, day: date | None = None) -> Matrix:
        """What there is of the Programme valid on that day (today), the best where a party has several.

        A party stands in a Land when it sits in its parliament or has a Wahlprogramm there; a Parteiprogramm
        is looked for from every party that stands anywhere.
        """
        day = day or clock.today()
        current: dict[str, dict[str, Holding]] = {}
        for teil in self.gebiete:
            valid = [one for one in teil.programme if one.programm.is_valid_on(day)]
            # The best comes last, the newest of several equally good: it is the one that stays.
            valid.sort(key=lambda one: (-BEST_FIRST.index(one.zustand), one.programm.gueltig_ab))
            current[teil.gebiet] = {one.programm.partei: one for one in valid}
        parteien = {
            teil.gebiet: {*current[teil.gebiet], *_sitting(registry, teil.gebiet, day)}
            for teil in self.gebiete
        }
        standing = set().union(*parteien.values())
        in_order = tuple(partei for partei in registry.parteien if partei in standing)
        zeilen = []
        for teil in self.gebiete:
            wanted = standing if teil.gebiet == UEBERALL else parteien[teil.gebiet]
            felder = {p: Field(p, current[teil.gebiet].get(p)) for p in in_order if p in wanted}
            name = "Parteiprogramm" if teil.gebiet == UEBERALL else teil.name
            zeilen.append(MatrixRow(teil.gebiet, name, felder))
        return Matrix(in_order, tuple(zeilen))


def _sitting(registry: Registry, gebiet: str, day: date) -> tuple[str, ...]:
    return registry.fraktionen_on(gebiet, day) if gebiet in registry.parlamente else ()


def kept_documents(context: Context) -> list[DocumentHolding]:
    """The documents that are no programme, the latest first."""
    faults, printed = context.texte.faults(), context.texte.befunde()
    return [
        _kept(DocumentHolding, context, one, context.store.stand_of(one), faults, printed.get(one.id))
        for one in sorted(
            context.registry.quellen.values(), key=lambda one: (one.datum or date.min, one.id), reverse=True
        )
    ]


K = TypeVar("K", bound=Kept)


def _kept(
    kind: type[K],
    context: Context,
    programm: Registered,
    stand: Indexstand | None,
    faults: dict[str, str],
    befund: Druckbefund | None,
) -> K:
    pdf = context.find_pdf(programm)
    fault = faults.get(programm.id)
    if stand:
        zustand = ProgrammState.LIMITED if stand.is_limited else ProgrammState.INDEXIERT
    elif pdf and fault:
        zustand = ProgrammState.UNLESBAR
    else:
        zustand = ProgrammState.PDF_PRESENT if pdf else ProgrammState.WITHOUT_PDF
    hinweise = [fault] if fault and pdf else []
    if leads_outside(context.settings.pdf_dir / programm.pdf):
        hinweise.append(LINK)
    if not stand:
        return kind(programm, zustand, stand, tuple(hinweise))
    befund = befund if befund and befund.datei == file_version(stand.version) else None
    pages = stand.angaben["ohne_text"]
    result = []
    if stand.is_limited:
        result.append(f"nur zum Teil zitierbar: {stand.unquotable}")
    if befund and befund.seiten:
        reasons = f" ({', '.join(befund.verdacht)})" if befund.verdacht else ""
        count = formats.counted(len(befund.seiten), "Seite", "Seiten")
        told = "mit der Texterkennung verglichen" if befund.engine else "ohne Texterkennung nicht zu zitieren"
        result.append(f"Die Textebene weicht vom Druck ab{reasons}: {count} {told}")
    if gesperrt := _gesperrt(programm.id, stand.version, befund):
        result.append(gesperrt)
    if pages:
        listed = ", ".join(map(str, pages[:8])) + (" …" if len(pages) > 8 else "")
        result.append(f"{formats.counted(len(pages), 'Seite', 'Seiten')} ohne Text ({listed})")
    if stand.angaben["ocr"]:
        result.append(f"{stand.angaben['ocr']} Seiten durch Texterkennung gelesen")
    if stand.angaben["ohne_unicode"]:
        count = formats.number(stand.angaben["ohne_unicode"])
        result.append(f"{count} Zeichen, von denen das PDF nicht sagt, welche es sind")
    return kind(programm, zustand, stand, (*hinweise, *result), _druck(befund), gesperrt)


def _gesperrt(programm_id: str, version: str, befund: Druckbefund | None) -> str:
    again = f"python -m core index --programm {programm_id}"
    if befund is None:
        return f"Der Druck ist noch nicht geprüft; bis dahin wird nichts zitiert. Prüfen mit: {again}"
    if befund.seiten and not befund.engine:
        return f"{_not_quoted(befund.seiten)}. {INSTALL} Danach: {again}"
    if befund.seiten and befund.version() != version:
        return f"{_not_quoted(befund.seiten)}, bis sie neu gelesen sind. Neu lesen mit: {again}"
    if befund.gesperrt:
        return f"{_not_quoted(befund.gesperrt)}: {befund.grund} Noch einmal versuchen mit: {again}"
    return ""


def _not_quoted(seiten: Sequence[int]) -> str:
    listed = ", ".join(map(str, seiten[:8])) + (" …" if len(seiten) > 8 else "")
    what = (
        "Seite, deren Text nicht der gedruckte ist, wird"
        if len(seiten) == 1
        else ("Seiten, deren Text nicht der gedruckte ist, werden")
    )
    return f"{formats.number(len(seiten))} {what} nicht zitiert (in der Datei {listed})"


INSTALL = "Installieren Sie Tesseract mit dem deutschen Sprachpaket (Debian: tesseract-ocr-deu)."


def _druck(befund: Druckbefund | None) -> str:
    if befund is None:
        return "Druck wird geprüft"
    if befund.seiten:
        return "Textebene weicht vom Druck ab"
    if not befund.engine:
        return "Druck nicht geprüft: Tesseract fehlt"
    if not befund.zeilen:
        return "aus dem Bild erkannt"
    if not befund.zeichen:
        return f"Druck geprüft: {befund.zeilen - befund.abweichend} von {befund.zeilen} Stellen stimmen"
    return (
        f"Druck geprüft: {befund.zeilen - befund.abweichend} von {befund.zeilen} Stellen stimmen, mit allen "
        f"{formats.number(befund.zeichen)} Zeichen der Schriften"
    )


# --- what is wrong with the data of an installation: files, index, and how surely the Programme were read

BEGINNING = 80
"""Characters of a sentence that tell which one it is."""

REREAD = "Neu einlesen mit: python -m core index --programm {}"


@dataclass(frozen=True, slots=True)
class UnsurePlace:
    """A sentence that was not read with certainty: the page it begins on, and its beginning."""

    seite: int
    anfang: str


@dataclass(frozen=True, slots=True)
class Reading:
    """How surely one Programm was read."""

    programm: str
    saetze: int
    unsicher: int
    guete: str
    stellen: tuple[UnsurePlace, ...]


@dataclass(frozen=True, slots=True)
class Diagnose:
    """German lines by what is wrong, and the Lesart of every Programm that has an unsure sentence."""

    schaeden: tuple[str, ...]
    unlesbar: tuple[str, ...]
    scans: tuple[str, ...]
    ohne_pdf: tuple[str, ...]
    begrenzt: tuple[str, ...]
    gesperrt: tuple[str, ...]
    lesarten: tuple[Reading, ...]

    @property
    def gesund(self) -> bool:
        """Nothing that somebody should repair; unsure sentences are known, and never quoted."""
        return not (self.schaeden or self.unlesbar or self.scans or self.ohne_pdf or self.gesperrt)

    @classmethod
    def of(cls, context: Context, gebiet: str | None = None) -> "Diagnose":
        """Look at everything, or at one Land."""
        stock = [teil for teil in Stock.of(context, check=True).gebiete if gebiet in (None, teil.gebiet)]
        documents = [one for one in kept_documents(context) if gebiet in (None, one.programm.bundesland)]
        schaeden = [f"{teil.gebiet}: {line}" for teil in stock for line in teil.schaeden]
        schaeden += _damage_of_documents(context, {gebiet_of(one.programm) for one in documents})
        unlesbar, scans, ohne_pdf, begrenzt, gesperrt, lesarten = [], [], [], [], [], []
        folder = context.settings.pdf_dir
        for one in (*documents, *(one for teil in stock for one in teil.programme)):
            id = one.programm.id
            if one.zustand is ProgrammState.UNLESBAR:
                unlesbar.append(f"{id}: {one.hinweise[0]}")
            if one.zustand is ProgrammState.LIMITED:
                begrenzt.append(f"{id}: {'; '.join(one.hinweise)}")
            if one.gesperrt:
                gesperrt.append(f"{id}: {one.gesperrt}")
            if one.ohne_text and not tesseract.engine():
                scans.append(f"{id}: {one.ohne_text} Seiten sind Bilder. {INSTALL} {REREAD.format(id)}")
            if one.stand is None:
                continue
            if context.find_pdf(one.programm) is None:
                ohne_pdf.append(
                    f"{id}: Legen Sie {one.programm.pdf} in {folder}; ohne PDF ist keine Seite zu sehen."
                )
            strom = context.texte.readable_strom(id, one.stand.version)
            if strom is None:
                schaeden.append(f"{id}: Der gespeicherte Text fehlt oder ist beschädigt. {REREAD.format(id)}")
            elif one.unsicher and one.certain:
                stellen = tuple(_place(strom, span) for span in strom.unsure_sentences)
                saetze = one.stand.angaben["saetze"]
                lesarten.append(Reading(id, saetze, one.unsicher, one.certain, stellen))
        return cls(
            tuple(schaeden),
            tuple(unlesbar),
            tuple(scans),
            tuple(ohne_pdf),
            tuple(begrenzt),
            tuple(gesperrt),
            tuple(lesarten),
        )


def _damage_of_documents(context: Context, gebiete: Collection[str]) -> Iterator[str]:
    lost = lost_programme(context)
    for gebiet in sorted(gebiete):
        yield from (f"{gebiet}: {line}" for line in context.store.health(gebiet))
        for one in lost.get(gebiet, ()):
            yield f"{gebiet}: Im Index fehlt „{one.name}“, das eingelesen war. {REREAD.format(one.id)}"


def _place(strom: Textstrom, span: tuple[int, int]) -> UnsurePlace:
    text = " ".join(strom.text[slice(*span)].split())
    pages = strom.pages_of(*span)
    return UnsurePlace(pages[0] if pages else 1, text if len(text) <= BEGINNING else f"{text[:BEGINNING]} …")


# --- what a search does not look into, although it lies here, or is asked for -------------------------------


def lost_programme(context: Context) -> dict[str, list[Registered]]:
    """Gebiet → Programme whose text is stored, and which are not in the index: its collection is gone, or it
    was made with another model."""
    found: dict[str, list[Registered]] = {}
    for programm_id in context.texte.stored():
        programm = context.registry.dokumente.get(programm_id)
        if programm and programm_id not in context.store.staende(gebiet_of(programm)):
            found.setdefault(gebiet_of(programm), []).append(programm)
    return found


def _lost_told(gebiet: str, gone: Sequence[Registered]) -> str:
    listed = ", ".join(sorted(programm.id for programm in gone)[:6]) + (" …" if len(gone) > 6 else "")
    what = "fehlt ein Programm, das eingelesen war"
    if len(gone) > 1:
        what = f"fehlen {formats.number(len(gone))} Programme, die eingelesen waren"
    option = "--all" if gebiet == UEBERALL else f"--bundesland {gebiet}"
    return f"Im Index {what} ({listed}). Wieder einlesen mit: python -m core index {option}"


def not_searched(context: Context, land: str | None, jahr: int | None = None) -> str:
    """What a search of a Land, or of everything, could not look into; empty where nothing is missing."""
    lost = lost_programme(context)
    gebiete = (land, UEBERALL) if land else INDEXGEBIETE
    told = [_lost_told(gebiet, lost[gebiet]) for gebiet in gebiete if gebiet in lost]
    if land and land in context.registry.parlamente and land not in lost:
        found = Coverage.of(context, land, jahr=jahr)
        if not found.parteien:
            told.append(
                f"Für {found.name} ist {f'von {jahr} ' if jahr else ''}kein Wahlprogramm eingelesen; "
                f"durchsucht wird nur, was überall gilt. Einlesen mit: "
                f"python -m core index --bundesland {land}"
            )
        elif found.missing:
            told.append(f"{found}.")
    return " ".join(told)


# --- what „stands nowhere“ is said of: the programmes that are read in --------------------------------------


@dataclass(frozen=True, slots=True)
class Coverage:
    """Of a Gebiet, on a day or of an election's year: whose programme was looked in, and whose is missing."""

    gebiet: str
    name: str
    jahr: int | None
    parteien: tuple[str, ...]
    missing: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(
        cls, context: Context, gebiet: str, day: date | None = None, jahr: int | None = None
    ) -> "Coverage":
        """Parties count that sit in its parliament, or had a Wahlprogramm there: on that day (today), or of
        that election's year."""
        registry, day = context.registry, day or clock.today()
        stored = context.store.staende(gebiet)
        programme = [
            programm
            for programm in registry.programme.values()
            if programm.bundesland == gebiet
            and programm.typ is Typ.WAHLPROGRAMM
            and (programm.jahr == jahr if jahr else programm.is_valid_on(day))
        ]
        there = {programm.partei for programm in programme if programm.id in stored}
        standing = {
            *(programm.partei for programm in programme),
            *(() if jahr else _sitting(registry, gebiet, day)),
        }
        missing = tuple(partei for partei in registry.parteien if partei in standing - there)
        return cls(
            gebiet=gebiet,
            name=registry.parlamente[gebiet].land if gebiet in registry.parlamente else gebiet,
            jahr=jahr,
            parteien=tuple(partei for partei in registry.parteien if partei in there),
            missing=missing,
            names=tuple(registry.partei_name(partei, gebiet) for partei in missing),
        )

    @property
    def is_complete(self) -> bool:
        return bool(self.parteien) and not self.missing

    def __str__(self) -> str:
        """„Bund, heute: 5 von 7 Parteien eingelesen; es fehlen: FDP, BSW“, „NRW 2022: 5 von 5 Parteien …“."""
        total = formats.counted(len(self.parteien) + len(self.missing), "Partei", "Parteien")
        lack = f"; es fehlen: {', '.join(self.names)}" if self.names and self.parteien else ""
        when = f" {self.jahr}" if self.jahr else ", heute geltende Programme"
        return f"{self.name}{when}: {formats.number(len(self.parteien))} von {total} eingelesen{lack}"
