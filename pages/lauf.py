"""Seite „Lauf“: Punkte, Zitate und deren Seite nebeneinander; darunter, wer wozu etwas sagt."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.assessment.lauf_view import LaufView, in_one_sentence
from core.errors import EingabeError
from core.runs.lauf import Status
from core.runs.load_laeufe import LaufUnreadable
from pages.ui import address, resources
from pages.ui.lauf.lauf_head import kopf, unlesbar
from pages.ui.lauf.lauf_progress import ending, progress
from pages.ui.lauf.matrix import matrix
from pages.ui.lauf.more import mehr
from pages.ui.lauf.parteien import parteien
from pages.ui.lauf.traegt import to_be_read
from pages.ui.lauf.votes import chosen_vote, vote_page, vote_pane
from pages.ui.lauf.zitate import zitat_page, zitate
from pages.ui.text import plain

# In rem: what stands above the panes, with the menu; a row of the matrix; what stands around its rows.
HEAD, ROW, FRAME = 11.4, 1.82, 7.0

MOST_ROWS = 8
NOT_CHOSEN = "Wählen Sie unter „Anträge“ einen Antrag und seine Antwort, oder prüfen Sie einen neuen."


@contextmanager
def lend(view: LaufView) -> Iterator[list[LaufView]]:
    """To a fragment while the page draws it; when it runs alone later, the list is empty."""
    views = [view]
    try:
        yield views
    finally:
        views.clear()


@st.fragment
def panes(lent: list[LaufView]) -> None:
    """Choosing a party, a quote, a field of the matrix or another page draws only this anew."""
    view = lent[0] if lent else LaufView(context, resources.store().load(lauf_id))
    wahl = view.choose(**{name: address.get(name) for name in ("partei", "typ", "zitat")})
    if wahl is None:
        return
    rows = min(len(view.parteien), MOST_ROWS)
    st.html(f"<style>:root {{ --kopf: {HEAD}rem; --matrix: {round(ROW * rows + FRAME, 1)}rem }}</style>")
    with st.container(key="lauf-ansicht"):
        links, rechts = st.columns([8, 5], gap="medium")
    with links:
        with st.container(key="parteien-und-zitate"):
            parties, quotes = st.columns([3, 5], gap="medium")
        with parties:
            parteien(view, wahl)
        matrix(view, wahl.partei.partei)
    vote = chosen_vote(view.lauf)
    with quotes:
        if vote:
            vote_pane(view, wahl.partei, vote)
        else:
            zitate(view, wahl)
    with rechts:
        if vote:
            vote_page(context, vote)
        else:
            zitat_page(context, wahl)


lauf_id = address.get("id")
context = resources.context()
try:
    if not lauf_id:
        raise EingabeError(NOT_CHOSEN)
    view = LaufView(context, resources.store().load(lauf_id))
except LaufUnreadable as error:
    unlesbar(resources.store(), error)
    st.stop()
except EingabeError as error:
    st.title("Lauf", anchor=False)
    st.info(plain(str(error)))
    st.page_link("laeufe.py", label="Zu den Anträgen", icon=":material/list:")
    st.stop()
with st.container(key="lauf-kopf", gap=None):
    kopf(view)
    if view.lauf.status is Status.LAEUFT:
        progress(lauf_id, len(view.lauf.teile), view.lauf.antrag.bundesland)
    elif view.lauf.status is Status.ABGEBROCHEN and resources.werkstatt().is_ending(lauf_id):
        ending(lauf_id)
    if view.parteien:
        with st.container(key="ein-satz"):
            st.markdown(f"**{plain(in_one_sentence(view.matrix))}**")
with lend(view) as views:
    panes(views)
to_be_read(view)
mehr(view)
