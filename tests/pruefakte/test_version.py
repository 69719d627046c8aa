"""A Prüfakte of an earlier version is read; one of a later version is told as one, for it may be whole."""

import json
from pathlib import Path

import pytest

from core.base.errors import AkteBroken
from core.base.version import VERSION
from core.features.papers.bag import faults, read_bag
from core.features.papers.contents import FORMAT, LAUF, OVERVIEW, read_contents
from core.features.papers.findings import HOLDS, HOLDS_BUT_OVERVIEW, Weight
from core.features.papers.verify import verify
from tests.runs.kept_stores import AKTE, kept_stores, unpacked

WROTE = {"antragsspiegel": "9.1", "lesart": "12"}


@pytest.mark.parametrize("kept", kept_stores(), ids=lambda path: path.stem)
def test_what_a_released_version_wrote_is_read(kept: Path, tmp_path: Path) -> None:
    data = (unpacked(kept, tmp_path) / AKTE).read_bytes()
    bag = read_bag(data)
    contents = read_contents(bag.payload)
    assert list(faults(bag.files)) == [] and bag.is_original
    assert sum(zitat.bound is not None for _, zitat in contents.zitate) > 3
    assert contents.lauf.geschrieben_mit["antragsspiegel"] == kept.stem
    proof = verify(data)
    is_ours = kept.stem == VERSION
    assert (proof.ok, proof.holds_but_overview) == (is_ours, not is_ours)
    assert proof.in_words == (HOLDS if is_ours else HOLDS_BUT_OVERVIEW)
    assert ("außer der Seite LIES-MICH.html" in proof.seite) is not is_ours
    told = proof.befunde
    assert not [str(one) for one in told if one.weight is not Weight.REMARK and one.wo != OVERVIEW]


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
