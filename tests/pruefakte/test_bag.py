"""The bag in its ZIP: the same every time, nothing changed unseen, nothing hostile unpacked."""

import io
import random
import stat
import struct
import zipfile
import zlib
from hashlib import sha256

import pytest

from core.base.errors import AkteBroken
from core.features.papers.bag import MOST_BYTES, MOST_MEMBERS, as_bag, faults, fingerprint, read_bag, zipped
from core.features.papers.bundle import Pruefakte

FLIPS = 500
SMALL = as_bag({"a.txt": b"Antrag " * 50, "b/c.png": bytes(range(256))}, {"External-Identifier": "x"})


def flipped(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ rng.randrange(1, 256)]) + data[at + 1 :]


def made(*members: tuple[str, bytes], kind: int = zipfile.ZIP_STORED, mode: int = 0) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in members:
            member = zipfile.ZipInfo(name)
            member.external_attr, member.compress_type = mode << 16, kind
            archive.writestr(member, data)
    return file.getvalue()


def test_a_bag_has_the_layout_of_the_rfc_and_is_read_back() -> None:
    assert list(SMALL)[:4] == ["bagit.txt", "bag-info.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt"]
    assert SMALL["bagit.txt"] == b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
    line = f"{sha256(SMALL['data/a.txt']).hexdigest()}  data/a.txt"
    assert line in SMALL["manifest-sha256.txt"].decode().splitlines()
    assert b"Payload-Oxum: 606.2\n" in SMALL["bag-info.txt"]
    bag = read_bag(zipped("akte", SMALL))
    assert bag.files == SMALL and bag.is_original and not list(faults(bag.files))
    assert bag.fingerprint == sha256(SMALL["tagmanifest-sha256.txt"]).hexdigest() == fingerprint(SMALL)


def test_every_changed_byte_of_a_member_is_found(akte: Pruefakte) -> None:
    files, rng = read_bag(akte.data).files, random.Random(1)
    assert not list(faults(files))
    for _ in range(FLIPS):
        path = rng.choice(sorted(files))
        changed = {**files, path: flipped(rng, files[path])}
        assert list(faults(changed)), path


def test_every_changed_byte_of_the_zip_is_found_or_is_the_zips_own(akte: Pruefakte) -> None:
    """Times, rights and versions of packing change nothing that is read: that is told as a repacked ZIP."""
    bag, rng = read_bag(akte.data), random.Random(2)
    own = 0
    for _ in range(FLIPS):
        try:
            read = read_bag(flipped(rng, akte.data))
        except AkteBroken:
            continue
        if not list(faults(read.files)):
            assert read.files == bag.files and not read.is_original
            own += 1
    assert own < FLIPS / 10


def test_every_byte_of_a_small_zip_is_found_or_is_the_zips_own() -> None:
    data = zipped("akte", SMALL)
    for at in range(len(data)):
        try:
            read = read_bag(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        except AkteBroken:
            continue
        assert list(faults(read.files)) or (read.files == SMALL and not read.is_original), at


def test_missing_and_added_files_are_named() -> None:
    without = {path: data for path, data in SMALL.items() if path != "data/a.txt"}
    assert any("„data/a.txt“ steht in" in text for text in faults(without))
    assert any("„data/neu.txt“ liegt bei" in text for text in faults({**SMALL, "data/neu.txt": b"x"}))
    assert any("„bagit.txt“" in text for text in faults({**SMALL, "bagit.txt": b"BagIt-Version: 0.97\n"}))
    twice = {**SMALL, "manifest-sha256.txt": SMALL["manifest-sha256.txt"] * 2}
    assert any("keine Prüfsumme" in text for text in faults(twice))


HOSTILE = {
    "leads out": (made(("akte/../../etc/passwd", b"x")), "hinausführen"),
    "absolute": (made(("/etc/passwd", b"x")), "hinausführen"),
    "backslash": (made(("akte\\..\\x", b"x")), "hinausführen"),
    "odd letters": (made(("akte/ä\u202etxt.exe", b"x")), "hinausführen"),
    "a link": (made(("akte/a", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777), "Verweis"),
    "a device": (made(("akte/a", b""), mode=stat.S_IFCHR | 0o666), "Verweis oder Gerät"),
    "other packing": (made(("akte/a", b"x" * 99), kind=zipfile.ZIP_BZIP2), "gepackt"),
    "two folders": (made(("akte/a", b"x"), ("andere/a", b"x")), "in einem Ordner"),
    "case differs": (made(("akte/a", b"x"), ("akte/A", b"x")), "zweimal"),
    "too many": (made(*((f"a/{n}", b"") for n in range(MOST_MEMBERS + 1))), "5001 Dateien"),
    "comment": (zipped("a", SMALL) + b"!", "ihr Ende fehlt"),
    "nothing": (b"", "keine ZIP-Datei"),
    "no members": (made(), "0 Dateien"),
    "a PDF": (b"%PDF-1.7" + b" " * 100, "keine ZIP-Datei"),
    "cut off": (zipped("a", SMALL)[:-30], "keine ZIP-Datei"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_no_pruefakte_is_is_refused_in_german(name: str) -> None:
    data, reason = HOSTILE[name]
    with pytest.raises(AkteBroken, match=reason):
        read_bag(data)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_twice_is_refused() -> None:
    with pytest.raises(AkteBroken, match="zweimal"):
        read_bag(made(("akte/a", b"x"), ("akte/a", b"y")))


def test_an_encrypted_member_is_refused() -> None:
    data = bytearray(made(("akte/a", b"x")))
    central = data.rindex(b"PK\x01\x02")
    data[central + 8] |= 1
    with pytest.raises(AkteBroken, match="verschlüsselt"):
        read_bag(bytes(data))


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = made(*((f"akte/{n}", b"\0" * (40 << 20)) for n in range(16)), kind=zipfile.ZIP_DEFLATED)
    assert len(bomb) < 1 << 20 and 16 * (40 << 20) > MOST_BYTES
    with pytest.raises(AkteBroken, match="Ausgepackt"):
        read_bag(bomb)


def test_a_member_that_lies_about_its_size_is_refused_and_never_unpacked_further() -> None:
    """A bomb that says it has ten bytes: its ten bytes have another sum than it says."""
    content = b"\0" * (20 << 20)
    data = bytearray(made(("akte/a", content), kind=zipfile.ZIP_DEFLATED))
    for place in (22, data.rindex(b"PK\x01\x02") + 24):
        data[place : place + 4] = struct.pack("<I", 10)
    assert zlib.crc32(content) != zlib.crc32(content[:10])
    with pytest.raises(AkteBroken, match="beschädigt"):
        read_bag(bytes(data))


def test_a_table_of_contents_of_many_megabytes_is_not_read() -> None:
    data = bytearray(zipped("akte", SMALL))
    data[-10:-6] = struct.pack("<I", 500 << 20)
    with pytest.raises(AkteBroken, match="Verzeichnis"):
        read_bag(bytes(data))
