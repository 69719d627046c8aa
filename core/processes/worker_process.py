"""What runs in a worker process: calls come in through a pipe, results go out through another.

Started as a new interpreter, never forked: a server has threads, and a copy of it would hold their locks. For
the same reason it is not `multiprocessing`, which runs the server's main script again in every child.
"""

import os
import pickle
import resource
import struct
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

import __main__
from core.wortlaut.reading.child_process import die_with_parent

LENGTH = struct.Struct("<Q")


def send(pipe: BinaryIO, message: bytes) -> None:
    pipe.write(LENGTH.pack(len(message)))
    pipe.write(message)
    pipe.flush()


class TooLong(Exception):
    """A message is longer than it may be."""


def receive(pipe: BinaryIO, longest: int | None = None) -> Any:
    """The next message; EOFError where the other side is gone."""
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (length,) = LENGTH.unpack(head)
    if longest is not None and length > longest:
        raise TooLong(length)
    body = pipe.read(length)
    if len(body) < length:
        raise EOFError
    return pickle.loads(body)


def is_worker() -> bool:
    """Is this process one that works for another?"""
    spec = getattr(__main__, "__spec__", None)
    return spec is not None and spec.name == "core.processes.worker_process"


def main() -> None:
    """Work until nobody asks any more."""
    parent, memory = int(sys.argv[1]), int(sys.argv[2])
    die_with_parent(parent)
    # Where whoever runs the app allows less (systemd's LimitAS, ulimit -v), that holds: more cannot be had.
    allowed = resource.getrlimit(resource.RLIMIT_AS)[1]
    memory = memory if allowed == resource.RLIM_INFINITY else min(memory, allowed)
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Out of reach of what libraries print, and of programs that are started here.
    calls, results = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    while True:
        try:
            function, arguments = receive(calls)
        except EOFError:
            return
        send(results, _result(function, arguments))


def _result(function: Callable[..., object], arguments: Sequence[object]) -> bytes:
    """Pickled: whether it worked, and what came of it."""
    try:
        return pickle.dumps((True, function(*arguments)), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # all of it is told to the one who asked
        error.add_note("".join(traceback.format_exception(error)))
        try:
            message = pickle.dumps((False, error))
            pickle.loads(message)  # some exceptions can be packed, but not unpacked
        except Exception:
            return pickle.dumps((False, RuntimeError("\n".join(error.__notes__))))
        return message


if __name__ == "__main__":
    main()
