"""A name is held by one at a time, in one process or several, and is free as soon as its holder is gone."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.base.errors import IndexUnreachable, StoreUnreachable
from core.runs import buchungen
from core.runs.buchungen import SUFFIX, patiently
from core.runs.store import Runstore, open_store
from tests.index.stores import killed_at_end, started
from tests.prozesse import PATIENCE, until

pytestmark = pytest.mark.contract

HERE = "frage"


def hold(url: str, folder: Path, name: str, told: Path) -> None:
    with open_store(url, folder).claimed(name):
        told.write_text("hält")
        threading.Event().wait(120)


def test_a_killed_holder_leaves_the_way_free(store: Runstore, url: str, tmp_path: Path) -> None:
    told = tmp_path / "gesagt"
    with killed_at_end(started(hold, url, tmp_path, HERE, told)) as holder, ThreadPoolExecutor(1) as other:
        until(told.exists)
        assert not store.is_free(HERE) and store.is_free("andere")
        with store.claimed("andere"):
            assert not store.is_free(HERE)
        assert not store.is_free(HERE), "a claim given back must not free another's"
        waiting = other.submit(_take, store)
        looks = iter([True, True, False])
        with store.claimed(HERE, lambda: next(looks)):
            assert not waiting.done(), "who does not want it any more goes on without it"
        holder.kill()
        waiting.result(10)
    assert store.is_free(HERE)


def _take(store: Runstore) -> None:
    with store.claimed(HERE):
        assert not store.is_free(HERE)


def test_what_is_given_back_is_free_for_other_processes_also_while_more_is_held(
    store: Runstore, url: str, tmp_path: Path
) -> None:
    told = tmp_path / "gesagt"
    with store.claimed("andere"):
        with store.claimed(HERE):
            pass
        with killed_at_end(started(hold, url, tmp_path, HERE, told)):
            until(told.exists)
            assert not store.is_free(HERE)


def test_threads_take_turns_whichever_store_they_have(store: Runstore, url: str, tmp_path: Path) -> None:
    second, inside, most = open_store(url, tmp_path), 0, 0

    def work(number: int) -> None:
        nonlocal inside, most
        with ((store, second)[number % 2]).claimed(HERE):
            inside += 1
            most = max(most, inside)
            with second.claimed(HERE):  # the holder's own once more
                assert not store.is_free(HERE)
            inside -= 1

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(work, range(12)))
    assert most == 1 and store.is_free(HERE)
    second.close()


def test_many_claims_take_no_connection_from_those_who_write(store: Runstore) -> None:
    """More threads than the pool of connections has."""
    everybody = threading.Barrier(20, timeout=PATIENCE)

    def work(number: int) -> int:
        with store.claimed(str(number)):
            everybody.wait()
            return store.count_laeufe()

    with ThreadPoolExecutor(20) as pool:
        assert list(pool.map(work, range(20))) == [0] * 20


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
def test_file_that_cannot_be_written_is_told(store: Runstore, tmp_path: Path) -> None:
    (tmp_path / "laeufe.sqlite3.fragen.lock").mkdir()
    with pytest.raises(Exception, match=r"fragen\.lock.*Rechte"), store.claimed(HERE):
        pass
    assert not store.is_free(HERE)


def test_looking_whether_a_name_is_free_holds_nothing(store: Runstore) -> None:
    assert store.is_free(HERE) and store.is_free(HERE)
    with store.claimed("andere"):
        assert store.is_free(HERE) and store.is_free(HERE)
    links = [path.readlink() for path in Path("/proc/self/fd").iterdir() if path.is_symlink()]
    assert not [link for link in links if link.name.endswith(SUFFIX)], "unused locks are closed"


@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("seconds", "looks"), [(0.0, 1), (60.0, 4)])
def test_what_is_away_is_waited_for_a_while_and_that_is_told(
    store: Runstore,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    seconds: float,
    looks: int,
) -> None:
    monkeypatch.setattr(buchungen, "LONGEST", seconds)
    monkeypatch.setattr(buchungen, "PAUSE", 0.05)
    answers: list[Exception] = [StoreUnreachable("weg"), IndexUnreachable("weg"), StoreUnreachable("weg")]
    asked, begin = [], time.monotonic()

    def ask() -> int:
        asked.append(1)
        if answers:
            raise answers.pop()
        return store.count_laeufe()

    if looks == 1:
        with pytest.raises(StoreUnreachable):
            patiently(ask)
    else:
        assert patiently(ask) == 0 and time.monotonic() - begin >= 0.15
    assert (len(asked), caplog.text.count("Es wird gewartet")) == (looks, looks - 1)


def test_nothing_else_is_waited_for() -> None:
    with pytest.raises(ValueError, match="falsch"):
        patiently(lambda: int("falsch"))
