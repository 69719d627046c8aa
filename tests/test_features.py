"""Every feature can be taken out: delete its folders and its line; the rest reads, judges and shows on."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from core.base.settings import ROOT
from core.features import FEATURES, all_features

WITHOUT_IT = """
import sys
from pathlib import Path
from streamlit.testing.v1 import AppTest
from core.cli.main import build_parser, main
from core.demo.demo_antraege import make_example
from core.programme.context import default_context
from core.runs.store import runstore
from tests.page_files import TITLES, page_file

build_parser(None)
assert main(["index", "--bundesland", "DEMO"]) == 0
assert main(["search", "Grundschulen", "--bundesland", "DEMO"]) == 0
assert main(["assess", sys.argv[1], "--bundesland", "DEMO", "--model", "offline/extraktiv"]) == 0
lauf = make_example(default_context())
store = runstore(default_context())
assert len(store.list_laeufe()) == 2 and len([z for z in store.load(lauf).zitate if z.status.is_bound]) == 8
for name in TITLES:
    page = AppTest.from_file("pages/frame.py", default_timeout=300).switch_page(page_file(name))
    if name == "lauf":
        page.query_params["id"] = lauf
    page.run()
    assert not page.exception and not page.error, (name, page.exception, page.error)
"""


def taken_out(folder: Path, names: set[str]) -> Path:
    """A copy of the tree without these features."""
    copy = folder / "ohne"
    for part in ("core", "pages", "data", ".streamlit", "docs", "tests"):
        left_out = shutil.ignore_patterns("__pycache__", "laeufe", "*.sqlite3")
        shutil.copytree(ROOT / part, copy / part, ignore=left_out)
    for name in ("dashboard.py", "pyproject.toml"):
        shutil.copy(ROOT / name, copy / name)
    for name in names:
        for half in ("core", "pages"):
            shutil.rmtree(copy / half / "features" / name, ignore_errors=True)
    listed = copy / "core" / "features" / "__init__.py"
    code = listed.read_text(encoding="utf-8")
    listed.write_text(re.sub(rf'(?m)^    "(?:{"|".join(names)})",\n', "", code), encoding="utf-8")
    return copy


def run_in(copy: Path, *command: str) -> None:
    settings = {"PDF_DIR": "pdf", "CHROMA_DIR": "chroma", "LAEUFE_DIR": "laeufe"}
    env = os.environ | {name: str(copy / path) for name, path in settings.items()}
    done = subprocess.run([sys.executable, *command], cwd=copy, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def with_those_that_need(name: str) -> set[str]:
    return {name} | {one.name for one in all_features() if name in one.needs}


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(set(FEATURES), id="alle"),
        *(pytest.param(with_those_that_need(one), id=one, marks=pytest.mark.night) for one in FEATURES),
    ],
)
def test_the_rest_lives_without_it(tmp_path: Path, names: set[str]) -> None:
    copy = taken_out(tmp_path, names)
    antrag = str(ROOT / "data" / "demo" / "pdf" / "antrag-5-214.txt")
    run_in(copy, "-c", WITHOUT_IT, antrag)
    run_in(copy, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/test_haus.py")
