"""The Internet as the sources see it: we are polite, patient to a bound, and believe no answer unseen."""

import hashlib
import ipaddress
import json
import re
import socket
import ssl
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar
from urllib.parse import quote, urlencode, urljoin, urlsplit

from core.base import clock, formats
from core.base.atomic_files import drafted
from core.base.errors import AddressRefused, SourceRefused, SourceUnreachable, SourceUnrecognised
from core.base.version import VERSION
from core.programme.context import Context
from core.wortlaut.errors import PdfError

LONGEST = 2000
PORTS = {"http": 80, "https": 443}
HOLDING_IPV4 = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "::ffff:0:0/96")))
"""Where an IPv4 address stands within an IPv6 one, in its last four bytes, and is what is reached."""

SPECIAL = tuple(
    map(
        ipaddress.ip_network,
        (
            # https://www.iana.org/assignments/iana-ipv4-special-registry
            "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
            "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24",
            "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
            "224.0.0.0/4", "240.0.0.0/4",
            # in no registry: the host of every machine at Azure
            "168.63.129.16/32",
            # https://www.iana.org/assignments/iana-ipv6-special-registry, within 2000::/3
            "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
        ),
    )
)  # fmt: skip
"""All that has a purpose of its own, reachable or not: no programme lies there. Not as `ipaddress` tells it,
which differs from one version of Python to the next."""

UNICAST = ipaddress.ip_network("2000::/3")
"""All of IPv6 that was ever given to anybody."""

UNTOUCHED = "/%:@!$&'()*+,;=~?"
"""What an address may hold as it stands; „ä“ and spaces are written with a percent sign."""

Place = tuple[socket.AddressFamily, tuple[str | int | bytes, ...]]
IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True, slots=True)
class Address:
    """`target`: path and query."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.netloc}{self.target}"

    @property
    def netloc(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


def parse_address(url: str, base: Address | None = None) -> Address:
    """The address, also one that is told in relation to `base`."""
    url = url.strip()
    if len(url) > LONGEST or not url.isprintable():
        _refuse(url, "ist keine Adresse von höchstens 2.000 sichtbaren Zeichen")
    try:
        parts = urlsplit(urljoin(base.url, url) if base else url)
        port, host = parts.port, (parts.hostname or "").encode("idna").decode("ascii")
    except ValueError:  # UnicodeError is one
        _refuse(url, "ist keine lesbare Adresse")
    if parts.scheme not in PORTS or not host:
        _refuse(url, "beginnt nicht mit https:// oder http:// und dem Namen eines Rechners")
    if parts.username is not None or parts.password is not None:
        _refuse(url, "enthält einen Nutzernamen oder ein Kennwort")
    target = quote(parts.path or "/", UNTOUCHED) + (
        f"?{quote(parts.query, UNTOUCHED)}" if parts.query else ""
    )
    return Address(parts.scheme, host, PORTS[parts.scheme] if port is None else port, target)


def checked_places(address: Address, private: Collection[str] = ()) -> list[Place]:
    """Where that host is; connect to these and do not ask again: the next answer may be another.

    `private`: hosts that may lie on this machine or in its network; only tests name some.
    """
    if address.host not in private and address.port not in PORTS.values():
        _refuse(address.url, f"nennt den Port {address.port}; geholt wird nur von 80 und 443")
    try:
        found = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise SourceUnreachable(
            f"Der Rechner {address.host} ist nicht zu finden. Bitte die Adresse und den Zugang zum Internet "
            "prüfen."
        ) from error
    for _, _, _, _, place in found:
        if address.host not in private and not is_public(str(place[0])):
            _refuse(address.url, "führt in ein privates Netz oder auf diesen Rechner")
    return [(family, place) for family, _, _, _, place in found]


def is_public(ip: str) -> bool:
    """Whether anybody on the Internet can reach it, also by the IPv4 address that stands within it."""
    address: IpAddress = ipaddress.ip_address(ip.split("%")[0])
    if any(address in network for network in HOLDING_IPV4):
        address = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if address.version == 6 and address not in UNICAST:
        return False
    return not any(address in network for network in SPECIAL)


def _refuse(url: str, problem: str) -> NoReturn:
    shown = url if len(url) <= 100 else f"{url[:100]}…"
    raise AddressRefused(
        f"Von „{shown}“ wird nichts geholt: Die Adresse {problem}. Bitte eine andere nennen."
    )


# --- one HTTP request to a checked address, bounded in time and size ----------------------------------------

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
    posted: bytes | None = None,
) -> Iterator[Reply]:
    """Ask, with POST where something is `posted`; the answer is over, body and all, after so many seconds."""
    with closing(_connected(address, checked_places(address, private))) as sock:
        with _over_after(seconds, sock) as over, closing(HTTPConnection(address.host, address.port)) as line:
            line.sock = sock
            with _told(address, over, seconds):
                if isinstance(sock, ssl.SSLSocket):
                    sock.do_handshake()
                method = "GET" if posted is None else "POST"
                line.request(method, address.target, posted, {"Host": address.netloc, **headers})
                response = line.getresponse()
            told = {name.lower(): value for name, value in response.getheaders()}
            if several := response.headers.get_all("set-cookie"):
                told["set-cookie"] = "\n".join(several)  # the one header that may come several times
            with closing(response):
                yield Reply(address, response.status, told, _pieces(response, address, over, seconds))


def _connected(address: Address, places: Sequence[Place]) -> socket.socket:
    """A socket to the first place that answers; of TLS the handshake is left to do."""
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
        f"{address.host} ist nicht zu erreichen ({_in_german(reason)}). Bitte später noch einmal versuchen."
    ) from reason


def _in_german(reason: OSError) -> str:
    """What the system says is English; its number can be looked up."""
    if isinstance(reason, TimeoutError):
        return "keine Antwort"
    if isinstance(reason, ConnectionRefusedError):
        return "die Verbindung wird abgelehnt"
    return f"Fehler {reason.errno} des Netzes"


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


class _TooSlow(SourceUnreachable):
    """It had all the time there is: another try would take as long."""


def _say_over(address: Address, seconds: float) -> None:
    raise _TooSlow(
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


# --- requests with redirects, retries and a pace for each host ----------------------------------------------

TRIES = 4
REDIRECTS = 5
SECONDS = 60.0
"""The longest one answer in JSON may take as a whole."""

LARGEST_JSON = 32 << 20
LONGEST_WAIT = 60.0
"""Seconds that are waited when a source asks for it; for longer ones somebody has to come back."""

REFUSALS = {
    401: "verlangt einen gültigen Schlüssel",
    403: "verweigert den Zugriff",
    404: "kennt diese Adresse nicht",
    410: "hat das Dokument entfernt",
}
MOVED = (301, 302, 303, 307, 308)
PACES = MappingProxyType(
    {
        "www.abgeordnetenwatch.de": 2.0,
        "www.parlamentsspiegel.de": 3.0,
        "paris.bremische-buergerschaft.de": 3.0,
        "www.bayern.landtag.de": 3.0,
        "www.landtag-saar.de": 3.0,
        "edas.landtag.sachsen.de": 3.0,
    }
)
"""Seconds between two requests: where pages are read that were made for people, more than elsewhere."""

COMMENT = str.maketrans("", "", "()\\")
"""What has a meaning within the comment of a User-Agent."""

BUSY = (429, 502, 503, 504)

PERSONAL = ("Authorization", "Cookie")
"""What is told to no other host."""

FORM = "application/x-www-form-urlencoded"
CHARSET = re.compile(rb"""charset\s*=\s*["']?([\w-]{1,40})""", re.IGNORECASE)

Query = Mapping[str, str | int | list[str]]
Headers = Mapping[str, str]
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class WebPage:
    """`url`: where it lay after redirections; `cookies`: as they are sent back, „a=1; b=2“."""

    url: str
    text: str
    kind: str
    cookies: str = ""


class _Again(Exception):
    """Worth another try; `seconds`: how long the source wants to be left alone."""

    def __init__(self, reason: SourceUnreachable, seconds: float | None = None) -> None:
        super().__init__(str(reason))
        self.reason, self.seconds = reason, seconds


@dataclass
class Web:
    """`agent`: what we call ourselves. `pace`: seconds between two requests to a host; `paces`: to some.

    `private`: hosts on this machine or in its network that may be asked all the same; only tests name some.
    """

    agent: str
    pace: float = 1.0
    paces: Mapping[str, float] = field(default_factory=lambda: PACES)
    private: Collection[str] = ()
    pause: float = 1.0
    """Before the second try; twice as long before each further one."""

    _turns: dict[str, threading.Lock] = field(default_factory=lambda: defaultdict(threading.Lock), repr=False)
    _last: dict[str, float] = field(default_factory=dict, repr=False)

    def ask(
        self,
        url: str,
        use: Callable[[Reply], Result],
        headers: Headers = MappingProxyType({}),
        seconds: float = SECONDS,
        posted: bytes | None = None,
    ) -> Result:
        """What `use` makes of the answer, after redirections and as many tries as are worth it.

        `posted`: a search that is sent with POST; asked again it does no harm, so it is tried as often.
        """
        address, pause = parse_address(url), self.pause
        for attempt in range(1, TRIES + 1):
            try:
                return self._followed(address, use, headers, seconds, posted)
            except _TooSlow:
                raise
            except (_Again, SourceUnreachable) as error:
                wanted = error.seconds if isinstance(error, _Again) else None
                if attempt == TRIES or (wanted or 0) > LONGEST_WAIT:
                    raise (error.reason if isinstance(error, _Again) else error) from None
                time.sleep(pause if wanted is None else wanted)
                pause *= 2
        raise AssertionError("unreachable")

    def json(
        self, url: str, query: Query = MappingProxyType({}), headers: Headers = MappingProxyType({})
    ) -> Any:
        """The answer's JSON. A refusal is told with the source's own reason, if it gives one."""
        return self.ask(_with_query(url, query), _as_json, {"Accept": "application/json", **headers})

    def page(
        self,
        url: str,
        query: Query = MappingProxyType({}),
        *,
        form: Query | None = None,
        data: object = None,
        headers: Headers = MappingProxyType({}),
    ) -> WebPage:
        """A page of the web, got, or as the answer to a form or to JSON `data` that is posted."""
        posted, kind = None, {}
        if form is not None:
            posted, kind = urlencode(form, doseq=True).encode(), {"Content-Type": FORM}
        elif data is not None:
            posted, kind = json.dumps(data).encode(), {"Content-Type": "application/json"}
        told = {"Accept": "text/html, application/json;q=0.9, */*;q=0.5", **kind, **headers}
        return self.ask(_with_query(url, query), _as_page, told, posted=posted)

    def beginning(self, url: str) -> bytes:
        """What comes first of what lies there; the rest is not sent."""
        return self.ask(url, _first_piece)

    def _followed(
        self,
        address: Address,
        use: Callable[[Reply], Result],
        headers: Headers,
        seconds: float,
        posted: bytes | None,
    ) -> Result:
        own = {"User-Agent": self.agent, "Accept-Encoding": "identity", "Connection": "close"}
        for _ in range(REDIRECTS + 1):
            with (
                self._turn(address.host),
                asked(address, {**own, **headers}, seconds, self.private, posted) as reply,
            ):
                if reply.status in BUSY:
                    told = f"{address.host} ist überlastet oder will weniger Anfragen ({reply.status})."
                    reason = SourceUnreachable(f"{told} Bitte später noch einmal versuchen.")
                    raise _Again(reason, clock.retry_after(reply.headers.get("retry-after", "").strip()))
                if reply.status not in MOVED:
                    return use(reply)
                target = parse_address(reply.headers.get("location", ""), reply.address)
                if (reply.address.scheme, target.scheme) == ("https", "http"):
                    raise AddressRefused(
                        f"{reply.address.host} leitet auf eine Adresse ohne Verschlüsselung um "
                        f"({target.url}). Was von dort käme, könnte jemand unterwegs geändert haben; bitte "
                        "die Adresse prüfen."
                    )
            if reply.status in (301, 302, 303):  # as every browser does: what was posted is answered there
                posted = None
            if target.netloc != address.netloc:
                headers = {name: value for name, value in headers.items() if name not in PERSONAL}
            address = target
        raise SourceRefused(f"{address.host} leitet immer weiter um. Bitte eine andere Adresse nennen.")

    @contextmanager
    def _turn(self, host: str) -> Iterator[None]:
        """One at a time for each host, and never sooner than it wants."""
        with self._turns[host]:
            left = self._last.get(host, float("-inf")) + self.paces.get(host, self.pace) - time.monotonic()
            time.sleep(max(0.0, left))
            try:
                yield
            finally:
                self._last[host] = time.monotonic()


def web_of(context: Context) -> Web:
    """With the contact that the operator gave, so that a source can write before it locks us out."""
    contact = context.settings.kontakt
    named = (contact or "no contact given").encode("latin-1", "ignore").decode("latin-1")
    return Web(f"Antragsspiegel/{VERSION} ({named.translate(COMMENT)})")


def told_gone(reply: Reply) -> SourceRefused:
    what = REFUSALS.get(reply.status, "antwortet mit einem Fehler")
    return SourceRefused(f"{reply.address.host} {what} ({reply.status}): {reply.address.url}")


def _with_query(url: str, query: Query) -> str:
    return f"{url}{'&' if urlsplit(url).query else '?'}{urlencode(query, doseq=True)}" if query else url


def _bytes_of(reply: Reply) -> bytes:
    data = bytearray()
    for piece in reply.body:
        data += piece
        if len(data) > LARGEST_JSON:
            raise SourceUnrecognised(
                f"{reply.address.host} schickt mehr als {formats.size(LARGEST_JSON)}; so viel war es nie."
            )
    return bytes(data)


def _first_piece(reply: Reply) -> bytes:
    if reply.status != 200:
        raise told_gone(reply)
    return next(_from_the_start(reply.body), b"")


def _as_page(reply: Reply) -> WebPage:
    data = _bytes_of(reply)
    if reply.status != 200:
        raise told_gone(reply)
    kind = reply.headers.get("content-type", "")
    sent = reply.headers.get("set-cookie", "").split("\n")
    cookies = "; ".join(one.split(";")[0].strip() for one in sent if one)
    return WebPage(reply.address.url, _decoded(data, kind, reply.address.host), kind, cookies)


def _decoded(data: bytes, kind: str, host: str) -> str:
    """Old systems do not send the charset that they tell: valid UTF-8 is hardly ever anything else."""
    told = CHARSET.search(kind.encode()) or CHARSET.search(data[:2048])
    named = told[1].decode("ascii", "ignore").lower() if told else "utf-8"
    # What is called Latin-1 on the web is Windows' code page.
    for charset in ("utf-8-sig", "cp1252" if named in ("iso-8859-1", "latin1", "utf-8") else named):
        try:
            return data.decode(charset)
        except (LookupError, UnicodeDecodeError):
            continue
    raise SourceUnrecognised(f"{host} schickt Text in einem Zeichensatz, der nicht zu lesen ist ({named}).")


def _as_json(reply: Reply) -> Any:
    data = _bytes_of(reply)
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        answer = None
    if reply.status != 200:
        # Where abgeordnetenwatch and DIP put their words: `meta.status_message`, `message`.
        refused = told_gone(reply)
        meta = answer.get("meta") if isinstance(answer, dict) else None
        told = (meta if isinstance(meta, dict) else answer if isinstance(answer, dict) else {}).get(
            "status_message" if isinstance(meta, dict) else "message"
        )
        raise SourceRefused(f"{refused}. Dort heißt es: {told[:300]}") if isinstance(told, str) else refused
    if answer is None:
        raise SourceUnrecognised(
            f"{reply.address.host} antwortet nicht mit JSON, sondern: {data[:80]!r}. "
            "Vermutlich hat sich die Schnittstelle geändert."
        )
    return answer


# --- a file from the Internet: streamed beside its place, checked, and moved there only when it is whole

LARGEST = 200 << 20
FILE_SECONDS = 900.0
"""The longest a whole file may take: 50 MB at 60 KB a second."""

DRAFT = ".holt-"
LEFT = 3600.0
"""Seconds after which a draft is nobody's any more."""


@dataclass(frozen=True, slots=True)
class Validators:
    """What a source says of a file, so that next time it need not be sent again."""

    etag: str | None = None
    last_modified: str | None = None

    def as_headers(self) -> dict[str, str]:
        told = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in told.items() if value}


@dataclass(frozen=True, slots=True)
class Download:
    """`url`: where it really lay, after redirections."""

    path: Path
    url: str
    sha256: str
    size: int
    validators: Validators
    fetched: datetime


def download(
    web: Web,
    url: str,
    target: Path,
    *,
    seen: Validators | None = None,
    is_pdf: bool = True,
    most: int = LARGEST,
) -> Download | None:
    """Put it at `target`; None where the source says that it is still what was `seen`: nothing changes."""
    target.parent.mkdir(parents=True, exist_ok=True)
    for draft in target.parent.glob(f"{DRAFT}*"):  # what a process left that was killed while it fetched
        with suppress(OSError):  # another is just ending it
            if time.time() - draft.stat().st_mtime > LEFT:
                draft.unlink()
    headers = seen.as_headers() if seen else {}
    return web.ask(url, lambda reply: _stored(reply, target, is_pdf, most), headers, FILE_SECONDS)


def fetch_new(web: Web, url: str, target: Path, most: int) -> str:
    """Put what was never fetched before at `target`; the address that it came from in the end."""
    got = download(web, url, target, most=most)
    if got is None:
        raise SourceUnrecognised(f"{url} gilt als unverändert, wurde hier aber nie geholt.")
    return got.url


def _stored(reply: Reply, target: Path, is_pdf: bool, most: int) -> Download | None:
    if reply.status == 304:
        return None
    if reply.status != 200:
        raise told_gone(reply)
    _check_size(reply, reply.length or 0, most)
    digest, size = hashlib.sha256(), 0
    with drafted(target, DRAFT) as draft:
        for piece in _from_the_start(reply.body):
            if is_pdf and size == 0 and b"%PDF-" not in piece[:1024]:
                kind = _kind_of(piece)
                raise PdfError(
                    f"Unter {reply.address.url} liegt kein PDF, sondern {kind} (Art: "
                    f"{reply.headers.get('content-type', 'nicht genannt')[:60]}). Bitte die Adresse prüfen."
                )
            size += len(piece)
            _check_size(reply, size, most)
            digest.update(piece)
            draft.write(piece)
        if size == 0:
            raise SourceUnrecognised(f"{reply.address.url} ist leer (0 Bytes).")
    told = Validators(reply.headers.get("etag"), reply.headers.get("last-modified"))
    return Download(target, reply.address.url, digest.hexdigest(), size, told, clock.now())


def _kind_of(piece: bytes) -> str:
    """What came instead of a PDF, by how it begins."""
    if b"<" not in piece[:64]:
        return "etwas anderes"
    if b"captcha" in piece.lower():
        return "eine Webseite mit einer Sicherheitsabfrage, die nur im Browser zu beantworten ist"
    return "eine Webseite"


def _from_the_start(body: Iterator[bytes]) -> Iterator[bytes]:
    """The first piece holds 1,024 bytes, if there are so many: a slow source may send them one by one."""
    first = b""
    for piece in body:
        first += piece
        if len(first) >= 1024:
            break
    if first:
        yield first
    yield from body


def _check_size(reply: Reply, size: int, most: int) -> None:
    if size > most:
        raise PdfError(f"{reply.address.url} ist größer als {formats.size(most)} und wird nicht geholt.")
