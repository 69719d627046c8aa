"""What scripts may rely on: one list, told to type checkers too, and everything on it is there."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import core
from core import errors
from tests.public_page import PAGE, page, script
from tests.test_haus import ROOT


def test_type_checkers_are_told_the_same_list() -> None:
    tree = ast.parse((ROOT / "core" / "__init__.py").read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    told = {
        (node.module, alias.name)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("core.")
        for alias in node.names
    }
    assert told == {(module, name) for module, names in core.PUBLIC.items() for name in names}


def test_all_of_it_is_there_and_every_error_is_on_it() -> None:
    for name in core.__all__:
        assert getattr(core, name) is not None
    tree = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
    assert tree == set(core.PUBLIC["core.errors"]) and set(dir(core)) == set(core.__all__)


def test_a_star_import_gives_just_that_and_an_unknown_name_is_an_error() -> None:
    code = "from core import *; print(sorted(n for n in dir() if not n.startswith('_')))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(sorted(core.__all__))
    assert not hasattr(core, "gibt_es_nicht")


def test_the_page_on_it_is_what_the_code_says() -> None:
    """Else: `python -m tests.public_page`."""
    assert PAGE.read_text(encoding="utf-8") == page()
    functions = {n for names in core.PUBLIC.values() for n in names if not isinstance(getattr(core, n), type)}
    assert functions <= {name for name in core.__all__ if f"core.{name}(" in script()}


def test_the_examples_on_the_page_do_what_they_say(demo_ordner: Path, tmp_path: Path) -> None:
    places = {
        "CHROMA_DIR": str(shutil.copytree(demo_ordner, tmp_path / "chroma")),
        "LAEUFE_DIR": str(tmp_path),
    }
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "CHROMA_URL")}
    subprocess.run([sys.executable, "-c", script()], cwd=ROOT, env=env | places, check=True)
