"""A real HTTP server on loopback that answers as the sources do, with all their traps.

    with quellserver({"/datei.pdf": pdf(b"%PDF-1.4 …")}) as server:
        ...  # server.url + "/datei.pdf"; what came in is in server.requests

An answer may be a list: the first request gets the first, and the last is repeated. A function takes the
Request.
"""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from core.programme.web import Web


@dataclass(frozen=True)
class Request:
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    moment: float
    body: bytes = b""

    @property
    def form(self) -> dict[str, list[str]]:
        return parse_qs(self.body.decode(), keep_blank_values=True)


@dataclass(frozen=True)
class Reply:
    """`cut`: the connection ends before the announced length. `drip`: seconds between two bytes."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: bool = False
    drip: float = 0.0


Answer = Reply | Callable[[Request], Reply]
Script = Answer | list[Answer]


def as_json(content: object, status: int = 200, **headers: str) -> Reply:
    return Reply(json.dumps(content).encode(), status, {"Content-Type": "application/json", **headers})


def pdf(content: bytes, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(content, 200, {"Content-Type": "application/pdf", **named})


def moved(target: str, status: int = 302) -> Reply:
    return Reply(b"", status, {"Location": target})


def html(status: int = 200, text: str = "Seite nicht gefunden", **headers: str) -> Reply:
    page = f"<!DOCTYPE html><html><body>{text}</body></html>".encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(page, status, {"Content-Type": "text/html", **named})


def unchanged_if(etag: str, reply: Reply) -> Callable[[Request], Reply]:
    """304 for whoever has that version."""
    full = Reply(reply.body, reply.status, {**reply.headers, "ETag": etag})
    return lambda request: Reply(b"", 304) if request.headers.get("If-None-Match") == etag else full


class Quellserver(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, pages: Mapping[str, Script], port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.pages: dict[str, Any] = dict(pages)
        self.requests: list[Request] = []
        self.counts: dict[str, int] = {}
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @property
    def paths(self) -> list[str]:
        return [request.path for request in self.requests]

    def reply(self, request: Request) -> Reply:
        with self.lock:
            self.requests.append(request)
            number = self.counts[request.path] = self.counts.get(request.path, 0) + 1
        script = self.pages.get(request.path, html(404))
        answer = script[min(number, len(script)) - 1] if isinstance(script, list) else script
        return answer(request) if callable(answer) else answer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is no news."""


class Handler(BaseHTTPRequestHandler):
    server: Quellserver
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        asked = Request(parts.path, parse_qs(parts.query), dict(self.headers), time.monotonic(), body)
        reply = self.server.reply(asked)
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body) + (100 if reply.cut else 0)))
        self.end_headers()
        if reply.drip:
            for byte in reply.body:
                self.wfile.write(bytes([byte]))
                time.sleep(reply.drip)
        else:
            self.wfile.write(reply.body)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Quiet."""


@contextmanager
def quellserver(
    pages: Mapping[str, Script], kind: type[Quellserver] = Quellserver, port: int = 0
) -> Iterator[Quellserver]:
    with kind(pages, port) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def web(**options: Any) -> Web:
    """As the sources have it, but for this machine, and without waiting."""
    return Web("Antragsspiegel/test", **{"private": {"127.0.0.1"}, "pace": 0.0, "pause": 0.01, **options})
