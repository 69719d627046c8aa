"""Who is answered: this machine alone, and only under its own name, unless the operator says otherwise.

A page of somebody else's that has its name lead to this machine (DNS rebinding) would be of one origin with
the app; but it sends its own name along. So every name is refused that nobody allowed, whatever is asked for.
What changes or costs something is asked for by our own pages, and by what is no browser.
"""

import sys
from ipaddress import ip_address

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from core.context import default_context
from core.errors import DashboardError
from core.settings import Settings, load_settings
from pages.ui import answer_headers
from pages.ui.not_modified import refusal
from pages.ui.streamlit_inside import is_needed

LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
OFFEN = (
    "Ohne Anmeldung für alle erreichbar, die diese Adresse erreichen: Jeder von ihnen kann Läufe lesen und "
    "löschen, Programme ersetzen und die Schlüssel der Sprachmodelle nutzen."
)
WAY_OUT = (
    "Der Antragsspiegel hat keine Anmeldung und ist deshalb nur auf diesem Rechner erreichbar. Wie ein Proxy "
    "davor Menschen anmeldet, steht in docs/operation.md. Soll er ohne Anmeldung für alle erreichbar sein, "
    "die diese Adresse erreichen, setzen Sie OHNE_ANMELDUNG=1."
)
INVENTED = (
    "OHNE_ANMELDUNG=1 und NAME_HEADER schließen einander aus. Wer am Proxy vorbeikommt, könnte sich jeden "
    "Namen geben."
)
FOREIGN_NAME = (
    "Unter diesem Namen antwortet der Antragsspiegel nicht. Öffnen Sie ihn unter http://localhost mit seinem "
    "Port; andere Namen erlaubt die Einstellung HOSTNAMEN. (This host name is not allowed.)"
)

READING = ("GET", "HEAD", "OPTIONS")
FOREIGN_PAGE = "Die Seite einer anderen Adresse spricht nicht mit dem Antragsspiegel. (Foreign origin.)"


def middleware() -> Middleware:
    """For the app; where the settings or the address are wrong, the process ends here with one sentence."""
    try:
        settings = load_settings()
    except DashboardError as error:
        sys.exit(f"Der Antragsspiegel startet nicht: {error}")
    if settings.ohne_anmeldung and settings.name_header:
        sys.exit(f"Der Antragsspiegel startet nicht: {INVENTED}")
    address = str(st.get_option("server.address") or "0.0.0.0")
    if not (settings.ohne_anmeldung or _is_local(address)):
        sys.exit(
            f"Der Antragsspiegel startet nicht unter der Adresse {address}. {WAY_OUT} "
            "Sonst starten Sie ihn mit --server.address=127.0.0.1."
        )
    return Middleware(Admission)


def warn() -> None:
    """On every page, where everybody is let in."""
    if default_context().settings.ohne_anmeldung:
        st.warning(OFFEN, icon=":material/lock_open:")


class Admission:
    """The middleware before all others: it looks where a request arrived, and under which name."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.settings = load_settings()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        told = _with_headers(send, is_secure=scope["scheme"] == "https")
        if reason := refused(scope, self.settings):
            closed = WebSocketClose(1008, "Host")
            answer = refusal(reason, 403 if reason == FOREIGN_PAGE else 421)
            await (closed if scope["type"] == "websocket" else answer)(scope, receive, told)
        else:
            heard = _only_needed(receive) if scope["type"] == "websocket" else receive
            await self.app(scope, heard, told)


def _with_headers(send: Send, *, is_secure: bool) -> Send:
    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            answer_headers.complete(headers)
            if is_secure:
                answer_headers.secure_cookies(headers)
        await send(message)

    return send_guarded


def _only_needed(receive: Receive) -> Receive:
    """Of what comes over the socket, what no page says is passed over."""

    async def heard() -> Message:
        while True:
            message = await receive()
            said = message.get("bytes")
            if message["type"] != "websocket.receive" or said is None or is_needed(said):
                return message

    return heard


def refused(scope: Scope, settings: Settings) -> str:
    """Why the request is not answered; empty where it is."""
    arrived = scope.get("server") or ("", None)
    if not (settings.ohne_anmeldung or _is_local(arrived[0])):
        return WAY_OUT
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1 or not _is_allowed(hosts[0], settings):
        return FOREIGN_NAME
    origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    is_own = all(origin.lower().partition("://")[2] == hosts[0].lower() for origin in origins)
    only_reads = scope.get("type") != "websocket" and scope.get("method", "GET") in READING
    return "" if is_own or only_reads else FOREIGN_PAGE


def _is_allowed(host: str, settings: Settings) -> bool:
    """No foreign name leads here under digits, so where all are let in, any of them will do."""
    name, port = _split(host.lower())
    if port and not (port.isascii() and port.isdigit()):
        return False
    bare = name.removeprefix("[").removesuffix("]")
    return name in LOCAL_NAMES or bare in settings.hostnamen or (settings.ohne_anmeldung and _is_ip(bare))


def _split(host: str) -> tuple[str, str]:
    """„[::1]:8501“ → „[::1]“, „8501“."""
    end = host.find(":", host.find("]") + 1)
    return (host, "") if end < 0 else (host[:end], host[end + 1 :])


def _is_ip(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_local(address: str) -> bool:
    if not _is_ip(address):
        return address == "localhost"
    found = ip_address(address)
    return (getattr(found, "ipv4_mapped", None) or found).is_loopback
