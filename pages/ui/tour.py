"""Three steps for who is new here: in the page, never over it; put away once, it stays away."""

import streamlit as st

from pages.ui import address

FROM = "aus"
STEPS = (
    (
        ":material/edit_document:",
        "1. Antrag hineingeben",
        "Datei, Text oder Beispiel. Der Antragsspiegel liest die Forderungen heraus; Sie prüfen, ob er sie "
        "richtig verstanden hat.",
    ),
    (
        ":material/grid_on:",
        "2. Wer sagt was?",
        "Die Matrix zeigt zu jeder Forderung, was im Programm jeder Partei steht: stützt, widerspricht, nahe "
        "Stelle oder nichts.",
    ),
    (
        ":material/find_in_page:",
        "3. Beleg ansehen",
        "Ein Feld der Matrix öffnet das Zitat und daneben die Seite, auf der es steht. Wörtlich heißt nicht "
        "passend: Dafür gibt es ein eigenes Zeichen.",
    ),
)


def tour() -> None:
    """The steps side by side, on a telephone one below the other."""
    for column, (icon, title, text) in zip(st.columns(3, gap="medium"), STEPS, strict=True):
        with column:
            st.markdown(f"{icon} **{title}**")
            st.markdown(text)


def first_tour() -> None:
    """Until it is put away: that is remembered in the address and for the visit."""
    if address.get("tour") == FROM or st.session_state.get("tour") == FROM:
        st.session_state["tour"] = FROM
        return
    with st.container(border=True, key="tour"):
        tour()
        with st.container(horizontal=True, vertical_alignment="center"):
            st.page_link("methode.py", label="Wie das zustande kommt", icon=":material/menu_book:")
            st.button(
                "Nicht mehr zeigen",
                key="tour-aus",
                type="tertiary",
                icon=":material/close:",
                on_click=_put_away,
            )


def _put_away() -> None:
    st.session_state["tour"] = FROM
    address.go(tour=FROM)
