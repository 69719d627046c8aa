"""How the levels of a rubric look, never by colour alone; and the table that shows them field by field."""

from pathlib import Path

import streamlit as st

from core.german import formats
from core.rubrics.judgement_words import UNCONFIRMED
from core.rubrics.rubric import Rubric, RubricField, RubricLevel
from pages.ui.text import plain

HERE = Path(__file__).parent

rubric_table = st.components.v2.component(
    "rubriktabelle",
    html='<div class="matrix" role="region" tabindex="0"></div>'
    '<button type="button" class="weiter" hidden>Zum gewählten Feld</button>',
    css="\n".join(
        (HERE / name).read_text(encoding="utf-8") for name in ("lauf/matrix.css", "rubric_levels.css")
    ),
    js=(HERE / "lauf" / "matrix.js").read_text(encoding="utf-8"),
)


def level_sign(rubric: Rubric, level: RubricLevel) -> str:
    """„+2“ where a rubric has levels below zero too, else „2“."""
    return formats.number(level.wert, sign=any(one.wert < 0 for one in rubric.levels))


def level_tone(rubric: Rubric, level: RubricLevel) -> str:
    """Which colour: how far above or below zero, by the rubric's farthest."""
    if level.wert == 0:
        return "mitte"
    farthest = max(abs(one.wert) for one in rubric.levels)
    return f"{'hoch' if level.wert > 0 else 'tief'}{2 if 2 * abs(level.wert) > farthest else 1}"


def field_name(field: RubricField) -> str:
    """With a mark where nobody confirmed it."""
    return f"{field.titel}{'' if field.is_confirmed else UNCONFIRMED}"


def is_placed(field: RubricField) -> bool:
    """Has it a row and a column? People know such a field by its short name."""
    return bool(field.zeile and field.spalte)


def levels_explained(rubric: Rubric) -> None:
    with st.popover("Was die Stufen heißen", icon=":material/help:", type="tertiary"):
        for level in rubric.levels:
            told = f"**{plain(f'{level_sign(rubric, level)} {level.wort}')}** {plain(level.bedeutung)}"
            st.markdown(told)
        st.caption(plain(f"Quelle der Rubrik: {rubric.quelle}"))
