"""Party names are hidden from a checker, everyday words are not, and every place is found again."""

import random

import pytest

from core.features.support.check import HIDDEN, hide_names, names_of
from core.programme.context import Context


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        ("Wir, die SPD, wollen mehr Züge.", "Wir, die [Partei], wollen mehr Züge."),
        ("BÜNDNIS 90/DIE GRÜNEN fordern das.", "[Partei] fordern das."),
        ("Wir Freien Demokraten wollen das.", "Wir [Partei] wollen das."),
        ("Die Linke will es, DIE LINKE auch.", "[Partei] will es, [Partei] auch."),
        ("Eine Brücke auf der linken Seite.", "Eine Brücke auf der linken Seite."),
        ("Das Grüne Band und die Grüne Woche bleiben.", "Das Grüne Band und die Grüne Woche bleiben."),
        ("Die CDU-Fraktion lehnt ab.", "Die [Partei]-Fraktion lehnt ab."),
        ("", ""),
    ],
)  # fmt: skip
def test_names_are_hidden_and_words_are_not(demo: Context, text: str, hidden: str) -> None:
    assert hide_names(text, names_of(demo.registry)).text == hidden


def test_every_place_is_that_of_the_text_as_it_was() -> None:
    rng = random.Random(7)
    for _ in range(300):
        text = " ".join(rng.choice(["SPD", "Bahn", "CDU", "fährt", "wieder", "im", "Tal"]) for _ in range(12))
        verdeckt = hide_names(text, ["SPD", "CDU"])
        start = rng.randrange(len(verdeckt.text))
        end = rng.randrange(start, len(verdeckt.text)) + 1
        found = text[slice(*verdeckt.original((start, end)))]
        shown = verdeckt.text[start:end]
        if (
            HIDDEN[0] not in shown
            and HIDDEN[-1] not in shown
            and "Partei" not in verdeckt.text[max(0, start - 8) : end + 8]
        ):
            assert found == shown
        whole = text[slice(*verdeckt.original((0, len(verdeckt.text))))]
        assert whole == text
