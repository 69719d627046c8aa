"""Which values stored records and files may hold: kinds, lengths and ranges that store and pages can bear.

What is wrong is told in German.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError

from core.base import clock

GREATEST = 2**31 - 1
"""What PostgreSQL keeps as INTEGER; SQLite keeps more."""

UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
AHEAD = timedelta(days=1)
"""So far another machine's clock may be ahead."""

EARLIEST_RUN = datetime(2020, 1, 1, tzinfo=UTC)


def _moment(value: object) -> datetime:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError("muss ein Zeitpunkt mit Zeitzone sein, etwa „2026-11-03T09:30:00+00:00“")
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        moment = datetime.max.replace(tzinfo=UTC)
    if not EARLIEST_RUN <= moment <= clock.now() + AHEAD:
        raise ValueError("muss zwischen 2020 und heute liegen")
    return moment


def printable(value: str) -> str:
    if UNPRINTABLE.search(value):
        raise ValueError("darf keine Steuerzeichen enthalten")
    return value


def _without_bar(value: str) -> str:
    if "|" in value:
        raise ValueError("darf kein „|“ enthalten")
    return value


def word_of(words: Iterable[str]) -> Callable[[str], str]:
    known = tuple(map(str, words))

    def check(value: str) -> str:
        if value not in known:
            raise ValueError(f"muss eines von {', '.join(known)} sein")
        return value

    return check


def _at_most(letters: int) -> AfterValidator:
    """Halves of letters are counted too, which a model may write and our own store keeps."""

    def check(value: str) -> str:
        if len(value) > letters:
            raise ValueError(f"ist länger als {letters} Zeichen")
        return value

    return AfterValidator(check)


Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[
    str, Field(strict=True, max_length=100), AfterValidator(printable), AfterValidator(_without_bar)
]
Wort = Annotated[str, Field(strict=True, max_length=300), AfterValidator(printable)]
Text = Annotated[str, Field(strict=True), _at_most(200_000)]
LongText = Annotated[str, Field(strict=True), _at_most(5_000_000)]
Moment = Annotated[datetime, BeforeValidator(_moment)]
Number = Annotated[int, Field(strict=True, ge=0, le=GREATEST)]
Mass = Annotated[float, Field(strict=True, ge=0, le=1e9, allow_inf_nan=False)]


# --- what is wrong, in one German sentence ------------------------------------------------------------------

FAULTS = {
    "missing": "fehlt",
    "string_type": "muss ein Text sein",
    "string_too_long": "ist länger als {max_length} Zeichen",
    "string_pattern_mismatch": "hat die falsche Länge oder unerlaubte Zeichen",
    "string_unicode": "enthält Zeichen, die es nicht gibt",
    "list_type": "muss eine Liste sein",
    "tuple_type": "muss eine Liste sein",
    "sequence_str": "muss eine Liste sein",
    "dict_type": "muss ein Objekt sein",
    "dataclass_type": "muss ein Objekt sein",
    "model_type": "muss ein Objekt sein",
    "model_attributes_type": "muss ein Objekt sein",
    "int_type": "muss eine ganze Zahl sein",
    "float_type": "muss eine Zahl sein",
    "bool_type": "muss true oder false sein",
    "enum": "muss eines von {expected} sein",
    "finite_number": "muss eine endliche Zahl sein",
    "greater_than_equal": "muss mindestens {ge:g} sein",
    "less_than_equal": "darf höchstens {le:g} sein",
    "too_long": "hat mehr als {max_length} Einträge",
    "too_short": "hat weniger als {min_length} Einträge",
    "value_error": "{error}",
}


def first_fault(error: ValidationError) -> str:
    """„laeufe[3].score[0].score: muss eine Zahl sein, gefunden „7““."""
    first = error.errors(include_url=False)[0]
    inner = first.get("ctx", {}).get("error")
    if isinstance(inner, ValidationError):  # of a form within a form
        return ".".join(filter(None, [_where(first["loc"]), first_fault(inner)]))
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
