"""What is said of a judgement by a rubric, wherever it is shown."""

from core.antrag.antrag import first_upper
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.rubrics.field_judgement import FieldJudgement
from core.rubrics.rubric import Rubric

UNCONFIRMED = "*"
UNCONFIRMED_NOTE = (
    "* Die Benennung dieses Feldes ist nicht bestätigt; in der Datei der Rubrik steht, woher sie ist."
)
WITHOUT_WORDS = "Kein Stichwort gefunden (der Antrag kann das Feld trotzdem berühren)"
WITHOUT_LEVEL = "berührt, ohne Stufe"
CAVEAT = (
    "Stufen und Gründe eines Sprachmodells können falsch sein; geprüft ist nur, dass die Zitate so im Antrag "
    "stehen."
)
BY_WORDS = "nach Stichwörtern, ohne Sprachmodell"


def level_told(one: FieldJudgement) -> str:
    """„2 · fördert deutlich“."""
    return f"{formats.number(one.level.wert)} · {one.level.wort}" if one.level else WITHOUT_LEVEL


def untouched_told(rubric: Rubric, modell: str) -> str:
    return WITHOUT_WORDS if modell == OFFLINE else first_upper(rubric.untouched)


def judge_told(modell: str, answered: str) -> str:
    """Who judged."""
    return BY_WORDS if modell == OFFLINE else answered
