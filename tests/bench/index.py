"""PDF → searchable: speed beside bare reading, where the time goes, scans, memory, word boxes, reading order.

Others may be at work on the machine: what is compared runs in one go, and „computing“ is time on a core.
"""

import importlib
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz

from core.base.settings import Settings
from core.programme.chunking import chunk
from core.programme.context import Context
from core.programme.sammlung import Indexstand
from core.programme.wording_index import WordingIndex
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.reading.pdf import read_pages
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.reading.textstrom import Textstrom
from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.conftest import KORPUS

COMMAND = [sys.executable, "-m", "core", "index", "--all", "--json"]
DEMO = Path(__file__).parents[2] / "data" / "demo" / "pdf"


def measure() -> list[Figure]:
    with workplace() as folder:
        env = {**os.environ, "CHROMA_DIR": str(folder / "index"), "PDF_DIR": str(folder / "pdf")}
        bare = _bare(folder / "pdf")
        (seconds, result), computing, _ = _watched(lambda: _run(env))
        bare = (bare + _bare(folder / "pdf")) / 2
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        again, _ = _run(env)
        pages = sum(row["seiten"] for row in result)
        pdfs = sorted((folder / "pdf").glob("*.pdf")) or sorted(DEMO.glob("*-2024.pdf"))
        stroeme = [read_strom(path) for path in pdfs]
        parts = _parts(folder, pdfs)
    return [
        Figure("programmes indexed", len(result), ""),
        Figure("pages indexed", pages, "pages"),
        Figure("passages", sum(row["chunks"] for row in result), ""),
        Figure("PDF → searchable, fresh process, end to end", pages / seconds, "pages/s", "≥ 100"),
        Figure("… beside get_text(„words“) of the same files on one core", seconds / bare, "×", "≤ 2"),
        Figure("… the same, computing on all cores", computing / bare, "×"),
        *parts,
        *_scan(),
        Figure("peak memory of the largest of its processes", memory, "MB", "< 1000"),
        Figure("the same again, nothing changed", again, "s", "< 2"),
        Figure("characters of the streams with a word box", _boxed(stroeme), "%", "≥ 100"),
        *_reading_order(),
        Figure("import core", _import_time("core"), "s", "< 0.5"),
        Figure("import core and read the registry", _import_time("core; core.PROGRAMME"), "s", "< 0.5"),
    ]


def _bare(folder: Path) -> float:
    """Seconds on a core for nothing but the words of every page."""
    start = time.process_time()
    for path in sorted(folder.glob("*.pdf")) or sorted(DEMO.glob("*-2024.pdf")):
        for page in pymupdf().open(path):
            page.get_text("words")
    return time.process_time() - start


def _watched(run: Callable[[], Any]) -> tuple[Any, float, float]:
    """What came of it, seconds of computing in children, and of the cores' free time the share they used."""
    before, idle = resource.getrusage(resource.RUSAGE_CHILDREN), _idle()
    result = run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    computing = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return result, computing, 100 * computing / (computing + _idle() - idle)


def _idle() -> float:
    """Seconds that all cores have been idle since the machine was started."""
    fields = Path("/proc/stat").read_text().split()
    return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")


def _parts(folder: Path, pdfs: list[Path]) -> list[Figure]:
    """The same work in this process, one step after the other: seconds of computing of each."""
    spent: Counter[str] = Counter()

    def timed(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        start = time.process_time()
        result = function(*arguments)
        spent[name] += time.process_time() - start
        return result

    context = Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "parts"))
    timed("loading the model", lambda: context.embedder)
    ready = []
    for number, path in enumerate(pdfs):
        seiten = timed("reading words and lines", read_pages, path)
        del seiten
        strom = timed("… and building the stream", read_strom, path)
        chunks = timed("cutting", chunk, f"p{number}", strom, "passagen", 700)
        vectors = timed("embedding", context.embedder.embed_documents, [one.text for one in chunks])
        timed("saving the stream", context.texte.save_strom, f"p{number}", "v", strom)
        ready.append((f"p{number}", Indexstand("v", len(chunks), ""), chunks, vectors))
    spent["… and building the stream"] -= spent["reading words and lines"]
    timed("importing Chroma", importlib.import_module, "chromadb")
    with context.store.writing():
        for one in ready:
            timed("writing into Chroma", context.store.replace, "BUND", *one)
        texts = [one.text for _, _, chunks, _ in ready for one in chunks]
        timed("the words of all passages", WordingIndex.of, texts)
    return [Figure(f"of this: {name}", seconds, "s computing") for name, seconds in spent.items()]


def _scan() -> list[Figure]:
    """79 pages that are pictures, by the command line as anybody would."""
    pdf = KORPUS / "sonderfaelle" / "spd-bund-1998-scan-ohne-text.pdf"
    if not pdf.exists() or not engine():
        return []
    with workplace() as folder:
        (folder / "scan").mkdir()
        shutil.copy(pdf, folder / "scan" / "spd-bund-2025.pdf")
        env = {**os.environ, "CHROMA_DIR": str(folder / "index"), "PDF_DIR": str(folder / "scan")}
        command = [*COMMAND[:4], "--programm", "spd-bund-2025", "--json"]
        (seconds, (row,)), computing, busy = _watched(lambda: _run(env, command))
    cores = len(os.sched_getaffinity(0))
    return [
        Figure("a scan without text", row["seiten"] / seconds, "pages/s", "≥ 1"),
        Figure("… had all cores been free for it", row["seiten"] / (computing / cores), "pages/s"),
        Figure("… a page of it", computing / row["seiten"], "s computing"),
        Figure("… cores busy, of the time others left", busy, "%", "≥ 90"),
    ]


def _run(env: dict[str, str], command: Sequence[str] = COMMAND) -> tuple[float, list[dict[str, int]]]:
    start = time.perf_counter()
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    return time.perf_counter() - start, json.loads(done.stdout)


def _boxed(stroeme: list[Textstrom]) -> float:
    """Of 100 characters that are no white space, how many a word box covers; a box must have an area."""
    total = covered = 0
    for strom in stroeme:
        has_box = bytearray(len(strom.text))
        areas = (strom.boxes[:, 2] - strom.boxes[:, 0]) * (strom.boxes[:, 3] - strom.boxes[:, 1])
        for start, end, area in zip(strom.starts, strom.ends, areas, strict=True):
            if area > 0:
                has_box[start:end] = b"\1" * (end - start)
        for position, letter in enumerate(strom.text):
            if not letter.isspace():
                total += 1
                covered += has_box[position]
    return 100 * covered / total


# --- reading order ------------------------------------------------------------------------------------------


def _reading_order() -> list[Figure]:
    """Sentences of a reference that stand in our stream without a gap.

    Two-column PDFs with a reference: BSW and DIE LINKE 2025 (others' Markdown), CDU/CSU 2013 (nearly the same
    text in another edition, set in one column). Letter by letter, and with a tenth of the letters allowed to
    differ, since the editions' wording does; a sentence torn by another column's lines differs by far more.
    """
    if not KORPUS.exists():
        return []
    programme, reference = KORPUS / "programme", KORPUS / "texte"
    brochure = read_strom(KORPUS / "sonderfaelle" / "cdu-bund-2013-broschuere.pdf").text
    pairs = [
        ("BSW 2025", programme / "bsw-bund-2025.pdf", (reference / "bsw-bund-2025.md").read_text()),
        ("DIE LINKE 2025", programme / "linke-bund-2025.pdf", (reference / "linke-bund-2025.md").read_text()),
        ("CDU/CSU 2013", programme / "cdu-bund-2013.pdf", brochure.replace("\n", "\n\n")),
    ]
    figures = []
    for name, pdf, text in pairs:
        exact, tolerant = _contiguous(read_strom(pdf).text, text)
        figures.append(Figure(f"two columns, sentences contiguous, letter by letter: {name}", exact, "%"))
        figures.append(Figure(f"… but for differences of the edition: {name}", tolerant, "%", "≥ 99"))
    return figures


def _contiguous(text: str, reference: str) -> tuple[float, float]:
    ours = _letters(text)
    sentences = [letters for sentence in _sentences(reference) if len(letters := _letters(sentence)) >= 40]
    torn = [letters for letters in sentences if letters not in ours]
    changed = sum(fuzz.partial_ratio(letters, ours, score_cutoff=90) > 0 for letters in torn)
    exact = len(sentences) - len(torn)
    return 100 * exact / len(sentences), 100 * (exact + changed) / len(sentences)


def _sentences(reference: str) -> list[str]:
    """Cut without our own code, so that a fault there does not hide one here."""
    plain = re.sub(r"\*\*|__|^#+ .*$|^\s*[-*•] ", "\n", reference, flags=re.MULTILINE)
    paragraphs = (re.sub(r"-\n", "", part).replace("\n", " ") for part in re.split(r"\n\s*\n", plain))
    return [s for paragraph in paragraphs for s in re.split(r"(?<=[.!?])\s+(?=[A-ZÄÖÜ])", paragraph)]


def _letters(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).casefold() if letter.isalnum())


def _import_time(what: str) -> float:
    """Median of seven fresh processes, less the bare interpreter."""

    def seconds(code: str) -> float:
        runs = []
        for _ in range(7):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            runs.append(time.perf_counter() - start)
        return statistics.median(runs)

    return seconds(f"import {what}") - seconds("pass")
