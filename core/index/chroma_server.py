"""Is a Chroma server there? Told within seconds: Chroma's own client would wait for ever."""

import http.client
from contextlib import closing
from urllib.parse import urlsplit

from core.errors import EingabeError
from core.key_masker import mask

PATIENCE = 3.0
"""Seconds in which a server says that it is there; it does nothing for that."""


def check_server(url: str) -> None:
    """Raises where it does not answer at once; Chroma's own client would wait for it without an end."""
    host, port, ssl = server_address(url)
    kind = http.client.HTTPSConnection if ssl else http.client.HTTPConnection
    with closing(kind(host, port, timeout=PATIENCE)) as connection:
        connection.request("GET", "/api/v2/heartbeat")
        connection.getresponse().read(1000)


def server_address(url: str) -> tuple[str, int, bool]:
    try:
        parts = urlsplit(url if "//" in url else f"//{url}", scheme="http")
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in ("http", "https"):
        raise EingabeError(f"CHROMA_URL={mask(url)!r} ist keine Adresse wie http://localhost:8000.")
    ssl = parts.scheme == "https"
    return host, port or (443 if ssl else 8000), ssl
