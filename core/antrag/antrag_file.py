"""The PDFs that Anträge were read from: kept by their content, so that they can be looked at beside what was
read."""

import hashlib
import re
from pathlib import Path
from tempfile import NamedTemporaryFile

from core.atomic_files import put

FOLDER = "antraege"
NAME = re.compile(r"[0-9a-f]{64}")


def is_pdf(data: bytes) -> bool:
    return b"%PDF-" in data[:1024]


def keep_pdf(folder: Path, data: bytes) -> str:
    """Its name, which is made of its content: kept once."""
    digest = hashlib.sha256(data).hexdigest()
    target = folder / FOLDER / f"{digest}.pdf"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=target.parent, prefix=".neu-", delete=False) as draft:
            draft.write(data)
        put(Path(draft.name), target)
    return digest


def find_file(folder: Path, name: str | None) -> Path | None:
    """None where it is not on this machine."""
    if name is None or not NAME.fullmatch(name):
        return None
    path = folder / FOLDER / f"{name}.pdf"
    return path if path.is_file() else None


def drop_pdf(folder: Path, name: str) -> None:
    """For good; one that is not there is gone already."""
    if path := find_file(folder, name):
        path.unlink(missing_ok=True)
