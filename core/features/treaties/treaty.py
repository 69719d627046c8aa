"""A treaty as the sentences that are held against programmes, each with its chapter and its pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import letters, words
from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom
from core.wortlaut.records import Span

WORDS, LETTERS = 6, 35
"""With fewer of either it is „Wir handeln.“ or the stump of a list: something like it stands everywhere."""

WITHOUT_CHAPTER = "ohne Kapitel"


@dataclass(frozen=True, slots=True)
class TreatySentence:
    """`number` counts from 1 in the treaty."""

    number: int
    fund: Fund
    chapter: str

    @property
    def text(self) -> str:
        return self.fund.text


@dataclass(frozen=True, slots=True)
class Treaty:
    """`too_short` and `unsure`: how many sentences are left out, as they say too little or were not read with
    certainty."""

    quelle: Quelle
    sentences: tuple[TreatySentence, ...]
    too_short: int = 0
    unsure: int = 0

    @property
    def name(self) -> str:
        return self.quelle.programm.name

    @property
    def chapters(self) -> list[str]:
        """In the order of the treaty."""
        return list(dict.fromkeys(one.chapter for one in self.sentences))

    @classmethod
    def of(cls, quelle: Quelle) -> "Treaty":
        strom = quelle.strom
        above = _common([teil.abschnitt for teil in strom.absaetze if teil.art.is_prose])
        found, too_short, unsure = list[TreatySentence](), 0, 0
        for teil in strom.absaetze:
            if teil.art not in (ParagraphKind.TEXT, ParagraphKind.LISTE):
                continue
            chapter = next(iter(teil.abschnitt[above:]), WITHOUT_CHAPTER)
            for span in strom.sentences_of(teil):
                if says_little(strom.text[span[0] : span[1]]):
                    too_short += 1
                elif strom.is_unsure(*span):
                    unsure += 1
                else:
                    found.append(TreatySentence(len(found) + 1, Fund(quelle, (span,)), chapter))
        return cls(quelle, tuple(found), too_short, unsure)


def says_little(text: str) -> bool:
    return len(words(text)) < WORDS or len(letters(text)) < LETTERS


def _common(paths: Sequence[tuple[str, ...]]) -> int:
    """How many headings stand above every paragraph, as the treaty's own title does."""
    levels = zip(*paths, strict=False)
    return sum(1 for _ in takewhile(lambda names: len(set(names)) == 1, levels)) if len(paths) > 1 else 0


def sentence_spans(strom: Textstrom) -> list[Span]:
    """Those of a programme that can be quoted and say something."""
    return [
        span
        for teil in strom.absaetze
        if teil.art.is_prose
        for span in strom.sentences_of(teil)
        if not strom.is_unsure(*span) and not says_little(strom.text[span[0] : span[1]])
    ]
