"""What became of the quotes, as one table: a row per group, or per step of time."""

from dataclasses import replace
from typing import Literal

import streamlit as st

from core import frames
from core.citations.eintrag import EXPLANATION
from core.context import Context
from core.frames import STATUSWORTE, DataFrame
from core.german import formats
from core.monitor.over_time import Tick
from pages.ui.chart_frame import download
from pages.ui.monitor import counted
from pages.ui.monitor.wahl import GROUPS, Wahl, group_name, time_name
from pages.ui.plain_table import plain_table


@st.fragment
def table(context: Context, wahl: Wahl) -> None:
    """Drawn when it is opened: the charts tell the same."""
    kopf = wahl.gruppe or _tick(wahl).capitalize()
    with st.expander(
        f"Alle Zahlen je {kopf}", icon=":material/table:", on_change="rerun", key="monitor_zahlen_offen"
    ) as block:
        if block.open:
            _numbers(kopf, _per_group(context, wahl, kopf) if wahl.gruppe else _per_step(wahl))


def _numbers(kopf: str, shown: DataFrame) -> None:
    """The shares have all emitted quotes as their denominator."""
    with st.container(horizontal=True, horizontal_alignment="right"):
        download(shown, "monitor_zahlen")
    config = {
        kopf: st.column_config.TextColumn(pinned=True),
        "Anteil belegt": st.column_config.NumberColumn(format="percent"),
        **{
            STATUSWORTE[status]: st.column_config.Column(help=why)
            for status, why in EXPLANATION.items()
            if status in STATUSWORTE
        },
    }
    height: Literal["content"] | int = "content" if len(shown) <= 12 else 460
    name = f"Alle Zahlen je {kopf}"
    st.dataframe(shown, column_config=config, hide_index=True, height=height, placeholder="–", alt=name)
    plain_table(shown, "monitor-zahlen", name, config)
    st.caption(
        f"{formats.counted(len(shown), 'Zeile', 'Zeilen')}. „Anteil belegt“ hat alle genannten Zitate als "
        "Ganzes. Rechts davon steht, wie belegt wurde, dann, warum verworfen wurde."
    )


def _per_group(context: Context, wahl: Wahl, kopf: str) -> DataFrame:
    gruppe = GROUPS[kopf]
    counts = counted.zahlen(wahl.stand, gruppe, wahl.filter)
    return frames.zahlen(counts, kopf, group_name(context, gruppe))


def _tick(wahl: Wahl) -> Tick:
    """Days or weeks; single Läufe are what the chart's own table shows."""
    return Tick.WOCHE if wahl.takt is Tick.WOCHE else Tick.TAG


def _per_step(wahl: Wahl) -> DataFrame:
    takt = _tick(wahl)
    reihe = counted.time_series(wahl.stand, takt, None, wahl.filter)
    steps = [replace(one.zahlen, gruppe=one.zeit) for one in reihe]
    return frames.zahlen(steps, takt.capitalize(), lambda zeit: time_name(takt, zeit or ""))
