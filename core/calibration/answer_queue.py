"""Answers of many threads in few transactions: those that come while one is written go into the next."""

import threading
from collections import deque
from collections.abc import Callable
from functools import lru_cache, partial

from core.context import Context
from core.runs.eichungen import EichungAntwort
from core.runs.store import Runstore, runstore


class StorePlace:
    """Of one Eichung, for all who answer it: SQLite lets no two write, and makes the others sleep."""

    def __init__(self, store: Runstore, eichung_id: str) -> None:
        self._store, self._eichung_id = store, eichung_id
        self._waiting: deque[EichungAntwort] = deque()
        self._writing = threading.Lock()

    def save(self, antwort: EichungAntwort) -> None:
        """Comes back when it is stored, by whichever thread."""
        self._waiting.append(antwort)
        with self._writing:
            batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
            if not batch:
                return
            try:
                self._store.save_eichung_antworten([(self._eichung_id, one) for one in batch])
            except BaseException:  # the next one tries again with all of them
                self._waiting.extendleft(reversed(batch))
                raise


def store_places(context: Context) -> Callable[[str], StorePlace]:
    """By the id of the Eichung."""
    return lru_cache(maxsize=16)(partial(StorePlace, runstore(context)))
