"""Readings to take along: a table, or a project for programmes of qualitative analysis."""

from functools import partial

import streamlit as st

from core.context import Context
from core.roles.rights import Action
from core.second_reading.readings import Readings
from pages.ui import person, resources

HELP_PROJECT = (
    "Ein Projekt nach REFI-QDA für ATLAS.ti, MAXQDA, NVivo, QualCoder und andere: die zitierten PDFs mit den "
    "markierten Stellen, die Anträge, die Urteile jeder Person als Codes. Einige Sekunden."
)


def take_along(context: Context, readings: Readings) -> None:
    st.header("Mitnehmen", anchor=False)
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            "Alle Urteile als Tabelle (CSV)",
            partial(person.here().noted(Action.EXPORT, "Zweitlesung", _csv), readings),
            file_name="zweitlesung.csv",
            mime="text/csv",
            on_click="ignore",
            icon=":material/download:",
            key="zweitlesung-csv",
        )
        st.download_button(
            "Projekt für QDA-Programme (QDPX)",
            partial(person.here().noted(Action.EXPORT, "Zweitlesung", _project), context, readings),
            file_name="zweitlesung.qdpx",
            mime="application/zip",
            on_click="ignore",
            icon=":material/download:",
            key="zweitlesung-qdpx",
            help=HELP_PROJECT,
        )


def _csv(readings: Readings) -> bytes:
    from core.second_reading.reading_table import readings_csv

    return readings_csv(resources.store(), readings)


def _project(context: Context, readings: Readings) -> bytes:
    from core.second_reading.exchange_project import project_file

    return project_file(context, resources.store(), readings)[0]
