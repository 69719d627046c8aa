"""One source that quotes are looked for in: its text, that text's key and sieve, loaded when asked for."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, cached_property

from core.wortlaut.german.folding import Key, folded_key
from core.wortlaut.reading.sieve import lets_through, make_sieve
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Dokument


def unstored(text: str) -> tuple[Key, bytes]:
    """The key of a text at hand, all of which may repeat."""
    return folded_key(text), b"\xff"


@dataclass(frozen=True, eq=False)
class Text:
    """What was read of a Programm; who only looks at pages needs no key."""

    strom: Textstrom
    load_key: Callable[[str], tuple[Key, bytes]] = unstored

    @cached_property
    def _loaded(self) -> tuple[Key, bytes]:
        return self.load_key(self.strom.text)

    @property
    def key(self) -> Key:
        return self._loaded[0]

    @property
    def repeats(self) -> bytes:
        """A sieve of what may stand there more than once."""
        return self._loaded[1]

    @property
    def bytes(self) -> int:
        """About what it takes in memory, its key included."""
        strom = self.strom
        arrays = (strom.starts, strom.ends, strom.seiten_nr, strom.boxes)
        per_letter, per_part = 5, 400
        return (
            sys.getsizeof(strom.text)
            + per_letter * len(strom.text)
            + per_part * len(strom.absaetze)
            + sum(array.nbytes for array in arrays)
        )


@dataclass(frozen=True, slots=True, eq=False)
class Quelle:
    """An indexed Programm; its text stream, that text's key and sieve are loaded when they are needed."""

    programm: Dokument
    version: str
    read: Callable[[], Text]
    sieve: Callable[[], bytes]

    @classmethod
    def of(cls, programm: Dokument, version: str, strom: Textstrom) -> "Quelle":
        """A source whose text is at hand."""
        text = Text(strom)
        return cls(programm, version, lambda: text, cache(lambda: make_sieve(text.key.text)))

    @property
    def strom(self) -> Textstrom:
        return self.read().strom

    @property
    def key(self) -> Key:
        return self.read().key

    def may_hold(self, alternatives: Iterable[Iterable[int]]) -> bool:
        """False where none of these can stand here: known without reading the text."""
        sieve = self.sieve()
        for one in alternatives:
            if lets_through(sieve, one):
                return True
        return False
