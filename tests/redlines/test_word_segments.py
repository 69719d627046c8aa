"""Old and new words in one: both come out again, sign for sign."""

from random import Random

from core.antrag.edits import Edited
from core.redlines.word_segments import GONE, KEPT, NEW, segments

WORDS = "zeitnah zu prüfen , ob im Haus der Jugend 1,5 Mio. Euro gespart werden können .".split(" ")


def both(alt: str, neu: str) -> tuple[str, str]:
    found = segments(alt, neu)
    return (
        "".join(text for how, text in found if how is not Edited.ADDED),
        "".join(text for how, text in found if how is not Edited.ENTFERNT),
    )


def test_both_wordings_are_in_it() -> None:
    chance = Random(1)
    for _ in range(300):
        alt, neu = (
            chance.choice((" ", "  ")).join(chance.choices(WORDS, k=chance.randrange(12))) for _ in "ab"
        )
        assert both(alt, neu) == (alt, neu)


def test_only_what_changed_is_marked() -> None:
    assert segments("bis Ende 2025 zu berichten", "bis Mitte 2026 zu berichten") == [
        (KEPT, "bis "),
        (GONE, "Ende 2025"),
        (NEW, "Mitte 2026"),
        (KEPT, " zu berichten"),
    ]
    assert segments("ganz weg", "") == [(GONE, "ganz weg")]
