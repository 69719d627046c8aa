"""A page of a programme beside what is said of it: a picture that fits or a PDF, arrows, views, the file."""

from dataclasses import dataclass
from typing import Literal

import streamlit as st

from core.seiten.zitat_page import PageGlance
from pages.ui import address
from pages.ui.page_picture import seitenbild
from pages.ui.pdf_view import pdfansicht
from pages.ui.text import plain


@dataclass(frozen=True, slots=True)
class ViewKind:
    name: str
    hilfe: str
    dpi: int
    ausschnitt: bool = False


VIEW_KINDS = {
    "": ViewKind("Ganze Seite", "Die ganze Seite auf einen Blick", 130),
    "ausschnitt": ViewKind("Ausschnitt", "Nur die Umgebung des Zitats, dafür größer", 150, ausschnitt=True),
    "gross": ViewKind("Groß", "Die Seite in doppelter Größe, zum Verschieben", 190),
}
FORMS = {"": "Bild", "pdf": "PDF"}

UNMARKED = (
    "Diese Datei ist beschädigt: Sie lässt sich anzeigen, aber nicht als Ganzes markieren. Die Seite selbst "
    "gibt es auch als PDF mit Markierung."
)


def seitenansicht(blick: PageGlance, was: str = "") -> None:
    """`was` is marked on it: it becomes part of the picture's description."""
    with st.container(key="seitenansicht", gap="xsmall"):
        st.markdown(f"**{plain(blick.name)}**, {plain(page_detail(blick))}")
        if blick.seitenzahl:
            _bar(blick)
        if blick.hinweis:
            st.info(plain(blick.hinweis), icon=":material/info:")
        if blick.notiz:
            st.caption(f":material/anchor: {plain(blick.notiz)}")
        if not blick.seitenzahl:
            return
        if _is_pdf(blick):
            pdfansicht(address.absolute(blick.seitenpdf), _description(blick, was))
        else:
            _picture(blick, was)


def page_detail(blick: PageGlance) -> str:
    """„S. 18 (Seite 20 von 102 der Datei)“."""
    if not blick.seitenzahl:
        return f"Seite {blick.seite} der Datei"
    where = f"Seite {blick.seite} von {blick.seitenzahl} der Datei"
    return f"S. {blick.gedruckt} ({where})" if blick.gedruckt else where


def _bar(blick: PageGlance) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="seitenleiste"):
        _leaf("Zurück", ":material/chevron_left:", "left", blick.seite - 1, blick)
        _leaf("Vor", ":material/chevron_right:", "right", blick.seite + 1, blick)
        if blick.seiten and blick.seite not in blick.seiten:
            st.button("Zum Zitat", key="zum-zitat", on_click=address.go, kwargs={"seite": None})
        if blick.seitenpdf:
            _form(blick)
        for key, weise in VIEW_KINDS.items() if not _is_pdf(blick) else ():
            _view_kind(key, weise)
        st.link_button(
            f"PDF öffnen{' (ohne Markierung)' if blick.is_plain else ''}",
            blick.pdf,
            icon=":material/open_in_new:",
            type="tertiary",
            help=UNMARKED if blick.is_plain else "Das ganze PDF, an dieser Seite aufgeschlagen",
        )


def _form(blick: PageGlance) -> None:
    st.segmented_control(
        "Darstellung der Seite",
        list(FORMS),
        format_func=FORMS.__getitem__,
        required=True,
        label_visibility="collapsed",
        help="Im PDF lässt sich der Text auswählen und kopieren",
        **address.follow("seite", "form", "pdf" if _is_pdf(blick) else ""),
    )


def _is_pdf(blick: PageGlance) -> bool:
    return address.get("form") == "pdf" and bool(blick.seitenpdf)


def _leaf(name: str, icon: str, side: Literal["left", "right"], seite: int, blick: PageGlance) -> None:
    st.button(
        name,
        icon=icon,
        icon_position=side,
        key=f"blaettern-{side}",
        help=f"Eine Seite {name.lower()}",
        type="tertiary",
        disabled=not 1 <= seite <= blick.seitenzahl,
        on_click=address.go,
        kwargs={"seite": seite},
    )


def _view_kind(key: str, weise: ViewKind) -> None:
    st.button(
        f"**{weise.name}**" if key == _chosen() else weise.name,
        key=f"ansicht-{key}",
        type="tertiary",
        help=weise.hilfe,
        on_click=address.go,
        kwargs={"ansicht": key},
    )


def _chosen() -> str:
    asked = address.get("ansicht")
    return asked if asked in VIEW_KINDS else ""


def _picture(blick: PageGlance, was: str) -> None:
    weise, alt = VIEW_KINDS[_chosen()], _description(blick, was)
    url = f"{blick.bild}&dpi={weise.dpi}{'&ausschnitt=1' if weise.ausschnitt else ''}"
    if _chosen() == "gross":
        with st.container(key="seitenbild-gross", height=800):
            seitenbild(url, alt, blick.ratio)
    else:
        with st.container(key="seitenbild"):
            seitenbild(url, alt, 0 if weise.ausschnitt else blick.ratio)


def _description(blick: PageGlance, was: str) -> str:
    marked = f"; markiert ist: „{was}“" if was and blick.seite in blick.seiten and not blick.hinweis else ""
    return f"Seite {blick.seite} der Datei „{blick.name}“{marked}"
