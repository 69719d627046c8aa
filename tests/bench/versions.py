"""Two versions of a document: 1,000 sentences changed, moved, taken out and put in, and what is told of them.

Real sentences of programmes are set in one column; edited, they are set anew in two narrow ones, with words
parted at the ends of lines. Both PDFs are read as any. All that is told beside the planted edits is false.
"""

import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from core.features.versions.compare import Comparison, Kind, compare, text_of
from core.proof.given_text import read_given
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.german.folding import letters
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import ParagraphKind
from core.wortlaut.records import Dokument
from tests.bench.figures import Figure
from tests.conftest import KORPUS

SEED = 20261130
SOURCES = ("spd-bund-2025", "fdp-bund-2013", "linke-bund-2025", "gruene-bund-2013", "cdu-bund-2021")
OTHER = "piraten-bund-2013"
PLANTED = 200
"""In each of these programmes."""

FIRST_PAGES = 60
"""Of each programme."""

LONG = 750_000
"""Letters of about 300 pages."""

SAID = (Kind.GEAENDERT, Kind.NEU, Kind.WEG, Kind.VERSCHOBEN)

Paragraphs = list[list[str]]
"""Of each its sentences."""


def measure() -> list[Figure]:
    if not KORPUS.exists():
        return []
    judged = Judged()
    foreign = [sentence for own in paragraphs_of(OTHER) for sentence in own if is_plain(sentence)]
    with tempfile.TemporaryDirectory() as folder:
        for name in SOURCES:
            old = paragraphs_of(name)
            new, edits = edited(old, foreign, PLANTED, Random(f"{SEED} {name}"))
            one = set_in_columns(Path(folder) / "alt.pdf", old, Layout(1, 430, 10.5))
            two = set_in_columns(Path(folder) / "neu.pdf", new, Layout(2, 232, 9, is_parted=True))
            judged.take(name, compare(_read(one), _read(two)), edits)
    for line in (*judged.missed, *judged.wrong):
        sys.stderr.write(f"{line}\n")
    return [
        Figure("planted edits", judged.planted, ""),
        *(Figure(f"planted: {kind}", n, "") for kind, n in sorted(judged.kinds.items())),
        Figure("told as what they are", 100 - 100 * len(judged.missed) / judged.planted, "%", "≥ 99"),
        Figure("falsely told", len(judged.wrong), "", "≤ 0"),
        Figure("told as not surely read", judged.unsure, ""),
        Figure("sentences told as the same", judged.same, ""),
        Figure("two documents of 300 pages", _seconds(foreign), "s", "≤ 2"),
    ]


def _seconds(foreign: Sequence[str]) -> float:
    """Of comparing what has been read."""
    long: Paragraphs = []
    for path in sorted((KORPUS / "programme").glob("*bund-2013.pdf")):
        long += paragraphs_of(path.stem)
        if sum(len(sentence) for own in long for sentence in own) > LONG:
            break
    changed, _ = edited(long, foreign, 1000, Random(SEED))
    one, two = (read_given("\n\n".join(" ".join(own) for own in side), "") for side in (long, changed))

    def once() -> float:
        start = time.perf_counter()
        compare(one, two)
        return time.perf_counter() - start

    return min(once() for _ in range(3))


# --- what is planted ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edit:
    kind: Kind
    old: str = ""
    new: str = ""


def paragraphs_of(name: str) -> Paragraphs:
    strom = _stroms(name)
    found = []
    for teil in strom.absaetze:
        if (
            teil.art in (ParagraphKind.TEXT, ParagraphKind.LISTE)
            and strom.pages_of(teil.start, teil.end)[0] <= FIRST_PAGES
        ):
            own = [" ".join(strom.text[a:b].split()) for a, b in strom.sentences_of(teil)]
            found.append([re.sub(r"^[•●■▪–-]\s*", "", sentence) for sentence in own])
    font = pymupdf().Font("helv")
    return [own for own in found if all(font.has_glyph(ord(c)) for sentence in own for c in sentence)]


def is_plain(sentence: str) -> bool:
    return (
        len(sentence.split()) >= 7 and sentence[0].isupper() and sentence[-1] in ".!?" and ":" not in sentence
    )


def edited(
    old: Paragraphs, foreign: Sequence[str], count: int, random: Random
) -> tuple[Paragraphs, list[Edit]]:
    """At most every fourth sentence or so is touched, and none that stands there twice."""
    times = Counter(letters(sentence) for own in old for sentence in own)
    places = [
        (p, s)
        for p, own in enumerate(old)
        for s, sentence in enumerate(own)
        if is_plain(sentence) and times[letters(sentence)] == 1
    ]
    chosen = random.sample(places, min(count, len(places) // 4))
    new: list[list[list[str]]] = [[[sentence] for sentence in own] for own in old]
    whole = [number for number, own in enumerate(old) if is_plain(own[-1])]
    edits, taken = [], iter(random.sample(list(foreign), len(foreign)))
    for number, (p, s) in enumerate(chosen):
        sentence, kind = old[p][s], SAID[number % len(SAID)]
        if kind is Kind.GEAENDERT:
            other = _changed(sentence, number // len(SAID), random)
            new[p][s] = [other]
            edits.append(Edit(kind, sentence, other))
        elif kind is Kind.WEG:
            new[p][s] = []
            edits.append(Edit(kind, old=sentence))
        elif kind is Kind.NEU:
            other = next(taken)
            new[p][s] = [sentence, other]
            edits.append(Edit(kind, new=other))
        else:
            new[p][s] = []
            new[random.choice([far for far in whole if abs(far - p) > 8])].append([sentence])
            edits.append(Edit(kind, sentence, sentence))
    return [flat for own in new if (flat := [one for several in own for one in several])], edits


def _changed(sentence: str, number: int, random: Random) -> str:
    """One of seven small or larger edits; the next where one does nothing."""
    words = sentence.split()
    at = random.randrange(1, len(words) - 1)
    digits = [n for n, word in enumerate(words) if re.search(r"\d", word)]
    ways = (
        [*words[:at], "nicht", *words[at:]],
        [*words[:at], *words[at + 1 :]],
        [
            word if n not in digits else re.sub(r"\d", lambda d: str((int(d[0]) + 1) % 10), word)
            for n, word in enumerate(words)
        ],
        [*words[:at], "grundsätzlich", *words[at + 1 :]],
        [*words[: at + 1], "und", "gegebenenfalls", *words[at + 1 :]],
        [*words[: len(words) * 2 // 3], "vorbehalten."],
        [re.sub(r"\b(\d)(\d)\b", r"\1,\2", word) for word in words],  # „15“ becomes „1,5“
    )
    for step in range(len(ways)):
        if (found := " ".join(ways[(number + step) % len(ways)])) != sentence:
            return found
    raise AssertionError(sentence)


@dataclass
class Judged:
    planted: int = 0
    unsure: int = 0
    same: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def take(self, name: str, found: Comparison, edits: Sequence[Edit]) -> None:
        said = [
            (row, letters(text_of(row.old)), letters(text_of(row.new)))
            for row in found.rows
            if row.kind in SAID
        ]
        explained = set[int]()
        for edit in edits:
            old, new = letters(edit.old), letters(edit.new)
            at = next(
                (
                    n
                    for n, (row, a, b) in enumerate(said)
                    if row.kind is edit.kind and n not in explained and _fits(edit.kind, (old, new), (a, b))
                ),
                None,
            )
            if at is None:
                self.missed.append(f"missed in {name}: {edit}")
            else:
                explained.add(at)
        self.wrong += [
            f"false in {name}: {row.told}: {text_of(row.old)!r} {text_of(row.new)!r}"
            for n, (row, _, _) in enumerate(said)
            if n not in explained
        ]
        self.planted += len(edits)
        self.kinds.update(str(edit.kind) for edit in edits)
        self.unsure += found.counts[Kind.UNSICHER]
        self.same += found.counts[Kind.GLEICH]


def _fits(kind: Kind, wanted: tuple[str, str], told: tuple[str, str]) -> bool:
    if kind is Kind.GEAENDERT:
        return wanted[0] in told[0] and wanted[1] in told[1]
    return wanted == told


# --- how it is printed --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Layout:
    columns: int
    width: float
    size: float
    is_parted: bool = False


def set_in_columns(path: Path, paragraphs: Paragraphs, layout: Layout) -> Path:
    font = pymupdf().Font("helv")
    document, x, y, column = pymupdf().open(), 0.0, 1000.0, layout.columns
    page = writer = None
    for own in paragraphs:
        for line in _lines(" ".join(own).split(), font, layout):
            if y > 770:
                column, y = column + 1, 70.0
                if column >= layout.columns:
                    if writer:
                        writer.write_text(page)
                    page = document.new_page(width=595, height=842)
                    writer, column = pymupdf().TextWriter(page.rect), 0
                x = 55 + column * (layout.width + 22)
            writer.append((x, y), line, font=font, fontsize=layout.size)
            y += layout.size * 1.3
        y += layout.size
    writer.write_text(page)
    document.save(path)
    return path


def _lines(words: Sequence[str], font: Any, layout: Layout) -> Iterator[str]:
    line = ""
    for word in words:
        wider = f"{line} {word}".strip()
        if font.text_length(wider, layout.size) <= layout.width:
            line = wider
            continue
        at = len(word) // 2
        if layout.is_parted and word.isalpha() and len(word) > 9:
            begun = f"{line} {word[:at]}-".strip()
            if font.text_length(begun, layout.size) <= layout.width:
                yield begun
                line = word[at:]
                continue
        yield line
        line = word
    yield line


def _read(path: Path) -> Quelle:
    return Quelle.of(Dokument("", path.stem, None, "", None), path.name, read_strom(path))


_read_once: dict[str, Any] = {}


def _stroms(name: str) -> Any:
    if name not in _read_once:
        _read_once[name] = read_strom(KORPUS / "programme" / f"{name}.pdf")
    return _read_once[name]
