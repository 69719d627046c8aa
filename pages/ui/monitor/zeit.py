"""The charts over time, and behind each of their points the Läufe it counts."""

from datetime import date, timedelta
from html import unescape
from typing import Any

import streamlit as st

from core import diagramme, frames
from core.context import Context
from core.german import formats
from core.monitor.regelkarte import Regelkarte
from core.monitor.verlauf import Takt
from core.monitor.watched_charts import Beobachtung
from pages.ui import adresse
from pages.ui.diagramm import diagramm
from pages.ui.einfach import einfache_tabelle
from pages.ui.monitor import dahinter, daten
from pages.ui.monitor.dahinter import Gruppenwert
from pages.ui.monitor.namen import group_name, zeit_name
from pages.ui.monitor.wahl import GRUPPEN, Wahl
from pages.ui.text import plain

MOST = 8
"""So many lines can be told apart."""

LESEN = "Anteil der Zitate, die nicht zu Punkten oder Forderung passen"
"""Of those that a second model looked at."""

LONGEST = 40
"""Letters of what a click writes into the address."""

ANSICHTEN = ("Anzahl", "Anteile")

TAG = st.column_config.DateColumn(format="DD.MM.YYYY")
ANTEIL = st.column_config.NumberColumn(format="percent")


@st.fragment  # not beside the others: what is seen first is to be there first
def verlauf(context: Context, wahl: Wahl) -> None:
    """The quotes over time; a click on a step shows what is behind it."""
    reihe = frames.verlauf(
        daten.zeitreihe(wahl.stand, wahl.takt, None, wahl.filter), group_name(context, None)
    )
    diagramm(
        "Was aus den genannten Zitaten wurde",
        lambda dark: diagramme.verlauf(reihe, dark, anteilig=adresse.get("ansicht") == "Anteile"),
        _readable(reihe.drop(columns="Gruppe"), wahl.takt),
        "monitor_verlauf",
        spalten={"Anteil belegt": ANTEIL},
        on_select=_choose_zeit,
        daneben=_ansicht,
    )
    if wahl.gruppe:
        _anteile(context, wahl, wahl.gruppe)
    dahinter.zeigen(context, wahl, wahl.takt, "zeit", _gruppe(context, wahl))


def _gruppe(context: Context, wahl: Wahl) -> Gruppenwert | None:
    """The group whose line was clicked, while the page is split by that."""
    if not wahl.gruppe:
        return None
    kind = GRUPPEN[wahl.gruppe]
    name = group_name(context, kind)
    values = {one.zahlen.gruppe for one in daten.zeitreihe(wahl.stand, wahl.takt, kind, wahl.filter)}
    found = (value for value in values if name(value) == adresse.get("wert"))
    return next((Gruppenwert(kind, value, name(value)) for value in found), None)


def _ansicht() -> None:
    st.segmented_control(
        "Ansicht",
        ANSICHTEN,
        required=True,
        label_visibility="collapsed",
        **adresse.follow("monitor", "ansicht", adresse.one_of("ansicht", ANSICHTEN, "Anzahl")),
    )


def _anteile(context: Context, wahl: Wahl, gruppe: str) -> None:
    kind = GRUPPEN[gruppe]
    reihe = frames.verlauf(
        daten.zeitreihe(wahl.stand, wahl.takt, kind, wahl.filter), group_name(context, kind)
    )
    shown = frames.groesste(reihe, MOST)
    diagramm(
        f"Belegte Zitate je {gruppe}",
        lambda dark: diagramme.anteile(shown, dark),
        _readable(reihe, wahl.takt),
        "monitor_anteile",
        spalten={"Anteil belegt": ANTEIL},
        on_select=_choose_gruppe,
    )
    groups, drawn = reihe["Gruppe"].nunique(), shown["Gruppe"].nunique()
    if groups > drawn:
        st.caption(f"Gezeichnet sind die {drawn} mit den meisten Zitaten, die Tabelle nennt alle {groups}.")


@st.fragment(parallel=True)
def regelkarten(context: Context, wahl: Wahl) -> None:
    """Which days are out of the ordinary; a click on a day shows what is behind it."""
    seen = daten.beobachtet(wahl.stand, wahl.zeitlos, wahl.von)
    changes = frames.marken(daten.aenderungen(wahl.stand, wahl.zeitlos), _after_first(seen, wahl.von))
    _karte(seen.zitate, changes, wahl, "Anteil verworfener Zitate", "Zitaten verworfen", "monitor_verworfen")
    _karte(
        seen.laeufe, changes, wahl, "Anteil der Läufe ohne Zitat", "Läufen ohne Zitat", "monitor_ohne_zitat"
    )
    if seen.lesen.punkte:
        _karte(seen.lesen, changes, wahl, LESEN, "geprüften Zitaten zu lesen", "monitor_lesen")
    if not changes.empty:
        with st.expander(
            f"{formats.counted(len(changes), 'Änderung', 'Änderungen')} in diesem Zeitraum", type="compact"
        ):
            st.dataframe(changes, hide_index=True, column_config={"Tag": TAG}, alt="Änderungen")
        einfache_tabelle(changes, "aenderungen", "Änderungen in diesem Zeitraum", {"Tag": TAG})
    if not adresse.get("reihe"):  # those of an alarm stand beside it
        dahinter.zeigen(context, wahl, Takt.TAG, "tag")


def _after_first(seen: Beobachtung, von: date | None) -> date | None:
    """What the very first day had is no change."""
    if not seen.zitate.punkte:
        return von
    first = seen.zitate.punkte[0].tag + timedelta(days=1)
    return max(first, von or first)


def _karte(karte: Regelkarte, changes: Any, wahl: Wahl, titel: str, einheit: str, key: str) -> None:
    tabelle = frames.regelkarte(karte, wahl.von)
    diagramm(
        titel,
        lambda dark: diagramme.regelkarte(tabelle, changes, dark, titel, einheit),
        tabelle,
        key,
        spalten={"Tag": TAG, **dict.fromkeys(("Anteil", "Mittel", "Untergrenze", "Obergrenze"), ANTEIL)},
        on_select=_choose_tag,
    )
    if karte.hinweis:
        st.caption(f":material/info: {plain(karte.hinweis)}")


def _readable(reihe: Any, takt: Takt) -> Any:
    """For people: days in German; the id of a Lauf only where a row is one."""
    shown = reihe.assign(Zeit=[zeit_name(takt, zeit) for zeit in reihe["Zeit"]])
    return shown if takt is Takt.LAUF else shown.drop(columns="Lauf")


def _choose_zeit(key: str) -> None:
    point = _clicked(key)
    adresse.go(zeit=point and _x(point), wert=None)


def _choose_gruppe(key: str) -> None:
    """The chart has the names as plotly takes them, with what could be a tag escaped."""
    point = _clicked(key)
    adresse.go(zeit=point and _x(point), wert=point and unescape(point["customdata"][-1]))


def _choose_tag(key: str) -> None:
    point = _clicked(key)
    adresse.go(tag=point and _x(point), reihe=None)


def _clicked(key: str) -> Any:
    """The first point; None for a click beside all."""
    return next(iter(st.session_state[key]["selection"]["points"]), None)


def _x(point: Any) -> str:
    """Its place on the time axis."""
    return str(point["x"])[:LONGEST]
