"""What points are worth, and what the model may have known before."""

import streamlit as st

from core import frames
from core.calibration.eichbild import Eichbild
from core.calibration.reliability import FEWEST
from core.german import formats
from pages.ui.chart_frame import diagramm
from pages.ui.eichung.loading import decimal, herkunft, with_limits
from pages.ui.text import plain

FIELDS = ("Punkte", "Anteil", "Fälle", "Geeicht")


def punkte(bild: Eichbild) -> None:
    from core.charts import zuverlaessigkeit

    found = bild.zuverlaessigkeit
    st.header("Was Punkte wert sind", anchor=False)
    rows = [
        {
            "Punkte": one.von,
            "Anteil": one.anteil,
            "Fälle": one.faelle,
            "Geeicht": next(s.anteil for s in found.stufen if s.von <= one.von <= s.bis),
        }
        for one in found.punkte
    ]
    table = frames.zeilen(rows, FIELDS)
    with st.grid(2, min_column_width=430, gap="large"):
        with st.container():
            diagramm(
                "So oft stimmte die Partei zu",
                lambda dark: zuverlaessigkeit(table, dark),
                table,
                "eichung_punkte",
            )
        with st.container():
            _quality(bild)


def _quality(bild: Eichbild) -> None:
    found = bild.zuverlaessigkeit
    rows = [
        {
            "": "Brier",
            "Punkte ÷ 10": decimal(found.brier_roh, 3),
            "geeicht": decimal(found.brier_geeicht, 3),
        },
        {"": "ECE", "Punkte ÷ 10": decimal(found.ece_roh, 3), "geeicht": decimal(found.ece_geeicht, 3)},
    ]
    st.markdown("**Wie gut Punkte vorhersagen, ob die Partei zustimmt** (0 ist am besten)")
    st.table(frames.zeilen(rows, list(rows[0])).set_index(""))
    if found.pruefung:
        st.caption(f"Die Eichkurve: {plain(found.pruefung)}.")
    for stufe in found.stufen:
        if stufe.faelle >= FEWEST:
            edges = dict.fromkeys([stufe.von, stufe.bis])
            span = " bis ".join(map(formats.shortest, edges))
            share = formats.number(100 * stufe.anteil)
            st.markdown(f"- {span} Punkte: {share} % von {formats.number(stufe.faelle)} stimmten zu")
    herkunft(
        "**Beobachtet**: Fälle mit diesen Punkten, in denen die Partei offiziell zustimmt ÷ alle Fälle mit "
        "diesen Punkten („neutral“ zählt als nicht zugestimmt). **Geeicht**: Benachbarte Punkte werden "
        "zusammengelegt, bis mehr Punkte nie seltener Zustimmung bedeuten (isotone Regression). **Brier**: "
        "mittleres Quadrat des Abstands zwischen Vorhersage und Ergebnis (1 oder 0). **ECE**: mittlerer "
        "Abstand zwischen vorhergesagtem und beobachtetem Anteil, in zehn Klassen. Auf der Seite eines Laufs "
        f"steht der Anteil, wo mindestens {FEWEST} Fälle hinter ihm stehen.",
        "punkte",
    )


def prior_knowledge(bild: Eichbild) -> None:
    st.header("Was das Modell schon wissen konnte", anchor=False)
    if bild.eichung.is_demo:
        st.markdown("Gespielte Modelle kennen die Lösung; hier gibt es nichts zu trennen.")
    elif bild.trainingsende is None:
        st.markdown(
            "Bis wann dieses Modell gelernt hat, ist hier unbekannt: Eine verlässliche Angabe seines "
            "Herstellers liegt nicht vor. Es kann die Thesen, die Positionen und die Programme jeder dieser "
            "Wahlen gelesen haben. Die Zahlen oben können deshalb zu gut sein; „Aus dem Gedächtnis“ zeigt, "
            "wie viel."
        )
    else:
        names = {False: "Wahlen bis dahin", True: "Wahlen danach"}
        rows = [
            {"": names[after], "Weicht ab (95 %)": with_limits(one)} for after, one in bild.nach_wahl.items()
        ]
        st.markdown(
            f"Gelernt hat dieses Modell nach Angabe seines Herstellers bis {formats.day(bild.trainingsende)}."
        )
        st.table(frames.zeilen(rows, ("", "Weicht ab (95 %)")).set_index(""))
        st.caption("Was vor dem Trainingsende veröffentlicht war, kann das Modell schon gelesen haben.")
