"""The cache beside the index: whatever lies there, it is right or it is not read."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.programme.chroma_worker import Found
from core.programme.collection_cache import CollectionCache, Known, Snapshot
from core.programme.sammlung import Sammlung
from tests.sammlungen import sammlung_of

TEXTE = ["Fähre und Schule", "Bus und Bahn", "Miete"]


@pytest.fixture
def stored(tmp_path: Path) -> tuple[CollectionCache, Known, Path]:
    cache, sammlung = CollectionCache(tmp_path), sammlung_of({"a": TEXTE, "leer": [], "b": TEXTE[:1]})
    _ = sammlung.lexicon
    known = Known(Found("id", {"staende": "{}"}, None), cache.save("programme-nrw", sammlung, "id"), True)
    cache.keep(Snapshot("stand", {"programme-nrw": known}))
    return cache, known, tmp_path / known.file


def contents(sammlung: Sammlung | None) -> object:
    if sammlung is None:
        return None
    blocks = {id: (block.rows, block.vectors.tolist()) for id, block in sammlung.blocks.items()}
    return blocks, sammlung.lexicon.shares("Fähre").tolist()


def test_what_is_kept_comes_back(stored: tuple[CollectionCache, Known, Path]) -> None:
    cache, known, file = stored
    assert cache.snapshot() == Snapshot("stand", {"programme-nrw": known})
    loaded = cache.load(known, 256)
    assert loaded and loaded.has_lexicon and list(loaded.blocks) == ["a", "leer", "b"]
    assert [chunk.text for chunk in loaded.blocks["b"].chunks()] == TEXTE[:1]
    assert cache.load(known, 8) is None
    assert cache.load(Known(Found("other", {}, None), known.file), 256) is None
    cache.keep(Snapshot("später", {}))
    assert not file.exists() and cache.snapshot() == Snapshot("später", {})


def test_file_with_any_byte_changed_or_cut_is_refused_or_right(
    stored: tuple[CollectionCache, Known, Path],
) -> None:
    cache, known, file = stored
    whole, right = file.read_bytes(), contents(cache.load(known, 256))
    for place in range(0, len(whole), 37):
        changed = bytearray(whole)
        changed[place] ^= 1 << place // 37 % 8
        file.write_bytes(changed)
        assert contents(cache.load(known, 256)) in (None, right), place
    for end in range(0, len(whole), 400):
        file.write_bytes(whole[:end])
        assert cache.load(known, 256) is None, end


def _one_array(path: Path) -> None:
    with path.open("wb") as target:
        np.save(target, np.arange(3))


def _other_arrays(path: Path) -> None:
    with path.open("wb") as target:
        np.savez(target, vectors=np.ones((1, 256), np.float32))


FOREIGN: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("Kein Vektor.\n"),
    "one array": _one_array,
    "other arrays": _other_arrays,
    "folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_a_foreign_file_is_not_read(stored: tuple[CollectionCache, Known, Path], what: str) -> None:
    cache, known, file = stored
    FOREIGN[what](file)
    assert cache.load(known, 256) is None


@pytest.mark.parametrize("text", ["", "{", "[]", "null", json.dumps({"form": 0}), json.dumps({"form": 1})])
def test_a_damaged_list_is_not_read(stored: tuple[CollectionCache, Known, Path], text: str) -> None:
    cache, _, file = stored
    (file.parent / "stand.json").write_text(text)
    assert cache.snapshot() is None


def test_where_nothing_can_be_written_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Permissions do not stop root; a file in the place of the folder does.
    (tmp_path / "cache").write_text("")
    cache = CollectionCache(tmp_path / "cache")
    assert cache.save("x", sammlung_of({"a": TEXTE}), "id") == "" and cache.snapshot() is None
    cache.keep(Snapshot("stand", {}))

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez", full)
    assert CollectionCache(tmp_path / "voll").save("x", sammlung_of({"a": TEXTE}), "id") == ""
    assert list((tmp_path / "voll").iterdir()) == []
