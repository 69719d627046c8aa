"""A model is asked for other wording with which an Antrag would reach a higher level in a field of a rubric.

It is told the rubric's words on that field, not the reason of the judgement, which a model wrote.
"""

from typing import Unpack

from core.assessment.answer_quotes import Sending
from core.context import Context
from core.errors import EingabeError
from core.redlines.ask_redlines import propose, redline_cost
from core.redlines.redline_words import about_field
from core.rubrics.field_judgement import FieldJudgement
from core.rubrics.rubric import Rubric, RubricLevel
from core.rubrics.stored_judgement import judgement_of
from core.runs.lauf import Lauf
from core.runs.redline_rows import Redline
from core.runs.store import runstore

GONE = "Dieses Urteil nach einer Rubrik gibt es nicht mehr. Bitte die Seite neu laden."
NOT_JUDGED = "Das Feld „{}“ hat in diesem Urteil keine Stufe; ein Vorschlag hätte nichts zu heben."
HIGHEST = "Das Feld „{}“ hat schon die höchste Stufe."
WISH = (
    "Es geht allein um die Rubrik „{rubric}“, Feld „{field}“: {question}\n"
    "Der Antrag hat dort die Stufe {now}\n"
    "Höhere Stufen: {higher}\n"
    "Schlage nur Änderungen vor, mit denen der Antrag in diesem Feld eine höhere Stufe erreicht und dasselbe "
    "will wie bisher. Gibt es keine, antworte mit einer leeren Liste."
)


def ask_field_redlines(
    context: Context, judgement_id: str, feld: str, modell: str, **sending: Unpack[Sending]
) -> list[Redline]:
    """What the model proposes for this field of a stored judgement, bound or dropped, and stored."""
    stored = runstore(context).find_rubric_judgement(judgement_id)
    if stored is None:
        raise EingabeError(GONE)
    judgement = judgement_of(stored)
    one = next((one for one in judgement.judged if one.field.id == feld), None)
    if one is None or one.level is None:
        raise EingabeError(NOT_JUDGED.format(feld))
    if not can_rise(judgement.rubric, one):
        raise EingabeError(HIGHEST.format(feld))
    about = about_field(judgement.rubric, one.field)
    return propose(context, stored.lauf_id, modell, field_wish(judgement.rubric, one), about, **sending)


def field_redline_cost(
    context: Context, lauf: Lauf, rubric: Rubric, one: FieldJudgement, modell: str
) -> float | None:
    return redline_cost(context, lauf, modell, field_wish(rubric, one))


def can_rise(rubric: Rubric, one: FieldJudgement) -> bool:
    """Has it a level, and the rubric a higher one?"""
    return bool(_higher(rubric, one))


def field_wish(rubric: Rubric, one: FieldJudgement) -> str:
    return WISH.format(
        rubric=rubric.titel,
        field=one.field.titel,
        question=one.field.leitfrage,
        now=_told(one.level) if one.level else "",
        higher="; ".join(map(_told, _higher(rubric, one))),
    )


def _higher(rubric: Rubric, one: FieldJudgement) -> list[RubricLevel]:
    now = one.level
    return [level for level in rubric.levels if level.wert > now.wert] if now else []


def _told(level: RubricLevel) -> str:
    return f"{level.wert} „{level.wort}“: {level.bedeutung}"
