"""The invented history: shown only when it is asked for, and never among real Läufe."""

from datetime import timedelta

import streamlit as st

from core import clock
from core.context import Context
from core.runs.store import Runstore
from pages.ui import address, resources

FIELD = "beispiele"
"""As on Vergleich."""


def is_shown(store: Runstore) -> bool:
    return address.get(FIELD) == "1" and _has_demo(store)


def zeigen(context: Context, store: Runstore) -> None:
    """The way there for who has Läufe of their own."""
    if st.button(
        "Mit Beispieldaten ansehen",
        icon=":material/science:",
        type="tertiary",
        key="beispiel_zeigen",
    ):
        _open(context, store)


def hinweis() -> None:
    with st.container(horizontal=True, vertical_alignment="center", border=True, key="beispieldaten"):
        st.markdown(
            ":orange[:material/science:] **Das sind Beispieldaten.** Die Modelle sind erfunden, die Anträge "
            "und Programme auch. Echte Läufe sind hier nicht dabei.",
            width="stretch",
        )
        st.button("Beispieldaten löschen", type="tertiary", on_click=_remove, key="beispiel_loeschen")
        st.button("Echte Läufe zeigen", on_click=_leave, key="beispiel_aus")


def _remove() -> None:
    from core.demo.history import remove_demo_laeufe

    remove_demo_laeufe(resources.store())
    _leave()


def _leave() -> None:
    address.go(**{FIELD: None})


def offer(context: Context, store: Runstore) -> None:
    """Where there is nothing real to look at."""
    st.info(
        "Hier steht, was aus den Zitaten wurde, die Modelle nennen. Bisher wurde kein Antrag geprüft.",
        icon=":material/info:",
    )
    st.page_link("antrag.py", label="Antrag prüfen", icon=":material/edit_document:")
    st.caption("Oder sehen Sie sich an, wie diese Seite nach drei Monaten mit mehreren Modellen aussieht:")
    if st.button("Mit Beispieldaten ansehen", icon=":material/science:", key="beispiel_an"):
        _open(context, store)


def _open(context: Context, store: Runstore) -> None:
    if not _has_demo(store):
        _write(context)
    address.go(**{FIELD: "1"})
    st.rerun()


def _has_demo(store: Runstore) -> bool:
    from core.demo.demo_antraege import has_history

    return has_history(store)


def _write(context: Context) -> None:
    from core.demo.history import demo_history

    bar = st.progress(0.0, text="Die Beispieldaten werden geschrieben …")
    for step in demo_history(context, clock.today() - timedelta(1)):
        bar.progress(step.fertig / step.von, text=f"{step.fertig} von {step.von} Läufen geschrieben")
