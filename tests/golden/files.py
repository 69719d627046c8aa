"""The golden files, and what differs from them in words."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent
MOST = 12
"""Differences of one part that are told; the rest is counted."""


def _file(name: str) -> Path:
    return GOLDEN / f"{name}.json"


def load(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(_file(name).read_text(encoding="utf-8"))
    return found


def store(name: str, part: dict[str, Any]) -> None:
    """A line for each entry, so that a diff shows which one changed."""
    lines = [f"{json.dumps(key, ensure_ascii=False)}: {_line(value)}" for key, value in part.items()]
    _file(name).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _line(value: object) -> str:
    if isinstance(value, list) and value and not isinstance(value[0], str | int | float):
        return "[\n " + ",\n ".join(_line(one) for one in value) + "\n]"
    return json.dumps(value, ensure_ascii=False)


def differences(old: dict[str, Any], new: dict[str, Any], part: str) -> list[str]:
    found = list(_differing(old, json.loads(json.dumps(new)), part))
    left = [f"{part}: and {len(found) - MOST} more"] if len(found) > MOST else []
    return [*found[:MOST], *left]


def _differing(old: object, new: object, place: str) -> Iterator[str]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old | new:
            if key not in new:
                yield f"{place} › {key}: gone"
            elif key not in old:
                yield f"{place} › {key}: new"
            else:
                yield from _differing(old[key], new[key], f"{place} › {key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True), start=1):
            yield from _differing(one, other, f"{place} › {number}")
    elif old != new:
        yield f"{place}: was {_short(old)}, is {_short(new)}"


def _short(value: object) -> str:
    told = json.dumps(value, ensure_ascii=False)
    return told if len(told) < 160 else f"{told[:160]}…"
