"""Below the head of a Lauf that people judge: how far the own reading is, and how it is finished."""

import streamlit as st

from core.roles.rights import Action
from core.runs.lauf import Lauf, Status
from pages.ui import person
from pages.ui.coder import as_seen, has_finished, hidden_told, name_field
from pages.ui.reading_end import finish_button, tell_failure
from pages.ui.text import joined, plain


def reading_line(lauf: Lauf) -> None:
    """`lauf` whole; nothing where nobody judged it yet, nor for who has no part in the house."""
    if not lauf.urteile or lauf.status is Status.LAEUFT or lauf.geloescht or not person.may(Action.SEE):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="zweitlesung-zeile"):
        st.caption(f":material/group: {_state(lauf)}", width="content")
        if not has_finished(lauf):
            name_field("lauf")
            finish_button(lauf.id)
        st.page_link("zweitlesung.py", label="Zweitlesung")
    tell_failure()


def _state(lauf: Lauf) -> str:
    if has_finished(lauf):
        return "Ihre Lesung ist abgeschlossen; Sie sehen die Urteile aller."
    mine = len(as_seen(lauf).urteile)
    own = f"Ihre Lesung: {mine} {'Urteil' if mine == 1 else 'Urteile'}" if mine else ""
    return plain(joined([own, hidden_told(lauf)]))
