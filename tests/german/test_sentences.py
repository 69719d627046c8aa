from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from core.wortlaut.german.sentences import ends_sentence, sentences
from tests.cases import cases


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize("sentence", cases(__file__, "whole"))
def test_one_sentence_stays_whole(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(("text", "expected"), cases(__file__, "parted"))
def test_sentences_are_parted(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@given(st.text(alphabet="abcÄ. !?…„“)12 \n", max_size=200))
def test_no_letter_is_lost_or_doubled(text: str) -> None:
    spans = sentences(text)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(("line", "ends"), cases(__file__, "goes_on"))
def test_a_line_that_ends_in_an_abbreviation_goes_on(line: str, ends: bool) -> None:
    assert ends_sentence(line) is ends
