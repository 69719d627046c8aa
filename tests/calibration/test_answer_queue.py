"""Answers of many threads: whoever comes back has theirs stored, and a failure loses none."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from core.calibration.answer_queue import StorePlace
from core.calibration.questions import make_fragen
from core.calibration.run_calibration import begin_calibration
from core.context import Context
from core.errors import DashboardError
from core.runs.eichungen import EichungAntwort
from core.runs.store import Runstore, runstore
from tests.calibration.conftest import auftrag, first_theses
from tests.calibration.simulated import antwort_of, simulated


@pytest.fixture
def eichung_id(context: Context) -> str:
    satz = first_theses(2)
    return begin_calibration(context, auftrag(), satz, make_fragen(context, satz, []))


def answers(count: int) -> list[EichungAntwort]:
    one = antwort_of(simulated(first_theses(2), None, "x"), 0)
    return [replace(one, these=number) for number in range(count)]


def stored(store: Runstore, eichung_id: str) -> set[int]:
    return {these for these, *_ in store.answered_keys(eichung_id)}


def test_whoever_comes_back_has_theirs_stored(context: Context, eichung_id: str) -> None:
    store, missing = runstore(context), []
    ablage = StorePlace(store, eichung_id)

    def save(antwort: EichungAntwort) -> None:
        ablage.save(antwort)
        if antwort.these not in stored(store, eichung_id):
            missing.append(antwort.these)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(save, answers(40)))
    assert not missing and len(stored(store, eichung_id)) == 40


def test_what_could_not_be_written_is_written_with_the_next(
    context: Context, eichung_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, (first, second) = runstore(context), answers(2)
    ablage = StorePlace(store, eichung_id)

    def full(store: Runstore, rows: object) -> None:
        raise DashboardError("Die Platte ist voll.")

    with monkeypatch.context() as patch:
        patch.setattr(Runstore, "save_eichung_antworten", full)
        with pytest.raises(DashboardError, match="voll"):
            ablage.save(first)
    assert not stored(store, eichung_id)
    ablage.save(second)
    assert stored(store, eichung_id) == {0, 1}
