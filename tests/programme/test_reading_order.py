"""Where a page is cut and in which order it is read: each rule from both sides, on made-up lines."""

from collections.abc import Sequence
from math import inf

import pytest

from core.wortlaut.reading import reading_order
from core.wortlaut.reading.pdf import PdfWort, RawSide, Zeile
from core.wortlaut.reading.reading_order import (
    Gutter,
    PageOrders,
    base_of,
    columns,
    find_gutter,
    grid_of,
    rows,
    rows_of,
)
from core.wortlaut.reading.textstrom import ParagraphKind
from tests.cases import cases

GRID = [200.0]


def line(
    y: float, text: str, *borders: float, size: float = 10, high: float = 10, **style: int | str
) -> Zeile:
    """A line whose words begin and end at these places by turns; of two places it is a single word."""
    words = [text] if len(borders) == 2 else text.split()
    ends = zip(borders[::2], borders[1::2], words, strict=True)
    made = [PdfWort(x0, y, x1, y + high, word) for x0, x1, word in ends]
    bold = bool(style.pop("bold", False))
    return Zeile(made, borders[0], y, borders[-1], y + high, size, bold, bold, **style)  # type: ignore[arg-type]


def side(texts: str, x0: float, x1: float, y: float = 100, step: float = 13, **style: float) -> list[Zeile]:
    """Lines below each other."""
    return [line(y + i * step, text, x0, x1, **style) for i, text in enumerate(texts.split())]


def wordy(number: int, x0: float, x1: float, y: float = 100) -> list[Zeile]:
    """Lines of two words, between which there is less white than beside them."""
    return [line(y + 13 * i, "zwei Worte", x0, x0 + 50, x0 + 53, x1) for i in range(number)]


def facing(*starts: float, end: float = 190, y: float = 100) -> list[Zeile]:
    """Rows of two lines; the right ones begin so far right of 200."""
    lines = [(line(y + 13 * i, "links", 60, end), x, y + 13 * i) for i, x in enumerate(starts)]
    return [one for left, x, at in lines for one in (left, line(at, "rechts", 200 + x, 330))]


def read(lines: Sequence[Zeile], grid: Sequence[float] = ()) -> list[str]:
    return [" ".join(one.text for row in part for one in row) for part in columns(lines, grid)]


def place(found: Gutter | None) -> float | None:
    return found and found.x


def test_order_of_the_file_is_kept_and_cut_where_it_turns_or_something_lies_between() -> None:
    left, box = side("eins zwei", 60, 190), [line(160, "Kasten", 60, 330)]
    below, right = side("drei vier", 60, 190, 220), side("fünf sechs", 200, 330)
    parts = reading_order.as_filed([*left, *below, *right, *box])
    assert [" ".join(one.text for row in part for one in row) for part in parts] == [
        "eins zwei", "drei vier", "fünf sechs Kasten",
    ]  # fmt: skip
    parts = reading_order.as_filed([*left, *below])
    assert [[one.text for row in part for one in row] for part in parts] == [["eins", "zwei", "drei", "vier"]]


# --- where a gutter is --------------------------------------------------------------------------------------


@pytest.mark.parametrize("lower", [-2, 2])
def test_one_row_is_two_columns_only_where_other_pages_have_them(lower: float) -> None:
    row = [line(100, "links", 60, 190), line(100 + lower, "rechts", 200, 330)]
    assert place(find_gutter(row, GRID)) == 200
    assert find_gutter(row) is None
    assert find_gutter(row[:1], GRID) is None and find_gutter([], GRID) is None


@pytest.mark.parametrize(
    ("edge", "is_known"),
    [(197, True), (203, True), (196.5, False), (203.5, False), (100, False), (420, False)],
)
def test_a_column_of_the_grid_begins_within_three_points(edge: float, is_known: bool) -> None:
    """Twice as far as the lines of one column begin apart."""
    assert (find_gutter(facing(0), [40, edge, 500]) is not None) is is_known


@pytest.mark.parametrize(("number", "is_found"), [(2, False), (3, True)])
def test_three_rows_beside_each_other_are_two_columns(number: int, is_found: bool) -> None:
    found = find_gutter(facing(*[0] * number))
    assert found == (Gutter(200, ((-inf, inf),), 0, 3) if is_found else None)


@pytest.mark.parametrize(
    ("size", "white", "is_found"), [(10, 6, True), (10, 5.5, False), (5, 4, True), (5, 3.5, False)]
)
def test_a_gutter_is_wider_than_the_space_between_words(size: float, white: float, is_found: bool) -> None:
    """Six tenths of the letters' size, and four points at least."""
    lines = [*side("aa bb cc", 60, 200 - white, size=size), *side("dd ee ff", 200, 330, size=size)]
    assert (find_gutter(lines) is not None) is is_found


def test_figures_behind_the_second_column_leave_its_gutter() -> None:
    cells = [line(100 + 13 * i, "1,5", 336, 360) for i in range(3)]
    assert place(find_gutter([*facing(0, 0, 0), *cells])) == 200


@pytest.mark.parametrize(
    ("x0", "x1", "crossing"), [(198.5, 330, 0), (198, 330, 1), (60, 197, 0), (60, 197.5, 1)]
)
def test_a_line_crosses_that_begins_left_of_a_gutter_and_ends_in_it(
    x0: float, x1: float, crossing: int
) -> None:
    found = find_gutter([*facing(0, 0, 0), line(139, "allein", x0, x1)])
    assert found and (found.x, found.crossing) == (200, crossing)


@pytest.mark.parametrize(("x0", "x1", "number"), [(198.5, 330, 1), (60, 197, 0)])
def test_what_does_not_cross_belongs_to_a_side(x0: float, x1: float, number: int) -> None:
    assert read([*facing(0, 0, 0), line(139, "allein", x0, x1)])[number].endswith("allein")


@pytest.mark.parametrize(
    ("rows_of_first", "below", "x"), [(4, (60, 390), 400), (3, (60, 190), 400), (4, (60, 190), 200)]
)
def test_cut_is_where_fewest_lines_cross_then_most_rows_face_then_leftmost(
    rows_of_first: int, below: tuple[float, float], x: float
) -> None:
    first = wordy(4, 60, 190)[4 - rows_of_first :]
    page = [*first, *wordy(4, 200, 390), *wordy(4, 400, 530), line(165, "unten", *below)]
    assert place(find_gutter(page)) == x


# --- what is no column --------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", cases(__file__, "no_column"))
@pytest.mark.parametrize("edges", [(60, 190), (200, 330)])
def test_labels_and_figures_are_no_column_whatever_the_grid_says(
    label: str, edges: tuple[float, float]
) -> None:
    words = [line(100 + 13 * i, "Worte", 260 - edges[0], 520 - edges[1]) for i in range(4)]
    cells = [line(100 + 13 * i, label, *edges) for i in range(4)]
    assert find_gutter([*words, *cells], GRID) is None
    assert find_gutter([*words, *side("Wir bauen auch dort", *edges)], GRID)


@pytest.mark.parametrize(("cells", "is_found"), [("1 2 3 wie viele", True), ("1 2 3 4 wie viele", False)])
def test_a_column_may_hold_labels_among_its_lines(cells: str, is_found: bool) -> None:
    """Six of ten; more is a list of figures."""
    words = [line(100 + 13 * i, "Worte", 60, 190) for i in range(6)]
    assert (find_gutter([*words, *side(cells, 200, 330)]) is not None) is is_found


@pytest.mark.parametrize("edges", [(60, 190), (200, 330)])
@pytest.mark.parametrize("y", [100, 240])
def test_only_what_stands_beside_the_other_side_counts(edges: tuple[float, float], y: float) -> None:
    """A list of figures above or below the columns."""
    figures = side("1 2 3 4 5 6 7 8 9", *edges, y=y, step=10)
    found = find_gutter([*facing(0, 0, 0, y=195), *figures])
    assert found and (found.x, found.facing) == (200, 3)


@pytest.mark.parametrize(("parted", "stretched", "is_found"), [(3, 3, True), (2, 3, False)])
def test_half_of_the_rows_have_to_show_the_gutter(parted: int, stretched: int, is_found: bool) -> None:
    lines = facing(*[0] * parted)
    for i in range(stretched):
        y = 100 + 13 * (parted + i)
        lines += [line(y, "weit gesetzt", 60, 100, 108, 190), line(y, "rechts", 200, 330)]
    assert (find_gutter(lines, GRID) is not None) is is_found


@pytest.mark.parametrize(
    ("white", "last", "first", "is_found"),
    [(14, 10, 3, False), (14.5, 10, 3, True), (14, 3, 10, False), (14.5, 3, 10, True)],
)
def test_a_gutter_is_wider_than_the_spaces_beside_it(
    white: float, last: float, first: float, is_found: bool
) -> None:
    """By two fifths: the words of one justified line are all equally far apart."""
    lines = []
    for y in (100, 113, 126):
        lines.append(line(y, "so weit", 60, 100, 100 + last, 200 - white))
        lines.append(line(y, "wie hier", 200, 250, 250 + first, 330))
    assert (find_gutter(lines) is not None) is is_found


LEFT_PIECES = ((60, 117), (130, 150), (160, 185.5), (200, 330))
RIGHT_PIECES = ((60, 190), (204.5, 230), (240, 260), (273, 330))


@pytest.mark.parametrize(("pieces", "x"), [(LEFT_PIECES, 200), (RIGHT_PIECES, 204.5)])
@pytest.mark.parametrize(("more", "is_found"), [(0, True), (0.5, False)])
def test_words_that_the_file_holds_apart_show_their_spaces_too(
    pieces: Sequence[tuple[float, float]], x: float, more: float, is_found: bool
) -> None:
    """The nearest space counts: ten points, beside white of fourteen and a half, or of just fourteen."""
    at = next(i for i, piece in enumerate(pieces) if piece[0] == x)
    if at == 3:
        pieces = [*pieces[:2], (160, 185.5 + more), pieces[3]]
    else:
        pieces = [pieces[0], (204.5 - more, 230), *pieces[2:]]
    lines = [line(y, "Wort", *piece) for y in (100, 113, 126) for piece in pieces]
    assert place(find_gutter(lines)) == (x if is_found else None)


def test_pieces_that_touch_have_no_space_between() -> None:
    for pieces in (
        ((60, 161), (165, 175), (175, 185.5), (200, 330)),
        ((60, 190), (204.5, 215), (215, 225), (229, 330)),
    ):
        x = next(x for x, _ in pieces if x >= 200)
        assert place(find_gutter([line(y, "Wort", *one) for y in (100, 113, 126) for one in pieces])) == x


@pytest.mark.parametrize(("number", "is_found"), [(2, False), (3, True)])
def test_rows_are_counted_not_the_pieces_they_are_torn_into(number: int, is_found: bool) -> None:
    lines = []
    for i in range(number):
        y = 100 + 13 * i
        lines += [line(y, "links", 60, 185), line(y, "erst", 200, 250), line(y, "dann", 254 + 3 * i, 330)]
    found = find_gutter(lines)
    assert (found and (found.x, found.facing)) == ((200, 3) if is_found else None)


@pytest.mark.parametrize(("lower", "number"), [(-4, 4), (4, 3)])
def test_small_lines_lie_between_two_of_the_text_beside_them(lower: float, number: int) -> None:
    """As those of a note do; only the first is level with one, and the last may lie above the note's last."""
    note = side("an den Rand gesetzt", 200, 330, y=101.5, high=7)
    body = [line(100 + 13 * i + (lower if i else 0), "links", 60, 190) for i in range(4)]
    found = find_gutter([*body, *note])
    assert found and found.facing == number


def test_rows_with_nothing_beside_them_prove_no_gutter() -> None:
    left = [line(100, "links", 60, 190), line(152, "links", 60, 190)]
    assert find_gutter([*left, *side("eins zwei drei vier fünf", 200, 330)]) is None


def test_the_nearest_piece_of_a_row_is_what_a_line_is_parted_from() -> None:
    lines = [line(100 + 13 * i, "fern", 60, 120) for i in range(4)]
    lines += [line(100 + 13 * i, "nah", 125, 195 if i else 190) for i in range(4)]
    assert find_gutter([*lines, *side("es geht so weiter", 200, 330)]) is None


@pytest.mark.parametrize("is_left", [True, False])
@pytest.mark.parametrize(
    ("size", "lines", "beside", "is_found"),
    [(8.5, 3, 2, True), (8.8, 3, 2, False), (10, 3, 2, False), (8.5, 2, 2, False), (8.5, 3, 1, False)],
)
def test_small_print_beside_the_text_is_a_note_though_only_two_rows_of_it_are(
    size: float, lines: int, beside: int, is_found: bool, is_left: bool
) -> None:
    """Where it has three lines, smaller by more than twelve of a hundred."""
    note, body = ((60, 190), (200, 330)) if is_left else ((200, 330), (60, 190))
    page = side("eins zwei drei vier", *body)
    page += side(
        "eine kleine Notiz"[: -6 if lines == 2 else None], *note, y=139 - 13 * (beside - 1), size=size
    )
    assert (find_gutter(page) is not None) is is_found


@pytest.mark.parametrize(("end", "is_found"), [(180, True), (180.5, False)])
def test_a_wide_gutter_parts_lines_that_begin_anywhere(end: float, is_found: bool) -> None:
    """Twice the letters' size, from the longest line left of it."""
    lines = facing(0, 20, 40, end=150)
    lines[0] = line(100, "links", 60, end)
    assert (find_gutter(lines) is not None) is is_found


@pytest.mark.parametrize(
    ("starts", "is_found"),
    [
        ((0, 0, 0), True),
        ((0, 10, 20), False),
        ((0, 0, 10, 20), True),  # half of them at the strip
        ((0, 10, 20, 30), False),
        ((0, 1.5, 20, 30), True),
        ((0, 2, 20, 30), False),
        ((0, 12, 12, 12, 12, 12), True),  # two places among six: an edge and an indent
        ((0, 12, 12, 12, 12), False),
        ((0, 12, 13.5, 12, 13.5, 12), True),
        ((0, 12, 14, 12, 14, 12), False),
    ],
)
def test_lines_of_a_column_begin_at_few_places(starts: Sequence[float], is_found: bool) -> None:
    """The pieces of a torn line begin anywhere; this gutter is not wide."""
    assert (find_gutter(facing(*starts)) is not None) is is_found


# --- what interrupts a gutter -------------------------------------------------------------------------------


def heading(y: float) -> Zeile:
    return line(y, "Überschrift", 60, 330)


def test_a_single_row_between_headings_is_two_columns_where_others_are() -> None:
    """Wherever its lines begin."""
    page = [*facing(0, y=100), heading(115), *facing(0, 0, 0, y=130), heading(175), *facing(12, 24, y=190)]
    found = find_gutter(page)
    assert found == Gutter(200, ((-inf, 120), (120, 180), (180, inf)), 2, 6)


def test_between_headings_both_sides_have_text() -> None:
    page = [*facing(0, 0, 0), heading(145), *side("nur links", 60, 190, y=160), heading(190)]
    assert find_gutter([*page, *side("nur rechts", 200, 330, y=205)]) == Gutter(200, ((-inf, 150),), 2, 3)


def table(y: float, more: int) -> list[Zeile]:
    """Rows of two cells, among them one whose first cell crosses the gutter beside the second."""
    cells = [*facing(*[0] * more, y=y), *facing(*[0] * more, y=y + 13 * (more + 1))]
    wide = y + 13 * more
    return [*cells, line(wide, "eine breite Zelle", 60, 250), line(wide, "Zelle", 260, 330)]


@pytest.mark.parametrize("more", [0, 3])
def test_rows_of_a_table_show_no_gutter(more: int) -> None:
    """Nor does a single row behind it or before it, which may be a row of it."""
    height = 13 * 2 * more + 10
    below = [*facing(0, 0, 0), *table(150, more), *facing(0, y=170 + height)]
    assert find_gutter(below) == Gutter(200, ((-inf, 143),), 1, 3)
    above = [*facing(0, y=100), *table(130, more), *facing(0, 0, 0, y=150 + height)]
    assert find_gutter(above) == Gutter(200, ((140 + height, inf),), 1, 3)


@pytest.mark.parametrize(("white", "is_found"), [(9, False), (9.5, True)])
def test_a_white_band_parts_a_table_from_columns(white: float, is_found: bool) -> None:
    """Nine tenths of a line: a box stands off by two lines, rows by a fifth of one."""
    below = [*facing(0, 0, 0), *table(136 + white, 3)]
    above = [*table(100, 3), *facing(0, 0, 0, y=100 + 13 * 6 + 10 + white)]
    assert [find_gutter(page) is not None for page in (below, above)] == [is_found, is_found]


# --- rows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("second", "number"),
    [
        (line(104.5, "b", 110, 150), 1),
        (line(105, "b", 110, 150), 2),
        (line(95.5, "b", 110, 150), 1),
        (line(95, "b", 110, 150), 2),
        (line(107.5, "b", 110, 150, high=4), 1),  # of the smaller of both more than half
        (line(108, "b", 110, 150, high=4), 2),
        (line(90, "b", 110, 150, high=40), 1),
        (line(100, "b", 98, 150), 1),
        (line(100, "b", 97.5, 150), 2),
        (line(100, "b", 20, 62), 1),
        (line(100, "b", 20, 62.5), 2),
    ],
)
def test_a_row_is_what_shares_more_than_half_its_height_and_lies_apart(second: Zeile, number: int) -> None:
    assert len(rows([line(100, "a", 60, 100), second])) == number


def test_a_row_is_read_from_left_to_right_and_holds_nothing_twice_over() -> None:
    lower = [line(101, "1.", 60, 70), line(100, "Wir", 80, 120), line(100.5, "bauen", 125, 180)]
    assert [[one.text for one in row] for row in rows([*lower, line(113, "neu", 80, 120)])] == [
        ["1.", "Wir", "bauen"], ["neu"],
    ]  # fmt: skip
    assert len(rows([*lower, line(102, "darüber", 85, 115)])) == 2


# --- the order of reading -----------------------------------------------------------------------------------


def test_a_drawing_is_read_from_top_to_bottom(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of very many lines no columns are sought."""
    monkeypatch.setattr(reading_order, "MOST_LINES", 6)
    assert len(read(facing(0, 0, 0))) == 2
    assert len(read([*facing(0, 0, 0), heading(150)])) == 1


@pytest.mark.parametrize(("deepest", "number"), [(0, 1), (1, 2), (2, 3)])
def test_cuts_within_cuts_end(deepest: int, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading_order, "DEEPEST", deepest)
    three = [*wordy(3, 60, 190), *wordy(3, 200, 330), *wordy(3, 340, 470)]
    assert len(read(three)) == number


@pytest.mark.parametrize(
    ("gap", "begin", "is_cut"), [(6.5, 200, True), (6, 200, False), (9, 198, True), (9, 197.5, False)]
)
def test_lines_that_the_file_runs_on_across_the_gutter_are_cut_there(
    gap: float, begin: float, is_cut: bool
) -> None:
    run_on = [line(139 + 13 * i, "so weit", 60, begin - gap, begin, 330) for i in range(3)]
    parts = read([*facing(0, 0, 0), *run_on])
    assert parts == ["links links links", "rechts rechts rechts"] + (
        ["so so so", "weit weit weit"] if is_cut else ["so weit so weit so weit"]
    )


@pytest.mark.parametrize("x0", [198, 200])
def test_a_line_of_the_right_side_stays_whole_whatever_white_it_has(x0: float) -> None:
    wide = line(139, "so weit", x0, 250, 270, 330)
    assert [wide] in [row for part in columns([*facing(0, 0, 0), wide]) for row in part]


def test_a_single_row_above_a_table_is_no_cut_and_the_lines_are_left_as_they_are() -> None:
    run_on = line(143, "so weit", 60, 190, 200, 330)
    page = [*facing(0), line(130, "breit", 60, 250), line(130, "Zelle", 260, 330), run_on]
    assert find_gutter(page, GRID) == Gutter(200, (), 2, 0)
    (whole,) = columns(page, GRID)
    assert whole[-1] == [run_on]


@pytest.mark.parametrize(("white", "below", "parts"), cases(__file__, "white_band"))
def test_below_a_wide_white_band_something_else_begins(white: float, below: str, parts: list[str]) -> None:
    """Four lines high, with text of both sides beneath (signatures, boxes)."""
    page = [*side("aa bb cc", 60, 190), *side("dd ee ff", 200, 330)]
    page += [line(136 + white, "gg", 60, 190)] if below != "right" else []
    page += [line(136 + white, "hh", 200, 330)] if below != "left" else []
    assert read([page[0], *page[1:]]) == parts


def test_a_picture_of_full_height_beside_lines_leaves_no_white_band() -> None:
    page = [*side("aa bb cc", 60, 190), *side("dd ee ff", 200, 330), line(110, "nn", 60, 190, high=70)]
    assert len(read([*page, line(182, "gg", 60, 190), line(182, "hh", 200, 330)])) == 2


def section(
    head: float = 150, text: float = 170, right: float | None = None, size: float = 14,
    right_size: float = 10, last: float = 126, high: float = 10, is_right: bool = False,
) -> list[Zeile]:  # fmt: skip
    """A heading over the text of the left side; the right side has a last line before it, and goes on at
    `right`."""
    edges = (200, 330) if is_right else (60, 190)
    below = text if right is None else right
    return [
        *side("aa bb cc", 60, 190), *side("dd ee", 200, 330), line(last, "ff", 200, 330, high=high),
        line(head, "Titel", *edges, size=size, high=14), *side("gg hh nn", 60, 190, y=text),
        line(below, "jj", 200, 330, size=right_size), *side("kk ll", 200, 330, y=below + 13),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "is_section"),
    [
        (section(), True),
        (section(size=11.5), True),  # larger by an eighth than the text
        (section(size=11), False),
        (section(is_right=True), False),
        (section(head=140, text=158.5), True),  # two and a half steps are left free on the right
        (section(head=140, text=158), False),
        (section(right=172.5), True),  # both go on in one row
        (section(right=173), False),
        (section(right=167.5), True),
        (section(right=167), False),
        (section(right_size=14), False),
        (section(text=176, last=122, high=42), True),  # what ends with the heading stands above it
        (section(text=176, last=120, high=46), False),
        (section(text=190, last=144.5), True),
        (section(text=190, last=147), False),
        (section(text=195, last=152)[::-1], False),  # level with the heading, and below it
    ],
)
def test_a_heading_on_the_left_begins_a_section_of_both(page: list[Zeile], is_section: bool) -> None:
    whole = ["aa bb cc Titel gg hh nn", "dd ee ff jj kk ll"]
    if any(one.text == "Titel" and one.x0 == 200 for one in page):
        whole = ["aa bb cc gg hh nn", "dd ee ff Titel jj kk ll"]
    assert read(page) == (["aa bb cc", "dd ee ff", "Titel gg hh nn", "jj kk ll"] if is_section else whole)


@pytest.mark.parametrize(("below", "is_section"), [("gg hh", True), ("gg", False)])
def test_a_section_has_more_than_a_heading_and_a_line(below: str, is_section: bool) -> None:
    left = [line(150, "Titel", 60, 190, size=14, high=14), *side(below, 60, 190, y=170)]
    right = [line(110, "ff", 200, 330), *side("jj kk ll", 200, 330, y=170)]
    assert (read([*left, *right], GRID)[0] == "ff") is is_section


@pytest.mark.parametrize("heading_of_right", [True, False])
def test_a_heading_without_a_section_hides_none_that_comes_after(heading_of_right: bool) -> None:
    """Beside the first one the right side has a heading of its own, or no room."""
    left = [*side("aa bb cc", 60, 190), line(150, "Titel", 60, 190, size=14, high=14)]
    left += [*side("gg hh nn", 60, 190, y=170), line(220, "Neues", 60, 190, size=14, high=14)]
    right = [*side("dd ee ff", 200, 330), *side("ss tt", 200, 330, y=240)]
    if heading_of_right:
        right += [line(170, "Thema", 200, 330, size=14), *side("jj kk", 200, 330, y=183)]
    else:
        right += side("jj kk ll mm", 200, 330, y=139)
    parts = read([*left, *side("pp qq", 60, 190, y=240), *right])
    assert len(parts) == 4 and parts[2:] == ["Neues pp qq", "ss tt"]


def test_steps_are_from_row_to_row_though_the_file_holds_words_apart() -> None:
    page = section(head=140, text=158)
    page += [line(one.y0, "x", 192, 193) for one in page if one.x0 == 60 and one.text != "Titel"]
    assert len(read(page)) == 2


# --- which way the text flows -------------------------------------------------------------------------------

BEGINS, ENDS = {"k": "klein", "G": "Groß"}, {"o": "offen", ".": "Punkt."}


@pytest.mark.parametrize(("ends", "is_by_side"), cases(__file__, "past_a_box"))
def test_sides_are_read_on_past_a_box_where_the_sentences_are(ends: str, is_by_side: bool) -> None:
    above, below = [], []
    for number, (first, last) in enumerate(ends.split()):
        x0, x1 = ((60, 190), (200, 330))[number % 2]
        lines = side(f"{BEGINS[first]} Mitte {ENDS[last]}", x0, x1, y=100 if number < 2 else 165)
        (above if number < 2 else below).append(lines)
    (a, b), (c, d) = above, below
    box = [heading(139), heading(152)]
    parts = [[*a, *c], [*b, *d], box] if is_by_side else [a, b, box, c, d]
    told = [" ".join(one.text for one in part) for part in parts]
    assert read([*a, *b, *box, *c, *d]) == told


# --- rows of a document -------------------------------------------------------------------------------------


def pages(*of: Sequence[Zeile]) -> list[RawSide]:
    return [RawSide(number, 595, 842, 0, list(lines)) for number, lines in enumerate(of, start=1)]


@pytest.mark.parametrize(
    ("lines_of_pages", "is_known"),
    [
        ([3, 3, 3], True),
        ([3, 3], False),  # three pages at least
        ([3, 3, 2], False),  # three lines a page, at the mean
        ([5, 3, 1], True),
        ([3] * 3 + [None] * 12, True),  # and a fifth of all
        ([3] * 3 + [None] * 13, False),
        ([3] * 3 + [None] * 12 + [0] * 9, True),  # empty pages are none
    ],
)
def test_columns_of_the_grid_begin_often_enough(lines_of_pages: list[int | None], is_known: bool) -> None:
    elsewhere = line(100, "anderes", 71, 190)
    made = [[elsewhere] if n is None else side("x " * n, 200.4, 330) for n in lines_of_pages]
    assert (200.0 in grid_of(pages(*made))) is is_known


def test_rows_know_their_page_their_column_and_its_edges() -> None:
    three = [*facing(0, 0, 12), line(139, "1. kurz", 55, 58, 70, 195)]
    one, two = PageOrders(pages(three, [line(100, "x", 50, 90)])).rows()
    assert [(row.text, row.place, row.links, row.rechts, row.x0, row.x1) for row in one] == [
        *[("links", (1, 0), 55, 195, 60, 190)] * 3, ("1. kurz", (1, 0), 55, 195, 55, 195),
        *[("rechts", (1, 1), 200, 330, x, 330) for x in (200, 200, 212)],
    ]  # fmt: skip
    assert [(row.text, row.place, row.mitte) for row in two] == [("x", (2, 0), 105)]


def test_a_row_looks_like_its_longest_line() -> None:
    first = [line(100, "1.", 60, 70, size=7, bold=1, farbe=5), line(100, "Wir", 80, 190)]
    last = [line(100, "Wir", 60, 170), line(100, "1.", 180, 190, size=7, bold=1, farbe=5)]
    for lines in (first, last):
        (row,) = rows_of(*pages(lines))
        assert (row.groesse, row.fett) == (10, False)
        assert (row.starts_bold, row.farbe) == (lines[0].fett_anfang, lines[0].farbe)


def test_most_of_the_text_tells_its_size_weight_colour_font_and_step() -> None:
    title = line(60, "T", 60, 300, size=20, high=20, bold=1, farbe=7, schrift="Titel")
    text = [line(100 + 15 * i, "Wortlaut", 60, 190, schrift="Text", farbe=3) for i in range(3)]
    odd = [line(146, "so", 60, 190, size=9), line(160, "Wortlaut", 60, 190, bold=1, farbe=4)]
    following = [line(171 + 11 * i, "Wortlaut", 60, 190, bold=1, schrift="Text", farbe=3) for i in range(2)]
    found = base_of(
        [row for page in PageOrders(pages([title, *text, *odd], following)).rows() for row in page]
    )
    assert (found.groesse, found.farbe, found.schrift) == (10, 3, "Text")
    assert not found.fett, "half of the lines are bold"
    assert found.abstand == 15  # of 15, 15 and 11: neither over the page's end nor to another size


@pytest.mark.parametrize(("gap", "step"), [(29, 29), (30, 12), (31, 12)])
def test_lines_far_apart_tell_no_step(gap: float, step: float) -> None:
    """Three sizes: white space between paragraphs."""
    two = [line(100, "Wortlaut", 60, 190), line(100 + gap, "Wortlaut", 60, 190)]
    assert base_of(rows_of(*pages(two))).abstand == step


def test_a_document_in_bold_is_bold() -> None:
    lines = [line(100 + 13 * i, "Wortlaut", 60, 190, bold=i < 2) for i in range(3)]
    assert base_of(rows_of(*pages(lines))).fett


def test_prose_and_what_stands_beside_it() -> None:
    assert [kind for kind in ParagraphKind if not kind.is_prose] == [
        ParagraphKind.HEADING, ParagraphKind.INHALT, ParagraphKind.TITEL,
    ]  # fmt: skip
    assert [kind for kind in ParagraphKind if kind.is_beside] == [
        ParagraphKind.FOOTNOTE, ParagraphKind.RANDNOTE,
    ]  # fmt: skip
