"""Where an index lies: in a folder, or with a Chroma server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.base.settings import Settings
from tests.index.stores import chroma_server, make_store
from tests.sammlungen import look_anew


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with chroma_server(tmp_path_factory.mktemp("server")) as url:
        yield url


@pytest.fixture(autouse=True)
def _without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    look_anew(monkeypatch)


@pytest.fixture(params=["folder", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "folder":
        return Settings(chroma_dir=tmp_path)
    place = Settings(chroma_dir=tmp_path, chroma_url=request.getfixturevalue("server"))
    with (store := make_store(place)).writing():
        store.reset()
    return place
