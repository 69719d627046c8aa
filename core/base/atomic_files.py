"""Files that are whole or as they were, and locks that end with their process, whoever is killed when."""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import FileLock

POLL = 0.02


def new_lock(path: Path) -> "FileLock":
    """The operating system holds it, so nothing is left of it when its holder dies."""
    from filelock import FileLock  # takes 0.08 s

    return FileLock(str(path), poll_interval=POLL)


def put(draft: Path, target: Path) -> None:
    """Move it into its place, on the disk itself before anybody is told that it is there."""
    _sync(draft)
    os.replace(draft, target)
    if os.name == "posix":
        _sync(target.parent)


@contextmanager
def drafted(target: Path, prefix: str = ".neu-") -> Iterator[IO[bytes]]:
    """A file beside it that takes its place when it was written whole, and else is gone."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=target.parent, prefix=prefix, delete=False) as file:
        draft = Path(file.name)
        try:
            yield file
            file.flush()
            put(draft, target)
        finally:
            draft.unlink(missing_ok=True)


def write_whole(target: Path, data: bytes) -> None:
    """A file that takes the place of the old one only once all of it is on the disk."""
    if target.exists() and not target.is_file():  # a pipe or a device: nothing may take its place
        target.write_bytes(data)
        return
    with drafted(target) as file:
        file.write(data)


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY if os.name == "posix" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
