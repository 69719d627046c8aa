"""What else a comparison shows, one view at a time: it stands in the address."""

from collections.abc import Mapping

import streamlit as st

from core.vergleich.spalten import Vergleich
from pages.ui import address
from pages.ui.vergleich.belege import belege
from pages.ui.vergleich.prompts import unterschiede

MEHR = {
    "belege": "Tragen die Zitate?",
    "blind": "Blind vergleichen",
    "prompts": "Prompts vergleichen",
}


@st.fragment
def mehr(vergleich: Vergleich, namen: Mapping[str, str]) -> None:
    chosen = address.one_of("mehr", MEHR)
    st.segmented_control(
        "Mehr",
        list(MEHR),
        format_func=MEHR.__getitem__,
        label_visibility="collapsed",
        **address.follow("vergleich", "mehr", chosen),
    )
    if chosen == "blind":
        st.rerun()  # the whole page: nothing else on it may tell whose an answer is
    elif chosen == "prompts":
        unterschiede(vergleich)
    elif chosen == "belege":
        belege(vergleich, namen)
