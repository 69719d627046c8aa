"""What was planted is named, the honest one not accused; 200 of each in `tests.bench calibration`."""

import pytest

from core.calibration.agreement import overall_picture
from core.calibration.calibration_words import BEHAVIOR, befund_told
from core.calibration.findings import Behavior, findings
from core.calibration.questions import Variant
from tests.calibration.simulated import made_satz, simulated

SATZ = made_satz(26, 4)
RUNS = 6


@pytest.mark.parametrize("verhalten", list(Behavior))
def test_what_was_planted_is_named(verhalten: Behavior) -> None:
    runs = [findings(simulated(SATZ, verhalten, f"test {run}")) for run in range(RUNS)]
    named = [{befund.verhalten for befund in run if befund.is_named} for run in runs]
    assert sum(verhalten in one for one in named) >= RUNS - 1
    told = [befund_told(b) for run in runs for b in run if b.is_named and b.verhalten is verhalten]
    assert all(text.startswith(BEHAVIOR[verhalten][0]) for text in told)


def test_the_honest_one_is_not_accused() -> None:
    runs = [findings(simulated(SATZ, None, f"test {run}")) for run in range(12)]
    assert sum(any(b.is_named for b in run) for run in runs) <= 1 and all(runs)


def test_a_biased_model_is_told_for_whom_and_against_whom() -> None:
    runs = [findings(simulated(SATZ, Behavior.PARTEIISCH, f"test {run}")) for run in range(RUNS)]
    told = [{(b.partei, b.richtung) for b in run if b.is_named} for run in runs]
    assert sum({("P0", 1), ("P3", -1)} <= one for one in told) >= RUNS - 1
    assert not any({("P0", -1), ("P3", 1)} & one for one in told)


def test_a_few_theses_prove_nothing() -> None:
    few = simulated(made_satz(5, 4), Behavior.LUEGNER, "wenige")
    assert not any(befund.is_named for befund in findings(few))
    assert overall_picture(few.of(Variant.PROGRAMM)).gesamt.abweichung.wert > 0.5


def test_the_same_answers_give_the_same_findings() -> None:
    assert findings(simulated(SATZ, None, "a")) == findings(simulated(SATZ, None, "a"))
