"""Which runs of letters stand in a Programm: a sieve beside its stream, by which a quote is ruled out unread.

Every run of GRAM letters of the key sets one bit. A quote one of whose runs has no bit set does not stand in
that Programm; one that has them all may stand there, and the key tells. So nothing is decided here but „no“.
"""

import os
import threading
import unicodedata
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np

from core.german import letter_key

GRAM = 12
"""Letters in a run: as many as a part of a quote has at least."""

BITS = 2
"""Per letter of the key. Two fifths of the bits are then set, and a quote with one false word, which has
eleven wrong runs or more, gets past by chance in one of 30,000 cases; a usual Programm takes 60 KB."""

FACTOR, FINISH = 0x9E3779B1, 0x85EBCA6B


@lru_cache(maxsize=512)
def runs(key: str) -> tuple[int, ...]:
    """A number for every run of letters of a quote's key; none for one that is shorter than a run."""
    return tuple(_hashed(key).tolist())


def make_sieve(key: str) -> bytes:
    size = max(1, BITS * len(key) // 8)
    bits = np.zeros(8 * size, bool)
    bits[_hashed(key) % np.uint32(8 * size)] = True
    return np.packbits(bits, bitorder="little").tobytes()


def lets_through(sieve: bytes, numbers: Iterable[int]) -> bool:
    """False: these runs do not all stand in the Programm. True: they may."""
    size = 8 * len(sieve)
    for number in numbers:
        bit = number % size
        if not sieve[bit >> 3] >> (bit & 7) & 1:
            return False
    return True


def _hashed(key: str) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    """Of 12 letters: 2 are put together, then 4, then 8, then 8 and 4."""
    codes = np.frombuffer(key.encode("utf-32-le", "surrogatepass"), np.uint32)
    if len(codes) < GRAM:
        return np.empty(0, np.uint32)
    factors = [np.uint32(pow(FACTOR, letters, 1 << 32)) for letters in (1, 2, 4)]
    two = codes[:-1] * factors[0] + codes[1:]
    four = two[:-2] * factors[1] + two[2:]
    eight = four[:-4] * factors[2] + four[4:]
    hashed = eight[:-4] * factors[2] + four[8:]
    hashed = (hashed ^ (hashed >> np.uint32(15))) * np.uint32(FINISH)
    return hashed ^ (hashed >> np.uint32(13))


# --- as stored ----------------------------------------------------------------------------------------------


def sieve_path(folder: Path, programm_id: str, version: str) -> Path:
    return folder / f"{programm_id}.{version}.sieve"


def save_sieve(folder: Path, programm_id: str, version: str, key: str) -> bytes:
    """Write it whole or not at all: a reader may be about to read the same, another to write it."""
    sieve = make_sieve(key)
    path = sieve_path(folder, programm_id, version)
    draft = path.with_suffix(f".{os.getpid()}-{threading.get_ident()}.tmp")
    draft.write_bytes(_head(sieve) + sieve)
    os.replace(draft, path)
    return sieve


def load_sieve(folder: Path, programm_id: str, version: str, key: Callable[[], str]) -> bytes:
    """The stored sieve; made anew where there is none, or one that is damaged or made in another way."""
    with suppress(OSError):
        stored = sieve_path(folder, programm_id, version).read_bytes()
        head, sieve = stored[: len(_head(b""))], stored[len(_head(b"")) :]
        if sieve and head == _head(sieve):
            return sieve
    # Best effort: where the folder is full or read-only it is made again next time.
    with suppress(OSError):
        return save_sieve(folder, programm_id, version, key())
    return make_sieve(key())


def _head(sieve: bytes) -> bytes:
    return _way() + zlib.crc32(sieve).to_bytes(4, "big")


@cache
def _way() -> bytes:
    """Changes with the code that makes keys and sieves, and with what Python knows of letters."""
    digest = sha256(unicodedata.unidata_version.encode())
    for file in (__file__, letter_key.__file__):
        digest.update(Path(file).read_bytes())
    return digest.digest()[:12]
