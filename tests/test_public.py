"""What scripts may rely on: one list, told to type checkers too, and everything on it is there."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import core
from core.base import errors
from core.wortlaut import errors as of_documents
from tests.public_page import PAGE, page, script
from tests.test_haus import ROOT
from tests.written_pages import WRITTEN

LINK = re.compile(r"\]\((?!https?:|#|mailto:|javascript)([^)\s#]+)")
NAMED = re.compile(r"`((?:core|tests|pages|data|docs|deploy|\.ci|\.streamlit)/[^`\s]*)`")
MODULE = re.compile(r"python -m ((?:core|tests)[\w.]*\w)")
MADE = {".streamlit/secrets.toml", "data/laeufe", "data/registry/programme/quellen.toml"}
"""Paths that whoever runs it makes."""
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
BENCH = re.compile(r"tests\.bench ([a-z_]+)")


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
    homes = {"core.base.errors": errors, "core.wortlaut.errors": of_documents}
    tree = {name for home in homes.values() for name, kind in vars(home).items() if isinstance(kind, type)}
    assert tree == {name for home in homes for name in core.PUBLIC[home]} and set(dir(core)) == set(
        core.__all__
    )


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


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_the_pages_that_the_code_writes_are_what_it_says(path: Path) -> None:
    """Else: `python -m tests.written_pages`."""
    assert path.read_text(encoding="utf-8") == WRITTEN[path]()


def test_every_link_in_the_docs_leads_somewhere() -> None:
    links = [(page, link) for page in DOCS for link in LINK.findall(page.read_text(encoding="utf-8"))]
    assert len(links) > 40
    assert [f"{page.name}: {link}" for page, link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("doc", DOCS, ids=lambda path: path.name)
def test_every_file_and_module_that_a_page_names_is_there(doc: Path) -> None:
    """Modules as `python -m …` starts them."""
    text = doc.read_text(encoding="utf-8")
    missing = {path for path in NAMED.findall(text) if not [*ROOT.glob(path)]} - MADE
    modules = (ROOT / name.replace(".", "/") for name in MODULE.findall(text))
    missing |= {
        str(it) for it in modules if not (it.with_suffix(".py").exists() or (it / "__main__.py").exists())
    }
    assert missing == set()


def test_the_readme_is_one_screen_after_another_and_no_book() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_every_benchmark_that_the_docs_name_is_there() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    named = {name for page in pages for name in BENCH.findall(page.read_text(encoding="utf-8"))}
    assert named and {name for name in named if not (ROOT / "tests" / "bench" / f"{name}.py").exists()} <= {
        "all"
    }


def test_the_examples_on_the_page_do_what_they_say(demo_ordner: Path, tmp_path: Path) -> None:
    places = {
        "CHROMA_DIR": str(shutil.copytree(demo_ordner, tmp_path / "chroma")),
        "LAEUFE_DIR": str(tmp_path),
    }
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "CHROMA_URL")}
    command = [sys.executable, "-c", script()]
    done = subprocess.run(command, cwd=ROOT, env=env | places, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
