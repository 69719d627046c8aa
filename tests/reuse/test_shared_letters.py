"""Runs of shared letters are found as somebody finds them who compares every letter with every other."""

from random import Random

from hypothesis import given, strategies as st

from core.features.reuse.shared_letters import LEAST, LetterIndex, Run


def compared(key: str, texts: list[str], least: int) -> set[Run]:
    """By trying every place with every other."""
    found = set()
    for number, text in enumerate(texts):
        for i in range(len(key)):
            for j in range(len(text)):
                begins = i == 0 or j == 0 or key[i - 1] != text[j - 1]
                length = 0
                while begins and key[i + length : i + length + 1] == text[j + length : j + length + 1] != "":
                    length += 1
                if length >= least:
                    found.add(Run(i, number, j, length))
    return found


@given(st.randoms(use_true_random=False), st.sampled_from(["ab", "abcdefgh", "abcdé😀"]))
def test_every_run_is_found_and_none_is_false(rng: Random, alphabet: str) -> None:
    texts = ["".join(rng.choices(alphabet, k=rng.randrange(160))) for _ in range(3)]
    key = "".join(rng.choices(alphabet, k=40))
    for text in texts:
        start = rng.randrange(len(text) + 1)
        key += text[start : start + rng.randrange(LEAST - 3, LEAST + 20)] + rng.choice("xyz")
    found = LetterIndex.of(texts).shared(key)
    # A letter that would widen all of them ends a run.
    assert set(found) == compared(key, [text.replace("😀", "\0") for text in texts], LEAST)
    assert len(found) == len(set(found))


def test_a_text_of_one_letter_keeps_nobody_waiting() -> None:
    index = LetterIndex.of(["a" * 500, "b" * 500, ""])
    found = index.shared("a" * 200_000 + "c" * 60)
    assert found and all(run.number == 0 and run.length <= 500 for run in found)
    assert index.shared("") == [] == LetterIndex.of([]).shared("a" * 90)
    assert index.same_as("b" * 500) == [1] and index.same_as("b" * 499) == []
