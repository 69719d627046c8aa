"""Below a Lauf: its Antrag judged by rubrics, field by field, with quotes from the Antrag itself."""

from collections.abc import Sequence

import streamlit as st

from core.assessment.rubric_report import CAVEAT, UNCONFIRMED_NOTE, WITHOUT_LEVEL, judge_told
from core.context import Context
from core.errors import RegistryError
from core.german import formats
from core.judging.judge import find_known, judge_lauf, rubric_cost
from core.llm.catalogue import OFFLINE
from core.llm.rubric import Rubric, rubrics_of
from core.runs.antraege import judged_text
from core.runs.lauf import Lauf, Status
from core.runs.notes import RubricJudgement
from core.runs.store import Runstore
from pages.ui import address, failure, resources
from pages.ui.lauf.rubric_fields import fields, level_sign
from pages.ui.modell_choice import label
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
BY_WORDS = (
    "Ohne Sprachmodell steht nur da, welche Felder der Antrag nach Stichwörtern berührt: "
    f"„{WITHOUT_LEVEL}“. Kostenlos."
)
KNOWN = "Diese Frage ist schon beantwortet: Die Antwort kommt aus dem Speicher und kostet nichts."
UNKNOWN_PRICE = "Was das kostet, ist bei diesem Modell nicht bekannt."
MOST_REFUSED = 50


def rubrics(context: Context, lauf: Lauf) -> None:
    st.caption(PURPOSE)
    with failure.shown():
        found = resources.store().list_rubrics(lauf.id)
        if not found:
            st.info(NONE, icon=":material/rule:")
            _ask(context, lauf)
            return
        judgement = _choose(found)
        _head(lauf, judgement)
        fields(context, judgement)
        _refused(judgement)
        with st.expander("Nach einer weiteren Rubrik oder mit einem anderen Modell beurteilen"):
            _ask(context, lauf)


def _choose(found: Sequence[RubricJudgement]) -> RubricJudgement:
    by_id = {one.id: one for one in found}
    asked = address.get("urteil")
    if asked and asked not in by_id:
        st.info(GONE, icon=":material/info:")
    chosen = asked if asked in by_id else found[0].id
    with st.container(horizontal=True, vertical_alignment="bottom", key="rubrik-urteile"):
        st.selectbox(
            "Urteil",
            list(by_id),
            format_func=lambda id: _name(by_id[id]),
            width=560,
            **address.follow("lauf", "urteil", chosen, "feld", "beleg"),
        )
        _levels_explained(by_id[chosen].rubric)
        _delete(resources.store(), chosen)
    return by_id[chosen]


def _name(one: RubricJudgement) -> str:
    return joined([one.rubric.titel, modell_name(one.modell), formats.moment(one.created)])


def _levels_explained(rubric: Rubric) -> None:
    with st.popover("Was die Stufen heißen", icon=":material/help:", type="tertiary"):
        for level in rubric.levels:
            told = f"**{plain(f'{level_sign(rubric, level)} {level.wort}')}** {plain(level.bedeutung)}"
            st.markdown(told)
        st.caption(plain(f"Quelle der Rubrik: {rubric.quelle}"))


def _delete(store: Runstore, judgement_id: str) -> None:
    with st.popover("Löschen …", icon=":material/delete:", type="tertiary"):
        st.markdown("Dieses Urteil mit seinen Zitaten wird endgültig gelöscht.")
        if st.button("Endgültig löschen", key=f"rubrik-loeschen-{judgement_id}"):
            store.delete_note(judgement_id)
            address.go(urteil=None, feld=None, beleg=None)
            st.rerun()


def _head(lauf: Lauf, judgement: RubricJudgement) -> None:
    if lauf.is_demo:
        st.info(EXAMPLE, icon=":material/school:")
    if judgement.eingelesen:
        st.info(FROM_FILE.format(formats.day(judgement.eingelesen)), icon=":material/upload_file:")
    rubric, is_by_words = judgement.rubric, judgement.modell == OFFLINE
    bound = formats.counted(judgement.belegt, "Zitat", "Zitate")
    told = [
        None if is_by_words else f"Zusammen: {judgement.summary}",
        f"{len(judgement.fields)} von {len(rubric.fields)} Feldern berührt",
        f"{bound} belegt, {formats.number(judgement.verworfen)} verworfen",
    ]
    st.markdown(plain(joined(told)))
    about = [
        f"{rubric.titel}, Fassung {rubric.version}",
        modell_name(judge_told(judgement.modell, judgement.modell_geantwortet)),
        formats.moment(judgement.created),
        formats.cost(judgement.kosten),
    ]
    st.caption(plain(joined(about)))
    if not is_by_words:
        st.caption(f":material/warning: {CAVEAT}")
    if any(not field.is_confirmed for field in rubric.fields):
        st.caption(plain(UNCONFIRMED_NOTE))


def _refused(judgement: RubricJudgement) -> None:
    if judgement.refused:
        told = formats.counted(len(judgement.refused), "Angabe", "Angaben")
        with st.expander(f"{told} des Modells nicht verwendet", icon=":material/block:"):
            st.markdown("\n".join(f"- {plain(one)}" for one in judgement.refused[:MOST_REFUSED]))


# --- have it judged -----------------------------------------------------------------------------------------


def _ask(context: Context, lauf: Lauf) -> None:
    """By which rubric, by which model, and what that costs."""
    known = rubrics_of(context)
    usable = {id: one for id, one in known.items() if isinstance(one, Rubric)}
    ready = resources.availabilities()
    modelle = sorted(
        (one.id for one in resources.modelle() if ready[one.id].ok), key=lambda id: id == OFFLINE
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key="rubrik-neu"):
        id = st.selectbox(
            "Rubrik", list(usable), format_func=lambda id: usable[id].titel, width=320, key="rubrik-wahl"
        )
        modell = st.selectbox("Modell", modelle, format_func=label, width=320, key="rubrik-modell")
        st.space("stretch")
    st.caption(plain(usable[id].beschreibung))
    _start(context, lauf, usable[id], modell)
    for one in known.values():
        if isinstance(one, RegistryError):
            failure.show(one)


def _start(context: Context, lauf: Lauf, rubric: Rubric, modell: str) -> None:
    text = judged_text(resources.store(), context.settings.laeufe_dir, lauf, lauf.antrag_hash)
    is_known = find_known(resources.store(), lauf.id, rubric, text, modell) is not None
    anew = is_known and modell != OFFLINE and st.toggle("Neu fragen", key="rubrik-neu-fragen")
    usd = 0.0 if is_known and not anew else rubric_cost(context, rubric, text, modell)
    st.caption(plain(_told(modell, usd, is_known and not anew)))
    if st.button(
        "Nach dieser Rubrik beurteilen",
        icon=":material/rule:",
        key="rubrik-fragen",
        type="primary",
        disabled=lauf.status is Status.LAEUFT,
    ):
        with st.spinner("Der Antrag wird nach der Rubrik gelesen …"):
            judged = judge_lauf(context, resources.store(), lauf.id, rubric.id, modell, anew=anew)
        address.go(mehr="rubriken", urteil=judged.id, feld=None, beleg=None)
        st.rerun()


def _told(modell: str, usd: float | None, is_known: bool) -> str:
    if modell == OFFLINE:
        return BY_WORDS
    if is_known:
        return KNOWN
    return UNKNOWN_PRICE if usd is None else f"Kostet etwa {formats.cost(usd)}."
