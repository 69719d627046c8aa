"""`backup`, `restore`, `forget`: what cannot be made anew as a ZIP, and back; one Antrag deleted for good.

A backup gets its name when it is whole and was read back, so half a file never passes for one. It is restored
into an empty place: nothing that is there is written over. The files come first, each whole or not at all,
the store last and in one transaction: whoever was interrupted begins again, and files that are there already
are left as they are.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import sqlite3
import time
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.antrag.antrag import PDF_FOLDER as ANTRAEGE
from core.assessment.lauf_audit import all_laeufe, audit_laeufe
from core.base import clock, formats
from core.base.atomic_files import drafted, new_lock, sha256_of
from core.base.errors import EingabeError
from core.base.version import VERSION
from core.cli import output
from core.cli.output import emit
from core.features import hooks
from core.programme.context import Context, default_context
from core.programme.pdf_origins import SUFFIX
from core.programme.registering import EARLIER
from core.programme.registry import leads_outside, own_files
from core.runs.connection import FILE as STORE
from core.runs.store import check_snapshot, runstore
from core.wortlaut.errors import DashboardError


def add_backup(backup: argparse.ArgumentParser) -> None:
    backup.add_argument("ziel", metavar="DATEI|ORDNER", type=Path, help="neue Datei, oder Ordner für sie")


def add_restore(restore: argparse.ArgumentParser) -> None:
    restore.add_argument("datei", metavar="DATEI", type=Path, help="was „backup“ geschrieben hat")


def run_backup(arguments: argparse.Namespace) -> int:
    path, manifest = write_backup(default_context(), arguments.ziel)
    count, size = len(manifest.files), path.stat().st_size
    lines = (
        f"Gesichert und nachgelesen: {path} ({formats.counted(count, 'Datei', 'Dateien')}, "
        f"{formats.size(size)}).",
        "Nicht darin: der Index (entsteht aus den PDFs neu), Schlüssel, Einstellungen.",
    )
    emit(arguments.json, {"datei": path, "dateien": count, "groesse": size}, lambda: output.say(*lines))
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    done = restore_backup(default_context(), arguments.datei)
    lines = (
        f"Wiederhergestellt (Stand {done.gesichert}): {formats.counted(done.laeufe, 'Lauf', 'Läufe')}, "
        f"{formats.counted(done.antraege, 'Antrag', 'Anträge')}, "
        f"{formats.counted(done.dateien, 'Datei', 'Dateien')}.",
        f"Zitate an den PDFs geprüft: {done.belegt} von {done.geprueft} belegt.",
        "Jetzt den Index neu aufbauen mit: python -m core index --all",
    )
    emit(arguments.json, done, lambda: output.say(*lines))
    return 0 if done.belegt == done.geprueft else 1


# --- what is kept, and where it lies ------------------------------------------------------------------------

LONGEST_NAME = 255
"""Bytes that a file system takes."""

PLAIN = r"[^./\\:\x00-\x1f\x7f][^/\\:\x00-\x1f\x7f]*"


def kept_places(context: Context) -> dict[str, tuple[Path, str]]:
    """Name of a folder in a backup → where it lies, and the pattern of those of its files that are kept.

    The own registry comes last of all when it is read back: what it names is there by then.
    """
    settings = context.settings
    pdf = rf"{PLAIN}\.(pdf|PDF)|{PLAIN}{re.escape(SUFFIX)}"
    own = [Path(file) for file in own_files(settings.data_dir / "registry")]
    return {
        "antraege": (settings.laeufe_dir / ANTRAEGE, r"[0-9a-f]{64}\.pdf"),
        **{name: (settings.laeufe_dir / name, pattern) for name, pattern in _of_features().items()},
        "pdf": (settings.pdf_dir, pdf),
        "fassungen": (settings.pdf_dir / EARLIER, pdf),
        "zusammenfassungen": (settings.chroma_dir / "zusammenfassungen", r"[a-z0-9][a-z0-9-]{0,120}\.json"),
        "register": (own[0].parent, "|".join(re.escape(file.name) for file in own)),
    }


def _of_features() -> dict[str, str]:
    """Folder beside the Läufe → the pattern of those of its files that are kept."""
    told: tuple[Mapping[str, str], ...] = hooks("backup_folders")
    return {name: pattern for folders in told for name, pattern in folders.items()}


def kept_files(context: Context) -> Iterator[tuple[str, Path]]:
    """Name in a backup → file."""
    for prefix, (folder, pattern) in kept_places(context).items():
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if re.fullmatch(pattern, path.name) and path.is_file() and not leads_outside(path):
                yield f"{prefix}/{path.name}", path


def path_of(context: Context, name: str) -> Path:
    """Where a file of a backup belongs; a name that no backup gives is refused."""
    prefix, _, rest = name.partition("/")
    if place := kept_places(context).get(prefix):
        folder, pattern = place
        if re.fullmatch(pattern, rest) and len(rest.encode()) <= LONGEST_NAME:
            return folder / rest
    raise EingabeError(
        f"Die Sicherung enthält eine Datei, die keine Sicherung enthält: {name[:120]!r}. "
        "Sie stammt nicht von hier oder wurde verändert; nichts wurde geschrieben."
    )


# --- written ------------------------------------------------------------------------------------------------

MANIFEST = "inhalt.json"
FORM = 1
DRAFT = ".sicherung-"
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
    """An opened one; `copy` gives only bytes that are what the manifest says."""

    archive: zipfile.ZipFile
    manifest: BackupContents

    def copy(self, file: KeptFile, target: IO[bytes] | None) -> None:
        """Its bytes into the target, or only looked at; refused where one of them is another.

        The archive gives no more of them than it told beforehand, which is what the manifest tells.
        """
        try:
            with self.archive.open(file.name) as source:
                size, digest = _poured(source, target)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
            raise _broken(f"{file.name}: {error}") from error
        if (size, digest) != (file.size, file.sha256):
            raise _broken(f"{file.name} ist nicht mehr, was gesichert wurde")

    def verify(self) -> None:
        for file in self.manifest.files:
            self.copy(file, None)


def _poured(source: IO[bytes], target: IO[bytes] | None) -> tuple[int, str]:
    """How many bytes that were, and their SHA-256."""
    digest, size = hashlib.sha256(), 0
    while block := source.read(BLOCK):
        size += len(block)
        digest.update(block)
        if target:
            target.write(block)
    return size, digest.hexdigest()


def write_backup(context: Context, target: Path) -> tuple[Path, BackupContents]:
    """Where it lies and what is in it; others may read and write meanwhile."""
    path = _free(target)
    for left in path.parent.glob(f"{DRAFT}*"):  # by a killed backup; one that is being written is younger
        if time.time() - left.stat().st_mtime > 24 * 3600:
            remove_draft(left)
    try:
        with drafted(path, DRAFT) as file:
            with (
                TemporaryDirectory(dir=path.parent, prefix=DRAFT) as scratch,
                zipfile.ZipFile(file.name, "w") as archive,
            ):
                # The store first: every file that it names is there by then, and none of those goes.
                kept = [_add(archive, STORE, runstore(context).write_snapshot(Path(scratch)))]
                kept += [_add(archive, name, path) for name, path in kept_files(context)]
                files = [one for one in kept if one]
                created = clock.now().isoformat(timespec="seconds")
                manifest = BackupContents(form=FORM, app_version=VERSION, created=created, files=files)
                archive.writestr(MANIFEST, manifest.model_dump_json(indent=1))
            with open_backup(Path(file.name)) as backup:
                backup.verify()
    except (OSError, sqlite3.OperationalError) as error:  # SQLite says of a full disk that it is full
        raise DashboardError(
            f"Die Sicherung {path} ließ sich nicht schreiben ({error}). Bitte dort Rechte und freien Platz "
            "prüfen; was vorher da lag, ist unberührt."
        ) from error
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


def _add(archive: zipfile.ZipFile, name: str, path: Path) -> KeptFile | None:
    """None where somebody deleted it meanwhile; a PDF is not packed, for it is already."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_STORED if name.lower().endswith(".pdf") else zipfile.ZIP_DEFLATED
    try:
        with path.open("rb") as source, archive.open(entry, "w", force_zip64=True) as target:
            size, digest = _poured(source, target)
    except FileNotFoundError:
        return None
    return KeptFile(name=name, size=size, sha256=digest)


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


def remove_draft(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _broken(why: str) -> EingabeError:
    return EingabeError(f"Das ist keine vollständige Sicherung ({why}). Bitte eine andere nehmen.")


# --- read back ----------------------------------------------------------------------------------------------

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
        free, needed = shutil.disk_usage(folder).free, 2 * backup.manifest.size + SPARE
        if free < needed:
            raise EingabeError(
                f"Gebraucht werden {formats.size(needed)}, frei sind in {folder} {formats.size(free)}. "
                "Bitte Platz schaffen oder mit LAEUFE_DIR einen anderen Ort nennen."
            )
        backup.verify()
        with TemporaryDirectory(dir=folder, prefix=SCRATCH) as scratch:
            snapshot = Path(scratch) / STORE
            with snapshot.open("wb") as out:
                backup.copy(next(file for file in backup.manifest.files if file.name == STORE), out)
            check_snapshot(snapshot)
            for file, target in targets:
                if not target.exists():  # else it is the same, from a restoring that was interrupted
                    with drafted(target) as draft:
                        backup.copy(file, draft)
            counts = runstore(context).fill_empty(snapshot)
        created = backup.manifest.created
    # Every stored quote against the PDFs that are here now.
    laeufe = audit_laeufe(context, all_laeufe(runstore(context)), pass_over=True)
    befunde = [befund for one in laeufe for befund in one.befunde]
    proved = sum(befund.ok for befund in befunde)
    return Restored(
        created, counts["lauf"], runstore(context).count_all_antraege(), len(targets), proved, len(befunde)
    )


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
    taken = [target for file, target in targets if target.exists() and sha256_of(target) != file.sha256]
    if taken or not runstore(context).is_empty():
        what = str(taken[0]) if taken else "der Laufspeicher"
        raise EingabeError(
            f"Hier liegt schon etwas anderes: {what}. Wiederhergestellt wird nur, wo nichts ist. Nennen "
            "Sie mit LAEUFE_DIR (oder DATABASE_URL), PDF_DIR und CHROMA_DIR leere Orte."
        )


# --- `forget`: one Antrag with all its Läufe, for good ------------------------------------------------------


BEYOND = (
    "Nicht erreicht werden: Sicherungen, Exporte und Berichte auf anderen Datenträgern, Listen der Quellen "
    "(öffentliche Titel), was Anbieter von Sprachmodellen gespeichert haben, und bis zu seinem Neustart der "
    "Arbeitsspeicher eines laufenden Antragsspiegels."
)


def add_forget(forget: argparse.ArgumentParser) -> None:
    forget.add_argument(
        "antrag", metavar="ANTRAG", help="Kennung des Antrags, einer seiner Läufe oder seine Drucksache"
    )
    forget.add_argument("--ja", action="store_true", help="wirklich löschen (sonst wird nur gezeigt, was)")


def run_forget(arguments: argparse.Namespace) -> int:
    context = default_context()
    store = runstore(context)
    if arguments.ja:
        found = store.forget(arguments.antrag, context.settings.laeufe_dir)
    else:
        found = store.find_traces(arguments.antrag)
    parts = (
        formats.counted(len(found.antraege), "Eingabe", "Eingaben"),
        f"{formats.counted(len(found.laeufe), 'Lauf', 'Läufe')} (auch gelöschte)",
        formats.counted(found.urteile, "Urteil", "Urteile"),
        formats.counted(found.antworten, "Nachfrage", "Nachfragen"),
        formats.counted(len(found.dateien), "PDF", "PDFs"),
        formats.counted(len(found.papiere), "Papier mit Abstimmungen", "Papiere mit Abstimmungen"),
    )
    lines = [f"„{output.printable(titel)}“" for titel in found.titel]
    lines += [f"{'Für immer gelöscht' if arguments.ja else 'Gelöscht würden'}: {', '.join(parts)}.", BEYOND]
    if not arguments.ja:
        lines.append("Nichts wurde gelöscht. Wirklich löschen: derselbe Befehl mit --ja")
    told = {"geloescht": arguments.ja, **asdict(found), "nicht_erreicht": BEYOND}
    emit(arguments.json, told, lambda: output.say(*lines))
    return 0
