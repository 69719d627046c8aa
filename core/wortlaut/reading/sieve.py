"""Which runs of letters stand in a Programm: a sieve beside its stream, by which a quote is ruled out unread.

Every run of GRAM letters of the key sets one bit. A quote one of whose runs has no bit set does not stand in
that Programm; one that has them all may stand there, and the key tells. So nothing is decided here but „no“.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

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


def make_repeats(key: str) -> bytes:
    """A sieve of the runs that may stand in the key more than once; a tenth of its bits is set by chance."""
    size = max(1, BITS * len(key) // 8)
    times = np.bincount(_hashed(key) % np.uint32(8 * size), minlength=8 * size)
    return np.packbits(times > 1, bitorder="little").tobytes()


def stands_once(repeats: bytes, key: str) -> bool:
    """Of a quote that stands there: certainly nowhere else? One run of it that does not is enough."""
    places = range(0, min(len(key) - GRAM + 1, 6 * GRAM), GRAM)
    return any(not lets_through(repeats, (_number(key[place : place + GRAM]),)) for place in places)


def _number(run: str) -> int:
    """That of one run, as `_hashed` gives it: so few are counted faster without numpy."""
    number = 0
    for letter in run:
        number = (number * FACTOR + ord(letter)) & 0xFFFFFFFF
    number = ((number ^ (number >> 15)) * FINISH) & 0xFFFFFFFF
    return number ^ (number >> 13)


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
