"""Does a programme's text layer say what is printed? Lines of it against what is drawn at their places.

A text layer is somebody's claim: a converter that knows no umlauts writes „Fur private lnvestoren“, and
nothing in the file tells. So lines spread over the file are read off the drawn pages; where one disagrees,
more of its page; where pages do, every page. What is not believed is recognised (`read_pages(distrusted=…)`).
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import numpy as np

from core.wortlaut.reading import ocr, tesseract
from core.wortlaut.reading.glyph_cover import Glyph, Glyphs, Piece, cover, is_digit, is_known, piece_of, rows
from core.wortlaut.reading.mupdf import PdfDocument, open_pdf
from core.wortlaut.reading.nameless import plausible
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.reading.word_differences import Difference, confirmed, differences
from core.wortlaut.records import Box

Item = TypeVar("Item")

LINES = 8
"""Of the whole file at first, spread evenly: enough to find a layer that is bad on most of its pages."""

ODD = 8
"""And so many with the least German words: where a ligature has a wrong name („otene“, „PSege“), those
are the words it spoils."""

ODD_PAGES = 2
"""On so many pages such a line is drawn otherwise, the same at a second look, in a bad file."""

LINES_PER_PAGE = 4
"""Of every page, once one is found to be bad."""

LINES_OF_A_PAGE = 24
"""Of one that is doubted."""

MOST_LINES = 800
"""In all, then: at 0.05 s a line within the time that a file may be read in."""

MANY_PAGES = 10
"""So many bad pages, and no page is believed."""

MIN_LETTERS = 25

TOLERANCE = 1
"""Letters in which a line of a suspect may differ. Of 600 lines of 26 good programmes 3 differ in more, and
those hold leader dots or a mark in the margin; of a layer without umlauts half of them do."""

BETTER = 1.0
"""By so much, in log probability, a word must be better German as it is drawn than as the layer has it."""

BAD_SHARE = 0.15
"""From this share of lines that are drawn otherwise on a page's layer is not believed."""

SURE = 90.0
"""Of a digit's word, beside what the other places of its glyph tell: Tesseract reads a slanted 1 as 7 with 42
to 80 (gruene-bund-2013, linke-bund-2021), the same twice."""

MOST_PIECES = 600
"""Of lines, to see every glyph. Pages with others are not believed."""

ROUNDS = 4
"""Of looks for glyphs not yet seen: the first piece with a digit may be a line of the contents, ill read."""

AGAIN, AGAIN_PAGES = 6, 4
"""So many more pieces with a glyph that is seen otherwise are looked at, on so many pages."""


@dataclass(frozen=True, slots=True)
class Druckbefund:
    """What came of comparing the text layer of a file with its print.

    `datei`: the content that was compared; `engine`: the Tesseract that did, empty where there is none.
    `zeichen`: how many letters and digits, of each font its own, were seen. `seiten`: pages whose layer is
    not believed; `gesperrt`: of these the ones that could not be recognised, so that nothing on them is
    quoted, and `grund` why. `verdacht`: why the file was doubted before it was compared. `ungesehen`: words
    (page and box) of the other pages, with a letter or digit that no look could read as what the layer says.
    """

    datei: str
    engine: str
    zeilen: int = 0
    abweichend: int = 0
    seiten: tuple[int, ...] = ()
    verdacht: tuple[str, ...] = ()
    zeichen: int = 0
    gesperrt: tuple[int, ...] = ()
    grund: str = ""
    ungesehen: tuple[tuple[int, Box], ...] = field(kw_only=True)  # a Befund stored without is made anew

    def version(self) -> str:
        """Names the reading of the file that follows from it; one that believes the layer is the file's."""
        if not self.seiten:
            return self.datei
        digest = sha256(f"{self.engine} {ocr.DPI} {self.seiten} {self.gesperrt}".encode()).hexdigest()
        return f"{self.datei}-{digest[:8]}"


def file_version(version: str) -> str:
    """The content of the PDF that a reading is one of."""
    return version.partition("-")[0]


def check_print(
    path: Path,
    strom: Textstrom,
    datei: str,
    verdacht: Sequence[str] = (),
    pages: Collection[int] | None = None,
) -> Druckbefund:
    """Compare. Without Tesseract no suspect is believed.

    `pages`: only of these anything is to be known, since nothing else is quoted. Their own lines are read,
    and each letter and digit on them; where one of their lines is drawn otherwise, or the file is a suspect,
    all of the file is compared.
    """
    engine = tesseract.engine()
    every = tuple(seite.nummer for seite in strom.seiten)
    asked = set(every if verdacht or pages is None else pages)
    lines = list(_lines(strom, asked)) if engine else []
    if not engine or (verdacht and not lines):
        return Druckbefund(
            datei, engine, seiten=every if verdacht else (), verdacht=tuple(verdacht), ungesehen=()
        )
    with open_pdf(path) as document:
        comparison = _Comparison(document, strom, lines, asked)
        bad = comparison.bad_pages(is_suspect=bool(verdacht))
        if len(asked) < len(every) and (bad or any(seen.is_wrong for seen in comparison.seen.values())):
            comparison = _Comparison(document, strom, list(_lines(strom, every)), set(every))
            bad = comparison.bad_pages(is_suspect=False)
        unseen = tuple(comparison.unseen_words(bad))
    return Druckbefund(
        datei,
        engine,
        len(comparison.seen),
        sum(seen.is_wrong for seen in comparison.seen.values()),
        tuple(sorted(bad)),
        tuple(verdacht),
        comparison.glyphs_seen,
        ungesehen=unseen,
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """What differs in a piece at two looks; how sure both were; which letters were seen as themselves at the
    first, and how many were not."""

    differences: tuple[Difference, ...] = ()
    sure: float = 100.0
    confirmed: frozenset[int] = frozenset()
    apart: int = 0

    @property
    def is_wrong(self) -> bool:
        """Is it drawn as better German, or surely with another digit?"""
        is_sure = self.sure >= SURE
        return any(one.gain > BETTER or (is_sure and one.has_other_digit) for one in self.differences)

    @property
    def has_other_digit(self) -> bool:
        return self.sure >= SURE and any(one.has_other_digit for one in self.differences)


class _Comparison:
    """Reads off only the pieces that are asked for, and none twice. `asked`: of which pages to tell."""

    def __init__(
        self, document: PdfDocument, strom: Textstrom, lines: Sequence[Piece], asked: Collection[int]
    ) -> None:
        self.document, self.strom, self.lines = document, strom, lines
        self.glyphs = Glyphs(document)
        self.layered = {seite.nummer for seite in strom.seiten if not seite.ocr}
        self.pages = self.layered & set(asked)
        self.seen: dict[Piece, _Seen] = {}
        self.is_suspect = False
        self.glyphs_seen = 0
        self.unseen: set[Glyph] = set()
        self.of_page: dict[int, list[Piece]] = {}
        for line in lines:
            self.of_page.setdefault(line.page, []).append(line)

    def is_wrong(self, piece: Piece) -> bool:
        """Of a suspect it is enough that the print does not agree."""
        seen = self.seen[piece]
        return seen.is_wrong or (self.is_suspect and seen.apart > TOLERANCE)

    def bad_pages(self, is_suspect: bool) -> set[int]:
        self.is_suspect = is_suspect
        odd = self._least_german()
        first = list(dict.fromkeys([*_spread(self.lines, LINES), *odd]))
        self._compare(first)
        wrong = [piece for piece in first if self.is_wrong(piece)]
        is_odd = len({piece.page for piece in wrong if piece in odd}) >= ODD_PAGES
        if is_odd or (
            len(wrong) > BAD_SHARE * len(first) and len({piece.page for piece in wrong}) > ODD_PAGES
        ):
            return self.pages
        bad = self._pages_of_wrong_glyphs()
        doubted = {piece.page for piece in self.seen if self.is_wrong(piece)} - bad
        more = {page for page in doubted if self._is_bad(page)}
        each = max(1, min(LINES_PER_PAGE, MOST_LINES // max(1, len(self.of_page))))
        for page in sorted(self.of_page.keys() - bad - more) if more or is_suspect else ():
            if len(more) >= MANY_PAGES:
                return self.pages
            some = _spread(self.of_page[page], each)
            self._compare(some)
            if any(self.is_wrong(piece) for piece in some) and self._is_bad(page):
                more.add(page)
        return bad | more

    def _least_german(self) -> list[Piece]:
        """The lines with the words that look least like German ones, where each stands first and last."""
        first: dict[str, Piece] = {}
        last: dict[str, Piece] = {}
        for line in self.lines:
            for word in line.words[1:-1]:  # the first and the last may be halves
                bare = word.strip(PUNCTUATION)
                if len(bare) >= LONG and bare.isalpha():
                    first.setdefault(bare, line)
                    last[bare] = line
        ranked = sorted(first, key=lambda word: plausible(word.replace("ß", "ss")) / len(word))[:ODD]
        return list(dict.fromkeys(line for word in ranked for line in (first[word], last[word])))[:ODD]

    def _is_bad(self, page: int) -> bool:
        lines = _spread(self.of_page.get(page, []), LINES_OF_A_PAGE)
        self._compare(lines)
        if any(seen.has_other_digit for piece, seen in self.seen.items() if piece.page == page):
            return True
        return sum(self.is_wrong(line) for line in lines) > BAD_SHARE * len(lines)

    # --- each glyph of each font ----------------------------------------------------------------------------

    def _pages_of_wrong_glyphs(self) -> set[int]:
        """The pages on which a font draws something else than the layer says, or too much to look at."""
        glyphs = self.glyphs
        pieces = [piece for page in glyphs.covering(self.pages) for piece in glyphs.pieces(self.strom, page)]
        wanted = {glyph for glyph in glyphs.on(self.pages) if is_known(glyph[2])}
        shown: set[Glyph] = set()
        for again in range(ROUNDS):  # again where a picture or a narrow piece was in the way
            if again:
                pieces += self._elsewhere(glyphs, wanted - shown)
            room = MOST_PIECES - len(self.seen)
            self._compare(cover([piece for piece in pieces if piece not in self.seen], wanted - shown)[:room])
            shown = {
                glyph
                for piece, seen in self.seen.items()
                for place, glyph in enumerate(piece.glyphs)
                if glyph and place in seen.confirmed
            }
        self.glyphs_seen = len(shown)
        self.unseen = wanted - shown
        doubted = {
            glyph: None
            for piece, seen in list(self.seen.items())
            for one in seen.differences
            for change in one.changes
            for glyph in piece.glyphs[change.start : change.end]
            if glyph and (one.gain > 0 or one.has_other_digit)
        }
        wrong = {glyph for glyph in doubted if self._is_wrong_glyph(glyph, glyphs, pieces)}
        left = self.unseen if len(self.seen) >= MOST_PIECES else ()
        return glyphs.pages_with([*glyphs.alike(wrong, self.pages), *left], self.pages)

    def _elsewhere(self, glyphs: Glyphs, wanted: set[Glyph]) -> list[Piece]:
        """What stands on other pages that have these."""
        pages = {
            page
            for glyph in wanted
            for page in _spread(sorted(glyphs.pages_with([glyph], self.layered)), AGAIN_PAGES)
        }
        return [piece for page in sorted(pages) for piece in glyphs.pieces(self.strom, page)]

    def _is_wrong_glyph(self, glyph: Glyph, glyphs: Glyphs, pieces: Sequence[Piece]) -> bool:
        """Is it seen as one other letter or digit more often than as itself, and the words no worse?"""
        pages = _spread(sorted(glyphs.pages_with([glyph], self.layered)), AGAIN_PAGES)
        more = (piece for page in pages for piece in glyphs.pieces(self.strom, page))
        places = list(dict.fromkeys(piece for piece in (*pieces, *more) if glyph in piece.glyphs))
        self._compare(_spread([piece for piece in places if not piece.is_short] or places, AGAIN))
        shown: Counter[str] = Counter()
        gain = right = 0.0
        for piece in places:
            if (seen := self.seen.get(piece)) is None:
                continue
            right += sum(g == glyph and i in seen.confirmed for i, g in enumerate(piece.glyphs))
            for one in seen.differences:
                changes = [
                    change for change in one.changes if glyph in piece.glyphs[change.start : change.end]
                ]
                shown.update(change.seen for change in changes)
                gain += one.gain if changes else 0
        ((other, count),) = shown.most_common(1) or [("", 0)]
        is_other_digit = (
            is_digit(glyph) and other.isdecimal() and len(other) == 1
        )  # „06)“ for an 8 is no digit
        return bool(other) and count > right and (is_other_digit or gain > 0)

    def unseen_words(self, bad: set[int]) -> Iterator[tuple[int, Box]]:
        """Where words with a glyph are that was never seen as itself, on pages that are believed."""
        for page in sorted(self.glyphs.pages_with(self.unseen, self.pages - bad)):
            for word in self.glyphs.words_with(self.strom, page, self.unseen):
                x0, y0, x1, y1 = np.round(self.strom.boxes[word].astype(float), 1).tolist()
                yield page, (x0, y0, x1, y1)

    # --- looking --------------------------------------------------------------------------------------------

    def _compare(self, pieces: Sequence[Piece]) -> None:
        """What differs at both of two looks, the second from further away."""
        new = [piece for piece in dict.fromkeys(pieces) if piece not in self.seen]
        drawn = ocr.drawn_lines(self.document, [(piece.page, piece.box) for piece in new])
        differing = {}
        for piece, line in zip(new, drawn, strict=True):
            self.seen[piece] = _Seen(confirmed=confirmed(piece.words, line.text))
            if found := differences(piece.words, line.text):
                differing[piece] = found, line.sure
        again = ocr.drawn_lines(self.document, [(piece.page, _wider(piece.box)) for piece in differing])
        for (piece, (found, sure)), line in zip(differing.items(), again, strict=True):
            same = {(one.word, one.seen) for one in differences(piece.words, line.text)}
            both = tuple(one for one in found if (one.word, one.seen) in same)
            apart = sum(max(len(c.claimed), len(c.seen)) for one in found for c in one.changes)
            self.seen[piece] = _Seen(both, min(sure, line.sure), self.seen[piece].confirmed, apart)


def _wider(box: Box) -> Box:
    """With more paper around, so that the letters are drawn smaller."""
    x0, y0, x1, y1 = box
    more = (y1 - y0) / 16
    return x0, y0 - more, x1, y1 + more


def _spread(items: Sequence[Item], count: int) -> list[Item]:
    """So many of them, evenly: the same for every run."""
    if len(items) <= count:
        return list(items)
    return [items[(2 * n + 1) * len(items) // (2 * count)] for n in range(count)]


def _lines(strom: Textstrom, pages: Collection[int]) -> Iterator[Piece]:
    """The printed lines of the prose of these pages, as the stream has them, but of recognised ones."""
    layered = {seite.nummer for seite in strom.seiten if not seite.ocr}.intersection(pages)
    for teil in strom.absaetze:
        if teil.art.is_prose and not layered.isdisjoint(strom.pages_of(teil.start, teil.end)):
            for row in rows(strom, strom.words_in(teil.start, teil.end)):
                if int(strom.seiten_nr[row[0]]) not in layered:
                    continue
                line = piece_of(strom, row)
                if len(line.glyphs) >= MIN_LETTERS:
                    yield line


PUNCTUATION = '.,;:!?()[]„“”"»«–…/'
LONG = 5


# --- signs of a bad text layer that cost nothing ------------------------------------------------------------

UMLAUTS = 0.012
"""The share of letters that are ä, ö, ü or ß: 1.6 to 2.2 % in 35 programmes, none in the bad layer."""

MIN_TEXT = 2000
"""Letters from which on shares tell something."""

NAMELESS = 0.002
UNNAMED = re.compile(r"(?<=[^\W\d_])[\ufffd\ue000-\uf8ff]|[\ufffd\ue000-\uf8ff](?=[^\W\d_])")
"""A letter without a name within a word; alone it is a bullet, in a row leader dots."""

MISREAD = re.compile(
    r"\b[l|][bcdfghjkmnpqrstvwxz][a-zäöüß]|[a-zäöüß][A-HJ-ZÄÖÜ][a-zäöüß]|[a-zäöüß][01|][a-zäöüß]"
)
"""„lnvestoren“, „fUr“, „d1e“: what recognisers make of I, ü and i. „Innen“ within a word is wanted."""

MISREAD_SHARE = 0.003


def signs(path: Path, strom: Textstrom) -> list[str]:
    """Why the text layer of a file is to be doubted; empty for a good one."""
    text = " ".join(strom.text[teil.start : teil.end] for teil in strom.absaetze if teil.art.is_prose)
    count = sum(map(str.isalpha, text))
    if all(seite.ocr for seite in strom.seiten):
        return []
    found = []
    if _is_hidden(path):
        found.append("unsichtbarer Text über einem Bild")
    nameless = sum(1 for _ in UNNAMED.finditer(text))
    if nameless > NAMELESS * count or strom.ohne_unicode > count:
        found.append("Zeichen ohne Namen")
    if count >= MIN_TEXT and sum(letter in "äöüßÄÖÜ" for letter in text) < UMLAUTS * count:
        found.append("zu wenige Umlaute")
    if count >= MIN_TEXT and sum(1 for _ in MISREAD.finditer(text)) > MISREAD_SHARE * text.count(" "):
        found.append("Wörter wie von einer Texterkennung")
    return found


def _is_hidden(path: Path) -> bool:
    """Is the text of any of five pages drawn invisibly, as over the picture of a scan?"""
    with open_pdf(path) as document:
        return any(
            (spans := document[page].get_texttrace()) and all(span["type"] == 3 for span in spans)
            for page in _spread(range(document.page_count), 5)
        )


# --- what follows of it for quoting -------------------------------------------------------------------------


def unquotable(strom: Textstrom, befund: Druckbefund | None, is_reread: bool) -> Textstrom:
    """With what its print does not confirm marked; `is_reread`: its bad pages are recognised ones."""
    every = {seite.nummer for seite in strom.seiten}
    barred = every if befund is None else set() if is_reread else set(befund.seiten)
    words = set(_words_at(strom, befund.ungesehen)) if befund else set()
    spans = [span for teil in strom.absaetze for span in strom.sentences_of(teil)] if barred or words else []
    spans = [
        span
        for span in spans
        if not words.isdisjoint(strom.words_in(*span)) or barred.intersection(strom.pages_of(*span))
    ]
    return replace(strom, unsicher=tuple(sorted({*strom.unsicher, *spans})))


def _words_at(strom: Textstrom, places: Sequence[tuple[int, Box]]) -> Iterator[int]:
    """The words whose middle lies in one of these boxes on its page."""
    of_page: dict[int, list[Box]] = {}
    for page, box in places:
        of_page.setdefault(page, []).append(box)
    for page, boxes in of_page.items():
        words = np.flatnonzero(strom.seiten_nr == page)
        x, y = (strom.boxes[words, i] / 2 + strom.boxes[words, i + 2] / 2 for i in (0, 1))
        x0, y0, x1, y1 = np.array(boxes).T[:, :, None]
        yield from words[((x0 <= x) & (x <= x1) & (y0 <= y) & (y <= y1)).any(axis=0)].tolist()
