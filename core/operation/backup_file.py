"""One file that holds all that cannot be made anew: a ZIP with the SHA-256 of everything in it.

It gets its name when it is whole and read back, so half a file never passes for a backup.
"""

import hashlib
import json
import os
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import IO, Annotated

from core import clock
from core.atomic_files import put
from core.context import Context
from core.errors import EingabeError
from core.operation.kept_places import kept_files
from core.runs.snapshot import NAME as STORE
from core.runs.snapshot import write_snapshot
from core.runs.store import runstore
from core.schema import BaseModel, ConfigDict, Field, ValidationError
from core.version import app_version

MANIFEST = "inhalt.json"
FORM = 1
DRAFT = ".sicherung-"
DRAFT_DAYS = 1
BLOCK = 1 << 20
LONGEST_MANIFEST = 64 << 20
MOST_FILES = 100_000


class KeptFile(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    name: Annotated[str, Field(max_length=300)]
    size: Annotated[int, Field(ge=0, lt=1 << 50)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class BackupContents(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    form: int
    app_version: Annotated[str, Field(max_length=100)]
    created: Annotated[str, Field(max_length=40)]
    files: Annotated[list[KeptFile], Field(max_length=MOST_FILES)]

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files)


@dataclass(frozen=True, slots=True)
class Backup:
    """An opened one; `read` gives only bytes that are what the manifest says."""

    archive: zipfile.ZipFile
    manifest: BackupContents

    def copy(self, file: KeptFile, target: IO[bytes] | None) -> None:
        """Its bytes into the target, or only looked at; refused where one of them is another."""
        digest, left = hashlib.sha256(), file.size
        try:
            with self.archive.open(file.name) as source:
                while block := source.read(BLOCK):
                    left -= len(block)
                    if left < 0:
                        break
                    digest.update(block)
                    if target:
                        target.write(block)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise _broken(f"{file.name}: {error}") from error
        if left or digest.hexdigest() != file.sha256:
            raise _broken(f"{file.name} ist nicht mehr, was gesichert wurde")

    def verify(self) -> None:
        for file in self.manifest.files:
            self.copy(file, None)


def write_backup(context: Context, target: Path) -> tuple[Path, BackupContents]:
    """Where it lies and what is in it; others may read and write meanwhile."""
    path = _free(target)
    _sweep(path.parent)
    with NamedTemporaryFile(dir=path.parent, prefix=DRAFT, suffix=".neu", delete=False) as file:
        draft = Path(file.name)
    try:
        manifest = _write(context, draft)
        with open_backup(draft) as backup:
            backup.verify()
        put(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return path, manifest


@contextmanager
def open_backup(path: Path) -> Iterator[Backup]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield Backup(archive, _read_manifest(archive))
    except FileNotFoundError as error:
        raise EingabeError(f"Die Sicherung {path} gibt es nicht. Bitte den Pfad prüfen.") from error
    except (zipfile.BadZipFile, NotImplementedError, UnicodeDecodeError) as error:
        raise _broken(str(error)) from error
    except OSError as error:
        raise EingabeError(
            f"{path}: {error.strerror or error}. Bitte Rechte und freien Platz prüfen."
        ) from error


def _write(context: Context, draft: Path) -> BackupContents:
    """The store first: every file that it names is there by then, and none of those goes."""
    with (
        TemporaryDirectory(dir=draft.parent, prefix=DRAFT) as scratch,
        zipfile.ZipFile(draft, "w") as archive,
    ):
        files = [_add(archive, STORE, write_snapshot(runstore(context), Path(scratch)))]
        files += [_add(archive, name, path) for name, path in kept_files(context)]
        created = clock.now().isoformat(timespec="seconds")
        present = [file for file in files if file]
        manifest = BackupContents(form=FORM, app_version=app_version(), created=created, files=present)
        archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
    return manifest


def _add(archive: zipfile.ZipFile, name: str, path: Path) -> KeptFile | None:
    """None where somebody deleted it meanwhile; a PDF is not packed, for it is already."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_STORED if name.lower().endswith(".pdf") else zipfile.ZIP_DEFLATED
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
            while block := source.read(BLOCK):
                size += len(block)
                digest.update(block)
                target.write(block)
    except FileNotFoundError:
        return None
    return KeptFile(name=name, size=size, sha256=digest.hexdigest())


def _read_manifest(archive: zipfile.ZipFile) -> BackupContents:
    """Checked against what the archive says of itself, before a byte of it is unpacked."""
    entries = {entry.filename: entry for entry in archive.infolist()}
    if MANIFEST not in entries or entries[MANIFEST].file_size > LONGEST_MANIFEST:
        raise _broken(f"{MANIFEST} fehlt oder ist zu groß")
    try:
        with archive.open(MANIFEST) as file:
            manifest = BackupContents.model_validate(json.loads(file.read(LONGEST_MANIFEST)))
    except (ValidationError, ValueError, RecursionError) as error:
        raise _broken(f"{MANIFEST} ist nicht lesbar") from error
    if manifest.form != FORM:
        raise EingabeError(
            f"Die Sicherung hat die Form {manifest.form}, dieses Programm kennt {FORM}. "
            "Bitte das Programm aktualisieren."
        )
    told = {file.name: file.size for file in manifest.files}
    found = {name: entry.file_size for name, entry in entries.items() if name != MANIFEST}
    if told != found or len(told) != len(manifest.files) or len(entries) != len(archive.infolist()):
        raise _broken("was darin liegt, ist nicht, was ihr Verzeichnis sagt")
    if STORE not in told:
        raise _broken(f"{STORE} fehlt")
    return manifest


def _free(target: Path) -> Path:
    name = f"antragsspiegel-{clock.local():%Y-%m-%d-%H%M%S}.zip"
    path = target / name if target.is_dir() else target
    if os.path.lexists(path):
        raise EingabeError(f"{path} gibt es schon. Bitte einen anderen Namen oder einen Ordner nennen.")
    if not path.parent.is_dir():
        raise EingabeError(
            f"Den Ordner {path.parent} gibt es nicht. Bitte anlegen oder einen anderen nennen."
        )
    return path


def _sweep(folder: Path) -> None:
    """Drafts that a killed backup left; one that is being written is younger."""
    for path in folder.glob(f"{DRAFT}*"):
        if time.time() - path.stat().st_mtime > DRAFT_DAYS * 86400:
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        for child in path.iterdir():
            child.unlink()
        path.rmdir()
    else:
        path.unlink(missing_ok=True)


def _broken(why: str) -> EingabeError:
    return EingabeError(f"Das ist keine vollständige Sicherung ({why}). Bitte eine andere nehmen.")
