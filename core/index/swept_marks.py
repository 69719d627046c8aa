"""Whether a collection still is as its last sweep left it: told by its files, without opening Chroma.

Opening Chroma takes seconds, and where nobody has written since there is nothing to put in order.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from core.index.chroma import FORM, Chroma
from core.index.chroma_inside import DATABASE, index_folders
from core.index.manifest import Features, Manifest
from core.index.sammlung import Memory


class SweptMarks:
    """A file per collection, which holds what its files looked like; none for a database on a server.

    Only for the one that writes: between `begin` and `keep` it is noted which collections were swept.
    """

    def __init__(self, chroma: Chroma, memory: Memory, features: Callable[[str], Features]) -> None:
        self._folder = chroma.folder
        self._is_server = bool(chroma.url)
        self._memory = memory
        self._features = features
        self._swept: set[str] = set()
        self._before: list[Path] = []

    def begin(self) -> None:
        self._swept.clear()
        self._before = [] if self._is_server else index_folders(self._folder)

    def note(self, name: str) -> None:
        self._swept.add(name)

    @contextmanager
    def changing(self, name: str) -> Iterator[None]:
        """What is changed leaves something to sweep: the next run looks itself."""
        self._swept.discard(name)
        yield

    def keep(self) -> None:
        """Set the marks of what was swept, once all is written; not where folders came or went meanwhile:
        Chroma leaves those of deleted collections to the next who opens it."""
        if not self._is_server and set(index_folders(self._folder)) != set(self._before):
            return
        for name in self._swept if not self._is_server else ():
            if (manifest := self._memory.manifest(name)).collection_id:
                with suppress(OSError):  # without a whole one the next run looks itself
                    self._path(name).parent.mkdir(parents=True, exist_ok=True)
                    self._path(name).write_text(self._state(name, manifest), encoding="utf-8")

    def holds(self, name: str) -> bool:
        """Nobody has written since, and the register says of every Programm what its rows say."""
        if self._is_server or not (manifest := self._memory.manifest(name)).collection_id:
            return False
        for programm_id, entry in manifest.entries.items():
            if entry.merkmale != (dict(self._features(programm_id)) or entry.merkmale):
                return False
        try:
            return self._path(name).read_text(encoding="utf-8") == self._state(name, manifest)
        except (OSError, UnicodeDecodeError):
            return False

    def _path(self, name: str) -> Path:
        return self._folder / "geordnet" / name

    def _state(self, name: str, manifest: Manifest) -> str:
        blocks = self._memory.files(name, manifest).folder
        told = [FORM, manifest.collection_id, manifest.text, *_seen(self._files(blocks))]
        return hashlib.sha256("\n".join(told).encode()).hexdigest()

    def _files(self, blocks: Path) -> Iterator[Path]:
        yield from self._folder.glob(f"{DATABASE}*")
        for folder in (*index_folders(self._folder), blocks):
            yield from folder.glob("*")


def _seen(files: Iterable[Path]) -> list[str]:
    """Name, size and time of each, without opening it: that would break the locks Chroma has on its file."""
    found = []
    for path in sorted(files):
        status = path.stat()
        found.append(f"{path.parent.name}/{path.name} {status.st_size} {status.st_mtime_ns}")
    return found
