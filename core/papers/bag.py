"""A bag (BagIt, RFC 8493) in a ZIP: written the same way every time, read as if by somebody hostile.

What is read is bounded before it is unpacked, and named by nothing but plain words: no way leads out of it.
"""

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from core.errors import AkteBroken
from core.german import formats

Files = Mapping[str, bytes]
"""Path → content."""

DECLARATION = b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
PAYLOAD = "data/"
MANIFEST, TAGS = "manifest-sha256.txt", "tagmanifest-sha256.txt"
DECLARED, INFO = "bagit.txt", "bag-info.txt"

MOST_BYTES = 600 << 20
"""Of the file, and of what is in it. Twelve whole PDFs have some 30 MB; each may have 200."""
MOST_MEMBERS = 5_000
MOST_LISTED = 4 << 20
"""Bytes of the table of contents: 400 for each member, which bear names of 60."""

NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){1,6}")
LINE = re.compile(r"([0-9a-f]{64})  (\S+)")
LEVEL = 1
"""Of packing: a third of the time of the usual 6, for a tenth more bytes."""
PACKED = ".pdf"
"""It is packed already."""

END, ZIP64 = b"PK\x05\x06", b"PK\x06\x07"
BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError,
    struct.error, IndexError, KeyError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bag:
    name: str
    files: Files
    data: bytes

    @property
    def is_original(self) -> bool:
        """The file is to the byte what `zipped` makes of this content."""
        return zipped(self.name, self.files) == self.data

    @property
    def payload(self) -> Files:
        return {path[len(PAYLOAD) :]: data for path, data in self.files.items() if path.startswith(PAYLOAD)}

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.files)


def fingerprint(files: Files) -> str:
    """One sum for all, however it is packed: the tag manifest has that of the manifest, which has all."""
    return sha256(files.get(TAGS, b"")).hexdigest()


# --- written ------------------------------------------------------------------------------------------------


def as_bag(payload: Files, info: Mapping[str, str]) -> dict[str, bytes]:
    """The payload with the files that a bag has beside it."""
    inside = {f"{PAYLOAD}{path}": payload[path] for path in sorted(payload)}
    told = {**info, "Payload-Oxum": f"{sum(map(len, inside.values()))}.{len(inside)}"}
    lines = (f"{name}: {' '.join(value.split())}\n" for name, value in told.items())
    tags = {DECLARED: DECLARATION, INFO: "".join(lines).encode(), MANIFEST: _manifest(inside)}
    return {**tags, TAGS: _manifest(tags), **inside}


def _manifest(files: Files) -> bytes:
    return "".join(f"{sha256(data).hexdigest()}  {path}\n" for path, data in sorted(files.items())).encode()


def zipped(name: str, files: Files) -> bytes:
    """The same bytes for the same content: no time and no user of this machine is in it."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in files.items():
            member = zipfile.ZipInfo(f"{name}/{path}")
            member.create_system, member.external_attr = 3, (stat.S_IFREG | 0o644) << 16
            member.compress_type = zipfile.ZIP_STORED if path.endswith(PACKED) else zipfile.ZIP_DEFLATED
            archive.writestr(member, data, compresslevel=LEVEL)
    return made.getvalue()


# --- read ---------------------------------------------------------------------------------------------------


def read_bag(data: bytes) -> Bag:
    """The members of a ZIP, each bounded, of one folder; whatever is odd about it is a reason to refuse."""
    if len(data) > MOST_BYTES:
        raise AkteBroken(f"Die Datei ist größer als {formats.size(MOST_BYTES)}; so groß ist keine Prüfakte.")
    _check_end(data)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not _is_folder(member)]
            _check_members(members)
            read = {member.filename: archive.read(member) for member in members}
    except BROKEN as error:
        raise AkteBroken(f"Die ZIP-Datei ist beschädigt ({error}).") from error
    name = next(iter(read)).partition("/")[0]
    if any(not path.startswith(f"{name}/") for path in read):
        raise AkteBroken("In der ZIP-Datei liegt nicht alles in einem Ordner, wie es in einer Prüfakte ist.")
    files = {path[len(name) + 1 :]: content for path, content in read.items()}
    return Bag(name, files, data)


def _check_end(data: bytes) -> None:
    """The table of contents is of a size that can be read; who packs it anew leaves no comment either."""
    if data[-22:-18] != END or data[-42:-38] == ZIP64:
        raise AkteBroken("Das ist keine ZIP-Datei, wie eine Prüfakte eine ist, oder ihr Ende fehlt.")
    if int.from_bytes(data[-10:-6], "little") > MOST_LISTED:
        raise AkteBroken("Das Verzeichnis der ZIP-Datei ist zu groß für eine Prüfakte.")


def _is_folder(member: zipfile.ZipInfo) -> bool:
    """Who packs a folder by hand gets an entry for it, with nothing in it."""
    return member.filename.endswith("/") and member.file_size == 0


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    if not members or len(members) > MOST_MEMBERS:
        raise AkteBroken(f"In der ZIP-Datei sind {len(members)} Dateien; erwartet: 1 bis {MOST_MEMBERS}.")
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise AkteBroken(
            f"Ausgepackt hätte die Datei mehr als {formats.size(MOST_BYTES)}; so groß ist keine Prüfakte."
        )
    seen = set[str]()
    for member in members:
        if fault := _fault(member):
            raise AkteBroken(f"In der ZIP-Datei ist „{member.filename[:80]!a}“ {fault}.")
        if member.filename.lower() in seen:
            raise AkteBroken(f"In der ZIP-Datei gibt es „{member.filename}“ zweimal.")
        seen.add(member.filename.lower())


def _fault(member: zipfile.ZipInfo) -> str:
    """What no file of a Prüfakte is."""
    kind = stat.S_IFMT(member.external_attr >> 16)
    if not NAME.fullmatch(member.filename) or member.filename != member.orig_filename:
        return "ein Name, der aus dem Ordner hinausführen kann oder den keine Prüfakte hat"
    if kind not in (0, stat.S_IFREG):
        return "keine Datei, sondern ein Verweis oder Gerät"
    if member.flag_bits & 0x1:
        return "verschlüsselt"
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "auf eine Art gepackt, die hier nicht gelesen wird"
    return ""


# --- checked ------------------------------------------------------------------------------------------------


def faults(files: Files) -> Iterator[str]:
    """Every sentence about what is not as the bag's own lists say; none where all is."""
    if files.get(DECLARED) != DECLARATION:
        yield f"„{DECLARED}“ fehlt oder nennt eine andere Form als BagIt 1.0."
    inside = {path for path in files if path.startswith(PAYLOAD)}
    yield from _against(MANIFEST, files, inside)
    yield from _against(TAGS, files, files.keys() - inside - {TAGS})
    total = f"Payload-Oxum: {sum(len(files[path]) for path in inside)}.{len(inside)}\n"
    if total.encode() not in files.get(INFO, b""):
        yield f"„{INFO}“ nennt eine andere Zahl von Dateien oder Bytes, als da sind."


def _against(manifest: str, files: Files, wanted: set[str]) -> Iterator[str]:
    listed: dict[str, str] = {}
    for line in files.get(manifest, b"").decode("utf-8", "replace").splitlines():
        found = LINE.fullmatch(line)
        if not found or found[2] in listed:
            yield f"In „{manifest}“ steht eine Zeile, die keine Prüfsumme ist: {line[:80]!a}."
            continue
        listed[found[2]] = found[1]
    for path in sorted(listed.keys() - wanted):
        yield f"„{path}“ steht in „{manifest}“, fehlt aber."
    for path in sorted(wanted - listed.keys()):
        yield f"„{path}“ liegt bei, steht aber nicht in „{manifest}“."
    for path in sorted(wanted & listed.keys()):
        if sha256(files[path]).hexdigest() != listed[path]:
            yield f"„{path}“ ist verändert: Seine Prüfsumme ist nicht die aus „{manifest}“."
