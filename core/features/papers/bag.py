"""A folder as a BagIt bag in a ZIP: the same bytes for the same content, and whatever is odd is refused."""

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from core.base import formats
from core.base.errors import AkteBroken

Files = Mapping[str, bytes]
"""Path → content."""

DECLARATION = b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
PAYLOAD = "data/"
MANIFEST, TAGS = "manifest-sha256.txt", "tagmanifest-sha256.txt"
DECLARED, INFO = "bagit.txt", "bag-info.txt"

MOST_BYTES = 300 << 20
"""Of the file, and of what is in it, which is held thrice in memory. One of seven parties has 7 and 17 MB."""
MOST_MEMBERS = 5_000
MOST_LISTED = 4 << 20
"""Bytes of the table of contents: 400 for each member, which bear names of 60."""

NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}(/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}){1,6}")
HEADER = struct.Struct("<4s5H3I2H")
"""Before each file of a ZIP: sign, version, flags, packing, time, day, CRC, sizes, lengths of name, extra."""
STREAMED = 0x8
"""Flag: CRC and sizes stand behind the file, as a program leaves them that packs without going back."""
BEHIND = (0, 12, 16)
"""Bytes that such a program writes there."""
EXTRA_NAME, EXTRA_SIZES = 0x7075, 0x0001
"""Kinds of extra fields by which some programs see another name or other sizes than others."""
LINE = re.compile(r"([0-9a-f]{64})  (\S+)")
LEVEL = 1
"""Of packing: a third of the time of the usual 6, for a tenth more bytes."""

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
            is_packed = path.endswith(".pdf")
            member.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
            archive.writestr(member, data, compresslevel=LEVEL)
    return made.getvalue()


# --- read ---------------------------------------------------------------------------------------------------


def read_bag(data: bytes) -> Bag:
    """The members of a ZIP, each bounded, of one folder; whatever is odd about it is a reason to refuse."""
    if len(data) > MOST_BYTES:
        raise AkteBroken(f"Die Datei ist größer als {formats.size(MOST_BYTES)}; so groß ist keine Prüfakte.")
    # The table of contents is of a size that can be read; who packs it anew leaves no comment either.
    if data[-22:-18] != b"PK\x05\x06" or data[-42:-38] == b"PK\x06\x07":  # its end, and that of ZIP64
        raise AkteBroken("Das ist keine ZIP-Datei, wie eine Prüfakte eine ist, oder ihr Ende fehlt.")
    if int.from_bytes(data[-10:-6], "little") > MOST_LISTED:
        raise AkteBroken("Das Verzeichnis der ZIP-Datei ist zu groß für eine Prüfakte.")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            # Who packs a folder by hand gets an entry for it, with nothing in it.
            members = [m for m in listed if m.file_size or not m.filename.endswith("/")]
            _check_members(members)
            _check_places(data, listed, archive.start_dir)
            read = {member.filename: archive.read(member) for member in members}
    except BROKEN as error:
        raise AkteBroken(f"Die ZIP-Datei ist beschädigt ({error}).") from error
    name = next(iter(read)).partition("/")[0]
    if any(not path.startswith(f"{name}/") for path in read):
        raise AkteBroken("In der ZIP-Datei liegt nicht alles in einem Ordner, wie es in einer Prüfakte ist.")
    folders = {path[:at] for path in read for at, letter in enumerate(path, 1) if letter == "/"}
    if stray := {member.filename for member in listed} - read.keys() - folders:
        raise AkteBroken(f"In der ZIP-Datei ist ein Ordner ohne Datei: „{min(stray)[:80]!a}“.")
    files = {path[len(name) + 1 :]: content for path, content in read.items()}
    return Bag(name, files, data)


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    if not members or len(members) > MOST_MEMBERS:
        raise AkteBroken(f"In der ZIP-Datei sind {len(members)} Dateien; erwartet: 1 bis {MOST_MEMBERS}.")
    if sum(member.file_size for member in members) > MOST_BYTES:
        raise AkteBroken(
            f"Ausgepackt hätte die Datei mehr als {formats.size(MOST_BYTES)}; so groß ist keine Prüfakte."
        )
    seen = set[str]()
    for member in members:
        if fault := _bag_fault(member):
            raise AkteBroken(f"In der ZIP-Datei ist „{member.filename[:80]!a}“ {fault}.")
        if member.filename.lower() in seen:
            raise AkteBroken(f"In der ZIP-Datei gibt es „{member.filename}“ zweimal.")
        seen.add(member.filename.lower())


def _check_places(data: bytes, listed: Sequence[zipfile.ZipInfo], end: int) -> None:
    """The file is these members one behind the other and their list, and every program reads the same in it.

    A program that goes by the headers of the members instead of the list would else find others, and one that
    is no reader of ZIP files something before or between them.
    """
    at = 0
    for member in sorted(listed, key=lambda one: one.header_offset):
        behind = member.header_offset - at
        if behind not in (BEHIND if at else (0,)):
            raise AkteBroken("In der ZIP-Datei steht etwas vor oder zwischen den Dateien.")
        _, _, flags, kind, _, _, crc, packed, size, name, extra = HEADER.unpack_from(
            data, member.header_offset
        )
        told = (crc, packed, size)
        is_left_open = bool(flags & STREAMED) and told == (0, 0, 0)
        same = is_left_open or told == (member.CRC, member.compress_size, member.file_size)
        if not same or (flags, kind) != (member.flag_bits, member.compress_type):
            raise AkteBroken(f"In der ZIP-Datei heißt es von „{member.filename}“ zweierlei.")
        at = member.header_offset + HEADER.size + name + extra
        if {EXTRA_NAME, EXTRA_SIZES} & (_extras(member.extra) | _extras(data[at - extra : at])):
            raise AkteBroken(
                f"In der ZIP-Datei hat „{member.filename}“ einen zweiten Namen oder zwei Größen."
            )
        at += member.compress_size
    if end - at not in BEHIND or end + int.from_bytes(data[-10:-6], "little") + 22 != len(data):
        raise AkteBroken("In der ZIP-Datei steht etwas hinter den Dateien.")


def _extras(fields: bytes) -> set[int]:
    kinds, at = set[int](), 0
    while at + 4 <= len(fields):
        kind, length = struct.unpack_from("<2H", fields, at)
        kinds.add(kind)
        at += 4 + length
    return kinds


def _bag_fault(member: zipfile.ZipInfo) -> str:
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
    for path in sorted(files.keys() - inside - {DECLARED, INFO, MANIFEST, TAGS}):
        yield f"„{path}“ gehört in keine Prüfakte."
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
