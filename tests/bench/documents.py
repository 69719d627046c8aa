"""Quotes held against documents that are no programmes: Drucksachen of the corpus, read as files at hand.

True ones are drawn by the generator of `zitate`, damaged as people and models damage them, and must be told
as printed on their page; falsified ones must never be. Times are those of the command, from its start. The
papers are read once for each state of the code that reads them; what was read stays in the folder of
temporary files. About a quarter of an hour on two cores.
"""

import hashlib
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from math import ceil
from multiprocessing import get_context
from pathlib import Path
from random import Random

from core.base.settings import ROOT
from core.features.textcheck.blocks import Block, BlockKind, ReadText
from core.features.textcheck.check import CheckedQuote, Verdict, check
from core.features.textcheck.source_files import Sources, read_sources
from core.programme.context import default_context
from core.programme.stored_streams import StoredStreams, content_version
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.reading import tesseract
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.records import Chunk, Quelldokument
from tests.bench import zitate
from tests.bench.binding import SEED
from tests.bench.figures import Figure
from tests.bench.zitate import Probe, Satz, Stock
from tests.conftest import KORPUS

TRUE, FALSE = 3_000, 17_000

AT_ONCE = 250
"""Quotes of one text: a step of the progress that is told."""

WORKERS = 2

FOLDERS = ("abstimmungen", "antraege")

PRINTED = (Verdict.GEDRUCKT, Verdict.UNKLAR)
"""Who reads one of these takes the words for printed."""

TO_BE_READ = (Verdict.VERKUERZT, Verdict.MEHRERE_STELLEN)
"""Printed, but a person is told to read why it may be otherwise."""

EXAMPLES = 12


def measure(cases: int = 0, only: str = "") -> list[Figure]:
    """`cases`: so many papers only, the first of the list. `only`: „speed“, or „quotes“."""
    return [*(_quotes(cases) if only != "speed" else []), *(_times() if only != "quotes" else [])]


def _quotes(cases: int) -> list[Figure]:
    paths = [path for folder in FOLDERS for path in sorted((KORPUS / folder).glob("*.pdf"))]
    paths = paths[: cases or None]
    kept = _kept_folder()
    begin = time.perf_counter()
    fresh = _read(paths, kept)
    reading = time.perf_counter() - begin
    sources = _sources(kept)
    stock = _stock(sources)
    papers = sources.quellen
    return [
        Figure("documents that are no programmes", len(papers), "", "≥ 40"),
        Figure("documents that could not be read", len(paths) - len(papers), "", "≤ 0"),
        Figure("of these read and compared with their print now", fresh, ""),
        Figure("… which took", reading, "s"),
        Figure("sentences to be drawn from", len(stock.saetze), ""),
        Figure("of these read with certainty", _share_sure(sources, stock), "%"),
        *_true_figures(sources, stock, kept),
        *_false_figures(stock, kept),
    ]


# --- the papers, read once ----------------------------------------------------------------------------------


def _kept_folder() -> Path:
    """One for each state of what reads, for each Tesseract."""
    digest = hashlib.sha256(tesseract.engine().encode())
    for path in sorted((ROOT / "core" / "wortlaut").rglob("*.py")):
        digest.update(path.read_bytes())
    return Path(tempfile.gettempdir()) / f"bench-documents-{digest.hexdigest()[:12]}"


def _read(paths: Sequence[Path], kept: Path) -> int:
    """Read those that are not kept; how many these were."""
    streams = StoredStreams(kept)
    there = streams.stored()
    todo = [path for path in paths if path.stem not in there]
    for number in range(0, len(todo), 10):
        part = todo[number : number + 10]
        with tempfile.TemporaryDirectory() as folder:
            read = read_sources(part, Path(folder))
            every = {id: range(1, len(one.strom.seiten) + 1) for id, one in read.quellen.items()}
            read = read.compared(every)
        for id, quelle in read.quellen.items():
            path = next(one for one in part if f"datei:{one.name}" == id)
            streams.save_strom(path.stem, content_version(path), quelle.strom)
        for name, why in read.unread:
            _tell(f"{name}: {why}")
        _tell(f"{number + len(part)} of {len(todo)} papers read")
    return len(todo)


@cache
def _sources(kept: Path) -> Sources:
    """As `read_sources` gives them."""
    streams = StoredStreams(kept)
    quellen = {}
    for stem, version in sorted(streams.stored().items()):
        strom = streams.load_strom(stem, version)
        assert strom is not None
        id = f"datei:{stem}.pdf"
        quellen[id] = Quelle.of(Quelldokument(id, stem, None, "", None), version, strom)
    return Sources(quellen)


def _stock(sources: Sources) -> Stock:
    streams = {id: quelle.strom for id, quelle in sources.quellen.items()}
    chunks = {id: _chunks(quelle) for id, quelle in sources.quellen.items()}
    stock = zitate.read_vorrat(streams, dict.fromkeys(streams, "SPD"), chunks)
    pools = {name: list(filter(_is_said, getattr(stock, name))) for name in POOLS}
    return replace(stock, **pools)


POOLS = ("saetze", "paare", "chunkgrenzen", "umbrueche")
WORD = re.compile(r"[^\W\d_]{2,}")


def _is_said(satz: Satz) -> bool:
    """Has it words at all? A row of a table may be figures alone, and nobody quotes these as a sentence."""
    return len(WORD.findall(satz.text)) >= 4


def _chunks(quelle: Quelle) -> list[Chunk]:
    id, strom = quelle.programm.id, quelle.strom
    return [
        Chunk(f"{id}:{one.start}", id, strom.text[one.start : one.end], one.start, one.end, pages)
        for one in strom.absaetze
        if (pages := strom.pages_of(one.start, one.end))
    ]


def _share_sure(sources: Sources, stock: Stock) -> float:
    sure = sum(not _is_unsure(sources, one) for one in stock.saetze)
    return 100 * sure / len(stock.saetze)


def _is_unsure(sources: Sources, satz: Satz) -> bool:
    return sources.quellen[satz.programm].strom.is_unsure(satz.start, satz.end)


# --- looking ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """What was told of a probe: the verdict, and where it was bound to."""

    probe: Probe
    verdict: Verdict
    satz: str
    places: tuple[tuple[str, tuple[int, ...], str], ...]


def _told(probes: Sequence[Probe], kept: Path, what: str) -> Iterator[Told]:
    """Each as a quotation of a long text, by two processes."""
    parts = [probes[n : n + AT_ONCE] for n in range(0, len(probes), AT_ONCE)]
    begin, done = time.monotonic(), 0
    with ProcessPoolExecutor(WORKERS, get_context("spawn")) as pool:
        for found in pool.map(_look, parts, [kept] * len(parts)):
            done += 1
            left = (time.monotonic() - begin) / done * (len(parts) - done)
            _tell(f"{what}: {done} of {len(parts)} texts, {left:.0f} s left")
            yield from found


def _look(probes: Sequence[Probe], kept: Path) -> list[Told]:
    text = ReadText(tuple(Block(BlockKind.QUOTE, one.text) for one in probes))
    found = check(text, default_context(), sources=_sources(kept)).quotes
    told = []
    for start, end, one in zip(text.starts, (*text.starts[1:], len(text.text)), probes, strict=True):
        own = [quote for quote in found if start <= quote.quote.start < end]
        if len(own) == 1:
            told.append(_of(one, own[0]))
    return told


def _of(probe: Probe, found: CheckedQuote) -> Told:
    places = tuple((one.ort.programm, tuple(one.ort.seiten), one.text) for one in found.gebunden)
    return Told(probe, found.verdict, found.satz, places)


def _tell(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


def _examples(what: str, told: Iterable[Told]) -> None:
    for one in islice(told, EXAMPLES):
        _tell(f"  {what}: {one.probe.art} | {one.probe.satz.programm} | {one.probe.text!r} | {one.satz}")


# --- true ---------------------------------------------------------------------------------------------------


def _true_figures(sources: Sources, stock: Stock, kept: Path) -> list[Figure]:
    each = ceil(TRUE / len(zitate.DAMAGES))
    probes = zitate.true_quotes(Random(SEED), stock, each)
    told = list(_told(probes, kept, "true"))
    by_fate: dict[str, list[Told]] = {}
    for one in told:
        by_fate.setdefault(_fate(sources, one), []).append(one)
    for fate, own in by_fate.items():
        if fate != RIGHT:
            _examples(fate, own)
    count = {fate: len(own) for fate, own in by_fate.items()}
    right, sure = count.get(RIGHT, 0), len(told) - count.get(UNSURE, 0)
    return [
        Figure("true quotes", len(told), "", f"≥ {TRUE * 9 // 10}"),
        Figure("of those read with certainty: told so on their page", _percent(right, sure), "%", "≥ 99.5"),
        Figure("true ones, all: told as printed on their page", _percent(right, len(told)), "%"),
        Figure("true ones not read with certainty", count.get(UNSURE, 0), ""),
        Figure("true ones at another page", count.get(ELSEWHERE, 0), "", "≤ 0"),
        Figure("true ones told as not printed", count.get(LOST, 0), ""),
    ]  # fmt: skip


RIGHT, UNSURE, ELSEWHERE, LOST = "right", "not read with certainty", "at another page", "told as not printed"


def _fate(sources: Sources, told: Told) -> str:
    satz = told.probe.satz
    if told.verdict is Verdict.UNSICHER:
        return UNSURE
    if not told.places:
        return LOST
    pages = set(sources.quellen[satz.programm].strom.pages_of(satz.start, satz.end))
    if any(programm == satz.programm and set(there) == pages for programm, there, _ in told.places):
        return RIGHT
    # The same sentence may be printed in another paper, too, or twice in one: then that is no other page.
    is_same = any(zitate.letters(text) == zitate.letters(satz.text) for _, _, text in told.places)
    return RIGHT if is_same else ELSEWHERE


def _percent(some: int, of: int) -> float:
    return 100 * some / of if of else 0.0


# --- false --------------------------------------------------------------------------------------------------

MONTHS = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
UNITS = {"Euro": "Prozent", "Prozent": "Euro", "Millionen": "Milliarden", "Milliarden": "Millionen"}


def month_changed(rng: Random, text: str) -> str | None:
    found = list(re.finditer(rf"\b(?:{'|'.join(MONTHS)})\b", text))
    if not found:
        return None
    one = rng.choice(found)
    other = MONTHS[(MONTHS.index(one[0]) + rng.randint(1, 11)) % 12]
    return text[: one.start()] + other + text[one.end() :]


def digits_transposed(rng: Random, text: str) -> str | None:
    found = [one for one in re.finditer(r"(\d)(\d)", text) if one[1] != one[2]]
    if not found:
        return None
    one = rng.choice(found)
    return text[: one.start()] + one[2] + one[1] + text[one.end() :]


def unit_changed(rng: Random, text: str) -> str | None:
    found = list(re.finditer(rf"\b(?:{'|'.join(UNITS)})\b", text))
    if not found:
        return None
    one = rng.choice(found)
    return text[: one.start()] + UNITS[one[0]] + text[one.end() :]


HYPHENS = "-\u2010\u2011–\u2212"


def sign_added(rng: Random, text: str) -> str | None:
    """The letters stay as they are: it is the number that is another."""
    found = list(re.finditer(r"(?<=[a-zäöüß] )\d", text))
    at = rng.choice(found).start() if found else 0
    return text[:at] + rng.choice(HYPHENS) + text[at:] if found else None


OF_PAPERS: dict[str, Callable[[Random, str], str | None]] = {
    "month changed": month_changed,
    "digits transposed": digits_transposed,
    "unit changed": unit_changed,
}


def _halves_of_two(rng: Random, stock: Stock) -> Iterator[Probe]:
    """Half of a sentence and half of one of another paper, as if they were one."""
    pool = stock.saetze
    for one, two in zip(rng.sample(pool, len(pool)), rng.sample(pool, len(pool)), strict=True):
        first, second = zitate.halves(one.text), zitate.halves(two.text)
        if one.programm != two.programm and first and second:
            yield Probe("halves of two papers", one.partei, f"{first[0]} {second[1]}", one, two)


def _false_probes(stock: Stock) -> list[Probe]:
    rng = Random(SEED)
    each = ceil(FALSE / (len(zitate.FALSIFICATIONS) + len(zitate.SPELLINGS) + 2))
    own = [zitate.draw(rng, stock.saetze, art, maker) for art, maker in OF_PAPERS.items()]
    made = [
        *zitate.false_quotes(rng, stock, each),
        *(probe for kind in own for probe in islice(zitate.absent(stock, kind), each)),
        *islice(zitate.absent(stock, _halves_of_two(rng, stock)), each),
    ]
    signed = zitate.draw(rng, stock.saetze, "sign added", sign_added)
    numbered = [one for one in zitate.absent(stock, made) if not stock.holds(one.partei, _unnumbered(one))]
    return [*numbered, *islice(signed, each)]


def _unnumbered(probe: Probe) -> str:
    """Without the number before it, which is no word of a quote wherever it is looked for."""
    return re.sub(r"^\W*(?:\d+(?:\.\d+)*|[a-z])\W+", "", probe.text)


def _false_figures(stock: Stock, kept: Path) -> list[Figure]:
    told = list(_told(_false_probes(stock), kept, "false"))
    printed = [one for one in told if one.verdict in PRINTED]
    cut = [one for one in told if one.verdict in TO_BE_READ]
    _examples("told as printed", printed)
    _examples("told as to be read", cut)
    for art, count in Counter(one.probe.art for one in told).items():
        own = Counter(str(one.verdict) for one in told if one.probe.art == art)
        _tell(f"  false, {art} ({count}): {dict(own.most_common())}")
    return [
        Figure("falsified quotes", len(told), "", f"≥ {FALSE}"),
        Figure("kinds of falsified quotes", len({one.probe.art for one in told}), "", "≥ 30"),
        Figure("falsified ones told as printed", len(printed), "", "≤ 0"),
        Figure("falsified ones told as printed, but cut, added to or in parts", len(cut), ""),
    ]


# --- the command --------------------------------------------------------------------------------------------

TIMED = ("programme/afd-bund-2021.pdf", "abstimmungen/bt-18-1023.pdf")
"""103 pages of prose in columns, 108 of tables."""


def _times() -> list[Figure]:
    """A text of 20 quotes, ten of them true, and a PDF of some 100 pages, from the start of the process; the
    better of two, with modules that were compiled before."""
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        text, compiled = Path(folder) / "text.md", Path(folder) / "compiled"
        for path in (KORPUS / one for one in TIMED):
            text.write_text("\n\n".join(f"„{one}“" for one in _half_true(path)), encoding="utf-8")
            for name, more, most in (("without", ["--ohne-druckpruefung"], 3), ("with", [], 6)):
                seconds, computed = min(_timed(text, path, compiled, more) for _ in range(2))
                what = f"20 quotes, {path.name}, {name} the print check"
                figures += [
                    Figure(what, seconds, "s", f"≤ {most}"),
                    Figure("… of computing, by all its processes", computed, "s"),
                ]
    return figures


def _half_true(path: Path) -> list[str]:
    strom = read_strom(path)
    parts = [part for teil in strom.absaetze if teil.art.is_prose for part in strom.sentences_of(teil)]
    texts = [strom.text[slice(*part)] for part in parts if not strom.is_unsure(*part)]
    plain = [one for one in texts if len(one) >= zitate.SHORTEST and not set(one) & set('„“»«"')]
    true = Random(SEED).sample(plain, 10)
    return [*true, *(f"Dies ist von allen erfundenen Zitaten das mit der Nummer {n}." for n in range(10))]


def _timed(text: Path, path: Path, compiled: Path, more: Sequence[str]) -> tuple[float, float]:
    command = [sys.executable, "-m", "core", "check", str(text), "--gegen", str(path), *more]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    env["PYTHONPYCACHEPREFIX"] = str(compiled)
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=False, capture_output=True, env=env)
    seconds = time.perf_counter() - begin
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return seconds, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
