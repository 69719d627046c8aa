"""One request and its answer, over a connection to an address that was checked.

By Python's own client: here it is decided which address is connected to, and when the whole has to be over.
Libraries above it look the name up again after it was checked, and limit each single read only.
"""

import socket
import ssl
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPResponse

from core.errors import SourceUnreachable
from core.german import formats
from core.sources.checked_address import Address, Place, checked_places

CONNECT = 10.0
SILENCE = 30.0
"""Seconds a source may take to be reached, and to say the next thing."""

PIECE = 1 << 16
BROKEN = (OSError, HTTPException, ValueError)
"""What Python's client raises where the other side cuts off or talks nonsense."""


@dataclass(frozen=True)
class Reply:
    """`headers`: by names in small letters. The body can be taken once."""

    address: Address
    status: int
    headers: Mapping[str, str]
    body: Iterator[bytes]

    @property
    def length(self) -> int | None:
        told = self.headers.get("content-length", "")
        return int(told) if told.isascii() and told.isdigit() else None


@contextmanager
def asked(
    address: Address,
    headers: Mapping[str, str],
    seconds: float,
    private: Collection[str] = (),
) -> Iterator[Reply]:
    """What is answered; after so many seconds all of it, with its body, is over."""
    with closing(_connected(address, checked_places(address, private))) as sock:
        with _over_after(seconds, sock) as over, closing(HTTPConnection(address.host, address.port)) as line:
            line.sock = sock
            with _told(address, over, seconds):
                if isinstance(sock, ssl.SSLSocket):
                    sock.do_handshake()
                line.request("GET", address.target, headers={"Host": address.netloc, **headers})
                response = line.getresponse()
            told = {name.lower(): value for name, value in response.getheaders()}
            with closing(response):
                yield Reply(address, response.status, told, _pieces(response, address, over, seconds))


def _connected(address: Address, places: Sequence[Place]) -> socket.socket:
    """To the first place that answers; of TLS the handshake is left to do."""
    for family, place in places:
        sock = socket.socket(family, socket.SOCK_STREAM)
        sock.settimeout(CONNECT)
        try:
            sock.connect(place)
        except OSError as error:
            sock.close()
            reason = error
            continue
        sock.settimeout(SILENCE)
        if address.scheme == "http":
            return sock
        return _tls().wrap_socket(sock, server_hostname=address.host, do_handshake_on_connect=False)
    raise SourceUnreachable(
        f"{address.host} ist nicht zu erreichen ({reason}). Bitte später noch einmal versuchen."
    ) from reason


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


@contextmanager
def _over_after(seconds: float, sock: socket.socket) -> Iterator[threading.Event]:
    over = threading.Event()

    def end() -> None:
        over.set()
        with suppress(OSError):
            # Not the method of a TLS socket, which another thread may just be reading: that one would go on.
            socket.socket.shutdown(sock, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield over
    finally:
        timer.cancel()


@contextmanager
def _told(address: Address, over: threading.Event, seconds: float) -> Iterator[None]:
    try:
        yield
    except BROKEN as error:
        if over.is_set():
            _say_over(address, seconds)
        raise SourceUnreachable(
            f"Die Verbindung zu {address.host} riss ab ({type(error).__name__}: {error}). "
            "Bitte später noch einmal versuchen."
        ) from error


def _say_over(address: Address, seconds: float) -> None:
    raise SourceUnreachable(
        f"{address.host} war nach {formats.duration(seconds)} noch nicht fertig; länger wird nicht gewartet. "
        "Bitte später noch einmal versuchen."
    )


def _pieces(
    response: HTTPResponse, address: Address, over: threading.Event, seconds: float
) -> Iterator[bytes]:
    """The body; what ends before its announced length was cut off."""
    expected = response.length
    received = 0
    with _told(address, over, seconds):
        while piece := response.read1(PIECE):
            received += len(piece)
            yield piece
    if over.is_set():
        _say_over(address, seconds)
    if expected is not None and received < expected:
        raise SourceUnreachable(
            f"{address.host} schickte nur {formats.size(received)} von {formats.size(expected)}. "
            "Bitte noch einmal versuchen."
        )
