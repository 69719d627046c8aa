"""What differs between an emitted quote and its source."""

import pytest
from hypothesis import given, strategies as st

from core.wortlaut.binding.near_misses import PieceKind, differences, in_words


def told(emittiert: str, quelle: str) -> list[tuple[str, str]]:
    signs = {PieceKind.GLEICH: "=", PieceKind.ONLY_ZITAT: "-", PieceKind.ONLY_QUELLE: "+"}
    return [(signs[piece.art], piece.text) for piece in differences(emittiert, quelle)]


@pytest.mark.parametrize(("emittiert", "quelle", "pieces"), [
    ("Wir bauen 400 Wohnungen", "Wir bauen 300 Wohnungen",
     [("=", "Wir bauen"), ("-", "400"), ("+", "300"), ("=", "Wohnungen")]),
    ("Das lehnen wir ab", "Das lehnen wir nicht ab", [("=", "Das lehnen wir"), ("+", "nicht"), ("=", "ab")]),
    ("Wir wollen sehr viel mehr", "Wir wollen mehr",
     [("=", "Wir wollen"), ("-", "sehr viel"), ("=", "mehr")]),
    ("wohnen, MIETEN", "Wohnen Mieten", [("=", "Wohnen Mieten")]),
    ("Ganz anders", "Nichts davon", [("-", "Ganz anders"), ("+", "Nichts davon")]),
    ("", "Etwas", [("+", "Etwas")]),
])  # fmt: skip
def test_both_are_told_in_one(emittiert: str, quelle: str, pieces: list[tuple[str, str]]) -> None:
    assert told(emittiert, quelle) == pieces


def test_exactly_told_case_and_punctuation_count() -> None:
    assert [s.text for s in differences("wohnen, Mieten", "Wohnen Mieten", exact=True)] == [
        "wohnen,", "Wohnen", "Mieten",
    ]  # fmt: skip


@given(st.text(max_size=80), st.text(max_size=80))
def test_the_source_can_always_be_read_off(emittiert: str, quelle: str) -> None:
    kept = [text for sign, text in told(emittiert, quelle) if sign != "-"]
    assert " ".join(kept).split() == quelle.split()


@pytest.mark.parametrize(("emittiert", "quelle", "told"), [
    ("Wir haben das ausbaute Netz", "Wir haben das ausgebaute Netz",
     "Modell: ‚ausbaute‘, Programm: ‚ausgebaute‘."),
    ("Das lehnen wir ab", "Das lehnen wir nicht ab", "beim Modell fehlt ‚nicht‘."),
    ("**Wir** bauen für alle, sehr viel", "Wir bauen fuer alle", "Modell: ‚sehr viel‘, Programm: nichts."),
    ("Frau Göthe lebt hier", "Frau Goethe lebt hier", "Modell: ‚Göthe‘, Programm: ‚Goethe‘."),
    ("a 1 b 2 c 3 d 4 e 5 f", "a 6 b 7 c 8 d 9 e 0 f",
     "Modell: ‚1‘, Programm: ‚6‘; Modell: ‚2‘, Programm: ‚7‘; Modell: ‚3‘, Programm: ‚8‘; und 2 weitere."),
    ("Wir bauen", "Wir bauen.", ""),
])  # fmt: skip
def test_the_first_differences_are_told_in_words(emittiert: str, quelle: str, told: str) -> None:
    assert in_words(emittiert, quelle, "Programm") == told
