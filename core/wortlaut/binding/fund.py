"""A place at which a quote stands in a source, and what is told of it."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from core.wortlaut.binding.eintrag import Place
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.records import Span


@dataclass(frozen=True, slots=True)
class Fund:
    """A quote found in a source: a span of its text stream for every part."""

    quelle: Quelle
    spans: tuple[Span, ...]

    @property
    def text(self) -> str:
        """The source's own wording."""
        return " … ".join(" ".join(self.quelle.strom.text[start:end].split()) for start, end in self.spans)

    @property
    def is_unsure(self) -> bool:
        """Does a part of it touch what was not read with certainty?"""
        return any(self.quelle.strom.is_unsure(*span) for span in self.spans)

    @property
    def seiten(self) -> list[int]:
        return sorted({page for span in self.spans for page in self.quelle.strom.pages_of(*span)})

    @property
    def gedruckt(self) -> list[str]:
        """The printed numbers of its pages, in its order; on a double page those of its halves."""
        strom = self.quelle.strom
        numbers: dict[str, None] = {}
        for start, end in self.spans:
            pages = [strom.seiten[page - 1].gedruckt for page in strom.pages_of(start, end)]
            if any(len(printed) > 1 for printed in pages):
                positions = (int(strom.starts[index]) for index in strom.words_in(start, end))
                pages = [(number,) for at in positions if (number := strom.printed_page(at))]
            numbers |= dict.fromkeys(number for printed in pages for number in printed)
        return list(numbers)

    @property
    def ort(self) -> Place:
        seiten = self.seiten
        return Place(
            programm=self.quelle.programm.id,
            version=self.quelle.version,
            stellen=self.spans,
            seiten=tuple(seiten),
            gedruckt=tuple(self.gedruckt),
            url=cite_url(self.quelle.programm.id, seiten[0], self.text),
        )

    @property
    def sentence(self) -> Span:
        """The whole sentence or sentences of the source that the quote is taken from."""
        return _sentence(self)

    @property
    def satz(self) -> str:
        start, end = self.sentence
        return " ".join(self.quelle.strom.text[start:end].split())

    @property
    def gaps(self) -> list[str]:
        """What ellipses leave out."""
        return [self.quelle.strom.text[a[1] : b[0]] for a, b in pairwise(self.spans)]


@lru_cache(maxsize=512)
def _sentence(fund: Fund) -> Span:
    strom = fund.quelle.strom
    start, end = fund.spans[0][0], fund.spans[-1][1]
    first, last = strom.paragraph_at(start), strom.paragraph_at(end - 1)
    opening = strom.sentences_of(first)
    closing = opening if last is first else strom.sentences_of(last)
    return (
        max((begin for begin, _ in opening if begin <= start), default=start),
        min((stop for _, stop in closing if stop >= end), default=end),
    )
