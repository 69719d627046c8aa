"""Files made to cost, by `POST /api/pruefen` to the app as it is started: the longest answer, and memory."""

import http.client
import random
import subprocess
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pages.ui.lifespan import AFTER, UNSEEN
from tests.bench.figures import Figure
from tests.e2e.server import Server, run_core, serve
from tests.textcheck.hostile_files import FORMS, mutated

NUMBER = 2_000
SENDING = 3
"""At once: two are worked on, one waits."""

PATIENCE = 120.0
LEAVING = 40
"""Clients that send something costly and leave at once."""


def measure(cases: int = 0) -> list[Figure]:
    number = cases or NUMBER
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_core(folder, "demo")
        with serve(folder, TEXTPRUEFUNG="1") as server, _Memory(server.pid) as memory:
            answered(server, FORMS["json: a number beyond all"]())  # what is loaded once
            at_rest = memory.at_rest()
            seconds, codes = _send(server, number)
            lasting = _leave(server)
            longest = max(took for _, took in seconds)
            for name, took in sorted(seconds, key=lambda one: -one[1])[:5]:
                print(f"{took:6.1f} s  {name}")
            print(f"answers: {dict(codes)}")
            return [
                Figure("requests", len(seconds), "", f"≥ {min(number, len(FORMS))}"),
                Figure("longest answer, two at once and one waiting", longest, "s", "≤ 20"),
                Figure("answers with 500, 502 or none", codes[500] + codes[502] + codes[0], "", "≤ 0"),
                Figure("memory of the server before, all loaded", at_rest / 1e6, "MB"),
                Figure("more at most", (memory.server - at_rest) / 1e6, "MB", "≤ 300"),
                Figure("memory of all its processes, at most", memory.whole / 1e6, "MB"),
                Figure("a text checked after those that left", lasting, "s", "≤ 20"),
            ]


def answered(server: Server, data: bytes) -> int:
    """The status; 0 where none came."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        connection.request("POST", "/api/pruefen", data)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def _cases(number: int) -> Iterator[tuple[str, bytes]]:
    rng, made = random.Random(46), {name: make() for name, make in FORMS.items()}
    for name in list(made)[:number]:
        yield name, made[name]
    names = sorted(made)
    for _ in range(number - len(made)):
        name = rng.choice(names)
        yield f"{name}, changed", mutated(rng, made[name])


def _send(server: Server, number: int) -> tuple[list[tuple[str, float]], Counter[int]]:
    cases, lock = _cases(number), threading.Lock()
    seconds: list[tuple[str, float]] = []
    codes: Counter[int] = Counter()

    def work() -> None:
        while True:
            with lock:
                case = next(cases, None)
            if case is None:
                return
            begin = time.monotonic()
            code = answered(server, case[1])
            with lock:
                seconds.append((case[0], time.monotonic() - begin))
                codes[code] += 1

    threads = [threading.Thread(target=work) for _ in range(SENDING)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seconds, codes


def _leave(server: Server) -> float:
    """Seconds until a short text is checked when many have sent a costly one and left."""
    data = FORMS["text: 3,000 quotes of a sentence"]()
    for _ in range(LEAVING):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        with suppress(OSError):
            connection.request("POST", "/api/pruefen", data)
        connection.close()
    begin = time.monotonic()
    while answered(server, b"Kurzer Text ohne Zitat.") == 503:
        time.sleep(0.05)
    return time.monotonic() - begin


class _Memory:
    """The most that the server, and all its processes together, held while it was looked at."""

    def __init__(self, pid: int) -> None:
        self._pid, self._over = pid, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.server = self.whole = 0

    def __enter__(self) -> "_Memory":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def at_rest(self) -> int:
        """Of the server, when what it loads by itself is loaded."""
        time.sleep(UNSEEN + AFTER)
        before, held = 0, self.now()[0]
        while held > before + (1 << 20):
            time.sleep(5)
            before, held = held, self.now()[0]
        return held

    def now(self) -> tuple[int, int]:
        listed = subprocess.run(["ps", "-eo", "pid=,ppid=,rss="], capture_output=True, text=True, check=True)
        rows = [tuple(map(int, line.split())) for line in listed.stdout.splitlines()]
        held = {pid: rss << 10 for pid, _, rss in rows}
        family, grew = {self._pid}, True
        while grew:
            more = {pid for pid, parent, _ in rows if parent in family} - family
            family |= more
            grew = bool(more)
        return held.get(self._pid, 0), sum(held.get(pid, 0) for pid in family)

    def _watch(self) -> None:
        while not self._over.wait(0.2):
            server, whole = self.now()
            self.server, self.whole = max(self.server, server), max(self.whole, whole)
