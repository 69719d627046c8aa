"""Where the PDF of a Programm came from: in a small file beside it, for every version that was there."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from core.base.atomic_files import write_whole
from core.base.errors import EingabeError
from core.base.settings import Settings
from core.programme.context import Context
from core.programme.registering import alone
from core.programme.registry import Registered
from core.programme.web import Download
from core.wortlaut.errors import DashboardError

SUFFIX = ".herkunft.json"


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
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.geholt)


def fassung_of(got: Download, quelle: str, bestaetigt: str = "") -> Fassung:
    told = got.validators
    return Fassung(
        got.sha256, got.size, got.url, quelle, got.fetched.isoformat(timespec="seconds"), told.etag,
        told.last_modified, bestaetigt,
    )  # fmt: skip


def load_fassungen(settings: Settings, programm: Registered) -> list[Fassung]:
    """The versions that were fetched, the latest last; none where the PDF came by hand."""
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


def save_fassung(settings: Settings, programm: Registered, fassung: Fassung) -> None:
    """Note the present version; what is told of the same bytes anew replaces what was."""
    with alone(settings.pdf_dir / ".herkunft.lock"):
        kept = [old for old in load_fassungen(settings, programm) if old.sha256 != fassung.sha256]
        rows = [asdict(one) for one in (*kept, fassung)]
        write_whole(_path(settings, programm), json.dumps(rows, ensure_ascii=False, indent=1).encode())


def take_fetched(context: Context, programm: Registered, draft: Path, fassung: Fassung | None) -> None:
    """The draft in its place, with where it came from; refused, it leaves everything as it was.

    `fassung`: None where it came by hand.
    """
    settings, kept = context.settings, load_fassungen(context.settings, programm)
    context.pdf_folder.keep_earlier(programm)
    # Its origin first: after a kill in between, the next fetch finds that these bytes are not there yet.
    if fassung:
        save_fassung(settings, programm, fassung)
    try:
        context.pdf_folder.place(programm, draft)
    except (DashboardError, OSError):
        _restore(settings, programm, kept)
        raise


def _restore(settings: Settings, programm: Registered, kept: Sequence[Fassung]) -> None:
    """As they were before a PDF that was refused: it came to nothing, and nothing is told of it."""
    with alone(settings.pdf_dir / ".herkunft.lock"):
        if kept:
            rows = [asdict(one) for one in kept]
            write_whole(_path(settings, programm), json.dumps(rows, ensure_ascii=False, indent=1).encode())
        else:
            _path(settings, programm).unlink(missing_ok=True)


def _path(settings: Settings, programm: Registered) -> Path:
    return settings.pdf_dir / f"{programm.pdf}{SUFFIX}"
