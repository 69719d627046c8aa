"""A backup into an empty place: nothing that is there is written over, and half of it passes for nothing.

The files come first, each whole or not at all, the store last and in one transaction. So whoever was
interrupted begins again, and goes on where the files already are what they are to be.
"""

import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory

from core.assessment.prove_laeufe import all_laeufe, audit_laeufe
from core.atomic_files import new_lock, put
from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.operation.backup_file import Backup, KeptFile, open_backup
from core.operation.kept_places import path_of
from core.runs.snapshot import NAME as STORE
from core.runs.snapshot import check_snapshot, fill_empty, is_empty
from core.runs.store import runstore

SCRATCH = ".wiederherstellen-"
LOCK = ".wiederherstellen.lock"
SPARE = 64 << 20
"""Bytes that stay free beside what is unpacked."""


@dataclass(frozen=True, slots=True)
class Restored:
    """How much came back; of the quotes, how many were proved against the restored PDFs."""

    gesichert: str
    laeufe: int
    antraege: int
    dateien: int
    belegt: int
    geprueft: int


def restore_backup(context: Context, path: Path) -> Restored:
    """Everything is looked through before the first byte is written."""
    with open_backup(path) as backup, _alone(context) as folder:
        targets = [
            (file, path_of(context, file.name)) for file in backup.manifest.files if file.name != STORE
        ]
        _refuse_taken(context, targets)
        _check_room(backup, folder)
        backup.verify()
        with TemporaryDirectory(dir=folder, prefix=SCRATCH) as scratch:
            snapshot = _unpacked_store(backup, Path(scratch))
            for file, target in targets:
                _place(backup, file, target)
            counts = fill_empty(runstore(context), snapshot)
        created = backup.manifest.created
    proved, asked = _audited(context)
    return Restored(created, counts["lauf"], counts["antrag"], len(targets), proved, asked)


@contextmanager
def _alone(context: Context) -> Iterator[Path]:
    """The folder of Läufe; what a killed one left there is gone."""
    folder = context.settings.laeufe_dir
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with new_lock(folder / LOCK).acquire(timeout=0):
            for left in folder.glob(f"{SCRATCH}*"):
                shutil.rmtree(left)
            yield folder
    except TimeoutError as error:
        raise EingabeError(
            f"In {folder} wird gerade wiederhergestellt. Bitte warten, bis das fertig ist."
        ) from error


def _refuse_taken(context: Context, targets: list[tuple[KeptFile, Path]]) -> None:
    taken = [target for file, target in targets if target.exists() and _digest(target) != file.sha256]
    if taken or not is_empty(runstore(context)):
        what = str(taken[0]) if taken else "der Laufspeicher"
        raise EingabeError(
            f"Hier liegt schon etwas anderes: {what}. Wiederhergestellt wird nur, wo nichts ist. Nennen "
            "Sie mit LAEUFE_DIR (oder DATABASE_URL), PDF_DIR und CHROMA_DIR leere Orte."
        )


def _check_room(backup: Backup, folder: Path) -> None:
    free, needed = shutil.disk_usage(folder).free, 2 * backup.manifest.size + SPARE
    if free < needed:
        raise EingabeError(
            f"Gebraucht werden {formats.size(needed)}, frei sind in {folder} {formats.size(free)}. "
            "Bitte Platz schaffen oder mit LAEUFE_DIR einen anderen Ort nennen."
        )


def _unpacked_store(backup: Backup, scratch: Path) -> Path:
    target = scratch / STORE
    with target.open("wb") as out:
        backup.copy(next(file for file in backup.manifest.files if file.name == STORE), out)
    check_snapshot(target)
    return target


def _place(backup: Backup, file: KeptFile, target: Path) -> None:
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, prefix=".neu-", delete=False) as draft:
        try:
            backup.copy(file, draft)
        except BaseException:
            Path(draft.name).unlink()
            raise
    put(Path(draft.name), target)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _audited(context: Context) -> tuple[int, int]:
    """Every stored quote against the PDFs that are here now."""
    befunde = [one.befunde for one in audit_laeufe(context, all_laeufe(runstore(context)), pass_over=True)]
    return sum(befund.ok for own in befunde for befund in own), sum(map(len, befunde))
