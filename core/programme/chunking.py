"""Text stream → Chunks: ranges of the stream that never cut a sentence and never cross an Abschnitt."""

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby

from core.wortlaut.reading.textstrom import ParagraphKind, Textstrom
from core.wortlaut.records import Chunk, Span

ParagraphSentences = list[list[Span]]
"""The sentences of one Abschnitt, paragraph by paragraph."""

WINDOW = 3
"""Sentences in a window; the next window begins with the last sentence of the one before."""


def chunk(programm_id: str, strom: Textstrom, strategie: str, size: int) -> list[Chunk]:
    """Cut the prose of a Programm; contents, index and title pages stay out."""
    cut = CUTTERS[strategie]
    seen: Counter[str] = Counter()
    result = []
    prose = (teil for teil in strom.absaetze if teil.art.is_prose or teil.art is ParagraphKind.HEADING)
    for (abschnitt, is_prose), teile in groupby(prose, key=lambda teil: (teil.abschnitt, teil.art.is_prose)):
        absaetze = [strom.sentences_of(teil) for teil in teile] if is_prose else []
        for start, end in cut(absaetze, size) if absaetze else ():
            text = strom.text[start:end]
            digest = hashlib.sha256(text.encode()).hexdigest()[:12]
            seen[digest] += 1
            suffix = f".{seen[digest]}" if seen[digest] > 1 else ""
            chunk_id = f"{programm_id}:{digest}{suffix}"
            result.append(
                Chunk(chunk_id, programm_id, text, start, end, strom.pages_of(start, end), abschnitt)
            )
    return result


# --- strategies ---------------------------------------------------------------------------------------------


def _passages(absaetze: ParagraphSentences, size: int) -> list[Span]:
    """0.6 to 1.2 times `size` characters, ending with a paragraph where one ends in that range."""
    low, high = round(0.6 * size), round(1.2 * size)
    spans: list[Span] = []
    start: int | None = None
    end = 0
    for paragraph in absaetze:
        for span in paragraph:
            if start is not None and span[1] - start > high:
                spans.append((start, end))
                start = None
            start, end = span[0] if start is None else start, span[1]
        if start is not None and end - start >= low:
            spans.append((start, end))
            start = None
    if start is not None:
        spans.append((start, end))
    if len(spans) > 1:  # a short tail goes with what is before it
        (before, _), (start, end) = spans[-2:]
        if end - start < round(0.3 * size) and end - before <= round(1.4 * size):
            spans[-2:] = [(before, end)]
    return spans


def _paragraphs(absaetze: ParagraphSentences, size: int) -> list[Span]:
    """Every paragraph; one of a few words goes with the next."""
    spans: list[Span] = []
    start: int | None = None
    for paragraph in absaetze:
        start = paragraph[0][0] if start is None else start
        if paragraph[-1][1] - start >= 80:
            spans.append((start, paragraph[-1][1]))
            start = None
    if start is not None:
        spans.append((start, absaetze[-1][-1][1]))
    return spans


def _abschnitt(absaetze: ParagraphSentences, size: int) -> list[Span]:
    return [(absaetze[0][0][0], absaetze[-1][-1][1])]


def _sentence_window(absaetze: ParagraphSentences, size: int) -> list[Span]:
    spans = [span for paragraph in absaetze for span in paragraph]
    starts = range(0, max(1, len(spans) - 1), WINDOW - 1)
    return [(spans[i][0], spans[min(i + WINDOW, len(spans)) - 1][1]) for i in starts]


CUTTERS: dict[str, Callable[[ParagraphSentences, int], Sequence[Span]]] = {
    "passagen": _passages,
    "absaetze": _paragraphs,
    "abschnitte": _abschnitt,
    "satzfenster": _sentence_window,
}
