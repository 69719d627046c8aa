"""The stock: which Programme are known, have a PDF, are indexed, and how well they could be read."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.context import Context, default_context
from core.models import GEBIETE, Programm
from core.programme import ablage
from core.programme.sources import find_pdf
from core.retrieval.indexing import gebiet_of
from core.retrieval.vectorstore import UEBERALL, Stand


class Zustand(StrEnum):
    INDEXIERT = "indexiert"
    UNLESBAR = "nicht lesbar"
    PDF_DA = "PDF da, nicht indexiert"
    OHNE_PDF = "PDF fehlt"


@dataclass(frozen=True, slots=True)
class Bestand:
    """One Programm and its place in the index."""

    programm: Programm
    zustand: Zustand
    stand: Stand | None
    hinweise: tuple[str, ...]

    @property
    def seiten(self) -> int:
        return int(self.stand.angaben["seiten"]) if self.stand else 0

    @property
    def chunks(self) -> int:
        return self.stand.chunks if self.stand else 0


@dataclass(frozen=True, slots=True)
class Gebietsbestand:
    """The stock of one collection."""

    gebiet: str
    name: str
    programme: tuple[Bestand, ...]
    schaeden: tuple[str, ...]

    def count(self, *zustaende: Zustand) -> int:
        return sum(bestand.zustand in zustaende for bestand in self.programme)

    @property
    def mit_pdf(self) -> int:
        return len(self.programme) - self.count(Zustand.OHNE_PDF)

    @property
    def chunks(self) -> int:
        return sum(bestand.chunks for bestand in self.programme)

    @property
    def seiten(self) -> int:
        return sum(bestand.seiten for bestand in self.programme)

    @property
    def geaendert(self) -> str | None:
        return max((b.stand.indexed_at for b in self.programme if b.stand), default=None)


def bestand(context: Context | None = None, check: bool = False) -> list[Gebietsbestand]:
    """The whole stock; with `check`, every collection is also compared with what it should hold."""
    context = context or default_context()
    faults = ablage.faults(context.texte)
    return [_gebiet(context, gebiet, faults, check) for gebiet in (*GEBIETE, UEBERALL)]


def _gebiet(context: Context, gebiet: str, faults: dict[str, str], check: bool) -> Gebietsbestand:
    staende = context.store.staende(gebiet)
    programme = [p for p in context.registry.programme.values() if gebiet_of(p) == gebiet]
    rows = [_bestand(context, programm, staende.get(programm.id), faults) for programm in programme]
    parlament = context.registry.parlamente.get(gebiet)
    name = parlament.land if parlament else "Überall gültig"
    return Gebietsbestand(gebiet, name, tuple(rows), tuple(context.store.health(gebiet)) if check else ())


def _bestand(context: Context, programm: Programm, stand: Stand | None, faults: dict[str, str]) -> Bestand:
    pdf = find_pdf(programm, context.settings.pdf_dir, context.settings.data_dir)
    fault = faults.get(programm.id)
    if stand:
        zustand = Zustand.INDEXIERT
    elif pdf and fault:
        zustand = Zustand.UNLESBAR
    else:
        zustand = Zustand.PDF_DA if pdf else Zustand.OHNE_PDF
    hinweise = [*([fault] if fault and pdf else []), *(_health(stand) if stand else [])]
    return Bestand(programm, zustand, stand, tuple(hinweise))


def _health(stand: Stand) -> list[str]:
    """What could not be read as it should."""
    pages: Sequence[int] = stand.angaben["ohne_text"]
    result = []
    if pages:
        word = "Seite" if len(pages) == 1 else "Seiten"
        listed = ", ".join(map(str, pages[:8])) + (" …" if len(pages) > 8 else "")
        result.append(f"{len(pages)} {word} ohne Text ({listed})")
    if stand.angaben["ocr"]:
        result.append(f"{stand.angaben['ocr']} Seiten durch Texterkennung gelesen")
    if stand.angaben["ohne_unicode"]:
        result.append(f"{stand.angaben['ohne_unicode']} Zeichen ohne Unicode-Zuordnung")
    return result
