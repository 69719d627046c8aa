"""Whether anybody may see this Lauf by its address, in the public view; and letting them, or no longer."""

import streamlit as st

from core.roles.rights import Action
from core.runs.lauf import Lauf, Status
from pages.ui import acts, person, resources

RELEASED = ":material/public: Freigegeben: In der öffentlichen Ansicht sieht ihn, wer seine Adresse hat."


def release_button(lauf: Lauf) -> None:
    """Only where people sign in: on one's own machine there is `python -m core release`."""
    if not person.here().key or lauf.status is not Status.FERTIG or lauf.geloescht:
        return
    store = resources.store()
    if store.is_released(lauf.id):
        acts.button(
            Action.RELEASE,
            "Freigabe zurücknehmen",
            icon=":material/public_off:",
            type="tertiary",
            key="freigabe_zurueck",
            on_click=store.withdraw,
            args=(lauf.id,),
        )
    else:
        acts.button(
            Action.RELEASE,
            "Freigeben",
            icon=":material/public:",
            type="tertiary",
            key="freigeben",
            help="Dann sieht diesen Lauf in der öffentlichen Ansicht, wer seine Adresse hat",
            on_click=store.release,
            args=(lauf.id, person.here().key),
        )


def release_note(lauf: Lauf) -> None:
    if person.here().key and resources.store().is_released(lauf.id):
        st.caption(RELEASED)
