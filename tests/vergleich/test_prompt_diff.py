"""Two prompts in one, line by line and word by word."""

import time

from hypothesis import given, strategies as st

from core.features.vergleich.differences import prompt_paragraphs, reason_paragraphs
from core.wortlaut.binding.near_misses import PieceKind

SIGNS = {PieceKind.GLEICH: "=", PieceKind.ONLY_ZITAT: "-", PieceKind.ONLY_QUELLE: "+"}
LINES = st.lists(st.text("ab c.", max_size=6), max_size=6).map("\n".join)


def told(one: str, two: str) -> list[list[str]]:
    return [
        [" ".join(f"{SIGNS[piece.art]}{piece.text}" for piece in zeile) for zeile in paragraph.zeilen]
        for paragraph in prompt_paragraphs(one, two)
    ]


def test_lines_that_both_have_stand_together_and_a_changed_one_shows_its_words() -> None:
    one = "Du bist neutral.\nZitiere wörtlich.\n\nNimm ein Zitat je Programm.\nAntworte als JSON."
    two = "Du bist neutral.\nZitiere wörtlich.\nNimm drei Zitate je Programm.\n  Antworte als JSON."
    assert told(one, two) == [
        ["=Du bist neutral.", "=Zitiere wörtlich."],
        ["=Nimm -ein Zitat +drei Zitate =je Programm."],
        ["=Antworte als JSON."],
    ]
    assert [paragraph.is_gleich for paragraph in prompt_paragraphs(one, two)] == [True, False, True]


def test_reasons_are_compared_sentence_by_sentence() -> None:
    one = "Die Partei will den Ausbau. Eine Frist nennt sie nicht."
    two = "Die Partei will den schnellen Ausbau. Geld fehlt. Eine Frist nennt sie nicht."
    parts = reason_paragraphs(one, two)
    assert [paragraph.is_gleich for paragraph in parts] == [False, True]
    told = [" ".join(f"{SIGNS[p.art]}{p.text}" for p in zeile) for one in parts for zeile in one.zeilen]
    assert told == [
        "=Die Partei will den +schnellen =Ausbau.",
        "+Geld fehlt.",
        "=Eine Frist nennt sie nicht.",
    ]


def test_a_comma_and_a_capital_count_here() -> None:
    assert told("Nie, niemals", "nie niemals") == [["-Nie, +nie =niemals"]]


def test_new_line_is_not_taken_for_a_change_of_its_neighbour() -> None:
    one = "Zitiere höchstens drei Stellen aus jedem Programm."
    two = f"Erfinde kein Wort.\n{one.replace('drei', 'zwei')}\nFertig."
    assert told(one, two) == [
        ["+Erfinde kein Wort.", "=Zitiere höchstens -drei +zwei =Stellen aus jedem Programm.", "+Fertig."]
    ]


def test_the_same_text_is_one_part_and_an_empty_one_none() -> None:
    assert told("a\nb", "a\n\nb ") == [["=a", "=b"]] and told("", "\n") == []


@given(LINES, LINES)
def test_both_texts_can_always_be_read_off(one: str, two: str) -> None:
    zeilen = [zeile for paragraph in prompt_paragraphs(one, two) for zeile in paragraph.zeilen]
    for text, other in ((one, PieceKind.ONLY_QUELLE), (two, PieceKind.ONLY_ZITAT)):
        kept = [piece.text for zeile in zeilen for piece in zeile if piece.art is not other]
        assert " ".join(kept).split() == text.split()


def test_two_long_prompts_without_a_common_line_take_less_than_a_second() -> None:
    one = "\n".join(
        f"Regel {n}: Zitiere wörtlich und erfinde nie ein Zitat der Partei {n}." for n in range(80)
    )
    begin = time.thread_time()
    assert len(prompt_paragraphs(one, one.replace("Regel", "Satz"))) == 1
    assert time.thread_time() - begin < 1
