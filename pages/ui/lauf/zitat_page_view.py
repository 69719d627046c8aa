"""Right pane of a Lauf: the page on which the chosen quote stands."""

import streamlit as st

from core.assessment.lauf_view import Wahl, view_of
from core.context import Context
from pages.ui import address
from pages.ui.seite import seitenansicht


def zitat_page(context: Context, wahl: Wahl) -> None:
    only_one = address.get("nur") == "1"
    blick = view_of(context, wahl, address.number("seite"), alle=not only_one)
    if blick is None or wahl.zitat is None:
        st.info("Zu dieser Auswahl gibt es kein belegtes Zitat, also keine Seite zu zeigen.")
        return
    seitenansicht(blick, was=wahl.zitat.zitat.beleg.text)
    st.button(
        "Auch die anderen Zitate der Seite markieren" if only_one else "Nur dieses Zitat markieren",
        type="tertiary",
        icon=":material/ink_highlighter:",
        on_click=address.go,
        kwargs={"nur": None if only_one else 1},
    )
