"""Every regular expression that sees foreign text takes time in proportion to it, used as it is used."""

import ast
import importlib
import inspect
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]

ELSEWHERE = ("core.llm",)
"""Proved beside their own code."""

METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "subn", "split")

SMALL, LARGE = (4_000, 40_000), (250_000, 1_000_000)
"""Characters: every text in the smallest size, those that take longest then in the next, and at night the one
that takes longest of all also in the large ones."""

SLOWEST = 6
"""So many texts by day; what grows with the square is the slowest already at 4,000 characters."""

SECONDS = 3.0
"""For a million characters: three times what the dearest takes on a quiet machine. Smaller texts may take as
much less, but for what any measurement is off by; what grows with the square takes more by far."""

LEAST = 0.25
"""Less is no measure beside other work; what grows with the square takes more at 40,000 characters."""

GROWTH = 8
"""Of the time, from 250,000 characters to a million; in proportion it is 4, else 16 and more."""

BOUNDED = {
    "core.antrag.antrag_parts.BESIDE_TEXT": 250,
    "core.antrag.antrag_parts.PAGE_HEAD": 250,
    "core.antrag.antrag_parts.MODAL": 10_000,
    "core.antrag.antrag_parts.LETTERS": 40,
    "core.antrag.antrag_parts.WHO_SAYS": 400,
    "core.antrag.antrag_parts.BEING_ASKED": 400,
    "core.base.settings.HOST": 253,
}
"""So many characters are the most that these are given."""

UNITS = (
    " ", "\n", "\t", "x\n", "a", "A", "Ab ", "wort ", "Wort, ", "9", "9.", "9. ", "1. a\n", "I", "IV. ",
    "„", "„a“ ", "“", "'", "§ ", "§ 1 ", "a) ", "a)\n", "-", "– ", "wort-\n", "(", ")", "()", "(a", "[",
    "<", "<a ", "{", ".", ". ", "…", ":", "; ", "/", "/a", "\ufffd", "a\ufffd ", "\xad", "•", "* ", "**",
    "#", "_", "&", "%", "a.b", "a@", "Fraktion ", "Drucksache 1/2 ", "Landtag ", "Begründung: ",
    "31. März 2024 ", "Kiel, den 3. Mai 2024 ", "der Abgeordneten ", "wird ", "Der ", "ist ", "hat ",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Use:
    """A regular expression as one line of the code uses it."""

    where: str
    pattern: re.Pattern[str]
    method: str


def modules() -> list[str]:
    files = [*(ROOT / "core").rglob("*.py"), *(ROOT / "pages" / "ui").rglob("*.py")]
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files)
    left_out = ("__init__", "__main__")
    return sorted(n for n in names if not n.startswith(ELSEWHERE) and not n.endswith(left_out))


def uses_in(name: str) -> Iterator[Use]:
    """All uses in a module; of a pattern that is put together at run time nothing can be said here."""
    module = importlib.import_module(name)
    source = source_of(name)
    if "re." not in source and "Pattern" not in source and ".sub(" not in source:
        return
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        if isinstance(call.func, ast.Attribute) and call.func.attr in METHODS:
            yield from _use(name, module, call, call.func)


def _use(name: str, module: Any, call: ast.Call, func: ast.Attribute) -> Iterator[Use]:
    owner = _value(func.value, module)
    if isinstance(owner, re.Pattern) and isinstance(owner.pattern, str):
        yield Use(f"{owner_name(func.value, module)}", owner, func.attr)
    elif owner is re and call.args:
        pattern, flags = _value(call.args[0], module), 0
        extra = [keyword.value for keyword in call.keywords if keyword.arg == "flags"]
        extra += (
            call.args[2:3] if func.attr in ("search", "match", "fullmatch", "finditer", "findall") else []
        )
        for one in extra:
            flags |= int(_value(one, module) or 0)
        if isinstance(pattern, re.Pattern):
            yield Use(f"{name}:{call.lineno}", pattern, func.attr)
        elif isinstance(pattern, str):
            yield Use(f"{name}:{call.lineno}", re.compile(pattern, flags), func.attr)


@cache
def source_of(name: str) -> str:
    return inspect.getsource(importlib.import_module(name))


def owner_name(node: ast.expr, module: Any) -> str:
    """Where it is written, as other modules import it from there."""
    assert isinstance(node, ast.Name | ast.Attribute)
    name = node.id if isinstance(node, ast.Name) else node.attr
    found = _value(node, module)
    for other in list(sys.modules.values()):
        other_name = getattr(other, "__name__", "")
        if other_name.startswith(("core.", "pages.")) and vars(other).get(name) is found:
            if f"\n{name} = " in source_of(other_name):
                return f"{other_name}.{name}"
    return f"{module.__name__}.{name}"


def _value(node: ast.expr, module: Any) -> Any:
    """What an expression of constants is; None for all that is known at run time only."""
    if not isinstance(node, ast.Name | ast.Attribute | ast.Constant | ast.JoinedStr | ast.BinOp):
        return None
    try:
        return eval(compile(ast.Expression(node), "<pattern>", "eval"), vars(module))
    except Exception:  # a local variable
        return None


@cache
def all_uses() -> list[Use]:
    found = {(u.where, u.method): u for name in modules() for u in uses_in(name)}
    for name in modules():
        for own, value in vars(importlib.import_module(name)).items():
            is_pattern = isinstance(value, re.Pattern) and isinstance(value.pattern, str)
            if is_pattern and not any(use.pattern is value for use in found.values()):
                found[f"{name}.{own}", "search"] = Use(f"{name}.{own}", value, "search")
    return list(found.values())


def seconds(use: Use, text: str) -> float:
    run: Callable[[], object] = {
        "sub": lambda: use.pattern.sub("", text),
        "subn": lambda: use.pattern.subn("", text),
        "finditer": lambda: sum(1 for _ in use.pattern.finditer(text)),
    }.get(use.method, lambda: getattr(use.pattern, use.method)(text))
    begin = time.process_time()
    run()
    return time.process_time() - begin


def too_slow(use: Use, is_night: bool) -> str | None:
    """The text and size at which it takes too long, growing from size to size so that none takes for ever."""
    longest = BOUNDED.get(use.where, max(LARGE))
    small, middle = (min(size, longest) for size in SMALL)
    units, taken = sorted(UNITS, key=lambda unit: -seconds(use, _filled(unit, small))), 0.0
    worst, worst_taken = UNITS[0], 0.0
    for unit in units if is_night else units[:SLOWEST]:
        taken = seconds(use, _filled(unit, middle))
        if _is_late(use, unit, middle, taken):
            return f"{use.where}.{use.method}: {taken:.2f} s for {middle} characters of {unit!r}"
        if taken > worst_taken:
            worst, worst_taken = unit, taken
    before = 0.0
    for size in LARGE if is_night and longest == max(LARGE) else ():
        taken = seconds(use, _filled(worst, size))
        grows = before and taken > SECONDS / 2 and taken > GROWTH * before
        if grows or _is_late(use, worst, size, taken):
            return f"{use.where}.{use.method}: {taken:.2f} s for {size} characters of {worst!r}"
        before = taken
    return None


def _filled(unit: str, size: int) -> str:
    """With an end at which a match that got so far fails."""
    return (unit * (size // len(unit) + 1))[:size] + "\x00"


def _is_late(use: Use, unit: str, size: int, taken: float) -> bool:
    limit = max(LEAST, SECONDS * size / max(LARGE))
    return taken > limit and seconds(use, _filled(unit, size)) > limit  # twice, lest the machine was busy


PORTIONS = 3
"""Which the processes of a test run can share; each of them looks for the uses once."""


@pytest.mark.parametrize("portion", range(PORTIONS))
def test_regular_expressions_take_time_in_proportion_to_the_text(
    portion: int, request: pytest.FixtureRequest
) -> None:
    """By day up to 40,000 characters, where what grows with the square is seen; at night up to a million."""
    is_night = bool(request.config.getoption("--night"))
    slow = [told for use in all_uses()[portion::PORTIONS] if (told := too_slow(use, is_night))]
    assert slow == []


def test_uses_are_found() -> None:
    uses = all_uses()
    assert len(uses) > 150
    assert {use.method for use in uses} >= {"search", "match", "fullmatch", "finditer", "sub", "split"}
    assert {*BOUNDED} <= {use.where for use in uses}


def test_slow_expression_is_found_out() -> None:
    assert too_slow(Use("x", re.compile(r"a*b"), "search"), False)
    assert too_slow(Use("x", re.compile(r"\s+\S"), "match"), True) is None
