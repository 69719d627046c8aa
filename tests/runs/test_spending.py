"""What a person spent this month, and the limit that holds for him."""

import pytest

from core.errors import EingabeError
from core.runs.spending import EVERYBODY
from core.runs.store import Runstore

EVA, UDO = "eva@haus.example", "udo@haus.example"


def test_without_a_limit_nothing_is_left_to_be_counted(store: Runstore) -> None:
    store.note_spending(EVA, 0.25)
    budget = store.budget_of(EVA)
    assert (budget.ausgegeben, budget.grenze, budget.rest) == (0.25, None, None)


def test_ones_own_limit_goes_before_that_of_everybody(store: Runstore) -> None:
    store.set_limit(EVERYBODY, 1.0)
    store.set_limit(EVA, 5.0)
    for usd in (0.5, None, 1.0):
        store.note_spending(EVA, usd)
    store.note_spending(UDO, 2.0)
    eva, udo = store.list_budgets()
    assert (eva.rest, eva.unbekannt, udo.rest) == (3.5, 1, 0.0)
    store.set_limit(EVA, None)
    assert store.budget_of(EVA).rest == 0.0 and store.common_limit() == 1.0


@pytest.mark.parametrize("usd", [-1.0, float("nan"), float("inf"), 2e6])
def test_what_is_no_amount_is_refused(store: Runstore, usd: float) -> None:
    with pytest.raises(EingabeError, match="kein Betrag"):
        store.set_limit(EVA, usd)


def test_last_month_is_not_counted(store: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.runs.spending.this_month", lambda: "2020-01")
    store.note_spending(EVA, 3.0)
    monkeypatch.undo()
    assert store.budget_of(EVA).ausgegeben == 0.0
