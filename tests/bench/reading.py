"""How rightly programmes are read: against the PDF's own blocks, hand-cleaned texts and the raw words."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

from core.wortlaut.binding.exact_match import find
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import letters
from core.wortlaut.reading import running_heads
from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from core.wortlaut.reading.pdf import read_pages
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Programm, Typ
from tests.bench.figures import Figure
from tests.conftest import KORPUS

DEMO = Path(__file__).parents[2] / "data" / "demo" / "pdf"

CLEANED = ("afd-bund-2021", "cdu-bund-2021", "gruene-bund-2021")

SHORTEST = 40
"""Letters of a sentence that is looked for; shorter ones stand in more than one place."""

INVISIBLE = re.compile(r"[\xad\u200b-\u200f\u2060\ufeff]")
UNNAMED = re.compile(r"[\ufffd\ue000-\uf8ff\u0370-\u04ff]")
LEADER = re.compile(r"[.·…_\ufffd\x07\x08]{4,}|\s\d{1,3}\s*$")


@dataclass(frozen=True, slots=True)
class Reading:
    """One file: the PDF's own sentences, those of them that our stream tears, words lost and doubled."""

    name: str
    sentences: int
    torn: list[tuple[int, str]]
    words: int
    lost: Counter[str]
    doubled: Counter[str]
    raw_seconds: float
    seconds: float
    unnamed: int


def measure() -> list[Figure]:
    readings = [_read(path) for path in files()]
    total, torn = sum(r.sentences for r in readings), sum(len(r.torn) for r in readings)
    return [
        *(
            Figure(
                f"own sentences contiguous: {r.name}",
                _share(r.sentences - len(r.torn), r.sentences),
                "%",
                "≥ 99.5",
            )
            for r in readings
        ),
        Figure(f"own sentences contiguous: all {total}", _share(total - torn, total), "%", "≥ 99.9"),
        *(
            Figure(
                f"words read twice or lost: {r.name}",
                100 * (r.lost.total() + r.doubled.total()) / max(r.words, 1),
                "%",
                "≤ 0.05",
            )
            for r in readings
        ),
        Figure("letters without a name left in the streams", sum(r.unnamed for r in readings), ""),
        *(figure for name in CLEANED for figure in _cleaned(name)),
        Figure(
            "reading to the text stream, as a multiple of the raw words of the same files",
            sum(r.seconds for r in readings) / sum(r.raw_seconds for r in readings),
            "×",
        ),
    ]


def files() -> list[Path]:
    if not KORPUS.exists():
        return sorted(DEMO.glob("*.pdf"))
    files = [*sorted((KORPUS / "programme").glob("*.pdf")), *sorted((KORPUS / "sonderfaelle").glob("*.pdf"))]
    return [path for path in files if "scan-ohne-text" not in path.name]


def _share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def _read(path: Path) -> Reading:
    start = time.process_time()
    with open_pdf(path) as document:
        for page in document:
            page.get_text("words", flags=pymupdf().TEXT_MEDIABOX_CLIP)
    raw_seconds = time.process_time() - start
    start = time.process_time()
    strom = read_strom(path)
    seconds = time.process_time() - start
    ours = letters(strom.text)
    own = list(own_sentences(path))
    lost, doubled, words = _words_against_raw(path, strom)
    torn = [(page, text) for page, text in own if letters(text) not in ours]
    return Reading(
        path.stem, len(own), torn, words, lost, doubled, raw_seconds, seconds, strom.text.count("\ufffd")
    )


# --- sentences of the PDF's own blocks ----------------------------------------------------------------------


def own_sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Whole sentences within one block of the file, without line numbers, overprints and contents."""
    with open_pdf(path) as document:
        pages = [_blocks(page) for page in document]
    is_numbered = _is_numbered(pages)
    for number, blocks in enumerate(pages, 1):
        if _is_contents(blocks):
            continue
        counted = _counted(blocks) if is_numbered else set()
        for block in blocks:
            lines = [_without_number(line, counted) for line in block]
            while lines and re.fullmatch(r"\s*\d{0,4}\s*", lines[-1]):
                lines.pop()  # a page number
            for sentence in _sentences(" ".join(lines)):
                if len(letters(sentence)) >= SHORTEST and not UNNAMED.search(sentence):
                    yield number, sentence


def _is_contents(blocks: list[list[str]]) -> bool:
    """Do many lines end in a number that rises, or in leader dots?"""
    lines = [line for block in blocks for line in block]
    if sum(bool(LEADER.search(line)) for line in lines) >= 8:
        numbers = [int(match[1]) for line in lines if (match := re.search(r"(?:^|[\s.])(\d{1,3})\s*$", line))]
        return len(numbers) < 8 or sum(a <= b for a, b in pairwise(numbers)) >= 0.8 * (len(numbers) - 1)
    return sum(bool(re.match(r"\W*(?:[IVX]+|\d{1,2})\.(?:\d\.?)*\s", line)) for line in lines) > 0.5 * len(
        lines
    )


def _blocks(page: Any) -> list[list[str]]:
    """Lines by block; where PyMuPDF's own filter of prints takes out words, what it leaves."""
    flags = pymupdf().TEXT_MEDIABOX_CLIP
    plain = page.get_text("blocks", flags=flags)
    once = page.get_text("blocks", flags=flags | pymupdf().TEXT_COLLECT_STYLES)
    count = [sum(len(block[4].split()) for block in blocks) for blocks in (plain, once)]
    chosen = once if count[0] - count[1] >= 3 else plain
    return [INVISIBLE.sub("", block[4]).splitlines() for block in chosen if block[6] == 0]


def _is_numbered(pages: list[list[list[str]]]) -> bool:
    """Do numbers at the edges of lines count them on most pages?"""
    with_text = [blocks for blocks in pages if blocks]
    return sum(len(_counted(blocks)) >= 8 for blocks in with_text) > 0.5 * len(with_text)


def _counted(blocks: list[list[str]]) -> set[str]:
    """The numbers of a page's lines: each has a neighbour, one or five away, at the edge of another line."""
    edge = {word for block in blocks for line in block for word in line.split()[:1] + line.split()[-1:]}
    numbers = {int(word) for word in edge if word.isdecimal() and len(word) < 5}
    return {str(n) for n in numbers if {n - 1, n + 1, n - 5, n + 5} & numbers}


def _without_number(line: str, counted: set[str]) -> str:
    words = line.split()
    if words and words[0] in counted:
        return " ".join(words[1:])
    return " ".join(words[:-1]) if words and words[-1] in counted else line


def _sentences(text: str) -> list[str]:
    """Cut without our own code, so that a fault there does not hide one here."""
    parts = (part.strip() for part in re.split(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ„])", text))
    return [p for p in parts if re.match(r"\W*[A-ZÄÖÜ]", p) and re.search(r"[.!?][“\"”»)]*$", p)]


# --- hand-cleaned texts -------------------------------------------------------------------------------------


def _cleaned(name: str) -> list[Figure]:
    path = KORPUS / "texte" / f"{name}.txt"
    if not path.exists():
        return []
    strom = read_strom(KORPUS / "programme" / f"{name}.pdf")
    programm = Programm(name, name, Typ.WAHLPROGRAMM, "x", "BUND", 2021, date(2021, 9, 26), None, path.name)
    quelle, ours = Quelle.of(programm, "1", strom), letters(strom.text)
    pieces = [p for p in _pieces(path.read_text(encoding="utf-8")) if len(letters(p)) >= SHORTEST]
    bound = [bool(find(piece, quelle)) for piece in pieces]
    # What stands there letter by letter and is not bound begins or ends inside a word: the text is cut there.
    cut = [letters(p) in ours and not ok for p, ok in zip(pieces, bound, strict=True)]
    whole = len(pieces) - sum(cut)
    return [Figure(f"hand-cleaned sentences bound: {name}", _share(sum(bound), whole), "%", "≥ 99.5")]


def _pieces(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n|\n", text):
        yield from re.split(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ„])", paragraph.strip())


# --- words --------------------------------------------------------------------------------------------------


def _words_against_raw(path: Path, strom: Textstrom) -> tuple[Counter[str], Counter[str], int]:
    """Words that the stream has less or more often; heads, page and line numbers are out on purpose."""
    lost, doubled, total = Counter[str](), Counter[str](), 0
    ours = _by_page(strom)
    pages = read_pages(path)
    clean, _ = running_heads.strip(pages)
    with open_pdf(path) as document:
        for page, before, after in zip(document, pages, clean, strict=True):
            words = list(_raw_words(page))
            if any(re.fullmatch("\ufffd{3,}", word) for word in words):
                continue  # the raw words of whole lines have no names to be counted by
            raw = Counter(_keys(words))
            pairs = [a + b for a, b in pairwise(words) if UNNAMED.search(a) or UNNAMED.search(b)]
            unnamed = [word for word in [*words, *pairs] if UNNAMED.search(word)]
            kept = Counter(_keys(w.text for z in after.zeilen for w in z.woerter))
            furniture = Counter(_keys(w.text for z in before.zeilen for w in z.woerter)) - kept
            expected, found = raw - furniture, ours.get(before.nummer, Counter())
            total += raw.total()
            lost += _unjoined(expected - found, found - expected)
            doubled += _unjoined(found - expected - _recovered(unnamed, found), expected - found)
    return lost, doubled, total


def _by_page(strom: Textstrom) -> dict[int, Counter[str]]:
    result: dict[int, Counter[str]] = {}
    for start, end, page in zip(strom.starts, strom.ends, strom.seiten_nr, strict=True):
        result.setdefault(int(page), Counter()).update(_keys([strom.text[start:end]]))
    return result


def _keys(words: Any) -> list[str]:
    return [key for word in words if not UNNAMED.search(word) and (key := letters(word))]


def _recovered(unnamed: list[str], found: Counter[str]) -> Counter[str]:
    """Our words that raw ones with letters without a name („P?icht“) may be; a number behind leaders."""
    result = Counter[str]()
    for word in unnamed:
        shape = "".join(
            r"\w{0,3}" if UNNAMED.match(c) else re.escape(letters(c))
            for c in re.sub("\ufffd+", "\ufffd", word)
        )
        result.update(key for key in found if re.fullmatch(shape, key))
    return result


def _unjoined(words: Counter[str], others: Counter[str]) -> Counter[str]:
    """Without words that only fall into other pieces on the other side („Infra“ „struktur“)."""
    text = "".join(sorted(others.elements(), key=len))
    return Counter({w: n for w, n in words.items() if w not in text and not _is_made_of(w, others)})


def _is_made_of(word: str, pieces: Counter[str]) -> bool:
    return any(word.startswith(a) and word[len(a) :] in pieces for a in pieces)


def _raw_words(page: Any) -> Iterator[str]:
    """The words of the page's main direction inside its visible part, prints taken out by PyMuPDF."""
    flags = pymupdf().TEXT_MEDIABOX_CLIP
    plain = page.get_text("words", flags=flags)
    once = page.get_text("words", flags=flags | pymupdf().TEXT_COLLECT_STYLES)
    words = once if len(plain) - len(once) >= 3 else plain
    directions = Counter[tuple[int, int]]()
    of_line: dict[tuple[int, int], tuple[int, int]] = {}
    symbols: set[tuple[int, int, str]] = set()
    blocks = page.get_text("dict", flags=flags if words is plain else flags | pymupdf().TEXT_COLLECT_STYLES)
    for b, block in enumerate(blocks["blocks"]):
        for n, line in enumerate(block.get("lines", ())):
            of_line[b, n] = (round(line["dir"][0]), round(line["dir"][1]))
            symbols |= {(b, n, s["text"].strip()) for s in line["spans"] if "dingbat" in s["font"].lower()}
            directions[of_line[b, n]] += sum(len(span["text"]) for span in line["spans"])
    main = directions.most_common(1)[0][0] if directions else (1, 0)
    width, height = page.rect.width, page.rect.height
    if page.rotation % 180:
        width, height = height, width
    for x0, y0, x1, y1, text, block, line, _ in words:
        if (block, line, text) in symbols:
            continue  # the „n“ of a font of signs is a square
        if of_line.get((block, line)) == main and 0 <= x0 + x1 <= 2 * width and 0 <= y0 + y1 <= 2 * height:
            yield INVISIBLE.sub("", text)
