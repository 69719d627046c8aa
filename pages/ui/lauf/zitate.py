"""Middle pane of a Lauf: what the model said of the chosen party, and its quotes."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from core.assessment.lauf_view import KEINE_QUELLEN, OHNE_SPRACHMODELL, Nummeriert, Parteiwertung, Wahl
from core.models import Typ
from core.runs.lauf import Lauf, Score, Status
from core.support.traegt import Traegt, latest
from pages.ui import adresse, resources
from pages.ui.lauf import probe
from pages.ui.lauf.eichwert import eichwert
from pages.ui.lauf.urteil import urteilen
from pages.ui.text import plain
from pages.ui.tragzeichen import abzeichen, grundlage
from pages.ui.zitat import ganzer_satz, ungepruefte, verworfene, zitatkarte

LONG = 320
"""Characters of a reason that are shown at once."""


def zitate(lauf: Lauf, wahl: Wahl) -> None:
    ansicht, said = wahl.partei, latest(resources.store().list_traegt(lauf.id))
    st.subheader(plain(ansicht.name), anchor=False)
    if ansicht.teil.status is not Status.FERTIG:
        st.error(plain(ansicht.teil.fehler or "Diese Partei wurde nicht beurteilt."), icon=":material/error:")
    for typ in [wahl.typ] if wahl.typ else list(Typ):
        if score := ansicht.scores.get(typ):
            _typ(lauf, wahl, typ, score, said)
    if wahl.typ:
        st.button(
            "Zitate aus beiden Programmen zeigen",
            type="tertiary",
            on_click=adresse.go,
            kwargs={"typ": None, "zitat": None, "seite": None},
        )
    key = f"{ansicht.partei}-{wahl.typ}"
    verworfene([numbered.zitat.eintrag for numbered in ansicht.verworfen(wahl.typ)], key)
    ungepruefte([numbered.zitat.eintrag for numbered in ansicht.ungeprueft(wahl.typ)], key)


def _typ(lauf: Lauf, wahl: Wahl, typ: Typ, score: Score, said: Mapping[tuple[str, int], Traegt]) -> None:
    with st.container(gap="xsmall"):
        _score(lauf, wahl.partei.wertung(typ), typ, score)
        for numbered in wahl.partei.gebunden(typ):
            _zitat(lauf, wahl, numbered, said.get((score.partei, numbered.nummer - 1)))


def _score(lauf: Lauf, wertung: Parteiwertung, typ: Typ, score: Score) -> None:
    told = str(wertung)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.markdown(f"**{typ.title()}** · {told}")
        if wertung.grund not in (KEINE_QUELLEN, OHNE_SPRACHMODELL):
            urteilen(lauf, score.partei, str(typ))
    eichwert(lauf, typ, wertung.punkte)
    if score.begruendung and wertung.grund != KEINE_QUELLEN:
        _begruendung(score.begruendung)
    probe.zeigen(lauf, score.partei, typ)


def _begruendung(text: str) -> None:
    if len(text) <= LONG:
        st.markdown(plain(text))
        return
    cut = text[:LONG].rsplit(" ", 1)[0]
    st.markdown(plain(f"{cut} …"))
    with st.expander("Ganze Begründung"):
        st.markdown(plain(text))


def _zitat(lauf: Lauf, wahl: Wahl, numbered: Nummeriert, said: Traegt | None) -> None:
    beleg, partei = numbered.zitat.beleg, wahl.partei.partei
    chosen = wahl.zitat == numbered
    target = {"partei": partei, "zitat": numbered.nummer, "seite": None}
    with zitatkarte(beleg, str(numbered.nummer), chosen, adresse.go, target, partial(abzeichen, said)):
        grundlage(said, beleg.text)
        if chosen:
            with st.expander("Ganzer Satz", type="compact"):
                ganzer_satz(beleg)
            urteilen(lauf, partei, numbered.zitat.typ, numbered.nummer)
