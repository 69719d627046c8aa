"""The one writer: a lock the operating system releases when its holder dies, and a note on who holds it."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from core.atomic_files import POLL, new_lock
from core.errors import IndexFehler, IndexGesperrt
from core.german import formats


class WriterLock:
    """Held by one thread of one process at a time; the thread that holds it may take it again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._note = folder / ".schreiber.txt"
        self._lock = new_lock(folder / ".schreiber.lock")

    @property
    def is_mine(self) -> bool:
        return self._lock.is_locked

    @contextmanager
    def held(self, timeout: float) -> Iterator[None]:
        """Wait up to `timeout` seconds for the lock, else say who has it."""
        self._acquire(timeout)
        try:
            yield
        finally:
            self._lock.release()

    def _acquire(self, timeout: float) -> None:
        is_new = not self.is_mine
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=timeout, poll_interval=POLL)
            if is_new:
                since = formats.moment(datetime.now())
                who = f"Prozess {os.getpid()} auf {socket.gethostname()}, seit {since}"
                self._note.write_text(who, "utf-8")
        except TimeoutError as error:
            raise IndexGesperrt(
                f"In den Index unter {str(self._folder)!r} schreibt gerade ein anderer: {self._holder()}. "
                "Bitte warten, bis er fertig ist, und dann noch einmal versuchen."
            ) from error
        except OSError as error:
            raise IndexFehler(
                f"In den Ordner {str(self._folder)!r} lässt sich nicht schreiben "
                f"({error.strerror or error}). Rechte und freien Platz prüfen oder CHROMA_DIR ändern."
            ) from error

    def _holder(self) -> str:
        try:
            return self._note.read_text("utf-8").strip() or "unbekannt"
        except OSError:
            return "unbekannt"
