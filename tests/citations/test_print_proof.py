"""Which lines a text may run through, what a page's words are, and what is seen in print: from both sides."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.wortlaut.binding.print_proof import (
    PrintedPart,
    RawRow,
    key,
    printed_parts,
    raw_rows,
    rows_of,
    seen_in_print,
    stands_in,
)
from core.wortlaut.reading.ocr import DrawnLine
from core.wortlaut.reading.pdf import RawSide
from core.wortlaut.reading.raw_words import RawWord
from core.wortlaut.records import Box
from tests.cases import cases


def row(text: str, x: float, y: float, seite: int = 1) -> RawRow:
    """A line two hundred points wide and ten high, on a page with one every twelve points."""
    box = (x, y, x + 200, y + 10)
    return RawRow(tuple(map(key, text.split())), seite, box, box, 12)


FIRST, NEXT = row("Wir bauen", 60, 100), row("an allen Orten", 60, 112)
ABOVE = row("darüber", 320, 48)


def goes_on(*rows: RawRow, text: str = "Wir bauen neue Wege") -> bool:
    return stands_in([key(text)], rows)


# --- where a text goes on -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("x", "y", "does"), cases(__file__, "goes_on"))
def test_a_text_goes_on_beneath_a_line_or_right_of_it(x: float, y: float, does: bool) -> None:
    assert goes_on(FIRST, NEXT, row("neue Wege", x, y)) is does


@pytest.mark.parametrize(("lower", "does"), [(5.5, True), (6.5, False)])
def test_lines_of_two_sizes_are_on_one_row_by_the_smaller(lower: float, does: bool) -> None:
    large = replace(row("neue Wege", 260, 0), box=(260, 100 + lower, 460, 140 + lower))
    assert goes_on(FIRST, NEXT, large) is does


def test_a_text_goes_on_at_the_nearest_line_right_of_one() -> None:
    near, far = row("neue Wege", 270, 100), row("neue Brücken", 480, 100)
    assert goes_on(FIRST, NEXT, far, near)
    assert not goes_on(FIRST, NEXT, far, near, text="Wir bauen neue Brücken")


@pytest.mark.parametrize(("seite", "does"), [(0, False), (2, True), (3, False)])
def test_a_text_goes_on_anywhere_on_the_next_page_and_on_no_other(seite: int, does: bool) -> None:
    other = row("ganz anderes", 60, 100, 2)
    assert goes_on(FIRST, NEXT, other, row("neue Wege", 60, 500, seite)) is does
    assert goes_on(FIRST, row("neue Wege", 60, 500, seite), NEXT, other) is does


@pytest.mark.parametrize(
    ("x", "lower", "does"),
    [(60, 21, True), (60, 22, False), (255, 21, True), (260, 21, False), (60, -12, False)],
)
def test_a_text_goes_on_in_the_next_line_of_the_file_if_it_is_a_little_lower(
    x: float, lower: float, does: bool
) -> None:
    """Though another stands higher: a raised sign, a line of another size."""
    assert goes_on(ABOVE, FIRST, row("neue Wege", x, 100 + lower), NEXT) is does
    assert not goes_on(ABOVE, row("neue Wege", x, 100 + lower), FIRST, NEXT)


def lines(*texts: str, x: float = 60, seite: int = 1) -> list[RawRow]:
    return [row(text, x, 100 + 12 * n, seite) for n, text in enumerate(texts)]


@pytest.mark.parametrize(("beneath", "above", "does"), [(2, 2, True), (3, 2, False), (2, 3, False)])
def test_a_page_is_turned_from_its_last_line_to_the_first_of_the_next(
    beneath: int, above: int, does: bool
) -> None:
    """Page numbers and running heads aside; so it is no way from one sentence's middle to another's."""
    here = lines("Wir bauen", *["unten"] * beneath)
    there = lines(*["oben"] * above, "neue Wege", *["weiter"] * 5, seite=2)
    assert goes_on(*here, *there) is does
    small = [replace(one, box=(*one.box[:3], one.box[1] + 5)) for one in here[1:]]  # footnotes
    assert goes_on(here[0], *small, *there) is (above == 2)


@pytest.mark.parametrize(("gap", "bridged", "more", "does"), cases(__file__, "pieces"))
def test_a_line_in_pieces_is_read_on_but_never_into_the_next_column(
    gap: float, bridged: bool, more: str, does: bool
) -> None:
    """Where its words stand wide apart another line runs over the gap; between two columns none does."""
    left = lines("Wir bauen", "an allen Orten", "im Land")
    right = lines(f"neue Wege{more}", "und viele weite Brücken", x=260 + gap)
    under = [replace(left[2], box=(60, 124, 400, 134))] if bridged else []
    # As a file holds them that is written row by row, over both columns.
    rows = [left[0], right[0], left[1], right[1], *under]
    assert goes_on(*rows, text=f"Wir bauen neue Wege{more}") is does


@pytest.mark.parametrize(("lower", "does"), [(21.5, False), (22, True), (600, True)])
def test_above_white_space_a_text_may_go_on_at_the_head_of_a_column(lower: float, does: bool) -> None:
    """Nearly two usual lines of it, or nothing more beneath."""
    head = row("neue Wege", 320, 80)
    assert goes_on(head, FIRST, row("an allen Orten", 60, 100 + lower)) is does
    assert goes_on(head, FIRST)


@pytest.mark.parametrize(("higher", "seite", "is_head"), [(21.5, 1, False), (22, 1, True), (12, 2, True)])
def test_the_head_of_a_column_has_white_space_above(higher: float, seite: int, is_head: bool) -> None:
    head, above = row("neue Wege", 320, 80), row("darüber", 320, 80 - higher, seite)
    assert goes_on(row("weit darüber", 320, 10), above, head, FIRST) is is_head


def test_what_stands_above_in_the_same_column_or_on_a_page_before_is_no_way_on() -> None:
    assert not goes_on(row("neue Wege", 60, 50), FIRST)
    assert not goes_on(row("neue Wege", 320, 50, 0), FIRST)


@pytest.mark.parametrize(("x", "y", "seite", "is_behind"), cases(__file__, "behind"))
def test_a_part_stands_behind_the_one_before_it(x: float, y: float, seite: int, is_behind: bool) -> None:
    """On a later page, beneath it, right of it, or later in the file."""
    other = row("neue Wege", x, y, seite)
    assert stands_in(["wirbauen", "neuewege"], [other, FIRST]) is is_behind
    assert stands_in(["wirbauen", "neuewege"], [FIRST, other]) is (seite > 0)


def test_no_word_belongs_to_two_parts() -> None:
    whole = row("Wir bauen neue Wege", 60, 100)
    assert stands_in(["wir", "neuewege"], [whole])
    assert not stands_in(["wirbauen", "bauenneue"], [whole])
    assert not stands_in(["neuewege", "wirbauen"], [whole])


@pytest.mark.parametrize(("text", "stands"), [("", True), ("12 ", True), ("13 ", False)])
def test_a_number_at_the_edge_may_be_that_of_the_line_or_of_the_text(text: str, stands: bool) -> None:
    front = replace(row("12 neue Wege", 60, 112), nummer_vorn=True)
    assert goes_on(FIRST, front, text=f"Wir bauen {text}neue Wege") is stands
    back = replace(row("Wir bauen 12", 60, 100), nummer_hinten=True)
    assert goes_on(back, row("neue Wege", 60, 112), text=f"Wir bauen {text}neue Wege") is stands


LINES = [
    row(text, 60, 100 + 12 * i)
    for i, text in enumerate(("Wir erhalten jede", "Schule auf dem", "Land, auch wenn", "sie klein bleibt"))
]


@pytest.mark.parametrize(
    ("parts", "lines"),
    [
        (("Wir erhalten jede Schule",), [[0, 1]]),
        (("erhalten jede", "dem Land, auch wenn sie klein"), [[0], [1, 2, 3]]),
        (("jede Schule", "auf dem Land", "klein bleibt"), [[0, 1], [1, 2], [3]]),
    ],
)
def test_lines_are_told_part_by_part(parts: Sequence[str], lines: list[list[int]]) -> None:
    assert rows_of([key(part) for part in parts], LINES) == [[LINES[i] for i in of] for of in lines]


@pytest.mark.parametrize(("text", "parts"), cases(__file__, "not_there"))
def test_parts_that_do_not_stand_there_are_left_out(text: str, parts: list[str]) -> None:
    found = printed_parts(text, LINES)
    assert [part.text for part in found] == parts
    assert all(part.rows == rows_of([key(part.text)], LINES)[0] for part in found)  # type: ignore[index]


# --- the lines of a page ------------------------------------------------------------------------------------


def page(
    *lines: str, x: float = 60, ys: Sequence[float] = (), turned: int = 0, drehung: int | None = None
) -> RawSide:
    """Words thirty points wide, every forty points. `turned`: how the text runs; `drehung`: of the page."""
    upright = RawSide(1, 842, 595, turned, [])
    words: list[RawWord] = []
    for n, line in enumerate(lines):
        y = ys[n] if ys else 100 + 12 * n
        for i, word in enumerate(line.split()):
            left = x + 40 * i
            words.append((*upright.page_box((left, y, left + 30, y + 10)), word, 0, n, i))
    own = turned if drehung is None else drehung
    size = (842, 595) if own % 180 == turned % 180 else (595, 842)
    return RawSide(1, *size, own, [], roh=words)


@pytest.mark.parametrize(
    ("turned", "drehung"), [(0, 0), (90, 90), (180, 180), (270, 270), (90, 0), (270, 180)]
)
@pytest.mark.parametrize(("x", "is_right"), [(346, False), (347, True)])
def test_lines_are_turned_as_their_text_runs(turned: int, drehung: int, x: float, is_right: bool) -> None:
    """The page is 842 points wide, a line 150: the first lies in the middle."""
    side = page("Wir bauen neue Wege", "an allen Orten im", turned=turned, drehung=drehung, x=x)
    first, second = raw_rows(side)
    assert (first.worte, second.worte) == (("wir", "bauen", "neue", "wege"), ("an", "allen", "orten", "im"))
    widths = [(row.box[2] - row.box[0], row.box[3] - row.box[1]) for row in (first, second)]
    assert widths == [(150, 10), (150, 10)]
    assert (second.box[1] - first.box[1], second.box[0] - first.box[0], first.abstand) == (12, 0, 12)
    assert first.drawn == RawSide(1, 842, 595, turned, []).page_box((x, 100, x + 150, 110))
    assert first.rechts is is_right
    assert stands_in([key("neue Wege an allen")], [first, second])


def test_a_page_of_single_words_is_not_turned() -> None:
    assert [row.box for row in raw_rows(page("Wir", "bauen"))] == [(60, 100, 90, 110), (60, 112, 90, 122)]


def test_words_are_parted_at_marks_and_not_within_numbers() -> None:
    (first,) = raw_rows(page("Ende.Anfang (neu) 1,5 — Ost-West U-3"))
    assert first.worte == ("ende", "anfang", "neu", "1,5", "ostwest", "u3")
    assert raw_rows(page("— …", "•")) == []


@pytest.mark.parametrize(("edges", "numbered"), cases(__file__, "line_numbers"))
def test_numbers_that_count_the_lines_are_known(edges: str, numbered: list[int]) -> None:
    front = raw_rows(page(*(f"{edge} Worte" for edge in edges.split())))
    back = raw_rows(page(*(f"Worte {edge}" for edge in edges.split())))
    assert [i for i, row in enumerate(front) if row.nummer_vorn] == numbered
    assert [i for i, row in enumerate(back) if row.nummer_hinten] == numbered
    assert not any(row.nummer_hinten for row in front) and not any(row.nummer_vorn for row in back)


def test_a_line_number_alone_is_no_line() -> None:
    rows = raw_rows(page("1 Wir", "2 bauen", "3", "4 neue", "5 Wege"))
    assert [row.worte[1] for row in rows] == ["wir", "bauen", "neue", "wege"]
    assert [row.worte for row in raw_rows(page("1 Wir", "2", "3 bauen"))][1] == ("2",)


@pytest.mark.parametrize(
    ("ys", "step"),
    [((100,), 10), ((100, 114), 14), ((100, 112, 136), 18), ((100, 106), 10), ((100, 102), 10)],
)
def test_the_usual_step_is_no_less_than_a_line_is_high(ys: Sequence[float], step: float) -> None:
    assert {row.abstand for row in raw_rows(page(*["Worte"] * len(ys), ys=ys))} == {step}


# --- what is drawn ------------------------------------------------------------------------------------------


def seen(
    text: str, *drawn: str, sure: Sequence[float] = (), vorn: bool = False, hinten: bool = False
) -> tuple[bool | None, str]:
    box: Box = (0, 0, 1, 1)
    rows = [RawRow((), i, box, box, 12, False, vorn, hinten) for i in range(len(drawn))]
    part = PrintedPart(text, rows)
    told = [DrawnLine(line, one) for line, one in zip(drawn, sure or [99.0] * len(drawn), strict=True)]
    return seen_in_print([part], dict(zip(part.places, told, strict=True)))


SCHOOL = "Wir bauen in jeder Gemeinde eine Schule"


@pytest.mark.parametrize(
    ("text", "drawn", "is_seen"),
    [
        (SCHOOL, SCHOOL, True),
        (SCHOOL, "Wir bauem in jeder Gemeimde eine Schule", True),  # two letters misread
        (SCHOOL, "Wir bauem im jeder Gemeimde eine Schule", False),
        (SCHOOL, "Wir bauen in jeder Gemeinde eine Schu", None),
        (SCHOOL, "Mir bauen in jeder Gemeinde eine Schule", False),
        ("Das ist ungerecht und teuer", "Das ist gerecht und teuer", False),
        ("Das ist gerecht und teuer", "Das ist ungerecht und teuer", False),
        ("Wir wollen ein Verbot davon", "Wir wollen ein Gebot davon", False),
        ("Die Aufnahme der Gespräche", "Die Abnahme der Gespräche", False),
        ("Wir senken die Steuern", "Wir denken die Steuern", False),
        ("Wir senken die Kosten", "Wir senken die Kasten", False),
        (SCHOOL, "Wir bauen in jeder Gemeinde eine Sch", False),
        (SCHOOL, "Und Wir bauen in jeder Gemeinde eine Schule, ja.", True),
        (SCHOOL, "Schule", False),
        (SCHOOL, "", False),
        ("Das ist kein gutes Recht", "Das ist ein gutes Recht", False),
        ("Das ist ein gutes Recht", "Das ist kein gutes Recht", False),
        ("Das ist kein gutes Recht", "Das ist kein gutes Rccht", True),
        ("Wir fördern die Bahn", "Wir fordern die Bahn", False),
        ("Wir fordern die Bahn", "Wir fördern die Bahn", False),
        ("Wir fördern die Bahn", "Wir fördern die Bahm", True),
        ("Weniger CO2 für alle", "Weniger CO3 für alle", False),
        ("Weniger CO2 für alle", "Weniger COz für alle", None),
        ("Das sagt § 218 deutlich", "Das sagt 8 218 deutlich", True),
        ("Das sagt § 218 deutlich", "Das sagt § 219 deutlich", False),
        ("Das kommt bis 2030 sicher", "Das kommt bis 2036 sicher", False),
        ("Das kommt bis 2030 sicher", "Das kommt bis 203O sicher", False),
        ("Das kostet 1,5 Euro mehr", "Das kostet 15 Euro mehr", False),
    ],
)
def test_what_is_drawn_may_be_misread_by_two_letters_that_mean_nothing(
    text: str, drawn: str, is_seen: bool | None
) -> None:
    assert seen(text, drawn)[0] is is_seen


def test_words_over_two_lines_are_one_or_two() -> None:
    assert seen("Das gibt es niemals mehr", "Das gibt es nie-", "mals mehr")[0]
    assert seen("Wir fördern Nicht- und Halbleiter", "Wir fördern Nicht-", "und Halbleiter")[0]
    assert not seen("Das gibt es niemals mehr", "Das gibt es mehr-", "mals mehr")[0]


@pytest.mark.parametrize(("sure", "is_seen"), [((99, 60), False), ((99, 59.9), None), ((59.9, 99), False)])
def test_what_is_seen_unsurely_says_nothing(sure: Sequence[float], is_seen: bool | None) -> None:
    found, told = seen(SCHOOL, "Wir bauen in jeder", "Stadt ein Haus", sure=sure)
    assert found is is_seen
    assert ("Wir bauen in jeder Stadt ein Haus" in told) is (is_seen is False)
    assert seen(SCHOOL, SCHOOL, sure=(1,)) == (True, "")


def test_of_a_long_line_the_beginning_is_told() -> None:
    assert seen(SCHOOL, "x" * 400)[1].count("x") == 300


@pytest.mark.parametrize("stroke", ["i", "l", "I", "|"])
def test_a_stroke_alone_is_a_one(stroke: str) -> None:
    assert seen("Das kostet 1 Euro im Jahr", f"Das kostet {stroke} Euro im Jahr")[0]


@pytest.mark.parametrize(("drawn", "vorn", "hinten", "is_seen"), cases(__file__, "number_not_read"))
def test_the_number_of_a_line_is_not_read(drawn: str, vorn: bool, hinten: bool, is_seen: bool) -> None:
    assert seen("Das kostet 12", drawn, vorn=vorn, hinten=hinten)[0] is is_seen
