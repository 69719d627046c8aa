"""Does a programme's text layer say what is printed? Lines of it against what is drawn at their places.

A text layer is somebody's claim: a converter that knows no umlauts writes „Fur private lnvestoren“, and
nothing in the file tells. So lines spread over the file are read off the drawn pages; where one disagrees,
more of its page; where pages do, every page. What is not believed is recognised (`read_pages(distrusted=…)`).
"""

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from rapidfuzz.distance import Levenshtein

from core.atomic_files import write_whole
from core.german.folding import letters
from core.programme import ocr
from core.programme.nameless import plausible
from core.programme.pdf import Box
from core.programme.pdf_processes import PdfDocument, open_pdf
from core.programme.textstrom import Textstrom

LINES = 24
"""Of the whole file at first: as many as one picture holds, in 0.7 to 1.5 s of computing."""

ODD = 8
"""Of these, lines with the least German words: where a ligature has a wrong name („otene“, „PSege“), those
are the words it spoils (fdp-braunschweig-2026: four of the five least German)."""

ODD_PAGES = 2
"""On so many pages such a line is drawn otherwise, the same at a second look, in a bad file."""

LINES_PER_PAGE = 4
"""Of every page, once one is found to be bad."""

MOST_LINES = 800
"""In all, then: at 0.05 s a line within the time that a file may be read in."""

MANY_PAGES = 10
"""So many bad pages, and no page is believed."""

MIN_LETTERS = 25
TOLERANCE = 1
"""Letters in which a line may differ. Of 600 lines of 26 good programmes 3 differ in more, and those hold
leader dots or a mark in the margin; of a layer without umlauts half of them do."""

FEW = 3
"""So many of the first lines may differ within the tolerance; of a good file up to 5 do, where small marks
stand in the margin, and looking at their pages clears it."""

BAD_SHARE = 0.15
"""From this share of disagreeing lines on a page's layer is not believed."""


@dataclass(frozen=True, slots=True)
class Druckbefund:
    """What came of comparing the text layer of a file with its print.

    `datei`: the content that was compared; `engine`: the Tesseract that did, empty where there is none.
    `seiten`: pages whose layer is not believed. `verdacht`: why the file was doubted before it was compared.
    """

    datei: str
    engine: str
    zeilen: int = 0
    abweichend: int = 0
    seiten: tuple[int, ...] = ()
    verdacht: tuple[str, ...] = ()

    def version(self) -> str:
        """Names the reading of the file that follows from it; one that believes the layer is the file's."""
        if not self.seiten:
            return self.datei
        digest = sha256(f"{self.engine} {ocr.DPI} {self.seiten}".encode()).hexdigest()
        return f"{self.datei}-{digest[:8]}"


BEFUND = TypeAdapter(Druckbefund)


def file_version(version: str) -> str:
    """The content of the PDF that a reading is one of."""
    return version.partition("-")[0]


def check_print(path: Path, strom: Textstrom, datei: str, verdacht: Sequence[str] = ()) -> Druckbefund:
    """Compare. Without Tesseract no suspect is believed."""
    engine = ocr.engine()
    lines = list(_lines(strom)) if engine else []
    if not engine or (verdacht and not lines):
        every = tuple(seite.nummer for seite in strom.seiten)
        return Druckbefund(datei, engine, seiten=every if verdacht else (), verdacht=tuple(verdacht))
    with open_pdf(path) as document:
        comparison = _Comparison(document, lines)
        bad = comparison.bad_pages(is_suspect=bool(verdacht))
    compared, differing = len(comparison.distance), sum(d > TOLERANCE for d in comparison.distance.values())
    return Druckbefund(datei, engine, compared, differing, tuple(sorted(bad)), tuple(verdacht))


@dataclass(frozen=True, slots=True)
class _Line:
    page: int
    box: Box
    letters: str
    words: Sequence[str]
    """Its longer words, whole ones: not the first and the last, which may be halves."""


class _Comparison:
    """Reads off only the lines that are asked for, and none twice."""

    def __init__(self, document: PdfDocument, lines: Sequence[_Line]) -> None:
        self.document, self.lines = document, lines
        self.pages = set(range(1, document.page_count + 1))
        self.distance: dict[int, int] = {}
        self.drawn: dict[int, str] = {}
        self.of_page: dict[int, list[int]] = {}
        for index, line in enumerate(lines):
            self.of_page.setdefault(line.page, []).append(index)

    def bad_pages(self, is_suspect: bool) -> set[int]:
        odd = self._least_german()
        first = _spread([i for i in range(len(self.lines)) if i not in odd], LINES - len(odd))
        self._compare([*first, *odd])
        if len({self.lines[i].page for i in self._seen_twice(odd)}) >= ODD_PAGES:
            return self.pages
        first += odd
        differing = [i for i in first if self.distance[i]]
        wrong = [i for i in differing if self.distance[i] > TOLERANCE]
        if not is_suspect and not wrong and len(differing) <= FEW:
            return set()
        if len(wrong) > BAD_SHARE * len(first) and len({self.lines[i].page for i in wrong}) > 2:
            return self.pages
        doubted = {self.lines[i].page for i in (wrong if len(differing) <= FEW else differing)}
        bad = {page for page in doubted if self._is_bad(page)}
        each = max(1, min(LINES_PER_PAGE, MOST_LINES // max(1, len(self.of_page))))
        for page in sorted(self.of_page.keys() - bad) if bad or is_suspect else ():
            if len(bad) >= MANY_PAGES:
                return self.pages
            some = _spread(self.of_page[page], each)
            self._compare(some)
            if any(self.distance[i] > TOLERANCE for i in some) and self._is_bad(page):
                bad.add(page)
        return bad

    def _least_german(self) -> list[int]:
        """The lines with the words that look least like German ones, where each stands first and last."""
        first: dict[str, int] = {}
        last: dict[str, int] = {}
        for index, line in enumerate(self.lines):
            for word in line.words:
                first.setdefault(word, index)
                last[word] = index
        ranked = sorted(first, key=lambda word: plausible(word.replace("ß", "ss")) / len(word))[:ODD]
        return list(dict.fromkeys(index for word in ranked for index in (first[word], last[word])))[:ODD]

    def _seen_twice(self, indices: Sequence[int]) -> list[int]:
        """Those that are drawn otherwise, and the same at a second look from further away."""
        wrong = [i for i in indices if self.distance[i]]
        places: list[tuple[int, Box]] = []
        for line in (self.lines[i] for i in wrong):
            x0, y0, x1, y1 = line.box
            more = (y1 - y0) / 16  # of paper around, so that the letters are drawn smaller
            places.append((line.page, (x0, y0 - more, x1, y1 + more)))
        again = ocr.drawn_lines(self.document, places)
        return [i for i, seen in zip(wrong, again, strict=True) if letters(seen.text) == self.drawn[i]]

    def _is_bad(self, page: int) -> bool:
        indices = _spread(self.of_page[page], LINES)
        self._compare(indices)
        return sum(self.distance[i] > TOLERANCE for i in indices) > BAD_SHARE * len(indices)

    def _compare(self, indices: Sequence[int]) -> None:
        new = [i for i in indices if i not in self.distance]
        drawn = ocr.drawn_lines(self.document, [(self.lines[i].page, self.lines[i].box) for i in new])
        for i, line in zip(new, drawn, strict=True):
            self.drawn[i] = letters(line.text)
            self.distance[i] = Levenshtein.distance(self.lines[i].letters, self.drawn[i])


def _spread(indices: Sequence[int], count: int) -> list[int]:
    """So many of them, evenly: the same for every run."""
    if len(indices) <= count:
        return list(indices)
    return [indices[(2 * n + 1) * len(indices) // (2 * count)] for n in range(count)]


def _lines(strom: Textstrom) -> Iterator[_Line]:
    """The printed lines of the prose, as the stream has them, where its page was not recognised anyway."""
    scanned = {seite.nummer for seite in strom.seiten if seite.ocr}
    page, box = strom.seiten_nr, strom.boxes
    for teil in strom.absaetze:
        if not teil.art.is_prose:
            continue
        words = [  # a bullet is drawn, and read as some letter
            i
            for i in strom.words_in(teil.start, teil.end)
            if any(map(str.isalnum, strom.text[strom.starts[i] : strom.ends[i]]))
        ]
        for line in _rows(strom, words):
            if int(page[line[0]]) in scanned:
                continue
            x0, y0, x1, y1 = (box[line, i] for i in range(4))
            around = float(x0.min()), float(y0.min()), float(x1.max()), float(y1.max())
            text = strom.text[strom.starts[line[0]] : strom.ends[line[-1]]]
            key = letters(text)
            if len(key) >= MIN_LETTERS:
                inner = (word.strip(PUNCTUATION) for word in text.split()[1:-1])
                whole = tuple(word for word in inner if len(word) >= LONG and word.isalpha())
                yield _Line(int(page[line[0]]), around, key, whole)


PUNCTUATION = '.,;:!?()[]„“”"»«–…/'
LONG = 5


def _rows(strom: Textstrom, words: Sequence[int]) -> Iterator[list[int]]:
    """The words line by line."""
    row: list[int] = []
    for word in words:
        if row:
            a, b = strom.boxes[row[-1]], strom.boxes[word]
            height = max(a[3] - a[1], 1.0)
            is_apart = abs(a[1] + a[3] - b[1] - b[3]) > height or b[0] > a[2] + 2 * height
            if strom.seiten_nr[word] != strom.seiten_nr[row[-1]] or b[0] < a[0] or is_apart:
                yield row
                row = []
        row.append(word)
    if row:
        yield row


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


# --- kept on disk, beside the stream ------------------------------------------------------------------------


def befund_path(folder: Path, programm_id: str) -> Path:
    return folder / f"{programm_id}.druck.json"


def save_befund(folder: Path, programm_id: str, befund: Druckbefund) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(befund_path(folder, programm_id), json.dumps(asdict(befund), ensure_ascii=False).encode())


def load_befund(folder: Path, programm_id: str, datei: str) -> Druckbefund | None:
    """What was found of exactly this content; not without Tesseract where there is one now."""
    befund = _read_befund(befund_path(folder, programm_id))
    if befund and befund.datei == datei and (befund.engine or not ocr.engine()):
        return befund
    return None


def befunde(folder: Path) -> dict[str, Druckbefund]:
    """Programm → what its print said."""
    read = {path.name.split(".")[0]: _read_befund(path) for path in folder.glob("*.druck.json")}
    return {programm_id: befund for programm_id, befund in read.items() if befund}


def _read_befund(path: Path) -> Druckbefund | None:
    """None where there is none, or a damaged one: then the print is compared anew."""
    with suppress(FileNotFoundError, ValidationError):
        return BEFUND.validate_json(path.read_bytes())
    return None
