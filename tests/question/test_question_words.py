"""A question: what cannot be searched for is refused in one German sentence that says why."""

import random

import pytest

from core.base.errors import EingabeError
from core.search.question_grammar import LONGEST, check_frage
from core.wortlaut.german.words import STOP_WORDS

LEER = "Die Suche ist leer. Geben Sie ein, wonach gesucht werden soll."
OHNE_WORT = "Die Suche enthält kein Wort. Geben Sie ein, wonach gesucht werden soll."
LONG = (
    "Die Suche ist mit {} Zeichen zu lang; möglich sind 20.000. "
    "Einen ganzen Antrag prüfen Sie als Antrag, nicht als Suche."
)
FUELL = (
    "Die Suche besteht nur aus Füllwörtern („{}“). Nennen Sie, worum es geht, zum Beispiel „Mietpreisbremse“."
)


@pytest.mark.parametrize(
    ("frage", "message"),
    [
        ("", LEER),
        (" \n\t\u00a0", LEER),
        (" " * 1_000_000, LEER),
        ("?", OHNE_WORT),
        ("§ – … „“ !?", OHNE_WORT),
        ("____ __", OHNE_WORT),
        ("\u200b\u00ad", OHNE_WORT),
        ("☃ 👍", OHNE_WORT),
        ("x" * (LONGEST + 1), LONG.format("20.001")),
        ("Miete " * 170_000, LONG.format("1.019.999")),
        ("und", FUELL.format("und")),
        (" Was wollen wir?\n", FUELL.format("Was wollen wir?")),
        ("WER SAGT DAZU NICHTS?", FUELL.format("WER SAGT DAZU NICHTS?")),
        ("und oder " * 50, FUELL.format(("und oder " * 50)[:60])),
        (
            "Miete \ud83d",
            "Die Suche enthält Zeichen, die sich nicht lesen lassen. Bitte tippen Sie sie neu ein.",
        ),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_what_says_nothing_is_refused(frage: str, message: str) -> None:
    with pytest.raises(EingabeError) as refused:
        check_frage(frage)
    assert str(refused.value) == message


@pytest.mark.parametrize("frage", ["", "!", "und", "x" * 30_000, "\ud83d"])
def test_refusal_names_what_was_asked(frage: str) -> None:
    with pytest.raises(EingabeError, match=r"^Der Antrag "):
        check_frage(frage, "Der Antrag")


@pytest.mark.parametrize(
    "frage",
    [
        "Miete",
        "EU",
        "§ 218",
        "2030",
        "49",
        "Was sagt ihr zur Bahn?",
        "A",
        "Ö",
        "漢字",
        "Straße\x00",
        "x" * LONGEST,
        "weniger Mehr",
    ],
)
def test_one_word_or_number_is_enough(frage: str) -> None:
    assert check_frage(frage) == frage


def test_white_space_around_it_is_dropped_before_it_is_measured() -> None:
    assert check_frage(f"  \n{'x' * LONGEST}\t ") == "x" * LONGEST
    assert check_frage(" Bus  und\nBahn ") == "Bus  und\nBahn"


def test_no_number_of_filler_words_makes_a_question_but_one_more_word_does() -> None:
    words = random.Random(5).sample(sorted(STOP_WORDS), 40)
    with pytest.raises(EingabeError, match="nur aus Füllwörtern"):
        check_frage(" ".join(words).title())
    assert check_frage(" ".join([*words, "Deich"]))


def test_filler_words_are_written_as_they_are_compared() -> None:
    assert [word for word in STOP_WORDS if word != word.casefold() or not word.isalpha()] == []
