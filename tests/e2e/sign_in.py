"""Whom the proxy asks who somebody is: as oauth2-proxy answers nginx's auth_request."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from secrets import token_hex
from threading import Thread
from urllib.parse import parse_qs, quote, urlsplit

COOKIE = "_oauth2_proxy"


@dataclass
class SignIn:
    """`will_be`: whose the next sign-in is, by name and address; „“ for a provider that gives no name."""

    port: int
    will_be: tuple[str, str] = ("Eva Örtel", "eva@landtag.example")
    known: dict[str, tuple[str, str]] = field(default_factory=dict)

    def cookie(self) -> str:
        """As who signed in carries it from then on."""
        token = token_hex(16)
        self.known[token] = self.will_be
        return f"{COOKIE}={token}"


@contextmanager
def sign_in_server() -> Iterator[SignIn]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answers)
    server.daemon_threads = True
    server.sign_in = SignIn(server.server_port)  # type: ignore[attr-defined]
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.sign_in  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


class _Answers(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        sign_in: SignIn = self.server.sign_in  # type: ignore[attr-defined]
        parts = urlsplit(self.path)
        if parts.path == "/oauth2/auth":
            self._who(sign_in)
        elif parts.path == "/oauth2/start":
            back = parse_qs(parts.query)["rd"][0]
            self._answer(302, {"Location": back, "Set-Cookie": f"{sign_in.cookie()}; Path=/; HttpOnly"})
        else:
            back = quote(self.headers.get("X-Auth-Request-Redirect", "/"), safe="")
            page = f'<!doctype html><title>Anmelden</title><a href="/oauth2/start?rd={back}">Anmelden</a>'
            self._answer(200, {"Content-Type": "text/html"}, page)

    def _who(self, sign_in: SignIn) -> None:
        tokens = [one.strip().partition("=") for one in self.headers.get("Cookie", "").split(";")]
        known = [
            sign_in.known[value] for name, _, value in tokens if name == COOKIE and value in sign_in.known
        ]
        if not known:
            self._answer(401, {})
            return
        name, mail = (text.encode().decode("latin-1") for text in known[0])
        told = {"X-Auth-Request-User": f"oidc|{mail}", "X-Auth-Request-Email": mail}
        self._answer(202, told | ({"X-Auth-Request-Preferred-Username": name} if name else {}))

    def _answer(self, status: int, headers: dict[str, str], body: str = "") -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body.encode())))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: pytest shows what a test prints."""
