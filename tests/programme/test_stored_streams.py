"""What is stored of a stream is read back as it was, also as it lay there before."""

import json
from pathlib import Path

import numpy as np
import pytest

from core.base.settings import ROOT
from core.programme.stored_streams import StoredStreams
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom


@pytest.fixture(scope="module")
def strom() -> Textstrom:
    return read_strom(ROOT / "data" / "demo" / "pdf" / "lindenbund-demo-2024.pdf")


def as_rows(path: Path) -> None:
    """Put the paragraphs row by row, as they were stored first."""
    with np.load(path) as stored:
        arrays = {name: stored[name] for name in stored.files}
    head = json.loads(arrays["head"].tobytes())
    columns = head["absaetze"]
    above = [columns["abschnitte"][i] for i in columns["abschnitt"]]
    names = ("start", "end", "art", "ebene")
    head["absaetze"] = list(zip(*(columns[name] for name in names), above, strict=True))
    arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    np.savez(path, **arrays)


@pytest.mark.parametrize("rows", [False, True])
def test_paragraphs_are_read_back_as_they_were(tmp_path: Path, strom: Textstrom, rows: bool) -> None:
    StoredStreams(tmp_path).save_strom("x", "v1", strom)
    if rows:
        as_rows(StoredStreams(tmp_path).strom_path("x", "v1"))
    loaded = StoredStreams(tmp_path).load_strom("x", "v1")
    assert loaded is not None and len(loaded.absaetze) == len(strom.absaetze) > 100
    ends = range(0, len(strom.text) + 1, 97)
    assert [loaded.paragraph_at(at) for at in ends] == [strom.paragraph_at(at) for at in ends]
    assert loaded.absaetze[-1] == strom.absaetze[-1] and loaded.absaetze[3:9] == strom.absaetze[3:9]
    assert tuple(loaded.absaetze) == strom.absaetze
    assert loaded.absaetze[5] is loaded.absaetze[5], "a paragraph is told by its identity"
    with pytest.raises(IndexError):
        loaded.absaetze[len(strom.absaetze)]


def test_pages_and_words_of_a_range(tmp_path: Path, strom: Textstrom) -> None:
    for start in range(0, len(strom.text), 501):
        end = start + 333
        words = [i for i in range(len(strom.starts)) if strom.ends[i] > start and strom.starts[i] < end]
        assert list(strom.words_in(start, end)) == words
        assert strom.pages_of(start, end) == tuple(sorted({int(strom.seiten_nr[i]) for i in words}))
