"""The indexed demo, a store of the test's own, and the shipped theses."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from core.assessment.auftrag import Auftrag
from core.calibration.items import Eichsatz, shipped_sentence
from core.calibration.questions import make_fragen
from core.calibration.run_calibration import PlannedEichung
from core.context import Context
from core.llm.prompts import load_prompts
from core.settings import ROOT
from tests.assessment.conftest import context, umgebung
from tests.llm.modellserver import antwort

__all__ = ["context", "umgebung"]

PROMPTS = load_prompts(ROOT / "data" / "prompts")
SATZ = shipped_sentence(ROOT / "data")


def first_theses(count: int) -> Eichsatz:
    """The first so many theses of the shipped set, all four parties."""
    return replace(SATZ, items=SATZ.items[: 4 * count])


def planned(context: Context, satz: Eichsatz, url: str = "", **changes: Any) -> PlannedEichung:
    """A model that a test's own server plays."""
    fragen = make_fragen(context, satz)
    fields = {
        "modell": "openai/test",
        "prompt": PROMPTS["streng"],
        "api_base": url,
        "versuche": 1,
        "pause": 0.01,
    }
    order = Auftrag(antrag=fragen.fragen[0].antrag(), **{**fields, **changes})
    return PlannedEichung(order, satz, fragen)


def reply(score: int | None) -> Any:
    own = {"score": score, "begruendung": "Darum.", "zitate": []}
    nothing = {"score": None, "begruendung": "", "zitate": []}
    return antwort({"fraktion": "x", "wahlprogramm": own, "parteiprogramm": nothing})


def until(found: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for what goes on by itself."""
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.01)
