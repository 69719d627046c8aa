"""The line to a model: every request has a deadline as a whole, and every answer a largest size.

A time limit of httpx holds for each single read: a server that sends a byte a second would hold a Lauf up.
"""

import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.request import getproxies, proxy_bypass

import httpcore
import httpx

from core.llm.antwort import LARGEST

_local = threading.local()

BEGINNING = 200
"""Bytes of a body by which a web page is known."""


class DeadlineExpired(httpcore.ReadTimeout):
    """The whole request has taken too long."""


class AntwortTooLong(httpx.DecodingError):
    """The answer is longer than `LARGEST`."""


class Redirected(httpx.DecodingError):
    """The server wants the request, with key and Antrag, to be sent somewhere else."""


class NotUnpackable(httpx.DecodingError):
    """The answer is packed in a way that nobody asked for, or broken."""


@dataclass(slots=True)
class Heard:
    """What came over the line. LiteLLM says 500 of an answer that it cannot read; a server may have said 200.

    `status`: HTTP's, None where nothing came. `beginning`: of the last body.
    """

    status: int | None = None
    beginning: bytes = b""

    @property
    def is_refusal(self) -> bool:
        return self.status is not None and self.status >= 400

    @property
    def is_web_page(self) -> bool:
        return self.beginning.lstrip()[:1] == b"<"


@contextmanager
def deadline(seconds: float, largest: int = LARGEST) -> Iterator[Heard]:
    """Whatever this thread asks in this block has to be done by then, and no answer may have more bytes; what
    it hears is noted."""
    _local.deadline, _local.heard, _local.largest = time.monotonic() + seconds, Heard(), largest
    try:
        yield _local.heard
    finally:
        _local.deadline = _local.heard = _local.largest = None


@contextmanager
def answered_by(answer: Callable[[httpx.Request], httpx.Response]) -> Iterator[None]:
    """Nothing that this thread asks in this block leaves the house: `answer` is given each request."""
    _local.answer = answer
    try:
        yield
    finally:
        _local.answer = None


def _left(timeout: float | None) -> float | None:
    """Seconds that an operation may take."""
    deadline = getattr(_local, "deadline", None)
    if deadline is None:
        return timeout
    left = float(deadline - time.monotonic())
    if left <= 0:
        raise DeadlineExpired("deadline")
    return left if timeout is None else min(timeout, left)


class TimedStream(httpcore.NetworkStream):
    """A connection on which no operation outlasts the deadline."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), 65_536):
            self._stream.write(buffer[start : start + 65_536], _left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return TimedStream(self._stream.start_tls(ssl_context, server_hostname, _left(timeout)))

    def get_extra_info(self, info: str) -> object:
        return self._stream.get_extra_info(info)


class TimedNetwork(httpcore.NetworkBackend):
    def __init__(self, backend: httpcore.NetworkBackend) -> None:
        self._backend = backend

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *args: Any, **kwargs: Any
    ) -> httpcore.NetworkStream:
        return TimedStream(self._backend.connect_tcp(host, port, _left(timeout), *args, **kwargs))

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, *args: Any, **kwargs: Any
    ) -> httpcore.NetworkStream:
        return TimedStream(self._backend.connect_unix_socket(path, _left(timeout), *args, **kwargs))

    def sleep(self, seconds: float) -> None:
        self._backend.sleep(seconds)


class Body(httpx.SyncByteStream):
    """The body, unpacked here so that it is measured while it is unpacked."""

    def __init__(self, stream: httpx.SyncByteStream, packing: str, heard: Heard | None) -> None:
        self._stream, self._heard = stream, heard
        self._largest: int = getattr(_local, "largest", None) or LARGEST
        self._unzip = zlib.decompressobj(47) if packing in ("gzip", "deflate") else None

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._stream:
            content = part
            if self._unzip:
                try:
                    content = self._unzip.decompress(part, self._largest - size + 1)
                except zlib.error as reason:
                    raise NotUnpackable(str(reason)) from None
            if self._heard and not size:
                self._heard.beginning = content[:BEGINNING]
            size += len(content)
            if size > self._largest:
                raise AntwortTooLong(f"more than {self._largest} bytes")
            yield content

    def close(self) -> None:
        self._stream.close()


class Line(httpx.BaseTransport):
    """httpx's own transport with a deadline and a largest answer; it follows no redirect."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.headers["accept-encoding"] = "gzip"
        answer = getattr(_local, "answer", None)
        response = answer(request) if answer else _way(_proxy(request)).handle_request(request)
        if heard := getattr(_local, "heard", None):
            heard.status, heard.beginning = response.status_code, b""
        if response.has_redirect_location:
            response.close()
            raise Redirected("redirect")
        packing = response.headers.pop("content-encoding", "identity").strip().lower()
        if packing not in ("identity", "gzip", "deflate", ""):
            response.close()
            raise NotUnpackable("unknown encoding")
        response.headers.pop("content-length", None)
        assert isinstance(response.stream, httpx.SyncByteStream)
        response.stream = Body(response.stream, packing, heard)
        return response


def _proxy(request: httpx.Request) -> str | None:
    """As httpx chooses it where it is not told a transport."""
    proxies = {} if proxy_bypass(request.url.host) else getproxies()
    return proxies.get(request.url.scheme) or proxies.get("all")


@cache
def _way(proxy: str | None) -> httpx.HTTPTransport:
    way = httpx.HTTPTransport(proxy=proxy and (proxy if "://" in proxy else f"http://{proxy}"))
    pool: Any = way._pool  # httpx has no parameter for what lies below its connections
    pool._network_backend = TimedNetwork(pool._network_backend)
    return way


@cache
def client() -> httpx.Client:
    return httpx.Client(transport=Line())


def fetch(address: str, seconds: float) -> bytes:
    """The bytes at an address; an OSError where they cannot be had in that time."""
    try:
        with deadline(seconds):
            return client().get(address, timeout=seconds).raise_for_status().content
    except (httpx.HTTPError, httpx.InvalidURL) as reason:
        raise OSError(str(reason)) from reason
