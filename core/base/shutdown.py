"""How a server ends that was told to: in its own time while there is some, and then at once.

A server of ASGI waits until every answer is given, for ever where one takes so long.
"""

import os
import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

GRACE = 8.0
"""Seconds. Docker kills after 10, systemd as our unit has it after 20."""

SIGNALS = (signal.SIGTERM, signal.SIGINT)


def end_within_grace(end: Callable[[], object] = lambda: None) -> Callable[[], None]:
    """Call what this gives when the server is told to end: `end` is called beside it, and after GRACE the
    process is gone, whatever is still at work; what that leaves the next start finds as after a crash.

    Both threads wait from now on: a signal may come while the main thread just starts one, and a second one
    would never start.
    """
    told = threading.Event()

    def leave() -> None:
        told.wait()
        time.sleep(GRACE)
        os._exit(0)

    def tidy() -> None:
        told.wait()
        end()

    for work in (leave, tidy):
        threading.Thread(target=work, name="ende", daemon=True).start()
    return told.set


def on_signals(end: Callable[[], None]) -> None:
    """Before what the signals do as it is; in the main thread, where alone they are heard."""
    if threading.current_thread() is not threading.main_thread():
        return
    for number in SIGNALS:
        _put_before(number, end)


def _put_before(number: signal.Signals, end: Callable[[], None]) -> None:
    before = signal.getsignal(number)

    def heard(number: int, frame: FrameType | None) -> None:
        end()
        if callable(before):
            before(number, frame)

    if callable(before):  # else the process ends anyway, or is not to
        signal.signal(number, heard)
