"""Abschnitte: shown complete, with every match in its own one, weighed in four ways."""

from collections.abc import Sequence
from itertools import groupby

import pytest

from core.programme.context import Context
from core.search.passage_search import (
    MIN_SIMILARITY,
    PASSAGEN,
    AbschnittHit,
    AbschnittWertung,
    search_abschnitte,
)
from core.search.suchraum import Suchraum
from core.wortlaut.records import Chunk
from tests.sammlungen import BRUECKE, LINDENBUND, chunks_of, sammlung_of

FRAGEN = ["Bus und Bahn auf dem Land", "Wie viele Stellen bekommt die Polizei?", "Pflege", "Schulen"]
EVERY = 1000

MOOR = "Wir vernässen die Moore an der Wiel wieder und entschädigen die Bauern."
NEAR = "Die Moore an der Wiel werden wieder nass."
ANDERES = [
    "Das Mittagessen in den Kitas wird kostenlos.",
    "Musikschulen erhalten einen festen Zuschuss.",
    "Die Polizei bekommt neue Fahrzeuge.",
    "Ein Rufbus fährt nachts in jedes Dorf.",
]

Part = tuple[tuple[str, ...], Sequence[str]]


def programm(programm_id: str, *parts: Part) -> list[Chunk]:
    """Passages one after the other, under the headings of their part."""
    headings = [abschnitt for abschnitt, texts in parts for _ in texts]
    chunks = chunks_of(programm_id, [text for _, texts in parts for text in texts])
    return [
        Chunk(c.id, c.programm_id, c.text, c.start, c.end, c.seiten, abschnitt)
        for c, abschnitt in zip(chunks, headings, strict=True)
    ]


def raum_of(demo: Context, *parts: Part, **more: list[Chunk]) -> Suchraum:
    programme = {LINDENBUND: programm(LINDENBUND, *parts), **more}
    return Suchraum(demo, (sammlung_of(programme),), frozenset(programme))


def every_match(space: Suchraum, frage: str) -> list[str]:
    (scores,) = space.rank([frage]).T
    return [f.chunk.id for f in space.fundstellen(scores, PASSAGEN, MIN_SIMILARITY)]


# --- on the DEMO --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("frage", FRAGEN)
def test_every_match_is_in_exactly_one_abschnitt(demo: Context, frage: str) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    treffer = search_abschnitte(space, frage, EVERY)
    matches = [f.chunk.id for t in treffer for f in t.treffer]
    assert sorted(matches) == sorted(every_match(space, frage)) and len(matches) > 2
    for t in treffer:
        similarities = [f.similarity for f in t.treffer]
        assert {f.chunk for f in t.treffer} <= set(t.chunks)
        assert similarities == sorted(similarities, reverse=True)


@pytest.mark.parametrize("frage", FRAGEN)
def test_abschnitt_is_complete_and_in_order(demo: Context, frage: str) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    runs: set[tuple[Chunk, ...]] = set()
    for sammlung in space.sammlungen:
        for block in sammlung.blocks.values():
            runs |= {tuple(run) for _, run in groupby(block.chunks(), key=lambda chunk: chunk.abschnitt)}
    treffer = search_abschnitte(space, frage, EVERY)
    assert {t.chunks for t in treffer} <= runs and len({t.chunks for t in treffer}) == len(treffer)
    for t in treffer:
        assert (t.programm_id, t.abschnitt) == (t.chunks[0].programm_id, t.chunks[0].abschnitt)
        assert t.seiten == tuple(sorted({seite for chunk in t.chunks for seite in chunk.seiten}))


@pytest.mark.parametrize("wertung", AbschnittWertung)
def test_best_come_first_and_no_more_than_wanted(demo: Context, wertung: AbschnittWertung) -> None:
    space = Suchraum.of(demo, bundesland="DEMO")
    every = search_abschnitte(space, FRAGEN[0], EVERY, wertung)
    assert [t.similarity for t in every] == sorted((t.similarity for t in every), reverse=True)
    assert search_abschnitte(space, FRAGEN[0], 2, wertung) == every[:2]


def test_filters_and_minimum_hold_for_abschnitte(demo: Context) -> None:
    space = Suchraum.of(demo, ["Lindenbund"], "wahlprogramm", "DEMO")
    treffer = search_abschnitte(space, FRAGEN[0], EVERY, min_similarity=0.5)
    assert {t.programm_id for t in treffer} == {LINDENBUND}
    assert min(f.similarity for t in treffer for f in t.treffer) >= 0.5
    assert search_abschnitte(space, FRAGEN[0], EVERY, min_similarity=1.1) == []


# --- their bounds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [0, 1, 2])
def test_abschnitt_reaches_from_its_first_passage_to_its_last(demo: Context, place: int) -> None:
    wald = ANDERES[:2]
    wald.insert(place, MOOR)
    space = raum_of(
        demo, (("Natur", "Meer"), ANDERES[2:]), (("Natur", "Wald"), wald), (("Natur",), ANDERES[2:3])
    )
    (t,) = search_abschnitte(space, MOOR, 5, min_similarity=0.9)
    assert t.abschnitt == ("Natur", "Wald") and [c.text for c in t.chunks] == wald
    assert t.seiten == (3, 4, 5) and [f.chunk for f in t.treffer] == [t.chunks[place]]


def test_abschnitt_at_the_ends_of_a_programm_stays_in_it(demo: Context) -> None:
    """The Programm beside it has the same heading."""
    neighbour = programm(BRUECKE, (("Natur",), [MOOR, ANDERES[0]]))
    space = raum_of(demo, (("Natur",), [ANDERES[0], MOOR]), **{BRUECKE: neighbour})
    treffer = search_abschnitte(space, MOOR, 5, min_similarity=0.9)
    assert [(t.programm_id, len(t.chunks)) for t in treffer] == [(BRUECKE, 2), (LINDENBUND, 2)]


# --- what they are worth ------------------------------------------------------------------------------------


def only(demo: Context, wertung: AbschnittWertung, texts: Sequence[str], frage: str = MOOR) -> AbschnittHit:
    """One Abschnitt of these passages; only what is about moors matches."""
    (t,) = search_abschnitte(raum_of(demo, (("Natur",), texts)), frage, 5, wertung, min_similarity=0.5)
    return t


def test_maximum_is_the_best_passage_and_mittel_the_mean_of_all_that_match(demo: Context) -> None:
    texts = [ANDERES[0], NEAR, MOOR]
    best, second = only(demo, AbschnittWertung.MAXIMUM, texts).treffer
    assert best.similarity == pytest.approx(1, abs=1e-5) and second.similarity < 0.95
    assert only(demo, AbschnittWertung.MAXIMUM, texts).similarity == best.similarity
    mean = (best.similarity + second.similarity) / 2
    assert only(demo, AbschnittWertung.MITTEL, texts).similarity == pytest.approx(mean, abs=1e-6)


@pytest.mark.parametrize(("place", "worth"), [(0, 1), (1, 0.95), (4, 0.8), (10, 0.5), (14, 0.5)])
def test_position_counts_the_earlier_the_more_but_half_at_least(
    demo: Context, place: int, worth: float
) -> None:
    texts = [ANDERES[number % 4] for number in range(15)]
    texts[place] = MOOR
    assert only(demo, AbschnittWertung.POSITION, texts).similarity == pytest.approx(worth, abs=1e-5)


@pytest.mark.parametrize(("count", "more"), [(1, 0), (2, 0.02), (4, 0.06), (6, 0.1), (9, 0.1)])
def test_anzahl_counts_each_further_match_up_to_a_tenth(demo: Context, count: int, more: float) -> None:
    texts = [NEAR] * count
    frage = "Wird das Moor wieder nass?"
    best = only(demo, AbschnittWertung.MAXIMUM, texts, frage)
    assert len(best.treffer) == count and best.similarity < 0.9
    worth = only(demo, AbschnittWertung.ANZAHL, texts, frage).similarity
    assert worth == pytest.approx(best.similarity + more, abs=2e-6)
    assert only(demo, AbschnittWertung.ANZAHL, [MOOR] * 4).similarity == 1


def test_wertung_decides_on_the_order(demo: Context) -> None:
    """One Abschnitt has the best passage late and a weaker one, the other a good one early, and many."""
    space = raum_of(
        demo, (("Spät",), [*ANDERES, *ANDERES, MOOR, NEAR]), (("Viele",), [NEAR] * 3), (("Ohne",), ANDERES)
    )
    first = {
        wertung: search_abschnitte(space, MOOR, 1, wertung, min_similarity=0.5)[0].abschnitt
        for wertung in AbschnittWertung
    }
    assert first[AbschnittWertung.MAXIMUM] == first[AbschnittWertung.MITTEL] == ("Spät",)
    assert first[AbschnittWertung.POSITION] == ("Viele",)
