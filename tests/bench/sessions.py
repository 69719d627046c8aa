"""Many people at the app at once, and what it still holds in memory and open files when they have left."""

import statistics
import time
from contextlib import suppress
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.pages import run_laeufe
from tests.bench.stock import workplace
from tests.e2e.load import click_through
from tests.e2e.server import Server, run_core, serve

SESSIONS = 50
LEFT = 150.0
"""Seconds after they left: Streamlit keeps a session for two minutes, in case its visitor comes back."""


def measure(seconds: float = 60, **env: str) -> list[Figure]:
    with workplace() as folder:
        run_core(folder, "index", "--all")
        run_laeufe(folder)
        with serve(folder, **env) as server:
            click_through(server, 1, 30)  # what is loaded only once does not count
            before = held(server)
            history = click_through(server, SESSIONS, seconds, between=seconds / 6 / SESSIONS)
            amid = held(server)
            time.sleep(LEFT)
            after = held(server)
    for error in history.errors[:5]:
        print(error)
    return [
        Figure(f"{SESSIONS} sessions for {seconds:.0f} s: reactions", len(history.seconds), "", "≥ 1"),
        Figure("… errors", len(history.errors), "", "≤ 0"),
        Figure("… a reaction, p50", statistics.median(history.seconds or [0.0]), "s"),
        Figure("memory of the server before", before[0], "MB"),
        Figure("… when they leave", amid[0], "MB"),
        Figure(f"… {LEFT:.0f} s after", after[0], "MB", "≤ 350"),
        Figure("open files before", before[1], ""),
        Figure("… when they leave", amid[1], ""),
        Figure(f"… {LEFT:.0f} s after", after[1], ""),
    ]


def held(server: Server) -> tuple[float, int]:
    """MB in memory that are its own, and open files."""
    status = Path(f"/proc/{server.pid}/status").read_text()
    files = 0
    with suppress(OSError):
        files = len(list(Path(f"/proc/{server.pid}/fd").iterdir()))
    return int(status.split("VmRSS:")[1].split()[0]) / 1024, files
