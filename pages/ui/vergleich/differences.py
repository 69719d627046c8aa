"""Is a difference real? Intervals as a chart, and what they mean in a sentence."""

import streamlit as st

from core.german import formats
from core.models import Typ
from core.vergleich.spalten import Vergleich
from pages.ui.text import plain

ALPHA = (
    "Krippendorffs Alpha: 1 heißt, beide Spalten geben immer dieselben Punkte; 0 heißt, sie stimmen nicht "
    "öfter überein als durch Zufall; "
    "unter 0 widersprechen sie sich. Ab etwa 0,8 gilt eine Übereinstimmung als gut."
)


def unterschiede(vergleich: Vergleich, typ: Typ, basis: int) -> None:
    from core import frames
    from core.charts import abstaende
    from core.vergleich.differences import unterschiede as measure
    from pages.ui.chart_frame import diagramm

    found = measure(vergleich, basis, typ)
    names = [spalte.name for spalte in vergleich.spalten]
    intervals = {names[one.spalte]: one.punkte.intervall for one in found if one.punkte.intervall}
    with st.grid(2, min_column_width=480, gap="large"):
        left, right = st.container(), st.container()
    if intervals:
        table = frames.abstaende(intervals)
        with right:
            diagramm(
                f"Mehr oder weniger Punkte als „{plain(names[basis])}“",
                lambda dark: abstaende(table, dark),
                table,
                "vergleich_abstaende",
            )
            st.caption(
                "Der Punkt ist das Mittel, der Strich reicht so weit, wie es mit 95 % Sicherheit liegt."
            )
    with left:
        for one in found:
            st.markdown(f"**{plain(names[one.spalte])}** gegenüber {plain(names[basis])}")
            st.markdown(f"- Punkte: {plain(one.punkte.satz)}\n- Belegte Zitate: {plain(one.anteil.satz)}")
            if one.alpha is not None:
                st.caption(f"Übereinstimmung: {formats.number(one.alpha, 2)}", help=ALPHA)
        if len(found) > 1 and found[0].alpha_alle is not None:
            st.caption(f"Übereinstimmung aller Spalten: {formats.number(found[0].alpha_alle, 2)}", help=ALPHA)
