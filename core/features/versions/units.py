"""A document as the sentences that are compared, each with what must be the same for it to be the same."""

from dataclasses import dataclass

from core.wortlaut.german.folding import letters
from core.wortlaut.german.numbers_and_dates import UNLETTERED
from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom
from core.wortlaut.records import Span

LEFT_OUT = (ParagraphKind.INHALT, ParagraphKind.TITEL)
"""Tables of contents change with every page number, and a cover says nothing that the text does not."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence, a heading or a point of a list. `unsure`: not read with certainty."""

    span: Span
    letters: str
    marks: tuple[str, ...]
    words: tuple[str, ...]
    unsure: bool

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        return self.letters, self.marks


def units_of(strom: Textstrom) -> list[Unit]:
    """In the order in which they are read; what stands beside the text, as footnotes do, comes after it.

    So a sentence that goes on behind a footnote goes on here, too, wherever a layout puts that.
    """
    keys: dict[str, tuple[str, str]] = {}
    """Of each word, which most stand there often: its letters, and what makes it another one."""
    compared = [teil for teil in strom.absaetze if teil.art not in LEFT_OUT]
    return [
        unit
        for teil in sorted(compared, key=lambda teil: teil.art.is_beside)
        for span in strom.sentences_of(teil)
        if (unit := _unit(strom, span, keys)).letters
    ]


def _unit(strom: Textstrom, span: Span, keys: dict[str, tuple[str, str]]) -> Unit:
    text = strom.text[span[0] : span[1]]
    words = text.split()
    for word in words:
        if word not in keys:
            keys[word] = letters(word), word_key(word)
    found = [keys[word] for word in words]
    told = tuple(key for _, key in found if key)
    return Unit(
        span,
        "".join([key for key, _ in found]),
        tuple(UNLETTERED.findall(text)),
        told,
        strom.is_unsure(*span),
    )


def word_key(word: str) -> str:
    """What makes a word another one; nothing of what is but a comma, a dash or a point of a list."""
    return letters(word) + ("" if word.isalpha() else "".join(UNLETTERED.findall(word)))
