"""What the workers of the tests are asked to do."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

HEAVY = ("torch", "litellm", "chromadb", "streamlit", "pandas")


def double(number: int) -> int:
    return 2 * number


def pid() -> int:
    return os.getpid()


def die(signal_number: int = signal.SIGSEGV) -> None:
    os.kill(os.getpid(), signal_number)


def leave(code: int) -> None:
    os._exit(code)


def say_much(letters: int) -> str:
    return "x" * letters


def note_and_wait(note: Path, go: Path) -> str:
    draft = note.with_suffix(f".{os.getpid()}")
    draft.write_text(str(os.getpid()))
    draft.rename(note)
    while not go.exists():
        time.sleep(0.01)
    return "fertig"


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def sleep_in_child(note: Path) -> None:
    """As a page is recognised: by a program of its own, that notes its number."""
    subprocess.run(["sh", "-c", f"echo $$ > {note}; exec sleep 600"], check=True)


def compute(seconds: float) -> float:
    """For so long as this process has a core."""
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass
    return seconds


def share_core(core: int) -> None:
    os.sched_setaffinity(0, {core})


def eat_memory() -> int:
    return len(bytearray(64 << 30))


def fail() -> None:
    raise ValueError("das ging schief")


def fail_oddly() -> None:
    class Odd(Exception):
        def __init__(self, one: int, two: int) -> None:
            super().__init__(f"{one} und {two}")

    raise Odd(1, 2)


def print_much() -> str:
    os.write(1, b"x" * 100_000)
    return "ja"


def environment() -> dict[str, str]:
    return dict(os.environ)


def heavy_modules() -> list[str]:
    import core.programme.indexing  # noqa: F401

    return [name for name in HEAVY if name in sys.modules]


def main_module() -> str:
    return str(getattr(sys.modules["__main__"], "__file__", ""))
