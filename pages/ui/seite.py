"""A page of a programme beside what is said of it: a picture that fits or a PDF, arrows, views, the file."""

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal

import streamlit as st

from core.proof.zitat_page import PageGlance
from pages.ui import address
from pages.ui.text import plain

# --- a page's picture ---------------------------------------------------------------------------------------
# While it is on its way an empty sheet is seen, never the page that was there before.

A4 = 210 / 297
HERE = Path(__file__).parent


def page_picture(url: str, alt: str, ratio: float = A4, mark: float = 0) -> None:
    """`ratio`: its width by its height, 0 where nobody knows; `mark`: where its pane is scrolled to, a share
    of its height.

    Another address is another element: the browser would show the old picture until the new is there.
    """
    style = f' style="--blatt: {round(ratio, 4)}; --stelle: {round(mark, 3)}"' if ratio else ""
    st.html(f'<img class="seitenbild"{style} src="{escape(address.absolute(url))}" alt="{escape(alt)}">')


# --- a page as a PDF within the page, by the viewer that the browser has; a link where it has none ----------

VIEW = "#navpanes=0&view=FitH"
"""For the viewer of Chromium: no list of its pages beside the one, which is as wide as there is room."""

_pdf = st.components.v2.component(
    "pdfansicht",
    html='<div class="pdfansicht"></div>',
    css=(HERE / "pdfansicht.css").read_text(encoding="utf-8"),
    js=(HERE / "pdfansicht.js").read_text(encoding="utf-8"),
)


# --- either of them, with arrows, views and the file --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ViewKind:
    name: str
    hilfe: str
    dpi: int
    ausschnitt: bool = False


VIEW_KINDS = {
    "": ViewKind("Seitenbreite", "So breit wie der Platz, an der markierten Stelle", 150),
    "ganz": ViewKind("Ganze Seite", "Die ganze Seite auf einen Blick", 130),
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
            # Not by `st.iframe`: within its sandbox Chromium shows no PDF.
            _pdf(
                data={"url": f"{address.absolute(blick.seitenpdf)}{VIEW}", "name": _description(blick, was)},
                key="seitenpdf",
            )
        else:
            weise, alt = VIEW_KINDS[_chosen()], _description(blick, was)
            url = f"{blick.bild}&dpi={weise.dpi}{'&ausschnitt=1' if weise.ausschnitt else ''}"
            key = f"seitenbild-{_chosen()}" if _chosen() in ("ganz", "gross") else "seitenbild"
            with st.container(key=key):
                page_picture(url, alt, 0 if weise.ausschnitt else blick.ratio, blick.mark)


def page_detail(blick: PageGlance) -> str:
    """„S. 18 (Seite 20 von 102 der Datei)“; where both numbers are one, „S. 18 von 102“."""
    if not blick.seitenzahl:
        return f"Seite {blick.seite} der Datei"
    if blick.gedruckt == str(blick.seite):
        return f"S. {blick.seite} von {blick.seitenzahl}"
    where = f"Seite {blick.seite} von {blick.seitenzahl} der Datei"
    return f"S. {blick.gedruckt} ({where})" if blick.gedruckt else where


def _bar(blick: PageGlance) -> None:
    """Leafing, size and the file; what few want is behind the dots."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="seitenleiste"):
        _leaf("Zurück", ":material/chevron_left:", "left", blick.seite - 1, blick)
        st.markdown(plain(blick.gedruckt or str(blick.seite)), width="content")
        _leaf("Vor", ":material/chevron_right:", "right", blick.seite + 1, blick)
        if blick.seiten and blick.seite not in blick.seiten:
            address.button("Zum Zitat", {"seite": None}, key="zum-zitat", type="secondary")
        if not _is_pdf(blick):
            is_big = _chosen() == "gross"
            with st.container(key="nur-zeichen-lupe", width="content"):
                address.button(
                    "Kleiner" if is_big else "Größer",
                    {"ansicht": "" if is_big else "gross"},
                    icon=":material/remove:" if is_big else ":material/add:",
                    key="lupe",
                    help="So breit wie der Platz" if is_big else VIEW_KINDS["gross"].hilfe,
                )
        st.link_button(
            f"PDF{' (ohne Markierung)' if blick.is_plain else ''}",
            blick.pdf,
            icon=":material/open_in_new:",
            type="tertiary",
            help=UNMARKED if blick.is_plain else "Das ganze PDF, an dieser Seite aufgeschlagen",
        )
        with (
            st.container(key="nur-zeichen-ansichten", width="content"),
            st.popover("Weitere Ansichten", icon=":material/more_horiz:", type="tertiary"),
        ):
            _further_views(blick)


def _further_views(blick: PageGlance) -> None:
    for key, weise in VIEW_KINDS.items() if not _is_pdf(blick) else ():
        address.button(
            f"**{weise.name}**" if key == _chosen() else weise.name,
            {"ansicht": key},
            key=f"ansicht-{key}",
            help=weise.hilfe,
        )
    if blick.seitenpdf:
        address.segments(
            "Darstellung der Seite",
            FORMS,
            address.follow("seite", "form", "pdf" if _is_pdf(blick) else ""),
            help="Im PDF lässt sich der Text auswählen und kopieren",
        )


def _is_pdf(blick: PageGlance) -> bool:
    return address.get("form") == "pdf" and bool(blick.seitenpdf)


def _leaf(name: str, icon: str, side: Literal["left", "right"], seite: int, blick: PageGlance) -> None:
    with st.container(key=f"nur-zeichen-blatt-{side}", width="content"):
        address.button(
            name,
            {"seite": seite},
            icon=icon,
            key=f"blaettern-{side}",
            help=f"Eine Seite {name.lower()}",
            disabled=not 1 <= seite <= blick.seitenzahl,
        )


def _chosen() -> str:
    asked = address.get("ansicht")
    return asked if asked in VIEW_KINDS else ""


def _description(blick: PageGlance, was: str) -> str:
    marked = f"; markiert ist: „{was}“" if was and blick.seite in blick.seiten and not blick.hinweis else ""
    return f"Seite {blick.seite} der Datei „{blick.name}“{marked}"
