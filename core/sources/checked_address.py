"""An address of the Internet, and whether anything may be fetched from it: never from a private network."""

import ipaddress
import socket
from collections.abc import Collection
from dataclasses import dataclass
from typing import NoReturn
from urllib.parse import quote, urljoin, urlsplit

from core.errors import AddressRefused, SourceUnreachable

LONGEST = 2000
PORTS = {"http": 80, "https": 443}
HOLDING_IPV4 = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "::/96", "::ffff:0:0:0/96")))
"""Where an IPv4 address stands within an IPv6 one, in its last four bytes: NAT64, two forms long given up."""

NEVER_PUBLIC = tuple(map(ipaddress.ip_network, ("64:ff9b:1::/48", "fec0::/10")))
"""NAT64 and addresses of a house of its own, which `ipaddress` takes for public."""

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
            f"Der Rechner {address.host} ist nicht zu finden ({error}). Bitte Adresse und Zugang prüfen."
        ) from error
    for _, _, _, _, place in found:
        if address.host not in private and not is_public(str(place[0])):
            _refuse(address.url, "führt in ein privates Netz oder auf diesen Rechner")
    return [(family, place) for family, _, _, _, place in found]


def is_public(ip: str) -> bool:
    """Whether anybody on the Internet can reach it, also by the IPv4 address that stands within it."""
    address: IpAddress = ipaddress.ip_address(ip.split("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]
        if any(address in network for network in NEVER_PUBLIC):
            return False
        if inner is None and any(address in network for network in HOLDING_IPV4):
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
        if inner is not None:
            address = inner
    return address.is_global and not address.is_multicast


def _refuse(url: str, problem: str) -> NoReturn:
    shown = url if len(url) <= 100 else f"{url[:100]}…"
    raise AddressRefused(
        f"Von „{shown}“ wird nichts geholt: Die Adresse {problem}. Bitte eine andere nennen."
    )
