"""The one writer of an index: a lock that ends with its holder, and a note on who holds it."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from core import clock
from core.atomic_files import POLL, new_lock
from core.errors import IndexFehler, IndexGesperrt
from core.german import formats
from core.settings import Settings

TAKEN = (
    "In den Index unter {!r} schreibt gerade ein anderer: {}. Bitte warten, bis er fertig ist, und dann noch "
    "einmal versuchen."
)
FILE, NOTE = ".schreiber.lock", ".schreiber.txt"


class WriterLock:
    """Held by one thread of one process at a time; the thread that holds it may take it again."""

    def __init__(self, settings: Settings) -> None:
        self._folder = settings.chroma_dir
        self._note = self._folder / NOTE
        self._lock = new_lock(self._folder / FILE)

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
                since = formats.moment(clock.now())
                who = f"Prozess {os.getpid()} auf {socket.gethostname()}, seit {since}"
                self._note.write_text(who, "utf-8")
        except TimeoutError as error:
            raise IndexGesperrt(TAKEN.format(str(self._folder), self._holder())) from error
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
