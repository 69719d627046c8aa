"""Where an analyst begins: one click for who is new here, else what was done lately and how well it went."""

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from core import clock
from core.context import Context
from core.german import formats
from core.runs.figures import DAYS, ENOUGH, GOOD, STILL_GOOD, Ampel, Level, ampel
from core.runs.lauf import LaufRow
from core.runs.load_laeufe import Filter
from pages.ui import failure, resources
from pages.ui.help_texts import first_tour
from pages.ui.holdings import REAL
from pages.ui.list_words import modell_of, proven_of, status_of, titel_of
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, plain

ROWS = 5
NEU = (
    "**Neu hier?** Ein Klick prüft einen Antrag aus dem erfundenen Land „Musterland“. Dafür ist nichts "
    "einzurichten: Das eingebaute Verfahren sucht nahe Stellen und kommt ohne Sprachmodell aus; "
    "daneben steht ein Beispiel dafür, wie die Antwort eines Sprachmodells aussieht."
)
ICON = {
    Level.GOOD: ":material/check_circle:",
    Level.CONSPICUOUS: ":material/warning:",
    Level.SCHLECHT: ":material/error:",
    Level.THIN: ":material/hourglass_empty:",
}
COLOR: dict[Level, Literal["green", "orange", "red", "gray"]] = {
    Level.GOOD: "green",
    Level.CONSPICUOUS: "orange",
    Level.SCHLECHT: "red",
    Level.THIN: "gray",
}
HELP = (
    f"Anteil der Zitate, die nachweislich im Programm stehen, an allen, die Sprachmodelle in den letzten "
    f"{DAYS} Tagen nannten; was ohne Sprachmodell gesucht wurde, steht immer da und zählt nicht. "
    f"Ab {formats.number(100 * GOOD)} % in Ordnung, ab {formats.number(100 * STILL_GOOD)} % auffällig, "
    "darunter "
    f"schlecht; unter {ENOUGH} Zitaten ohne Urteil. Was nicht belegt ist, wird nie als Zitat gezeigt."
)


def anfang(context: Context) -> None:
    """The way to an own Antrag, before it the one click that needs nothing."""
    if resources.store().count_laeufe(Filter(is_demo=False)):
        if st.button(
            "Antrag prüfen",
            type="primary",
            icon=":material/edit_document:",
            key="antrag_pruefen",
        ):
            st.switch_page("antrag.py")
        return
    first_tour()
    with st.container(border=True):
        st.markdown(NEU)
        with st.container(horizontal=True, vertical_alignment="center"):
            if st.button(
                "Demo-Antrag prüfen",
                type="primary",
                icon=":material/play_arrow:",
                key="demo_pruefen",
            ):
                _check_demo(context)
            st.page_link("antrag.py", label="Eigenen Antrag prüfen", icon=":material/edit_document:")


def zuletzt() -> None:
    """Nothing where nothing has been done yet."""
    store = resources.store()
    if not (zeilen := store.list_laeufe(limit=ROWS)):
        return
    left, right = st.columns([2, 1], gap="large")
    with left:
        st.header("Zuletzt geprüft", anchor=False)
        _rows(zeilen)
        st.page_link("laeufe.py", label="Alle geprüften Anträge", icon=":material/list:")
    with right:
        st.header("Belegte Zitate", anchor=False)
        _zitat_ampel(ampel(store, clock.today()))


def last_land() -> str | None:
    """The real Land of what was checked last."""
    zeilen = resources.store().list_laeufe(Filter(is_demo=False), limit=ROWS)
    return next((one.bundesland for one in zeilen if one.bundesland in REAL), None)


def _check_demo(context: Context) -> None:
    from core.demo.demo_antraege import demo_auftrag, make_example

    with failure.shown():
        make_example(context)
    lauf_id = resources.werkstatt().start(demo_auftrag(context))
    st.switch_page("lauf.py", query_params={"id": lauf_id})


def _rows(zeilen: Sequence[LaufRow]) -> None:
    for zeile in zeilen:
        belegt = f"{proven_of(zeile)} Zitaten belegt" if zeile.emittiert else proven_of(zeile)
        line = [status_of(zeile), belegt, modell_name(modell_of(zeile)), formats.moment(zeile.created)]
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.page_link(
                "lauf.py", label=plain(titel_of(zeile)), query_params={"id": zeile.id}, width="content"
            )
            st.caption(plain(joined(line)), width="content")


def _zitat_ampel(ampel: Ampel) -> None:
    jetzt = ampel.jetzt
    is_thin = ampel.anteil is None
    st.metric(
        f"in den letzten {DAYS} Tagen",
        "–" if is_thin else formats.percent(jetzt.gebunden, jetzt.emittiert),
        delta=_delta(ampel.change),
        delta_description=None if ampel.change is None else f"gegenüber den {DAYS} Tagen davor",
        help=HELP,
    )
    st.badge(ampel.stufe, icon=ICON[ampel.stufe], color=COLOR[ampel.stufe])
    known = (
        f"{formats.number(jetzt.gebunden)} von {formats.number(jetzt.emittiert)} genannten Zitaten belegt."
    )
    st.caption(known if jetzt.emittiert else "In dieser Zeit hat kein Sprachmodell ein Zitat genannt.")


def _delta(change: float | None) -> str | None:
    """In percentage points, None without anything to compare. By its hyphen Streamlit knows a fall."""
    if change is None:
        return None
    return f"{'-' if change < 0 else ''}{formats.number(100 * abs(change), 1)} Prozentpunkte"
