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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from core.programme.print_check import check_print, signs
from core.programme.read_strom import read_strom
from core.programme.textstrom import Textstrom
from core.settings import ROOT
from tests.bench.figures import Figure
from tests.conftest import KORPUS
from tests.garbled import DIGITS, LETTERS, FontUse, fonts_of, garble

BAD = {"bsw-ni-kommunal-2026", "cdu-bund-1998-ocr", "fdp-braunschweig-2026", "spd-bund-1998-scan-ohne-text"}
"""Whose text layer does not say what is printed, or that have none."""

FEWEST = 3
"""So many characters a font must print that are lied about."""

RECOGNISED = 4
"""Of a file with no more bad pages these are recognised, too, and what can be quoted then is counted."""


@dataclass(frozen=True)
class Lie:
    """What came of one lying file: sentences falsified, and those of them that could be quoted."""

    kind: str
    falsified: int
    pages: int
    quotable: Sequence[str]
    quotable_recognised: Sequence[str] | None


def measure(cases: int = 30) -> list[Figure]:
    """`cases`: lying files."""
    if not shutil.which("tesseract"):
        return []
    paths = sorted(
        path
        for folder in (KORPUS / "programme", KORPUS / "sonderfaelle", ROOT / "data" / "demo" / "pdf")
        for path in folder.glob("*.pdf")
        if path.stem not in BAD
    )
    seconds, thrown, pages = [], [], 0
    for path in paths:
        strom = read_strom(path)
        verdacht = signs(path, strom)
        begun = _computed()
        befund = check_print(path, strom, "v", verdacht)
        seconds.append(_computed() - begun)
        pages += len(befund.seiten)
        thrown += [path.stem] if len(befund.seiten) > 1 else []
        if befund.seiten:
            sys.stderr.write(f"{path.stem}: pages {befund.seiten} not believed\n")
    lies = list(_lies(paths, cases))
    figures = [
        Figure("good text layers compared", len(paths), ""),
        Figure("of them with more than one page not believed", len(thrown), "", "≤ 0"),
        Figure("pages of good layers not believed", pages, ""),
        Figure("comparing a good file, median", round(median(seconds), 2), "s of one core", "≤ 1.5"),
        Figure("comparing a good file, longest", round(max(seconds), 2), "s of one core"),
    ]
    for kind in sorted({lie.kind for lie in lies}):
        own = [lie for lie in lies if lie.kind == kind]
        figures += [
            Figure(f"lying files, {kind}", len(own), ""),
            Figure(f"… of them found, {kind}", sum(lie.pages > 0 for lie in own), "", f"≥ {len(own)}"),
            Figure(f"… sentences falsified, {kind}", sum(lie.falsified for lie in own), ""),
            Figure(f"… of these quotable, {kind}", sum(len(lie.quotable) for lie in own), "", "≤ 0"),
        ]
    read = [lie.quotable_recognised for lie in lies if lie.quotable_recognised is not None]
    return [
        *figures,
        Figure("lying files whose pages were recognised", len(read), ""),
        Figure("falsified sentences quotable then", sum(map(len, read)), "", "≤ 0"),
    ]


def _lies(paths: Sequence[Path], count: int) -> Iterator[Lie]:
    found = 0
    chance = random.Random(3)
    chosen = chance.sample(paths, len(paths))
    kinds: list[tuple[str, Mapping[str, str]]] = [("digits", DIGITS), ("letters", LETTERS)]
    with tempfile.TemporaryDirectory() as folder:
        for path in chosen:
            if found >= count:
                break
            fonts = fonts_of(path)
            for number, (what, lies) in enumerate(kinds):
                used = [f for f in fonts if (f.digits if what == "digits" else f.letters) >= FEWEST]
                body, minor = used[:1], used[1:]
                pair = [*body, *([minor[(found + number) % len(minor)]] if minor else [])]
                for font in pair:
                    name = f"{what}, {'body font' if font is used[0] else 'minor font'}"
                    if lie := _lie(path, Path(folder) / f"{path.stem}.pdf", font, lies, name):
                        found += 1
                        yield lie


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
    quotable = [
        text
        for span, text in false.items()
        if not strom.is_unsure(*span) and not bad.intersection(strom.pages_of(*span))
    ]
    for text in quotable:
        sys.stderr.write(f"{path.stem}, {kind}, {font.name}: {text[:160]!r}\n")
    recognised = None
    if 0 < len(bad) <= RECOGNISED:
        again = read_strom(target, None, befund.seiten)
        recognised = [
            text
            for text, span in _sentences(again).items()
            if text in false.values() and not again.is_unsure(*span)
        ]
        for text in recognised:
            sys.stderr.write(f"{path.stem}, {kind}, recognised: {text[:160]!r}\n")
    return Lie(kind, len(false), len(bad), quotable, recognised)


def _sentences(strom: Textstrom) -> dict[str, tuple[int, int]]:
    return {
        " ".join(strom.text[start:end].split()): (start, end)
        for teil in strom.absaetze
        for start, end in strom.sentences_of(teil)
    }


def _computed() -> float:
    """Seconds of computing, with those of ended children."""
    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + child.ru_utime + child.ru_stime
