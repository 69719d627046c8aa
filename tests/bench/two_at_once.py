"""One process indexes a Land again and again while another searches the others: nobody is refused.

The one that indexes is killed at random moments, helpers and all, and begun again at once, as its messages
advise; and now and then somebody opens the folder with `chromadb` alone, as docs/chroma.md invites to.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from core.base.settings import ROOT, Settings
from core.processes.cluster import reading_pool
from core.programme.context import Context
from core.programme.indexing import ReadingOperation, index_programme
from core.search.passage_search import find_relevant_chunks
from tests.bench.figures import Figure
from tests.drucker import Satz, column, print_pdf

KILL_AFTER = (0.5, 8.0)
"""Seconds until the process that indexes is killed, from when it began to work."""

PAUSE = 0.05
OTHERS = {"NRW": "spd-nrw-2022", "BE": "spd-be-2023"}
SENTENCE = "Wir erhalten jede Grundschule auf dem Land, auch wenn sie nur noch wenige Kinder hat."

FOREIGN = """
import sys, chromadb
client = chromadb.PersistentClient(sys.argv[1])
for one in client.list_collections():
    vector = one.get(limit=1, include=["embeddings"])["embeddings"][0]
    one.add(["fremd"], embeddings=[vector], documents=["fremd"])
    one.delete(["fremd"])
"""


def measure(seconds: float = 600) -> list[Figure]:
    chance = random.Random(3)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        context = made(folder)
        searching = begun("search", folder)
        indexing, kills, foreign = begun("index", folder), 0, 0
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                time.sleep(min(chance.uniform(*KILL_AFTER), max(0.0, end - time.monotonic())))
                os.kill(indexing.pid, signal.SIGKILL)
                indexing.wait()
                kills += 1
                if kills % 3 == 0:
                    foreign += subprocess.run([sys.executable, "-c", FOREIGN, context.settings.chroma_dir],
                                              capture_output=True, check=False).returncode == 0  # fmt: skip
                indexing = begun("index", folder)
        finally:
            indexing.kill()
            indexing.wait()
        searching.send_signal(signal.SIGTERM)
        told = json.loads(searching.communicate(timeout=60)[0].splitlines()[-1])
    for line in told["refusals"][:5]:
        sys.stderr.write(f"{line}\n")
    return [
        Figure(f"searches of other Länder in {seconds:.0f} s", told["searches"], "", "≥ 1"),
        Figure("… refused", told["refused"], "", "≤ 0"),
        Figure("… found something else than before", told["other"], "", "≤ 0"),
        Figure("… the longest", told["longest"], "s"),
        Figure("kills of the process that indexes", kills, "", "≥ 1"),
        Figure("times that somebody else wrote into the folder", foreign, ""),
    ]


def begun(what: str, folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.bench.two_at_once", what, str(folder)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout and process.stdout.readline() == "bereit\n"
    return process


def made(folder: Path) -> Context:
    (folder / "pdf").mkdir()
    context = of(folder)
    for id in OTHERS.values():
        page = [Satz(60, 60, "Schule", 18), *column(60, [SENTENCE, id] * 4, 100)]
        print_pdf(folder / "pdf" / context.registry.programme[id].pdf, [page])
    for ergebnis in index_programme([*OTHERS.values(), *context.registry.demo_programme], context=context):
        assert ergebnis.chunks, ergebnis
    return context


def of(folder: Path) -> Context:
    return Context(replace(Settings(), chroma_dir=folder / "index", pdf_dir=folder / "pdf"))


def _index(folder: Path) -> None:
    """The demo, anew and anew."""
    context = of(folder)
    wanted = [context.registry.find_programm(id) for id in context.registry.demo_programme]
    _say("bereit")
    while True:
        with context.store.writing(60), reading_pool() as pool:
            operation, todo = ReadingOperation(context, context.settings.pdf_dir, pool), list(wanted)
            for one in wanted:
                operation.read_anew(one.id)
            for _ in operation.run(lambda todo=todo: todo.pop() if todo else None):  # type: ignore[misc]
                pass


def _search(folder: Path) -> None:
    context, refusals, other, searches, longest = of(folder), list[str](), 0, 0, 0.0
    over: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: over.append(number))
    before = {land: _found(context, land) for land in OTHERS}
    _say("bereit")
    while not over:
        fresh = context if searches % 10 else of(folder)  # as a process that was just started
        for land in OTHERS:
            began = time.monotonic()
            try:
                other += _found(fresh, land) != before[land]
            except Exception as error:  # whatever it is, somebody was refused
                refusals.append(f"{land}: {type(error).__name__}: {error}")
            longest, searches = max(longest, time.monotonic() - began), searches + 1
        time.sleep(PAUSE)
    told = {"searches": searches, "refused": len(refusals), "other": other, "longest": longest}
    _say(json.dumps({**told, "refusals": refusals[:5]}))


def _found(context: Context, land: str) -> list[str]:
    return [one.chunk.id for one in find_relevant_chunks("Grundschule", bundesland=land, context=context)]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


ROLES: dict[str, Callable[[Path], None]] = {"index": _index, "search": _search}

if __name__ == "__main__":
    ROLES[sys.argv[1]](Path(sys.argv[2]))
