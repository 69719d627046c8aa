"""Marking the question's words in a passage."""

import pytest

from core.question.term_marks import mark_terms


def marked(frage: str, text: str) -> list[str]:
    return [piece.text for piece in mark_terms(frage, text) if piece.gesucht]


@pytest.mark.parametrize(
    ("frage", "text", "expected"),
    [
        ("Miete", "Die Mieten steigen.", ["Mieten"]),
        ("Kohleausstieg", "Ausstieg aus der Kohleverstromung", ["Ausstieg", "Kohleverstromung"]),
        ("Mieten", "Die Mietpreisbremse gilt.", ["Mietpreisbremse"]),
        ("Verkehr", "im Nahverkehr", ["Nahverkehr"]),
        ("Wieltalbahn", "Die Bahn im Wieltal", ["Bahn", "Wieltal"]),
        ("EU 2030", "Bis 2030 will die EU handeln.", ["2030", "EU"]),
        ("Straße", "STRASSENBAU", ["STRASSENBAU"]),
        ("Wohnung", "Woh\u00adnungen", ["Woh\u00adnungen"]),
    ],
)
def test_inflected_and_compound_words_are_marked_whole(frage: str, text: str, expected: list[str]) -> None:
    assert marked(frage, text) == expected


@pytest.mark.parametrize(
    ("frage", "text"),
    [
        ("Kohleausstieg", "Der Einstieg gelingt."),
        ("Bildung", "Die Verbindung hält."),
        ("Verkehr", "Der Verkauf läuft."),
        ("Was soll mit der Kita werden?", "Das soll mit der Zeit werden."),
        ("EU", "neue Europapolitik"),
        ("Wiederaufbau", "Das wird wieder gut."),
        ("", "Irgendetwas"),
    ],
)
def test_chance_letters_and_filler_words_are_not(frage: str, text: str) -> None:
    assert marked(frage, text) == []


@pytest.mark.parametrize(
    "text", ["", "Miete", " **Miete** [x](y) <b>Mieten</b>\n$Miete$ ", "a\u00ad\u00adb _"]
)
def test_the_pieces_are_the_text(text: str) -> None:
    assert "".join(piece.text for piece in mark_terms("Miete", text)) == text


def test_only_words_are_marked_never_signs_around_them() -> None:
    assert marked("<script> **Miete**", "<script>**Miete**</script>") == ["script", "Miete", "script"]
