"""Seite „Lauf“: wer was zu welcher Forderung sagt, die Zitate dazu, daneben die Seite, auf der sie stehen."""

import streamlit as st

from core.assessment.lauf_view import Parteiansicht, Wahl, choose, parteiansichten, wie_heute
from core.assessment.zitatbezug import bezuege
from core.runs.lauf import Lauf, Status
from core.runs.readability import LaufUnlesbar
from core.support.traegt import latest
from pages.ui import adresse, resources
from pages.ui.lauf.fortschritt import fortschritt
from pages.ui.lauf.kopf import kopf, unlesbar
from pages.ui.lauf.matrix import matrix
from pages.ui.lauf.mehr import mehr
from pages.ui.lauf.parteien import parteien
from pages.ui.lauf.zitate import zitate
from pages.ui.lauf.zitatseite import zitatseite

lauf_id = adresse.get("id")
if not lauf_id:
    st.info("Wählen Sie unter „Läufe“ einen Lauf, oder prüfen Sie einen Antrag.", icon=":material/info:")
    st.stop()


def gewaehlt(lauf: Lauf) -> tuple[list[Parteiansicht], Wahl | None]:
    ansichten = parteiansichten(context, lauf)
    return ansichten, choose(ansichten, **{name: adresse.get(name) for name in ("partei", "typ", "zitat")})


@st.fragment
def drei_spalten(lauf_id: str) -> None:
    """Choosing a field of the matrix, a party or a score draws only this anew."""
    lauf = resources.store().load(lauf_id)
    ansichten, wahl = gewaehlt(lauf)
    if wahl is None:
        return
    said = latest(resources.store().list_traegt(lauf_id))
    matrix(lauf, ansichten, bezuege(context, lauf, said), wahl.partei.partei)
    left, rest = st.container(key="drei-spalten").columns([3, 11], gap="medium")
    with left:
        parteien(ansichten, wahl)
    with rest:
        zitate_und_seite(lauf_id)


@st.fragment
def zitate_und_seite(lauf_id: str) -> None:
    """Choosing a quote or turning the page draws only this anew."""
    lauf = resources.store().load(lauf_id)
    _, wahl = gewaehlt(lauf)
    if wahl is None:
        return
    middle, right = st.columns([5, 6], gap="medium")
    with middle:
        said = latest(resources.store().list_traegt(lauf_id))
        zitate(lauf, wahl, said, bezuege(context, lauf, said))
    with right:
        zitatseite(context, wahl)


context = resources.context()
try:
    lauf = resources.store().load(lauf_id)
except LaufUnlesbar as error:
    unlesbar(resources.store(), error)
    st.stop()
kopf(context, wie_heute(context, lauf))
if lauf.status is Status.LAEUFT:
    fortschritt(lauf_id, seen=len(lauf.teile))
drei_spalten(lauf_id)
mehr(context, lauf, parteiansichten(context, lauf))
