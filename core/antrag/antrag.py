"""An Antrag and its Forderungen, all of them plain since a person may correct every field; and its PDF."""

import hashlib
import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import NamedTemporaryFile

from core.atomic_files import put


@dataclass(frozen=True, slots=True)
class Forderung:
    """One demand. `nummer` is its path as printed („II.3“, „2.a“), and no two have the same.

    What has no number counts by its place, a number that is printed twice becomes „2.a (2)“.
    The text stands alone; what leads to it („Die Landesregierung wird aufgefordert,“) is the `einleitung`.
    """

    nummer: str
    text: str
    einleitung: str = ""


@dataclass(frozen=True, slots=True)
class Teile:
    """What the text of an Antrag is made of, its head left out."""

    forderungen: tuple[Forderung, ...] = ()
    feststellung: str = ""
    begruendung: str = ""


@dataclass(frozen=True, slots=True)
class Antrag:
    """`antragsteller` are party ids; `bundesland` is None where the text does not tell."""

    text: str
    titel: str = ""
    drucksache: str = ""
    datum: date | None = None
    typ: str = ""
    bundesland: str | None = None
    antragsteller: tuple[str, ...] = ()
    forderungen: tuple[Forderung, ...] = ()
    feststellung: str = ""
    begruendung: str = ""


# --- the PDFs that Anträge were read from -------------------------------------------------------------------
# Kept by their content, so that they can be looked at beside what was read.

PDF_FOLDER = "antraege"
PDF_NAME = re.compile(r"[0-9a-f]{64}")


def is_pdf(data: bytes) -> bool:
    return b"%PDF-" in data[:1024]


def keep_pdf(folder: Path, data: bytes) -> str:
    """Its name, which is made of its content: kept once."""
    digest = hashlib.sha256(data).hexdigest()
    target = folder / PDF_FOLDER / f"{digest}.pdf"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=target.parent, prefix=".neu-", delete=False) as draft:
            draft.write(data)
        put(Path(draft.name), target)
    return digest


def find_file(folder: Path, name: str | None) -> Path | None:
    """None where it is not on this machine."""
    if name is None or not PDF_NAME.fullmatch(name):
        return None
    path = folder / PDF_FOLDER / f"{name}.pdf"
    return path if path.is_file() else None
