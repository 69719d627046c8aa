"""A server that is told to end does so within seconds, and what it leaves the next start knows."""

import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.settings import ROOT
from core.base.shutdown import GRACE
from core.runs.lauf import Status
from core.runs.store import open_store
from tests.e2e.server import environment, free_port, serve
from tests.llm.modellserver import antwort, modellserver
from tests.prozesse import until

pytestmark = pytest.mark.timeout(400)
PATIENCE = 12.0
"""Beside GRACE, for a machine that has other things to do; without an end it would be for ever."""

STARTED = 240.0
"""Until it answers, where eight others have the cores."""

UNFINISHED = (
    b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n"
)


@contextmanager
def half_sent(port: int, path: bytes) -> Iterator[socket.socket]:
    """A request whose body never comes to its end: the server waits for it."""
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(UNFINISHED % path + b"Anfang")
        time.sleep(0.3)  # read, so that it is a request under way
        yield line


def ended(process: "subprocess.Popen[str]", number: signal.Signals = signal.SIGTERM) -> float:
    began = time.monotonic()
    process.send_signal(number)
    process.wait(GRACE + PATIENCE)
    return time.monotonic() - began


def is_up(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.night)])
def test_a_lauf_whose_answer_never_comes_is_ended_and_known_as_such(
    demo_ordner: Path, tmp_path: Path, number: signal.Signals
) -> None:
    shutil.copytree(demo_ordner, tmp_path / "chroma")
    port = free_port()
    with modellserver([replace(antwort("spät"), delay=60)]) as server:
        command = [sys.executable, "-m", "tests.operation.stopped_server", str(port), server.url]
        own = environment(tmp_path, OPENAI_API_KEY="sk-test-0123456789abcdef", TEXTPRUEFUNG="1")
        with subprocess.Popen(command, cwd=ROOT, env=own, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout
                lauf_id = process.stdout.readline().strip()
                until(lambda: server.requests and is_up(port), STARTED)
                with half_sent(port, b"/api/pruefen"):
                    ended(process, number)
            finally:
                process.kill()
    store = open_store(None, tmp_path / "laeufe")
    lauf = store.load(lauf_id)
    assert lauf.status is Status.ABGEBROCHEN and lauf.fehler
    store.close()


def test_the_app_ends_while_somebody_still_sends(tmp_path: Path) -> None:
    with serve(tmp_path, TEXTPRUEFUNG="1") as server, half_sent(server.port, b"/api/pruefen"):
        began = time.monotonic()
        process = server.process
        process.terminate()
        process.wait(GRACE + PATIENCE)
        assert time.monotonic() - began < GRACE + PATIENCE


def test_the_server_for_models_ends_while_somebody_still_sends(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-m", "core", "mcp", "--http", str(port)]
    with subprocess.Popen(command, cwd=ROOT, env=environment(tmp_path), text=True) as process:
        try:
            until(lambda: is_up(port), STARTED)
            with half_sent(port, b"/mcp"):
                ended(process)
        finally:
            process.kill()
