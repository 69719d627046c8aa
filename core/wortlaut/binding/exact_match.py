"""Where a quote stands in a source, word for word. Pure functions on keys; no difference is tolerated."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from core.wortlaut.binding.emitted_quote import (
    BEFORE_LINE,
    DIVIDED,
    INSERTION,
    PUT_IN,
    TURNS_SENSE,
    WAS_NUMBERED,
    Way,
    _insertion,
    parts,
    unnumbered,
    unwrapped,
    way_of,
)
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import (
    SOFT_HYPHEN,
    WORD,
    ZERO_WIDTH,
    Key,
    folded_key,
    letters,
    occurrences,
    spelled_out,
)
from core.wortlaut.german.numbers_and_dates import BESIDE_NUMBERS, DASHES, signed_numbers
from core.wortlaut.german.quantities import cuts_range, cuts_unit
from core.wortlaut.german.spelling import same_spelling
from core.wortlaut.german.words import (
    ABBREVIATIONS,
    FILLERS,
    MONTHS,
    NEGATOR,
    STOP_WORDS,
)
from core.wortlaut.reading.sieve import runs, stands_once
from core.wortlaut.records import Span

# --- where a quote stands in a source -----------------------------------------------------------------------

MIN_CHARACTERS = 20
"""Shorter snippets stand everywhere („soziale Gerechtigkeit“) and prove nothing."""

MIN_LETTERS = 12
"""So many letters and digits a part between ellipses needs, and so many of a quote must lie in a Chunk."""

ANCHOR = 20
"""So many letters one part needs that shorter ones are bound beside it."""

MOST_REPLACED = 3
"""Words of the source in whose place others may be put."""

LONG = 150
"""Letters of a quote that may hold a usual passage as a whole."""

MAX_GAP = 500
"""Characters an ellipsis may leave out; what is further apart is no longer one passage."""

JOINERS = rf"-‐\u2011\u2012\u2212*:_/·'’{SOFT_HYPHEN}{ZERO_WIDTH}"
WORD_GOES_ON = re.compile(rf"[^\W_]|(?:[{JOINERS}]|/-|-/)(?=[^\W_])|[()](?=[^\W\d_])")
"""Behind a word, and before it read backwards: „Bürger(innen)“, „Bürger/-innen“."""

DIGIT = re.compile("[\\d¹²³⁰⁴-⁹₀-₉]")
BLANK, DASH, SYMBOL = "[ \xa0\u2009\u202f]", f"[{DASHES}]", "[%‰€$°]"
GROUP = rf"(?:{BLANK}|['’])"
SIDE = f"[{BESIDE_NUMBERS}]"
NUMBER_BEFORE = re.compile(
    rf"(?:\d[.,]|\d{BLANK}?{DASH}{BLANK}?|{DASH}|{SIDE}|[≤≥±≈×÷√¬]{BLANK}|(?<=[^\s•]{BLANK}){SIDE}{BLANK})\Z"
)
"""A „+“ or „>“ with which a line begins is a mark of a list."""
NUMBER_BEHIND = re.compile(
    rf"[.,]\d|{BLANK}?{DASH}{BLANK}?\d|{BLANK}?(?:{SYMBOL}|{SIDE}|(?:euro|cent|mio|mrd|tsd)\b"
    r"|prozent|promille|million|milliard|billion|tausend|hundert|dollar)"
    rf"|\.\s(?:{'|'.join(MONTHS)}|Jahrhundert)\b",
    re.IGNORECASE,
)
COMPOUND, LOOSE_HYPHEN = re.compile(r"\w-\d"), re.compile(r"(?<=\w)[ \xa0]-(?=\d+[ \xa0]?-[ \xa0]?[^\W\d_])")
STOP, INNER_STOP = re.compile(r"[.!?:;]"), re.compile(r"[.!?:;][\W_]{1,9}[^\W_]")
LAST_MARKS, FIRST_MARKS = re.compile(r"(?<![\W_])[\W_]+\Z"), re.compile(r"[\W_]{0,20}")
GROUP_BEFORE, GROUP_BEHIND = re.compile(rf"(?<!\d)\d{{1,3}}{GROUP}\Z"), re.compile(rf"{GROUP}\d{{3}}(?!\d)")
FIRST_GROUP, LAST_GROUP = re.compile(r"\d{3}(?!\d)"), re.compile(r"(?<!\d)\d{1,3}\Z")
"""„2 500“ is one number, and so are „10–15“, „5 %“, „500 Mio.“ and „1. August“; „2030 500“ are two."""

SIGN = re.compile(rf"(?:{DASH}|{SIDE}{BLANK}?)\Z")
UNIT = re.compile(rf"{BLANK}?({SYMBOL}|{SIDE})")
SIGN_FIRST = re.compile(rf"{DASH}|{SIDE}")
AROUND = " \n\t\xa0\"'“”„«»*_"
END_OF_QUESTION = re.compile(r"[?!]+")


def is_too_short(text: str) -> bool:
    """Of what is looked for: no footnote mark, tag, number of a line or word put in makes a quote longer."""
    searched = " ".join(parts(unnumbered(unwrapped(text)))).replace(WAS_NUMBERED, " ")
    bare = " ".join(searched.split()).strip(" \"'“”„«»*_#>`~")
    return len(bare) < MIN_CHARACTERS or len(letters(bare)) < MIN_LETTERS


Excerpt = Callable[[str], int]
"""Where letters first stand in what is at hand of a source, as a place in its key; below 0: nowhere."""


def nowhere(needle: str) -> int:
    return -1


def find(text: str, quelle: Quelle, excerpt: Excerpt = nowhere) -> list[Fund]:
    """Every place where the quote stands in the source word for word, with ellipses where it has some."""
    for whole in _wholes(text):
        if found := [Fund(quelle, (span,)) for span in _places(whole, quelle, excerpt)]:
            return found
    return next((found for way in _divided(text) if (found := find_way(way, quelle, excerpt))), [])


@lru_cache(maxsize=512)
def _wholes(text: str) -> tuple[str, ...]:
    """The ways in which a quote may stand in one piece."""
    plain = unwrapped(text)
    ways: tuple[str, ...] = (text, plain, unnumbered(plain))
    if "[" in plain:
        ways = (*ways, INSERTION.sub(lambda found: " " if _insertion(found) == PUT_IN else found[0], plain))
    return tuple(dict.fromkeys(ways))


@lru_cache(maxsize=512)
def _divided(text: str) -> tuple[Way, ...]:
    """The other ways in which it may stand in parts, each long enough, or in a sentence with one that is."""
    wholes = _wholes(text)
    if len(wholes) == 1 and not DIVIDED.search(text):
        return ()
    plain, whole = unwrapped(text), [[one.strip()] for one in wholes]
    ways = [way_of(one) for one in dict.fromkeys((plain, unnumbered(plain)))]
    return tuple(way for way in ways if way.pieces and way.pieces not in whole and _is_long_enough(way))


def _is_long_enough(way: Way) -> bool:
    long = [len(letters(piece)) for piece in way.pieces]
    return min(long) >= MIN_LETTERS or (min(long) > 1 and max(long) >= ANCHOR and not any(way.put_in))


def find_way(way: Way, quelle: Quelle, excerpt: Excerpt = nowhere) -> list[Fund]:
    """Every place of a quote in parts; none where they are too short to be looked for."""
    if not _is_long_enough(way):
        return []
    if all(len(letters(piece)) >= MIN_LETTERS for piece in way.pieces):
        return find_parts(way.pieces, quelle, excerpt, way.put_in)
    return _find_beside(way.pieces, quelle, excerpt)


def find_parts(
    pieces: Sequence[str], quelle: Quelle, excerpt: Excerpt = nowhere, put_in: Sequence[bool] = ()
) -> list[Fund]:
    """Every place where these stand in this order, each word for word, with little between them."""
    places = [list(_places(piece, quelle, excerpt)) for piece in pieces]
    return (
        [Fund(quelle, spans) for spans in _chains(places, quelle.strom.text, put_in)] if all(places) else []
    )


def _find_beside(pieces: Sequence[str], quelle: Quelle, excerpt: Excerpt) -> list[Fund]:
    """„Wir wollen … gezielt … die Bahn im ganzen Land ausbauen“: a part that is too short to be looked for is
    bound in the sentence of the long ones, where these stand but once, and it too."""
    long = [n for n, piece in enumerate(pieces) if len(letters(piece)) >= MIN_LETTERS]
    found = find_parts([pieces[n] for n in long], quelle, excerpt)
    if len(found) != 1 or len(found[0].spans) != len(long):
        return []
    spans = dict(zip(long, found[0].spans, strict=True))
    strom, source = quelle.strom, quelle.key
    text, paragraph = strom.text, strom.paragraph_at(found[0].spans[0][0])
    sentence = next(
        (span for span in strom.sentences_of(paragraph) if span[0] <= found[0].spans[0][0] < span[1]), None
    )
    if sentence is None or found[0].spans[-1][1] > sentence[1]:
        return []
    low = sentence[0]
    for n, piece in enumerate(pieces):
        if n not in spans:
            high = min((start for m, (start, _) in spans.items() if m > n), default=sentence[1])
            needle, first, last = spelled_out(piece), source.at(low), source.at(high)
            hits = (first + place for place in occurrences(needle, source.text[first:last]))
            places = list(_whole_at(hits, piece, needle, source, text))
            if len(places) != 1:
                return []
            spans[n] = places[0]
        low = spans[n][1]
    return [Fund(quelle, _without_empty_gaps([spans[n] for n in sorted(spans)], text))]


def ways_to_stand(text: str) -> list[tuple[int, ...]]:
    """The runs of the quote as a whole, and those of its parts: a source that holds it has all of one."""
    ways = [*([whole] for whole in _wholes(text)), *(way.pieces for way in _divided(text))]
    keys = dict.fromkeys(tuple([spelled_out(piece) for piece in way]) for way in ways)
    found = [[number for key in way for number in runs(key)] for way in keys if all(way)]
    # Every sixth first: a false word spoils eleven runs in a row, so one of them is soon met.
    return [tuple(chain.from_iterable(numbers[first::6] for first in range(6))) for numbers in found]


def _places(piece: str, quelle: Quelle, excerpt: Excerpt = nowhere) -> Iterator[Span]:
    """Where a piece stands from word border to word border, with the same numbers."""
    needle = spelled_out(piece)
    at_hand = excerpt(needle)
    if at_hand < 0 and not quelle.may_hold([runs(needle)]):
        return
    source = quelle.read()
    if at_hand >= 0 and stands_once(source.repeats, needle):
        yield from _whole_at((at_hand,), piece, needle, source.key, source.strom.text)
    else:
        yield from _places_in(piece, needle, source.key, source.strom.text)


def _places_in(piece: str, needle: str, key: Key, text: str) -> Iterator[Span]:
    return _whole_at(occurrences(needle, key.text), piece, needle, key, text)


def _whole_at(places: Iterable[int], piece: str, needle: str, key: Key, text: str) -> Iterator[Span]:
    """Those of these places of a piece's letters at which its words stand."""
    for place in places:
        start, end = with_signs(*key.span(place, place + len(needle)), piece, text)
        source = text[start:end]
        if (
            is_whole(text, start, end)
            # The key of „1,5“ is that of „15“, and of „15 %“; the numbers are not the same.
            and (not DIGIT.search(source) or _has_numbers(source, piece))
            and not key.splits(place, place + len(needle))
            and same_spelling(piece, source)
            and same_stops(source, piece)
            and not _ends_elsewhere(source, piece)
            and _begins_lines(piece, place, key, text)
        ):
            # A quote that closes with the sentence has its full stop; a question is shown as one in any case.
            asked = END_OF_QUESTION.match(text, end)
            closing = piece.rstrip(AROUND)[-1:]
            has_stop = closing == "." and text[end : end + 1] == closing
            yield start, asked.end() if asked else end + has_stop


def _has_numbers(source: str, piece: str) -> bool:
    """Also a tag may end in „>“ before a number, and a hyphen may have lost its place: „Tempo -30-Zonen“."""
    told = signed_numbers(source)
    return (
        told == signed_numbers(piece)
        or told == signed_numbers(unwrapped(piece))
        or bool(COMPOUND.search(source) and told == signed_numbers(LOOSE_HYPHEN.sub("-", piece)))
    )


def same_stops(source: str, piece: str) -> bool:
    """„… im Tal. Nicht die Straße“ is not „… im Tal nicht. Die Straße“.

    A break of the line may stand for a stop: before a heading, or where a model set one.
    """
    if not NEGATOR.search(piece) and not NEGATOR.search(source):
        return True
    if not _same_negators(source, piece):
        return False
    printed, emitted = _beside_negators(source), _beside_negators(piece)
    if len(printed) != len(emitted):  # a hyphen that broke the word: there its letters decide alone
        return True
    return not any(_moves(one, two) for one, two in zip(printed, emitted, strict=True))


Beside = tuple[str, str]
"""Before and behind a negation: a stop, a comma, a break of the line or the text's own end, or nothing."""


def _moves(one: Beside, two: Beside) -> bool:
    """Is a stop on another side, or has a comma changed its side? One that is only lost is no matter."""
    if any(a != b and "." in (a, b) and "\n" not in (a, b) for a, b in zip(one, two, strict=True)):
        return True
    return (one, two) in ((("", ","), (",", "")), ((",", ""), ("", ",")))


def _beside_negators(text: str) -> list[Beside]:
    found = []
    for negator in NEGATOR.finditer(text):
        start, end = negator.span()
        before, behind = LAST_MARKS.search(text, max(0, start - 20), start), FIRST_MARKS.match(text, end)
        is_first, is_last = not before or not before.start(), not behind or behind.end() == len(text)
        found.append((_mark(before, is_first), _mark(behind, is_last)))
    return found


def _mark(marks: re.Match[str] | None, is_border: bool) -> str:
    between = marks[0] if marks else ""
    if is_border or "\n" in between:
        return "\n"
    return "." if STOP.search(between) else "," if "," in between else ""


BROKEN_WORD = re.compile(rf"[-‐¬]\s+(?=[a-zäöüß])|[{SOFT_HYPHEN}{ZERO_WIDTH}]")


def _same_negators(source: str, piece: str) -> bool:
    """„nicht Raucher“ is no „Nichtraucher“. Of a word with a hyphen nobody knows whether it is one."""
    least, most = _negators(source)
    fewest, many = _negators(piece)
    return fewest <= most and least <= many


def _negators(text: str) -> tuple[int, int]:
    """How many there are at least and at most."""
    counts = []
    for one in (text, BROKEN_WORD.sub("", text)):
        found = [match.span() for match in NEGATOR.finditer(one.replace("_", " "))]
        counts.append(len(found))
        beside = (one[max(0, start - 1) : start] + one[end : end + 1] for start, end in found)
        counts.append(sum("-" not in marks for marks in beside))
    return min(counts), max(counts)


SENTENCE_END = re.compile(r"[.!?][\W_]{0,4}?[ \xa0\n\t][\W_]{0,9}?(?=[A-ZÄÖÜ])")
LAST_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]+\Z")
ANY_MARK = re.compile(r"[.,:;!?–—•▪|()\[\]\n]|\s-\s|<")


def _ends_elsewhere(source: str, piece: str) -> bool:
    """Does a sentence of the quote end amid one of the source? Where that has a comma, a dash or a break of
    the line, a stop may stand for it."""
    if not INNER_STOP.search(piece):
        return False
    added = _sentence_ends(piece) - _sentence_ends(source)
    return any(not _is_marked_at(source, place) for place in added)


def loses_sentence_end(source: str, piece: str) -> bool:
    """Where two texts have the same letters: does a sentence of the source go on in the quote without any
    mark?"""
    if not INNER_STOP.search(source) or spelled_out(source) != spelled_out(piece):
        return False
    lost = _sentence_ends(source) - _sentence_ends(piece)
    return any(not _is_marked_at(piece, place) for place in lost)


def _sentence_ends(text: str) -> set[int]:
    """Behind how many letters. „bzw.“ and „2.“ end none."""
    ends = set()
    for found in SENTENCE_END.finditer(text):
        word = LAST_WORD.search(text, max(0, found.start() - 30), found.start())
        if word and len(word[0]) > 2 and word[0].lower() not in ABBREVIATIONS:
            ends.add(len(spelled_out(text[: found.start()])))
    return ends


def _is_marked_at(text: str, place: int) -> bool:
    """Stands any mark behind so many letters?"""
    key = folded_key(text)
    if not 0 < place < len(key.text):
        return True
    between = text[key.place(place - 1) + 1 : key.place(place)]
    return bool(ANY_MARK.search(between))


def with_signs(start: int, end: int, piece: str, text: str) -> Span:
    """With the minus before its first number and the „%“ behind its last one, which are no letters."""
    bare = piece.strip(AROUND)
    sign, unit = SIGN.search(text, max(0, start - 2), start), UNIT.match(text, end)
    has_sign = sign and text[start].isdigit() and SIGN_FIRST.match(bare)
    has_unit = unit and text[end - 1].isdigit() and bare.rstrip(").,;:!?" + AROUND).endswith(unit[1])
    return sign.start() if sign and has_sign else start, unit.end() if unit and has_unit else end


def _begins_lines(piece: str, place: int, key: Key, text: str) -> bool:
    """Where a line of the quote was numbered, the source begins one: „2. Mai“ is no „Mai“ amid a sentence."""
    if WAS_NUMBERED not in piece:
        return True
    lines = piece.split(WAS_NUMBERED)[:-1]
    for n in range(len(lines)):
        at = key.place(place + len(spelled_out("".join(lines[: n + 1]))))
        before = text[max(0, at - 12) : at]
        bare = before.rstrip(" \t\xa0\n„“\"'»*")
        # It stands amid a paragraph, behind no sentence and no mark of a list.
        if bare and "\n" not in before[len(bare) :] and not BEFORE_LINE.search(bare):
            return False
    return True


def find_in(words: str, passage: str) -> tuple[Span, ...]:
    """Where words first stand in one passage, word for word, with ellipses where they have some; or nowhere.

    >>> find_in("„die Bahn … fährt wieder“", "Wir wollen, dass die Bahn im Tal täglich fährt wieder.")
    ((17, 25), (42, 54))
    """
    key = folded_key(passage)
    for whole in _wholes(words):
        if place := next(_places_in(whole, spelled_out(whole), key, passage), None):
            return (place,)
    for way in _divided(words):
        places = [list(_places_in(piece, spelled_out(piece), key, passage)) for piece in way.pieces]
        if chain := next(iter(_chains(places, passage, way.put_in)), None):
            return chain
    return ()


def is_whole(text: str, start: int, end: int) -> bool:
    """„öffentlich“ does not stand in „nichtöffentlich“ or „nicht-öffentlich“, „3“ not in „3,5“ or „3 %“, and
    „15 Prozent“ not in „10 bis 15 Prozent“."""
    before, behind = text[max(0, start - 3) : start], text[end : end + 3]
    return not (
        WORD_GOES_ON.match(before[::-1])
        or WORD_GOES_ON.match(behind)
        or (text[start].isdigit() and _begins_amid_number(text, start))
        or (text[end - 1].isdigit() and _ends_amid_number(text, end))
        or cuts_unit(text, end)
        or cuts_range(text, start, end)
    )


def _begins_amid_number(text: str, start: int) -> bool:
    before = text[max(0, start - 8) : start]
    is_group = FIRST_GROUP.match(text, start) and GROUP_BEFORE.search(before)
    return bool(is_group or NUMBER_BEFORE.search(before))


def _ends_amid_number(text: str, end: int) -> bool:
    is_group = GROUP_BEHIND.match(text, end) and LAST_GROUP.search(text[max(0, end - 8) : end])
    return bool(is_group or NUMBER_BEHIND.match(text, end))


def _chains(
    places: Sequence[Sequence[Span]], text: str, put_in: Sequence[bool] = ()
) -> list[tuple[Span, ...]]:
    """For every place of the first part the nearest place of the next one from which the rest is reached.

    Parts with no letter between them are one: there an ellipsis leaves nothing out.
    """
    tails: dict[Span, tuple[Span, ...]] = {span: (span,) for span in places[-1]}
    for number, earlier in reversed(list(enumerate(places[:-1]))):
        is_put_in = number < len(put_in) and put_in[number]
        known = list(tails)  # in the order of the text
        reached: dict[Span, tuple[Span, ...]] = {}
        for span in earlier:
            place = bisect_left(known, (span[1],))
            if place < len(known) and known[place][0] - span[1] <= MAX_GAP:
                if not is_put_in or _may_be_replaced(text[span[1] : known[place][0]]):
                    reached[span] = (span, *tails[known[place]])
        tails = reached
    return [_without_empty_gaps(spans, text) for spans in tails.values()]


def _may_be_replaced(gap: str) -> bool:
    """For „sie“ a quoter may put in „[die SPD]“; for „den Ausbau“ nothing."""
    told = WORD.findall(gap.lower())
    is_small = len(told) <= MOST_REPLACED and all(word in STOP_WORDS or word in FILLERS for word in told)
    return is_small and not TURNS_SENSE.search(gap) and not STOP.search(gap)


def _without_empty_gaps(spans: Sequence[Span], text: str) -> tuple[Span, ...]:
    found = [spans[0]]
    for start, end in spans[1:]:
        if letters(text[found[-1][1] : start]):
            found.append((start, end))
        else:
            found[-1] = found[-1][0], end
    return tuple(found)


def border_letters(text: str) -> set[str]:
    """First and last letters of a quote and its parts: one of them lies in every passage it runs into.

    None of them for a long quote, which may hold a whole passage.
    """
    ways = (_wholes(text), parts(unwrapped(text)), *(way.pieces for way in _divided(text)))
    keys = [spelled_out(piece) for way in ways for piece in way]
    if len(keys[0]) > LONG:
        return set()
    return {border for key in keys for border in (key[:MIN_LETTERS], key[-MIN_LETTERS:]) if border}


def united(spans: Iterable[Span]) -> list[Span]:
    """Those that overlap as one; an address may name the whole text two hundred times."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((start, end))
    return found


def overlaps(fund: Fund, ranges: Sequence[Span]) -> bool:
    """Does the quote lie in one of these ranges, or run from one into its neighbour?"""
    text = fund.quelle.strom.text
    for start, end in fund.spans:
        if any(low <= start < end <= high for low, high in ranges):
            return True
        wanted = min(MIN_LETTERS, len(letters(text[start:end])))
        for low, high in ranges:
            shared = text[max(start, low) : min(end, high)]
            if shared and len(letters(shared)) >= wanted:
                return True
    return False
