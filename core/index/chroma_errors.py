"""What goes wrong with Chroma: what is raised, in one German sentence, and whether its server is there."""

import http.client
import shutil
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

from core.errors import EingabeError, IndexBeschaedigt, IndexFehler, IndexGesperrt, IndexUnreachable
from core.german import formats
from core.key_masker import mask

REBUILD = "„python -m core index --all“ baut ihn neu auf."
FULL = 2**20
"""A disk with fewer bytes left is full: Chroma writes pages, not letters."""

ROOM = 32 * 2**20
"""More than a programme takes. Where the disk fills up under Chroma, a worker of it may never end."""

REFUSED = ("(code: 13)", "(code: 8)", "(code: 14)", "(code: 778)", "Permission", "No space")
"""Signs that the disk is full or may not be written: else Chroma itself may take that for damage."""


def index_error(error: Exception, folder: Path, url: str | None) -> IndexFehler:
    """Of the index in that folder, or on that server where there is one."""
    if isinstance(error, ImportError):
        return IndexFehler(
            f"Für den Index fehlt ein Paket ({error}). Installieren Sie, was in requirements.txt steht: "
            "pip install -r requirements.txt"
        )
    cause = (str(error).strip().splitlines() or [""])[0][:160] or type(error).__name__
    if url:
        return IndexUnreachable(
            f"Der Chroma-Server unter CHROMA_URL={mask(url)} antwortet nicht richtig ({cause}). "
            "Den Server starten („chroma run --path …“) oder CHROMA_URL weglassen (lokaler Index)."
        )
    where = f"Der Index unter {str(folder)!r}"
    if "database is locked" in cause:
        return IndexGesperrt(f"{where} ist gerade belegt. Bitte gleich noch einmal versuchen.")
    if _is_full(folder) or any(sign in cause for sign in REFUSED):
        return IndexFehler(
            f"{where} lässt sich nicht öffnen oder schreiben ({cause}). Rechte und freien Platz prüfen."
        )
    return IndexBeschaedigt(f"{where} ist beschädigt ({cause}). {REBUILD}")


def check_room(folder: Path) -> None:
    if (free := shutil.disk_usage(folder).free) < ROOM:
        raise IndexFehler(
            f"Für den Index unter {str(folder)!r} ist zu wenig Platz: {formats.size(free)} sind frei, "
            f"{formats.size(ROOM)} müssen es sein. Bitte Platz schaffen oder CHROMA_DIR ändern."
        )


def _is_full(folder: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(folder).free < FULL
    return False


# --- is a Chroma server there? Told within seconds: Chroma's own client would wait for ever -----------------

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
