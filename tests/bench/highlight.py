"""Do the words under the boxes of a produced PDF make up the quote, and how long does drawing take?"""

import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from core.base.settings import Settings
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.programme.quellen import Quellen
from core.proof.chunk_frames import render_structure
from core.proof.highlight import Located, render_highlighted_page
from core.proof.marked_page import Marking, mark_whole, render_seite
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import letters
from core.wortlaut.german.sentences import sentences
from core.wortlaut.reading.mupdf import open_pdf, pymupdf
from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.citations.markiert import marked_letters
from tests.conftest import KORPUS
from tests.seiten.drawn import draw_stellen

SAMPLE, OVER_PAGES, TIMED, WHOLE = 1500, 200, 300, 100


@dataclass(frozen=True)
class Wahr:
    """A sentence as it stands in a Programm."""

    quelle: Quelle
    span: tuple[int, int]

    @property
    def id(self) -> str:
        return self.quelle.programm.id

    @property
    def text(self) -> str:
        return self.quelle.strom.text[slice(*self.span)]

    @property
    def seiten(self) -> tuple[int, ...]:
        return self.quelle.strom.pages_of(*self.span)

    @property
    def is_read_twice(self) -> bool:
        words = self.quelle.strom.words_in(*self.span)
        boxes = np.unique(self.quelle.strom.boxes[words.start : words.stop], axis=0)
        x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
        inside = (boxes[:, None, 0] < x) & (x < boxes[:, None, 2])
        inside &= (boxes[:, None, 1] < y) & (y < boxes[:, None, 3])
        return len(self.seiten) == 1 and int(inside.sum()) > len(boxes)


def measure() -> list[Figure]:
    with workplace() as folder:
        settings = replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "index")
        context = Context(settings)
        for _ in index_programme(context.with_pdf(), context=context):
            pass
        wahre = _sample(context)
        truth, falsehood = _truth(wahre, context), _falsehood(wahre, context)
        return [*truth, *falsehood, *_speed(wahre, context), *_whole(wahre, context)]


def _sample(context: Context) -> list[Wahr]:
    """Sentences of the prose of every Programm, a share of them over a page break.

    Without those whose shadow was read as text of its own: one box has both. What was not read surely is
    never marked.
    """
    found = [
        Wahr(quelle, (teil.start + start, teil.start + end))
        for quelle in Quellen(context).values()
        for teil in quelle.strom.absaetze
        if teil.art.is_prose
        for start, end in sentences(quelle.strom.text[teil.start : teil.end])
        if end - start >= 40
    ]
    found = [wahr for wahr in found if not wahr.is_read_twice and not wahr.quelle.strom.is_unsure(*wahr.span)]
    chance = random.Random(20)
    over = [wahr for wahr in found if len(wahr.seiten) > 1]
    picked = chance.sample(over, min(OVER_PAGES, len(over)))
    return picked + chance.sample(found, min(SAMPLE - len(picked), len(found)))


def _truth(wahre: Sequence[Wahr], context: Context) -> list[Figure]:
    exact = located = wrong = over = 0
    for wahr in wahre:
        quote = letters(wahr.text)
        pictures = draw_stellen(context, wahr.id, [wahr.span])
        exact += "".join(marked_letters(bild.pdf) for bild in pictures) == quote
        pdf, _, highlighted = render_highlighted_page(wahr.id, wahr.seiten[0], wahr.text, context)
        marked = marked_letters(pdf) if pdf else ""
        over += len(wahr.seiten) > 1
        located += highlighted is True
        # Over a page break the first page has the beginning.
        is_right = marked == quote if len(wahr.seiten) == 1 else quote.startswith(marked)
        wrong += bool(highlighted) and not is_right
    percent = 100 / len(wahre)
    return [
        Figure("true sentences", len(wahre), "", "≥ 1000" if KORPUS.exists() else ""),
        Figure("… of them over a page break", over, ""),
        Figure("words under the boxes of the PDF are the sentence", percent * exact, "%", "≥ 100"),
        Figure("located by their text", percent * located, "%", "≥ 100"),
        Figure("… with a word too much or too few", wrong, "", "≤ 0"),
        Figure("baseline: PyMuPDF's search_for finds them", percent * _searched(wahre, context), "%"),
    ]


def _searched(wahre: Sequence[Wahr], context: Context) -> int:
    documents = {wahr.id: open_pdf(_path(wahr, context)) for wahr in wahre}
    flags = pymupdf().TEXTFLAGS_SEARCH
    return sum(
        bool(documents[wahr.id][wahr.seiten[0] - 1].search_for(wahr.text, flags=flags)) for wahr in wahre
    )


def _path(wahr: Wahr, context: Context) -> Path:
    path = context.find_pdf(wahr.quelle.programm)
    assert path is not None
    return path


def _falsehood(wahre: Sequence[Wahr], context: Context) -> list[Figure]:
    """Sentences that stand nowhere: another number, a negation more or less, the end of another sentence."""
    changes: dict[str, Callable[[str, str], str]] = {
        "first number + 1": lambda text, _: re.sub(r"\d+", lambda m: str(int(m[0]) + 1), text, count=1),
        "negation added or removed": _negated,
        "second half of another sentence": lambda a, b: a[: len(a) // 2] + b[len(b) // 2 :],
    }
    figures = []
    for name, change in changes.items():
        made = [(wahr, change(wahr.text, other.text)) for wahr, other in zip(wahre, wahre[7:], strict=False)]
        false = [(wahr, text) for wahr, text in made if letters(text) != letters(wahr.text)]
        seen = Counter(render_highlighted_page(w.id, w.seiten[0], text, context)[2] for w, text in false)
        what = f"false, {name}: told to be found, of {len(false)}"
        figures.append(Figure(what, seen[True], "", "≤ 0"))
        figures.append(Figure("… told to be found in its beginning only", seen[Located.BEGINNING], ""))
    return figures


def _negated(text: str, _: str) -> str:
    without = text.replace(" nicht ", " ", 1)
    middle = text.find(" ", len(text) // 2)
    return without if without != text else f"{text[:middle]} nicht{text[middle:]}"


def _speed(wahre: Sequence[Wahr], context: Context) -> list[Figure]:
    timed = random.Random(4).sample(list(wahre), min(TIMED, len(wahre)))

    def draw_pdf(wahr: Wahr) -> None:
        # A text with a word less: it has been drawn as a whole.
        render_highlighted_page(wahr.id, wahr.seiten[0], wahr.text.rsplit(" ", 1)[0], context)

    def draw_seite(wahr: Wahr) -> None:
        ansicht = render_seite(wahr.id, wahr.seiten[0], {Marking.ZITAT: [wahr.span]}, context)
        assert ansicht and ansicht.marked and ansicht.png()

    def draw_aufbau(wahr: Wahr) -> None:
        aufbau = render_structure(wahr.id, wahr.seiten[0], context)
        assert aufbau and aufbau.png()

    draws = (draw_pdf, draw_pdf, draw_seite, draw_aufbau)
    pdf, again, seite, chunks = (_seconds(draw, timed) for draw in draws)
    return [
        Figure("highlighted PDF, document open, p50", 1000 * statistics.median(pdf), "ms", "≤ 25"),
        Figure("… p95", 1000 * statistics.quantiles(pdf, n=20)[-1], "ms"),
        Figure("… second look, p50", 1000 * statistics.median(again), "ms"),
        Figure("page at its address, new quote, p50", 1000 * statistics.median(seite), "ms", "≤ 40"),
        Figure("page with its Chunks framed, p50", 1000 * statistics.median(chunks), "ms", "≤ 60"),
    ]


def _whole(wahre: Sequence[Wahr], context: Context) -> list[Figure]:
    """The whole file with a quote marked: of any Programm, and of those with the most pages and bytes."""
    marked = [wahr for wahr in wahre if len(wahr.seiten) == 1][:TIMED]
    by_pages = max(marked, key=lambda wahr: len(wahr.quelle.strom.seiten)).id
    by_bytes = max(marked, key=lambda wahr: _path(wahr, context).stat().st_size).id
    mark_whole(context, marked[0].id, {Marking.ZITAT: [marked[0].span]}, None)

    def draw(wahr: Wahr) -> None:
        addition = mark_whole(context, wahr.id, {Marking.ZITAT: [wahr.span]}, wahr.quelle.version)
        assert addition and addition.anhang

    seconds = dict(zip(marked, _seconds(draw, marked), strict=True))
    wrong = sum(_marked_in_whole(wahr, context) != letters(wahr.text) for wahr in marked[:WHOLE])
    of_biggest = {id: [s for wahr, s in seconds.items() if wahr.id == id] for id in (by_pages, by_bytes)}
    return [
        Figure(
            "whole PDF with the quote marked, p50", 1000 * statistics.median(seconds.values()), "ms", "≤ 60"
        ),
        Figure("… p95", 1000 * statistics.quantiles(seconds.values(), n=20)[-1], "ms"),
        Figure(
            f"… {by_pages}, with the most pages, p50", 1000 * statistics.median(of_biggest[by_pages]), "ms"
        ),
        Figure(f"… {by_bytes}, the largest, p50", 1000 * statistics.median(of_biggest[by_bytes]), "ms"),
        Figure(f"… with other words marked, of {WHOLE}", wrong, "", "≤ 0"),
    ]


def _marked_in_whole(wahr: Wahr, context: Context) -> str:
    addition = mark_whole(context, wahr.id, {Marking.ZITAT: [wahr.span]}, wahr.quelle.version)
    assert addition
    return marked_letters(_path(wahr, context).read_bytes() + addition.anhang, wahr.seiten[0])


def _seconds(draw: Callable[[Wahr], None], wahre: Sequence[Wahr]) -> list[float]:
    result = []
    for wahr in wahre:
        start = time.perf_counter()
        draw(wahr)
        result.append(time.perf_counter() - start)
    return result
