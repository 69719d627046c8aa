"""What a text says of a quote's source: party, Land, year, kind of programme, pages.

The nearest words count: brackets or a footnote behind it, the rest of its sentence, the words before it, the
heading above.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from core.german.sentences import sentences
from core.models import Programm, Typ
from core.programme.registry import Registry, known_partei, partei_name
from core.search.suchanfrage import Named, named
from core.textcheck.blocks import BlockKind, ReadText
from core.textcheck.quotes_in_text import PAGE, EmittedQuote

BEHIND = re.compile(
    r"\s*+[.,;:]?\s*+[(\[](?P<inside>[^()\[\]\n]{2,200}(?:\([^()\n]{1,60}\))?[^()\[\]\n]{0,60})[)\]]"
)
DASH_BEHIND = re.compile(r"\s*+[–—]\s*+(?P<inside>[^\n„“\"»]{2,150})$")
FOOTNOTE = re.compile(
    r"[.,;]?(?:\s?\[\^?(?P<bracket>\d{1,3})\]|(?P<raised>[⁰¹²³⁴-⁹]{1,3})|(?P<bare>\d{1,3})(?=[\s.,;)]|$))"
)
NOTE = re.compile(
    r"\s*+(?:\[\^?(?P<bracket>\d{1,3})\]:?|(?P<raised>[⁰¹²³⁴-⁹]{1,3})|(?P<bare>\d{1,3})[.)]?)\s++(?P<text>.+)",
    re.DOTALL,
)
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
BEHIND_YEAR = re.compile(r"\b(?:19|20)\d\d:\s*(\d{1,3})\b")
LEAD = 250
"""Characters before a quote that may say whose it is."""


class ClaimPlace(StrEnum):
    SOURCE = "quelle"
    SENTENCE = "satz"
    ABOVE = "darueber"


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said of a quote's source. `parteien` and the rest are empty where nothing is said.

    `words`: where it is said, as it stands there. `is_near`: beside the quote, not in a heading above.
    """

    parteien: tuple[str, ...] = ()
    laender: tuple[str, ...] = ()
    jahre: tuple[int, ...] = ()
    typ: Typ | None = None
    programme: tuple[str, ...] = ()
    seiten: tuple[int, ...] = ()
    words: str = ""
    is_near: bool = True

    def in_words(self, registry: Registry) -> str:
        """„SPD · NRW · 2022 · S. 56“; empty where nothing is said."""
        land = self.laender[0] if len(self.laender) == 1 else None
        told = (
            ", ".join(partei_name(registry, one, land) for one in self.parteien),
            ", ".join(registry.parlamente[one].land for one in self.laender),
            ", ".join(map(str, self.jahre)),
            f"S. {', '.join(map(str, self.seiten))}" if self.seiten else "",
        )
        return " · ".join(part for part in told if part)

    def may_mean(self, programm: Programm) -> bool:
        """Is it one of those that are named?"""
        if self.programme:
            return programm.id in self.programme
        return (
            (not self.parteien or self.means_party_of(programm))
            and (not self.laender or programm.bundesland in (None, *self.laender))
            and (not self.jahre or programm.jahr in self.jahre)
            and self.typ in (None, programm.typ)
        )

    def means_party_of(self, programm: Programm) -> bool:
        """In the Bund CDU and CSU have one programme."""
        both = (
            {"CDU", "CSU"} if programm.bundesland == "BUND" and programm.partei in ("CDU", "CSU") else set()
        )
        return not {programm.partei, *both}.isdisjoint(self.parteien)


@dataclass(frozen=True)
class ClaimReader:
    """Reads what one text says of its quotes."""

    document: ReadText
    registry: Registry

    def claim_of(self, quote: EmittedQuote, following: int) -> Claim:
        """`following`: where the next quote begins; what stands behind that is said of it."""
        said = Claim()
        for words, place in self._around(quote, following):
            if words.strip():
                said = self._adding(said, words, place)
            if said.parteien and said.seiten and said.jahre:
                break
        return said

    def _adding(self, said: Claim, words: str, place: ClaimPlace) -> Claim:
        """What was said so far, and of what these words say that of which nothing was."""
        names, programme = self._named(words), self._programme_in(words)
        if programme and not names.parteien:
            names = replace(names, parteien=(self.registry.programme[programme[0]].partei,))
        if place is ClaimPlace.ABOVE and len(names.parteien) > 1:
            return said  # nobody can tell which of them
        if said.parteien and names.parteien and not set(said.parteien) & set(names.parteien):
            return said  # of another party
        is_programme = place is ClaimPlace.SOURCE or re.search("programm|wahl", words, re.IGNORECASE)
        typ = names.typen[0] if len(names.typen) == 1 else None
        added = replace(
            said,
            parteien=said.parteien or names.parteien,
            laender=said.laender or names.laender,
            jahre=said.jahre or (names.jahre if is_programme else ()),
            typ=said.typ or typ,
            programme=said.programme or programme,
            seiten=said.seiten or (() if place is ClaimPlace.ABOVE else _pages(words, place)),
        )
        if added == said:
            return said
        is_near = said.is_near if said.parteien else place is not ClaimPlace.ABOVE
        return replace(added, words=said.words or words.strip(), is_near=is_near)

    def _programme_in(self, words: str) -> tuple[str, ...]:
        """Those of the register whose names stand there; of „… 2021“ and „… 2021 kurz“ the longer."""
        if "programm" not in words.lower():
            return ()
        found = [one for one in self.registry.programme.values() if one.name in words]
        longest = max((len(one.name) for one in found), default=0)
        return tuple(one.id for one in found if len(one.name) == longest)

    def _around(self, quote: EmittedQuote, following: int) -> Iterator[tuple[str, ClaimPlace]]:
        """The words that may name its source, the nearest first."""
        text, number, last = self.document.text, self._block_at(quote.start), self._block_at(quote.end - 1)
        low, high = self._span(number)
        behind = text[quote.end : min(following, self._span(last)[1])]
        before = text[max(low, quote.start - LEAD) : quote.start]
        yield quote.source, ClaimPlace.SOURCE
        yield self._source_behind(behind), ClaimPlace.SOURCE
        yield self._source_below(last, following), ClaimPlace.SOURCE
        yield _first_sentence(behind), ClaimPlace.SENTENCE
        yield _last_sentence(before), ClaimPlace.SENTENCE
        if "|" in text[low:high]:
            yield text[low : quote.start] + text[quote.end : high], ClaimPlace.SOURCE
        yield from self._leading_to(number)
        yield before, ClaimPlace.ABOVE
        yield from self._headings_above(number)

    def _source_behind(self, behind: str) -> str:
        """In brackets, behind a dash or in a footnote."""
        if (found := FOOTNOTE.match(behind)) and (note := self._notes.get(_number(found))):
            return note
        found = BEHIND.match(behind) or DASH_BEHIND.match(behind.split("\n")[0].rstrip())
        return found["inside"] if found else ""

    def _source_below(self, number: int, following: int) -> str:
        """A line of its own under a quotation."""
        block, below = self.document.blocks[number], number + 1
        if block.kind is not BlockKind.QUOTE or below >= len(self.document.blocks):
            return ""
        text = self.document.blocks[below].text
        is_short = len(text) < 150 and self.document.starts[below] < following
        bare = text.strip("()[] –—-")
        return bare if is_short and (PAGE.search(bare) or self._named(bare).parteien) else ""

    def _leading_to(self, number: int) -> Iterator[tuple[str, ClaimPlace]]:
        """The line with a colon before a quotation or a list."""
        blocks = self.document.blocks
        while number and blocks[number].kind in (BlockKind.QUOTE, BlockKind.ITEM):
            number -= 1
            if blocks[number].text.rstrip().endswith(":") and blocks[number].kind is not BlockKind.HEADING:
                yield _last_sentence(blocks[number].text), ClaimPlace.SENTENCE
                return

    def _headings_above(self, number: int) -> Iterator[tuple[str, ClaimPlace]]:
        """Up to the nearest that names a party."""
        for at in reversed(self._titles[: bisect_left(self._titles, number)]):
            text = self.document.blocks[at].text
            yield text, ClaimPlace.ABOVE
            if self._named(text).parteien:
                return

    def _block_at(self, position: int) -> int:
        return bisect_right(self.document.starts, position) - 1

    def _span(self, number: int) -> tuple[int, int]:
        start = self.document.starts[number]
        return start, start + len(self.document.blocks[number].text)

    @cached_property
    def _titles(self) -> list[int]:
        """Which blocks are headings, or short lines with a colon."""
        return [
            number
            for number, block in enumerate(self.document.blocks)
            if block.kind is BlockKind.HEADING or (len(block.text) < 60 and block.text.endswith(":"))
        ]

    @cached_property
    def _notes(self) -> dict[str, str]:
        """Footnotes of the text by their numbers."""
        found: dict[str, str] = {}
        for block in self.document.blocks:
            for line in block.text.split("\n"):
                if (match := NOTE.match(line)) and len(line) < 400:
                    found.setdefault(_number(match), match["text"])
        return found

    @cached_property
    def _known(self) -> dict[str, Named]:
        """What was looked up already: a heading stands over many quotes."""
        return {}

    def _named(self, words: str) -> Named:
        if words not in self._known:
            self._known[words] = _named(words, self.registry)
        return self._known[words]


def _number(match: re.Match[str]) -> str:
    return (match["bracket"] or match["bare"] or match["raised"] or "").translate(RAISED)


def _named(words: str, registry: Registry) -> Named:
    """What they name; „Volt“ and „Die Heimat“ alone, or before a comma, are parties too."""
    found = named(words, registry)
    if not found.parteien and (first := re.split(r"[,:;(|·]", words, maxsplit=1)[0].strip("*#_ –—-")):
        if partei := known_partei(registry, first):
            return Named((partei.id,), found.laender, found.jahre, found.typen)
    return found


def _pages(words: str, place: ClaimPlace) -> tuple[int, ...]:
    """„S. 12 f.“, and of a source also „2021: 12“."""
    pages: list[int] = []
    if place is ClaimPlace.SOURCE and (behind := BEHIND_YEAR.search(words)):
        pages.append(int(behind[1]))
    for found in PAGE.finditer(words):
        first = int(found["first"])
        last = int(found["last"] or first + (1 if found["ff"] == "f" else 2 if found["ff"] else 0))
        pages += range(first, min(last, first + 20) + 1)
        pages += map(int, re.findall(r"\d+", found["more"] or ""))
    return tuple(dict.fromkeys(pages))


def _first_sentence(text: str) -> str:
    spans = sentences(text.split("\n\n")[0])
    return text[: spans[0][1]] if spans else ""


def _last_sentence(text: str) -> str:
    spans = sentences(text)
    return text[spans[-1][0] :] if spans else ""
