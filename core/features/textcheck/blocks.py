"""A text as its blocks, and what of it was not read: the form into which every carrier is brought."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import accumulate

from core.base import formats
from core.wortlaut.binding.exact_match import is_too_short


class BlockKind(StrEnum):
    TEXT = "text"
    HEADING = "ueberschrift"
    ITEM = "aufzaehlung"
    QUOTE = "zitat"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, heading, list item, table row or quotation.

    `source`: what the fields around it in a JSON file say of it. `is_reordered`: it held characters that turn
    the direction of reading.
    """

    kind: BlockKind
    text: str
    source: str = ""
    is_reordered: bool = False


class Unread(StrEnum):
    """What stands in a file and is not read."""

    ATTACHMENT = "anhang"
    COMMENT = "kommentar"
    FORM_FIELD = "formularfeld"
    NO_SCRIPT = "ersatztext"
    OBJECT = "objekt"
    PICTURE = "bild"
    STYLE = "gestaltung"
    SYMBOL = "sonderzeichen"
    HIDDEN = "ausgeblendet"
    STRUCK = "durchgestrichen"


NAMES = {
    Unread.ATTACHMENT: ("Anhang", "Anhänge"),
    Unread.COMMENT: ("Kommentar", "Kommentare"),
    Unread.FORM_FIELD: ("Formularfeld", "Formularfelder"),
    Unread.NO_SCRIPT: ("Ersatztext für Browser ohne Skripte", "Ersatztexte für Browser ohne Skripte"),
    Unread.OBJECT: ("eingebettetes Objekt", "eingebettete Objekte"),
    Unread.PICTURE: ("Bild", "Bilder"),
    Unread.STYLE: ("Angabe zur Gestaltung", "Angaben zur Gestaltung"),
    Unread.SYMBOL: ("Sonderzeichen", "Sonderzeichen"),
    Unread.HIDDEN: ("ausgeblendete Stelle", "ausgeblendete Stellen"),
    Unread.STRUCK: ("durchgestrichene oder gelöschte Stelle", "durchgestrichene oder gelöschte Stellen"),
}

UNSAID = (Unread.HIDDEN, Unread.STRUCK)
"""Nobody is told these words: they count as not said."""


@dataclass(frozen=True)
class ReadText:
    """`unread`: of each kind how often it stands in what was given."""

    blocks: tuple[Block, ...]
    unread: tuple[tuple[Unread, int], ...] = ()

    @cached_property
    def text(self) -> str:
        """All of it; a blank line stands between two blocks."""
        return "\n\n".join(block.text for block in self.blocks)

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Where each block begins in the text."""
        return tuple(accumulate((len(block.text) + 2 for block in self.blocks[:-1]), initial=0))

    def unread_in_words(self) -> str:
        """„Nicht gelesen: 2 Formularfelder, 1 Anhang.“; empty where all was read."""
        told = []
        for lead, is_unsaid in (("Nicht gelesen", False), ("Nicht als gesagt gelten", True)):
            own = [(one, count) for one, count in self.unread if (one in UNSAID) is is_unsaid]
            if own:
                told.append(f"{lead}: {', '.join(formats.counted(n, *NAMES[one]) for one, n in own)}.")
        return " ".join(told)


def counted_unread(found: Counter[Unread]) -> tuple[tuple[Unread, int], ...]:
    return tuple((one, found[one]) for one in Unread if found[one])


def quotation(paragraphs: Iterable[str]) -> Iterator[Block]:
    """The paragraphs of one quotation. What is too short to be looked for belongs to its neighbour: else „Das
    ist falsch.“ below a true paragraph would be nobody's words."""
    waiting = ""
    kept: list[str] = []
    for text in paragraphs:
        if not text.strip():
            continue
        joined = f"{waiting}\n{text}" if waiting else text
        waiting = ""
        if not is_too_short(text):
            kept.append(joined)
        elif kept:
            kept[-1] += f"\n{joined}"
        else:
            waiting = joined
    kept += [waiting] if waiting else []
    return (Block(BlockKind.QUOTE, text) for text in kept)
