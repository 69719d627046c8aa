"""At the top: what is unusual, and the figures of the whole period."""

import streamlit as st

from core.german import formats
from core.monitor.alarme import Alarm
from core.runs.figures import Zitatzahlen
from core.runs.lauf import Filter
from core.runs.store import Runstore
from pages.ui import adresse
from pages.ui.monitor import daten
from pages.ui.monitor.wahl import FILTER, Wahl
from pages.ui.text import plain

MOST = 4
"""So many alarms are shown before one has to ask for more."""


def alarme(wahl: Wahl) -> None:
    """Only where it is known what is usual; the chart below says what is missing."""
    ab = daten.beobachtet(wahl.stand, wahl.zeitlos, wahl.von).ab
    if ab is None:
        return
    lage = daten.alarmlage(wahl.stand, wahl.zeitlos, ab)
    for number, alarm in enumerate(lage.alarme[:MOST]):
        _alarm(alarm, number)
    if rest := lage.alarme[MOST:]:
        with st.expander(f"{formats.counted(len(rest), 'weiterer Alarm', 'weitere Alarme')}", type="compact"):
            for number, alarm in enumerate(rest, start=MOST):
                _alarm(alarm, number)
    if not lage.alarme:
        st.caption(f":green[:material/check_circle:] Nichts Auffälliges seit dem {formats.day(ab)}.")


def _alarm(alarm: Alarm, number: int) -> None:
    with st.container(border=True, gap="xsmall", key=f"alarm-{number}"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(f":red[:material/warning:] **{plain(alarm.satz)}**", width="stretch")
            st.button(
                "Läufe ansehen",
                icon=":material/search:",
                type="tertiary",
                key=f"alarm_{number}",
                on_click=_show,
                args=(alarm,),
            )
        if alarm.marken:
            changed = "; ".join(f"{formats.day(m.zeit.date())} {m.art} {m.text}" for m in alarm.marken)
            st.caption(f"Kurz davor geändert: {plain(changed)}")
        else:
            st.caption("An den Tagen davor wurde nichts geändert, was hier erfasst wird.")
        if adresse.get("tag") == _tage(alarm):
            st.caption(":material/arrow_downward: Die Läufe dahinter stehen unter den Regelkarten.")


def _show(alarm: Alarm) -> None:
    """The Läufe of those days, and only those of the model or prompt that is told of."""
    word, _, name = alarm.reihe.partition(" ")
    only = {word.lower(): name} if word in (FILTER["modell"], FILTER["prompt"]) else {}
    adresse.go(tag=_tage(alarm), **only)


def _tage(alarm: Alarm) -> str:
    return f"{min(alarm.signal.beginn, alarm.signal.fenster_von)}..{alarm.signal.ende}"


def eingelesene(store: Runstore, is_demo: bool) -> None:
    """What is not counted is told."""
    if read_in := store.count_laeufe(Filter(eingelesen=True, is_demo=is_demo)):
        st.caption(
            f"Nicht mitgezählt: {formats.counted(read_in, 'eingelesener Lauf', 'eingelesene Läufe')}. Wann, "
            "womit und zu welchen Kosten er entstand, steht nur in seiner Datei und ist nicht geprüft."
        )


def summe(total: Zitatzahlen) -> None:
    figures = {
        "Läufe": formats.number(total.laeufe),
        "Genannte Zitate": formats.number(total.emittiert),
        "Belegt": formats.percent(total.gebunden, total.emittiert),
        "Verworfen": formats.percent(total.emittiert - total.gebunden, total.emittiert),
        "Läufe ohne Zitat": formats.number(total.ohne_zitat),
    }
    with st.container(horizontal=True):
        for label, value in figures.items():
            st.metric(label, value, border=True)
