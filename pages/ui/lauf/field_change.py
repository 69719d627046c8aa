"""At a field of a judgement by a rubric: other wording that would raise its level, asked of a model."""

import streamlit as st

from core.context import Context
from core.german import formats
from core.redlines.field_redlines import ask_field_redlines, can_rise, field_redline_cost
from core.roles.rights import Action
from core.rubrics.field_judgement import FieldJudgement
from core.rubrics.rubric import Rubric
from core.runs.lauf import Status
from core.runs.rubric_rows import StoredRubric
from pages.ui import acts, address, failure, person, resources
from pages.ui.lauf.redlines import NO_MODEL, NOTHING, language_models
from pages.ui.lauf.rubric_ask import UNKNOWN_PRICE
from pages.ui.modell_choice import label
from pages.ui.text import plain

PURPOSE = (
    "Ein Sprachmodell schlägt einen Wortlaut vor, mit dem dieses Feld eine höhere Stufe erreichen könnte. "
    "Die Vorschläge stehen danach unter „Änderungsvorschläge“; ob die Stufe steigt, zeigt erst ein neues "
    "Urteil."
)


def field_change(context: Context, stored: StoredRubric, rubric: Rubric, one: FieldJudgement) -> None:
    if not person.may(Action.RUN) or not can_rise(rubric, one):
        return
    with st.expander("Änderung vorschlagen", icon=":material/edit_note:"):
        st.caption(PURPOSE)
        usable = language_models()
        if not usable:
            st.info(NO_MODEL, icon=":material/key_off:")
            return
        preset = usable.index(stored.modell) if stored.modell in usable else 0
        modell = st.selectbox(
            "Modell", usable, index=preset, format_func=label, key="rubrik-aenderung-modell"
        )
        with failure.shown():
            _start(context, stored, rubric, one, modell)


def _start(context: Context, stored: StoredRubric, rubric: Rubric, one: FieldJudgement, modell: str) -> None:
    lauf = resources.store().load(stored.lauf_id)
    usd = field_redline_cost(context, lauf, rubric, one, modell)
    refused = person.too_dear(usd)
    told = UNKNOWN_PRICE if usd is None else f"Kostet etwa {formats.cost(usd)}."
    st.caption(plain(refused or told))
    if acts.button(
        Action.RUN,
        "Vorschläge holen",
        icon=":material/edit_note:",
        key="rubrik-aenderung-holen",
        type="primary",
        disabled=lauf.status is Status.LAEUFT or bool(refused),
    ):
        _fetch(context, stored, one.field.id, modell)


def _fetch(context: Context, stored: StoredRubric, feld: str, modell: str) -> None:
    with st.spinner("Das Modell liest den Antrag …"):
        ask = person.here().noted(Action.RUN, stored.lauf_id, ask_field_redlines)
        found = ask(context, stored.id, feld, modell)
    if found:
        address.go(mehr="aenderungen")
        st.rerun()
    st.info(NOTHING, icon=":material/info:")
