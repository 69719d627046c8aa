"""A Lauf is handed out as a file that proves itself."""

from core.context import Context
from core.pruefakte.verify import verify
from core.runs.store import runstore
from pages.ui.lauf_actions import AKTEN, _akte
from tests.pages.conftest import Open


def labels(open_lauf: Open, lauf_id: str) -> list[str]:
    app = open_lauf(id=lauf_id)
    app.session_state["export"] = True
    app.run()
    assert not app.exception
    return [button.proto.label for button in app.get("download_button")]


def test_the_lauf_offers_its_pruefakte_with_pages_or_whole_programmes(
    open_lauf: Open, lauf_id: str, demo_index: Context
) -> None:
    offered = labels(open_lauf, lauf_id)
    assert [label for label, _ in AKTEN.values()] == offered[-2:]
    runstore(demo_index).delete([lauf_id])
    assert not {label for label, _ in AKTEN.values()} & set(labels(open_lauf, lauf_id))


def test_what_the_button_gives_proves_itself(lauf_id: str, demo_index: Context) -> None:
    pages, whole = (_akte(demo_index, lauf_id, whole) for whole in (False, True))
    assert verify(pages).ok and b"original.pdf" in whole and b"original.pdf" not in pages
