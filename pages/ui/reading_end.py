"""„Lesung abschließen“: asked once more, for it cannot be taken back."""

import streamlit as st

from core.errors import DashboardError
from core.roles.rights import Action
from pages.ui import person, resources
from pages.ui.coder import coder_name
from pages.ui.text import plain

FAILED = "lesung-fehler"
ASK = (
    "Danach sehen Sie, was andere zu diesem Lauf sagen. Was Sie später noch urteilen, zählt nicht mehr als "
    "unabhängig. Das lässt sich nicht zurücknehmen."
)


def finish_button(lauf_id: str) -> None:
    """Asks once more: it cannot be taken back."""
    if not coder_name() or not person.may(Action.JUDGE):
        return
    with st.popover("Lesung abschließen", icon=":material/task_alt:", type="tertiary", key=f"ende-{lauf_id}"):
        st.markdown(ASK)
        label, key = "Abschließen und Urteile aller zeigen", f"abschliessen-{lauf_id}"
        st.button(label, type="primary", key=key, on_click=_finish, args=(lauf_id,))


def _finish(lauf_id: str) -> None:
    try:
        resources.store().finish_lesung(lauf_id, coder_name())
    except DashboardError as error:
        st.session_state[FAILED] = str(error)


def tell_failure() -> None:
    if failure := st.session_state.pop(FAILED, None):
        st.error(plain(failure), icon=":material/error:")
