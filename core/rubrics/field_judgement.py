"""What a model's answer says of each field of a rubric: its level, its reason, its quotes bound or dropped.

The answer is hostile until shown otherwise: what names no field or no level of the rubric is told, not used.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from core.citations.antrag_citations import JudgedText, bind_to_antrag
from core.citations.eintrag import Gebunden, Verworfen
from core.rubrics.rubric import Rubric, RubricField, RubricLevel

MOST_JUDGEMENTS = 200
MOST_QUOTES = 20
LONGEST_REASON = 5_000
SHOWN = 60

ANSWER: Mapping[str, object] = {
    "type": "object",
    "required": ["urteile"],
    "properties": {
        "urteile": {
            "type": "array",
            "maxItems": MOST_JUDGEMENTS,
            "items": {
                "type": "object",
                "required": ["feld", "stufe", "begruendung", "zitate"],
                "properties": {
                    "feld": {"type": "string"},
                    "stufe": {"type": ["integer", "null"]},
                    "begruendung": {"type": "string", "maxLength": LONGEST_REASON},
                    "zitate": {"type": "array", "maxItems": MOST_QUOTES, "items": {"type": "string"}},
                },
            },
        }
    },
}


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
    entries = answer.get("urteile")
    for entry in entries[:MOST_JUDGEMENTS] if isinstance(entries, list) else ():
        if isinstance(entry, dict) and (name := str(entry.get("feld", ""))[:SHOWN]) in found:
            refused.append(f"Feld {name} steht zweimal in der Antwort; das erste Urteil gilt.")
            continue
        one = _judgement(rubric, entry, text)
        if isinstance(one, str):
            refused.append(one)
        elif one:
            found[one.field.id] = one
    if not isinstance(entries, list):
        refused.append("In der Antwort fehlt die Liste „urteile“.")
    judged = tuple(found[field.id] for field in rubric.fields if field.id in found)
    return RubricJudgement(rubric, judged, tuple(refused))


def _judgement(rubric: Rubric, entry: object, text: JudgedText) -> FieldJudgement | str | None:
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
    given = entry.get("begruendung")
    reason = " ".join(given.split())[:LONGEST_REASON] if isinstance(given, str) else ""
    return with_quotes(field, level, reason, entry.get("zitate"), text)


def with_quotes(
    field: RubricField, level: RubricLevel | None, reason: str, emitted: object, text: JudgedText
) -> FieldJudgement:
    quotes = emitted[:MOST_QUOTES] if isinstance(emitted, list) else []
    bound = [bind_to_antrag(text, quote, field.id) for quote in quotes if isinstance(quote, str)]
    return FieldJudgement(
        field,
        level,
        reason,
        tuple(one for one in bound if isinstance(one, Gebunden)),
        tuple(one for one in bound if isinstance(one, Verworfen)),
    )
