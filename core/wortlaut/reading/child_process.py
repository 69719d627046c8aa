"""Processes that end with the one that started them, and after so much computing."""

import ctypes
import math
import os
import resource
import signal
import sys
import threading
import time
from contextlib import suppress

PR_SET_PDEATHSIG = 1


def die_with_parent(parent: int | None = None) -> None:
    """Have the system kill this process when its parent dies, however it dies.

    Linux tells at once, even in the midst of a C function. Elsewhere it is looked for every second.
    """
    parent = parent or os.getppid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    if os.getppid() != parent:  # it was faster
        os.kill(os.getpid(), signal.SIGKILL)


def limit_computing(pid: int, seconds: float) -> None:
    """Have the system end a process that computes for longer, however long it waits for a core.

    Only Linux limits another process; elsewhere its starter's clock must do.
    """
    if sys.platform == "linux":
        whole = max(1, math.ceil(seconds))
        with suppress(ProcessLookupError):  # it has ended
            resource.prlimit(pid, resource.RLIMIT_CPU, (whole, whole + 1))


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.killpg(0, signal.SIGKILL)
