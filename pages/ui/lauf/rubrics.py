"""Below a Lauf: its Antrag judged by rubrics, field by field, with quotes from the Antrag itself."""

from collections.abc import Sequence

import streamlit as st

from core.context import Context
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.rubrics.field_judgement import RubricJudgement
from core.rubrics.judgement_words import CAVEAT, UNCONFIRMED_NOTE, judge_told
from core.rubrics.stored_judgement import judgement_of
from core.runs.lauf import Lauf
from core.runs.rubric_rows import StoredRubric
from core.runs.store import Runstore
from pages.ui import address, failure, resources
from pages.ui.lauf.rubric_ask import ask
from pages.ui.lauf.rubric_field import field_pane
from pages.ui.lauf.rubric_grid import grid
from pages.ui.rubric_table import levels_explained
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, plain

PURPOSE = (
    "Eine Rubrik fragt Feld für Feld, was der Antrag selbst sagt. Jedes Zitat steht Wort für Wort in ihm; "
    "andere sind verworfen, mit dem Grund."
)
EXAMPLE = "Beispiel: Dieses Urteil ist gespielt; es stammt von keinem Sprachmodell."
FROM_FILE = "Eingelesen am {} aus einer Datei; Stufen und Gründe sind nicht nachgeprüft."
GONE = "Das Urteil aus dieser Adresse gibt es hier nicht mehr; gezeigt ist das neueste."
NONE = "Zu diesem Lauf gibt es noch kein Urteil nach einer Rubrik."
MOST_REFUSED = 50


def rubrics(context: Context, lauf: Lauf) -> None:
    found = resources.store().list_rubrics(lauf.id)
    st.caption(PURPOSE)
    if not found:
        st.info(NONE, icon=":material/rule:")
        ask(context, lauf)
        return
    read = {one.id: judgement_of(one) for one in found}
    stored = _choose(lauf, found, read)
    _judgement(context, lauf, stored, read[stored.id])
    with st.expander("Nach einer weiteren Rubrik oder mit einem anderen Modell beurteilen"):
        ask(context, lauf)


def _choose(lauf: Lauf, found: Sequence[StoredRubric], read: dict[str, RubricJudgement]) -> StoredRubric:
    by_id = {one.id: one for one in found}
    asked = address.get("urteil")
    if asked and asked not in by_id:
        st.info(GONE, icon=":material/info:")
    chosen = asked if asked in by_id else found[0].id
    with st.container(horizontal=True, vertical_alignment="bottom", key="rubrik-urteile"):
        st.selectbox(
            "Urteil",
            list(by_id),
            format_func=lambda id: _name(by_id[id], read[id]),
            width=560,
            **address.follow("lauf", "urteil", chosen, "feld", "beleg", "blatt"),
        )
        levels_explained(read[chosen].rubric)
        _delete(resources.store(), chosen)
    return by_id[chosen]


def _name(stored: StoredRubric, judgement: RubricJudgement) -> str:
    return joined([judgement.rubric.titel, modell_name(stored.modell), formats.moment(stored.created)])


def _delete(store: Runstore, judgement_id: str) -> None:
    with st.popover("Löschen …", icon=":material/delete:", type="tertiary"):
        st.markdown("Dieses Urteil mit seinen Zitaten wird endgültig gelöscht.")
        if st.button("Endgültig löschen", key=f"rubrik-loeschen-{judgement_id}"):
            with failure.shown():
                store.delete_rubric(judgement_id)
                address.go(urteil=None, feld=None, beleg=None, blatt=None)
                st.rerun()


def _judgement(context: Context, lauf: Lauf, stored: StoredRubric, judgement: RubricJudgement) -> None:
    _head(lauf, stored, judgement)
    chosen = _field(judgement)
    grid(stored, judgement, chosen)
    _notes(judgement)
    if chosen:
        field_pane(context, stored, judgement, chosen)


def _head(lauf: Lauf, stored: StoredRubric, judgement: RubricJudgement) -> None:
    if lauf.is_demo:
        st.info(EXAMPLE, icon=":material/school:")
    if stored.eingelesen:
        st.info(FROM_FILE.format(formats.day(stored.eingelesen)), icon=":material/upload_file:")
    rubric, touched = judgement.rubric, len(judgement.judged)
    summary = None if stored.modell == OFFLINE else f"Zusammen: {judgement.summary}"
    st.markdown(
        plain(joined([summary, f"{touched} von {len(rubric.fields)} Feldern berührt", _quotes(stored)]))
    )
    about = [
        f"{rubric.titel}, Fassung {stored.rubric_version}",
        modell_name(judge_told(stored.modell, stored.modell_geantwortet)),
        formats.moment(stored.created),
        "aus dem Speicher beantwortet" if stored.aus_cache else formats.cost(stored.kosten),
    ]
    st.caption(plain(joined(about)))
    if stored.modell != OFFLINE:
        st.caption(f":material/warning: {CAVEAT}")


def _quotes(stored: StoredRubric) -> str:
    bound = formats.counted(stored.belegt, "Zitat", "Zitate")
    return f"{bound} belegt, {formats.number(stored.verworfen)} verworfen"


def _field(judgement: RubricJudgement) -> str:
    """The field that is asked for, else the first with a quote; „“ where none was touched."""
    asked = address.get("feld")
    ids = [one.field.id for one in judgement.judged]
    with_quotes = [one.field.id for one in judgement.judged if one.quotes]
    return asked if asked in ids else next(iter([*with_quotes, *ids]), "")


def _notes(judgement: RubricJudgement) -> None:
    if any(not field.is_confirmed for field in judgement.rubric.fields):
        st.caption(plain(UNCONFIRMED_NOTE))
    if asked := next((one for one in judgement.untouched if one.id == address.get("feld")), None):
        st.info(plain(f"{asked.id} {asked.titel}: {judgement.rubric.untouched}."), icon=":material/info:")
    if judgement.refused:
        told = formats.counted(len(judgement.refused), "Angabe", "Angaben")
        with st.expander(f"{told} des Modells nicht verwendet", icon=":material/block:"):
            st.markdown("\n".join(f"- {plain(one)}" for one in judgement.refused[:MOST_REFUSED]))
