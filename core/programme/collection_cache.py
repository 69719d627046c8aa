"""What is known of the collections, in memory and beside them: a cache, which may be deleted at any time.

It holds for one state of the database, told by what its files look like (or by what a server says). Whoever
writes brings it along; where somebody else has written, the collections are read through Chroma once more.
Opening Chroma takes more than a second, of which a search that finds the cache needs nothing.
"""

import json
import zipfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO
from uuid import uuid4

import numpy as np

from core.programme.chroma_worker import Found
from core.programme.sammlung import Block, Entries, Indexstand, Sammlung, read_entries
from core.programme.wording_index import WordingIndex

FORM = 3
"""Raise it when what is stored changes, or how grams of words are made: another is not read."""

DAMAGE = (OSError, ValueError, TypeError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile)
"""What numpy, zipfile and json raise on a file that is not as it was written."""


@dataclass(frozen=True)
class Known:
    """One collection: what it says of itself, and the file with its rows; none where that is not made.

    `is_swept`: nothing lies in it that no Stand names. `is_fresh`: nobody else has written since the file was
    made; else it is only what is searched while the collection cannot be read.
    """

    found: Found
    file: str = ""
    is_swept: bool = False
    is_fresh: bool = True

    def left(self, found: Found) -> "Known":
        """What is known of it after somebody else wrote, and it says this of itself now."""
        return Known(found, self.file if found == self.found else "", is_fresh=False)

    @cached_property
    def entries(self) -> Entries:
        return read_entries(str(self.found.metadata.get("staende") or "{}"))

    @cached_property
    def staende(self) -> Mapping[str, Indexstand]:
        return {programm_id: entry.stand for programm_id, entry in self.entries.items()}


@dataclass(frozen=True)
class Snapshot:
    """All collections at one state of the database."""

    state: str
    collections: Mapping[str, Known]


class CollectionCache:
    """The files. Best effort: on a disk that is full or read-only all is read through Chroma next time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._index = folder / "stand.json"

    def snapshot(self) -> Snapshot | None:
        try:
            told = json.loads(self._index.read_bytes())
            if told["form"] != FORM:
                return None
            collections = {
                name: Known(Found(**one["found"]), one["file"], one["is_swept"], one["is_fresh"])
                for name, one in told["collections"].items()
            }
            return Snapshot(told["state"], collections)
        except DAMAGE:
            return None

    def keep(self, snapshot: Snapshot) -> None:
        """Write the snapshot down; the files of former ones are deleted."""
        collections = {name: asdict(known) for name, known in snapshot.collections.items()}
        told = {"form": FORM, "state": snapshot.state, "collections": collections}
        with suppress(OSError):
            text = json.dumps(told, ensure_ascii=False)
            self._put(self._index, lambda file: file.write(text.encode()))
            wanted = {self._index.name, *(known.file for known in snapshot.collections.values())}
            for path in self._folder.iterdir():
                if path.name not in wanted:
                    path.unlink(missing_ok=True)

    def save(self, name: str, sammlung: Sammlung, id: str) -> str:
        """Write a collection; returns the name of the file, empty where it could not be written."""
        blocks = sammlung.blocks
        arrays: dict[str, Any] = {
            "vectors": sammlung.vectors,
            "rows": np.frombuffer(b"\n".join(row for one in blocks.values() for row in one.rows), np.uint8),
            "programme": np.array(
                json.dumps([id, {own: len(one.rows) for own, one in blocks.items()}, sammlung.refused])
            ),
            **(sammlung.lexicon.arrays() if sammlung.has_lexicon else {}),
        }
        file = f"{name}-{uuid4().hex[:12]}.npz"
        try:
            self._put(self._folder / file, lambda handle: np.savez(handle, **arrays))
        except OSError:
            return ""
        return file

    def _put(self, path: Path, write: Callable[[BinaryIO], object]) -> None:
        """Whole or not at all. Others of this machine may read it, as they may read the index."""
        draft = path.with_name(f".neu-{uuid4().hex}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with draft.open("xb") as file:
                write(file)
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
            raise

    def load(self, known: Known, dim: int) -> Sammlung | None:
        """None where the file is missing or damaged, which a checksum of each of its parts tells."""
        if not known.file:
            return None
        try:
            with (
                (self._folder / known.file).open("rb") as file,
                np.load(file, allow_pickle=False) as stored,
            ):
                if stored.zip.testzip() is not None:
                    return None
                parts = {key: stored[key] for key in stored.files}
            id, counts, refused = json.loads(str(parts["programme"]))
            rows, vectors = parts["rows"].tobytes().split(b"\n"), parts["vectors"]
            total = sum(counts.values())
            if id != known.found.id or vectors.shape != (total, dim) or len(rows) != max(total, 1):
                return None
            blocks, start = {}, 0
            for programm_id, count in counts.items():
                part = slice(start, start + count)
                blocks[programm_id] = Block(programm_id, vectors[part], rows[part])
                start += count
            lexicon = WordingIndex.of_arrays(parts, total) if "vocabulary" in parts else None
            return Sammlung(blocks, dim, lexicon, refused)
        except DAMAGE:
            return None
