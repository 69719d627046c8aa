"""Left pane of a Lauf: every party with its points, each of which can be chosen."""

from collections.abc import Sequence

import streamlit as st

from core.assessment.lauf_view import KEINE_QUELLEN, OHNE_WERTUNG, Parteiansicht, Wahl
from core.german import formats
from core.models import Typ
from core.runs.lauf import Status
from pages.ui import adresse, farben
from pages.ui.text import plain

MOST, BLOCK, GROUND = 10, "▇", "rgba(128, 128, 128, 0.28)"


BEDEUTUNG = {
    KEINE_QUELLEN: "„Keine Quellen“: Dem Modell lag kein solches Programm vor. Das ist keine Null.",
    OHNE_WERTUNG: "„Keine Wertung“: Das Modell hat Passagen gesehen, aber keine Punkte gegeben.",
}


def parteien(ansichten: Sequence[Parteiansicht], wahl: Wahl) -> None:
    st.subheader("Parteien", anchor=False, help="Punkte von 0 (widerspricht) bis 10 (entspricht ganz)")
    dark = farben.is_dark()
    with st.container(key="parteien"):
        for ansicht in ansichten:
            _partei(ansicht, wahl, farben.lesbar(ansicht.farbe, dark))
    given = {ansicht.wertung(typ).grund for ansicht in ansichten for typ in ansicht.scores}
    for wertung, meaning in BEDEUTUNG.items():
        if wertung in given:
            st.caption(meaning)


def _partei(ansicht: Parteiansicht, wahl: Wahl, farbe: str) -> None:
    chosen = ansicht.partei == wahl.partei.partei
    name = f"**{plain(ansicht.name)}**" if chosen else plain(ansicht.name)
    rollen = f" :gray[{', '.join(ansicht.rollen)}]" if ansicht.rollen else ""
    with st.container(
        border=True, key="gewaehlte-partei" if chosen else f"partei-{ansicht.partei}", gap="xxsmall"
    ):
        _knopf(
            f':color[●]{{foreground="{farbe}"}} {name}{rollen}',
            f"wahl-partei-{ansicht.partei}",
            hint="Alle Zitate dieser Partei zeigen",
            partei=ansicht.partei,
        )
        if ansicht.teil.status is not Status.FERTIG:
            st.markdown(":red[:material/error: nicht beurteilt]")
            return
        for typ in Typ:
            _score(ansicht, typ, farbe, chosen and wahl.typ is typ)


def _score(ansicht: Parteiansicht, typ: Typ, farbe: str, chosen: bool) -> None:
    wertung, quotes = ansicht.wertung(typ), len(ansicht.gebunden(typ))
    name = f"**{typ.title()}**" if chosen else typ.title()
    _knopf(
        f"{name}: {wertung}" if wertung.punkte is None else f"{balken(wertung.punkte, farbe)} {name}",
        f"wahl-score-{ansicht.partei}-{typ}",
        hint=f"{typ.title()}: {formats.counted(quotes, 'Zitat', 'Zitate')} zeigen",
        partei=ansicht.partei,
        typ=None if chosen else typ,
    )


def balken(points: float, farbe: str) -> str:
    """Ten strokes, as many coloured as there are points, and the number."""
    full = min(max(round(points), 0), MOST)
    coloured = f':color[{BLOCK * full}]{{foreground="{farbe}"}}' if full else ""
    ground = f':color[{BLOCK * (MOST - full)}]{{foreground="{GROUND}"}}' if full < MOST else ""
    return f"{coloured}{ground} **{formats.score(points)}**"


def _knopf(label: str, key: str, hint: str, partei: str, typ: Typ | None = None) -> None:
    st.button(
        label,
        key=key,
        help=hint,
        type="tertiary",
        width="stretch",
        wrap=True,
        on_click=adresse.go,
        kwargs={"partei": partei, "typ": typ, "zitat": None, "seite": None},
    )
