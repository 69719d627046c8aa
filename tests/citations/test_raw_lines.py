"""Chains of raw lines: what a quote may be made of, on lines set by hand."""

from dataclasses import replace

import pytest

from core.wortlaut.binding.print_proof import PrintedPart, RawRow, key, seen_in_print, stands_in
from core.wortlaut.reading.ocr import DrawnLine


def column(*texts: str, x: float = 60, y: float = 100, seite: int = 1) -> list[RawRow]:
    """Lines below each other, twelve points apart."""
    return [
        RawRow(tuple(map(key, text.split())), seite, box, box, 12)
        for i, text in enumerate(texts)
        for box in [(x, y + 12 * i, x + 200, y + 12 * i + 10)]
    ]


SCHULE = column(
    "Wir erhalten jede Grund-",
    "schule auf dem Land, auch wenn sie",
    "nicht mehr als 40 Kinder hat. Die",
    "Wege bleiben kurz, die Klassen klein.",
)


def stands(text: str, zeilen: list[RawRow] = SCHULE) -> bool:
    return stands_in([key(part) for part in text.split(" … ")], zeilen)


@pytest.mark.parametrize(
    "text",
    [
        "Wir erhalten jede Grundschule auf dem Land",
        "jede Grund\xadschule auf dem Land – auch wenn sie „nicht mehr“ als 40 Kinder hat",
        "auf dem Land",
        "Wege bleiben kurz, die Klassen klein.",
        "Wir erhalten jede Grundschule … die Klassen klein",
    ],
)
def test_true_quotes(text: str) -> None:
    assert stands(text)


@pytest.mark.parametrize(
    "text",
    [
        "auch wenn sie nicht mehr als 41 Kinder hat", "auch wenn sie mehr als 40 Kinder hat",
        "auch wenn nicht sie mehr als 40 Kinder hat", "Wir erhalten jede Grundschule in der Stadt",
        "Wir erhalten jede Grundschule nicht mehr als 40 Kinder hat",
        "schule auf dem Land, auch wenn sie Wege bleiben kurz",
        "die Klassen klein … Wir erhalten jede Grundschule", "Klassen kle", "rund schule auf dem Land", "",
    ],
)  # fmt: skip
def test_false_quotes(text: str) -> None:
    assert not stands(text)


def test_columns_and_pages_are_crossed_forwards() -> None:
    left = column("Unten links beginnt der", "Satz und läuft")
    right = column("oben rechts weiter bis", "an das Ende der Seite,", x=320, y=88)
    after = column("Kopf der Seite", "und dort zu Ende.", seite=2)
    zeilen = [*right, *left, *after]
    assert stands(
        "der Satz und läuft oben rechts weiter bis an das Ende der Seite, und dort zu Ende.", zeilen
    )
    assert not stands("Satz und läuft an das Ende", zeilen)
    assert not stands("und dort zu Ende. Satz und läuft", zeilen)


def test_line_numbers_are_read_over_but_no_others() -> None:
    numbered = [
        replace(zeile, worte=(str(100 + i), *zeile.worte), nummer_vorn=True) for i, zeile in enumerate(SCHULE)
    ]
    assert stands("auch wenn sie nicht mehr als 40 Kinder hat", numbered)
    hinten = [
        replace(zeile, worte=(*zeile.worte, str(100 + i)), nummer_hinten=True)
        for i, zeile in enumerate(SCHULE)
    ]
    assert stands("auch wenn sie nicht mehr als 40 Kinder hat. Die Wege", hinten)
    plain = [replace(zeile, nummer_vorn=False) for zeile in numbered]
    assert not stands("auch wenn sie nicht mehr als 40 Kinder hat", plain)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Bürger\xadgeld – ja!", "bürgergeldja"), ("1,5 %", "1,5%"),
        ("20.000 Stellen, 3. Teil", "20.0" + "00stellen3teil"), ("Straße", "strasse"), ("a\ufffdb", "ab"),
        ("•", ""),
    ],
)  # fmt: skip
def test_keys(text: str, wanted: str) -> None:
    assert key(text) == wanted


def test_repetitive_text_ends_soon() -> None:
    zeilen = column(*["a a a a a a a a"] * 40)
    assert stands("a" * 300, zeilen)
    assert not stands("a" * 321, zeilen)
    assert not stands("a" * 300 + "b", zeilen)


def test_a_line_of_the_next_column_that_stands_lower_does_not_go_on_from_one() -> None:
    left, right = column("Wir bauen neue", "Brücken am Fluss"), column("Straßen im Tal", x=270, y=124)
    assert not stands("Wir bauen neue Straßen im Tal", [*left, *right])
    beside = column("Straßen im Tal", x=270, y=100)
    assert stands("Wir bauen neue Straßen im Tal", [*left, *beside])


def test_numbers_of_lines_in_the_margin_are_no_part_of_what_is_drawn() -> None:
    rows = [replace(row, nummer_vorn=True) for row in column("Wir bauen 12 neue", "Brücken am Fluss")]
    part = PrintedPart("Wir bauen 12 neue Brücken am Fluss", rows)

    def seen(*lines: str) -> bool | None:
        drawn = dict(zip(part.places, (DrawnLine(line, 99.0) for line in lines), strict=True))
        return seen_in_print([part], drawn)[0]

    assert seen("4101 Wir bauen 12 neue", "4102 Brücken am Fluss")
    assert not seen("4101 Wir bauen 13 neue", "4102 Brücken am Fluss")
    behind = [replace(row, nummer_vorn=False, nummer_hinten=True) for row in rows]
    part = PrintedPart(part.text, behind)
    assert seen("Wir bauen 12 neue 4101", "Brücken am Fluss 4102")
