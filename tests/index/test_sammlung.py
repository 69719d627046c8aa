"""A Sammlung: rows of several Programme in one matrix, each of which is still its own Chunk."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from core.programme.embedding import FloatMatrix
from core.programme.sammlung import Block, Sammlung
from core.wortlaut.records import Chunk
from tests.sammlungen import chunks_of, nearest

DIM = 4
COUNTS = {"a": 3, "b": 0, "c": 1, "d": 0, "e": 4}


def make(counts: dict[str, int], vectors: FloatMatrix | None = None) -> tuple[Sammlung, list[Chunk]]:
    """Programme of so many passages, and all of those in order."""
    chunks = {name: chunks_of(name, [f"{name}{i}" for i in range(count)]) for name, count in counts.items()}
    every = [chunk for own in chunks.values() for chunk in own]
    rows = np.eye(DIM, dtype=np.float32)[np.arange(len(every)) % DIM] if vectors is None else vectors
    blocks, start = {}, 0
    for name, own in chunks.items():
        blocks[name] = Block.of(name, own, rows[start : start + len(own)])
        start += len(own)
    return Sammlung(blocks, DIM), every


def test_each_row_is_its_chunk_also_beside_empty_programme() -> None:
    sammlung, chunks = make(COUNTS)
    assert len(sammlung) == 8 == len(sammlung.vectors)
    assert [sammlung.chunk(row) for row in range(8)] == chunks
    with pytest.raises(IndexError):
        sammlung.chunk(8)


def test_spans_are_the_rows_of_a_programm() -> None:
    sammlung, chunks = make(COUNTS)
    for name, span in sammlung.spans.items():
        assert [chunk.programm_id for chunk in chunks[span]] == [name] * COUNTS[name]
        assert sammlung.blocks[name].chunks() == chunks[span]


def test_vectors_are_in_memory_once() -> None:
    sammlung, _ = make(COUNTS)
    for name in ("a", "c", "e"):
        block = sammlung.blocks[name]
        assert np.shares_memory(block.vectors, sammlung.vectors)
        assert np.array_equal(block.vectors, sammlung.vectors[sammlung.spans[name]])


@pytest.mark.parametrize(
    ("chosen", "rows"),
    [
        (None, [0, 1, 2, 3, 4, 5, 6, 7]), ([], []), (["a"], [0, 1, 2]), (["b"], []),
        (["e", "c"], [3, 4, 5, 6, 7]), (["c", "unbekannt"], [3]),
    ],
)  # fmt: skip
def test_mask_marks_the_rows_of_the_chosen_programme(chosen: list[str] | None, rows: list[int]) -> None:
    sammlung, _ = make(COUNTS)
    assert np.flatnonzero(sammlung.mask(chosen)).tolist() == rows


def test_empty_sammlung_finds_nothing() -> None:
    for sammlung in (Sammlung({}, DIM), make({"b": 0})[0]):
        assert len(sammlung) == 0 and sammlung.vectors.shape == (0, DIM)
        assert nearest(sammlung, np.ones(DIM, np.float32), 3) == [] and sammlung.mask(None).tolist() == []
        assert sammlung.lexicon.shares("Schule").tolist() == []
        with pytest.raises(IndexError):
            sammlung.chunk(0)


COORDINATES = st.lists(st.integers(-3, 3), min_size=DIM, max_size=DIM).filter(any)


@given(
    counts=st.lists(st.integers(0, 5), min_size=1, max_size=5),
    coordinates=st.lists(COORDINATES, min_size=25, max_size=25),
    query=COORDINATES,
    chosen=st.none() | st.sets(st.sampled_from("abcdex")),
    top_k=st.integers(0, 30),
)
def test_nearest_is_the_order_of_the_exact_cosines_among_the_chosen(
    counts: list[int], coordinates: list[list[int]], query: list[int], chosen: set[str] | None, top_k: int
) -> None:
    exact = np.array(coordinates, np.float64)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    sammlung, chunks = make(dict(zip("abcde", counts, strict=False)), exact.astype(np.float32))
    vector = np.array(query) / np.linalg.norm(query)
    allowed = [i for i, chunk in enumerate(chunks) if chosen is None or chunk.programm_id in chosen]
    cosines = {chunks[i]: float(exact[i] @ vector) for i in allowed}
    found = nearest(sammlung, vector.astype(np.float32), top_k, chosen)
    best = sorted(cosines.values(), reverse=True)[:top_k]
    assert [cosines[chunk] for chunk, _ in found] == pytest.approx(best, abs=2e-6)
    assert [score for _, score in found] == pytest.approx(best, abs=2e-6)
    # Equal vectors by row. Different ones with equal cosines may be apart by the rounding of 32 bits.
    rows = [chunks.index(chunk) for chunk, _ in found]
    for vector_of_row in {tuple(coordinates[row]) for row in rows}:
        alike = [row for row in rows if tuple(coordinates[row]) == vector_of_row]
        same = [row for row in allowed if tuple(coordinates[row]) == vector_of_row]
        assert alike == same[: len(alike)]


def test_noise_in_the_last_digits_does_not_decide() -> None:
    rows = np.tile(np.array([[0.6, 0.8, 0, 0]], np.float32), (4, 1))
    rows[2, 0] += 1e-7
    sammlung, chunks = make({"a": 2, "c": 2}, rows)
    found = nearest(sammlung, np.array([1, 0, 0, 0], np.float32), 4)
    assert [chunk for chunk, _ in found] == chunks and {score for _, score in found} == {0.6}
