"""What Läufe of a model cost so far."""

import pytest

from core.runs import figures
from core.runs.store import Runstore
from tests.runs.beispiele import finished_lauf, neuer_lauf, teil


def lauf(store: Runstore, modell: str, *kosten: float | None, **changes: object) -> str:
    """A finished Lauf with a Teil of each price."""
    lauf_id = store.start(neuer_lauf(modell_gefragt=modell, **changes))
    for number, usd in enumerate(kosten):
        store.save_teil(lauf_id, teil(f"P{number}", kosten=usd), [], [])
    store.finish(lauf_id)
    return lauf_id


def test_mean_of_the_latest_laeufe_of_each_model(store: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    lauf(store, "openai/a", 5.0)
    lauf(store, "openai/a", 0.01, 0.02)
    lauf(store, "openai/a", 0.05)
    lauf(store, "openai/b", 0.3)
    monkeypatch.setattr(figures, "LAST", 2)
    found = store.usual_cost(["openai/a", "openai/b", "openai/nie"])
    assert found == pytest.approx({"openai/a": 0.04, "openai/b": 0.3})


def test_what_is_unknown_unfinished_copied_invented_or_deleted_tells_no_price(store: Runstore) -> None:
    lauf(store, "openai/a", 0.01, None)
    whole = lauf(store, "openai/b", 0.01)
    lauf(store, "openai/c", 0.01, is_demo=True)
    lauf(store, "openai/d", 0.01, aus_cache=whole)
    store.delete([whole])
    unfinished = store.start(neuer_lauf(modell_gefragt="openai/e"))
    store.save_teil(unfinished, teil(kosten=0.01), [], [])
    other = store.start(neuer_lauf(modell_gefragt="openai/f"))
    store.save_teil(other, teil(kosten=0.01, ersatzmodell=True), [], [])
    store.finish(other)
    assert store.usual_cost([f"openai/{name}" for name in "abcdef"]) == {}
    assert finished_lauf(store, modell_gefragt="openai/a") and store.usual_cost(["openai/a"])
