"""Which Läufe are read, and how far the own reading of each is."""

import streamlit as st

from core.antrag.antrag import short_title
from core.german import formats
from core.runs.lesung import finished_at
from core.runs.lesung_rows import ReadLauf
from core.second_reading.readings import Readings
from pages.ui.coder import coder_name
from pages.ui.reading_end import finish_button
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, plain

NEEDS_NAME = "Geben Sie oben rechts Ihren Namen an; dann können Sie hier Ihre Lesungen abschließen."
MOST = 20


def laeufe(readings: Readings) -> None:
    st.header("Gelesene Läufe", anchor=False)
    if not coder_name():
        st.info(NEEDS_NAME, icon=":material/person:")
    for one in readings.laeufe[:MOST]:
        _lauf(readings, one)
    if len(readings.laeufe) > MOST:
        st.caption(f"Gezeigt sind die neuesten {MOST} von {len(readings.laeufe)}.")


def lauf_title(one: ReadLauf) -> str:
    return short_title(one.titel, one.drucksache) or "Antrag ohne Titel"


def _lauf(readings: Readings, one: ReadLauf) -> None:
    end = finished_at(readings.lesungen, one.id, coder_name())
    with st.container(border=True, gap="xxsmall", key=f"lesung-{one.id}"):
        st.page_link("lauf.py", label=plain(lauf_title(one)), query_params={"id": one.id})
        told = joined([modell_name(one.modell), formats.day(one.created), *_counts(readings, one.id)])
        st.caption(plain(told))
        if end:
            st.caption(f":material/task_alt: Abgeschlossen am {formats.moment(end)}")
        else:
            finish_button(one.id)


def _counts(readings: Readings, lauf_id: str) -> list[str]:
    """How much one judged oneself, and how many others did; not what they said, nor of what."""
    units = [unit for unit in readings.units if unit.key.lauf_id == lauf_id]
    mine = sum(coder_name() in unit.said for unit in units) if coder_name() else 0
    people = {name for unit in units for name in (*unit.said, *unit.late)} - {coder_name()}
    return [
        f"von Ihnen {formats.counted(mine, 'Angabe', 'Angaben')}",
        f"{formats.counted(len(people), 'andere Person', 'andere Personen')}",
    ]
