"""A Prüfakte of a later version is told as one, for it may be whole."""

import json

import pytest

from core.errors import AkteBroken
from core.papers.contents import FORMAT, LAUF, read_contents

WROTE = {"antragsspiegel": "9.1", "lesart": "12"}


@pytest.mark.parametrize("version", [FORMAT + 1, 99])
def test_a_newer_one_is_refused_with_the_version_that_wrote_it(version: int) -> None:
    head = json.dumps({"pruefakte": version, "neu": {}, "geschrieben_mit": WROTE}).encode()
    with pytest.raises(AkteBroken, match=rf"Fassung {version}.*9\.1.*späteren"):
        read_contents({LAUF: head})


@pytest.mark.parametrize(
    "head", ["{", "[]", "1", "{}", '{"pruefakte": "2"}', '{"pruefakte": 0}', "[" * 100_000]
)
def test_what_says_no_version_has_not_the_form_of_one(head: str) -> None:
    with pytest.raises(AkteBroken, match="Form einer Prüfakte"):
        read_contents({LAUF: head.encode()})
