"""What several Läufe of an Antrag say by the same rubric, field by field, and where they differ."""

from collections.abc import Mapping

import streamlit as st

from core.german import formats
from core.rubrics.field_judgement import FieldJudgement
from core.rubrics.judgement_words import CAVEAT, WITHOUT_LEVEL, untouched_told
from core.runs.lauf import text_hash
from core.vergleich.rubric_levels import RubricColumn, RubricComparison, RubricRow, rubric_comparisons
from core.vergleich.spalten import Vergleich
from pages.ui import address, resources
from pages.ui.rubric_table import (
    field_name,
    is_placed,
    level_sign,
    level_tone,
    levels_explained,
    rubric_table,
)
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, plain

NONE = (
    "Noch haben keine zwei dieser Läufe zu demselben Antrag ein Urteil nach derselben Rubrik. Beurteilt wird "
    "unter jedem Lauf bei „Rubriken“."
)
EXAMPLE = "Beispiel: Diese Urteile sind gespielt; sie stammen von keinem Sprachmodell."


def rubrics_compared(vergleich: Vergleich) -> None:
    found = rubric_comparisons(resources.store(), [one.id for one in vergleich.laeufe])
    if not found:
        st.info(NONE, icon=":material/rule:")
        return
    by_key = {_key(one): one for one in found}
    antraege = {one.id: vergleich.antraege.get(one.antrag, "") for one in vergleich.laeufe}
    chosen = address.one_of("rubrik", by_key, next(iter(by_key)))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Rubrik und Antrag",
            list(by_key),
            format_func=lambda key: _name(by_key[key], antraege),
            width=620,
            **address.follow("vergleich", "rubrik", chosen),
        )
        one = by_key[chosen or ""]
        levels_explained(one.rubric)
    _comparison(one, is_demo=any(lauf.is_demo for lauf in vergleich.laeufe))


def _key(one: RubricComparison) -> str:
    """The same whatever is judged anew by the same rubric."""
    stored = one.columns[0].stored
    return text_hash(f"{stored.rubric} {stored.rubric_text} {stored.text_version}")[:12]


def _name(one: RubricComparison, antraege: Mapping[str, str]) -> str:
    return joined([one.rubric.titel, antraege.get(one.columns[0].laeufe[0])])


def _comparison(one: RubricComparison, is_demo: bool) -> None:
    if is_demo:
        st.info(EXAMPLE, icon=":material/school:")
    differ = formats.counted(len(one.differing), "Feld", "Felder")
    st.markdown(f"{differ} von {len(one.rubric.fields)} mit verschiedenen Stufen")
    st.caption(f":material/warning: {CAVEAT}")
    if one.said:
        rubric_table(data=_data(one), key="rubrikvergleich")
    for column in one.columns:
        st.page_link(
            "lauf.py",
            label=plain(f"Urteil von {modell_name(column.modell)} öffnen"),
            icon=":material/rule:",
            query_params={"id": column.laeufe[0], "mehr": "rubriken", "urteil": column.stored.id},
        )


def _data(one: RubricComparison) -> dict[str, object]:
    return {
        "name": f"Urteile nach der Rubrik {one.rubric.titel}",
        "ecke": "Feld",
        "summen": [],
        "waehlbar": False,
        "spalten": [*({"name": modell_name(column.modell)} for column in one.columns), {"name": "Vergleich"}],
        "zeilen": [
            {
                "nummer": row.field.id if is_placed(row.field) else field_name(row.field),
                "einleitung": "",
                "text": field_name(row.field) if is_placed(row.field) else row.field.leitfrage,
                "zellen": [
                    *(_cell(one, column, cell) for column, cell in zip(one.columns, row.cells, strict=True)),
                    _verdict(row),
                ],
            }
            for row in one.said
        ],
    }


def _cell(one: RubricComparison, column: RubricColumn, cell: FieldJudgement | None) -> dict[str, object]:
    if cell is None:
        word = untouched_told(one.rubric, column.stored.modell)
        return {"key": "", "zeichen": "", "wort": word, "art": "keine"}
    level = cell.level
    return {
        "key": "",
        "zeichen": level_sign(one.rubric, level) if level else "○",
        "wort": level.wort if level else WITHOUT_LEVEL,
        "art": level_tone(one.rubric, level) if level else "offen",
    }


def _verdict(row: RubricRow) -> dict[str, object]:
    sign, word = ("≠", "verschieden") if row.differs else ("=", "gleich")
    return {"key": "", "zeichen": sign, "wort": word, "art": ""}
