"""Any files as documents that a text's quotes are looked for in.

A file is read, and nothing of it stored. What cannot be read is told, and the others count. Nothing heavy is
loaded here: who waits for a command has its documents read while the rest of it is loaded.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.base import formats
from core.base.errors import EingabeError
from core.processes.pdf_processes import Aim, apart, read_apart
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import label
from core.wortlaut.errors import DashboardError
from core.wortlaut.reading.mupdf import is_pdf
from core.wortlaut.reading.print_check import Druckbefund, check_print, signs, unquotable
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Quelldokument

MOST_FILES = 50
MOST_BYTES = 200 << 20
"""Of all files together."""

SECONDS = 240.0
"""Of computing for one file: a PDF of 600 pages takes some 20 s to read, and 30 to compare with its print."""

SUFFIXES = frozenset(".pdf .docx .html .htm .txt .md .eml .json".split())

AT_ONCE = 2

ON_WISH = "So war es verlangt."
NO_TESSERACT = "Dafür fehlt Tesseract. Installieren Sie es mit dem deutschen Sprachpaket."

Given = Path | tuple[str, bytes]
"""A file or a folder of such, or a file's name and what is in it."""


@dataclass(frozen=True, slots=True)
class PrintState:
    """What is known of the print of a PDF: `signs`: why its text is doubted; `pages`: which were compared.
    `is_open`: they could not be, for want of Tesseract."""

    signs: tuple[str, ...]
    pages: frozenset[int] = frozenset()
    is_open: bool = False


@dataclass(frozen=True)
class Sources:
    """`quellen`: what could be read, by id; `pdfs`: of those that are PDFs the file, as long as it is there.
    `unread`: of each file that could not be read its name and why; `gaps`: of each other what of it was not.
    `prints`: of each PDF whose pages are to be compared with their print, what is known of that."""

    quellen: Mapping[str, Quelle]
    pdfs: Mapping[str, Path] = field(default_factory=dict)
    unread: tuple[tuple[str, str], ...] = ()
    gaps: tuple[tuple[str, str], ...] = ()
    prints: Mapping[str, PrintState] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return [quelle.programm.name for quelle in self.quellen.values()]

    def label(self, id: str, pages: Sequence[int]) -> str:
        quelle = self.quellen[id]
        return label_of(quelle, pages, ()) if quelle else id

    def uncompared(self) -> tuple[list[str], str]:
        """The PDFs whose text nobody compared with their print, and why; what was recognised has no other
        text than its print."""
        layered = [id for id in self.pdfs if not all(page.ocr for page in self.quellen[id].strom.seiten)]
        unasked = [id for id in layered if id not in self.prints]
        found = unasked or [id for id in layered if self.prints[id].is_open]
        return [_file_name(id) for id in found], ON_WISH if unasked else NO_TESSERACT

    def remarks(self) -> list[str]:
        """What belongs beside a result: what was not looked in, not read, and not compared with its print."""
        told = [f"Nicht durchsucht: {name}. {why}" for name, why in self.unread]
        told += [f"Zum Dokument {name}: {gap}" for name, gap in self.gaps]
        names, why = self.uncompared()
        return [*told, f"Nicht mit dem Druck verglichen: {', '.join(names)}. {why}"] if names else told

    def compared(self, shown: Mapping[str, Collection[int]]) -> "Sources":
        """With the print of these pages compared, where it was not: by id of their document.

        What nobody quotes need not be compared. The same object where nothing was left to do.
        """
        todo = {
            id: found
            for id, state in self.prints.items()
            if not state.is_open and (found := frozenset(shown.get(id, ())) - state.pages)
        }
        if not todo:
            return self
        quellen, pdfs, prints = dict(self.quellen), dict(self.pdfs), dict(self.prints)
        unread = list(self.unread)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            looked = list(pool.map(self._compare, todo, todo.values()))
        for id, befund in zip(todo, looked, strict=True):
            if isinstance(befund, str):  # what its print says nobody knows
                unread.append((_file_name(id), befund))
                del quellen[id], pdfs[id], prints[id]
                continue
            state, strom = prints[id], quellen[id].strom
            marked = unquotable(strom, befund, is_reread=False)
            if marked.unsicher != strom.unsicher:
                quellen[id] = Quelle.of(quellen[id].programm, quellen[id].version, marked)
            every = frozenset(seite.nummer for seite in strom.seiten)
            pages = every if state.signs or befund.seiten else state.pages | todo[id]
            prints[id] = replace(state, pages=pages, is_open=not befund.engine)
        return replace(self, quellen=quellen, pdfs=pdfs, unread=tuple(unread), prints=prints)

    def _compare(self, id: str, pages: frozenset[int]) -> Druckbefund | str:
        """What their print says; or why nobody knows."""
        path, strom, doubts = self.pdfs[id], self.quellen[id].strom, self.prints[id].signs
        try:
            return apart(Aim.READ, path.name, check_print, path, strom, "", doubts, pages, seconds=SECONDS)
        except DashboardError as error:
            return str(error)


def read_sources(given: Sequence[Given], folder: Path, compare_print: bool = True) -> Sources:
    """Read them, two at a time. `folder`: where PDFs given as bytes are written, to be drawn later.
    `compare_print`: before a page is quoted, its text is compared with its print (`Sources.compared`)."""
    files = _files(given, folder)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        read = list(pool.map(_read, files.values()))
    quellen, pdfs, prints = dict[str, Quelle](), dict[str, Path](), dict[str, PrintState]()
    unread, gaps = list[tuple[str, str]](), list[tuple[str, str]]()
    for (name, path), found in zip(files.items(), read, strict=True):
        if isinstance(found, str):
            unread.append((name, found))
            continue
        id = f"{OF_FILE}{name}"
        version = hashlib.sha256(found.strom.text.encode("utf-8", "replace")).hexdigest()[:16]
        quellen[id] = Quelle.of(Quelldokument(id, Path(name).stem, None, "", None), version, found.strom)
        gaps += [(name, found.gap)] if found.gap else []
        if found.strom.seiten:
            pdfs[id] = path
            prints |= {id: PrintState(found.signs)} if compare_print else {}
    return Sources(quellen, pdfs, tuple(unread), tuple(gaps), prints)


OF_FILE = "datei:"
"""So begins the id of a document that is a file at hand."""


def _file_name(id: str) -> str:
    return id.removeprefix(OF_FILE)


def _files(given: Sequence[Given], folder: Path) -> dict[str, Path]:
    """Each file under a name of its own, those of a folder in the order of their names."""
    files: dict[str, Path] = {}
    for one in given:
        if isinstance(one, tuple):
            own = {_free(files, one[0] or "Dokument"): one[1]}
            for name, data in own.items():
                suffix = Path(name).suffix.lower()
                place = folder / f"{len(files)}{suffix if suffix in SUFFIXES else ''}"
                place.write_bytes(data)
                files[name] = place
        elif one.is_dir():
            inside = sorted(path for path in one.rglob("*") if path.suffix.lower() in SUFFIXES)
            files |= {_free(files, path.name): path for path in inside if path.is_file()}
        else:
            files[_free(files, one.name)] = one
        if len(files) > MOST_FILES:
            raise EingabeError(
                f"Das sind mehr als {MOST_FILES} Dokumente. Nennen Sie die, in denen gesucht werden soll."
            )
    if not files:
        raise EingabeError(
            "Es ist kein Dokument genannt, in dem gesucht werden könnte. Möglich sind PDF, Word, HTML, Text."
        )
    present = [path for path in files.values() if path.is_file()]
    if sum(path.stat().st_size for path in present) > MOST_BYTES:
        raise EingabeError(f"Die Dokumente sind zusammen größer als {formats.size(MOST_BYTES)}.")
    return files


def _free(taken: Mapping[str, Path], name: str) -> str:
    free = Path(name).name
    while free in taken:
        free = f"{Path(free).stem} (2){Path(free).suffix}"
    return free


@dataclass(frozen=True, slots=True)
class _ReadFile:
    """`gap`: what of it was not read, in words; `signs`: why the text layer of a PDF is to be doubted."""

    strom: Textstrom
    gap: str = ""
    signs: tuple[str, ...] = ()


def _read(path: Path) -> _ReadFile | str:
    """Its text; or why there is none."""
    if path.exists() and not path.is_file():
        return "Das ist keine Datei. Legen Sie das Dokument als Datei ab."  # a pipe is read but once
    try:
        with path.open("rb") as file:
            head = file.read(1024)
        return read_apart(path, _read_pdf, seconds=SECONDS) if is_pdf(head) else _read_other(path)
    except OSError as error:
        return f"Die Datei lässt sich nicht lesen ({error.strerror})."
    except DashboardError as error:
        return str(error)


def _read_pdf(path: Path, folder: Path) -> _ReadFile:
    strom = read_strom(path, folder)
    return _ReadFile(strom, signs=tuple(signs(path, strom)))


def _read_other(path: Path) -> _ReadFile:
    from core.features.textcheck.text_blocks import read_file
    from core.proof.antrag_citations import JudgedText

    read = read_file(path.read_bytes(), path.name)
    text = JudgedText("\n\n".join(block.text for block in read.blocks))
    return _ReadFile(text.quelle.strom, read.unread_in_words())


def label_of(quelle: Quelle, pages: Sequence[int], printed: Sequence[str]) -> str:
    """„Koalitionsvertrag, S. 12“; of a file without pages its name."""
    name = quelle.programm.name
    return label(name, printed, pages) if pages else f"{name} (ohne Seiten)"
