"""Who is answered: this machine alone, and only under its own name, unless the operator says otherwise.

A page of somebody else's that has its name lead to this machine (DNS rebinding) would be of one origin with
the app; but it sends its own name along. So every name is refused that nobody allowed, whatever is asked for.
What changes or costs something is asked for by our own pages, and by what is no browser.
"""

import re
import sys
from base64 import b64encode
from functools import cache
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path

import streamlit
import streamlit as st
from google.protobuf.message import DecodeError
from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit.proto.BackMsg_pb2 import BackMsg

from core.base.settings import Settings, load_settings
from core.programme.context import default_context
from core.wortlaut.errors import DashboardError
from pages.ui.pictures import refusal

INDEX = Path(streamlit.__file__).with_name("static") / "index.html"
WORDS = {
    '<html lang="en">': '<html lang="de">',
    "<title>Streamlit</title>": "<title>Antragsspiegel</title>",
    # Numbers, dates and months follow what the browser says of itself.
    "window.prerenderReady = false": """window.prerenderReady = false
      Object.defineProperties(Navigator.prototype, {
        language: { get: () => "de-DE" },
        languages: { get: () => Object.freeze(["de-DE", "de"]) },
      })""",
}
NOSCRIPT = "Bitte schalten Sie JavaScript ein, damit der Antragsspiegel arbeiten kann."


class IndexPage:
    """The middleware that puts our page in the place of Streamlit's."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.etag = FileResponse(INDEX, stat_result=INDEX.stat()).headers["etag"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Streamlit's page is known by its ETag, at whatever address, also where the answer is 304."""
        replaced = False

        async def send_ours(message: Message) -> None:
            nonlocal replaced
            if message["type"] == "http.response.start":
                replaced = Headers(raw=message["headers"]).get("etag") == self.etag
                if replaced:
                    await HTMLResponse(index(), headers={"Cache-Control": "no-cache"})(scope, receive, send)
            if not replaced:
                await send(message)

        await self.app(scope, receive, send_ours if scope["type"] == "http" else send)


MIDDLEWARE = [Middleware(IndexPage)]


@cache
def index() -> bytes:
    page = INDEX.read_text(encoding="utf-8")
    for english, german in WORDS.items():
        page = page.replace(english, german)
    access = Path(__file__).with_name("zugang.js").read_text(encoding="utf-8")
    page = page.replace("</head>", f"<script>{access}</script></head>")
    return re.sub(r"(?s)(<noscript>).*(</noscript>)", rf"\1{NOSCRIPT}\2", page).encode()


# --- what every answer tells a browser: what a page may load and run, who may frame it, what it may not use
# Of Streamlit's pages two scripts stand in the page itself, known by their hash; those of our components come
# as `blob:`, styles are set by script. Nothing else may run, and nothing is fetched from elsewhere.

INLINE = re.compile(rb"(?s)<script>(.*?)</script>")
UNUSED = (
    "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer", "microphone",
    "midi", "payment", "usb",
)  # fmt: skip
"""No page of ours asks for these, so nothing that gets into one can."""


@cache
def headers() -> dict[str, str]:
    return {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "SAMEORIGIN",
        "Content-Security-Policy": policy(),
        "Referrer-Policy": "same-origin",
        "Permissions-Policy": ", ".join(f"{name}=()" for name in UNUSED),
        "Cross-Origin-Opener-Policy": "same-origin",
    }


def policy() -> str:
    """`data:` and `blob:` as pictures and fonts: symbols in Streamlit's styles, what Plotly draws to save.

    `wasm-unsafe-eval`: how Streamlit's reader of messages counts beyond 32 bits; text it makes no script of.
    """
    hashes = " ".join(
        f"'sha256-{b64encode(sha256(script).digest()).decode()}'" for script in INLINE.findall(index())
    )
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval' blob: {hashes}".strip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "worker-src 'none'",
            "object-src 'self'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'self'",
        )
    )


def complete(told: MutableHeaders) -> None:
    """What an answer says itself, as a card of a quote does, is stricter and stays.

    No cache of a proxy keeps what was shown to one person.
    """
    for name, value in headers().items():
        told.setdefault(name, value)
    if kept := told.get("cache-control"):
        told["cache-control"] = kept.replace("public", "private")


def secure_cookies(told: MutableHeaders) -> None:
    """Marks every cookie as one that is sent over https alone."""
    told.raw[:] = [
        (name, value + b"; Secure" if name == b"set-cookie" and b"secure" not in value.lower() else value)
        for name, value in told.raw
    ]


# --- who is answered ----------------------------------------------------------------------------------------

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

NEEDED = {"rerun_script", "stop_script", "app_heartbeat", "file_urls_request"}
OPERATION, OPERATIONS = "backend_operation_request", {"deferred_file", "dataframe_chunk"}
"""What a page sends. A stranger could also empty what is kept for all, or ask which files lie here."""


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
        if answer := refused(scope, self.settings):
            closed = WebSocketClose(1008, "Host")
            await (closed if scope["type"] == "websocket" else answer)(scope, receive, told)
        else:
            heard = _only_needed(receive) if scope["type"] == "websocket" else receive
            await self.app(scope, heard, told)


def _with_headers(send: Send, *, is_secure: bool) -> Send:
    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            complete(headers)
            if is_secure:
                secure_cookies(headers)
        await send(message)

    return send_guarded


def _only_needed(receive: Receive) -> Receive:
    """Passes over what comes through the socket and no page of ours would say."""

    async def heard() -> Message:
        while True:
            message = await receive()
            said = message.get("bytes")
            if message["type"] != "websocket.receive" or said is None or is_needed(said):
                return message

    return heard


def is_needed(said: bytes) -> bool:
    """Whether a page would say that over the socket."""
    try:
        told = BackMsg.FromString(said)
    except DecodeError:
        return False
    kind = told.WhichOneof("type")
    if kind == OPERATION:
        return told.backend_operation_request.WhichOneof("payload") in OPERATIONS
    return kind in NEEDED


def refused(scope: Scope, settings: Settings) -> Response | None:
    """What is said instead of an answer; None where there is one."""
    arrived = scope.get("server") or ("", None)
    if not (settings.ohne_anmeldung or _is_local(arrived[0])):
        return refusal(WAY_OUT, 421)
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(hosts) != 1 or not _is_allowed(hosts[0], settings):
        return refusal(FOREIGN_NAME, 421)
    origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    is_own = all(origin.lower().partition("://")[2] == hosts[0].lower() for origin in origins)
    only_reads = scope.get("type") != "websocket" and scope.get("method", "GET") in READING
    return None if is_own or only_reads else refusal(FOREIGN_PAGE, 403)


def _is_allowed(host: str, settings: Settings) -> bool:
    """No foreign name leads here under digits, so where all are let in, any of them will do."""
    host = host.lower()
    end = host.find(":", host.find("]") + 1)  # in „[::1]:8501“ the colon behind the bracket
    name, port = (host, "") if end < 0 else (host[:end], host[end + 1 :])
    if port and not (port.isascii() and port.isdigit()):
        return False
    bare = name.removeprefix("[").removesuffix("]")
    return name in LOCAL_NAMES or bare in settings.hostnamen or (settings.ohne_anmeldung and _is_ip(bare))


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
