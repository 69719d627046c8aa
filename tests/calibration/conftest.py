"""The indexed demo, a store of the test's own, and the shipped theses."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from core.calibration.calibration_ask import EichungAuftrag
from core.calibration.example import play
from core.calibration.findings import Behavior
from core.calibration.item_files import shipped_sentence
from core.calibration.items import Eichsatz
from core.context import Context
from core.llm.anfrage import Handler
from core.llm.prompts import load_prompts
from core.settings import ROOT
from tests.assessment.conftest import context, umgebung
from tests.llm.modellserver import antwort

__all__ = ["context", "umgebung"]

PROMPTS = load_prompts(ROOT / "data" / "prompts")
SATZ = shipped_sentence(ROOT / "data")
Play = Callable[[Behavior | None], Handler]


def first_theses(count: int) -> Eichsatz:
    """The first so many theses of the shipped set, all four parties."""
    return replace(SATZ, items=SATZ.items[: 4 * count])


def auftrag(modell: str = "demo/gespielt", **changes: object) -> EichungAuftrag:
    fields = {"prompt": PROMPTS["streng"], "ohne": PROMPTS["eichung"], "versuche": 1, "pause": 0.01}
    return EichungAuftrag(**{"modell": modell, **fields, **changes})  # type: ignore[arg-type]


def reply(score: int | None) -> Any:
    own = {"score": score, "begruendung": "Darum.", "zitate": []}
    nothing = {"score": None, "begruendung": "", "zitate": []}
    return antwort({"fraktion": "x", "wahlprogramm": own, "parteiprogramm": nothing})


@pytest.fixture
def played(context: Context) -> Play:
    return lambda verhalten: play(context, SATZ, verhalten)


def until(found: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for what goes on by itself."""
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)
