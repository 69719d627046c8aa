"""What became of the quotes that models emitted, as a table."""

from collections.abc import Sequence
from datetime import date, timedelta

import pandas as pd
import streamlit as st

from core.citations.bindung import ERKLAERUNG, Status
from core.context import Context
from core.runs.lauf import Filter
from core.runs.zaehlen import Gruppe, Zitatzahlen
from pages.ui.text import anteil, anzahl, tag, zahl

GRUPPEN = {
    "Tag": Gruppe.TAG,
    "Woche": Gruppe.WOCHE,
    "Modell": Gruppe.MODELL,
    "Prompt": Gruppe.PROMPT,
    "Land": Gruppe.LAND,
    "Partei": Gruppe.PARTEI,
    "Programm": Gruppe.PROGRAMM,
    "Strategie": Gruppe.STRATEGIE,
}
ZEITRAUM = {"30 Tage": 30, "90 Tage": 90, "1 Jahr": 365, "alles": None}
GRUENDE = {
    Status.NICHT_GEFUNDEN: "Nicht gefunden",
    Status.NUR_AEHNLICH: "Nur ähnlich",
    Status.AUSSERHALB: "Nicht vorgelegt",
    Status.ZAHL: "Andere Zahl",
    Status.VERNEINUNG: "Andere Verneinung",
    Status.ZU_KURZ: "Zu kurz",
    Status.UNLESBAR: "Unlesbar",
}


def ask() -> tuple[str, Filter]:
    """By what is grouped, and which Läufe count."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        gruppe = st.selectbox("Je", list(GRUPPEN), index=1, key="gruppe", bind="query-params", width=200)
        span = st.segmented_control(
            "Zeitraum", list(ZEITRAUM), default="90 Tage", required=True, key="zeitraum", bind="query-params"
        )
    days = ZEITRAUM[span]
    von = None if days is None else date.today() - timedelta(days=days - 1)
    return gruppe, Filter(von=von, is_demo=False)


def summe(total: Zitatzahlen) -> None:
    figures = {
        "Läufe": zahl(total.laeufe),
        "Genannte Zitate": zahl(total.emittiert),
        "Belegt": anteil(total.gebunden, total.emittiert),
        "Läufe ohne Zitat": zahl(total.ohne_zitat),
    }
    with st.container(horizontal=True):
        for label, value in figures.items():
            st.metric(label, value, border=True)


def tabelle(context: Context, gruppe: str, counts: Sequence[Zitatzahlen]) -> None:
    """A row per group; the shares have all emitted quotes as their denominator."""
    rows = [{gruppe: _name(context, GRUPPEN[gruppe], row.gruppe)} | _cells(row) for row in counts]
    config = {gruppe: st.column_config.TextColumn(pinned=True)}
    config |= {GRUENDE[status]: st.column_config.Column(help=ERKLAERUNG[status]) for status in GRUENDE}
    st.dataframe(pd.DataFrame(rows), column_config=config, hide_index=True, height="content")
    st.caption(
        f"{anzahl(len(rows), 'Zeile', 'Zeilen')}. „Belegt“ ist der Anteil an allen genannten Zitaten. Rechts "
        "davon steht, wie belegt wurde, dann, warum verworfen wurde."
    )


def _cells(row: Zitatzahlen) -> dict[str, object]:
    return {
        "Läufe": row.laeufe,
        "Ohne Zitat": row.ohne_zitat,
        "Genannt": row.emittiert,
        "Belegt": anteil(row.gebunden, row.emittiert),
        "Wörtlich": row.woertlich,
        "Mit Auslassung": row.mit_auslassung,
        "Angeglichen": row.angeglichen,
        **{word: row.verworfen[status] for status, word in GRUENDE.items()},
    }


def _name(context: Context, gruppe: Gruppe, value: str | None) -> str:
    if value is None:
        return "steht in keinem Programm" if gruppe is Gruppe.PROGRAMM else "ohne Angabe"
    if gruppe is Gruppe.PROGRAMM and value in context.registry.programme:
        return context.registry.programme[value].name
    if gruppe is Gruppe.TAG:
        return tag(date.fromisoformat(value))
    if gruppe is Gruppe.WOCHE:
        year, week = value.split("-W")
        return f"KW {week}/{year}"
    return value
