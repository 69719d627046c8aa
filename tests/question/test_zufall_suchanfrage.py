"""Hostile questions: whatever is typed is understood, asked back or refused in German, and quickly."""

import random
import time
from collections.abc import Iterator
from functools import cache

import pytest

from core.base.errors import EingabeError
from core.base.settings import ROOT
from core.llm.prompt_sources import LABEL, TAG_CLOSERS, TAG_OPENERS, fence
from core.programme.registry import Registry, load_registry
from core.programme.wording_index import TEXTWORD
from core.search.suchanfrage import parse_suchanfrage, understand
from core.wortlaut.german.folding import WORD

SHARE = 400
WORDS = (
    *"Was sagen SPD und Grüne in NRW zum Kohleausstieg seit 2020 ? Union CSU Bayern Linke Die Heimat".split(),
    *"Sachsen - Anhalt nordrhein westfälische Wahlprogramm Bundestagswahl vor nach bis zwischen".split(),
    *"laut – „ “ » \" ' / & + . ; 1848 2025 99999999999999999999 ² AfD-Verbot HB-Männchen der die".split(),
    *(
        "\x00", "\ud800", "\u200b", "\u0301", "İ", "ß", "ﬁ", "🌍", "\u202e", "{0}", "%s", "<b>", "\\",
        "\u0662",
    ),
)  # fmt: skip


@cache
def registry() -> Registry:
    return load_registry(ROOT / "data" / "registry")


def cases(rng: random.Random) -> Iterator[str]:
    while True:
        count = rng.choice((0, 1, 3, 8, 8, 20, 60))
        yield rng.choice((" ", " ", "", "-")).join(rng.choice(WORDS) for _ in range(count))


def attempt(case: str) -> bool:
    """Is it understood?"""
    anfrage = parse_suchanfrage(case, registry())
    assert anfrage.eingabe == case
    assert set(anfrage.parteien) <= registry().parteien.keys()
    assert anfrage.bundesland is None or anfrage.bundesland in registry().parlamente
    anfrage.verstanden(registry())
    try:
        understand(registry(), case)
    except EingabeError as reason:
        assert str(reason).rstrip().endswith((".", "?", "“.", "…"))
        return False
    return True


def test_random_questions_are_understood_or_refused() -> None:
    found = cases(random.Random(4711))
    assert {attempt(next(found)) for _ in range(SHARE)} == {True, False}


@pytest.mark.parametrize(
    "unit",
    [
        "-", "„", '"', "a-", "a'", "SPD ", "SPD-", "u ", "und ", "2020 ", "a\u0301", "die ", "/", "1", "Q",
        "»", "in ",
    ],
)  # fmt: skip
def test_longest_question_is_read_in_a_moment(unit: str) -> None:
    for size in (1000, 20_000):
        begin = time.process_time()
        attempt((unit * size)[:size])
        assert time.process_time() - begin < 1.5


@pytest.mark.parametrize(
    "unit", ["[", "[Q", "[ ", "<", "< ", "Q1", "[Q1", "a\u00ad", "\u00ad", "a", "_", " ", "\uff1c ", "\n"]
)
def test_a_megabyte_of_others_text_is_fenced_and_split_in_a_moment(unit: str) -> None:
    text = (unit * 1_000_000)[:1_000_000]
    for read in (
        fence,
        TEXTWORD.findall,
        WORD.findall,
        LABEL.findall,
        TAG_OPENERS.findall,
        TAG_CLOSERS.findall,
    ):
        begin = time.process_time()
        read(text)
        assert time.process_time() - begin < 3
