"""What is unusual: each alarm with what changed before, its Läufe, and what somebody wrote of it."""

import streamlit as st

from core.context import Context
from core.german import formats
from core.monitor.alarms import BEFORE, Alarm, filter_of_series, remark_on
from core.runs.notes import AlarmNote
from pages.ui import address, resources
from pages.ui.monitor import behind, counted
from pages.ui.monitor.wahl import Wahl, change_name
from pages.ui.shown_names import series_name
from pages.ui.text import joined, plain
from pages.ui.visitor_name import name_input

MOST = 4
"""So many alarms are shown before one has to ask for more."""


def alarme(context: Context, wahl: Wahl) -> None:
    """Only where it is known what is usual; the chart below says what is missing."""
    ab = counted.observed(wahl.stand, wahl.timeless, wahl.von).ab
    if ab is None:
        return
    found = counted.alarm_state(wahl.stand, wahl.timeless, ab).alarme
    notes = [] if wahl.filter.is_demo else resources.store().notes_of(AlarmNote)[::-1]
    seen = {alarm: remark for alarm in found if (remark := remark_on(alarm, notes))}
    new = [alarm for alarm in found if alarm not in seen]
    for alarm in new[:MOST]:
        _alarm(context, wahl, alarm)
    if rest := new[MOST:]:
        label = formats.counted(len(rest), "weiterer Alarm", "weitere Alarme")
        with st.expander(label, type="compact", expanded=any(map(_is_open, rest))):
            for alarm in rest:
                _alarm(context, wahl, alarm)
    if not new:
        what = "Nichts neues Auffälliges" if seen else "Nichts Auffälliges"
        st.caption(f":green[:material/check_circle:] {what} seit dem {formats.day(ab)}.")
    if seen:
        label = formats.counted(len(seen), "gesehener Alarm", "gesehene Alarme")
        with st.expander(label, type="compact", expanded=any(map(_is_open, seen))):
            for alarm, remark in seen.items():
                _alarm(context, wahl, alarm, remark)


def _alarm(context: Context, wahl: Wahl, alarm: Alarm, remark: AlarmNote | None = None) -> None:
    key = f"{_day_span(alarm)} {alarm.art} {alarm.reihe}"
    with st.container(border=True, gap="xsmall", key=f"alarm-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            sign = ":gray[:material/visibility:]" if remark else ":red[:material/warning:]"
            st.markdown(f"{sign} **{plain(_sentence(alarm))}**", width="stretch")
            st.button(
                "Läufe ansehen",
                icon=":material/search:",
                type="tertiary",
                key=f"laeufe-{key}",
                on_click=address.go,
                kwargs={"tag": _day_span(alarm), "reihe": alarm.reihe},
            )
            if remark is None and not wahl.filter.is_demo:
                _note_down(alarm, key)
        st.caption(_before(alarm))
        if remark:
            _remark(remark)
        if _is_open(alarm):
            behind.laeufe(context, filter_of_series(wahl.filter, alarm), series_name(alarm.reihe))


def _sentence(alarm: Alarm) -> str:
    """With the names that people know: what is stored and sent has ids."""
    return alarm.satz.replace(alarm.reihe, series_name(alarm.reihe), 1)


def _before(alarm: Alarm) -> str:
    if not alarm.marken:
        return f"In den {BEFORE.days} Tagen davor wurde nichts geändert, was hier erfasst wird."
    changed = "; ".join(f"{formats.day(m.zeit.date())} {m.art} {change_name(m)}" for m in alarm.marken)
    return f"Kurz davor geändert: {plain(changed)}"


def _note_down(alarm: Alarm, key: str) -> None:
    """That it was looked at, with a note, so that the next reader need not begin anew."""
    with (
        st.popover("Gesehen", type="tertiary", icon=":material/visibility:"),
        st.form(f"gesehen-{key}", border=False),
    ):
        notiz = st.text_input("Woran lag es? (freiwillig)", max_chars=2000, key=f"notiz-{key}")
        name = name_input(f"name-{key}")
        if st.form_submit_button("Als gesehen merken", type="primary"):
            resources.store().save_note(
                AlarmNote(alarm.art, alarm.reihe, *alarm.tage, name, (notiz or "").strip())
            )
            st.rerun()


def _remark(remark: AlarmNote) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        told = [f"gesehen am {formats.moment(remark.created)}", remark.name, remark.notiz]
        st.caption(plain(joined(told)), width="stretch")
        st.button(
            "Wieder als neu zeigen",
            type="tertiary",
            key=f"neu-{remark.id}",
            on_click=_forget,
            args=(remark.id,),
        )


def _forget(id: str) -> None:
    resources.store().delete_note(id)


def _is_open(alarm: Alarm) -> bool:
    return (address.get("tag"), address.get("reihe")) == (_day_span(alarm), alarm.reihe)


def _day_span(alarm: Alarm) -> str:
    return "..".join(map(str, alarm.tage))
