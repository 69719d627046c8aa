"""The charts over time, and behind each of their points the Läufe it counts."""

from dataclasses import replace
from datetime import date, timedelta
from html import unescape
from typing import Any

import streamlit as st

from core import frames
from core.context import Context
from core.german import formats
from core.monitor import charts
from core.monitor.over_time import Observation, Tick
from core.monitor.regelkarte import Regelkarte
from core.programme.registry import partei_name
from pages.ui import address
from pages.ui.chart_frame import diagramm
from pages.ui.colors import is_dark, readable
from pages.ui.monitor import behind, counted
from pages.ui.monitor.behind import GroupValue
from pages.ui.monitor.wahl import GROUPS, Wahl, change_name, group_name, time_name
from pages.ui.plain_table import plain_table
from pages.ui.text import plain

MOST = 8
"""So many lines can be told apart."""

LONGEST = 40
"""Letters of what a click writes into the address."""

VIEWS = ("Anzahl", "Anteile")

TAG = st.column_config.DateColumn(format="DD.MM.YYYY")
SHARE = st.column_config.NumberColumn(format="percent")


@st.fragment  # not beside the others: what is seen first is to be there first
def verlauf(context: Context, wahl: Wahl) -> None:
    """The quotes over time; a click on a step shows what is behind it."""
    reihe = frames.verlauf(
        counted.time_series(wahl.stand, wahl.takt, None, wahl.filter), group_name(context, None)
    )
    diagramm(
        "Was aus den genannten Zitaten wurde",
        lambda dark: charts.verlauf(reihe, dark, proportional=address.get("ansicht") == "Anteile"),
        _readable(reihe.drop(columns="Gruppe"), wahl.takt),
        "monitor_verlauf",
        spalten={"Anteil belegt": SHARE},
        on_select=_choose_time,
        daneben=_view,
    )
    if wahl.gruppe:
        _shares(context, wahl, wahl.gruppe)
    behind.zeigen(context, wahl, wahl.takt, "zeit", _group(context, wahl))


def _group(context: Context, wahl: Wahl) -> GroupValue | None:
    """The group whose line was clicked, while the page is split by that."""
    if not wahl.gruppe:
        return None
    kind = GROUPS[wahl.gruppe]
    name = group_name(context, kind)
    values = {one.zahlen.gruppe for one in counted.time_series(wahl.stand, wahl.takt, kind, wahl.filter)}
    found = (value for value in values if address.get("wert") in (name(value), value))
    return next((GroupValue(kind, value, name(value)) for value in found), None)


def _view() -> None:
    st.segmented_control(
        "Ansicht",
        VIEWS,
        required=True,
        label_visibility="collapsed",
        **address.follow("monitor", "ansicht", address.one_of("ansicht", VIEWS, "Anzahl")),
    )


def _shares(context: Context, wahl: Wahl, gruppe: str) -> None:
    kind = GROUPS[gruppe]
    reihe = frames.verlauf(
        counted.time_series(wahl.stand, wahl.takt, kind, wahl.filter), group_name(context, kind)
    )
    shown = frames.largest_values(reihe, MOST)
    diagramm(
        f"Belegte Zitate je {gruppe}",
        lambda dark: charts.anteile(shown, dark),
        _readable(reihe, wahl.takt),
        "monitor_anteile",
        spalten={"Anteil belegt": SHARE},
        on_select=_choose_group,
    )
    groups, drawn = reihe["Gruppe"].nunique(), shown["Gruppe"].nunique()
    if groups > drawn:
        st.caption(f"Gezeichnet sind die {drawn} mit den meisten Zitaten, die Tabelle nennt alle {groups}.")


@st.fragment(parallel=True)
def regelkarten(context: Context, wahl: Wahl) -> None:
    """Which days are out of the ordinary; a click on a day shows what is behind it."""
    seen = counted.observed(wahl.stand, wahl.timeless, wahl.von)
    found = (replace(one, text=change_name(one)) for one in counted.aenderungen(wahl.stand, wahl.timeless))
    changes = frames.marken(found, _after_first(seen, wahl.von))
    _card(seen.zitate, changes, wahl, "Anteil verworfener Zitate", "Zitaten verworfen", "monitor_verworfen")
    _card(
        seen.laeufe, changes, wahl, "Anteil der Läufe ohne Zitat", "Läufen ohne Zitat", "monitor_ohne_zitat"
    )
    if not changes.empty:
        with st.expander(
            f"{formats.counted(len(changes), 'Änderung', 'Änderungen')} in diesem Zeitraum", type="compact"
        ):
            st.dataframe(
                changes, hide_index=True, placeholder="–", column_config={"Tag": TAG}, alt="Änderungen"
            )
        plain_table(changes, "aenderungen", "Änderungen in diesem Zeitraum", {"Tag": TAG})
    if not address.get("reihe"):  # those of an alarm stand beside it
        behind.zeigen(context, wahl, Tick.TAG, "tag")


def _after_first(seen: Observation, von: date | None) -> date | None:
    """What the very first day had is no change."""
    if not seen.zitate.punkte:
        return von
    first = seen.zitate.punkte[0].tag + timedelta(days=1)
    return max(first, von or first)


def _card(card: Regelkarte, changes: Any, wahl: Wahl, titel: str, einheit: str, key: str) -> None:
    table = frames.regelkarte(card, wahl.von)
    diagramm(
        titel,
        lambda dark: charts.regelkarte(table, changes, dark, titel, einheit),
        table,
        key,
        spalten={"Tag": TAG, **dict.fromkeys(("Anteil", "Mittel", "Untergrenze", "Obergrenze"), SHARE)},
        on_select=_choose_tag,
    )
    if card.hinweis:
        st.caption(f":material/info: {plain(card.hinweis)}")


def _readable(reihe: Any, takt: Tick) -> Any:
    """For people: days in German; the id of a Lauf only where a row is one."""
    shown = reihe.assign(Zeit=[time_name(takt, zeit) for zeit in reihe["Zeit"]])
    return shown if takt is Tick.LAUF else shown.drop(columns="Lauf")


def _choose_time(key: str) -> None:
    point = _clicked(key)
    address.go(zeit=point and _x(point), wert=None)


def _choose_group(key: str) -> None:
    """The chart has the names as plotly takes them, with what could be a tag escaped."""
    point = _clicked(key)
    address.go(zeit=point and _x(point), wert=point and unescape(point["customdata"][-1]))


def _choose_tag(key: str) -> None:
    point = _clicked(key)
    address.go(tag=point and _x(point), reihe=None)


def _clicked(key: str) -> Any:
    """The first point; None for a click beside all."""
    return next(iter(st.session_state[key]["selection"]["points"]), None)


def _x(point: Any) -> str:
    """Its place on the time axis."""
    return str(point["x"])[:LONGEST]


# --- the parties side by side: what the models were given of each, and what they made of it -----------------

SPALTEN = {
    "Zitate je Lauf": st.column_config.NumberColumn(format="%.1f"),
    "Quelltext je Lauf": st.column_config.NumberColumn(format="%.0f", help="In Zeichen"),
    **{name: st.column_config.NumberColumn(format="percent") for name in ("Anteil verworfen", "Von", "Bis")},
}


@st.fragment(parallel=True)
def parteien(context: Context, wahl: Wahl) -> None:
    reihen = counted.partei_numbers(wahl.stand, wahl.filter)
    registry, dark = context.registry, is_dark()
    known = [row.partei for row in reihen if row.partei in registry.parteien]
    namen = {partei: partei_name(registry, partei, wahl.filter.bundesland) for partei in known}
    colors = {partei: readable(registry.parteien[partei].farbe, dark) for partei in known}
    table = frames.parteien(reihen, namen, colors)
    diagramm(
        "Parteien nebeneinander",
        lambda dark: charts.parteien(table, dark),
        table.drop(columns="Farbe", errors="ignore"),
        "monitor_parteien",
        spalten=SPALTEN,
    )
    st.caption(
        "Wer wenig Quelltext vorgelegt bekommt, wird selten zitiert: Das sagt etwas über den Index, "
        "nichts über die Partei. Die Striche rechts zeigen, wie sicher der Anteil ist (95 %)."
    )
    for row in reihen:
        if row.hinweis:
            name = namen.get(row.partei, row.partei)
            st.markdown(f":orange[:material/warning:] **{plain(name)}**: {plain(row.hinweis)}")
