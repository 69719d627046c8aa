"""Right pane of a Lauf: the page on which the chosen quote stands."""

import streamlit as st

from core.assessment.lauf_view import Wahl, blick_of
from core.context import Context
from pages.ui import adresse
from pages.ui.seite import seitenansicht


def zitatseite(context: Context, wahl: Wahl) -> None:
    nur_eines = adresse.get("nur") == "1"
    blick = blick_of(context, wahl, adresse.number("seite"), alle=not nur_eines)
    if blick is None or wahl.zitat is None:
        st.info("Zu dieser Auswahl gibt es kein belegtes Zitat, also keine Seite zu zeigen.")
        return
    seitenansicht(blick, was=wahl.zitat.zitat.beleg.text)
    st.button(
        "Auch die anderen Zitate der Seite markieren" if nur_eines else "Nur dieses Zitat markieren",
        type="tertiary",
        icon=":material/ink_highlighter:",
        on_click=adresse.go,
        kwargs={"nur": None if nur_eines else 1},
    )
