"""A second, independent reading as a guard: which sentences of a text stream the raw words do not prove.

Each word must stand where the stream says, and each step to the next word must be one that an eye could take:
along the line, to the line beneath, from the foot of a column to the head of another, from page to page. A
sentence woven from two columns has a step that no eye takes.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from core.wortlaut.german.folding import letters
from core.wortlaut.german.sentences import begins_anew, ends_sentence, names_in
from core.wortlaut.german.words import FIRST_WORDS, HYPHENS, STOP_WORDS
from core.wortlaut.reading.pdf import RawSide
from core.wortlaut.reading.raw_words import (
    COLUMN,
    LABEL,
    Array,
    Lane,
    RawPagePicture,
    RawReading,
    RawWord,
    furniture,
)
from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom
from core.wortlaut.records import Box, Span

LEADS_ON = re.compile(r"[:;,–]\W*$")
"""After these a paragraph may begin in small letters."""

FLOWING = (ParagraphKind.TEXT, ParagraphKind.LISTE)
BROKEN_OFF = re.compile(r"[\w,-]$")


def torn(strom: Textstrom) -> list[Span]:
    """Where a paragraph goes on in small letters what has begun elsewhere: „… und“, a chart, „nutzen sie.“"""
    found = []
    for before, teil in pairwise(strom.absaetze):
        text = strom.text[before.start : before.end]
        if teil.art is not ParagraphKind.TEXT or not _goes_on(strom, teil.start) or LEADS_ON.search(text):
            continue
        if before.art in FLOWING and ends_sentence(text) and not _is_open_near(strom, teil.start):
            continue  # who begins sentences small has broken nothing off
        found.append((teil.start, teil.start + 1))
        if before.art.is_prose and text[-1].isalnum():
            found.append((before.end - 1, before.end))
    return found


def _is_open_near(strom: Textstrom, start: int) -> bool:
    """Does a text break off on this page or the one before, whose rest what begins here may be?"""
    page = strom.pages_of(start, start + 1)[0]
    ends = (teil.end for teil in strom.absaetze if teil.art is ParagraphKind.TEXT and teil.end > teil.start)
    near = (end for end in ends if strom.pages_of(end - 1, end)[0] in (page - 1, page))
    return any(BROKEN_OFF.search(strom.text[end - 3 : end]) for end in near)


def _goes_on(strom: Textstrom, start: int) -> bool:
    """Does it begin in small letters, and neither as „a. Schulen“ nor as „e-Autos“ do?"""
    word = strom.text[start : start + 12].split()[0]
    is_label = word[-1] in ".)" and LABEL.fullmatch(word)
    return word[0].islower() and word[1:2] != "-" and not is_label


def sentences_at(strom: Textstrom, faults: Iterable[Span]) -> set[Span]:
    """The sentences that these ranges touch, and the gaps between sentences that they lie across.

    In „Ein Satz. Noch einer.“ a fault at (8, 10), from word to word, gives the gap (9, 10) alone.
    """
    found: set[Span] = set()
    starts = [teil.start for teil in strom.absaetze]
    sentences_of = cache(strom.sentences_of)
    for start, end in faults:
        first = max(0, bisect_right(starts, start) - 1)
        last = bisect_left(starts, end)
        parts = [part for teil in strom.absaetze[first:last] for part in sentences_of(teil)]
        gaps = [(a[1], b[0]) for a, b in pairwise(parts)]
        gap = [g for g in gaps if start <= g[0] and g[1] <= end]
        touched = [part for part in parts if part[0] < end and start < part[1]]
        if gap:  # what goes on in small letters has begun elsewhere
            touched = [part for part in touched[1:] if _goes_on(strom, part[0])]
        found |= {*gap, *touched}
    return found


# --- the second reading of every sentence -------------------------------------------------------------------


DAMAGED = re.compile(r"[\ufffd\ue000-\uf8ff]|(?<![^\W\d_])l[mnrs][a-zäöüß]{2}")
"""Letters whose meaning the file does not tell, and „lnvestoren“: so begins no word but a recogniser's."""

RAISED = 0.8
"""A footnote's mark is smaller than the words beside it; a sentence may be read over it."""

TOUCHING = 0.03
"""Words nearer than this, in heights, are one word as printed: the spaces within words that fdp-bund-2009 and
bayernpartei-grundsatz-2017 have are 0.02 wide at most, the narrowest printed ones 0.04 (spd-bund-2013)."""

SAME_SIZE = 0.94
OFF = 1.2
NEXT = 1.45
SHADE = 64
SETS_ON = re.compile(r"[:;,(„\"«»/&–—•]\s*$|\s-\s*$|^[^\w\n]*+\w{1,3}[.)]{0,2}\s*+$")
"""As in `core.wortlaut.reading.paragraphs_of_rows`, which parts what this only doubts."""

BREAKS_OFF = re.compile(r"[\w,)‐-]\s*+$")
"""After these no „Was“ or „Wie“ begins a sentence in another column (bueso-bund-2017, cut-off columns)."""

CELL = 0.5
"""Of the usual width of a page's lines; a text's last line in a column has 0.8 of it at least."""

EMPTY = 40
"""A page with fewer words (a picture, a title) may stand within a sentence."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the letters at the beginning or the end of a line look."""

    groesse: float
    farbe: int
    fett: bool
    schrift: str

    def is_sized_unlike(self, other: "Look") -> bool:
        small, large = sorted((self.groesse, other.groesse))
        return small < SAME_SIZE * large

    def is_coloured_unlike(self, other: "Look") -> bool:
        """Recognised text has the colours of a scan, no two lines the same."""
        channels = ((self.farbe >> shift & 255, other.farbe >> shift & 255) for shift in (0, 8, 16))
        return any(abs(one - two) > SHADE for one, two in channels)


Looks = Mapping[int, Look]
"""Place of a word at the beginning or the end of a line → the line's look."""


def looks_of(seiten: Sequence[RawSide]) -> Looks:
    looks, pages, boxes = list[Look](), list[int](), list[Box]()
    for seite in seiten:
        for zeile in seite.zeilen:
            # Of a line of one word its end counts: what follows is judged by it.
            ends = ((zeile.woerter[0], zeile.fett_anfang), (zeile.woerter[-1], zeile.fett))
            for wort, fett in ends:
                looks.append(Look(zeile.groesse, zeile.farbe, fett, zeile.schrift))
                pages.append(seite.nummer)
                boxes.append(seite.page_box(wort[:4]))
    places = _place(np.array(pages, int), np.array(boxes, np.float32).reshape(-1, 4))
    return dict(zip(places.tolist(), looks, strict=True))


def unproved(
    strom: Textstrom,
    seiten: RawReading | Sequence[Sequence[RawWord]],
    doubtful: Iterable[Span] = (),
    looks: Looks = MappingProxyType({}),
) -> tuple[Span, ...]:
    """The sentences that the raw words of the pages (as PyMuPDF gives them, page by page) do not prove.

    Where two proved sentences do not prove to follow each other, the white space between them is a range of
    its own: each may be quoted, both together may not. `doubtful`: ranges the reader itself is not sure of.
    """
    reading = seiten if isinstance(seiten, RawReading) else RawReading(seiten)
    faults = [*_CounterReading(strom, reading, looks).faults(), *torn(strom), *doubtful]
    faults += [match.span() for match in DAMAGED.finditer(strom.text)]
    return tuple(sorted(sentences_at(strom, faults)))


class _CounterReading:
    """The words of a stream against a page's raw words."""

    def __init__(self, strom: Textstrom, reading: RawReading, looks: Looks) -> None:
        self.strom, self.reading, self.looks = strom, reading, looks
        self.furniture = furniture(reading.seiten)
        text = strom.text
        pieces = [text[s:e] for s, e in zip(strom.starts.tolist(), strom.ends.tolist(), strict=True)]
        kept = [i for i, piece in enumerate(pieces) if piece.isalnum() or letters(piece)]
        self.index = np.array(kept, int)
        self.names = names_in(text.split("\n"))
        self.places = _place(reading.seite, reading.raw_box)
        self.places_list: list[int] = self.places.tolist()
        self.pieces = [pieces[i] for i in kept]
        self.first, self.last = self._raw_words()
        self.marks = self._marks()
        self.part = self._letters()

    def faults(self) -> list[Span]:
        """Words that do not stand where they should, and steps that no eye takes, as ranges of the stream."""
        starts, ends = self.strom.starts[self.index], self.strom.ends[self.index]
        unread = self.first < 0
        faults = list(zip(starts[unread].tolist(), ends[unread].tolist(), strict=True))
        here, there = self.last[:-1], self.first[1:]
        known = (here >= 0) & (there >= 0)
        proved = known.copy()
        proved[known] = (there == here + 1)[known] & self.reading.has_next[here[known]]
        proved &= self.part[:-1, 1] & self.part[1:, 0]
        for i in np.flatnonzero(known & ~proved & self._in_text()).tolist():
            if not self._follows(i) or self._is_another_text(i):
                faults.append((int(ends[i]) - 1, int(starts[i + 1]) + 1))
        faults += [(int(ends[i]) - 1, int(ends[i])) for i in self._broken_off()]
        wrong = np.flatnonzero(self._is_parted() | self._is_glued() | self._lacks_stop()).tolist()
        return faults + [(int(ends[i]) - 1, int(starts[i + 1]) + 1) for i in wrong]

    def _broken_off(self) -> Iterator[int]:
        """The last words of texts whose next line, beneath them, is left out or stands elsewhere."""
        starts = self.strom.starts[self.index]
        heads = {
            int(self.first[at])
            for at in np.searchsorted(starts, [teil.start for teil in self.strom.absaetze])
            if at < len(starts)
        }
        for teil in self.strom.absaetze:
            if teil.art not in FLOWING:
                continue
            i = int(np.searchsorted(starts, teil.end)) - 1
            text = self.strom.text[max(teil.start, teil.end - 60) : teil.end]
            if i < 0 or self.last[i] < 0 or ends_sentence(text):
                continue
            a = int(self.last[i])
            seite = self.reading.seiten[self.reading.seite[a] - 1]
            if self.reading.texts[a].endswith(HYPHENS) or self._goes_on_beneath(
                a, seite, seite.lane_of.get(a), heads
            ):
                yield i

    def _goes_on_beneath(
        self, a: int, seite: RawPagePicture, high: Lane | None, heads: Collection[int]
    ) -> bool:
        """Does the next line, as near as usual and as large, begin in small letters, and no paragraph?"""
        if high is None or not self._is_last(a, high):
            return False
        for low in seite.lanes:
            if low.mid - high.mid > NEXT * seite.pitch:
                return False
            word = self.reading.texts[low.woerter[0]]
            if word[:1].islower() and not LABEL.fullmatch(word) and seite.is_beneath(low, high):
                if low.woerter[0] in heads:
                    return False
                return not self.reading.is_smaller(low, high) and not self.reading.is_smaller(high, low)
        return False

    def _is_parted(self) -> Array:
        """Which steps have a space in the stream where the print has none: „Verantwo rtung“?"""
        a, b = self.last[:-1], self.first[1:]
        box, text, starts, ends = self.reading.box, self.strom.text, self.strom.starts, self.strom.ends
        found: Array = (a >= 0) & (b == a + 1) & (starts[self.index[1:]] == ends[self.index[:-1]] + 1)
        at = np.flatnonzero(found)
        a, b = a[at], b[at]
        near = box[b, 0] - box[a, 2] < TOUCHING * np.minimum(box[a, 3] - box[a, 1], box[b, 3] - box[b, 1])
        found[at] = near & self.reading.has_next[a]
        for i in np.flatnonzero(found).tolist():
            last, after = text[ends[self.index[i]] - 1], self.pieces[i + 1]
            is_word = last.isalpha() and after[0].isalpha()
            found[i] = is_word and not (self._is_soft_space(i) or self._are_words(i))
        return found

    def _are_words(self, i: int) -> bool:
        """Are both words of the document, and one word nowhere? Display type has no white (fdp-bund-2017)."""
        one, two = (self.pieces[n].casefold().strip('.,:;!?“”„"»«()') for n in (i, i + 1))
        known = self.vocabulary
        return min(known[one], known[two]) > 1 and min(len(one), len(two)) > 1 and not known[one + two]

    @cached_property
    def vocabulary(self) -> Counter[str]:
        return Counter(piece.casefold().strip('.,:;!?“”„"»«()') for piece in self.pieces)

    def _is_soft_space(self, i: int) -> bool:
        """Has the file a soft hyphen for the space between two words (spd-bw-2016)? Its box is white, too."""
        after = self.pieces[i + 1]
        starts_word = after[0].isupper() or (len(after) > 2 and after in STOP_WORDS)
        return starts_word and self.reading.texts[self.last[i]].endswith("\xad")

    def _is_glued(self) -> Array:
        """Which lines' ends have lost a hyphen that parts no syllables: „Drug-CheckingAngebote“?"""
        text, starts, ends = self.strom.text, self.strom.starts[self.index], self.strom.ends[self.index]
        found: Array = (starts[1:] == ends[:-1]) & (self.first[1:] != self.last[:-1]) & (self.first[1:] >= 0)
        for i in np.flatnonzero(found).tolist():
            after = text[starts[i + 1] : ends[i + 1]]
            found[i] = text[ends[i] - 1].islower() and after[0].isupper() and not after.startswith("In")
        return found

    def _lacks_stop(self) -> Array:
        """Which steps leave out a full stop: „Sozialstaat Die Freiheit“?"""
        starts, ends = self.strom.starts[self.index], self.strom.ends[self.index]
        found = np.isin(self.last[:-1], list(self.reading.before_stop)) & self._in_text()
        for i in np.flatnonzero(found).tolist():
            found[i] = "." not in self.strom.text[ends[i] : starts[i + 1]]
        return found

    def _in_text(self) -> Array:
        """Which steps stay clear of lists of contents and covers, where titles and numbers stand apart."""
        teile = [
            teil for teil in self.strom.absaetze if teil.art in (ParagraphKind.INHALT, ParagraphKind.TITEL)
        ]
        spans = np.array([(teil.start, teil.end) for teil in teile], int).reshape(-1, 2)
        starts = self.strom.starts[self.index]
        at = np.searchsorted(spans[:, 0], starts, side="right") - 1
        outside: Array = starts >= spans[at, 1] if len(spans) else np.ones(len(starts), bool)
        outside |= at < 0
        both: Array = outside[:-1] & outside[1:]
        return both

    # --- which raw word is it -------------------------------------------------------------------------------

    def _raw_words(self) -> tuple[Array, Array]:
        """For each word of the stream the first and the last raw word in its box, -1 where there is none."""
        page, box = self.strom.seiten_nr[self.index], self.strom.boxes[self.index]
        keys = self.places
        order = np.argsort(keys, kind="stable")
        wanted = _place(page, box)
        at = np.minimum(np.searchsorted(keys[order], wanted), max(0, len(keys) - 1))
        found = order[at] if len(keys) else np.zeros(0, int)
        first = np.where(keys[found] == wanted, found, -1) if len(keys) else np.full(len(page), -1)
        last = first.copy()
        for i in np.flatnonzero(first < 0).tolist():
            first[i], last[i] = self._words_in(int(page[i]), box[i])
        return first, last

    def _marks(self) -> set[int]:
        """Letters of a symbol font that the stream reads as bullets."""
        others = np.setdiff1d(np.arange(len(self.strom.starts)), self.index)
        wanted = _place(self.strom.seiten_nr[others], self.strom.boxes[others])
        found = np.flatnonzero(np.isin(_place(self.reading.seite, self.reading.raw_box), wanted))
        return {i for i in found.tolist() if len(self.reading.texts[i]) == 1}

    def _words_in(self, page: int, box: Array) -> Span:
        """The run of raw words whose middles lie in a box."""
        if not 0 < page < len(self.reading.limits):
            return -1, -1
        low, high = self.reading.limits[page - 1 : page + 1]
        x0, y0, x1, y1 = self.reading.raw_box[low:high].T
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        inside = np.flatnonzero((box[0] <= x) & (x <= box[2]) & (box[1] <= y) & (y <= box[3]))
        if not len(inside) or inside[-1] - inside[0] >= len(inside):
            return -1, -1
        return low + int(inside[0]), low + int(inside[-1])

    def _letters(self) -> Array:
        """For each word: does it begin and end as its raw word does? One that is no part of it is unread."""
        whole = np.ones((len(self.pieces), 2), bool)
        before, reached = -1, 0
        texts = self.reading.texts
        for i, (piece, first, last) in enumerate(
            zip(self.pieces, self.first.tolist(), self.last.tolist(), strict=True)
        ):
            if first < 0 or (piece == texts[first] and first == last):
                before = -1
                continue
            raw, key = letters("".join(texts[first : last + 1])), letters(piece)
            begin = raw.find(key, reached if first == before else 0)
            if begin < 0:
                self.first[i] = self.last[i] = before = -1
                continue
            whole[i] = begin == 0, begin + len(key) == len(raw)
            before, reached = first, begin + len(key)
            if begin and i and self.first[i - 1] == first:
                whole[i, 0] = True  # goes on where the piece before it ended
        return whole

    # --- may it follow --------------------------------------------------------------------------------------

    def _follows(self, i: int) -> bool:
        a, b = int(self.last[i]), int(self.first[i + 1])
        if a == b:  # two pieces of one raw word, with nothing between
            return letters(self.pieces[i]) + letters(self.pieces[i + 1]) in letters(self.reading.texts[a])
        if not (self.part[i, 1] and self.part[i + 1, 0]) or self._is_half(a, b):
            return False
        seiten = self.reading.seiten
        here, there = seiten[self.reading.seite[a] - 1], seiten[self.reading.seite[b] - 1]
        high, low = here.lane_of.get(a), there.lane_of.get(b)
        if high is None or low is None:
            return False
        if high is low:
            return self._is_next(a, b, high)
        if here is there and low is here.item_of(high):
            return self._is_first(b, low)
        if not self._is_last(a, high) or not self._is_first(b, low):
            return False
        low = there.item_of(low)
        if here is there and here.is_beneath(low, high):
            return True
        if self._is_sized_unlike(a, b, high, low):
            return False
        if here.key(high) in self.furniture or there.key(low) in self.furniture:
            return False
        if here is there:
            return not self._has_other_start(a, b, low) and self._to_column(here, high, low)
        return self._to_page(here, high, there, low)

    def _is_sized_unlike(self, a: int, b: int, high: Lane, low: Lane) -> bool:
        """By the boxes of the lines, unless the file says one size of both (cdu-bund-2005, bold type)."""
        if not (self.reading.is_smaller(low, high) or self.reading.is_smaller(high, low)):
            return False
        look, other = self.looks.get(self.places_list[a]), self.looks.get(self.places_list[b])
        return look is None or other is None or look.groesse != other.groesse

    def _is_another_text(self, i: int) -> bool:
        """Does a sentence that broke off at a line's end go on in what looks like another text?"""
        a, b = int(self.last[i]), int(self.first[i + 1])
        look, other = self.looks.get(self.places_list[a]), self.looks.get(self.places_list[b])
        is_on_page = self.reading.seite[a] == self.reading.seite[b]
        if a + 1 == b and look == other and is_on_page and self.pieces[i + 1][:1].islower():
            return False  # as in nine of ten lines, and nothing that follows would say otherwise
        end, start = int(self.strom.ends[self.index[i]]), int(self.strom.starts[self.index[i + 1]])
        before = self.strom.text[max(0, end - 60) : start].rpartition("\n")[2]
        here, there = (self.reading.seiten[self.reading.seite[word] - 1] for word in (a, b))
        high, low = here.lane_of[a], there.item_of(there.lane_of[b])
        if high is low or "\n" in self.strom.text[end:start] or (here is there and low is here.item_of(high)):
            return False
        is_beneath = here is there and here.is_beneath(low, high)
        if not is_beneath and BREAKS_OFF.search(before):
            if self.pieces[i + 1] in FIRST_WORDS or self._is_cell(here, high):
                return True
        if SETS_ON.search(before) or ends_sentence(before):
            return False
        if begins_anew(before, self.strom.text[start : start + 60], self.names):
            return True
        is_led_on = before.split()[-1] in STOP_WORDS
        if is_beneath:
            return self._is_another_beneath(a, b, low, is_led_on)
        return self._is_another_elsewhere(a, b, is_led_on)

    def _is_another_beneath(self, a: int, b: int, low: Lane, is_led_on: bool) -> bool:
        """The same of the line directly beneath."""
        here = self.reading.seiten[self.reading.seite[a] - 1]
        high, stands_off = here.lane_of[a], self._stands_off(here, here.lane_of[a], low)
        if self._passes_over(a, b, here, high, low):
            return True
        look, other = self.looks.get(self.places_list[a]), self.looks.get(self.places_list[b])
        sized, coloured, is_bold = False, False, False
        if look and other:
            sized, coloured = look.is_sized_unlike(other), look.is_coloured_unlike(other)
            is_bold = look.fett != other.fett
        if sized and (coloured or self._has_room(here, high, b)):
            return True
        if stands_off and (sized or coloured or is_bold):
            return True
        if is_bold and self._has_other_start(a, b, low):
            return True  # a caption over the text that a picture parts
        return not is_led_on and self.reading.texts[b][:1].isupper() and (sized or stands_off)

    def _is_another_elsewhere(self, a: int, b: int, is_led_on: bool) -> bool:
        """The same of a line in another column or on another page."""
        here, there = (self.reading.seiten[self.reading.seite[word] - 1] for word in (a, b))
        high, look, other = here.lane_of[a], *(self.looks.get(self.places_list[word]) for word in (a, b))
        sized, coloured, passed = False, False, False
        if look and other:
            sized, coloured = look.is_sized_unlike(other), look.is_coloured_unlike(other)
            passed = look.schrift != other.schrift and here is not there and self._is_over(here, high, other)
        has_room = self._has_room(here, high, b)
        if sized and (coloured or has_room):
            return True
        if not self.reading.texts[b].lstrip('„“"»«(•')[:1].isupper():
            return False
        return coloured or (not is_led_on and (sized or passed or has_room))

    def _passes_over(self, a: int, b: int, seite: RawPagePicture, high: Lane, low: Lane) -> bool:
        """Does the file go on in another line directly beneath, in letters of the same size?"""
        other = seite.lane_of.get(a + 1)
        if a + 1 == b or other is None or other in (high, low) or other.woerter[0] != a + 1:
            return False
        alike = not self.reading.is_smaller(other, high) and not self.reading.is_smaller(high, other)
        return alike and seite.is_beneath(other, high)

    def _stands_off(self, seite: RawPagePicture, high: Lane, low: Lane) -> bool:
        """Is the next line farther away than the one after it, and than usual?"""
        after = next((b for b in seite.lanes if b.mid > low.mid + 0.4 * low.h and b.shares_x(low)), None)
        return after is not None and low.mid - high.mid > OFF * max(after.mid - low.mid, seite.pitch)

    def _is_over(self, seite: RawPagePicture, high: Lane, look: Look) -> bool:
        """Does a line beneath look as what is said to follow on the next page (spd-bw-2016: under a name)?"""
        beneath = (b for b in seite.lanes if b.mid > high.mid + 0.4 * high.h and b.shares_x(high))
        return any(
            len(b.woerter) > 2 and self.looks.get(self.places_list[b.woerter[0]]) == look for b in beneath
        )

    def _is_cell(self, seite: RawPagePicture, high: Lane) -> bool:
        """Is the line so short that it is a table's cell? One that a text goes on from is full."""
        widths = sorted(lane.x1 - lane.x0 for lane in seite.lanes if len(lane.woerter) > 3)
        return bool(widths) and high.x1 - high.x0 < CELL * widths[len(widths) // 2]

    def _has_room(self, seite: RawPagePicture, high: Lane, b: int) -> bool:
        """Would the next word have fit in the line, measured by the others of its column?"""
        ends = sorted(lane.x1 for lane in seite.lanes if abs(lane.x0 - high.x0) < high.h)
        x0, _, x1, _ = self.reading.page_box[b]
        return len(ends) >= COLUMN and high.x1 + x1 - x0 + high.h < ends[3 * len(ends) // 4]

    def _is_half(self, a: int, b: int) -> bool:
        """Is it the end of a word that another one begins: „Deutschland“ + „ten“ of „Kos-/ten“?"""
        other = self.reading.texts[b - 1] if b else ""
        return a != b - 1 and other.endswith(HYPHENS) and self.reading.texts[b][0].islower()

    def _has_other_start(self, a: int, b: int, low: Lane) -> bool:
        """Does the file have before it, at a line's end, another word that no sentence ends with?

        Where a chart parts two columns, each piece has a foot and a head (fdp-bund-2021-archiv, page 16).
        """
        seite = self.reading.seiten[self.reading.seite[b] - 1]
        before = seite.lane_of.get(b - 1)
        if b - 1 == a or before is None or len(before.woerter) < 3 or not self._is_last(b - 1, before):
            return False
        if before is low or before.mid < seite.height_range[0] + before.h:  # a running head
            return False
        alike = not self.reading.is_smaller(before, low) and not self.reading.is_smaller(low, before)
        return alike and self.reading.texts[b - 1][-1].isalnum()

    def _is_next(self, a: int, b: int, lane: Lane) -> bool:
        """Right of it, with at most a footnote's mark between; of words printed over each other, any."""
        page_box = self.reading.page_box
        left, right = page_box[a], page_box[b]
        if right[0] <= left[0] or right[0] < left[2] - 0.5 * lane.h:
            return False
        between = [w for w in lane.woerter if w not in (a, b) and left[2] < _middle(page_box[w]) < right[0]]
        if not all(self._is_raised(w, left) for w in between):
            return False
        if between or a + 1 == b or not self.reading.has_next[a]:
            return True
        # What the file has behind a word is to be the same as what is said to follow it.
        other, key = letters(self.reading.texts[a + 1]), letters(self.reading.texts[b])
        return other.startswith(key) or key.startswith(other)

    def _is_raised(self, wort: int, beside: Sequence[float]) -> bool:
        _, y0, _, y1 = self.reading.page_box[wort]
        return self.reading.texts[wort].strip("*)").isdecimal() and y1 - y0 < RAISED * (beside[3] - beside[1])

    def _is_last(self, a: int, lane: Lane) -> bool:
        page_box = self.reading.page_box
        end = page_box[a][2] + 0.1
        if lane.x1 <= end:
            return True
        return all(self._is_raised(w, page_box[a]) for w in lane.woerter if _middle(page_box[w]) > end)

    def _is_first(self, b: int, lane: Lane) -> bool:
        page_box = self.reading.page_box
        start = page_box[b][0] - 0.1
        if lane.x0 >= start:
            return True
        return not any(_middle(page_box[w]) < start for w in lane.woerter if w not in self.marks)

    def _to_column(self, seite: RawPagePicture, high: Lane, low: Lane) -> bool:
        """From the foot of a column to the head of another that is right of it or lower."""
        if not (low.x0 > high.x0 + 2 * high.h or low.mid > high.mid):
            return False
        if low.x0 > high.x1 and seite.has_column(high.x1, low.x0, high.h):
            return False
        pitch = seite.pitch
        if not (seite.is_foot(high, self.furniture, pitch) and seite.is_head(low, self.furniture, pitch)):
            return False
        return seite.section_head(high) in (None, low) or low.x0 <= high.x1

    def _to_page(self, here: RawPagePicture, high: Lane, there: RawPagePicture, low: Lane) -> bool:
        between = self.reading.seiten[here.nummer : there.nummer - 1]
        if here.nummer > there.nummer or any(seite.end - seite.start > EMPTY for seite in between):
            return False
        if here.has_column(high.x1, float("inf"), high.h) or there.has_column(float("-inf"), low.x0, low.h):
            return False
        is_foot = here.is_foot(high, self.furniture, here.edge_pitch)
        return is_foot and there.is_head(low, self.furniture, there.edge_pitch)


def _middle(page_box: Sequence[float]) -> float:
    return (page_box[0] + page_box[2]) / 2


def _place(page: Array, box: Array) -> Array:
    """Page and corner of a box as one number."""
    x, y = (np.round(box[:, i].astype(np.float32) * np.float32(64)).astype(np.int64) + 2**19 for i in (0, 1))
    return (np.asarray(page, np.int64) << 44) + (x << 22) + y
