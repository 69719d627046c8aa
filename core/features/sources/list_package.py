"""Where a list lies: a file, a folder, a ZIP, or what somebody uploaded; with it the PDFs of its entries.

Nothing is unpacked onto the disk. A link is not followed, and a ZIP with a name that leads out of it is
refused whole.
"""

import os
import re
import stat
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path, PurePosixPath

from core.base import formats
from core.base.errors import EingabeError
from core.features.sources.list_sheet import MOST_BYTES, TABLES, is_workbook

MOST_FILES = 20_000
MOST_UNPACKED = 4 << 30
LARGEST_PDF = 50 << 20
DEEPEST = 4
"""Folders in folders; of PDFs no more than an entry each, a Landtag's period of them 200 KB on average."""

LEFT_OUT = re.compile(r"(?:^|/)(?:__MACOSX/|\.|Thumbs\.db$|desktop\.ini$|~\$)", re.IGNORECASE)
"""What systems and spreadsheets lay beside."""

BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)

Read = Callable[[int], bytes]
"""Its first bytes, so many at most."""


@dataclass(frozen=True)
class Package:
    """`pdfs`: by their path beside the list, with „/“ between folders."""

    name: str
    data: bytes
    pdfs: Mapping[str, Read]

    def find(self, told: str, number: str) -> tuple[str, ...]:
        """The files that a row names, else those that are called after its number. Of two nobody knows."""
        if not told:
            return self._numbered.get(_key(number), ()) if number else ()
        path = told.replace("\\", "/").casefold().removeprefix("./")
        whole = self._named.get(path) or self._named.get(f"{path}.pdf")
        alone = path.rpartition("/")[2]
        return whole or self._named.get(f"*/{alone}") or self._named.get(f"*/{alone}.pdf", ())

    @cached_property
    def _named(self) -> Mapping[str, tuple[str, ...]]:
        return _grouped((key, name) for name in self.pdfs for key in (name.casefold(), f"*/{_alone(name)}"))

    @cached_property
    def _numbered(self) -> Mapping[str, tuple[str, ...]]:
        return _grouped((_key(_alone(name).removesuffix(".pdf")), name) for name in self.pdfs)


def _grouped(pairs: Iterable[tuple[str, str]]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for key, name in pairs:
        found[key] = (*found.get(key, ()), name)
    return found


def _alone(path: str) -> str:
    return path.rpartition("/")[2].casefold()


CALLED = re.compile(r"^(?:drucksache|drucks|drs|antrag|vorlage|nr|bt|lt|d)(?=[\W_\d])[\W_]*")
PLAIN = re.compile(r"0*(\d{1,2})[\W_]0*(\d{1,6})[\W_]*(neu)?[\W_]*")


def _key(name: str) -> str:
    """The same for „20/1234 (neu)“ and „Drs_20-01234_neu“; else its letters and figures."""
    plain = CALLED.sub("", name.casefold(), count=1)
    if found := PLAIN.fullmatch(plain):
        return f"{found[1]}/{found[2]}{found[3] or ''}"
    return re.sub(r"[\W_]+", "-", plain).strip("-")


@contextmanager
def package_at(path: Path) -> Iterator[Package]:
    """A list with the PDFs of its folder, a folder with one list, or a ZIP with one."""
    try:
        if path.is_dir():
            yield _of_files(path.name, _folder(path))
        elif not path.is_file():
            raise EingabeError(f"„{path}“ gibt es nicht, oder es ist weder Datei noch Ordner.")
        elif _is_packed(path):
            with _zip(path, path.name) as package:
                yield package
        else:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
            beside = {name: read for name, read in _folder(path.parent, deepest=1).items() if _is_pdf(name)}
            yield Package(path.name, data, beside)
    except PermissionError as error:
        raise EingabeError(f"„{path}“ darf nicht gelesen werden. Bitte die Rechte prüfen.") from error


@contextmanager
def package_of(uploads: Sequence[tuple[str, bytes]]) -> Iterator[Package]:
    """What somebody chose: a list and perhaps PDFs, or a ZIP with both."""
    packed = [(name, data) for name, data in uploads if _is_packed(BytesIO(data))]
    if packed and len(uploads) > 1:
        raise EingabeError(
            "Wählen Sie entweder ein ZIP oder eine Liste mit ihren PDFs, nicht beides zugleich."
        )
    if packed:
        with _zip(BytesIO(packed[0][1]), packed[0][0]) as package:
            yield package
    else:
        files = {name: _of_bytes(data) for name, data in uploads}
        yield _of_files("Auswahl", files) if len(uploads) != 1 else Package(*uploads[0], {})


def _of_bytes(data: bytes) -> Read:
    return lambda most: data[:most]


def _of_files(name: str, files: Mapping[str, Read]) -> Package:
    tables = [one for one in files if one.casefold().endswith(TABLES)]
    if len(tables) != 1:
        found = ", ".join(f"„{one[:60]}“" for one in tables[:5]) or "keine"
        raise EingabeError(
            f"In „{name}“ muss genau eine Liste liegen (CSV, XLSX, XLS, ODS oder JSON). Gefunden: {found}."
        )
    pdfs = {one: read for one, read in files.items() if _is_pdf(one)}
    return Package(tables[0].rpartition("/")[2], files[tables[0]](MOST_BYTES + 1), pdfs)


def _is_pdf(name: str) -> bool:
    return name.casefold().endswith(".pdf")


# --- a folder -----------------------------------------------------------------------------------------------


def _folder(top: Path, deepest: int = DEEPEST) -> dict[str, Read]:
    """Its lists and PDFs that are files, by their paths."""
    found: dict[str, Read] = {}
    for path in _walk(top, deepest):
        name = path.relative_to(top).as_posix()
        if name.casefold().endswith((".pdf", *TABLES)) and not LEFT_OUT.search(name):
            found[name] = _of_file(path)
        if len(found) > MOST_FILES:
            raise EingabeError(f"In „{top}“ liegen mehr als {formats.number(MOST_FILES)} PDFs und Listen.")
    return found


def _walk(folder: Path, deeper: int) -> Iterator[Path]:
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        if entry.is_file(follow_symlinks=False):
            yield Path(entry.path)
        elif deeper and not entry.name.startswith(".") and _may_enter(entry):
            yield from _walk(Path(entry.path), deeper - 1)


def _may_enter(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False) and os.access(entry.path, os.R_OK | os.X_OK)


def _of_file(path: Path) -> Read:
    def read(most: int) -> bytes:
        with path.open("rb") as file:
            return file.read(most)

    return read


# --- a ZIP --------------------------------------------------------------------------------------------------

MOST_LISTED = 8 << 20
"""Bytes of its table of contents: 20,000 files of 400 letters each."""

END, END_64, TAIL = b"PK\x05\x06", b"PK\x06\x07", 1 << 16


def _is_packed(source: Path | BytesIO) -> bool:
    """A ZIP of files, and not a workbook, which is one of parts."""
    if isinstance(source, Path) and source.suffix.casefold() in (".xlsx", ".ods"):
        return False
    try:
        if not zipfile.is_zipfile(source):
            return False
        _check_end(source)
        with zipfile.ZipFile(source) as archive:
            return not is_workbook(archive.namelist())
    except BROKEN:
        return False


def _check_end(source: Path | BytesIO) -> None:
    """Is what its end says of its table of contents of a size that can be read?"""
    with source.open("rb") if isinstance(source, Path) else BytesIO(source.getbuffer()) as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - TAIL - 42))
        tail = file.read()
    end = tail.rfind(END)
    if (
        END_64 in tail[max(0, end - 20) : end]
        or int.from_bytes(tail[end + 12 : end + 16], "little") > MOST_LISTED
    ):
        raise EingabeError("Das Verzeichnis des ZIPs ist zu groß. Packen Sie weniger Dateien hinein.")


@contextmanager
def _zip(source: Path | BytesIO, name: str) -> Iterator[Package]:
    try:
        archive = zipfile.ZipFile(source)
    except BROKEN as error:
        raise EingabeError(f"„{name}“ ist beschädigt. Packen Sie das ZIP neu.") from error
    with archive:
        members = [one for one in archive.infolist() if not one.is_dir()]
        if len(members) > MOST_FILES or sum(one.file_size for one in members) > MOST_UNPACKED:
            raise EingabeError(
                f"„{name}“ hat mehr als {formats.number(MOST_FILES)} Dateien oder wird ausgepackt größer als "
                f"{formats.size(MOST_UNPACKED)}."
            )
        files: dict[str, Read] = {}
        for member in members:
            if fault := _fault(member, files):
                raise EingabeError(
                    f"In „{name}“ ist „{member.filename[:80]}“ {fault}. Daraus wird nichts übernommen."
                )
            if not LEFT_OUT.search(member.filename):
                files[member.filename] = _of_member(archive, member)
        yield _of_files(name, files)


def _fault(member: zipfile.ZipInfo, seen: Mapping[str, Read]) -> str:
    parts = PurePosixPath(member.filename).parts
    if ".." in parts or member.filename.startswith("/") or re.search(r"[\\:\0]", member.filename):
        return "ein Pfad, der aus dem ZIP hinausführt"
    if stat.S_ISLNK(member.external_attr >> 16):
        return "ein Verweis und keine Datei"
    if member.flag_bits & 1:
        return "verschlüsselt"
    return "zweimal da" if member.filename in seen else ""


def _of_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Read:
    def read(most: int) -> bytes:
        try:
            with archive.open(member) as file:
                return file.read(most)
        except BROKEN as error:
            raise EingabeError(f"„{member.filename[:80]}“ ist im ZIP beschädigt") from error

    return read
