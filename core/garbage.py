"""Python's garbage collector, one per process: when it rests, and what it need not look at again."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_rest() -> Iterator[None]:
    """For work on many small objects without a cycle."""
    what_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if what_on:
            gc.enable()


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
