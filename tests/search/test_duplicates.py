"""Copies: one wording of one party is shown once, and where else it stands is kept."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.models import Chunk, Fundstelle
from core.search.duplicates import distinct

WOHNEN = """Wir bauen im Jahr zwanzigtausend bezahlbare Wohnungen in Städten und Dörfern, geben den Gemeinden
ein Vorkaufsrecht für Grundstücke und legen einen Fonds für kleine Genossenschaften auf."""
BAHN = """Zwischen Kleen und Brackstedt fährt bis 2030 jede halbe Stunde ein Zug, auch am Wochenende und
nachts; die Bahnhöfe unterwegs bekommen Aufzüge, Dächer und Plätze für Fahrräder."""
WALD = """Nach dem Sturm pflanzen wir Eichen und Buchen, lassen ein Zehntel des Waldes sich selbst und stellen
Försterinnen und Förster ein, die ihn das ganze Jahr über pflegen."""

Listed = list[tuple[str, list[str]]]


def found(*passages: str) -> list[Fundstelle]:
    """„lind: Text“ is a passage of the party „lind“; ever less similar."""
    result = []
    for number, passage in enumerate(passages):
        partei, text = passage.split(": ", 1)
        result.append(Fundstelle(Chunk(f"{number}", partei, text, 0, len(text), (1,)), 1 - number / 100))
    return result


def shown(hits: list[Fundstelle], count: int) -> Listed:
    kept = distinct(hits, count, lambda chunk: chunk.programm_id)
    return [(f.chunk.id, [chunk.id for chunk in f.weitere]) for f in kept]


def test_copies_of_one_party_join_the_first() -> None:
    hits = found(f"lind: {WOHNEN}", f"lind: {BAHN}", f"lind: {WOHNEN}", f"lind: {WALD}", f"lind: {WOHNEN}")
    assert shown(hits, 5) == [("0", ["2", "4"]), ("1", []), ("3", [])]


def test_first_keeps_its_similarity_and_what_it_answers() -> None:
    first, copy = found(f"lind: {WOHNEN}", f"lind: {WOHNEN}")
    first = Fundstelle(first.chunk, 0.7, ("2", "1"))
    (kept,) = distinct([first, copy], 3, lambda chunk: "eine")
    assert kept == Fundstelle(first.chunk, 0.7, ("2", "1"), (copy.chunk,))


def test_copies_in_another_programm_of_the_party_are_copies() -> None:
    hits = found(f"wahl: {WOHNEN}", f"grundsatz: {WOHNEN}")
    assert len(distinct(hits, 3, lambda chunk: "eine")) == 1


def test_same_wording_of_another_party_stays() -> None:
    hits = found(f"lind: {WOHNEN}", f"turm: {WOHNEN}", f"turm: {WOHNEN}", f"lind: {WOHNEN}")
    assert shown(hits, 5) == [("0", ["3"]), ("1", ["2"])]


@pytest.mark.parametrize(
    "other",
    [
        WOHNEN.upper(),
        WOHNEN.replace(",", " –").replace(".", "!"),
        WOHNEN.replace(" ", "\n"),
        WOHNEN.replace("zwanzigtausend", "dreißigtausend"),
        f"{BAHN} {WOHNEN} {WALD}",
        " ".join(WOHNEN.split()[:12]),
    ],
    ids=["case", "punctuation", "lines", "one word", "within a longer one", "its beginning"],
)
def test_copy_that_differs_a_little_is_one(other: str) -> None:
    for hits in (found(f"lind: {WOHNEN}", f"lind: {other}"), found(f"lind: {other}", f"lind: {WOHNEN}")):
        assert shown(hits, 2) == [("0", ["1"])]


@pytest.mark.parametrize(
    ("shared", "is_copy"), [(0, False), (10, False), (13, False), (14, True), (20, True)]
)
def test_passages_that_overlap_by_half_are_two(shared: int, is_copy: bool) -> None:
    """Twenty words have 17 runs of four; 14 words in common are 11 of them, 13 words 10: under 0.6."""
    one = [f"wort{number}" for number in range(20)]
    other = one[20 - shared :] + [f"anders{number}" for number in range(20 - shared)]
    hits = found(f"lind: {' '.join(one)}", f"lind: {' '.join(other)}")
    assert len(shown(hits, 2)) == 2 - is_copy


def test_same_words_in_another_order_are_no_copy() -> None:
    words = WOHNEN.split()
    random.Random(4).shuffle(words)
    assert len(shown(found(f"lind: {WOHNEN}", f"lind: {' '.join(words)}"), 2)) == 2


@pytest.mark.parametrize(
    ("one", "other", "is_copy"),
    [
        ("Verkehr", "VERKEHR!", True),
        ("Bus und Bahn", "Bus und Bahn", True),
        ("Bus und Bahn", "Bus und Rad", False),
        ("Verkehr", BAHN, False),
        ("jede halbe Stunde ein", BAHN, True),
        ("", "…", True),
        ("", BAHN, False),
    ],
)
def test_short_passages_are_compared_whole(one: str, other: str, is_copy: bool) -> None:
    for hits in (found(f"lind: {one}", f"lind: {other}"), found(f"lind: {other}", f"lind: {one}")):
        assert len(shown(hits, 2)) == 2 - is_copy


def test_no_more_is_looked_at_than_needed() -> None:
    hits = iter(found(f"lind: {WOHNEN}", f"lind: {WOHNEN}", f"lind: {BAHN}", f"lind: {WALD}", f"x: {WALD}"))
    assert len(distinct(hits, 2, lambda chunk: chunk.programm_id)) == 2
    assert [f.chunk.id for f in hits] == ["4"]


def test_nothing_found_or_nothing_wanted_is_nothing() -> None:
    assert shown([], 3) == shown(found(f"lind: {WALD}"), 0) == []


@settings(deadline=None)
@given(
    passages=st.lists(st.sampled_from([f"{p}: {t}" for p in "ab" for t in (WOHNEN, BAHN, WALD)]), max_size=9),
    count=st.integers(1, 9),
)
def test_order_is_kept_nothing_is_lost_and_nothing_is_shown_twice(passages: list[str], count: int) -> None:
    hits = found(*passages)
    kept = distinct(hits, count, lambda chunk: chunk.programm_id)
    places = [[int(chunk.id) for chunk in (f.chunk, *f.weitere)] for f in kept]
    firsts = [own[0] for own in places]
    assert len(kept) == min(count, len(set(passages)))
    assert len({passages[first] for first in firsts}) == len(firsts) and firsts == sorted(firsts)
    assert all(own == sorted(own) and len({passages[i] for i in own}) == 1 for own in places)
    seen = sorted(place for own in places for place in own)
    assert seen == list(range(len(seen)))
