"""Columns, notes, boxes, overprints and letters without a name, each trap on a page of its own."""

import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from core.wortlaut.reading.glyphs import recover
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.reading.pdf import (
    Letter,
    PdfWort,
    RawSide,
    Zeile,
    is_overprinted,
    read_pages,
    without_prints,
)
from core.wortlaut.reading.raw_words import NAMELESS
from core.wortlaut.reading.reading_order import columns, find_gutter
from core.wortlaut.reading.second_reading import unproved
from core.wortlaut.reading.textstrom import ParagraphKind
from tests.drucker import TEXT, Satz, column
from tests.programme.test_lesen import read, texts
from tests.programme.test_second_reading import in_order, told

BODY = " ".join(TEXT)
NOTE = ["Wir wollen, dass jede", "Gemeinde selbst über", "ihre Schulen und Wege", "entscheiden kann."]


def page_with_note(x_body: float, x_note: float, y_note: float, lines: list[str] = NOTE) -> list[Satz]:
    """Notes are set between the lines of the body, as their smaller type is."""
    return [*column(x_body, TEXT * 3, 150), *column(x_note, lines, y_note, 9, groesse=7)]


# --- notes and boxes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("x_body", "x_note"), [(130, 20), (60, 420)])
def test_note_in_the_margin_is_a_text_of_its_own(tmp_path: Path, x_body: float, x_note: float) -> None:
    strom = read(tmp_path, page_with_note(x_body, x_note, 193), column(x_body, TEXT * 3))
    assert texts(strom, ParagraphKind.RANDNOTE) == [" ".join(NOTE)]
    assert strom.text.count(BODY) == 6
    assert not strom.unsure_sentences


def test_note_of_two_lines_stands_left_of_where_the_document_has_its_column(tmp_path: Path) -> None:
    note = ["Schulen und Wege in", "unsere Hand, jetzt"]
    strom = read(tmp_path, page_with_note(130, 20, 193, note), *[column(130, TEXT * 3, 150)] * 3)
    assert " ".join(note) in texts(strom, ParagraphKind.RANDNOTE)
    assert strom.text.count(BODY) == 12


def test_sentence_runs_on_past_a_note_from_page_to_page(tmp_path: Path) -> None:
    first = column(130, [*TEXT * 3, "Und das ist auch gut so, weil wir alle"])
    second = [*column(130, ["etwas davon haben.", *TEXT * 3]), *column(20, NOTE, 100, 9, groesse=7)]
    assert "weil wir alle etwas davon haben." in read(tmp_path, first, second).text


def test_columns_are_read_on_through_a_box_where_the_sentences_do(tmp_path: Path) -> None:
    left = [*["links oben geht der Satz immer weiter"] * 5, "bis er hier endet."]
    right = ["war. Rechts oben steht mehr davon in Zeilen", *["und geht weiter im Text"] * 4, "bis hier."]
    page_box = "Ein Kasten, der über beide Spalten der Seite läuft und noch mehr davon sagt"
    box = [Satz(60, 230 + 14 * i, page_box, 9) for i in range(5)]
    below = [
        "Links unten steht der Rest",
        *["und geht weiter im Text"] * 5,
        "was für viele Menschen unzumutbar",
    ]
    rest = ["Rechts unten steht der Schluss davon"] * 7
    page = [*column(60, left), *column(320, right), *box, *column(60, below, 340), *column(320, rest, 340)]
    text = read(tmp_path, page, column(60, TEXT * 4)).text
    assert "unzumutbar war. Rechts oben" in text


def test_columns_end_at_a_heading_where_the_sentences_do(tmp_path: Path) -> None:
    upper = ["Oben steht ein Satz, der hier endet."] * 6
    head = Satz(60, 220, "Ein langer Titel, der über beide Spalten der Seite läuft", 18)
    lower = ["Unten steht ein Satz, der hier endet."] * 6
    page = [*column(60, upper), *column(320, ["Rechts oben steht ein Satz."] * 6), head]
    page += [*column(60, lower, 250), *column(320, ["Rechts unten steht ein Satz."] * 6, 250)]
    text = read(tmp_path, page, column(60, TEXT * 4)).text
    places = [text.index(part) for part in ("Oben", "Rechts oben", "Ein langer", "Unten", "Rechts unten")]
    assert places == sorted(places)


# --- columns ------------------------------------------------------------------------------------------------


def test_short_columns_between_paragraphs_of_full_width(tmp_path: Path) -> None:
    left = [
        "Grün in der Stadt: Wir setzen",
        "auf Bäume an den Straßen und",
        "auf Dächer mit Pflanzen darauf.",
    ]
    right = ["Wasser für alle: An Plätzen", "stehen bald Brunnen, die im", "Sommer alle erfrischen sollen."]
    page = [*column(60, TEXT), *column(60, left, 190), *column(320, right, 190), *column(60, TEXT, 260)]
    strom = read(tmp_path, page, column(60, TEXT * 3))
    assert " ".join(left) in strom.text and " ".join(right) in strom.text
    assert strom.text.index("Grün in") < strom.text.index("Wasser für")


def test_grid_of_the_document_parts_a_single_row(tmp_path: Path) -> None:
    def two_columns(rows: int) -> list[Satz]:
        left = column(60, [f"links {i} steht hier im ersten Teil des Satzes" for i in range(20)], 150)
        return [*left, *column(320, [f"rechts {i} steht hier im zweiten" for i in range(rows)], 150)]

    strom = read(tmp_path, two_columns(20), two_columns(20), two_columns(20), two_columns(1))
    assert strom.text.count("links 0 steht hier im ersten Teil des Satzes links 1") == 4


def torn_lines() -> list[Zeile]:
    """Justified lines of few long words: files hold each word apart, and some stand below each other."""
    rows = [
        ["Intelligente", "Technik", "schützt", "die", "Umwelt"],
        ["Wirtschaft", "braucht", "bezahlbaren", "Strom", "auch"],
        ["Kommunen", "erhalten", "deutlich", "mehr", "Mittel"],
        ["Menschen", "brauchen", "Wohnraum", "in", "Städten"],
    ]
    lines = []
    for i, row in enumerate(rows):
        width = sum(6 * len(word) for word in row)
        gap, x = (400 - width) / (len(row) - 1), 60.0
        for word in row:
            x = 150.0 if word in ("Technik", "braucht", "erhalten", "brauchen") else x
            lines.append(zeile(word, x, 100 + 13 * i))
            x += 6 * len(word) + gap
    return lines


def zeile(text: str, x: float, y: float, schrift: str = "", groesse: float = 10) -> Zeile:
    words, left = [], x
    for word in text.split():
        words.append(PdfWort(left, y, left + 6 * len(word), y + 10, word))
        left += 6 * len(word) + 3
    return Zeile(words, x, y, words[-1].x1, y + 10, groesse, False, False, schrift=schrift)


def test_rivers_of_justified_text_are_no_gutter() -> None:
    assert find_gutter(torn_lines()) is None


def test_two_columns_are_a_gutter() -> None:
    lines = [zeile("eine Zeile Text", 60, 100 + 13 * i) for i in range(4)]
    lines += [zeile("noch eine Zeile", 200, 100 + 13 * i) for i in range(4)]
    gutter = find_gutter(lines)
    assert gutter is not None and gutter.x == 200 and gutter.crossing == 0


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 700), st.text("ab ", min_size=1)), max_size=60))
def test_every_line_is_read_once_wherever_it_stands(places: list[tuple[int, int, str]]) -> None:
    lines = [zeile(text, x, y) for x, y, text in places if text.split()]
    read = [line for part in columns(lines) for row in part for line in row]
    assert sorted(w for line in read for w in line.woerter) == sorted(
        w for line in lines for w in line.woerter
    )


# --- running heads ------------------------------------------------------------------------------------------


def test_head_of_a_short_chapter_is_taken_out_too(tmp_path: Path) -> None:
    chapters = [*["Wirtschaft und Arbeit"] * 4, "Islam", *["Familie und Kinder"] * 4]
    pages = [[Satz(300, 40, name, 8), *column(60, TEXT * 6)] for name in chapters]
    text = read(tmp_path, *pages).text
    assert not any(name in text for name in chapters)


def test_text_that_begins_where_heads_stand_elsewhere_is_kept(tmp_path: Path) -> None:
    with_head = [[Satz(300, 40, "Wirtschaft und Arbeit"), *column(60, TEXT * 6)] for _ in range(4)]
    begins_high = column(
        60, ["Hier beginnt ein Text weit oben auf der Seite und", "geht so weiter.", *TEXT * 5], 40
    )
    assert (
        "Hier beginnt ein Text weit oben auf der Seite und geht so"
        in read(tmp_path, *with_head, begins_high).text
    )


# --- overprints ---------------------------------------------------------------------------------------------


def printed(text: str, x: float, y: float, times: int = 4) -> list[Satz]:
    return [Satz(x + 0.24 * (i % 2), y - 0.24 * (i // 2), text) for i in range(times)]


@pytest.mark.parametrize("times", [2, 3, 4, 6])
def test_text_printed_several_times_is_read_once(tmp_path: Path, times: int) -> None:
    lines = [satz for i, line in enumerate(TEXT) for satz in printed(line, 60, 100 + 13 * i, times)]
    strom = read(tmp_path, [*lines, *column(60, TEXT * 4, 300)])
    assert strom.text.count("zwölftausend neue Wohnungen") == 5
    assert not strom.unsure_sentences


def test_prints_may_be_cut_within_words(tmp_path: Path) -> None:
    """„gesel“ four times and then „lschaft und Kultur“ once: the second l is no print of the first."""
    begin = "Wir wollen eine starke Bürgergesel"
    end = 60 + pymupdf().Font("helv").text_length(begin, 10)
    page = [*printed(begin, 60, 100), *printed("lschaft und Kultur im ganzen Land.", end, 100)]
    strom = read(tmp_path, [*page, *column(60, TEXT * 4, 300)])
    assert strom.text.startswith("Wir wollen eine starke Bürgergesellschaft und Kultur im ganzen Land.")


def test_print_that_is_whole_says_that_no_space_parts_the_word(tmp_path: Path) -> None:
    """„Transfe “ twice and „Transfersystem“ once, a little left of it (fdp-bund-2009)."""
    words = [Satz(60.0, 100, "ein Transfe "), Satz(60.0, 100.24, "ein Transfe ")]
    page = [*words, *printed("ein Transfersystem für alle.", 60.9, 100, 1)]
    strom = read(tmp_path, [*page, *column(60, TEXT * 4, 300)])
    assert strom.text.startswith("ein Transfersystem für alle.")


def test_second_letter_of_a_ligature_is_kept() -> None:
    def letter(text: str, x: float, width: float) -> Letter:
        return Letter(text, x, 100.0, 100.0, (x, 90, x + width, 101), 10.0, {}, (1.0, 0.0))

    word = [letter("f", 60, 7.0), letter("f", 67, 0.0), letter("f", 66.7, 3.9), letter("a", 70.5, 5.0)]
    shifted = [replace(one, x=one.x + 0.2) for one in word]
    assert "".join(one.text for one in without_prints([*word, *shifted])) == "fffa"


def test_usual_text_is_not_taken_for_an_overprint() -> None:
    words = [
        (60 + 30 * i, 100, 80 + 30 * i, 110, word, 0, 0, i)
        for i, word in enumerate("es ist es so es".split())
    ]
    assert not is_overprinted(words)
    assert is_overprinted([*words, (60.3, 100.2, 80, 110, "es", 1, 0, 0)])


# --- letters without a name ---------------------------------------------------------------------------------


def recovered(*words: str, schrift: str = "Serif-Regular") -> list[str]:
    lines = [zeile(word, 60, 100 + 13 * i, schrift) for i, word in enumerate(words)]
    seite = RawSide(1, 595, 842, 0, lines)
    recover([seite])
    return [line.text for line in seite.zeilen]


FL = chr(NAMELESS + 211)


def test_ligature_without_a_name_is_recovered_by_its_words() -> None:
    words = [f"P{FL}icht", f"P{FL}ege", f"{FL}ächendeckend", f"Ein{FL}uss"]
    assert recovered(*words) == ["Pflicht", "Pflege", "flächendeckend", "Einfluss"]


def test_letter_that_too_few_words_tell_of_stays_unknown() -> None:
    assert recovered(f"P{FL}icht") == ["P\ufffdicht"]


def test_one_number_in_two_fonts_may_be_two_letters() -> None:
    lines = [zeile(w, 60, 100, "A") for w in (f"P{FL}icht", f"P{FL}ege", f"{FL}ächendeckend", f"Ein{FL}uss")]
    lines += [zeile(w, 60, 200, "B") for w in (f"sto{FL}en", f"Ha{FL}nung")]
    seite = RawSide(1, 595, 842, 0, lines)
    recover([seite])
    assert [line.text for line in seite.zeilen[4:]] == ["sto\ufffden", "Ha\ufffdnung"]


def test_text_of_riddles_only_is_left_in_time() -> None:
    words = [f"ab{chr(NAMELESS + i % 20_000)}{chr(97 + i % 26)}d" for i in range(60_000)]
    lines = [zeile(" ".join(words[i : i + 20]), 60, 100) for i in range(0, len(words), 20)]
    start = time.process_time()
    recover([RawSide(1, 595, 842, 0, lines)])
    assert time.process_time() - start < 10
    assert all("\ufffd" in word.text for line in lines for word in line.woerter)


def test_capital_amid_small_letters_is_a_ligature_where_the_words_say_so() -> None:
    words = ["PÓicht", "PÓege", "beeinÓussen", "AuÓage"]
    assert recovered(*words) == ["Pflicht", "Pflege", "beeinflussen", "Auflage"]


@pytest.mark.parametrize("name", ["Erdoğan", "Muñoz", "Çelik", "Kuøre", "Šefčovič", "Ægir", "McÓrla"])
def test_foreign_names_stay_as_they_are(name: str) -> None:
    assert recovered(name, f"{name}s", f"{name}-Regierung", f"Anti-{name}") == [
        name, f"{name}s", f"{name}-Regierung", f"Anti-{name}",
    ]  # fmt: skip


def test_letters_that_look_latin_are_latin_within_latin_words() -> None:
    assert recovered("\u0412ereich", "\u041c\u043e\u0441\u043a\u0432\u0430") == [
        "Bereich",
        "\u041c\u043e\u0441\u043a\u0432\u0430",
    ]


BELOW = [
    "Noch nie waren die Mieten in unseren",
    "Städten so hoch wie in diesem Jahr.",
    "Zwei Drittel aller Haushalte zahlen",
    "dafür mehr als die Hälfte von allem,",
    "was sie im Monat zusammen verdienen,",
    "und das wollen wir in den nächsten",
    "Jahren mit einem Gesetz beenden, das",
    "für alle gilt.",
]
ABOVE = [
    "Wir bauen neue Wohnungen im Land und",
    "geben den Gemeinden dafür mehr Geld,",
    "damit niemand lange warten muss und",
    "keiner in die Ferne umziehen muss.",
    "In kleinen Orten werden die Schulen",
    "saniert, und die Bahn fährt wieder",
    "jede Stunde durch alle Dörfer, auch",
    "am Abend und am Sonntag.",
]


def test_heading_over_the_left_column_begins_a_section_of_both(tmp_path: Path) -> None:
    """As linke-bund-2021, page 85; read down the left column first, the guard says no."""
    above = [*column(60, ABOVE[:4]), *column(320, ABOVE[4:])]
    below = [*column(60, BELOW[:4], 260), *column(320, BELOW[4:], 260)]
    page = [*above, Satz(60, 230, "Mieten senken", 20), *below, *column(60, TEXT * 3, 400)]
    strom = read(tmp_path, page)
    assert " ".join([*ABOVE, "Mieten senken", *BELOW]) in strom.text.replace("\n", " ")
    assert strom.unsure_sentences == []
    words = {i: (box[1] > 200, box[0] > 300) for i, box in enumerate(strom.boxes.tolist()) if box[1] < 330}
    by_side = [i for side in ((0, 0), (1, 0), (0, 1), (1, 1)) for i, at in words.items() if at == side]
    wrong = in_order(strom, by_side)
    woven = next(
        s for s in told(wrong, wrong.sentences_of(wrong.absaetze[0])) if "verdienen" in s or "mehr als" in s
    )
    assert woven in told(wrong, unproved(wrong, [seite.roh for seite in read_pages(tmp_path / "p.pdf")]))
