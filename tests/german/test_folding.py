"""Each way to make texts alike does what its line of the table says, and undoes what it is for."""

import re
import unicodedata

import pytest
from hypothesis import given, strategies as st

from core.wortlaut.binding.near_misses import Wording
from core.wortlaut.german import folding
from core.wortlaut.german.folding import letters, small_words, spelled_out

TEXT = "„Maß\xadnahme, GRÜNE’s \ufb01t“"


def test_the_table_is_true() -> None:
    assert folding.composed(unicodedata.normalize("NFD", TEXT)) == TEXT
    assert folding.visible(TEXT) == TEXT.replace("\xad", "")
    assert folding.lowered(TEXT) == "„maß\xadnahme, grüne’s fit“"
    assert folding.folded(TEXT) == "„massnahme, grüne’s fit“"
    assert folding.words(TEXT) == ["massnahme", "grüne", "s", "fit"]
    assert folding.small_words(TEXT) == ["maß".casefold(), "nahme", "grüne", "s", "fit"]
    assert folding.transliterated(TEXT) == "„massnahme, gruenes fit“"
    assert folding.bare_word("(Maß\xadnahme,") == "massnahme"
    assert folding.without_umlauts("grüne") == "grune"
    assert letters(TEXT) == "massnahmegrünesfit"


@pytest.mark.parametrize(
    ("text", "seen"),
    [("a\u202eb", "ab"), ("a\u2028b", "a b"), ("a\n\tb", "a\n\tb"), ("a\x00b\ud800", "ab")],
)
def test_what_nobody_sees_is_out_and_lines_stay(text: str, seen: str) -> None:
    assert folding.visible(text) == seen


def test_control_characters_are_no_format_marks() -> None:
    assert folding.without_format_marks("1\u200b5\xad\x07") == "15\x07"


@given(st.text())
def test_a_rougher_way_never_tells_apart_what_a_gentler_one_holds_for_the_same(text: str) -> None:
    assert folding.words(folding.composed(text)) == folding.words(text) or not text.isprintable()
    assert letters(folding.composed(text)) == letters(text)


texts = st.text(st.characters() | st.sampled_from("äöüßÄÖÜẞ„“–_ .…½²™µŠﬁ\xa0\xad\u0301"), max_size=60)


@given(texts)
def test_what_is_folded_at_once_is_what_is_folded_letter_by_letter(text: str) -> None:
    composed_text = unicodedata.normalize("NFC", text)
    plain = [unicodedata.normalize("NFKC", letter).casefold() for letter in composed_text]
    folded_letters = "".join(unicodedata.normalize("NFKC", letter) for letter in plain)
    assert letters(text) == "".join(letter for letter in folded_letters if letter.isalnum())
    assert spelled_out(text) == letters(text).translate(str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"}))
    assert small_words(text) == [word.casefold() for word in re.findall(r"\w+", text)]
    words, places = Wording(text, 7), [match.span() for match in re.finditer(r"\w+", text)]
    assert [(words.start(i) - 7, words.end(i) - 7) for i in range(len(places))] == places
