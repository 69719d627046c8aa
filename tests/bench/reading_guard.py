"""How many sentences does the second reading not prove, does it see woven ones, and what does it cost?

`python -m tests.bench.reading_guard FOLDER [NAME]` writes crops of pages with samples of unproved and of
proved sentences, to judge by eye.
"""

import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from core.wortlaut.errors import DashboardError
from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from core.wortlaut.reading.pdf import read_pages
from core.wortlaut.reading.print_check import signs
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.second_reading import unproved
from core.wortlaut.reading.textstrom import Textstrom
from tests.bench.figures import Figure
from tests.conftest import KORPUS
from tests.programme.boxes import word_boxes
from tests.programme.layouts import LAYOUTS, judge

WOVEN = 300
"""Sentences of each Programm that are damaged in each way."""

SAMPLE = 200

SEEDS = 3

Order = list[int]
"""Words of a stream, by their numbers."""


@dataclass(frozen=True)
class Read:
    """A read Programm; `sekunden`: what PyMuPDF needs for its words alone."""

    path: Path
    strom: Textstrom
    roh: list[Sequence[Any]]
    sekunden: float

    @property
    def is_usual(self) -> bool:
        return self.path.parent.name == "programme"


def measure() -> list[Figure]:
    figures, words, guard = [], 0.0, 0.0
    unsure, sentences = Counter[bool](), Counter[bool]()
    damaged, seen = dict.fromkeys(DAMAGES, 0), dict.fromkeys(DAMAGES, 0)
    for one in _programmes():
        start = time.process_time()
        unproved(one.strom, one.roh)
        guard += time.process_time() - start
        words += one.sekunden
        total = sum(len(one.strom.sentences_of(teil)) for teil in one.strom.absaetze)
        share = round(100 * len(one.strom.unsure_sentences) / total, 2)
        figures.append(Figure(f"{one.path.stem}: unsure", share, "%", "≤ 1" if one.is_usual else ""))
        is_doubted = bool(signs(one.path, one.strom))
        unsure[is_doubted] += len(one.strom.unsure_sentences)
        sentences[is_doubted] += total
        for name, damage in DAMAGES.items():
            woven = [order for order in damage(one.strom, _proved(one.strom)) if order]
            damaged[name] += len(woven)
            seen[name] += _seen(one, woven)
    for name, kinds in (("all layers", (False, True)), ("layers without a sign of doubt", (False,))):
        whole = sum(sentences[kind] for kind in kinds)
        rate = round(100 * sum(unsure[kind] for kind in kinds) / max(whole, 1), 3)
        figures.append(Figure(f"{name}, {whole} sentences: unsure", rate, "%", "≤ 0.1"))
    for name, count in damaged.items():
        rate = round(100 * seen[name] / max(count, 1), 2)
        figures.append(Figure(f"{count} sentences, {name}: seen", rate, "%", "≥ 99.9"))
    figures += _layouts()
    return [*figures, Figure("second reading, of PyMuPDF's words", round(guard / words, 2), "×", "≤ 1")]


def _layouts() -> list[Figure]:
    """Pages set on purpose, with captions, boxes and charts where they do harm."""
    with tempfile.TemporaryDirectory() as folder:
        judged = [judge(name, seed, Path(folder)) for name in LAYOUTS for seed in range(SEEDS)]
    total = sum(one.sentences for one in judged)
    woven, lost = (sum(map(len, sides)) for sides in zip(*((j.woven, j.lost) for j in judged), strict=True))
    return [
        Figure(f"{len(judged)} layouts, {total} sentences: woven ones that can be quoted", woven, "", "≤ 0"),
        Figure("of their sentences lost", round(100 * lost / total, 2), "%"),
    ]


def _programmes(name: str = "") -> Iterator[Read]:
    for path in sorted([*KORPUS.glob("programme/*.pdf"), *KORPUS.glob("sonderfaelle/*.pdf")]):
        if name not in path.stem or "scan" in path.stem:
            continue
        try:
            roh, strom = [page.roh for page in read_pages(path)], read_strom(path)
        except DashboardError:
            continue
        start = time.process_time()
        for page in open_pdf(path):
            page.get_text("words", flags=pymupdf().TEXT_MEDIABOX_CLIP)
        yield Read(path, strom, roh, time.process_time() - start)


# --- woven on purpose ---------------------------------------------------------------------------------------


def _proved(strom: Textstrom) -> list[Order]:
    """A sample of sentences of prose that are long enough to be damaged."""
    teile = [teil for teil in strom.absaetze if teil.art.is_prose]
    spans = [span for teil in teile for span in strom.sentences_of(teil) if not strom.is_unsure(*span)]
    orders = [list(strom.words_in(*span)) for span in spans]
    long = [order for order in orders if len(order) >= 8]
    return random.Random(5).sample(long, min(WOVEN, len(long)))


def _dropped(strom: Textstrom, orders: Sequence[Order]) -> list[Order]:
    middle = [_lettered(strom, order) for order in orders]
    return [[i for i in order if i != at] for order, at in zip(orders, middle, strict=True)]


def _doubled(strom: Textstrom, orders: Sequence[Order]) -> list[Order]:
    middle = [_lettered(strom, order) for order in orders]
    return [
        [j for i in order for j in ([i, i] if i == at else [i])]
        for order, at in zip(orders, middle, strict=True)
    ]


def _lettered(strom: Textstrom, order: Order) -> int:
    """A word within the sentence that is no dash."""
    inner = order[2:-2]
    return next((i for i in inner[len(inner) // 2 :] + inner if _word(strom, i).isalpha()), -1)


def _joined(strom: Textstrom, orders: Sequence[Order]) -> list[Order]:
    """The first half of one sentence and the second half of another."""
    return [
        a[: len(a) // 2] + b[len(b) // 2 :] for a, b in zip(orders, [*orders[1:], *orders[:1]], strict=True)
    ]


def _line_between(strom: Textstrom, orders: Sequence[Order]) -> list[Order]:
    """A line of the column beside it, after the first line of the sentence."""
    return [_with_line_beside(strom, order) for order in orders]


def _with_line_beside(strom: Textstrom, order: Order) -> Order:
    page, box = int(strom.seiten_nr[order[0]]), strom.boxes
    cut = next((k for k in range(1, len(order)) if box[order[k]][0] < box[order[k - 1]][0]), 0)
    on_page = np.flatnonzero(strom.seiten_nr == page)
    x0, y0, x1, y1 = box[order[:cut]].T if cut else np.zeros((4, 1))
    same = np.abs(box[on_page, 1] - y0[-1]) < (y1 - y0)[-1] / 2
    beside = on_page[same & ((box[on_page, 0] > x1.max() + 10) | (box[on_page, 2] < x0.min() - 10))]
    return order[:cut] + beside.tolist() + order[cut:] if cut and len(beside) > 2 else []


DAMAGES: dict[str, Callable[[Textstrom, Sequence[Order]], list[Order]]] = {
    "a word dropped": _dropped,
    "a word doubled": _doubled,
    "halves of two joined": _joined,
    "a line of the next column between": _line_between,
}


def _word(strom: Textstrom, index: int) -> str:
    return strom.text[strom.starts[index] : strom.ends[index]]


def _seen(one: Read, orders: Sequence[Order]) -> int:
    """Of how many of these, each a paragraph, is a step not proved?"""
    if not orders:
        return 0
    flat = [i for order in orders for i in order]
    words = [_word(one.strom, i) for i in flat]
    starts = np.cumsum([0, *(len(word) + 1 for word in words[:-1])]).astype(np.int32)
    ends = starts + np.array([len(word) for word in words], np.int32)
    borders = np.cumsum([0, *map(len, orders)])
    spans = [(int(starts[a]), int(ends[b - 1])) for a, b in itertools.pairwise(borders)]
    teil = next(teil for teil in one.strom.absaetze if teil.art.is_prose)
    woven = replace(
        one.strom,
        text=" ".join(words),
        absaetze=tuple(replace(teil, start=start, end=end) for start, end in spans),
        starts=starts,
        ends=ends,
        seiten_nr=one.strom.seiten_nr[flat],
        boxes=one.strom.boxes[flat],
    )
    woven = replace(woven, unsicher=unproved(woven, one.roh))
    return sum(woven.is_unsure(*span) for span in spans)


# --- to judge by eye ----------------------------------------------------------------------------------------


def _write(folder: Path, name: str) -> None:
    """A page per Programm: each sampled sentence as it was read, under its place as it is printed."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in _programmes(name):
        document = open_pdf(one.path)
        spans = [s for teil in one.strom.absaetze if teil.art.is_prose for s in one.strom.sentences_of(teil)]
        kinds = {True: one.strom.unsure_sentences, False: [s for s in spans if not one.strom.is_unsure(*s)]}
        rows = [
            f"<h2>{'unsicher' if unsure else 'sicher'}</h2>"
            + "".join(_crop(one, document, span, folder) for span in _sample(of_kind))
            for unsure, of_kind in kinds.items()
        ]
        (folder / f"{one.path.stem}.html").write_text(
            f"<meta charset=utf-8>{''.join(rows)}", encoding="utf-8"
        )


def _sample(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    return sorted(random.Random(3).sample(spans, min(SAMPLE, len(spans))))


def _crop(one: Read, document: Any, span: tuple[int, int], folder: Path) -> str:
    places = word_boxes(one.strom, *span)
    page = document[places[0][0] - 1]
    here = [pymupdf().Rect(box) for number, box in places if number == places[0][0]]
    clip = (
        pymupdf().Rect(0, min(b.y0 for b in here) - 15, page.rect.width, max(b.y1 for b in here) + 15)
    ) & page.rect
    file = folder / f"{one.path.stem}-{span[0]}.png"
    page.get_pixmap(clip=clip, dpi=80).save(file)
    return f"<p>S. {page.number + 1}: {escape(one.strom.text[slice(*span)])}<br><img src={file.name}></p>"


if __name__ == "__main__":
    _write(Path(sys.argv[1]), *sys.argv[2:] or [""])
