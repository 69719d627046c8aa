"""Where two readers differ, the furthest apart first; each is settled with a reason, or is left open."""

import streamlit as st

from core.context import Context
from core.errors import DashboardError
from core.german import formats
from core.programme.registry import partei_label
from core.roles.rights import Action
from core.runs.lauf import Lauf
from core.runs.lesung import Festlegung
from core.runs.lesung_rows import LONGEST
from core.runs.store import Runstore
from core.second_reading.readings import (
    TITLE,
    Readings,
    ReadUnit,
    UnitKey,
    Value,
    Variable,
    reader_told,
    settled_value,
    value_told,
)
from core.support.checker_agreement import CLASSES
from core.support.verdict import Verdict
from pages.ui import person, resources
from pages.ui.coder import coder_name
from pages.ui.second_reading.own_readings import lauf_title
from pages.ui.text import joined, plain

MOST = 10
FAILED = "festlegung-fehler"
NO_VALUE = "Bitte wählen Sie zuerst, was gelten soll."


def open_differences(context: Context, store: Runstore, readings: Readings) -> None:
    differing = readings.open
    st.header("Offene Unterschiede", anchor=False)
    if failure := st.session_state.pop(FAILED, None):
        st.error(plain(failure), icon=":material/error:")
    if not differing:
        st.success("Keine: Wo zwei dasselbe beurteilt haben, sind sie sich einig.", icon=":material/check:")
        return
    laeufe = {unit.key.lauf_id: store.load(unit.key.lauf_id) for unit in differing[:MOST]}
    for unit in differing[:MOST]:
        _difference(context, readings, laeufe[unit.key.lauf_id], unit)
    if len(differing) > MOST:
        st.caption(
            f"Gezeigt sind {MOST} von {len(differing)}; die weiteren folgen, wenn diese festgelegt sind."
        )


def settled(context: Context, readings: Readings) -> None:
    done = [unit for unit in readings.units if unit.settled]
    if not done:
        return
    with st.expander(f"Festgelegt: {formats.counted(len(done), 'Stelle', 'Stellen')}"):
        for unit in done:
            last = unit.settled[-1]
            st.markdown(
                f"**{plain(_heading(context, readings, unit.key))}**  \n{plain(_outcome(unit, last))}"
            )


def _outcome(unit: ReadUnit, last: Festlegung) -> str:
    said = "; ".join(f"{reader_told(name)}: {value_told(value)}" for name, value in unit.said.items())
    when = formats.moment(last.created)
    return f"{said} → {value_told(settled_value(last))} ({last.name}, {when}): {last.grund}"


def _heading(context: Context, readings: Readings, key: UnitKey) -> str:
    lauf = next(one for one in readings.laeufe if one.id == key.lauf_id)
    place = f"Zitat {key.zitat + 1}" if key.zitat is not None else key.typ.title()
    about = f"zu Forderung {key.forderung}" if key.forderung else None
    return joined([lauf_title(lauf), partei_label(context.registry, key.partei), place, about])


def _difference(context: Context, readings: Readings, lauf: Lauf, unit: ReadUnit) -> None:
    key = unit.key
    with st.container(border=True, gap="xsmall", key=f"unterschied-{_name(key)}"):
        st.markdown(f"**{plain(_heading(context, readings, key))}** · {TITLE[key.variable]}")
        if words := _words(lauf, key):
            st.markdown(f"> {plain(words)}")
        for name, value in unit.said.items():
            note = f": {unit.notes[name]}" if name in unit.notes else ""
            st.markdown(f"{plain(reader_told(name))} · **{plain(value_told(value))}**{plain(note)}")
        _settle(unit)


def _words(lauf: Lauf, key: UnitKey) -> str:
    """What is judged: the quote as it was bound, or the reason for the points."""
    if key.zitat is None:
        given = (one for one in lauf.scores if (one.partei, one.typ) == (key.partei, key.typ))
        score = next(given, None)
        return score.begruendung[:300] if score else ""
    own = [zitat for zitat in lauf.zitate if zitat.partei == key.partei]
    return own[key.zitat].eintrag.text if key.zitat < len(own) else ""


def _name(key: UnitKey) -> str:
    return "-".join(str(part) for part in key)


def _settle(unit: ReadUnit) -> None:
    if not person.may(Action.JUDGE):
        return
    name = _name(unit.key)
    with (
        st.popover("Festlegen", icon=":material/gavel:", key=f"menu-{name}"),
        st.form(f"festlegen-{name}", border=False, enter_to_submit=False),
    ):
        if unit.key.variable is Variable.PUNKTE:
            st.number_input("Es gelten Punkte, 0 bis 10", 0.0, 10.0, None, 0.5, "%.1f", f"{name}-wert")
        else:
            options: list[Value] = list(CLASSES) if unit.key.variable is Variable.TRAEGT else [True, False]
            st.segmented_control("Es gilt", options, format_func=value_told, key=f"{name}-wert")
        st.text_input("Warum", max_chars=LONGEST, key=f"{name}-grund")
        st.form_submit_button("Festlegen", type="primary", on_click=_save, args=(unit.key,))


def _save(key: UnitKey) -> None:
    name = _name(key)
    value: Value | None = st.session_state.get(f"{name}-wert")
    if value is None:
        st.session_state[FAILED] = NO_VALUE
        return
    try:
        resources.store().save_festlegung(_festlegung(key, value, str(st.session_state[f"{name}-grund"])))
    except DashboardError as error:
        st.session_state[FAILED] = str(error)


def _festlegung(key: UnitKey, value: Value, grund: str) -> Festlegung:
    variable = key.variable
    return Festlegung(
        key.lauf_id,
        key.partei,
        key.typ,
        grund.strip(),
        coder_name(),
        key.zitat,
        key.forderung,
        zustimmung=bool(value) if variable is Variable.ZUSTIMMUNG else None,
        traegt=value if isinstance(value, Verdict) else None,
        punkte=float(value) if variable is Variable.PUNKTE else None,
    )
