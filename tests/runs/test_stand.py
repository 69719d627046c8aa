"""Whether anything changed in the store, and which kinds of Läufe there are."""

from core.runs.stand import Laufart
from core.runs.store import Runstore
from tests.runs.beispiele import finished_lauf, neuer_lauf, score, teil


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
    assert is_new()


def test_without_a_change_it_is_the_same(store: Runstore) -> None:
    finished_lauf(store)
    assert store.stand() == store.stand()


def test_kinds_are_told_once_and_only_of_what_is_asked(store: Runstore) -> None:
    for _ in range(2):
        finished_lauf(store)
    deleted = finished_lauf(store, prompt_id="weg")
    store.delete([deleted])
    finished_lauf(store, prompt_id="erfunden", is_demo=True)
    assert store.list_laufarten(is_demo=False) == [
        Laufart("offline/extraktiv", "standard", "3", "je_forderung", "DEMO")
    ]
    assert [art.prompt_id for art in store.list_laufarten(is_demo=True)] == ["erfunden"]
