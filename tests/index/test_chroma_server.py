"""A Chroma server that is gone or frozen is told in seconds, by whatever asks for it."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.base.errors import EingabeError, IndexFehler
from core.base.settings import Settings
from core.programme import chroma_worker
from core.programme.chroma_worker import check_server
from tests.index.stores import make_store, put

TOLD = "CHROMA_URL=.* antwortet nicht .*chroma run"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chroma_worker, "PATIENCE", 0.7)


@pytest.fixture
def frozen() -> Iterator[str]:
    """Takes connections and says nothing."""
    with closing(socket.socket()) as one:
        one.bind(("127.0.0.1", 0))
        one.listen(50)
        yield f"http://127.0.0.1:{one.getsockname()[1]}"


def test_frozen_server_is_told(frozen: str, tmp_path: Path) -> None:
    store = make_store(Settings(chroma_dir=tmp_path, chroma_url=frozen))
    for _ in range(2):  # told by the one that asks, not by one that asked before
        with pytest.raises(IndexFehler, match=TOLD):
            store.staende("NRW")
    with pytest.raises(IndexFehler, match=TOLD), store.writing():
        store.staende("NRW")


def test_server_that_freezes_while_it_is_used_is_told(server: str, tmp_path: Path) -> None:
    store = make_store(Settings(chroma_dir=tmp_path, chroma_url=server))
    assert store.staende("NRW") == {}
    pid = listener(server)
    os.kill(pid, signal.SIGSTOP)
    try:
        with pytest.raises(IndexFehler, match=TOLD):
            store.staende("NRW")
    finally:
        os.kill(pid, signal.SIGCONT)
    assert store.staende("NRW") == {}


def test_what_has_not_changed_on_a_server_is_not_built_again(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(chroma_dir=tmp_path, chroma_url=server)
    store, other = make_store(settings), make_store(settings)
    with other.writing():
        put(other, "a", 3)
    loaded = store.sammlung("NRW")
    assert store.sammlung("NRW") is loaded is store.sammlung("NRW")
    with other.writing():
        put(other, "b", 2)
    assert store.sammlung("NRW") is not loaded and "b" in store.sammlung("NRW").blocks
    with other.writing():
        other.reset()


def listener(url: str) -> int:
    """The process behind the port."""
    port = url.rsplit(":", 1)[1]
    found = subprocess.run(["pgrep", "-f", f"chroma.* run .*--port {port}"], capture_output=True, text=True)
    return int(found.stdout.split()[0])


@pytest.mark.parametrize("url", ["http://[::1", "http://host:99999", "http://", "ftp://x", "http://host:x"])
def test_address_that_is_none_is_told_without_its_password(url: str) -> None:
    with pytest.raises(EingabeError, match="ist keine Adresse wie"):
        check_server(url)
