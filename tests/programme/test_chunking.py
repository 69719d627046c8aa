from itertools import pairwise
from pathlib import Path

import pytest

from core.base.settings import STRATEGIEN
from core.programme.chunking import chunk
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.textstrom import Textstrom
from core.wortlaut.records import Chunk
from tests.drucker import Satz, column, print_pdf

SENTENCE = "Wir bauen bis zum Jahr {} neue Wohnungen für alle Menschen im Land."


def lines(first: int, count: int) -> list[str]:
    return [SENTENCE.format(first + i) for i in range(count)]


@pytest.fixture
def strom(tmp_path: Path) -> Textstrom:
    pages = [
        [Satz(60, 60, "Wohnen", 18), *column(60, lines(1000, 40), 100)],
        [*column(60, lines(2000, 20)), Satz(60, 420, "Schule", 18), *column(60, lines(3000, 4), 460)],
    ]
    return read_strom(print_pdf(tmp_path / "p.pdf", pages))


@pytest.mark.parametrize("strategie", STRATEGIEN)
def test_chunks_are_ranges_of_the_stream_that_end_with_sentences(strom: Textstrom, strategie: str) -> None:
    chunks = chunk("x", strom, strategie, 1000)
    assert chunks
    for c in chunks:
        assert c.text == strom.text[c.start : c.end]
        assert c.text.startswith("Wir bauen") and c.text.endswith("im Land.")
        assert c.seiten == strom.pages_of(c.start, c.end)


@pytest.mark.parametrize("strategie", STRATEGIEN)
def test_every_sentence_of_the_prose_is_in_a_chunk(strom: Textstrom, strategie: str) -> None:
    text = " ".join(c.text for c in chunk("x", strom, strategie, 1000))
    missing = [i for i in (*range(1000, 1040), *range(2000, 2020), *range(3000, 3004)) if str(i) not in text]
    assert missing == []


def test_passages_have_the_size_asked_for_and_do_not_overlap(strom: Textstrom) -> None:
    chunks = chunk("x", strom, "passagen", 1000)
    long = [c for c in chunks if c.abschnitt == ("Wohnen",)]
    assert len(long) >= 3
    assert all(600 <= len(c.text) <= 1400 for c in long)
    assert all(a.end <= b.start for a, b in pairwise(chunks))


def test_no_chunk_crosses_an_abschnitt(strom: Textstrom) -> None:
    chunks = chunk("x", strom, "passagen", 1000)
    assert [c.abschnitt for c in chunks if "3000" in c.text] == [("Schule",)]
    assert not any("2019" in c.text and "3000" in c.text for c in chunks)


def test_chunk_over_a_page_break_knows_both_pages(strom: Textstrom) -> None:
    (abschnitt, _) = chunk("x", strom, "abschnitte", 1000)
    assert abschnitt.seiten == (1, 2)


def test_sentence_windows_share_one_sentence(strom: Textstrom) -> None:
    first, second = chunk("x", strom, "satzfenster", 1000)[:2]
    assert "1002" in first.text and "1002" in second.text
    assert first.text.count("Wir bauen") == 3


def ids(chunks: list[Chunk]) -> list[str]:
    return [c.id for c in chunks]


def test_ids_are_stable_and_unique(tmp_path: Path, strom: Textstrom) -> None:
    assert ids(chunk("x", strom, "passagen", 1000)) == ids(chunk("x", strom, "passagen", 1000))
    assert len(set(ids(chunk("x", strom, "passagen", 1000)))) == len(chunk("x", strom, "passagen", 1000))
    twice = [
        [Satz(60, 60, "A", 18), *column(60, lines(1000, 3), 100)],
        [Satz(60, 60, "B", 18), *column(60, lines(1000, 3))],
    ]
    same = chunk("x", read_strom(print_pdf(tmp_path / "q.pdf", twice)), "passagen", 1000)
    assert [c.text for c in same] == [same[0].text] * 2
    assert same[0].id != same[1].id


def test_a_change_in_one_abschnitt_leaves_the_ids_of_the_others(tmp_path: Path, strom: Textstrom) -> None:
    pages = [
        [Satz(60, 60, "Wohnen", 18), *column(60, lines(1000, 40), 100)],
        [*column(60, lines(2000, 20)), Satz(60, 420, "Schule", 18), *column(60, lines(4000, 4), 460)],
    ]
    changed = chunk("x", read_strom(print_pdf(tmp_path / "q.pdf", pages)), "passagen", 1000)
    before, after = ids(chunk("x", strom, "passagen", 1000)), ids(changed)
    assert before[:-1] == after[:-1] and before[-1] != after[-1]
