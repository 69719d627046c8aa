"""Are the numbers told that are printed? Against truth found without our reading: the words at each page's
edges, stripes of the drawn page read by Tesseract, and made-up programmes in every form."""

import re
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from core.wortlaut.reading.page_numbers import read
from core.wortlaut.reading.read_strom import read_mended, read_strom
from core.wortlaut.reading.tesseract import engine, read_block
from tests.bench.figures import Figure
from tests.bench.reading import files
from tests.conftest import KORPUS
from tests.programme.numbered_pages import CASES

EDGE, STRIPE = 0.12, 0.1
STEADY = 0.3
"""Of a file's pages: so many must bear a number that counts up."""

DRAWN = 5
"""Pages of each file of which the drawn head and foot are read too."""

OF_SCAN = 8
"""Pages of a scan that are recognised: that takes a second each."""

NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?![\d%€])")


@dataclass(frozen=True, slots=True)
class Truth:
    """What a file prints: on page `i`, from 0, `step * i + offset`; `pages`: where that was seen."""

    step: int
    offset: int
    pages: frozenset[int]

    def numbers(self, page: int) -> tuple[str, ...]:
        first = self.step * page + self.offset
        return tuple(str(first + more) for more in range(self.step))


@dataclass(frozen=True, slots=True)
class Compared:
    """One file: pages told rightly, wrongly, not at all, and pages without a number of their own that got one
    by the count; `drawn`: pages whose number Tesseract read, and on how many of them ours is another."""

    name: str
    pages: int
    truth: Truth | None
    right: int
    wrong: int
    none: int
    inferred: int
    drawn: int
    drawn_wrong: int
    offset_of_labels: str


def measure() -> list[Figure]:
    compared = [_compare(path) for path in files()]
    if KORPUS.exists():
        compared += [_compare_scan(path) for path in sorted(KORPUS.glob("*/*scan-ohne-text.pdf"))]
    numbered = [one for one in compared if one.truth or one.drawn]
    wrong_forms, silent_forms = _made_up()
    return [
        *(
            Figure(_told(one), 100 * one.right / max(one.right + one.wrong + one.none, 1), "%")
            for one in compared
        ),
        Figure(f"files that print a number steadily, of {len(compared)}", len(numbered), ""),
        Figure("… that name another number on a page", sum(bool(one.wrong) for one in numbered), "", "≤ 0"),
        Figure("… that name none", sum(not one.right for one in numbered), "", "≤ 0"),
        Figure("pages with a number", sum(one.right + one.wrong + one.none for one in numbered), ""),
        Figure("… told wrongly", sum(one.wrong for one in numbered), "", "≤ 0"),
        Figure("… not told", sum(one.none for one in numbered), "", "≤ 0"),
        Figure(
            "pages without a number of their own, told by the count",
            sum(one.inferred for one in numbered),
            "",
        ),
        Figure("drawn pages whose number Tesseract read", sum(one.drawn for one in compared), ""),
        Figure("… told wrongly", sum(one.drawn_wrong for one in compared), "", "≤ 0"),
        Figure(f"made-up programmes, of {len(CASES)}: another number", wrong_forms, "", "≤ 0"),
        Figure("… a printed number not told", silent_forms, "", "≤ 0"),
    ]


def _told(one: Compared) -> str:
    labels = f", labels {one.offset_of_labels}" if one.offset_of_labels else ""
    if one.truth is None:
        return f"{one.name}: {one.pages} pages, no steady number{labels}"
    first, last = (one.truth.numbers(page) for page in (min(one.truth.pages), max(one.truth.pages)))
    told = f"right {one.right}, wrong {one.wrong}, none {one.none}, by the count {one.inferred}"
    return f"{one.name}: {one.pages} pages, printed {first[0]}–{last[-1]}{labels}: {told}"


def _compare(path: Path) -> Compared:
    with open_pdf(path) as document:
        seen = [_edge_numbers(page) for page in document]
        labels = [page.get_label() for page in document]
        truth = _truth(seen)
        drawn = {n: _drawn_numbers(document[n]) for n in _sample(len(seen), truth)}
    told = read(read_mended(path)).gedruckt
    return _compared(path.stem, told, truth, drawn, labels)


def _compare_scan(path: Path) -> Compared:
    """A stretch of its pages, as a file of its own."""
    with open_pdf(path) as document, tempfile.TemporaryDirectory() as folder:
        start = document.page_count // 3
        part = pymupdf().open()
        part.insert_pdf(document, from_page=start, to_page=start + OF_SCAN - 1)
        part.save(f"{folder}/teil.pdf")
        drawn = {n: _drawn_numbers(part[n]) for n in range(OF_SCAN)}
        told = read(read_mended(Path(folder) / "teil.pdf")).gedruckt
    return _compared(path.stem, told, _truth([drawn[n] for n in range(OF_SCAN)]), drawn, [""] * OF_SCAN)


def _compared(
    name: str,
    told: Sequence[tuple[str, ...]],
    truth: Truth | None,
    drawn: dict[int, set[int]],
    labels: Sequence[str],
) -> Compared:
    pages = sorted(truth.pages) if truth else []
    wrong = [n for n, own in enumerate(told) if own and (truth is None or own != truth.numbers(n))]
    looked = [n for n, numbers in drawn.items() if truth and set(map(int, truth.numbers(n))) & numbers]
    if truth is None:  # a number that is drawn and no text
        truth_drawn = _truth([drawn.get(n, set()) for n in range(len(told))], len(drawn))
        looked = sorted(truth_drawn.pages) if truth_drawn else []
        wrong = [n for n in wrong if not (truth_drawn and told[n] == truth_drawn.numbers(n))]
    steps = Counter(
        int(label) - truth.step * n - truth.offset
        for n, label in enumerate(labels)
        if truth and n in truth.pages and label.isdecimal()
    )
    offset = f"{steps.most_common(1)[0][0]:+d}" if steps else ""
    return Compared(
        name,
        len(told),
        truth,
        right=sum(bool(told[n]) and n not in wrong for n in pages),
        wrong=len(wrong),
        none=sum(not told[n] for n in pages),
        inferred=sum(bool(own) and n not in pages for n, own in enumerate(told)),
        drawn=len(looked),
        drawn_wrong=sum(not told[n] or n in wrong for n in looked),
        offset_of_labels="" if offset == "+0" else offset,
    )


def _truth(seen: Sequence[set[int]], of: int = 0) -> Truth | None:
    """The one count that most pages bear; a broad file may count by twos. Corpus files begin anew nowhere."""
    best: Truth | None = None
    for step in (1, 2):
        offsets = Counter(
            number - step * n
            for n, numbers in enumerate(seen)
            for number in numbers
            if step == 1 or number + 1 in numbers
        )
        if offsets:
            offset, votes = max(offsets.items(), key=lambda item: (item[1], -abs(item[0])))
            if votes >= max(3 if len(seen) > 6 else 2, STEADY * (of or len(seen))) and (
                best is None or votes >= len(best.pages)
            ):
                pages = [n for n, numbers in enumerate(seen) if 0 < step * n + offset in numbers]
                best = Truth(step, offset, frozenset(_without_chance(pages)))
    return best


def _without_chance(pages: list[int]) -> list[int]:
    """Without a first or last page that stands far off: an entry of the contents, an address."""
    usual = 1.5 * median(b - a for a, b in pairwise(pages)) if len(pages) > 2 else float("inf")
    while len(pages) > 2 and pages[1] - pages[0] > usual:
        pages = pages[1:]
    while len(pages) > 2 and pages[-1] - pages[-2] > usual:
        pages = pages[:-1]
    return pages


def _edge_numbers(page: Any) -> set[int]:
    """Every number in the words of the outer 12 %, whatever it is; digits side by side are one too."""
    width, height = page.rect.width, page.rect.height
    found = set()
    words = [
        word for word in page.get_text("words") if _is_at_edge(page.rotation_matrix, word, width, height)
    ]
    texts: dict[tuple[int, int], list[str]] = {}
    for word in words:
        texts.setdefault((word[5], word[6]), []).append(word[4])
    for parts in texts.values():
        found |= {int(number) for number in NUMBER.findall(" ".join(parts))}
        if all(len(part) == 1 and part.isdecimal() for part in parts):
            found.add(int("".join(parts)))
    return found


def _is_at_edge(matrix: Any, word: Sequence[Any], width: float, height: float) -> bool:
    box = pymupdf().Rect(word[:4]) * matrix
    x, y = (box.x0 + box.x1) / 2 / width, (box.y0 + box.y1) / 2 / height
    return not (EDGE < x < 1 - EDGE and EDGE < y < 1 - EDGE)


def _sample(pages: int, truth: Truth | None) -> list[int]:
    among = sorted(truth.pages) if truth else list(range(pages))
    return among[len(among) // (2 * DRAWN) :: max(1, len(among) // DRAWN)][:DRAWN]


def _drawn_numbers(page: Any) -> set[int]:
    """The numbers that Tesseract reads in head and foot, where it is installed."""
    if not engine():
        return set()
    width, height = page.rect.width, page.rect.height
    stripes = [(0, 0, width, STRIPE * height), (0, (1 - STRIPE) * height, width, height)]
    found = set()
    for stripe in stripes:
        drawn = page.get_pixmap(
            dpi=200,
            colorspace="GRAY",
            clip=pymupdf().Rect(stripe) * page.derotation_matrix if page.rotation else stripe,
        )
        picture = np.frombuffer(drawn.samples, np.uint8).reshape(drawn.height, drawn.stride)[:, : drawn.width]
        text = " ".join(word.text for word in read_block(picture))
        found |= {int(number) for number in NUMBER.findall(text)}
    return found


def _made_up() -> tuple[int, int]:
    """Files of which another number is told on some page, and others of which one that is printed is not."""
    wrong = silent = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            told = [seite.gedruckt for seite in read_strom(case.write(Path(folder) / "fall.pdf")).seiten]
            pairs = list(zip(told, case.gedruckt, strict=True))
            is_wrong = any(own and own != expected for own, expected in pairs)
            wrong += is_wrong
            silent += not is_wrong and any(expected and not own for own, expected in pairs)
    return wrong, silent
