"""Take the JSON out of what a model said, and check it against what was asked for."""

import json
import re
from collections.abc import Hashable
from copy import deepcopy
from functools import cache
from typing import Any, Protocol, cast

LARGEST = 2_000_000
"""Bytes of an answer: a hundred times what the longest answer to a prompt of ours has."""

OBJECT = re.compile(r"\{\s*[\"}]")
THINKS, THOUGHT = "<think>", "</think>"
FENCE = "```"
MOST_FENCES = 20


class Schema(Protocol):
    """A pydantic model as far as it is needed here."""

    def model_json_schema(self) -> dict[str, object]: ...
    def model_validate(self, obj: object) -> Any: ...


def json_schema(schema: Schema) -> dict[str, object]:
    """For the caller alone: clients change what they are given."""
    return deepcopy(_json_schema(cast(Hashable, schema)))


@cache
def _json_schema(schema: Hashable) -> dict[str, object]:
    return cast(Schema, schema).model_json_schema()


def read_answer(text: str, schema: Schema) -> Any:
    """The answer as its schema has it; ValueError says in German what is wrong with it."""
    data = find_json(text)
    try:
        return schema.model_validate(data)
    except ValueError as reason:
        raise ValueError(_faults(reason)) from None


def find_json(text: str) -> dict[str, object]:
    """The object in the text, with prose or a fence around it, or written as a JSON string."""
    if len(text) > LARGEST:
        raise ValueError(f"Die Antwort hat {len(text)} Zeichen; gelesen werden höchstens {LARGEST}.")
    text = _without_thinking(text).strip()
    # Only the first brace that opens JSON: in an answer that breaks off, later ones open mere parts of it.
    start = OBJECT.search(text)
    candidates = [text, *_fenced(text), *([text[start.start() :]] if start else [])]
    for candidate in candidates:
        if isinstance(data := _decode(candidate.strip()), dict):
            return data
    if start is None:
        raise ValueError("Die Antwort enthält kein JSON-Objekt.")
    raise ValueError("Das JSON ist nicht lesbar oder bricht ab.")


def _without_thinking(text: str) -> str:
    """Without what a model says to itself; one that never stops thinking has said nothing else."""
    said, at = [], 0
    while (start := text.find(THINKS, at)) >= 0 and (end := text.find(THOUGHT, start)) >= 0:
        said.append(text[at:start])
        at = end + len(THOUGHT)
    return "".join([*said, text[at:]])


def _fenced(text: str) -> list[str]:
    """What stands between two fences, the first few."""
    pieces = text.split(FENCE, 2 * MOST_FENCES)[1:-1:2]
    return [piece[4:] if piece[:4].lower() == "json" else piece for piece in pieces]


def _decode(text: str) -> object:
    """What the text begins with, unpacked where it is JSON within a JSON string."""
    try:
        data, _ = json.JSONDecoder(strict=False).raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return _decode(data.strip()) if isinstance(data, str) else data


def _faults(reason: ValueError) -> str:
    from core.llm.antwort import fault_text  # not at the door: pydantic

    return fault_text(reason)
