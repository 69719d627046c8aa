"""Questions about a Lauf, with answers whose quotes are bound like all others."""

import streamlit as st

from core.assessment.lauf_view import with_remark
from core.context import Context
from core.index.zusammenfassung import themen
from core.llm.catalogue import OFFLINE
from core.runs.lauf import Lauf
from pages.ui import failure, resources
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, plain
from pages.ui.zitat import belege


def nachfragen(context: Context, lauf: Lauf) -> None:
    from core.assessment.frage import load_nachfragen

    for blatt in load_nachfragen(resources.store(), lauf.id):
        with st.chat_message("user", avatar=":material/person:"):
            st.markdown(plain(blatt.frage))
        with st.chat_message("assistant", avatar=":material/fact_check:"):
            st.markdown(plain(blatt.antwort))
            is_statement = blatt.unbelegt and blatt.modell != OFFLINE
            belege(context, with_remark(blatt.belege, lauf), blatt.verworfen, is_statement)
            st.caption(plain(joined([modell_name(blatt.modell), blatt.hinweis])))
    with st.form("nachfrage", border=False, clear_on_submit=True):
        frage = st.text_input(
            "Nachfrage zu diesem Lauf",
            placeholder=f"Zum Beispiel: {example_of(lauf)}",
            max_chars=2000,
            key="nachfrage-text",
        )
        if st.form_submit_button("Fragen", icon=":material/send:") and _ask(context, lauf, frage or ""):
            st.rerun(scope="fragment")


def _ask(context: Context, lauf: Lauf, frage: str) -> bool:
    """Whether there is an answer; where not, it says here why."""
    from core.assessment.frage import ask_nachfrage, save_nachfrage

    with failure.shown():
        with st.spinner("Die Antwort wird gesucht …"):
            answer = ask_nachfrage(context, lauf.id, frage)
            save_nachfrage(resources.store(), answer)
        return True
    return False


def example_of(lauf: Lauf) -> str:
    """A question that can be answered: without a language model one that the search finds passages for."""
    if not (lauf.eingelesen or lauf.modell_gefragt == OFFLINE):
        return "Warum bekommt diese Partei nur 5 Punkte?"
    antrag = lauf.antrag
    thema = next(iter(themen([antrag.titel, *(one.text for one in antrag.forderungen)])), "diesem Antrag")
    return f"Was steht in den Programmen zu {thema}?"
