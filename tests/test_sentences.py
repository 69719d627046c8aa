"""No German sentence decides: what people read may be reworded any day, and nothing else comes out.

What a program has to know again has a word of its own, an Enum's, stored beside the sentence.
"""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.test_haus import ROOT

WORDS = re.compile(r"[^\W\d_]{2,}")
LOOKING = frozenset(
    {
        "startswith",
        "endswith",
        "removeprefix",
        "removesuffix",
        "partition",
        "rpartition",
        "find",
        "index",
        "count",
    }
)
Sentences = dict[str, set[str]]
"""Module → its constants that are sentences."""


def is_sentence(node: ast.expr | None) -> bool:
    """At least three words, the first of them written large, or with a blank where something is put in."""
    if isinstance(node, ast.JoinedStr):
        return any(is_sentence(part) for part in node.values)
    told = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    return len(WORDS.findall(told)) >= 3 and told.strip()[:1].isupper() and not told.isupper()


def sentences(tree: ast.Module) -> set[str]:
    found = set()
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                pairs = [(target, node.value)]
                if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = list(zip(target.elts, node.value.elts, strict=True))
                found |= {one.id for one, value in pairs if isinstance(one, ast.Name) and is_sentence(value)}
    return found


def known_here(tree: ast.Module, own: set[str], every: Sentences) -> set[str]:
    """By which names a module knows sentences: its own, and those that it imports."""
    known = set(own)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                name = alias.asname or alias.name
                if alias.name in every.get(node.module, ()):
                    known.add(name)
                known |= {f"{name}.{one}" for one in every.get(f"{node.module}.{alias.name}", ())}
    return known


def deciding(tree: ast.Module, known: set[str]) -> Iterator[str]:
    """Where a text is compared with a sentence, or looked through for one."""

    def says(node: ast.expr) -> bool:
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            return any(map(says, node.elts))
        return is_sentence(node) or ast.unparse(node) in known

    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and any(map(says, (node.left, *node.comparators))):
            yield ast.unparse(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in LOOKING and any(map(says, node.args)):
                yield ast.unparse(node)


def found_in(folders: dict[str, str]) -> list[str]:
    trees = {name: ast.parse(code) for name, code in folders.items()}
    every = {name: sentences(tree) for name, tree in trees.items()}
    return [
        f"{name}: {told}"
        for name, tree in trees.items()
        for told in deciding(tree, known_here(tree, every[name], every))
    ]


def code() -> dict[str, str]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text("utf-8")
        for folder in ("core", "pages")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts  # they tell what was stored in former times
    }


def test_no_german_sentence_decides() -> None:
    assert found_in(code()) == [], "give it a word of its own in an Enum, and store that"


@pytest.mark.parametrize(
    "line",
    [
        "lauf.fehler == ENDED", "ENDED != lauf.fehler", "lauf.fehler in (ENDED, '')", "x.startswith(ENDED)",
        "lauf.fehler == 'Der Lauf wurde beendet.'", "where(lauf.c.fehler == other.ENDED)",
        "'Der Lauf wurde' in lauf.fehler",
    ],
)  # fmt: skip
def test_a_sentence_that_decides_is_found(line: str) -> None:
    files = {
        "core.other": "ENDED = 'Das Programm wurde beendet.'",
        "core.asks": f"from core import other\nfrom core.other import ENDED\ndef f():\n    return {line}\n",
    }
    assert len(found_in(files)) == 1
    harmless = "def f():\n    return lauf.ende == 'verwaist' or say(ENDED) or fehler == ''\n"
    assert found_in({**files, "core.asks": f"from core.other import ENDED\n{harmless}"}) == []
