"""Do the quotes carry the points? Measures of evidence per column, each with its formula and its cases."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from core.citations.eintrag import read_eintrag
from core.german import formats
from core.judging.measures import BelegCase
from core.vergleich.export_tables import (
    FORMULAS,
    BelegValue,
    PruefungQuelle,
    beleg_values,
    pruefung_quellen,
    quelle_told,
    value_told,
)
from core.vergleich.spalten import Vergleich
from pages.ui import address, resources
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import modell_name
from pages.ui.text import plain

MOST = 500
"""So many cases are listed; the exported workbook holds them all."""


def belege(vergleich: Vergleich, namen: Mapping[str, str]) -> None:
    ids = [lauf.id for lauf in vergleich.laeufe]
    quelle = _choose(pruefung_quellen(resources.store(), ids))
    st.caption(plain(quelle_told(quelle and replace(quelle, name=modell_name(quelle.name)))))
    werte = beleg_values(resources.store(), vergleich, quelle)
    _table(vergleich, werte)
    with st.expander("Wie kommen diese Zahlen zustande?"):
        for name, formel in FORMULAS.items():
            st.markdown(f"**{name}** = {plain(formel)}")
        st.caption("Die Spanne ist das Intervall nach Wilson, in dem der Anteil mit 95 % Sicherheit liegt.")
    _cases(vergleich, namen, werte)


def _choose(quellen: Sequence[PruefungQuelle]) -> PruefungQuelle | None:
    if len(quellen) < 2:
        return next(iter(quellen), None)
    names = {quelle.name: quelle for quelle in quellen}
    chosen = st.selectbox(
        "Wer sagt, was ein Zitat trägt", list(names), format_func=modell_name, width=420, key="belege-quelle"
    )
    return names[chosen]


def _table(vergleich: Vergleich, werte: Sequence[BelegValue]) -> None:
    rows = [
        {"Maß": name}
        | {vergleich.spalten[wert.spalte].name: value_told(wert) for wert in werte if wert.name == name}
        for name in FORMULAS
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="–",
        height="content",
        column_config={"Maß": st.column_config.TextColumn(pinned=True, width=170)},
        alt="Maße dafür, ob die Zitate die Punkte tragen, je Spalte",
    )
    plain_table(pd.DataFrame(rows), "belege", "Maße dafür, ob die Zitate die Punkte tragen, je Spalte")
    for wert in werte:
        left_out = {reason: n for reason, n in (wert.mass.ausgelassen if wert.mass else {}).items() if n}
        if left_out:
            told = ", ".join(f"{formats.number(n)}-mal {reason}" for reason, n in left_out.items())
            name = vergleich.spalten[wert.spalte].name
            st.caption(plain(f"{wert.name}, {name}: nicht gezählt {told}."))


def _cases(vergleich: Vergleich, namen: Mapping[str, str], werte: Sequence[BelegValue]) -> None:
    """What stands behind a figure, case by case, each with the way to its Lauf."""
    with_cases = {
        (wert.name, wert.spalte): wert.mass.faelle for wert in werte if wert.mass and wert.mass.faelle
    }
    if not with_cases:
        return
    st.markdown("**Die Fälle hinter einer Zahl**")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            "Maß", list(dict.fromkeys(name for name, _ in with_cases)), width=220, key="belege-mass"
        )
        columns = [spalte for other, spalte in with_cases if other == name]
        spalte = st.selectbox(
            "Spalte",
            columns,
            format_func=lambda at: vergleich.spalten[at].name,
            width=320,
            key=f"belege-spalte-{name}",
        )
        art = st.segmented_control(
            "Fälle", ["alle", "zählt", "zählt nicht"], default="alle", required=True, key="belege-art"
        )
    wanted = {"zählt": True, "zählt nicht": False}
    faelle = [fall for fall in with_cases[name, spalte] if art == "alle" or fall.zaehlt is wanted[str(art)]]
    shown = formats.number(min(len(faelle), MOST))
    st.caption(f"{formats.counted(len(faelle), 'Fall', 'Fälle')}, gezeigt sind {shown}.")
    if faelle:
        _listed(vergleich, namen, faelle[:MOST])


def _listed(vergleich: Vergleich, namen: Mapping[str, str], faelle: Sequence[BelegCase]) -> None:
    titles = {lauf.id: vergleich.antraege[lauf.antrag] for lauf in vergleich.laeufe}
    points = {(wert.lauf_id, wert.partei, wert.typ): wert.score for wert in vergleich.werte}
    texts = _texts({fall.lauf_id for fall in faelle})
    rows = [
        {
            "Zählt": "ja" if fall.zaehlt else "nein",
            "Antrag": titles[fall.lauf_id],
            "Partei": namen.get(fall.partei, fall.partei),
            "Programm": fall.typ.title(),
            "Punkte": points.get((fall.lauf_id, fall.partei, fall.typ)),
            "Zitat": texts.get((fall.lauf_id, fall.partei, fall.zitat), ""),
            "Lauf": address.absolute(f"/lauf?id={fall.lauf_id}&partei={fall.partei}&typ={fall.typ}"),
        }
        for fall in faelle
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        placeholder="–",
        column_config={
            "Punkte": st.column_config.NumberColumn(format="localized"),
            "Zitat": st.column_config.TextColumn(width="large"),
            "Lauf": st.column_config.LinkColumn(display_text="ansehen"),
        },
        alt="Die Fälle hinter der gewählten Zahl",
    )
    listed = pd.DataFrame(rows).drop(columns="Lauf")
    links = [str(row["Lauf"]) for row in rows]
    plain_table(listed, "faelle", "Die Fälle hinter der Zahl", links=links)


def _texts(ids: set[str]) -> dict[tuple[str, str, int | None], str]:
    rows = resources.store().zitate_of(ids) if ids else ()
    return {(row.lauf_id, row.partei, row.nummer): read_eintrag(row.eintrag).text for row in rows}
