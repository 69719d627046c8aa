"""Two versions of a document, and what became of each sentence between them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, partial

from core.base import formats
from core.base.errors import EingabeError
from core.features.versions.align import Alignment
from core.features.versions.units import Unit, units_of, word_key
from core.proof.given_text import unread_of
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.near_misses import TextPiece, differences
from core.wortlaut.binding.quelle import Quelle

LIMIT = (
    "Verglichen werden Buchstaben, Zahlen und Zeichen wie % und €. Groß- und Kleinschreibung, Satzzeichen, "
    "Trennstriche, Zeilen- und Seitenumbrüche machen keinen Unterschied; Bilder, Inhaltsverzeichnisse und "
    "Titelseiten werden nicht verglichen. „Geändert“ heißt: Der Satz der anderen Fassung, der ihm nach "
    "Wörtern am nächsten ist, hat andere Wörter."
)


class Kind(StrEnum):
    GEAENDERT = "geaendert"
    NEU = "neu"
    WEG = "weg"
    VERSCHOBEN = "verschoben"
    UNSICHER = "unsicher"
    GLEICH = "gleich"

    @property
    def words(self) -> str:
        return "nicht sicher gelesen" if self is Kind.UNSICHER else WORDS.get(self, str(self))


WORDS = {Kind.GEAENDERT: "geändert"}


@dataclass(frozen=True, slots=True)
class Row:
    """What became of a sentence, or of several that another layout or an edit made one.

    `number` counts from 1. `is_moved`: of a changed one, that it stands elsewhere, too. `is_unsure`: one side
    of it was not read with certainty.
    """

    number: int
    kind: Kind
    old: Fund | None
    new: Fund | None
    is_moved: bool = False
    is_unsure: bool = False

    @property
    def told(self) -> str:
        """„geändert, verschoben“."""
        moved = ", verschoben" if self.is_moved and self.kind is not Kind.VERSCHOBEN else ""
        unsure = ", nicht sicher gelesen" if self.is_unsure and self.kind is not Kind.UNSICHER else ""
        return f"{self.kind.words}{moved}{unsure}"

    @property
    def pieces(self) -> list[TextPiece]:
        """Both wordings in one; ONLY_ZITAT is what only the old version has."""
        return changed_words(text_of(self.old), text_of(self.new))


def text_of(fund: Fund | None) -> str:
    return fund.text.replace(" … ", " ") if fund and len(fund.spans) > 1 else fund.text if fund else ""


def changed_words(old: str, new: str) -> list[TextPiece]:
    """As the binder shows a near miss, but „1,5“ and „15“ are two words here."""
    return differences(old, new, key=word_key)


@dataclass(frozen=True)
class Comparison:
    """`rows` in the order of the new document; what has gone stands behind what it once followed."""

    old: Quelle
    new: Quelle
    rows: tuple[Row, ...]

    @cached_property
    def counts(self) -> Counter[Kind]:
        return Counter(row.kind for row in self.rows)

    def in_words(self) -> str:
        """„12 geändert, 3 neu, 1.200 gleich“."""
        found = [f"{formats.number(self.counts[kind])} {kind.words}" for kind in Kind if self.counts[kind]]
        return ", ".join(found)

    def unread(self) -> list[str]:
        """What could not be compared, as it could not be read."""
        told = []
        for name, quelle in (("alten", self.old), ("neuen", self.new)):
            pages = sum(seite.bild_ohne_text for seite in quelle.strom.seiten)
            if pages:
                count = formats.counted(pages, "Seite", "Seiten")
                told.append(f"{count} der {name} Fassung: ein Bild ohne Text, nicht verglichen.")
            if unread := unread_of(quelle):
                told.append(f"In der {name} Fassung: {unread}")
        return told


def compare(old: Quelle, new: Quelle) -> Comparison:
    one, two = units_of(old.strom), units_of(new.strom)
    for name, units in (("alten", one), ("neuen", two)):
        if not units:
            raise EingabeError(
                f"In der {name} Fassung steht kein Satz, der sich vergleichen ließe. Nehmen Sie ein PDF mit "
                "Text oder den Text selbst."
            )
    return Comparison(old, new, tuple(_rows(old, new, Alignment.of(one, two))))


def _rows(old: Quelle, new: Quelle, found: Alignment) -> list[Row]:
    placed: list[tuple[tuple[int, int, int], Kind, Fund | None, Fund | None, bool, bool]] = []
    for pair in found.pairs:
        one, two = [found.old[n] for n in pair.old], [found.new[n] for n in pair.new]
        unsure = any(unit.unsure for unit in (*one, *two))
        same = Kind.VERSCHOBEN if pair.is_moved else Kind.GLEICH
        kind = same if pair.is_same else Kind.UNSICHER if unsure else Kind.GEAENDERT
        at = (pair.new[0], 0, 0)
        placed.append((at, kind, _fund(old, one), _fund(new, two), pair.is_moved, unsure))
    unsure_here, unsure_there = (cache(partial(_unsure_words, units)) for units in (found.old, found.new))
    for n in found.gone:
        gap = found.gaps_at(old=n)[1]
        kind = Kind.UNSICHER if _is_doubtful(found.old, n, unsure_there(gap)) else Kind.WEG
        at = (gap.start - 1, 1, n)
        placed.append((at, kind, _fund(old, [found.old[n]]), None, False, kind is Kind.UNSICHER))
    for n in found.added:
        gap = found.gaps_at(new=n)[0]
        kind = Kind.UNSICHER if _is_doubtful(found.new, n, unsure_here(gap)) else Kind.NEU
        placed.append(((n, 0, 0), kind, None, _fund(new, [found.new[n]]), False, kind is Kind.UNSICHER))
    return [Row(number, *one[1:]) for number, one in enumerate(sorted(placed, key=lambda one: one[0]), 1)]


def _unsure_words(units: Sequence[Unit], among: range) -> set[str]:
    return {word for n in among if units[n].unsure for word in units[n].words}


def _is_doubtful(own: Sequence[Unit], number: int, hidden: set[str]) -> bool:
    """Was it, or what stands beside it, not read with certainty, or may it be among what was not, there?"""
    if any(unit.unsure for unit in own[max(0, number - 1) : number + 2]):
        return True
    words = own[number].words
    return 2 * sum(len(word) for word in words if word in hidden) >= sum(map(len, words)) > 0


def _fund(quelle: Quelle, units: Sequence[Unit]) -> Fund:
    return Fund(quelle, tuple(unit.span for unit in units))
