"""Seite „Lauf“: wer was zu welcher Forderung sagt, die Zitate dazu, daneben die Seite, auf der sie stehen."""

import streamlit as st

from core.assessment.lauf_view import ParteiView, Wahl, as_today, choose, partei_views
from core.assessment.vote_report import known_votes
from core.assessment.zitat_reference import references
from core.runs.lauf import Lauf, Status
from core.runs.load_laeufe import LaufUnreadable
from core.support.verdict import by_forderung
from pages.ui import address, resources
from pages.ui.lauf.lauf_head import kopf, unlesbar
from pages.ui.lauf.lauf_progress import progress
from pages.ui.lauf.matrix import matrix
from pages.ui.lauf.more import mehr
from pages.ui.lauf.parteien import parteien
from pages.ui.lauf.votes import vote_panes
from pages.ui.lauf.zitate import zitat_page, zitate

lauf_id = address.get("id")
if not lauf_id:
    st.info("Wählen Sie unter „Läufe“ einen Lauf, oder prüfen Sie einen Antrag.", icon=":material/info:")
    st.stop()


def gewaehlt(lauf: Lauf) -> tuple[list[ParteiView], Wahl | None]:
    views = partei_views(context, lauf)
    return views, choose(views, **{name: address.get(name) for name in ("partei", "typ", "zitat")})


@st.fragment
def three_spalten(lauf_id: str) -> None:
    """Choosing a field of the matrix, a party or a score draws only this anew."""
    lauf = resources.store().load(lauf_id)
    views, wahl = gewaehlt(lauf)
    if wahl is None:
        return
    said = by_forderung(resources.store().list_traegt(lauf_id))
    matrix(lauf, views, references(context, lauf, said), wahl.partei.partei)
    left, rest = st.container(key="drei-spalten").columns([3, 11], gap="medium")
    with left:
        parteien(lauf, views, wahl, known_votes(context, lauf))
    with rest:
        zitate_and_seite(lauf_id)


@st.fragment
def zitate_and_seite(lauf_id: str) -> None:
    """Choosing a quote or turning the page draws only this anew."""
    lauf = resources.store().load(lauf_id)
    _, wahl = gewaehlt(lauf)
    if wahl is None or vote_panes(context, resources.store(), lauf, wahl.partei):
        return
    middle, right = st.columns([5, 6], gap="medium")
    with middle:
        said = by_forderung(resources.store().list_traegt(lauf_id))
        zitate(lauf, wahl, said, references(context, lauf, said))
    with right:
        zitat_page(context, wahl)


context = resources.context()
try:
    lauf = resources.store().load(lauf_id)
except LaufUnreadable as error:
    unlesbar(resources.store(), error)
    st.stop()
kopf(context, as_today(context, lauf))
if lauf.status is Status.LAEUFT:
    progress(lauf_id, seen=len(lauf.teile))
three_spalten(lauf_id)
mehr(context, lauf, partei_views(context, lauf))
