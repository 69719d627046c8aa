"""PostgreSQL goes away in the middle: told in German, and what is missing can be done later."""

from pathlib import Path

import pytest

from core.runs.lauf import Status
from core.runs.store import open_store
from core.wortlaut.errors import DashboardError
from tests.runs.beispiele import neuer_lauf, teil
from tests.runs.postgres import cluster, stopped_database


def test_database_that_is_stopped_is_told_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    with cluster() as url:
        store = open_store(url, tmp_path)
        lauf_id = store.start(neuer_lauf())
        start_again = stopped_database(store)
        try:
            for attempt in (lambda: store.save_teil(lauf_id, teil()), lambda: store.beat(lauf_id)):
                with pytest.raises(DashboardError, match=r"Der Laufspeicher .* antwortet nicht wie erwartet"):
                    attempt()
        finally:
            start_again()
        assert store.save_teil(lauf_id, teil())
        store.finish(lauf_id)
        assert store.load(lauf_id).status is Status.FERTIG
        store.close()


def test_nobody_at_the_address_is_told(tmp_path: Path) -> None:
    with pytest.raises(DashboardError, match=r"postgresql.*://nutzer:\*\*\*@127"):
        open_store("postgresql://nutzer:geheimgeheim@127.0.0.1:9/x", tmp_path)
