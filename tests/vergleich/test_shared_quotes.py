"""Which quotes two answers share."""

from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

from core.features.vergleich.differences import belege, shared_by_all, view_on_both
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.runs.lauf import Zitat
from tests.runs.beispiele import gebunden

PROGRAMM = "lindenbund-demo-2024"


def quotes(*spans: Sequence[Sequence[int]], **changes: object) -> list[Zitat]:
    return [replace(gebunden(stellen=list(own), **changes), nummer=n) for n, own in enumerate(spans)]


def numbers(entries: Sequence[Zitat]) -> list[int]:
    return [entry.shown_number for entry in entries]


def test_overlapping_quotes_are_the_same_place_wherever_they_begin() -> None:
    links, rechts = quotes([[100, 120]], [[300, 340]]), quotes([[119, 150]], [[500, 520]])
    found = belege(links, rechts)
    assert [(one.shown_number, two.shown_number) for one, two in found.gemeinsam] == [(1, 1)]
    assert (numbers(found.nur_links), numbers(found.nur_rechts)) == ([2], [2])


def test_quotes_that_only_touch_are_two_places() -> None:
    found = belege(quotes([[100, 120]]), quotes([[120, 150]]))
    assert not found.gemeinsam and numbers(found.nur_links) == numbers(found.nur_rechts) == [1]


def test_a_quote_with_an_ellipsis_overlaps_by_any_of_its_parts() -> None:
    found = belege(quotes([[100, 110], [200, 210]]), quotes([[150, 160]], [[205, 220]]))
    assert [(one.shown_number, two.shown_number) for one, two in found.gemeinsam] == [(1, 2)]
    assert numbers(found.nur_rechts) == [1]


def test_the_same_place_in_another_programme_or_version_is_another() -> None:
    links = quotes([[100, 120]])
    assert not belege(links, quotes([[100, 120]], programm="anderes")).gemeinsam
    assert not belege(links, quotes([[100, 120]], version="v2")).gemeinsam


def test_of_several_columns_only_what_each_quotes_is_shared_by_all() -> None:
    one, two, three = (
        quotes([[100, 120]], [[300, 340]]),
        quotes([[99, 130]], [[300, 310]]),
        quotes([[90, 101]]),
    )
    assert shared_by_all([one, two, three]) == [[True, False], [True, False], [True]]
    assert shared_by_all([one, two]) == [[True, True], [True, True]]
    assert shared_by_all([one]) == [[False, False]] and shared_by_all([one, []]) == [[False, False], []]


def test_the_page_marks_both_answers_apart(demo: Context) -> None:
    quelle = Quellen(demo).get(PROGRAMM)
    assert quelle is not None
    same = {"programm": PROGRAMM, "version": quelle.version}
    links, rechts = quotes([[100, 140]], **same), quotes([[120, 160]], [[10, 20]], **same)
    rechts += quotes([[5, 9]], programm="anderes")
    blick = view_on_both(demo, links[0].beleg, links, rechts, seite=1)
    address = parse_qs(urlsplit(blick.bild).query)
    assert (address["zitat"], address["vergleich"]) == (["100-140"], ["120-160,10-20"])
    assert blick.hinweis == ""


def test_after_another_reading_of_the_pdf_nothing_is_marked(demo: Context) -> None:
    links = quotes([[100, 140]], programm=PROGRAMM, version="damals")
    blick = view_on_both(demo, links[0].beleg, links, [], seite=1)
    assert "zitat" not in parse_qs(urlsplit(blick.bild).query) and "nichts markiert" in blick.hinweis
