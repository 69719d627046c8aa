"""What became of the quotes, as one table: a row per group, or per step of time."""

from dataclasses import replace
from typing import Literal

import streamlit as st

from core import frames
from core.citations.zitatstatus import ERKLAERUNG
from core.context import Context
from core.frames import STATUSWORTE, DataFrame
from core.german import formats
from core.monitor.verlauf import Takt
from pages.ui.diagramm import herunterladen
from pages.ui.einfach import einfache_tabelle
from pages.ui.monitor import daten
from pages.ui.monitor.namen import group_name, zeit_name
from pages.ui.monitor.wahl import GRUPPEN, Wahl


@st.fragment
def tabelle(context: Context, wahl: Wahl) -> None:
    """Drawn when it is opened: the charts tell the same."""
    kopf = wahl.gruppe or _takt(wahl).capitalize()
    with st.expander(
        f"Alle Zahlen je {kopf}", icon=":material/table:", on_change="rerun", key="monitor_zahlen_offen"
    ) as block:
        if block.open:
            _zahlen(kopf, _je_gruppe(context, wahl, kopf) if wahl.gruppe else _je_schritt(wahl))


def _zahlen(kopf: str, shown: DataFrame) -> None:
    """The shares have all emitted quotes as their denominator."""
    with st.container(horizontal=True, horizontal_alignment="right"):
        herunterladen(shown, "monitor_zahlen")
    config = {
        kopf: st.column_config.TextColumn(pinned=True),
        "Anteil belegt": st.column_config.NumberColumn(format="percent"),
        **{
            STATUSWORTE[status]: st.column_config.Column(help=why)
            for status, why in ERKLAERUNG.items()
            if status in STATUSWORTE
        },
    }
    height: Literal["content"] | int = "content" if len(shown) <= 12 else 460
    st.dataframe(shown, column_config=config, hide_index=True, height=height, placeholder="–")
    einfache_tabelle(shown, "monitor-zahlen", f"Alle Zahlen je {kopf}", config)
    st.caption(
        f"{formats.counted(len(shown), 'Zeile', 'Zeilen')}. „Anteil belegt“ hat alle genannten Zitate als "
        "Ganzes. Rechts davon steht, wie belegt wurde, dann, warum verworfen wurde."
    )


def _je_gruppe(context: Context, wahl: Wahl, kopf: str) -> DataFrame:
    gruppe = GRUPPEN[kopf]
    counts = daten.zahlen(wahl.stand, gruppe, wahl.filter)
    return frames.zahlen(counts, kopf, group_name(context, gruppe))


def _takt(wahl: Wahl) -> Takt:
    """Days or weeks; single Läufe are what the chart's own table shows."""
    return Takt.WOCHE if wahl.takt is Takt.WOCHE else Takt.TAG


def _je_schritt(wahl: Wahl) -> DataFrame:
    takt = _takt(wahl)
    reihe = daten.zeitreihe(wahl.stand, takt, None, wahl.filter)
    steps = [replace(one.zahlen, gruppe=one.zeit) for one in reihe]
    return frames.zahlen(steps, takt.capitalize(), lambda zeit: zeit_name(takt, zeit or ""))
