"""What analysts add: PDFs, Programme of their own in programme/eigene.toml, documents in quellen.toml."""

import os
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, fields, replace
from datetime import date
from glob import escape as glob_escape
from itertools import chain, count
from pathlib import Path
from shutil import copyfileobj, copytree, ignore_patterns, rmtree
from tempfile import TemporaryDirectory
from typing import ClassVar, Generic, TypeVar

from core.base import formats
from core.base.atomic_files import drafted, new_lock, put, sha256_of
from core.base.errors import EingabeError, RegistryError
from core.base.toml_entry import toml_text
from core.processes.pdf_processes import Aim, apart
from core.programme.registry import (
    DOCUMENT_ID,
    DOCUMENTS,
    OWN,
    Registered,
    Registry,
    load_registry,
    own_registry,
)
from core.wortlaut.german.folding import transliterated
from core.wortlaut.reading.mupdf import MAX_MB, check_size, open_pdf
from core.wortlaut.records import PROGRAMM_TYPEN, Art, Programm, Quelldokument, Typ

WAITING_TIME = 5.0
"""Seconds to wait for another process that is changing the own entries: it takes a tenth of one."""

LEFT = 3600.0
"""Seconds after which a draft of an upload is nobody's any more: checking and moving it takes some."""

HEAD = "# Selbst angelegte {}. Die Anwendung schreibt diese Datei; Kommentare darin gehen verloren.\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """A new Programm as a form gives it; party and Land by any name that the registry knows."""

    name: str
    typ: str
    partei: str
    jahr: int
    gueltig_ab: date
    gueltig_bis: date | None = None
    bundesland: str | None = None
    url: str = ""
    hinweis: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentDetails:
    """A document to be kept, as a form gives it; parties and Land by any name that the registry knows.

    `urheber`: who made it where that is no party.
    """

    name: str
    art: str
    parteien: Sequence[str] = ()
    urheber: str = ""
    datum: date | None = None
    bundesland: str | None = None
    url: str = ""
    hinweis: str = ""


EARLIER = "frühere Fassungen"
"""The folder, within that of the PDFs, where a replaced PDF stays: Läufe were made with it, and the next one
may be broken."""


@dataclass(frozen=True, slots=True)
class PdfFolder:
    """The PDFs of Programme; each of them by its entry's file name."""

    path: Path

    def store(self, programm: Registered, data: bytes) -> Path:
        """Put the Programm's PDF in its place, if it can be opened; one that is there is kept beside it."""
        check_size(programm.pdf, len(data), MAX_MB)
        with self.room_for_draft() as scratch:
            draft = scratch / programm.pdf
            draft.write_bytes(data)
            _check(programm, draft)
            self.keep_earlier(programm)
            return self._placed(programm, draft)

    def keep_earlier(self, programm: Registered) -> None:
        """A copy of the PDF that is about to be replaced."""
        here = self.path / programm.pdf
        if not here.is_file():
            return
        copy = self.path / EARLIER / f"{here.stem}.{sha256_of(here)[:12]}.pdf"
        if not copy.exists():
            with here.open("rb") as old, drafted(copy) as draft:
                copyfileobj(old, draft)

    def restore_earlier(self, programm: Registered, is_wanted: Callable[[Path], bool]) -> bool:
        """Put the replaced PDF back, if it was kept: the one in its place turned out to be no good."""
        here = self.path / programm.pdf
        kept = (self.path / EARLIER).glob(f"{glob_escape(here.stem)}.*.pdf")
        found = next((path for path in sorted(kept) if is_wanted(path)), None)
        if found is None:
            return False
        with found.open("rb") as old, drafted(here) as draft:
            copyfileobj(old, draft)
        return True

    @contextmanager
    def room_for_draft(self) -> Iterator[Path]:
        """A folder beside the PDFs, for one that is still to be looked at; gone at the end."""
        folder = self.path
        with _told_if_refused(folder, "oder nennen Sie mit PDF_DIR einen anderen Ordner"):
            folder.mkdir(parents=True, exist_ok=True)
            for draft in folder.glob(".neu-*"):  # what a process left that was killed while it stored a PDF
                with suppress(OSError):  # another is just ending it
                    if time.time() - draft.stat().st_mtime > LEFT:
                        rmtree(draft)
            with TemporaryDirectory(prefix=".neu-", dir=folder) as scratch:
                yield Path(scratch)

    def place(self, programm: Registered, draft: Path) -> Path:
        """The draft in the Programm's place, if it can be opened."""
        _check(programm, draft)
        return self._placed(programm, draft)

    def _placed(self, programm: Registered, draft: Path) -> Path:
        put(draft, self.path / programm.pdf)
        return self.path / programm.pdf


def _check(programm: Registered, draft: Path) -> None:
    apart(Aim.READ, programm.pdf, _try_to_open, draft)


def _try_to_open(path: Path) -> None:
    open_pdf(path).close()


R = TypeVar("R", bound=Registered)


@dataclass(frozen=True, slots=True)
class _OwnFile(ABC, Generic[R]):
    """A file of own entries in the registry that lies in `folder`. `place`: its name there."""

    folder: Path

    place: ClassVar[str]
    head: ClassVar[str]
    what: ClassVar[str]
    """„das Programm“"""

    page: ClassVar[str]
    """Where the file can be set aside."""

    @property
    def path(self) -> Path:
        return own_registry(self.folder) / self.place

    @staticmethod
    @abstractmethod
    def entries(registry: Registry) -> Mapping[str, R]:
        """Those of this file."""

    @staticmethod
    @abstractmethod
    def faults(registry: Registry) -> Sequence[str]:
        """What is wrong among them."""

    @abstractmethod
    def refused(self, registry: Registry, id: str) -> EingabeError:
        """Why the entry of that id cannot be removed: it is none of these."""

    def remove(self, id: str) -> None:
        """Take an own entry out of the registry; take it out of the index before. Its PDF stays."""
        with self.changing() as (known, own):
            if id not in own:
                raise self.refused(known, id)
            del own[id]

    def set_aside(self) -> Path:
        """Keep the file with its mistakes under another name; in this one only entries without any stay."""
        path = self._path_in_its_folder()
        with _told_if_refused(path.parent, f"oder berichtigen Sie {path.name} von Hand"):
            with alone(path.with_name(f"{path.name}.lock")):
                registry = load_registry(self.folder)
                aside = next(
                    free for n in count(1) if not (free := path.with_name(f"{path.name}.{n}.txt")).exists()
                )
                if path.is_file():
                    os.link(path, aside)
                else:
                    path.rename(aside)
                self._write(path, self.entries(registry).values())
        return aside

    @contextmanager
    def changing(self) -> Iterator[tuple[Registry, dict[str, R]]]:
        """The registry and its own entries, for one at a time to change; they count if they load."""
        path = self._path_in_its_folder()
        way_out = f"oder tragen Sie {self.what} dort von Hand in {path.name} ein"
        with _told_if_refused(path.parent, way_out):
            with alone(path.with_name(f"{path.name}.lock")):
                registry = load_registry(self.folder)
                if self.faults(registry):
                    raise EingabeError(
                        f"{path.name} enthält Fehler, und beim Schreiben gingen diese Einträge verloren. "
                        f"Berichtigen Sie die Datei, oder legen Sie sie auf der Seite {self.page} beiseite."
                    )
                own = dict(self.entries(registry))
                yield registry, own
                self._write(path, own.values())

    def _path_in_its_folder(self) -> Path:
        """Where they are written, in a folder that is there."""
        path = self.path
        with _told_if_refused(path.parent, "damit eigene Einträge dort stehen können"):
            path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def _write(self, path: Path, own: Iterable[R]) -> None:
        """Each with its fields, but for those left open; it counts only if the registry loads with it."""
        draft = path.with_name(f"{path.name}.neu")
        try:
            draft.write_text("\n".join([self.head, *map(_table, own)]), encoding="utf-8")
            # In a copy of the registry, in which the draft counts already.
            with TemporaryDirectory() as scratch:
                left_out = ignore_patterns(f"{path.name}*")
                copy = copytree(self.folder, Path(scratch) / "registry", ignore=left_out)
                (copy / self.place).write_bytes(draft.read_bytes())
                if fehler := self.faults(load_registry(copy)):
                    raise RegistryError(fehler[0])
            put(draft, path)
        finally:
            draft.unlink(missing_ok=True)


def _table(entry: Registered) -> str:
    """An entry as TOML has it. What follows from its other fields is not written."""
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    derived = {"id", *(("partei", "pdf", "typ") if isinstance(entry, Quelldokument) else ())}
    lines = [
        f"{feld} = {_value(value)}"
        for feld, value in values.items()
        if feld not in derived and value not in (None, ())
    ]
    return "\n".join([f"[{toml_text(entry.id)}]", *lines, ""])


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_value, value))}]"
    return toml_text(value) if isinstance(value, str) else str(value)


class OwnEntries(_OwnFile[Programm]):
    """Programme that analysts entered."""

    __slots__ = ()

    place, what, page = OWN, "das Programm", "Programme"
    head = HEAD.format("Programme")

    @staticmethod
    def entries(registry: Registry) -> Mapping[str, Programm]:
        return {id: registry.programme[id] for id in registry.eigene}

    @staticmethod
    def faults(registry: Registry) -> Sequence[str]:
        return registry.fehler

    def refused(self, registry: Registry, id: str) -> EingabeError:
        return EingabeError(
            f"„{registry.find_programm(id).name}“ gehört zum mitgelieferten Register und bleibt. "
            "Entfernen lassen sich nur selbst angelegte Programme."
        )

    def add(self, registry: Registry, angaben: Details) -> Programm:
        """A new entry among the own ones; a mistake is told and leaves everything as it was."""
        draft = _draft(registry, angaben)
        with self.changing() as (known, own):
            id = _free_id(known, draft)
            own[id] = programm = replace(draft, id=id, pdf=f"{id}.pdf")
        return programm


class OwnDocuments(_OwnFile[Quelldokument]):
    """Documents that are no programme, which analysts keep beside them."""

    __slots__ = ()

    place, what, page = DOCUMENTS, "die Quelle", "Quellen"
    head = HEAD.format("Quellen")

    @staticmethod
    def entries(registry: Registry) -> Mapping[str, Quelldokument]:
        return registry.quellen

    @staticmethod
    def faults(registry: Registry) -> Sequence[str]:
        return registry.quellen_fehler

    def refused(self, registry: Registry, id: str) -> EingabeError:
        return EingabeError(f"Die Quelle „{id[:80]}“ steht nicht im Register; sie ist wohl schon entfernt.")

    def add(self, registry: Registry, angaben: DocumentDetails) -> Quelldokument:
        """A new entry; a mistake is told and leaves everything as it was."""
        draft = _document_draft(registry, angaben)
        words = re.sub("[^a-z0-9]+", "-", transliterated(draft.name)).strip("-")
        wanted = f"{DOCUMENT_ID}{words[:60].strip('-') or 'ohne-namen'}"
        with self.changing() as (known, own):
            numbered = (f"{wanted}-{n}" for n in count(2))
            id = next(one for one in chain([wanted], numbered) if one not in known.quellen)
            own[id] = found = replace(draft, id=id, pdf=f"{id}.pdf")
        return found


# --- what the form says -------------------------------------------------------------------------------------


def _draft(registry: Registry, angaben: Details) -> Programm:
    """The Programm without id and file, or one sentence on what is wrong with it."""
    if angaben.typ not in PROGRAMM_TYPEN:
        known = ", ".join(PROGRAMM_TYPEN)
        raise EingabeError(f"Die Art „{angaben.typ}“ gibt es nicht. Möglich sind: {known}.")
    name, url = _named(angaben.name, "SPD NRW Wahlprogramm 2022"), _link(angaben.url)
    if not 1900 <= angaben.jahr <= 2100:
        raise EingabeError(f"Das Jahr {angaben.jahr} kann nicht stimmen. Bitte eines wie 2022 eintragen.")
    if angaben.gueltig_bis and angaben.gueltig_bis < angaben.gueltig_ab:
        raise EingabeError(
            f"„Gültig bis“ ({formats.day(angaben.gueltig_bis)}) liegt vor „gültig ab“ "
            f"({formats.day(angaben.gueltig_ab)}). Bitte die Reihenfolge prüfen."
        )
    partei, land = _responsible(registry, angaben)
    return Programm(
        id="",
        name=name,
        typ=Typ(angaben.typ),
        partei=partei,
        bundesland=land,
        jahr=angaben.jahr,
        gueltig_ab=angaben.gueltig_ab,
        gueltig_bis=angaben.gueltig_bis,
        pdf="",
        url=url,
        hinweis=_line("Hinweis", angaben.hinweis, 1000) or None,
    )


def _document_draft(registry: Registry, angaben: DocumentDetails) -> Quelldokument:
    """The same of a document. That a Land's name is one is told here, and where it is valid is free."""
    if angaben.art not in list(Art):
        raise EingabeError(f"Die Art „{angaben.art}“ gibt es nicht. Möglich sind: {', '.join(Art)}.")
    name = _named(angaben.name, "Koalitionsvertrag NRW 2022")
    if name in {one.name for one in registry.dokumente.values()}:
        raise EingabeError(f"„{name}“ heißt schon ein anderes Dokument. Bitte einen eigenen Namen eintragen.")
    land = registry.find_bundesland(angaben.bundesland) if angaben.bundesland else None
    signed = tuple(dict.fromkeys(registry.find_partei(one, land).id for one in angaben.parteien))
    if angaben.art == Art.KOALITIONSVERTRAG and len(signed) < 2:
        raise EingabeError("Ein Koalitionsvertrag gehört mehreren Parteien. Bitte alle angeben.")
    return Quelldokument(
        id="",
        name=name,
        typ=Typ.DOKUMENT,
        partei=signed[0] if len(signed) == 1 else "",
        bundesland=land,
        art=Art(angaben.art),
        parteien=signed,
        urheber=_line("Urheber", angaben.urheber, 200) or None,
        datum=angaben.datum,
        url=_link(angaben.url),
        hinweis=_line("Hinweis", angaben.hinweis, 1000) or None,
    )


def _named(text: str, example: str) -> str:
    if name := _line("Name", text, 200):
        return name
    raise EingabeError(f"Der Name fehlt. Bitte einen wie „{example}“ eintragen.")


def _link(text: str) -> str | None:
    url = _line("Link", text, 2000)
    if url and not re.fullmatch(r"https?://[^\s/]\S*", url):
        raise EingabeError(f"Der Link „{url}“ ist keine Adresse wie https://www.example.org/programm.pdf.")
    return url or None


def _responsible(registry: Registry, angaben: Details) -> tuple[str, str | None]:
    """Party and Land, if they go with each other and with the kind of programme."""
    if angaben.typ == Typ.PARTEIPROGRAMM:
        if angaben.bundesland:
            raise EingabeError("Ein Parteiprogramm gilt überall. Bitte kein Land angeben.")
        return registry.find_partei(angaben.partei).id, None
    if not angaben.bundesland:
        raise EingabeError("Ein Wahlprogramm gilt in einem Land. Bitte das Land angeben.")
    land = registry.find_bundesland(angaben.bundesland)
    partei = registry.find_partei(angaben.partei, land)
    if not partei.stands_in(land):
        name, where = registry.partei_name(partei.id, land), registry.parlamente[land].land
        raise EingabeError(f"{name} tritt dort nicht an: {where}. Bitte Partei oder Land berichtigen.")
    return partei.id, land


def _line(feld: str, text: str, longest: int) -> str:
    text = text.replace("\u00a0", " ").strip()
    if not text.isprintable():
        raise EingabeError(f"Im Feld „{feld}“ stehen Zeilenumbrüche oder unsichtbare Zeichen. Bitte löschen.")
    if len(text) > longest:
        raise EingabeError(f"Das Feld „{feld}“ fasst höchstens {longest} Zeichen. Bitte kürzen.")
    return text


def _free_id(registry: Registry, programm: Programm) -> str:
    """As the shipped ids are: spd-nrw-2022, cdu-grundsatz-2024; a number where it is taken."""
    own = (p.id.split("-")[0] for p in registry.programme.values() if p.partei == programm.partei)
    plain = re.sub("[^a-z0-9]", "", transliterated(programm.partei))
    where = (programm.bundesland or "grundsatz").lower()
    wanted = f"{next(own, plain)}-{where}-{programm.jahr}"
    taken = {name for p in registry.programme.values() for name in (p.id, Path(p.pdf.lower()).stem)}
    return next(id for id in chain([wanted], (f"{wanted}-{n}" for n in count(2))) if id not in taken)


# --- the file -----------------------------------------------------------------------------------------------


@contextmanager
def alone(lock: Path) -> Iterator[None]:
    """One at a time; whoever would wait for long is told."""
    with ExitStack() as stack:
        try:
            stack.enter_context(new_lock(lock).acquire(timeout=WAITING_TIME))
        except TimeoutError:
            raise EingabeError(
                "Das Verzeichnis der Programme wird gerade von anderer Seite geändert. Bitte gleich noch "
                "einmal versuchen."
            ) from None
        yield


@contextmanager
def _told_if_refused(folder: Path, way_out: str) -> Iterator[None]:
    """The system's refusal to write, as a sentence with the way out."""
    try:
        yield
    except OSError as error:
        raise EingabeError(
            f"In den Ordner {folder} lässt sich nicht schreiben ({error.strerror or error}). "
            f"Geben Sie der Anwendung dort Schreibrechte und freien Platz, {way_out}."
        ) from error
