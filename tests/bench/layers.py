"""Text layers: no good one is thrown away, and none that lies is quoted from.

Files lie on purpose: the map of one font of a real file (the one that prints most, or a minor one) says
another character for some letters or digits. What of it could be quoted after the comparison with the print,
in words that nobody printed, is counted, and listed on stderr.
"""

import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from statistics import median

import numpy as np
import pytest

from core.base.settings import ROOT
from core.wortlaut.reading import ocr
from core.wortlaut.reading.mupdf import open_pdf
from core.wortlaut.reading.nameless import is_german
from core.wortlaut.reading.print_check import check_print, signs, unquotable
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.tesseract import engine, is_library
from core.wortlaut.reading.textstrom import Textstrom
from tests.bench.figures import Figure
from tests.conftest import KORPUS
from tests.garbled import DIGITS, LETTERS, FontUse, fonts_of, garble

BAD = {"bsw-ni-kommunal-2026", "cdu-bund-1998-ocr", "fdp-braunschweig-2026", "spd-bund-1998-scan-ohne-text"}
"""Whose text layer does not say what is printed, or that have none."""

FEWEST = 3
"""So many characters a font must print that are lied about."""

SCAN, SCANNED = "spd-bund-1998-scan-ohne-text.pdf", (3, 12, 25, 40)
COMPARED = 4
"""A scan and pages of it, and so many good files, for the library beside the program."""

AT_ONCE = 2
"""Files, each in a process of its own."""

RECOGNISED = 4
"""Of a file with no more bad pages these are recognised, too, and what can be quoted then is counted."""


@dataclass(frozen=True)
class Lie:
    """What came of one lying file: sentences falsified, and those of them that could be quoted."""

    kind: str
    falsified: int
    is_found: bool
    quotable: Sequence[str]
    quotable_recognised: Sequence[str] | None


@dataclass(frozen=True)
class Good:
    """What came of a file whose layer says what is printed; `worse`: pages read worse for the comparison."""

    stem: str
    seconds: float
    pages: int
    sentences: int
    replaced: Sequence[int]
    worse: Sequence[int]
    barred: Sequence[str]


def measure(cases: int = 24, only: str = "") -> list[Figure]:
    """`cases`: lying files, and as many good ones, two at a time; `only`: „good“, „lies“ or „engines“."""
    if not engine():
        return []
    paths = sorted(
        path
        for folder in (KORPUS / "programme", KORPUS / "sonderfaelle", ROOT / "data" / "demo" / "pdf")
        for path in folder.glob("*.pdf")
        if path.stem not in BAD
    )
    if only == "engines":
        return _engines(_spread(paths, COMPARED))
    with ProcessPoolExecutor(AT_ONCE, get_context("spawn")) as pool:
        good = list(pool.map(_good, _spread(paths, cases))) if only != "lies" else []
        lies = (
            [lie for some in pool.map(_lies, *_chosen(paths, cases)) for lie in some]
            if only != "good"
            else []
        )
    figures = _of_good(good) if good else []
    for kind in sorted({lie.kind for lie in lies}):
        own = [lie for lie in lies if lie.kind == kind]
        figures += [
            Figure(f"lying files, {kind}", len(own), ""),
            Figure(f"… of them found, {kind}", sum(lie.is_found for lie in own), "", f"≥ {len(own)}"),
            Figure(f"… sentences falsified, {kind}", sum(lie.falsified for lie in own), ""),
            Figure(f"… of these quotable, {kind}", sum(len(lie.quotable) for lie in own), "", "≤ 0"),
        ]
    read = [lie.quotable_recognised for lie in lies if lie.quotable_recognised is not None]
    return [
        *figures,
        Figure("lying files whose pages were recognised", len(read), ""),
        Figure("falsified sentences quotable then", sum(map(len, read)), "", "≤ 0"),
    ]


def _spread(paths: Sequence[Path], count: int) -> Sequence[Path]:
    return paths[:: -(-len(paths) // count)]


def _of_good(good: Sequence[Good]) -> list[Figure]:
    seconds = [one.seconds for one in good]
    barred, sentences = sum(len(one.barred) for one in good), sum(one.sentences for one in good)
    for one in good:
        if one.replaced or one.barred:
            sys.stderr.write(
                f"{one.stem}: pages {one.replaced} recognised, {one.worse} for the worse, {len(one.barred)} "
                f"of {one.sentences} sentences barred: {[text[:60] for text in one.barred[:3]]}\n"
            )
    return [
        Figure("good text layers compared", len(good), ""),
        Figure("pages of them recognised", sum(len(one.replaced) for one in good), ""),
        Figure("of these read worse than before", sum(len(one.worse) for one in good), "", "≤ 0"),
        Figure("files of which a page is read worse", sum(bool(one.worse) for one in good), "", "≤ 0"),
        Figure("sentences of their prose", sentences, ""),
        Figure("of these barred for a letter that no look could read", barred, ""),
        Figure("share of these", round(100 * barred / max(1, sentences), 3), "%", "≤ 0.1"),
        Figure("comparing a good file, median", round(median(seconds), 2), "s of one core", "≤ 1.5"),
        Figure("comparing a good file, longest", round(max(seconds), 2), "s of one core"),
    ]


def _engines(paths: Sequence[Path]) -> list[Figure]:
    """The same work by the library and by the system's program, by turns: seconds of one core."""
    if not is_library() or not shutil.which("tesseract"):
        return []
    spent: Counter[tuple[str, str]] = Counter()
    reads = [(path, read_strom(path)) for path in paths]
    with open_pdf(KORPUS / "sonderfaelle" / SCAN) as scan, pytest.MonkeyPatch.context() as patch:
        ocr.recognise(scan, SCANNED[0])  # whatever is loaded once
        for way in ("library", "program") * 2:
            if way == "library":
                patch.delenv("TESSERACT", raising=False)
            else:
                patch.setenv("TESSERACT", "tesseract")
            begun = _computed()
            for page in SCANNED:
                ocr.recognise(scan, page)
            spent[way, "scan"] += _computed() - begun
            begun = _computed()
            for path, strom in reads:
                check_print(path, strom, "v")
            spent[way, "print"] += _computed() - begun
    pages, files = 2 * len(SCANNED), 2 * len(reads)
    return [
        Figure("a page of a scan, library", round(spent["library", "scan"] / pages, 2), "s of one core"),
        Figure("a page of a scan, program", round(spent["program", "scan"] / pages, 2), "s of one core"),
        Figure("… so many times as fast", _ratio(spent, "scan"), "", "≥ 1.5"),
        Figure("a good file compared, library", round(spent["library", "print"] / files, 2), "s of one core"),
        Figure("a good file compared, program", round(spent["program", "print"] / files, 2), "s of one core"),
        Figure("… so many times as fast", _ratio(spent, "print"), "", "≥ 1.5"),
    ]


def _ratio(spent: Mapping[tuple[str, str], float], what: str) -> float:
    return round(spent["program", what] / spent["library", what], 2)


def _good(path: Path) -> Good:
    strom = read_strom(path)
    verdacht = signs(path, strom)
    begun = _computed()
    befund = check_print(path, strom, "v", verdacht)
    seconds = _computed() - begun
    again = read_strom(path, None, befund.seiten) if befund.seiten else strom
    worse = [
        page
        for page in befund.seiten
        if _on_page(again, page, unsure=True) > _on_page(strom, page, unsure=True)
        or _on_page(again, page) < _on_page(strom, page)
    ]
    prose = _sentences(strom, is_prose=True)
    marked = unquotable(strom, replace(befund, seiten=()), is_reread=True)
    barred = [text for text, span in prose.items() if marked.is_unsure(*span) and not strom.is_unsure(*span)]
    return Good(path.stem, seconds, len(strom.seiten), len(prose), befund.seiten, worse, barred)


def _on_page(strom: Textstrom, page: int, unsure: bool = False) -> int:
    """Its German words; or its sentences that are not to be quoted."""
    if unsure:
        return sum(page in strom.pages_of(*span) for span in strom.unsure_sentences)
    words = (strom.text[strom.starts[i] : strom.ends[i]] for i in np.flatnonzero(strom.seiten_nr == page))
    return sum(len(bare) > FEWEST and is_german(bare) for word in words if (bare := word.strip(".,;:!?()„“")))


def _chosen(paths: Sequence[Path], count: int) -> tuple[list[Path], list[int]]:
    """So many files that four lies of each (digits, letters; body font, minor font) are the wanted number."""
    chosen = random.Random(3).sample(paths, len(paths))[: -(-count // 4)]
    return chosen, list(range(len(chosen)))


def _lies(path: Path, number: int) -> list[Lie]:
    found = []
    fonts = fonts_of(path)
    kinds: list[tuple[str, Mapping[str, str]]] = [("digits", DIGITS), ("letters", LETTERS)]
    with tempfile.TemporaryDirectory() as folder:
        for other, (what, lies) in enumerate(kinds):
            used = [f for f in fonts if (f.digits if what == "digits" else f.letters) >= FEWEST]
            body, minor = used[:1], used[1:]
            for font in [*body, *([minor[(number + other) % len(minor)]] if minor else [])]:
                name = f"{what}, {'body font' if font is used[0] else 'minor font'}"
                if lie := _lie(path, Path(folder) / f"{path.stem}.pdf", font, lies, name):
                    found.append(lie)
    return found


def _lie(path: Path, target: Path, font: FontUse, lies: Mapping[str, str], kind: str) -> Lie | None:
    if not garble(path, target, font, lies):
        return None
    printed = set(_sentences(read_strom(path)))
    strom = read_strom(target)
    false = {span: text for text, span in _sentences(strom).items() if text not in printed and len(text) > 12}
    if not false:
        return None
    befund = check_print(target, strom, "v", signs(target, strom))
    bad = set(befund.seiten)
    before = unquotable(strom, befund, is_reread=False)
    quotable = [text for span, text in false.items() if not before.is_unsure(*span)]
    for text in quotable:
        sys.stderr.write(f"{path.stem}, {kind}, {font.name}: {text[:160]!r}\n")
    recognised = None
    if 0 < len(bad) <= RECOGNISED:
        again = unquotable(read_strom(target, None, befund.seiten), befund, is_reread=True)
        recognised = [
            text
            for text, span in _sentences(again).items()
            if text in false.values() and not again.is_unsure(*span)
        ]
        for text in recognised:
            sys.stderr.write(f"{path.stem}, {kind}, recognised: {text[:160]!r}\n")
    return Lie(kind, len(false), bool(bad or befund.ungesehen), quotable, recognised)


def _sentences(strom: Textstrom, is_prose: bool = False) -> dict[str, tuple[int, int]]:
    return {
        " ".join(strom.text[start:end].split()): (start, end)
        for teil in strom.absaetze
        if teil.art.is_prose or not is_prose
        for start, end in strom.sentences_of(teil)
    }


def _computed() -> float:
    """Seconds of computing, with those of ended children."""
    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + child.ru_utime + child.ru_stime
