"""What scripts may rely on: one list, told to type checkers too, and everything on it is there."""

import ast
import subprocess
import sys

import core
from core import errors
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
