"""Seite „Lauf“: wer was zu welcher Forderung sagt, die Zitate dazu, daneben die Seite, auf der sie stehen."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.assessment.lauf_view import LaufView, Wahl
from core.runs.lauf import Status
from core.runs.load_laeufe import LaufUnreadable
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


@contextmanager
def lend(view: LaufView) -> Iterator[list[LaufView]]:
    """To a fragment while the page draws it; when it runs alone later, the list is empty."""
    views = [view]
    try:
        yield views
    finally:
        views.clear()


def viewed(lent: list[LaufView]) -> tuple[LaufView, Wahl | None]:
    """The view that was lent, else a new one; and what the address chooses of it."""
    view = lent[0] if lent else LaufView(context, resources.store().load(lauf_id))
    return view, view.choose(**{name: address.get(name) for name in ("partei", "typ", "zitat")})


@st.fragment
def three_spalten(lent: list[LaufView]) -> None:
    """Choosing a field of the matrix, a party or a score draws only this anew."""
    view, wahl = viewed(lent)
    if wahl is None:
        return
    matrix(view, wahl.partei.partei)
    left, rest = st.container(key="drei-spalten").columns([3, 11], gap="medium")
    with left:
        parteien(view, wahl)
    with rest, lend(view) as views:
        zitate_and_seite(views)


@st.fragment
def zitate_and_seite(lent: list[LaufView]) -> None:
    """Choosing a quote or turning the page draws only this anew."""
    view, wahl = viewed(lent)
    if wahl is None or vote_panes(context, view.lauf, wahl.partei):
        return
    middle, right = st.columns([5, 6], gap="medium")
    with middle:
        zitate(view, wahl)
    with right:
        zitat_page(context, wahl)


context = resources.context()
try:
    view = LaufView(context, resources.store().load(lauf_id))
except LaufUnreadable as error:
    unlesbar(resources.store(), error)
    st.stop()
kopf(view)
if view.lauf.status is Status.LAEUFT:
    progress(lauf_id, seen=len(view.lauf.teile))
with lend(view) as views:
    three_spalten(views)
mehr(view)
