"""A Lauf under way: how far it is, how long it will take, how to stop it."""

import streamlit as st

from core.german import formats
from core.runs.lauf import Status
from pages.ui import resources
from pages.ui.shown_names import partei_shown
from pages.ui.text import joined, plain

EVERY = 0.5


@st.fragment(run_every=EVERY)
def progress(lauf_id: str, seen: int, land: str | None) -> None:
    """Drawn anew by itself; the whole page again whenever another party is done. `seen`: so many were."""
    stand = resources.werkstatt().stand(lauf_id)
    if stand.status is not Status.LAEUFT or stand.fertig != seen:
        st.rerun(scope="app")
    with st.container(border=True):
        rest = formats.remaining(stand.rest_sekunden)
        told = [
            f"{stand.fertig} von {stand.von} Antworten sind da",
            f"seit {formats.duration(stand.sekunden)}",
            rest,
        ]
        cost = formats.cost(stand.kosten) if stand.kosten else None
        st.progress(stand.fertig / max(stand.von, 1), text=plain(joined([*told, cost])))
        st.caption(plain(joined(f"{_name(name, land)}: {was}" for name, was in stand.parteien)))
        st.caption("Sie können diese Seite schließen: Der Lauf geht weiter und steht unter „Anträge“.")
        st.button(
            "Abbrechen",
            icon=":material/stop_circle:",
            on_click=resources.werkstatt().cancel,
            args=(lauf_id,),
            help="Was schon fertig ist, bleibt gespeichert",
        )


def _name(partei: str, land: str | None) -> str:
    """As everywhere beside the Lauf: „CDU/CSU“ in the Bund."""
    return partei_shown(partei, land) if partei else "Der Antrag selbst"


@st.fragment(run_every=EVERY)
def ending(lauf_id: str) -> None:
    """After it was cancelled: the whole page is drawn again when the last answer under way is stored."""
    if not resources.werkstatt().is_ending(lauf_id):
        st.rerun(scope="app")
    st.info(
        "Der Lauf wird beendet. Antworten, nach denen schon gefragt ist, kommen noch und werden gespeichert.",
        icon=":material/hourglass_top:",
    )
