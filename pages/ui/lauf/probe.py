"""Below a Lauf: judging again without the quoted passages, what that costs, what became of the points."""

import pandas as pd
import streamlit as st

from core.assessment.lauf_view import LaufView
from core.assessment.removal_probe import (
    NAME,
    READING,
    ProbePlan,
    effects,
    latest_probe,
    plan_probe,
    probe_obstacle,
    probes_of,
    zusammen,
)
from core.errors import DashboardError
from core.german import formats
from core.models import Typ
from core.runs.lauf import Lauf, Status
from pages.ui import address, failure, resources
from pages.ui.lauf.lauf_progress import progress
from pages.ui.plain_table import plain_table
from pages.ui.text import joined, plain

PURPOSE = (
    "Haben die Zitate die Punkte verursacht, oder stehen sie nur daneben? Dasselbe Modell urteilt noch "
    "einmal mit demselben Prompt und denselben Einstellungen, aber ohne die Passagen, aus denen es zitiert "
    "hat."
)


def gegenprobe(view: LaufView) -> None:
    st.header(NAME, anchor=False)
    st.caption(PURPOSE)
    proben = probes_of(resources.store(), view.lauf.id)
    if running := next((one for one in proben if one.status is Status.LAEUFT), None):
        progress(running.id, len(running.teile), running.antrag.bundesland)
        return
    if done := next((one for one in proben if one.status is Status.FERTIG), None):
        _result(view, done)
    elif proben:
        st.warning(
            plain(proben[0].fehler or "Die letzte Gegenprobe wurde abgebrochen."), icon=":material/error:"
        )
    _start(view, again=bool(proben))


def _result(view: LaufView, probe: Lauf) -> None:
    found = effects(view.lauf, probe)
    st.markdown(f"**{plain(zusammen(found))}**")
    rows = [
        {
            "Partei": view.parteien[one.partei].name if one.partei in view.parteien else one.partei,
            "Programm": one.typ.title(),
            "Punkte vorher → nachher": one.punkte,
            "Was das heißt": one.satz,
        }
        for one in found
    ]
    if rows:
        st.dataframe(
            pd.DataFrame(rows),
            hide_index=True,
            placeholder="–",
            height="content",
            row_height=56,
            column_config={"Was das heißt": st.column_config.TextColumn(width="large")},
            alt="Punkte je Partei und Programm vor und nach dem Weglassen der zitierten Stellen",
        )
        plain_table(pd.DataFrame(rows), "probe", "Punkte vor und nach dem Weglassen der Stellen")
    st.caption(f"{READING} Gefragt am {formats.moment(probe.created)}.")
    st.page_link(
        "lauf.py",
        label="Die Gegenprobe ansehen",
        icon=":material/open_in_new:",
        query_params={"id": probe.id},
    )


def _start(view: LaufView, again: bool) -> None:
    """The button, with what it will take; where it cannot be, the reason."""
    if reason := probe_obstacle(view.lauf) or _unready(view.lauf):
        st.info(plain(reason), icon=":material/info:")
        return
    try:
        plan = plan_probe(view)
    except DashboardError as error:
        st.info(plain(str(error)), icon=":material/info:")
        return
    st.markdown(_effort(plan))
    if st.button(
        "Gegenprobe wiederholen" if again else "Gegenprobe starten",
        icon=":material/science:",
        key="gegenprobe-starten",
    ):
        with failure.shown():
            resources.werkstatt().start(plan.auftrag, plan.material)
        st.rerun()


def _unready(lauf: Lauf) -> str:
    state = resources.availabilities().get(lauf.modell_gefragt)
    return "" if state is None or state.ok else f"Das Modell kann gerade nicht gefragt werden: {state.grund}"


def _effort(plan: ProbePlan) -> str:
    left_out = sum(plan.entfernt.values())
    cost = formats.cost(plan.kosten)
    return plain(
        joined(
            [
                f"{formats.counted(left_out, 'Passage entfällt', 'Passagen entfallen')}",
                formats.counted(plan.aufwand.anfragen, "Anfrage", "Anfragen"),
                f"zusammen etwa {formats.number(round(plan.aufwand.tokens_ein, -2))} Tokens zu lesen",
                f"höchstens etwa {cost}" if plan.kosten else cost,
            ]
        )
    )


def effects_told(lauf: Lauf, partei: str) -> dict[Typ, str]:
    """What the latest probe did to the points of a party: a line for each kind of Programm."""
    probe = latest_probe(resources.store(), lauf.id)
    return {
        one.typ: f":material/science: Ohne die zitierten Stellen: **{plain(one.punkte)}**. {plain(one.satz)}"
        for one in (effects(lauf, probe) if probe else [])
        if one.partei == partei
    }


def remark(lauf: Lauf) -> None:
    """On a probe's own page: what it is."""
    if lauf.probe_von is None:
        return
    st.info(
        f"{NAME}: Passagen, aus denen der Lauf zitiert hatte, lagen hier nicht vor. Sie zählt in keiner "
        "Liste, keinem Vergleich und keiner Kennzahl mit.",
        icon=":material/science:",
    )
    st.button(
        "Zum Lauf, zu dem sie gehört",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=address.go,
        kwargs={"id": lauf.probe_von, "partei": None, "typ": None, "zitat": None, "mehr": "probe"},
    )
