"""A file of 50 MB in PARDOK's shape: fetched from a local server, read and stored, and asked for again."""

import resource
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import replace
from pathlib import Path

from core.context import Context
from core.runs.store import runstore
from core.settings import ROOT, Settings
from core.sources.antrag_fetch import read_source
from core.sources.pardok import PardokExport
from core.sources.web import Web
from tests.bench.figures import Figure
from tests.sources.antrag_shapes import large_export
from tests.sources.quellserver import Quellserver, Reply, unchanged_if

MEGABYTES = 50


def measure() -> list[Figure]:
    """The reading runs in a process of its own: what is asked for is its memory, not the server's."""
    body = b"".join(large_export(MEGABYTES))
    with Quellserver({"/pardok.xml": unchanged_if('"1"', Reply(body))}) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "tests.bench.sources", server.url, folder]
            told = subprocess.run(
                command, cwd=ROOT, check=True, capture_output=True, text=True
            ).stdout.split()
        server.shutdown()
    first, again, memory, listed, processor = map(float, told)
    return [
        Figure("size of the file", len(body) / 2**20, "MB"),
        Figure("Anträge listed", listed, "", "> 0"),
        Figure("fetched, read and stored", first, "s", "≤ 60"),
        Figure("processor time of both readings", processor, "s"),
        Figure("asked again, unchanged", again, "s", "≤ 2"),
        Figure("memory of the process at most", memory, "MB", "≤ 200"),
    ]


def _read(url: str, folder: Path) -> list[float]:
    store = runstore(Context(replace(Settings(), laeufe_dir=folder)))
    web = Web("Antragsspiegel/bench", private={"127.0.0.1"}, pace=0.0)
    source = PardokExport(web, folder, 19, f"{url}/pardok.xml")
    took = []
    for _ in range(2):
        begin = time.monotonic()
        *_, last = read_source(store, source)
        took.append(time.monotonic() - begin)
        assert not last.alarm, last.alarm
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    listed = store.count_listed()
    store.close()
    return [*took, memory, float(listed), time.process_time()]


if __name__ == "__main__":
    print(*_read(sys.argv[1], Path(sys.argv[2])))
