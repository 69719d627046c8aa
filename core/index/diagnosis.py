"""What is wrong with the data of an installation: files, index, and how surely the Programme were read."""

from collections.abc import Sequence
from dataclasses import dataclass
from zipfile import BadZipFile

from core.context import Context
from core.errors import DashboardError
from core.index.stock import GebietHolding, Holding, ProgrammState, bestand, percent
from core.programme import stored_streams, tesseract
from core.programme.pdf_files import find_pdf
from core.programme.textstrom import Textstrom

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
    lesarten: tuple[Reading, ...]

    @property
    def gesund(self) -> bool:
        """Nothing that somebody should repair; unsure sentences are known, and never quoted."""
        return not (self.schaeden or self.unlesbar or self.scans or self.ohne_pdf)


def diagnose(context: Context, gebiet: str | None = None) -> Diagnose:
    """Look at everything, or at one Land."""
    stock = [teil for teil in bestand(context, check=True) if gebiet in (None, teil.gebiet)]
    rows = [one for teil in stock for one in teil.programme]
    read = [(one, readable_strom(context, one.programm.id, one.stand.version)) for one in rows if one.stand]
    return Diagnose(
        tuple(_damages(stock, read)),
        tuple(f"{b.programm.id}: {b.hinweise[0]}" for b in rows if b.zustand is ProgrammState.UNLESBAR),
        tuple(_scan(b) for b in rows if b.ohne_text and not tesseract.engine()),
        tuple(_missing(context, b) for b in rows if b.stand and not _has_pdf(context, b)),
        tuple(
            f"{b.programm.id}: {'; '.join(b.hinweise)}" for b in rows if b.zustand is ProgrammState.LIMITED
        ),
        tuple(_reading(b, strom) for b, strom in read if strom and b.unsicher),
    )


def _damages(stock: Sequence[GebietHolding], read: Sequence[tuple[Holding, Textstrom | None]]) -> list[str]:
    lost = [b.programm.id for b, strom in read if strom is None]
    return [
        *(f"{teil.gebiet}: {line}" for teil in stock for line in teil.schaeden),
        *(f"{id}: Der gespeicherte Text fehlt oder ist beschädigt. {REREAD.format(id)}" for id in lost),
    ]


def readable_strom(context: Context, programm_id: str, version: str) -> Textstrom | None:
    """None where its file is not there or is damaged."""
    try:
        return stored_streams.load_strom(context.texte, programm_id, version)
    except (DashboardError, ValueError, KeyError, OSError, EOFError, BadZipFile):
        return None


def _has_pdf(context: Context, one: Holding) -> bool:
    return find_pdf(one.programm, context.settings.pdf_dir, context.settings.data_dir) is not None


def _missing(context: Context, one: Holding) -> str:
    folder = context.settings.pdf_dir
    return f"{one.programm.id}: Legen Sie {one.programm.pdf} in {folder}; ohne PDF ist keine Seite zu sehen."


def _scan(one: Holding) -> str:
    return (
        f"{one.programm.id}: {one.ohne_text} Seiten sind Bilder. Installieren Sie Tesseract mit dem "
        f"deutschen Sprachpaket (Debian: tesseract-ocr-deu). {REREAD.format(one.programm.id)}"
    )


def _reading(one: Holding, strom: Textstrom) -> Reading:
    assert one.stand and one.certain_share is not None
    saetze = int(one.stand.angaben["saetze"])
    stellen = tuple(_place(strom, span) for span in strom.unsure_sentences)
    return Reading(one.programm.id, saetze, one.unsicher, percent(one.certain_share), stellen)


def _place(strom: Textstrom, span: tuple[int, int]) -> UnsurePlace:
    text = " ".join(strom.text[slice(*span)].split())
    pages = strom.pages_of(*span)
    return UnsurePlace(pages[0] if pages else 1, text if len(text) <= BEGINNING else f"{text[:BEGINNING]} …")
