"""Are the tests strong? Small faults are put into the code that holds the promises; the tests must notice.

Of each file some faults are drawn (the same with the same seed) and written into a copy of the project, one
at a time; the tests that run over the changed line are run, those that run over fewest lines first. A fault
that none of them notices is told with its line: it changes nothing that matters, or a test is missing.
"""

import ast
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from random import Random

import pytest
from coverage import Coverage, CoverageData

from core.base.settings import ROOT
from tests.bench.binding import tell
from tests.bench.figures import Figure

SEED, OF_FILE = 20261127, 24

FILES: Mapping[str, tuple[str, ...]] = {
    "core/wortlaut/binding/bind.py": ("tests/citations",),
    "core/wortlaut/binding/exact_match.py": ("tests/citations",),
    "core/wortlaut/binding/fund.py": ("tests/citations",),
    "core/wortlaut/binding/left_out.py": ("tests/citations",),
    "core/wortlaut/binding/near_misses.py": ("tests/citations",),
    "core/wortlaut/binding/print_proof.py": ("tests/citations",),
    "core/wortlaut/binding/re_anchor.py": ("tests/citations",),
    "core/processes/worker_pool.py": (
        "tests/assessment/test_books.py",
        "tests/assessment/test_pipeline.py",
        "tests/workers",
    ),
    "core/runs/buchungen.py": (
        "tests/assessment/test_books.py",
        "tests/assessment/test_batch_again.py",
        "tests/assessment/test_two_at_once.py",
        "tests/runs/test_claims.py",
        "tests/runs/test_preise.py",
    ),
    "core/runs/write_laeufe.py": (
        "tests/assessment/test_batch_again.py",
        "tests/assessment/test_pipeline.py",
        "tests/runs",
    ),
    "core/wortlaut/reading/reading_order.py": ("tests/programme",),
}
"""What is changed, and the tests that are to notice."""

WORKERS = os.cpu_count() or 1
SECONDS = 240
"""A fault that lets the tests run on is noticed, too: by the limit."""

NONE_COLLECTED = 5

Spot = tuple[int, int, int, int]


@dataclass(frozen=True)
class Mutant:
    """One fault: the part of the file that is replaced, and what by."""

    file: str
    spot: Spot
    old: str
    new: str

    def apply(self, source: str) -> str:
        lines = source.encode().splitlines(keepends=True)  # ast counts bytes
        first, start, last, end = self.spot
        head, tail = lines[first - 1][:start], lines[last - 1][end:]
        return b"".join([*lines[: first - 1], head + self.new.encode() + tail, *lines[last:]]).decode()

    def __str__(self) -> str:
        return f"  {self.file}:{self.spot[0]}: {' '.join(self.old.split())[:70]}  →  {self.new[:70]}"


def measure() -> list[Figure]:
    rng = Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(WORKERS):
            copies.put(_copy(Path(name) / str(number)))
        tests = _tests_of_lines(Path(name))
        mutants = [m for file in FILES for m in _drawn(rng, file, tests[file])]
        with ThreadPoolExecutor(WORKERS) as pool:
            found = list(pool.map(lambda m: _is_noticed(m, tests[m.file], copies), mutants))
    alive = [mutant for mutant, noticed in zip(mutants, found, strict=True) if not noticed]
    tell("not noticed", list(map(str, alive)))
    left = Counter(mutant.file for mutant in alive)
    of_file = Counter(mutant.file for mutant in mutants)
    return [
        Figure("faults put in", len(mutants), "", "≥ 100"),
        Figure("… noticed by the tests", 100 * (1 - len(alive) / len(mutants)), "%", "≥ 85"),
        *(Figure(f"… in {file} ({n})", 100 * (1 - left[file] / n), "%") for file, n in of_file.items()),
    ]


# --- which tests run over which line ------------------------------------------------------------------------

Tests = Mapping[int, Sequence[str]]


def _tests_of_lines(folder: Path) -> dict[str, Tests]:
    """File → line → the tests that run over it, the most particular first."""
    config, data = folder / "coveragerc", folder / "coverage"
    own = ",".join(FILES)
    config.write_text(f"[run]\ndata_file = {data}\ninclude = {own}\n")
    paths = sorted({path for paths in FILES.values() for path in paths})
    command = [sys.executable, "-m", "coverage", "run", f"--rcfile={config}", "-m", "pytest"]
    options = ("-q", "-n0", "-p", "no:cacheprovider", "-p", "tests.bench.mutation")
    subprocess.run([*command, *options, *paths], cwd=ROOT, check=True, stdout=2)
    read = CoverageData(str(data))
    read.read()
    lines = {file: read.contexts_by_lineno(str(ROOT / file)) for file in FILES}
    width = Counter(test for by_line in lines.values() for tests in by_line.values() for test in tests)
    return {
        file: {line: sorted(filter(None, tests), key=lambda t: width[t]) for line, tests in by_line.items()}
        for file, by_line in lines.items()
    }


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """While it is asked which test runs over which line, this module is a plugin of pytest."""
    if running := Coverage.current():
        running.switch_context(item.nodeid.partition("[")[0])


def _is_noticed(mutant: Mutant, tests: Tests, copies: "SimpleQueue[Path]") -> bool:
    copy = copies.get()
    path = copy / mutant.file
    source = path.read_text()
    try:
        path.write_text(mutant.apply(source))
        asked = copy / "asked.txt"
        asked.write_text("\n".join(tests[mutant.spot[0]]))
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", f"@{asked}"]
        run = subprocess.run(command, cwd=copy, capture_output=True, timeout=SECONDS, check=False)
        if b"not found" in run.stderr or run.returncode == NONE_COLLECTED:
            raise RuntimeError(run.stderr.decode()[-2000:])
        return run.returncode != 0  # also where it cannot be loaded any more
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(source)
        copies.put(copy)


def _copy(folder: Path) -> Path:
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in files.stdout.splitlines():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    return folder


# --- the faults ---------------------------------------------------------------------------------------------

COMPARED: Mapping[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
RECKONED: Mapping[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "/", ast.BitAnd: "|", ast.BitOr: "&",
}  # fmt: skip
CALLED = {"any": "all", "all": "any", "min": "max", "max": "min"}


def _drawn(rng: Random, file: str, tests: Tests) -> list[Mutant]:
    """Only of lines that some test runs over, and not of what is said to people."""
    source = (ROOT / file).read_text()
    possible = [m for m in dict.fromkeys(_mutants(file, source)) if tests.get(m.spot[0])]
    return sorted(rng.sample(possible, min(OF_FILE, len(possible))), key=lambda mutant: mutant.spot)


def _mutants(file: str, source: str) -> Iterator[Mutant]:
    for node in _code(ast.parse(source)):
        for spot, new in _changes(node, source):
            old = ast.get_source_segment(source, node) or ""
            yield Mutant(file, spot, old, new)


def _code(tree: ast.AST) -> Iterator[ast.AST]:
    """What is done: no annotations, no words of an error."""
    if isinstance(tree, (ast.Raise, ast.JoinedStr)):
        return
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from _code(child)


def _changes(node: ast.AST, source: str) -> Iterator[tuple[Spot, str]]:
    def text(part: ast.AST) -> str:
        plain = ast.get_source_segment(source, part) or ""
        is_one = isinstance(part, (ast.Name, ast.Constant, ast.Call, ast.Attribute, ast.Subscript))
        return plain if is_one else f"({plain})"

    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
            yield _spot(node), f"{text(left)} {COMPARED[type(op)]} {text(right)}"
        case ast.BoolOp(op=op, values=values):
            yield _spot(node), (" or " if isinstance(op, ast.And) else " and ").join(map(text, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield _spot(node), text(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in RECKONED and "\n" not in text(node):
            yield _spot(node), f"{text(left)} {RECKONED[type(op)]} {text(right)}"
        case ast.Constant(value=bool() as value):
            yield _spot(node), str(not value)
        case ast.Constant(value=int() as value):
            yield _spot(node), str(value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            yield _spot(node.func), CALLED[name]
        case ast.stmt() | ast.IfExp():
            yield from _changed_ways(node, text)


def _changed_ways(node: ast.AST, text: Callable[[ast.AST], str]) -> Iterator[tuple[Spot, str]]:
    """Another branch, another way out, a step left out."""
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            yield _spot(test), f"(not ({text(test)}))"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield _spot(value), "None"
        case ast.Continue():
            yield _spot(node), "break"
        case ast.Break():
            yield _spot(node), "continue"
        case ast.Expr(value=ast.Call()) | ast.AugAssign():
            yield _spot(node), "pass"


def _spot(node: ast.expr | ast.stmt) -> Spot:
    assert node.end_lineno is not None and node.end_col_offset is not None
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset
