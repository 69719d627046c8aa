"""A seeded share of `python -m tests.bench routenfuzz`."""

from itertools import islice
from random import Random

import pytest

from core.context import Context
from tests.bench import routenfuzz


@pytest.mark.parametrize("seed", range(2))
def test_no_request_gets_a_fault_or_a_foreign_file(
    demo_index: Context, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    routenfuzz.lay_traps(demo_index.settings.pdf_dir)
    monkeypatch.setattr(routenfuzz, "_made", [routenfuzz.make_app()])
    monkeypatch.setattr(routenfuzz, "SLOWEST", 30.0)  # others work on this machine too
    found = [routenfuzz.attempt(case) for case in islice(routenfuzz.cases(Random(seed)), 300)]
    assert [fault for fault in found if fault] == []
