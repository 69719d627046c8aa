"""Tables of cases as data: a TOML file beside the test, one line a case, which is its own name or has one."""

import tomllib
from pathlib import Path
from typing import Any

import pytest


def cases(module: str, table: str) -> list[Any]:
    """`table` of `limits.toml` for `test_limits.py`; an empty one would be a test that nobody runs."""
    path = Path(module)
    with path.with_name(f"{path.stem.removeprefix('test_')}.toml").open("rb") as file:
        found: dict[str, Any] | list[Any] = tomllib.load(file)[table]
    if not found:
        raise ValueError(f"{table} of {module} holds no case")
    if isinstance(found, dict):
        return [pytest.param(*case, id=name) for name, case in found.items()]
    return found
