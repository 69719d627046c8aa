"""A Lauf is handed out as a file that proves itself."""

from core.features.papers.verify import verify
from core.programme.context import Context
from core.runs.store import runstore
from pages.features.papers.downloads import AKTE, _akte
from tests.pages.conftest import Open


def labels(open_lauf: Open, lauf_id: str) -> list[str]:
    app = open_lauf(id=lauf_id)
    app.session_state["export"] = True
    app.run()
    assert not app.exception
    return [button.proto.label for button in app.get("download_button")]


def test_the_lauf_offers_a_pruefakte_that_proves_itself(
    open_lauf: Open, lauf_id: str, demo_index: Context
) -> None:
    assert labels(open_lauf, lauf_id)[-1] == AKTE
    assert verify(_akte(demo_index, lauf_id)).ok
    runstore(demo_index).delete([lauf_id])
    assert AKTE not in labels(open_lauf, lauf_id)
