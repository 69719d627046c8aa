"""The page of a programme beside what is said of it: a picture that fits, arrows, views, the PDF itself."""

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from core.citations.blick import Seitenblick
from pages.ui import adresse
from pages.ui.text import plain


@dataclass(frozen=True, slots=True)
class Blickweise:
    name: str
    hilfe: str
    dpi: int
    ausschnitt: bool = False


BLICKWEISEN = {
    "": Blickweise("Ganze Seite", "Die ganze Seite auf einen Blick", 130),
    "ausschnitt": Blickweise("Ausschnitt", "Nur die Umgebung des Zitats, dafür größer", 150, ausschnitt=True),
    "gross": Blickweise("Groß", "Die Seite in doppelter Größe, zum Verschieben", 190),
}
GROSS = 1190
"""Pixels of the screen for a page's width: twice an A4's points."""


def seitenansicht(blick: Seitenblick, was: str = "") -> None:
    """`was` is marked on it: it becomes part of the picture's description."""
    with st.container(key="seitenansicht", gap="xsmall"):
        st.markdown(f"**{plain(blick.name)}**, {plain(seitenangabe(blick))}")
        if blick.seitenzahl:
            _leiste(blick)
        if blick.hinweis:
            st.info(plain(blick.hinweis), icon=":material/info:")
        if blick.notiz:
            st.caption(f":material/anchor: {plain(blick.notiz)}")
        if blick.seitenzahl:
            _bild(blick, was)


def seitenangabe(blick: Seitenblick) -> str:
    """„S. 18 (Seite 20 von 102 der Datei)“."""
    if not blick.seitenzahl:
        return f"Seite {blick.seite} der Datei"
    where = f"Seite {blick.seite} von {blick.seitenzahl} der Datei"
    return f"S. {blick.gedruckt} ({where})" if blick.gedruckt else where


def _leiste(blick: Seitenblick) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="seitenleiste"):
        _blaettern("Zurück", ":material/chevron_left:", "left", blick.seite - 1, blick)
        _blaettern("Vor", ":material/chevron_right:", "right", blick.seite + 1, blick)
        if blick.seiten and blick.seite not in blick.seiten:
            st.button("Zum Zitat", key="zum-zitat", on_click=adresse.go, kwargs={"seite": None})
        for key, weise in BLICKWEISEN.items():
            _blickweise(key, weise)
        st.link_button("PDF öffnen", blick.pdf, icon=":material/open_in_new:", type="tertiary")


def _blaettern(name: str, icon: str, side: Literal["left", "right"], seite: int, blick: Seitenblick) -> None:
    st.button(
        name,
        icon=icon,
        icon_position=side,
        key=f"blaettern-{side}",
        help=f"Eine Seite {name.lower()}",
        type="tertiary",
        disabled=not 1 <= seite <= blick.seitenzahl,
        on_click=adresse.go,
        kwargs={"seite": seite},
    )


def _blickweise(key: str, weise: Blickweise) -> None:
    st.button(
        f"**{weise.name}**" if key == _chosen() else weise.name,
        key=f"ansicht-{key}",
        type="tertiary",
        help=weise.hilfe,
        on_click=adresse.go,
        kwargs={"ansicht": key},
    )


def _chosen() -> str:
    asked = adresse.get("ansicht")
    return asked if asked in BLICKWEISEN else ""


def _bild(blick: Seitenblick, was: str) -> None:
    weise = BLICKWEISEN[_chosen()]
    marked = f"; markiert ist: „{was}“" if was and blick.seite in blick.seiten and not blick.hinweis else ""
    url = f"{blick.bild}&dpi={weise.dpi}{'&ausschnitt=1' if weise.ausschnitt else ''}"
    alt = f"Seite {blick.seite} der Datei „{blick.name}“{marked}"
    if _chosen() == "gross":
        with st.container(key="seitenbild-gross", height=800):
            st.image(adresse.absolute(url), width=GROSS, alt=alt)
    else:
        with st.container(key="seitenbild"):
            st.image(adresse.absolute(url), width="stretch", alt=alt)
