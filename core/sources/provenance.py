"""Where the PDF of a Programm came from: in a small file beside it, for every version that was there."""

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from core.atomic_files import put
from core.errors import EingabeError
from core.models import Programm
from core.settings import Settings
from core.sources.download import Download, Validators

SUFFIX = ".herkunft.json"
EARLIER = "frühere Fassungen"
"""The folder, within that of the PDFs, where a replaced PDF stays: Läufe were made with it."""


@dataclass(frozen=True, slots=True)
class Fassung:
    """One version. `quelle`: who told the address; `bestaetigt`: the doubt that a human set aside."""

    sha256: str
    groesse: int
    url: str
    quelle: str
    geholt: str
    etag: str | None = None
    last_modified: str | None = None
    bestaetigt: str = ""

    @property
    def validators(self) -> Validators:
        return Validators(self.etag, self.last_modified)

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.geholt)


def fassung_of(got: Download, quelle: str, bestaetigt: str = "") -> Fassung:
    told = got.validators
    return Fassung(
        got.sha256, got.size, got.url, quelle, got.fetched.isoformat(timespec="seconds"), told.etag,
        told.last_modified, bestaetigt,
    )  # fmt: skip


def load_fassungen(settings: Settings, programm: Programm) -> list[Fassung]:
    """The latest last; none where the PDF came by hand."""
    path = _path(settings, programm)
    try:
        return [Fassung(**row) for row in json.loads(path.read_text(encoding="utf-8"))]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError) as error:
        raise EingabeError(
            f"{path.name} lässt sich nicht lesen ({error}). Löschen Sie die Datei; das PDF bleibt, nur seine "
            "Herkunft ist dann unbekannt."
        ) from error


def save_fassung(settings: Settings, programm: Programm, fassung: Fassung) -> None:
    """The present one; what is told of the same bytes anew replaces what was."""
    kept = [old for old in load_fassungen(settings, programm) if old.sha256 != fassung.sha256]
    path = _path(settings, programm)
    draft = path.with_name(f"{path.name}.neu")
    rows = [asdict(one) for one in (*kept, fassung)]
    draft.write_text(json.dumps(rows, ensure_ascii=False, indent=1), encoding="utf-8")
    put(draft, path)


def earlier_path(settings: Settings, programm: Programm, sha256: str) -> Path:
    """Where a replaced version lies."""
    return settings.pdf_dir / EARLIER / f"{Path(programm.pdf).stem}.{sha256[:12]}.pdf"


def _path(settings: Settings, programm: Programm) -> Path:
    return settings.pdf_dir / f"{programm.pdf}{SUFFIX}"
