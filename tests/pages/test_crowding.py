"""Many who want pictures at once: served one after the other, beyond a bound asked to come back."""

import asyncio
import http.client
import shutil
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.responses import Response

from core.base.memory import Recent
from pages.ui.pictures import Rush
from tests.e2e.server import serve
from tests.own_loop import in_own_loop
from tests.prozesse import PATIENCE


def test_too_many_are_asked_to_come_back() -> None:
    go, begun = threading.Event(), threading.Event()

    def answer() -> Response:
        begun.set()
        assert go.wait(PATIENCE)
        return Response("Bild")

    async def three() -> list[Response]:
        andrang = Rush(at_once=1, waiting=1)
        first, second = (asyncio.create_task(andrang.run(answer)) for _ in range(2))
        while not begun.is_set():
            await asyncio.sleep(0.01)
        third = await andrang.run(answer)
        go.set()
        return [await first, await second, third]

    first, second, third = in_own_loop(three())
    assert (first.status_code, second.status_code, third.status_code) == (200, 200, 503)
    assert third.headers["retry-after"] == "5"
    assert "noch einmal versuchen" in bytes(third.body).decode()


def test_what_many_ask_for_at_once_is_made_once() -> None:
    made: list[int] = []
    everybody = threading.Barrier(8)

    def make() -> bytes:
        made.append(1)
        time.sleep(0.2)
        return b"x"

    def ask(recent: Recent[bytes]) -> bytes:
        everybody.wait()
        return recent.get("a", make)

    recent: Recent[bytes] = Recent(100, len)
    with ThreadPoolExecutor(8) as threads:
        assert [*threads.map(ask, [recent] * 8)] == [b"x"] * 8
    assert made == [1]


def test_failure_is_told_to_all_and_not_kept() -> None:
    recent: Recent[bytes] = Recent(100, len)
    with pytest.raises(ZeroDivisionError):
        recent.get("a", lambda: bytes(1 // 0))
    assert recent.get("a", lambda: b"x") == b"x"


def _status(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request("GET", path)
    response = connection.getresponse()
    response.read()
    connection.close()
    return response.status


@pytest.mark.night
def test_server_lives_while_thirty_want_large_pictures(demo_ordner: Path, tmp_path: Path) -> None:
    shutil.copytree(demo_ordner, tmp_path / "chroma")
    paths = [
        f"/api/seite.png?programm=lindenbund-demo-2024&seite={1 + n % 4}&dpi={220 - n // 4}"
        for n in range(30)
    ]
    with serve(tmp_path) as server, ThreadPoolExecutor(30) as threads:
        pictures = [threads.submit(_status, server.port, path) for path in paths]
        health = []
        while not all(picture.done() for picture in pictures):
            health.append(_status(server.port, "/_stcore/health"))
            time.sleep(0.05)
    assert {picture.result() for picture in pictures} == {200}
    assert set(health) == {200} and len(health) > 5, "it answers while they are drawn"
