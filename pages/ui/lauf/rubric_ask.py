"""Have the Antrag of a Lauf judged by a rubric: by which, by which model, and what that costs."""

import streamlit as st

from core.citations.antrag_citations import JudgedText
from core.context import Context
from core.errors import RegistryError
from core.german import formats
from core.llm.catalogue import OFFLINE, find_modell
from core.rubrics.judge_lauf import find_known, judge_lauf, rubric_cost
from core.rubrics.judgement_words import WITHOUT_LEVEL
from core.rubrics.rubric import EvidenceFrom, Rubric, rubrics_of
from core.runs.judged_antrag import judged_text
from core.runs.lauf import Lauf, Status
from pages.ui import address, failure, resources
from pages.ui.modell_choice import label
from pages.ui.text import plain

OTHERWISE = "Wie gut der Antrag zu den Programmen passt (Rubrik „{}“), zeigt diese Seite oben ohne Weiteres."
BY_WORDS = (
    "Ohne Sprachmodell steht nur da, welche Felder der Antrag nach Stichwörtern berührt: "
    f"„{WITHOUT_LEVEL}“. Kostenlos."
)
KNOWN = "Diese Frage ist schon beantwortet: Die Antwort kommt aus dem Speicher und kostet nichts."
UNKNOWN_PRICE = "Was das kostet, ist bei diesem Modell nicht bekannt."


def ask(context: Context, lauf: Lauf) -> None:
    known = rubrics_of(context)
    usable = {
        id: one for id, one in known.items() if isinstance(one, Rubric) and one.belege is EvidenceFrom.ANTRAG
    }
    with failure.shown():
        with st.container(horizontal=True, vertical_alignment="bottom", key="rubrik-neu"):
            id = st.selectbox(
                "Rubrik", list(usable), format_func=lambda id: usable[id].titel, width=320, key="rubrik-wahl"
            )
            modell = st.selectbox("Modell", _ready(), format_func=label, width=320, key="rubrik-modell")
            st.space("stretch")
        st.caption(plain(usable[id].beschreibung))
        text = judged_text(resources.store(), context.settings.laeufe_dir, lauf, lauf.antrag_hash)
        _start(context, lauf, usable[id], text, modell)
    others = [
        one.titel
        for one in known.values()
        if isinstance(one, Rubric) and one.belege is EvidenceFrom.PROGRAMME
    ]
    for one in known.values():
        if isinstance(one, RegistryError):
            failure.show(one)
    st.caption(" ".join(plain(OTHERWISE.format(titel)) for titel in others))


def _ready() -> list[str]:
    ready = resources.availabilities()
    return sorted((one.id for one in resources.modelle() if ready[one.id].ok), key=lambda id: id == OFFLINE)


def _start(context: Context, lauf: Lauf, rubric: Rubric, text: JudgedText, modell: str) -> None:
    find_modell(context, modell)
    before = find_known(resources.store(), lauf.id, rubric, text, modell)
    anew = before is not None and modell != OFFLINE and st.toggle("Neu fragen", key="rubrik-neu-fragen")
    usd = rubric_cost(context, rubric, text, modell) if before is None or anew else 0.0
    st.caption(plain(_told(modell, usd, is_known=before is not None and not anew)))
    if st.button(
        "Nach dieser Rubrik beurteilen",
        icon=":material/rule:",
        key="rubrik-fragen",
        type="primary",
        disabled=lauf.status is Status.LAEUFT,
    ):
        _judge(context, lauf, rubric, modell, anew)


def _told(modell: str, usd: float | None, is_known: bool) -> str:
    if modell == OFFLINE:
        return BY_WORDS
    if is_known:
        return KNOWN
    return UNKNOWN_PRICE if usd is None else f"Kostet etwa {formats.cost(usd)}."


def _judge(context: Context, lauf: Lauf, rubric: Rubric, modell: str, anew: bool) -> None:
    with failure.shown():
        with st.spinner("Der Antrag wird nach der Rubrik gelesen …"):
            stored = judge_lauf(context, resources.store(), lauf.id, rubric.id, modell, anew=anew)
        address.go(mehr="rubriken", urteil=stored.id, feld=None, beleg=None, blatt=None)
        st.rerun()
