"""A process that draws and is killed says nothing of the PDF: what was asked for is drawn all the same."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from core.base.errors import Ausgelastet
from core.base.settings import ROOT
from core.processes.pdf_processes import Aim, apart
from core.proof.page_drawing import draw_unmarked, kept, open_document
from core.wortlaut.errors import PdfError
from tests.workers import aufgaben

PDF = ROOT / "data" / "demo" / "pdf" / "bruecke-demo-2024.pdf"


def test_killed_at_rest_nobody_notices(tmp_path: Path) -> None:
    for number in range(3):
        os.kill(apart(Aim.DRAW, "Ein PDF", aufgaben.pid), signal.SIGKILL)
        document = open_document(Path(shutil.copy(PDF, tmp_path / f"{number}.pdf")))
        assert document.seitenzahl == 10 and draw_unmarked(document, 1, 20).size


@pytest.mark.parametrize(
    ("by", "told", "is_remembered"), [(signal.SIGKILL, Ausgelastet, False), (signal.SIGSEGV, PdfError, True)]
)
def test_only_a_crash_is_remembered(by: signal.Signals, told: type[Exception], is_remembered: bool) -> None:
    """Twice killed by the system is told, and tried again by the next one; twice crashed is the page's."""

    def draw() -> bytes:
        apart(Aim.DRAW, "Seite 1", aufgaben.die, by)
        raise AssertionError

    with pytest.raises(told):
        kept(("probe", by), draw)
    if is_remembered:
        with pytest.raises(told):
            kept(("probe", by), lambda: b"gezeichnet")
    else:
        assert kept(("probe", by), lambda: b"gezeichnet") == b"gezeichnet"
