"""Whether a file of Läufe has the form of one: checked whole, before anything of it is stored."""

import math
import re
from collections.abc import Mapping, Sequence

from core.errors import EingabeError
from core.runs.export_form import Datei
from core.runs.value_ranges import UNPRINTABLE
from core.schema import ValidationError

HALF = re.compile(r"[\ud800-\udfff]")
DEEPEST = 30
"""Levels; a real file has ten."""

NOTHING = "Übernommen wurde nichts."


def check(content: Mapping[str, object]) -> Datei:
    """The file as values, or in one German sentence where it is wrong."""
    _refuse_odd(content)
    try:
        return Datei.model_validate(with_letters(content))
    except ValidationError as error:
        raise EingabeError(
            f"Die Datei mit Läufen ist beschädigt: {_first_fault(error)}. {NOTHING}"
        ) from error


def _refuse_odd(content: object) -> None:
    """Nothing too deep for whoever walks it later, no number that a database refuses; without recursion."""
    waiting: list[tuple[object, int]] = [(content, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict | list):
            if depth >= DEEPEST:
                raise EingabeError(f"Die Datei ist mehr als {DEEPEST} Ebenen tief verschachtelt. {NOTHING}")
            waiting += [(one, depth + 1) for one in (value.values() if isinstance(value, dict) else value)]
        elif isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise EingabeError(f"Die Datei enthält eine ganze Zahl mit {len(str(value))} Stellen. {NOTHING}")
        elif isinstance(value, float) and not math.isfinite(value):
            raise EingabeError(f"Die Datei enthält eine Zahl, die keine ist ({value}). {NOTHING}")


def with_letters(value: object) -> object:
    """A model may write halves of letters, and our own store keeps them; nobody else's does."""
    if isinstance(value, str):
        return value if value.isascii() else HALF.sub("�", value)
    if isinstance(value, dict):
        return {with_letters(key): with_letters(one) for key, one in value.items()}
    return [with_letters(one) for one in value] if isinstance(value, list) else value


FAULTS = {
    "missing": "fehlt",
    "string_type": "muss ein Text sein",
    "string_too_long": "ist länger als {max_length} Zeichen",
    "string_pattern_mismatch": "hat die falsche Länge oder unerlaubte Zeichen",
    "string_unicode": "enthält Zeichen, die es nicht gibt",
    "list_type": "muss eine Liste sein",
    "dict_type": "muss ein Objekt sein",
    "model_type": "muss ein Objekt sein",
    "model_attributes_type": "muss ein Objekt sein",
    "int_type": "muss eine ganze Zahl sein",
    "float_type": "muss eine Zahl sein",
    "bool_type": "muss true oder false sein",
    "finite_number": "muss eine endliche Zahl sein",
    "greater_than_equal": "muss mindestens {ge:g} sein",
    "less_than_equal": "darf höchstens {le:g} sein",
    "too_long": "hat mehr als {max_length} Einträge",
    "too_short": "hat weniger als {min_length} Einträge",
    "value_error": "{error}",
}


def _first_fault(error: ValidationError) -> str:
    """„laeufe[3].score[0].score: muss eine Zahl sein, gefunden „7““."""
    first = error.errors(include_url=False)[0]
    said = FAULTS.get(first["type"], "hat nicht die erwartete Form").format(**first.get("ctx", {}))
    found = first["input"]
    is_short = isinstance(found, str | int | float) and first["type"] != "missing"
    told = f", gefunden „{_printed(found)}“" if is_short else ""
    where = _where(first["loc"])
    return f"{where}: {said}{told}" if where else f"{said}{told}"


def _where(loc: Sequence[int | str]) -> str:
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{_printed(step)}" for step in loc)
    return path.removeprefix(".")


def _printed(value: object) -> str:
    text = UNPRINTABLE.sub("�", str(value))
    return text if len(text) <= 40 else f"{text[:40]} …"
