"""What Chroma, SQLite or the network raise about the index, as one German sentence with the way out."""

import shutil
from contextlib import suppress
from pathlib import Path

from core.errors import IndexBeschaedigt, IndexFehler, IndexGesperrt
from core.key_masker import mask

REBUILD = "„python -m core index --all“ baut ihn neu auf."
FULL = 2**20
"""A disk with fewer bytes left is full: Chroma writes pages, not letters."""

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
        return IndexFehler(
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


def _is_full(folder: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(folder).free < FULL
    return False
