"""Programmes are read in on a disk that is full, filled amid it, or read-only: it is told, nothing hangs.

Each try has a small disk of its own in memory (tmpfs), so this needs the right to mount one. After it the
disk is given room; then the same command has to end whole, and the search to find what it read in.
"""

import contextlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from core.base.settings import ROOT
from tests.bench.figures import Figure

TRIES = 100

LIMIT = 30.0
"""Seconds within which the way out has to be told."""

DISKS = {
    "900k": "small",
    "1500k": "small",
    "3m": "small",
    "46m": "filled",
    "47m": "filled",
    "48m": "read-only",
}
"""Size of the disk → what becomes of it: the demo's programmes take 20 MB."""

HEALTH = (
    "from core.programme.context import default_context as context\n"
    "store = context().store\n"
    "print(store.health('DEMO') + store.health('ALLE'), len(store.sammlung('DEMO')))\n"
)


def measure(cases: int | None = None) -> list[Figure]:
    rng = random.Random("full disk")
    faults: list[str] = []
    seconds: list[float] = []
    full = 0
    for _ in range(cases or TRIES):
        size = rng.choice(list(DISKS))
        with _disk(size) as disk:
            code, took, errors = _index_while(disk, DISKS[size], rng.uniform(2, 7))
            full += code != 0
            seconds.append(took)
            faults += [f"{size}: {fault}" for fault in _faults(code, errors, disk)]
    print(*faults, sep="\n", file=sys.stderr)
    return [
        Figure("tries", len(seconds), "", f"≥ {cases or TRIES}"),
        Figure("… in which the disk was too full", full, "", "≥ 1"),
        Figure("not told in a sentence, or the next run not whole", len(faults), "", "≤ 0"),
        Figure("the slowest", max(seconds), "s", f"≤ {LIMIT}"),
    ]


@contextlib.contextmanager
def _disk(size: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(disk)], check=True)
        try:
            yield disk
        finally:
            subprocess.run(["umount", "-l", str(disk)], check=True)


def _index_while(disk: Path, what: str, after: float) -> tuple[int, float, str]:
    """How the command ended, after so many seconds, and what it said."""
    if what == "read-only":
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    started = time.monotonic()
    with subprocess.Popen(
        _core("index", "--bundesland", "DEMO"), cwd=ROOT, env=_environment(disk), text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        if what == "filled":
            time.sleep(after)
            _fill(disk)
        try:
            _, errors = process.communicate(timeout=3 * LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            errors = "Traceback: it hung"
    took = time.monotonic() - started
    subprocess.run(["mount", "-o", "remount,rw,size=100m", str(disk)], check=True)
    (disk / "filler").unlink(missing_ok=True)
    return process.returncode, took, errors


def _fill(disk: Path) -> None:
    with contextlib.suppress(OSError), (disk / "filler").open("wb", buffering=0) as filler:
        while True:
            filler.write(bytes(1 << 16))


def _faults(code: int, errors: str, disk: Path) -> Iterator[str]:
    if "Traceback" in errors or (code and not errors.strip()):
        yield f"not told: {errors[-300:]!r}"
    again = _run(disk, *_core("index", "--bundesland", "DEMO"))
    if again.returncode:
        yield f"the next run failed: {again.stderr[-300:]!r}"
    if "Mühlrad" not in _run(disk, *_core("search", "Wieltalbahn", "--bundesland", "DEMO")).stdout:
        yield "the search does not find it"
    health = _run(disk, sys.executable, "-c", HEALTH)
    if not health.stdout.startswith("[] ") or health.stdout.split()[1] == "0":
        yield f"the index is not whole: {health.stdout}{health.stderr[-300:]}"


def _core(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "core", *arguments]


def _run(disk: Path, *command: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, cwd=ROOT, env=_environment(disk), capture_output=True, text=True, timeout=4 * LIMIT
        )
    except subprocess.TimeoutExpired as hung:
        return subprocess.CompletedProcess(command, 124, "", f"{hung}")


def _environment(disk: Path) -> Mapping[str, str]:
    own = {"CHROMA_DIR": disk / "chroma", "LAEUFE_DIR": disk / "laeufe", "PDF_DIR": disk / "pdf"}
    kept = {name: value for name, value in os.environ.items() if name != "CHROMA_URL"}
    return {**kept, **{name: str(path) for name, path in own.items()}}
