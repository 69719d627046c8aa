"""The heart alone: its page's script binds quotes to a PDF where nothing else of `core` can be imported."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.settings import ROOT

PAGE = (ROOT / "core" / "wortlaut" / "README.md").read_text(encoding="utf-8")
PDF = ROOT / "data" / "demo" / "pdf" / "bruecke-demo-2024.pdf"
WALL = """
import sys
class Wall:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("core.") and not f"{name}.".startswith("core.wortlaut."):
            raise ImportError(f"{name} is none of the heart's")
sys.meta_path.insert(0, Wall())
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path_factory.mktemp("allein") / "zitate.py"
    path.write_text(WALL + code, encoding="utf-8")
    return path


def run(script: Path, *arguments: object) -> list[list[str]]:
    done = subprocess.run(
        [sys.executable, script, *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=script.parent,
        env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, done.stderr
    return [line.split(" | ") for line in done.stdout.splitlines()]


def test_true_quotes_are_bound_and_false_ones_dropped_without_the_rest_of_core(script: Path) -> None:
    words = "Ab dem 1. Januar 2026 führen wir ein Sozialticket für {} Euro im Monat ein"
    true, false = run(script, PDF, words.format(29), words.format(49))
    assert true[:3] == ["woertlich", "bruecke-demo-2024, S. 5", words.format(29)]
    status, source, emitted, why = false
    assert (status, source, emitted) == ("zahl_weicht_ab", "", words.format(49))
    assert "49" in why and "29" in why


def test_the_rest_of_core_cannot_be_reached_there(script: Path) -> None:
    reaching = script.with_name("darueber.py")
    reaching.write_text(f"{WALL}\nimport core.base.settings", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, reaching], capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}
    )
    assert done.returncode and "none of the heart's" in done.stderr
