"""A judgement by a rubric as a table: rows and columns where its fields have a place in them, else a list."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.german import formats
from core.llm.catalogue import OFFLINE
from core.rubrics.field_judgement import FieldJudgement, RubricJudgement
from core.rubrics.judgement_words import WITHOUT_LEVEL
from core.rubrics.rubric import Rubric, RubricField
from core.runs.rubric_rows import StoredRubric
from pages.ui import address
from pages.ui.rubric_table import field_name, is_placed, level_sign, level_tone, rubric_table

KEY = "rubriktabelle"
NO_WORD = "kein Stichwort gefunden"
OPERATION = (
    "Ein Feld führt zu seinem Grund, seinen Zitaten und deren Seite. Mit der Tastatur: Pfeiltasten von Feld "
    "zu Feld, Eingabe öffnet."
)


def grid(stored: StoredRubric, judgement: RubricJudgement, chosen: str) -> None:
    """`chosen`: the field that is shown below."""
    st.markdown(OPERATION)
    ids = [one.field.id for one in judgement.judged]
    rubric_table(
        data=_data(stored, judgement, chosen), key=KEY, on_feld_change=lambda: _choose(stored.id, ids)
    )


def _choose(judgement_id: str, ids: Sequence[str]) -> None:
    """What a browser sends is no more than a wish."""
    sent = st.session_state[KEY].get("feld")
    if sent in ids:
        address.go(urteil=judgement_id, feld=sent, beleg=None, blatt=None)


def _data(stored: StoredRubric, judgement: RubricJudgement, chosen: str) -> dict[str, object]:
    rubric = judgement.rubric
    untouched = NO_WORD if stored.modell == OFFLINE else rubric.untouched
    cells = {field.id: _untouched(field, untouched) for field in rubric.fields}
    cells |= {one.field.id: _cell(rubric, one, chosen) for one in judgement.judged}
    drawn = _table(rubric, cells) if is_table(rubric) else _list(judgement, cells)
    fixed = {"name": f"Urteil nach der Rubrik {rubric.titel}", "ecke": "Feld", "summen": []}
    where = {"ziel": ".st-key-rubrikfeld", "stelle": ".st-key-rubrikfeld button"}
    return {**fixed, **where, **drawn, "waehlbar": bool(judgement.judged)}


def is_table(rubric: Rubric) -> bool:
    """Has each field a place in rows and columns of its own?"""
    places = {(field.zeile, field.spalte) for field in rubric.fields}
    return len(places) == len(rubric.fields) and all(map(is_placed, rubric.fields))


def _table(rubric: Rubric, cells: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    at = {(field.zeile, field.spalte): cells[field.id] for field in rubric.fields}
    empty = {"key": "", "zeichen": "", "wort": "", "art": "luecke"}
    return {
        "spalten": [{"name": name} for name in rubric.spalten.values()],
        "zeilen": [
            {
                "nummer": row,
                "einleitung": "",
                "text": name,
                "zellen": [at.get((row, column), empty) for column in rubric.spalten],
            }
            for row, name in rubric.zeilen.items()
        ],
    }


def _list(judgement: RubricJudgement, cells: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    reasons = {one.field.id: one.reason for one in judgement.judged}
    rubric = judgement.rubric
    return {
        "spalten": [{"name": "Stufe"}, {"name": "Begründung"}],
        "zeilen": [
            {
                "nummer": field_name(field),
                "einleitung": rubric.zeilen.get(field.zeile, ""),
                "text": field.leitfrage,
                "zellen": [
                    {**cells[field.id], "name": ""},
                    {"key": "", "zeichen": "", "wort": reasons.get(field.id, ""), "art": "grund"},
                ],
            }
            for field in rubric.fields
        ],
    }


def _cell(rubric: Rubric, one: FieldJudgement, chosen: str) -> dict[str, object]:
    level, name = one.level, _name(one.field)
    word = level.wort if level else WITHOUT_LEVEL
    return {
        "key": one.field.id,
        "name": name,
        "zeichen": level_sign(rubric, level) if level else "○",
        "wort": word,
        "zahl": _quotes_told(one),
        "art": level_tone(rubric, level) if level else "offen",
        "titel": f"{name}: {word}, {_quotes_told(one)}, zeigen",
        "gewaehlt": one.field.id == chosen,
    }


def _quotes_told(one: FieldJudgement) -> str:
    bound = formats.counted(len(one.quotes), "Zitat", "Zitate") if one.quotes else "ohne Beleg"
    return f"{bound}, {len(one.dropped)} verworfen" if one.dropped else bound


def _untouched(field: RubricField, word: str) -> dict[str, object]:
    return {
        "key": "",
        "name": _name(field),
        "zeichen": "",
        "wort": word,
        "zahl": "",
        "art": "keine",
    }


def _name(field: RubricField) -> str:
    """In a table with the short name that people know it by; a list says the rest."""
    return f"{field.id} {field_name(field)}" if is_placed(field) else field_name(field)
