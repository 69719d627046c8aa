"""What the page reads of the store, kept until more answers are there."""

from datetime import datetime

import streamlit as st

from core.calibration.eichbild import Eichbild, eichbild
from core.german import formats
from core.runs.eichungen import Eichung
from core.statistical_measures import Interval
from pages.ui import resources

ENTRIES = 32
"""So many are kept, for all visitors together: more than the page shows."""


def alle() -> list[Eichung]:
    return [one for one in resources.store().list_eichungen() if one.beantwortet]


def bild(eichung: Eichung) -> Eichbild:
    return _picture(eichung, eichung.id, eichung.beantwortet, eichung.finished)


# Nothing in it is ever changed, so all may share it.
@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _picture(_eichung: Eichung, eichung_id: str, beantwortet: int, finished: datetime | None) -> Eichbild:
    return eichbild(resources.context(), _eichung)


def prozent(one: Interval) -> str:
    """„20 %“, „–“ where nothing is known."""
    return "–" if one.wert != one.wert else f"{formats.number(100 * one.wert)} %"


def with_limits(one: Interval) -> str:
    """„20 % (8 bis 33)“."""
    if one.wert != one.wert:
        return "–"
    return f"{prozent(one)} ({formats.number(100 * one.von)} bis {formats.number(100 * one.bis)})"


def decimal(value: float, stellen: int = 2) -> str:
    return "–" if value != value else formats.number(value, stellen)


def herkunft(text: str, key: str) -> None:
    """How a figure comes about, a click away from it."""
    with st.popover(
        "Wie kommt diese Zahl zustande?", type="tertiary", icon=":material/help:", key=f"herkunft-{key}"
    ):
        st.markdown(text)
