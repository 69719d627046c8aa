"""How many of the quotes that models named lately were proved, in a glance on the first page."""

from typing import Literal

import streamlit as st

from core.base import clock, formats
from core.features.monitor.ampel import DAYS, ENOUGH, GOOD, STILL_GOOD, Level, ampel
from pages.ui import resources

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


def proven_lately() -> None:
    st.header("Belegte Zitate", anchor=False)
    light = ampel(resources.store(), clock.today())
    jetzt = light.jetzt
    st.metric(
        f"in den letzten {DAYS} Tagen",
        "–" if light.anteil is None else formats.percent(jetzt.gebunden, jetzt.emittiert),
        delta=_delta(light.change),
        delta_description=None if light.change is None else f"gegenüber den {DAYS} Tagen davor",
        help=HELP,
    )
    st.badge(light.stufe, icon=ICON[light.stufe], color=COLOR[light.stufe])
    share = f"{formats.number(jetzt.gebunden)} von {formats.number(jetzt.emittiert)}"
    known = f"{share} genannten Zitaten belegt."
    st.caption(known if jetzt.emittiert else "In dieser Zeit hat kein Sprachmodell ein Zitat genannt.")


def _delta(change: float | None) -> str | None:
    """In percentage points, None without anything to compare. By its hyphen Streamlit knows a fall."""
    if change is None:
        return None
    return f"{'-' if change < 0 else ''}{formats.number(100 * abs(change), 1)} Prozentpunkte"
