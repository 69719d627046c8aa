"""What a proposed change is for, stored and told: a Forderung, a field of a rubric, or the Antrag."""

from core.rubrics.rubric import Rubric, RubricField

OF_RUBRIC = "Rubrik "
"""So begins what is stored of a proposal for a field; no Forderung is numbered like this."""


def about_field(rubric: Rubric, field: RubricField) -> str:
    is_placed = field.zeile and field.spalte
    name = f"{field.id}: {field.titel}" if is_placed else field.titel
    return f"{OF_RUBRIC}{rubric.titel}, Feld {name}"


def stored_about(about: str, forderung: str) -> str:
    """`about`: the field it was asked for, „“ where it was asked for none."""
    if not about:
        return forderung
    return f"{about}, in Forderung {forderung}" if forderung else about


def about_told(stored: str) -> str:
    if is_for_field(stored):
        return stored
    return f"Forderung {stored}" if stored else "Antrag"


def is_for_field(stored: str) -> bool:
    return stored.startswith(OF_RUBRIC)
