"""What a text says of a quote's source: who speaks, Land, year, kind of programme, pages.

Who speaks is told by the clauses around the quote and by its source in brackets, a footnote or a field; else
by the lead-in line, the row and column of a table, or the heading above. Years and pages are read there, too.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from core.base.models import EUROPA
from core.features.textcheck.blocks import Block, BlockKind, ReadText
from core.features.textcheck.clause import NOBODY, STRONG, Speaker, read_mentions
from core.features.textcheck.denial import denied_in
from core.features.textcheck.quotes_in_text import PAGE, EmittedQuote
from core.features.textcheck.sentence_words import ARTICLES, Kind, Reader, is_verb
from core.features.textcheck.several_quotes import Told
from core.features.textcheck.speaker import Memory, read_paragraph
from core.programme.registry import Registry
from core.search.suchanfrage import Named
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Programm, Typ

FOOTNOTE = re.compile(
    r"[.,;]?(?:\s?\[\^?(?P<bracket>\d{1,3})\]|(?P<raised>[⁰¹²³⁴-⁹]{1,3})|(?P<bare>\d{1,3})(?=[\s.,;)]|$))"
)
NOTE = re.compile(
    r"\s*+(?:\[\^?(?P<bracket>\d{1,3})\]:?|(?P<raised>[⁰¹²³⁴-⁹]{1,3})|(?P<bare>\d{1,3})[.)]?)\s++(?P<text>.+)",
    re.DOTALL,
)
LONGEST_LEAD = 300
"""Characters of a lead-in or a source that are read."""

LONGEST_NAME = 40
"""Characters of an item that may be the name of a party."""

LONGEST_LABEL = 3
"""Words before a quote that are no sentence: „Zitat:“, „Begründung im Programm:“."""

LONGEST_CELL = 120
QUOTED = re.compile('[„“”»«"]')
"""A cell with a quote of its own names nobody for another."""

LONGEST_TITLE = 80
"""Characters of a heading whose words are read one by one."""

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
BEHIND_YEAR = re.compile(r"\b(?:19|20)\d\d:\s*(\d{1,3})\b")


class ClaimPlace(StrEnum):
    SOURCE = "quelle"
    SENTENCE = "satz"
    ABOVE = "darueber"


OF_A_TOWN = re.compile(
    r"\b(?!(?:Aktuell|Dies|Eur|Ihr|Jed|Jen|Neu|Sein|Uns|Unser|Welch)er\b)[A-ZÄÖÜ][a-zäöüß]{3,}er"
    r" (?P<kind>[A-ZÄÖÜ][a-zäöüß]+p|P)rogramms?\b"
)
"""„Im Godesberger Programm“, after the town of a congress: where no entry of the register is called so, it
is some programme of the party. „Im Hamburger Wahlprogramm“ is of the Land."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What is said of a quote's source. `parteien` and the rest are empty where nothing is said.

    `parteien`: who speaks, together where they are several; `moeglich`: one of these, who knows which.
    `fremd`: somebody who is no party of the register, in the text's words. `person`: who says it for a party.
    `genannt`: all parties that the words around it name. `is_plain`: who speaks is told by a fixed form.
    `bestritten`: the words by which the text itself says that the quote is invented.
    `words`: where it is said, as it stands there. `is_near`: beside the quote, not in a heading above.
    """

    parteien: tuple[str, ...] = ()
    moeglich: tuple[str, ...] = ()
    fremd: str = ""
    person: str = ""
    genannt: tuple[str, ...] = ()
    is_plain: bool = False
    bestritten: str = ""
    laender: tuple[str, ...] = ()
    jahre: tuple[int, ...] = ()
    typ: Typ | None = None
    programme: tuple[str, ...] = ()
    seiten: tuple[int, ...] = ()
    words: str = ""
    is_near: bool = True

    def in_words(self, registry: Registry) -> str:
        """„SPD · NRW · 2022 · S. 56“, „SPD oder FDP“, „der Kanzler“; empty where nothing is said."""
        land = self.laender[0] if len(self.laender) == 1 else None
        told = (
            self.person or self.fremd,
            " und ".join(registry.partei_name(one, land) for one in self.parteien),
            " oder ".join(registry.partei_name(one, land) for one in self.moeglich),
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
            (not self.named_parteien or self.means_party_of(programm))
            and (not self.laender or programm.bundesland in (None, *self.laender))
            and (not self.jahre or programm.jahr in self.jahre)
            and self.typ in (None, programm.typ)
        )

    @property
    def named_parteien(self) -> tuple[str, ...]:
        return self.parteien or self.moeglich

    def means_party_of(self, programm: Programm) -> bool:
        """In the Bund and in Europe CDU and CSU have one programme."""
        is_common = programm.bundesland in ("BUND", EUROPA) and programm.partei in ("CDU", "CSU")
        both = {"CDU", "CSU"} if is_common else set()
        return not {programm.partei, *both}.isdisjoint(self.named_parteien)


def read_claims(document: ReadText, quotes: Sequence[EmittedQuote], registry: Registry) -> list[Claim]:
    """What a text says of each of its quotes, which come in its order."""
    return list(_ClaimReader(document, registry, quotes).claims())


@dataclass
class _ClaimReader:
    """Goes through a text once; who spoke last is remembered up to the next heading."""

    document: ReadText
    registry: Registry
    quotes: Sequence[EmittedQuote]
    memory: Memory = field(default_factory=Memory)
    at_heading: int = -1

    def claims(self) -> Iterator[Claim]:
        at = 0
        while at < len(self.quotes):
            first = self._block_at(self.quotes[at].start)
            last, behind = first, at
            while behind < len(self.quotes) and self.quotes[behind].start < self._span(last)[1]:
                last = max(last, self._block_at(self.quotes[behind].end - 1))
                behind += 1
            own = self.quotes[at:behind]
            self._enter(first)
            for one, said in zip(own, self._told(own, first, last), strict=True):
                yield self._claim(one, said, first, self._block_at(one.end - 1))
            at = behind

    def _enter(self, number: int) -> None:
        """A heading makes forget who spoke; the paragraph before may say of whom the next speaks."""
        heading = next(iter(self._headings(number)), -1)
        if heading != self.at_heading:
            self.memory.forget()
            self.at_heading = heading
            if (
                heading >= 0
                and len(parteien := self._named(self.document.blocks[heading].text).parteien) == 1
            ):
                self.memory.spoke = parteien
        before = self.document.blocks[number - 1] if number else None
        if before is not None and before.kind is BlockKind.TEXT and number - 1 > heading:
            start, end = self._span(number - 1)
            if not any(start <= one.start < end for one in self._starting_in(start, end)):
                read_paragraph(before.text, (), self._reader, self.memory)

    def _starting_in(self, start: int, end: int) -> Sequence[EmittedQuote]:
        low = bisect_left(self._quote_starts, start)
        return self.quotes[low : bisect_left(self._quote_starts, end)]

    def _told(self, own: Sequence[EmittedQuote], first: int, last: int) -> list[Told]:
        """What the paragraph says of its quotes; of a table's row each cell is one of its own."""
        low, high = self._span(first)[0], self._span(last)[1]
        text = self.document.text[low:high]
        spans = [(one.start - low, one.end - low) for one in own]
        if " | " not in text or first != last:
            return read_paragraph(text, spans, self._reader, self.memory)
        told = []
        for start, end in spans:
            left, right = _cell(text, start, end)
            told += read_paragraph(text[left:right], [(start - left, end - left)], self._reader, Memory())
        return told

    def _claim(self, quote: EmittedQuote, told: Told, number: int, last: int) -> Claim:
        text, (low, high) = self.document.text, self._span(number)
        behind = text[quote.end : self._span(last)[1]]
        note = self._notes.get(_number(found), "") if (found := FOOTNOTE.match(behind)) else ""
        sources = [one for one in (quote.source, note, told.source, self._source_below(last, quote)) if one]
        speaker = told.speaker
        row = ""
        if told.speaker == NOBODY and " | " in text[low:high] and number == last:
            row = self._of_table(number, quote.start - low, quote.end - low)
            speaker = self._named_by(row)
        if " | " in text[low:high] and number == last and len(self._starting_in(low, high)) == 1:
            row = text[low : quote.start] + text[quote.end : high]
        lead, denied = self._lead_in(number), told.denied or self._denied_below(quote, last)
        if speaker == NOBODY and lead:
            (said,) = read_paragraph(
                f"{lead} …", [(len(lead) + 1, len(lead) + 2)], self._reader, replace(self.memory)
            )
            speaker, denied = said.speaker, denied or said.denied
        speaker = self._with_sources(speaker, sources, told)
        claim = Claim(
            speaker.parteien, speaker.moeglich, speaker.fremd, speaker.person, is_plain=speaker.is_plain
        )
        near = [
            *((one, ClaimPlace.SOURCE) for one in sources),
            (told.behind, ClaimPlace.SENTENCE),
            (told.before, ClaimPlace.SENTENCE),
        ]
        near += [(row, ClaimPlace.SOURCE), (lead, ClaimPlace.SENTENCE)]
        for said_there, place in near:
            if said_there.strip():
                claim = self._adding(claim, said_there, place)
        if speaker == NOBODY or (speaker.parteien and not claim.jahre):
            for at in self._headings(number):
                claim = self._adding(claim, self.document.blocks[at].text, ClaimPlace.ABOVE)
        if speaker == NOBODY:  # under a heading, a quote that has words of its own proves nothing against it
            is_bare = not told.named and len(told.before.split()) <= LONGEST_LABEL
            is_loose = not self._loose.isdisjoint(self._headings(number))
            claim = replace(claim, is_plain=is_bare and not is_loose)
        if speaker == NOBODY and not claim.parteien and told.is_said:
            claim = replace(claim, moeglich=told.named)
        claim = replace(claim, genannt=told.named, bestritten=denied)
        town = OF_A_TOWN.search(" ".join((told.before, told.behind, *sources)))
        if town and not claim.programme and not (claim.laender and town["kind"] != "P"):
            claim = replace(claim, parteien=(), moeglich=claim.parteien or claim.moeglich)
        if speaker == told.speaker != NOBODY and (
            words := " … ".join(filter(None, (told.before, told.behind)))
        ):
            return replace(claim, words=words)
        return claim

    def _denied_below(self, quote: EmittedQuote, number: int) -> str:
        """„Dieses Zitat ist erfunden.“ as the paragraph behind a quote that ends its own."""
        blocks, below = self.document.blocks, number + 1
        is_last = not letters(self.document.text[quote.end : self._span(number)[1]])
        if not is_last or below >= len(blocks) or blocks[below].kind is not BlockKind.TEXT:
            return ""
        return denied_in("", "", blocks[below].text)

    def _with_sources(self, speaker: Speaker, sources: Sequence[str], told: Told) -> Speaker:
        """A source counts before the sentence; where that says it is another's, nobody can tell."""
        for one in sources:
            named = self._named_by(one)
            if named == NOBODY:
                continue
            if named.of and set(named.of) & set(speaker.of):
                speaker = replace(speaker, is_plain=True)
                continue
            says = any(STRONG.fullmatch(word) for word in told.before.lower().split())
            if speaker.of and named.of and says and one == told.source:
                return Speaker(moeglich=(*speaker.of, *named.of))
            return named
        return speaker

    def _named_by(self, words: str) -> Speaker:
        """The parties of a source or a cell, in whatever case they stand; else who is named that is none."""
        words = words[:LONGEST_LEAD]
        if not words:
            return NOBODY
        programme = self._programme_in(words)
        for one in programme:  # a party's name in that of its programme is not one more
            words = words.replace(self.registry.programme[one].name, "")
        found = self._reader.words(words)
        mentions = read_mentions(found)
        if parteien := tuple(
            dict.fromkeys(p for one in mentions if one.role.is_source for p in one.parteien)
        ):
            return Speaker(parteien, is_plain=True)
        if not mentions and (parteien := self._named(words).parteien):
            return Speaker(parteien, is_plain=True)
        if programme:
            return Speaker((self.registry.programme[programme[0]].partei,), is_plain=True)
        strangers = [
            word.text
            for word in found
            if word.kind is Kind.STRANGER
            or (word.kind is Kind.WORD and re.fullmatch("[A-ZÄÖÜ]{3,5}", word.text))
        ]
        return Speaker(fremd=strangers[0]) if strangers else NOBODY

    def _adding(self, said: Claim, words: str, place: ClaimPlace) -> Claim:
        """What was said so far, and of what these words say that of which nothing was."""
        names, programme = self._named(words), self._programme_in(words)
        if programme and not names.parteien:
            names = replace(names, parteien=(self.registry.programme[programme[0]].partei,))
        has_speaker = bool(said.named_parteien or said.fremd)
        if place is ClaimPlace.ABOVE:
            if len(names.parteien) > 1:
                return said  # nobody can tell which of them
            if has_speaker and names.parteien and not set(said.parteien) & set(names.parteien):
                return said  # of another party
        # „Die SPD kritisiert CDU und CSU“ and „Der Bundestag beschloss“ name no parliament of the quote.
        is_own = place is not ClaimPlace.SENTENCE or (
            len(said.parteien) == 1 and set(names.parteien) <= set(said.parteien)
        )
        is_programme = place is ClaimPlace.SOURCE or re.search("programm|wahl", words, re.IGNORECASE)
        typ = names.typen[0] if len(names.typen) == 1 else None
        added = replace(
            said,
            parteien=said.parteien if has_speaker or place is not ClaimPlace.ABOVE else names.parteien,
            laender=said.laender or (self._laender(words, said, place, bool(is_programme)) if is_own else ()),
            jahre=said.jahre or (names.jahre if is_programme else ()),
            typ=said.typ or typ,
            programme=said.programme or programme,
            seiten=said.seiten or (() if place is ClaimPlace.ABOVE else _pages(words, place)),
        )
        if added == said:
            return said
        is_near = said.is_near if has_speaker else place is not ClaimPlace.ABOVE
        return replace(added, words=said.words or words.strip(), is_near=is_near)

    def _laender(self, words: str, said: Claim, place: ClaimPlace, is_programme: bool) -> tuple[str, ...]:
        """Of a sentence those beside the party: „die SPD in NRW“, but not „die SPD will in Bayern“."""
        if place is not ClaimPlace.SENTENCE or is_programme:
            return self._named(words).laender
        found = self._reader.words(words)
        for n, word in enumerate(found):
            if word.is_name and set(word.parteien) <= set(said.named_parteien):
                low = max((i + 1 for i in range(n) if is_verb(found[i])), default=0)
                high = next((i for i in range(n + 1, len(found)) if is_verb(found[i])), len(found))
                start, end = found[max(low, n - 4)].start, found[min(high, n + 3) - 1].end
                return self._named(words[start:end]).laender
        return ()

    def _programme_in(self, words: str) -> tuple[str, ...]:
        """Those of the register whose names stand there; of „… 2021“ and „… 2021 kurz“ the longer."""
        if "programm" not in words.lower():
            return ()
        found = [one for one in self.registry.programme.values() if one.name in words]
        longest = max((len(one.name) for one in found), default=0)
        return tuple(one.id for one in found if len(one.name) == longest)

    def _source_below(self, number: int, quote: EmittedQuote) -> str:
        """A line of its own under a quotation."""
        block, below = self.document.blocks[number], number + 1
        if block.kind is not BlockKind.QUOTE or below >= len(self.document.blocks):
            return ""
        text = self.document.blocks[below].text
        start = self.document.starts[below]
        if (
            self.document.blocks[below].kind is BlockKind.HEADING
            or len(text) >= 150
            or self._starting_in(start, start + len(text))
            or self._starting_in(quote.end, start)
        ):
            return ""
        bare = text.strip("()[] –—-")
        is_dashed = bare != text.strip()
        is_next_title = not is_dashed and below in self._party_titles and below not in self._sources_below
        names_one = bool(self._named_by(bare).of) and (is_dashed or not re.search(r"[.!?:]$", bare))
        return bare if PAGE.search(bare) or (names_one and not is_next_title) else ""

    def _lead_in(self, number: int) -> str:
        """The line with a colon before a quotation or a list."""
        blocks = self.document.blocks
        while number and blocks[number].kind in (BlockKind.QUOTE, BlockKind.ITEM):
            number -= 1
            if blocks[number].text.rstrip().endswith(":") and blocks[number].kind is not BlockKind.HEADING:
                return blocks[number].text.rstrip()[-LONGEST_LEAD:]
        return ""

    def _of_table(self, number: int, start: int, end: int) -> str:
        """The cell that names the party of a quote in a row: left of it, at the head of its column, right."""
        # A row that begins with an empty cell begins with its line.
        rows = [f" {block.text}" for block in self.document.blocks[: number + 1]]
        row = rows[number]
        cells, own = row.split(" | "), row.count(" | ", 0, start + 1)
        head = number
        while head and rows[head - 1].count(" | ") >= len(cells) - 1 > 0:
            head -= 1
        heads = rows[head].split(" | ") if head < number else []
        others = [
            *cells[:own][::-1],
            *heads[own : own + 1],
            *(cells[own + 1 :] if own + 1 < len(cells) else ()),
        ]
        bare = (cell for cell in others if len(cell) < LONGEST_CELL and not QUOTED.search(cell))
        return next((cell for cell in bare if self._named_by(cell) != NOBODY), "")

    def _headings(self, number: int) -> Iterator[int]:
        """Those above, up to the nearest that names a party."""
        blocks = self.document.blocks
        for at in reversed(self._titles[: bisect_left(self._titles, number)]):
            is_in_list = blocks[at].kind is BlockKind.ITEM and not blocks[at].text.endswith(":")
            if is_in_list and any(
                one.kind not in (BlockKind.ITEM, BlockKind.QUOTE) for one in blocks[at : number + 1]
            ):
                continue
            is_over = at not in self._loose or all(map(self._is_bare, range(at + 1, number + 1)))
            if not is_over or (at in self._sources_below and blocks[at].kind is not BlockKind.HEADING):
                continue
            yield at
            if self._named(self.document.blocks[at].text).parteien:
                return

    def _block_at(self, position: int) -> int:
        return bisect_right(self.document.starts, position) - 1

    def _span(self, number: int) -> tuple[int, int]:
        start = self.document.starts[number]
        return start, start + len(self.document.blocks[number].text)

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.registry)

    @cached_property
    def _quote_starts(self) -> list[int]:
        return [one.start for one in self.quotes]

    @cached_property
    def _titles(self) -> list[int]:
        """Which blocks are headings, short lines with a colon, items that are a party's name alone, or loose
        titles."""
        return [
            number
            for number, block in enumerate(self.document.blocks)
            if _is_title(block)
            or (block.kind in (BlockKind.ITEM, BlockKind.TEXT) and self._is_name(block.text))
            or number in self._loose
        ]

    @cached_property
    def _party_titles(self) -> frozenset[int]:
        return frozenset(at for at in self._titles if self._named(self.document.blocks[at].text).parteien)

    @cached_property
    def _sources_below(self) -> frozenset[int]:
        """Titles that are the source of the quotation above, which has none over it: of „Was die SPD will“,
        a quotation, „Was die FDP will“, a quotation, the second line heads what follows."""
        found: set[int] = set()
        blocks = self.document.blocks
        for at in sorted(self._party_titles):
            above = at - 1
            while above >= 0 and blocks[above].kind is BlockKind.QUOTE:
                above -= 1
            is_headed = above in self._party_titles and above not in found
            if above < at - 1 and not is_headed:
                found.add(at)
        return frozenset(found)

    @cached_property
    def _loose(self) -> frozenset[int]:
        """Short lines that name one party right over quotes without words of their own: „Das sagt die SPD“,
        „Und die FDP?“. They may be of something else, so they prove nothing against a quote."""
        blocks = self.document.blocks
        return frozenset(
            number
            for number, block in enumerate(blocks[:-1])
            if block.kind in (BlockKind.ITEM, BlockKind.TEXT)
            and len(block.text) < LONGEST_TITLE
            and not _is_title(block)
            and not QUOTED.search(block.text)
            and not re.search(r"[.,;!\n]|\|", block.text.strip("*_ "))
            and self._is_bare(number + 1)
            and not self._is_name(block.text)
            and len(self._named(block.text).parteien) == 1
        )

    def _is_bare(self, number: int) -> bool:
        """A quotation, or a block that begins with a quote."""
        block = self.document.blocks[number]
        return block.kind is BlockKind.QUOTE or QUOTED.match(block.text.lstrip("*_( ")) is not None

    def _is_name(self, text: str) -> bool:
        found = self._reader.words(text) if len(text) < LONGEST_NAME else []
        return bool(found) and found[-1].is_name and all(word.low in ARTICLES for word in found[:-1])

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
            found = _named(words, self.registry)
            if not found.parteien and len(words) < LONGEST_TITLE:  # „Position des Bündnisses Mühlrad“
                mentions = read_mentions(self._reader.words(words))
                parteien = dict.fromkeys(p for one in mentions if one.role.is_source for p in one.parteien)
                found = replace(found, parteien=tuple(parteien))
            self._known[words] = found
        return self._known[words]


def _is_title(block: Block) -> bool:
    return block.kind is BlockKind.HEADING or (len(block.text) < 60 and block.text.endswith(":"))


def _cell(row: str, start: int, end: int) -> tuple[int, int]:
    """Where the cell of a table begins and ends that holds this."""
    left = row.rfind(" | ", 0, start)
    right = row.find(" | ", end)
    return left + 3 if left >= 0 else 0, right if right >= 0 else len(row)


def _number(match: re.Match[str]) -> str:
    return (match["bracket"] or match["bare"] or match["raised"] or "").translate(RAISED)


def _named(words: str, registry: Registry) -> Named:
    """What they name; „Volt“ and „Die Heimat“ alone, or before a comma, are parties too."""
    found = Named.of(words, registry)
    if not found.parteien and (first := re.split(r"[,:;(|·]", words, maxsplit=1)[0].strip("*#_ –—-")):
        if partei := registry.known_partei(first):
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
