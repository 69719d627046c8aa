"""What is made of a Programm's letters and kept in files beside its stream: its sieve and its key.

Nothing of it is worth saving: what is lost, damaged or made in another way is made anew from the text.
"""

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

from core.german import letter_key
from core.german.letter_key import Key, schluessel
from core.programme import sieve
from core.programme.sieve import make_sieve


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


def save_key(folder: Path, programm_id: str, version: str, key: Key) -> None:
    """How many letters each character gives, then these letters: a third of a text's size on disk more."""
    counts = key.counts.tobytes()
    _save(
        key_path(folder, programm_id, version),
        len(counts).to_bytes(4, "big") + counts + key.text.encode("utf-8", "surrogatepass"),
    )


def load_key(folder: Path, programm_id: str, version: str, text: str) -> Key:
    """The stored key of this text; to read it takes a fifth of the time in which it is made anew."""
    stored = _load(key_path(folder, programm_id, version))
    if len(text) == int.from_bytes(stored[:4], "big") and len(stored) > 4:
        end = 4 + len(text)
        letters = stored[end:].decode("utf-8", "surrogatepass")
        return Key.of(letters, np.frombuffer(stored[4:end], np.uint8))
    key = schluessel(text)
    with suppress(OSError):
        save_key(folder, programm_id, version, key)
    return key


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
    for file in (__file__, sieve.__file__, letter_key.__file__):
        digest.update(Path(file).read_bytes())
    return digest.digest()[:12]
