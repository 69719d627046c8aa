"""What is kept in memory: when Python looks for what nobody needs, and what was asked for last."""

import ctypes
import gc
import threading
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from typing import Generic, TypeVar


def keep_loaded() -> None:
    """All there is now stays: looking through it again and again would take as long as a page."""
    gc.freeze()


def collect_once() -> None:
    """What nobody needs goes, the rest stays."""
    gc.collect()
    gc.freeze()


def collect_by_hand() -> None:
    """Now, and from now on only when this is called."""
    gc.disable()
    collect_once()


M_ARENA_MAX = -8
ARENAS = 2
"""Heaps of glibc that all threads share. It makes up to eight for each core, and a thread that ends leaves in
its heap what others still use a little of: every run of a page is a thread of its own."""


def share_heaps() -> None:
    """To be called before there are threads; does nothing where the C library is another one."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def give_back() -> None:
    """What visitors left behind goes back to the system: cycles of Python's, and free pages of the heaps."""
    gc.collect()
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


# --- what was asked for last is kept in memory, as much of it as fits into so many bytes -------------------

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """May be shared by threads: of those that ask for the same at once one makes it, the others wait for it.

    What went wrong is told to all of them and not kept: the next one tries again. Not by cachetools.LRUCache:
    that saves eight lines of these, knows nothing of waiting, and refuses a value larger than the limit.
    """

    def __init__(self, limit: int, size: Callable[[Value], int]) -> None:
        self.limit = limit
        self.bytes = 0
        self._size = size
        self._kept: dict[Hashable, Value] = {}
        self._made: dict[Hashable, Future[Value]] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        with self._lock:
            if (value := self._kept.pop(key, None)) is not None:
                self._kept[key] = value  # a dict is in order: what was used last stands last
                return value
            made = self._made.get(key)
            is_ours = made is None
            made = self._made.setdefault(key, Future())
        if is_ours:
            self._make(key, made, make)
        return made.result()

    def _make(self, key: Hashable, made: "Future[Value]", make: Callable[[], Value]) -> None:
        try:
            value = make()
        except BaseException as error:  # whoever waits for it is told
            with self._lock:
                del self._made[key]
            made.set_exception(error)
            return
        with self._lock:
            del self._made[key]
            self._drop(key)
            self._kept[key] = value
            self.bytes += self._size(value)
            while self.bytes > self.limit and len(self._kept) > 1:
                self._drop(next(iter(self._kept)))
        made.set_result(value)

    def clear(self) -> None:
        with self._lock:
            self._kept.clear()
            self.bytes = 0

    def _drop(self, key: Hashable) -> None:
        if (value := self._kept.pop(key, None)) is not None:
            self.bytes -= self._size(value)
