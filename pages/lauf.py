"""Seite „Lauf“: Punkte je Partei, ihre Zitate, und daneben die Seite, auf der sie stehen."""

import streamlit as st

from core.assessment.lauf_view import Parteiansicht, Wahl, blick_of, choose, parteiansichten, wie_heute
from core.runs.lauf import Lauf, Status
from core.runs.readability import LaufUnlesbar
from pages.ui import adresse, resources
from pages.ui.lauf.fortschritt import fortschritt
from pages.ui.lauf.kopf import kopf, unlesbar
from pages.ui.lauf.mehr import mehr
from pages.ui.lauf.parteien import parteien
from pages.ui.lauf.zitate import zitate
from pages.ui.seite import seitenansicht

lauf_id = adresse.get("id")
if not lauf_id:
    st.info("Wählen Sie unter „Läufe“ einen Lauf, oder prüfen Sie einen Antrag.", icon=":material/info:")
    st.stop()


def seite(wahl: Wahl) -> None:
    nur_eines = adresse.get("nur") == "1"
    blick = blick_of(context, wahl, adresse.number("seite"), alle=not nur_eines)
    if blick is None or wahl.zitat is None:
        st.info("Zu dieser Auswahl gibt es kein belegtes Zitat, also keine Seite zu zeigen.")
        return
    seitenansicht(blick, was=wahl.zitat.zitat.beleg.text)
    st.button(
        "Auch die anderen Zitate der Seite markieren" if nur_eines else "Nur dieses Zitat markieren",
        type="tertiary",
        icon=":material/ink_highlighter:",
        on_click=adresse.go,
        kwargs={"nur": None if nur_eines else 1},
    )


def gewaehlt(lauf: Lauf) -> tuple[list[Parteiansicht], Wahl | None]:
    ansichten = parteiansichten(context, lauf)
    return ansichten, choose(ansichten, **{name: adresse.get(name) for name in ("partei", "typ", "zitat")})


@st.fragment
def drei_spalten(lauf_id: str) -> None:
    """Choosing a party or a score draws only this anew."""
    ansichten, wahl = gewaehlt(resources.store().load(lauf_id))
    if wahl is None:
        return
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
        zitate(lauf, wahl)
    with right:
        seite(wahl)


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
