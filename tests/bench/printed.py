"""Is what can be quoted printed so? Sentences of every programme against the drawn page, and what it costs.

A sentence that Tesseract reads otherwise for sure is listed on stderr: each is to be looked at by eye.
"""

import random
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import median

from core.programme.stored_streams import content_version
from core.wortlaut.binding.print_proof import (
    Place,
    PrintedPart,
    RawRow,
    printed_parts,
    raw_rows,
    seen_in_print,
    stands_in,
)
from core.wortlaut.reading import ocr
from core.wortlaut.reading.mupdf import open_pdf
from core.wortlaut.reading.ocr import DrawnLine, drawn_lines
from core.wortlaut.reading.print_check import check_print, signs
from core.wortlaut.reading.read_strom import read_mended, strom_of
from core.wortlaut.reading.tesseract import engine
from tests.bench.figures import Figure
from tests.conftest import KORPUS

SENTENCES, WOVEN = 40, 100
"""Of each programme."""

PAGES = 12
"""Recognised in two processes."""

BAD = {"bsw-ni-kommunal-2026", "cdu-bund-1998-ocr", "fdp-braunschweig-2026"}
"""Whose text layer does not say what is printed: no umlauts, a poor scan, ligatures with wrong names."""

SCAN = "spd-bund-1998-scan-ohne-text"


def measure() -> list[Figure]:
    paths = sorted(path for kind in ("programme", "sonderfaelle") for path in (KORPUS / kind).glob("*.pdf"))
    if not paths or not engine():
        return []
    seconds, distrusted, looked_at, unsure, forged_seen, forged = [], set[str](), 0, 0, 0, 0
    woven: list[bool] = []
    lost: list[str] = []
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        rate = _pages_a_second(next(path for path in paths if path.stem == SCAN), Path(folder))
        for path in paths:
            if path.stem == SCAN:
                continue
            strom = strom_of(read_mended(path))
            verdacht = signs(path, strom)
            begun = _computed()
            befund = check_print(path, strom, content_version(path), verdacht)
            if befund.seiten:
                distrusted.add(path.stem)
                _recognise(path, befund.seiten, Path(folder))
            else:
                seconds.append(_computed() - begun)
            quotes, rows = _quotes(path, Path(folder), befund.seiten)
            lost += [f"{path.stem}: {text}" for text, parts in quotes if not parts]
            woven += _woven(rows, random.Random(path.stem))
            drawn = _drawn(path, [part for _, parts in quotes for part in parts])
            for text, parts in quotes:
                is_seen, told = seen_in_print(parts, drawn)
                looked_at += 1
                unsure += is_seen is None
                if told:
                    wrong.append(f"{path.stem}: {text}: {told}")
                for lie in _lies(text) if is_seen and len(parts) == 1 else ():
                    forged += 1
                    forged_seen += bool(seen_in_print([replace(parts[0], text=lie)], drawn)[0])
    sys.stderr.write("".join(f"{line}\n" for line in (*lost, *wrong)))
    return [
        Figure("text layers that disagree with the print, found", len(distrusted & BAD), "", f"≥ {len(BAD)}"),
        Figure("good text layers taken for bad", len(distrusted - BAD), "", "≤ 0"),
        Figure("comparing a good file, median", round(median(seconds), 2), "s of one core", "≤ 1.5"),
        Figure("comparing a good file, longest", round(max(seconds), 2), "s of one core"),
        Figure("pages recognised by two processes", round(rate, 2), "1/s", "≥ 1"),
        Figure("sentences looked at on the drawn page", looked_at, ""),
        Figure("of them not followed through the lines of the file (see stderr)", len(lost), "", "≤ 0"),
        Figure("halves of lines woven, over columns or pages", len(woven), ""),
        Figure("of them followed all the same", round(100 * sum(woven) / len(woven), 2), "%", "≤ 1"),
        Figure("of them drawn otherwise (see stderr)", len(wrong), "", "≤ 0"),
        Figure("of them not to be read for sure", round(100 * unsure / looked_at, 2), "%"),
        Figure("lies about a sentence (letter, number, negation)", forged, ""),
        Figure("of them seen on the drawn page", forged_seen, "", "≤ 0"),
    ]


def _computed() -> float:
    """Seconds of computing, with those of ended children."""
    child = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + child.ru_utime + child.ru_stime


def _recognise(path: Path, seiten: Sequence[int], folder: Path) -> None:
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(ocr.RecognisedPages(path, folder).recognise, seiten))


def _pages_a_second(path: Path, folder: Path) -> float:
    begun = time.monotonic()
    _recognise(path, range(3, 3 + PAGES), folder)
    return PAGES / (time.monotonic() - begun)


Rows = dict[int, list[RawRow]]
"""Page → its lines."""


def _quotes(
    path: Path, folder: Path, distrusted: Sequence[int]
) -> tuple[list[tuple[str, list[PrintedPart]]], Rows]:
    """Sentences that could be quoted, with their lines, and all lines."""
    seiten = read_mended(path, folder, distrusted)
    strom, rows = strom_of(seiten), {seite.nummer: raw_rows(seite) for seite in seiten}
    spans = [
        span
        for teil in strom.absaetze
        if teil.art.is_prose
        for span in strom.sentences_of(teil)
        if span[1] - span[0] > 40 and not strom.is_unsure(*span)
    ]
    chosen = random.Random(path.stem).sample(spans, min(SENTENCES, len(spans)))
    texts = [(" ".join(strom.text[start:end].split()), strom.pages_of(start, end)) for start, end in chosen]
    quotes = [
        (text, printed_parts(text, [row for page in pages for row in rows[page]])) for text, pages in texts
    ]
    return quotes, rows


def _woven(rows: Rows, chance: random.Random) -> list[bool]:
    """The end of any line with the beginning of another, which is not the next, of the same page or the next:
    does it stand there?"""
    found = []
    for _ in range(WOVEN):
        here = rows[chance.choice(sorted(rows))]
        there = chance.choice((here, rows.get(here[0].seite + 1, [])) if here else ([],))
        if len(here) < 12 or len(there) < 12:
            continue
        first, then = chance.randrange(len(here)), chance.randrange(len(there))
        end, start = here[first].worte[-5:], there[then].worte[:5]
        if len(end) == len(start) == 5 and not (there is here and then in (first, first + 1)):
            pages = here if there is here else [*here, *there]
            found.append(stands_in(["".join((*end, *start))], pages))
    return found


def _drawn(path: Path, parts: Sequence[PrintedPart]) -> dict[Place, DrawnLine]:
    places = sorted({place for part in parts for place in part.places})
    document = open_pdf(path)
    try:
        return dict(zip(places, drawn_lines(document, places), strict=True))
    finally:
        document.close()


def _lies(text: str) -> list[str]:
    """The sentence with one letter, number or negation changed, where it has one."""
    lies = []
    for there, other in (
        ("ü", "u"),
        ("ä", "a"),
        ("o", "ö"),
        (" nicht ", " "),
        (" kein", " ein"),
        (" die ", " nie "),
    ):
        if there in text:
            lies.append(text.replace(there, other, 1))
    digit = next((letter for letter in text if letter.isdecimal()), "")
    if digit and not any(a.isalpha() and b == digit for a, b in pairwise(text)):
        lies.append(text.replace(digit, str((int(digit) + 1) % 10), 1))
    return lies
