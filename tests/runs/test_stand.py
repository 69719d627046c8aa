"""Whether anything changed in the store."""

from core.runs.store import Runstore
from tests.runs.beispiele import neuer_lauf, score, teil


def test_every_change_gives_another_stand(store: Runstore) -> None:
    seen = [store.stand()]

    def is_new() -> bool:
        seen.append(store.stand())
        return seen[-1] != seen[-2]

    lauf_id = store.start(neuer_lauf())
    assert is_new()
    store.save_teil(lauf_id, teil(), [score()])
    assert is_new()
    store.finish(lauf_id)
    assert is_new()
    store.delete([lauf_id])
    assert is_new()
    store.restore([lauf_id])
    assert is_new() and not is_new()
