"""Prompts of users, judgements, batches."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from core.base.errors import EingabeError
from core.programme.context import Context
from core.runs import import_laeufe
from core.runs.import_laeufe import import_json
from core.runs.lauf import Status, Urteil
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from tests.runs.beispiele import finished_lauf, neuer_lauf
from tests.runs.faelschungen import load_export


def test_changed_prompt_is_another_version_and_the_first_stays(store: Runstore) -> None:
    first = store.save_prompt("streng", "Urteilen Sie streng.")
    assert store.save_prompt("streng", "Urteilen Sie streng.") == first
    second = store.save_prompt("streng", "Urteilen Sie sehr streng.")
    other = store.save_prompt("mild", "Urteilen Sie mild.")
    assert (first.nummer, second.nummer, other.nummer) == (1, 2, 1)
    assert store.list_prompts() == [other, second, first]


@pytest.mark.contract
def test_versions_written_at_once_are_numbered_one_after_another(store: Runstore) -> None:
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda number: store.save_prompt("viel", f"Fassung {number}"), range(12)))
    assert [version.nummer for version in store.list_prompts()] == list(range(12, 0, -1))


def test_urteil_on_score_and_on_zitat_is_kept_with_its_lauf(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    on_score = store.save_note(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", True, "Eva"))
    on_zitat = store.save_note(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", False, "Jo", "Falsch.", 1))
    assert store.load(lauf_id).urteile == (on_score, on_zitat)


@pytest.mark.parametrize(("partei", "zitat"), [("BRUECKE", None), ("LINDENBUND", 3), ("MUEHLRAD", 0)])
def test_urteil_on_nothing_is_refused(store: Runstore, partei: str, zitat: int | None) -> None:
    lauf_id = finished_lauf(store)
    with pytest.raises(EingabeError, match=lauf_id):
        store.save_note(Urteil(lauf_id, partei, "wahlprogramm", True, "Eva", zitat=zitat))


def test_batch_tells_how_far_it_is_by_its_laeufe(store: Runstore) -> None:
    batch_id = store.start_batch("März", 3)
    finished_lauf(store, batch_id=batch_id)
    store.start(neuer_lauf(batch_id=batch_id))
    done = store.count_laeufe(Filter(batch_id=batch_id, status=Status.FERTIG))
    assert (done, store.list_batches()[0].total, store.list_batches()[0].beschreibung) == (1, 3, "März")


def test_a_file_read_in_twice_at_once_is_there_once(
    store: Runstore, demo: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it has a Lauf twice under two ids."""
    together, proved = threading.Barrier(2), import_laeufe._proved

    def proved_together(*arguments: Any) -> Any:
        together.wait(60)
        return proved(*arguments)

    monkeypatch.setattr(import_laeufe, "_proved", proved_together)
    file = load_export()
    (one,) = file["laeufe"]
    again = json.loads(json.dumps(one).replace(one["lauf"]["id"], "zweiteszweites"))
    file["laeufe"].append(again)
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: import_json(store, file, demo), range(2))
    assert first == second and len(set(first)) == 1
    assert [row.id for row in store.list_laeufe()] == first[:1]
