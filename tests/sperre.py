"""No test reaches out of this machine: what tries to is stopped and told, also where its error is caught."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

REACHED: list[str] = []
"""Where something wanted to go since somebody last looked."""


class NachDraussen(OSError):
    """A connection that no test may make."""


@contextmanager
def only_loopback() -> Iterator[None]:
    """Every socket of this process connects and sends to this machine only."""
    names = ("connect", "connect_ex", "sendto")
    kept = {name: getattr(socket.socket, name) for name in names}
    for name in names:
        setattr(socket.socket, name, _guarded(kept[name]))
    try:
        yield
    finally:
        for name in names:
            setattr(socket.socket, name, kept[name])


def _guarded(real: Any) -> Any:
    def checked(self: socket.socket, *args: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_own(args[-1]):
            REACHED.append(str(args[-1]))
            raise NachDraussen(f"A test wanted to reach {args[-1]}.")
        return real(self, *args)

    return checked


def _is_own(address: tuple[Any, ...]) -> bool:
    host = str(address[0])
    if host in ("localhost", ""):
        return True
    try:
        return ipaddress.ip_address(host.split("%")[0]).is_loopback
    except ValueError:  # a name: it would be looked up out there
        return False
