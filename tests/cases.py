"""Tables of cases as data: a TOML file beside the test, one line a case, which is its own name."""

import tomllib
from pathlib import Path
from typing import Any


def cases(module: str, table: str) -> list[Any]:
    """`table` of `limits.toml` for `test_limits.py`; an empty one would be a test that nobody runs."""
    path = Path(module)
    with path.with_name(f"{path.stem.removeprefix('test_')}.toml").open("rb") as file:
        found: list[Any] = tomllib.load(file)[table]
    if not found:
        raise ValueError(f"{table} of {module} holds no case")
    return found
