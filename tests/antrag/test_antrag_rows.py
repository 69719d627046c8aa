"""Where a wording of an Antrag stands in its file."""

from core.antrag.read_antrag import ReadRow, rows_of_span
from core.wortlaut.german.folding import letters

BOX = (0.0, 0.0, 1.0, 1.0)


def rows(*lines: tuple[int, str]) -> list[ReadRow]:
    return [ReadRow(seite, BOX, letters(text)) for seite, text in lines]


def pages(found: list[ReadRow], text: str, words: str, start: int = 0) -> list[int]:
    at = text.index(words, start)
    return [row.seite for row in rows_of_span(found, text, at, at + len(words))]


def test_words_over_a_page_break_have_both_pages() -> None:
    file = rows((1, "Der Landtag fordert die Re-"), (2, "gierung auf zu handeln."), (2, "Begründung"))
    text = "Der Landtag fordert die Regierung auf zu handeln.\n\nBegründung"
    assert pages(file, text, "die Regierung auf") == [1, 2]
    assert pages(file, text, "Begründung") == [2]


def test_words_that_stand_twice_are_told_apart_by_their_order() -> None:
    file = rows((1, "Es wird gebaut."), (2, "Dann:"), (3, "Es wird gebaut."))
    text = "Es wird gebaut.\n\nDann:\n\nEs wird gebaut."
    assert pages(file, text, "Es wird gebaut") == [1]
    assert pages(file, text, "Es wird gebaut", 5) == [3]


def test_nothing_is_guessed_where_the_file_has_the_words_more_often_than_the_text() -> None:
    file = rows((1, "Es wird gebaut."), (3, "Es wird gebaut."))
    assert pages(file, "Es wird gebaut.", "Es wird gebaut") == []
    assert pages(file, "Es wird gebaut und gesät.", "gesät") == []
