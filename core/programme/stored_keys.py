"""What is made of a Programm's letters, kept in files beside its stream: its sieve and its key."""

import os
import threading
import unicodedata
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from core.wortlaut.german import folding
from core.wortlaut.german.folding import Key, folded_key
from core.wortlaut.reading import sieve
from core.wortlaut.reading.sieve import make_repeats, make_sieve

# Nothing of it is worth saving: what is lost, damaged or made in another way is made anew from the text.


def sieve_path(folder: Path, programm_id: str, version: str) -> Path:
    return folder / f"{programm_id}.{version}.sieve"


def key_path(folder: Path, programm_id: str, version: str) -> Path:
    return folder / f"{programm_id}.{version}.key"


def save_sieve(folder: Path, programm_id: str, version: str, key: str) -> bytes:
    made = make_sieve(key)
    _save(sieve_path(folder, programm_id, version), made)
    return made


def load_sieve(folder: Path, programm_id: str, version: str, key: Callable[[], str]) -> bytes:
    """The stored sieve; made anew where there is none that can be used."""
    if stored := _load(sieve_path(folder, programm_id, version)):
        return stored
    # Best effort: where the folder is full or read-only it is made again next time.
    with suppress(OSError):
        return save_sieve(folder, programm_id, version, key())
    return make_sieve(key())


def save_key(folder: Path, programm_id: str, version: str, key: Key) -> bytes:
    """How many letters each character gives, the sieve of repeats, which is given back, and the letters."""
    counts, repeats = key.counts.tobytes(), make_repeats(key.text)
    lengths = b"".join(len(part).to_bytes(4, "big") for part in (counts, repeats))
    letters = key.text.encode("utf-8", "surrogatepass")
    _save(key_path(folder, programm_id, version), lengths + counts + repeats + letters)
    return repeats


def load_key(folder: Path, programm_id: str, version: str, text: str) -> tuple[Key, bytes]:
    """The stored key of this text and the sieve of its repeats: to make them takes five times as long."""
    stored = _load(key_path(folder, programm_id, version))
    counted, behind = 8, 8 + len(text)
    if len(stored) > counted and len(text) == int.from_bytes(stored[:4], "big"):
        end = behind + int.from_bytes(stored[4:8], "big")
        letters = stored[end:].decode("utf-8", "surrogatepass")
        return Key.of(letters, np.frombuffer(stored[counted:behind], np.uint8)), stored[behind:end]
    key = folded_key(text)
    with suppress(OSError):
        return key, save_key(folder, programm_id, version, key)
    return key, make_repeats(key.text)


def _save(path: Path, made: bytes) -> None:
    """Whole or not at all: a reader may be about to read the same, another to write it."""
    draft = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}.tmp")
    draft.write_bytes(_head(made) + made)
    os.replace(draft, path)


def _load(path: Path) -> bytes:
    """What is stored; empty where there is nothing, or what is damaged or was made in another way."""
    with suppress(OSError), open(path, "rb") as file:
        stored = file.read()
        head, made = stored[: len(_head(b""))], stored[len(_head(b"")) :]
        if head == _head(made):
            return made
    return b""


def _head(made: bytes) -> bytes:
    return _way() + zlib.crc32(made).to_bytes(4, "big")


@cache
def _way() -> bytes:
    """Changes with the code that makes keys and sieves, and with what Python knows of letters."""
    digest = sha256(unicodedata.unidata_version.encode())
    for file in (__file__, sieve.__file__, folding.__file__):
        digest.update(Path(file).read_bytes())
    return digest.digest()[:12]
