"""What an Antrag was read from, beside what was read: the page with each Forderung marked, or the text."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from core.antrag.antrag import Antrag, find_file
from core.context import Context
from core.errors import DashboardError
from core.german.folding import letters
from core.runs.antraege import AntragSheet
from core.seiten.zitat_page import Places, antrag_seite, forderung_places
from pages.ui import address, failure
from pages.ui.seite import seitenbild
from pages.ui.text import plain

PRUEFUNG, ORIGINAL = "pruefung", "original"
NAMEN = {ORIGINAL: "Original ansehen", PRUEFUNG: "Prüfung einstellen"}
HEIGHT = 700
NOT_HERE = (
    "Die Datei dieses Antrags ist hier nicht gespeichert; zu sehen ist der Text, der in ihr gelesen wurde."
)
NOT_IN_ORIGINAL = "Forderung {} steht so nicht im Original."
YELLOW = "Gelb: was als Forderung gelesen wurde; kräftig: Forderung {}."
PALE = "Gelb: was als Forderung gelesen wurde. Die Lupe neben einer Forderung zeigt ihre Stelle."


def is_asked_for() -> bool:
    """Which of the two stands beside the form."""
    st.segmented_control(
        "Neben dem Antrag zeigen",
        list(NAMEN),
        format_func=NAMEN.__getitem__,
        required=True,
        label_visibility="collapsed",
        **address.follow("antrag", "neben", address.one_of("neben", NAMEN, PRUEFUNG)),
    )
    return address.get("neben") == ORIGINAL


def show_place(place: int) -> None:
    """Turn to the Forderung at that place of the list."""
    address.go(neben=ORIGINAL, forderung=place + 1, seite=None)


def original(context: Context, antrag_id: str, blatt: AntragSheet) -> None:
    path = find_file(context.settings.laeufe_dir, blatt.datei)
    if blatt.datei and path is None:
        st.info(NOT_HERE, icon=":material/info:")
    with st.container(key="antrag-original", gap="xsmall"):
        if path is None:
            _go_on()
            _text(blatt.antrag, _chosen(blatt.antrag))
        else:
            with failure.shown(), st.spinner("Die Stellen der Forderungen werden gesucht …"):
                _file(antrag_id, blatt, path)


def _chosen(antrag: Antrag) -> str | None:
    """The number of the Forderung that is asked for."""
    place = (address.number("forderung") or 0) - 1
    return antrag.forderungen[place].nummer if 0 <= place < len(antrag.forderungen) else None


def _file(antrag_id: str, blatt: AntragSheet, path: Path) -> None:
    nummer = _chosen(blatt.antrag)
    places = forderung_places(path, blatt.gelesen or blatt.antrag)
    seite = address.number("seite") or _first_page(places, nummer)
    view = antrag_seite(path, seite, places, nummer) or antrag_seite(path, 1, places, nummer)
    if view is None:
        raise DashboardError("Von dieser Datei lässt sich keine Seite zeigen.")
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="seitenleiste"):
        st.markdown(f"**Seite {view.seite} von {view.dokument.seitenzahl}**", width="content")
        _turn("Zurück", ":material/chevron_left:", view.seite - 1, view.dokument.seitenzahl)
        _turn("Vor", ":material/chevron_right:", view.seite + 1, view.dokument.seitenzahl)
        _go_on()
    if nummer is not None and nummer not in places:
        st.info(plain(NOT_IN_ORIGINAL.format(nummer)), icon=":material/search_off:")
    st.caption(YELLOW.format(plain(nummer)) if nummer in places and nummer else PALE)
    asked = {"antrag": antrag_id, "seite": view.seite, **({} if nummer is None else {"forderung": nummer})}
    shown = ", ".join(name for name, own in places.items() if view.seite in own and name)
    alt = f"Seite {view.seite} des Antrags" + (f"; markiert sind die Forderungen {shown}" if shown else "")
    with st.container(key="antragsbild"):
        seitenbild(f"/api/antrag.png?{urlencode(asked)}", alt, view.breite / view.hoehe)


def _go_on() -> None:
    st.button(
        "Weiter: Parteien, Modell und Start",
        type="primary",
        icon=":material/arrow_forward:",
        key="zur-pruefung",
        on_click=address.go,
        kwargs={"neben": PRUEFUNG, "forderung": None, "seite": None},
    )


def _first_page(places: Mapping[str, Places], nummer: str | None) -> int:
    """Where the chosen one begins, else the first that stands anywhere."""
    found: Sequence[Places] = (
        [places[nummer]] if nummer in places and nummer is not None else [*places.values()]
    )
    return min((min(stellen) for stellen in found), default=1)


def _turn(name: str, icon: str, seite: int, seitenzahl: int) -> None:
    st.button(
        name,
        icon=icon,
        key=f"antrag-{name}",
        type="tertiary",
        disabled=not 1 <= seite <= seitenzahl,
        on_click=address.go,
        kwargs={"seite": seite},
    )


def _text(antrag: Antrag, nummer: str | None) -> None:
    """Its text, with the paragraphs of the chosen Forderung marked."""
    st.markdown("**Text des Antrags**")
    wanted = next((letters(f.text) for f in antrag.forderungen if f.nummer == nummer), "")
    with st.container(height=HEIGHT, key="antragstext"):
        for paragraph in antrag.text.split("\n\n"):
            key = letters(paragraph)
            is_marked = bool(wanted and key) and (wanted in key or key in wanted)
            st.markdown(f":orange-background[{plain(paragraph)}]" if is_marked else plain(paragraph))
