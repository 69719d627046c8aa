"""Answers of many threads in few transactions: those that come while one is written go into the next."""

import threading
from collections import deque

from core.context import Context
from core.runs.eichungen import Eichantwort
from core.runs.store import Runstore, runstore


class Ablage:
    """One per store, shared by all who answer; SQLite lets no two write, and makes the others sleep."""

    def __init__(self, store: Runstore) -> None:
        self._store = store
        self._waiting: deque[tuple[str, Eichantwort]] = deque()
        self._writing = threading.Lock()

    def save(self, eichung_id: str, antwort: Eichantwort) -> None:
        """Comes back when it is stored, by whichever thread."""
        self._waiting.append((eichung_id, antwort))
        with self._writing:
            batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
            if not batch:
                return
            try:
                self._store.save_eichantworten(batch)
            except BaseException:  # who waits for theirs tries again
                self._waiting.extendleft(reversed(batch))
                raise


def ablage(context: Context) -> Ablage:
    return Ablage(runstore(context))
