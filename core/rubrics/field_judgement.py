"""What a model's answer says of each field of a rubric: its level, its reason, its quotes bound or dropped.

The answer is hostile until shown otherwise: what names no field or no level of the rubric is told, not used.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.citations.antrag_citations import JudgedText, bind_to_antrag
from core.citations.eintrag import Gebunden, Verworfen
from core.rubrics.rubric import Rubric, RubricField, RubricLevel

MOST_JUDGEMENTS = 200
MOST_QUOTES = 20
MOST_BOUND = 200
"""Quotes of one answer that are looked for: a good one has two a field. The dearest, of 20,000 letters in an
Antrag of 100,000, take 0.12 s each."""

LONGEST_REASON = 5_000
SHOWN = 60


@dataclass(frozen=True, slots=True)
class FieldJudgement:
    """One field. Without a level it is touched, and nobody judged how."""

    field: RubricField
    level: RubricLevel | None
    reason: str
    quotes: tuple[Gebunden, ...] = ()
    dropped: tuple[Verworfen, ...] = ()


@dataclass(frozen=True, slots=True)
class RubricJudgement:
    """`judged`: the touched fields, in the rubric's order. `refused`: what was not used, and why."""

    rubric: Rubric
    judged: tuple[FieldJudgement, ...]
    refused: tuple[str, ...] = ()

    @property
    def untouched(self) -> list[RubricField]:
        touched = {one.field.id for one in self.judged}
        return [field for field in self.rubric.fields if field.id not in touched]

    @property
    def summary(self) -> str:
        return self.rubric.summed([one.level for one in self.judged if one.level])


def bind_judgement(rubric: Rubric, answer: Mapping[str, object], text: JudgedText) -> RubricJudgement:
    """Every quote bound to the Antrag or dropped with its reason."""
    found: dict[str, FieldJudgement] = {}
    refused: list[str] = []
    room = MOST_BOUND
    entries = answer.get("urteile")
    for entry in entries[:MOST_JUDGEMENTS] if isinstance(entries, list) else ():
        said = _said(rubric, entry)
        if isinstance(said, str):
            refused.append(said)
        elif said and said.field.id in found:
            refused.append(f"Feld {said.field.id} steht zweimal in der Antwort; das erste Urteil gilt.")
        elif said:
            taken = said.quotes[: min(room, MOST_QUOTES)]
            room -= len(taken)
            found[said.field.id] = with_quotes(said.field, said.level, said.reason, taken, text)
            refused += _left_out(said.field, len(said.quotes) - len(taken))
    refused += _unread(entries)
    judged = tuple(found[field.id] for field in rubric.fields if field.id in found)
    return RubricJudgement(rubric, judged, tuple(refused))


def _left_out(field: RubricField, count: int) -> list[str]:
    told = f"{count} Zitate" if count > 1 else "Ein Zitat"
    return [f"Feld {field.id}: {told} über der Höchstzahl, nicht geprüft."] if count else []


def _unread(entries: object) -> list[str]:
    if not isinstance(entries, list):
        return ["In der Antwort fehlt die Liste „urteile“."]
    left = len(entries) - MOST_JUDGEMENTS
    return [f"Die Antwort hat {left} Urteile mehr als gelesen werden."] if left > 0 else []


@dataclass(frozen=True, slots=True)
class _Said:
    """One entry of an answer that names a field and a level, before its quotes are looked for."""

    field: RubricField
    level: RubricLevel
    reason: str
    quotes: Sequence[str]


def _said(rubric: Rubric, entry: object) -> _Said | str | None:
    """None where the model says that the field is not touched; a text says why the entry is not used."""
    if not isinstance(entry, dict):
        return "Ein Urteil ist kein Objekt mit Feldern."
    name, wert = str(entry.get("feld", ""))[:SHOWN], entry.get("stufe")
    field = rubric.find_field(name)
    if field is None:
        return f"Das Feld „{name}“ gibt es in dieser Rubrik nicht."
    if wert is None:
        return None
    level = rubric.find_level(wert) if type(wert) is int else None
    if level is None:
        return f"Feld {field.id}: Die Stufe „{wert!s:.{SHOWN}}“ gibt es in dieser Rubrik nicht."
    given, emitted = entry.get("begruendung"), entry.get("zitate")
    reason = " ".join(given[:LONGEST_REASON].split()) if isinstance(given, str) else ""
    quotes = [one for one in emitted if isinstance(one, str)] if isinstance(emitted, list) else []
    return _Said(field, level, reason, quotes)


def with_quotes(
    field: RubricField, level: RubricLevel | None, reason: str, emitted: Sequence[str], text: JudgedText
) -> FieldJudgement:
    bound = [bind_to_antrag(text, quote, field.id) for quote in emitted]
    return FieldJudgement(
        field,
        level,
        reason,
        tuple(one for one in bound if isinstance(one, Gebunden)),
        tuple(one for one in bound if isinstance(one, Verworfen)),
    )
