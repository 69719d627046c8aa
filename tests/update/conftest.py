"""A place of one's own to bring up to date, where models can be asked."""

from collections.abc import Iterator

import pytest

from core.context import Context
from core.settings import Settings
from tests.sources.conftest import place as empty_place
from tests.sources.quellserver import Quellserver, quellserver
from tests.update.sources_of_nrw import put_all

__all__ = ["empty_place"]


@pytest.fixture
def place(empty_place: Context) -> Context:
    for name in ("modelle.toml", "prompts"):
        (empty_place.settings.data_dir / name).symlink_to(Settings().data_dir / name)
    return empty_place


@pytest.fixture
def server() -> Iterator[Quellserver]:
    with quellserver({}) as server:
        put_all(server)
        yield server
