"""Whatever stands beside, between or over a text: what can be quoted was set so."""

from pathlib import Path

import pytest

from tests.programme.layouts import LAYOUTS, judge


@pytest.mark.parametrize("name", sorted(LAYOUTS))
def test_what_can_be_quoted_was_set_so(name: str, tmp_path: Path) -> None:
    judged = judge(name, 0, tmp_path)
    assert judged.woven == ()
    assert len(judged.lost) <= LOST.get(name, FILED if ", filed " in name else 1)


FILED = 8
"""Of 6 to 27 sentences; whoever files lines in no order of reading tells the guard nothing."""

LOST = {
    "large box over two columns": 2,
    "notes in the right margin, small": 2,
    "notes in the right margin, coloured": 2,
    "last lines alike": 10,  # on every page: taken for a running foot, and the sentences before it doubted
}
"""Of 9 to 100 sentences those that a caption or a box parts; they are not bound, which costs no truth."""
