"""What the page asks of the stored Läufe: read once, until something changed in the store.

`stand` says what the store held when the page was drawn; with another one everything is asked anew. What is
kept is shared by all visitors, without copies: nobody changes it.
"""

from datetime import date

import streamlit as st

from core.monitor import alarme, changes, party_figures, verlauf, watched_charts
from core.monitor.alarme import Alarmlage
from core.monitor.changes import Aenderungsmarke
from core.monitor.party_figures import Parteizahlen
from core.monitor.verlauf import Takt, Zeitpunktzahlen
from core.monitor.watched_charts import Beobachtung
from core.runs.figures import Gruppe, Zitatzahlen
from core.runs.lauf import Filter
from core.runs.quote_cube import Zahlenwerk, load_zahlenwerk
from pages.ui import resources

kept = st.cache_resource(ttl=600, max_entries=50, show_spinner=False)


def stand() -> str:
    return resources.store().stand()


def zahlenwerk(stand: str, filter: Filter, gruppe: Gruppe | None = None) -> Zahlenwerk:
    return _zahlenwerk(stand, bool(filter.is_demo), gruppe is Gruppe.PROGRAMM)


# The real Läufe and the invented ones, each by party and by Programm.
@st.cache_resource(ttl=600, max_entries=4, show_spinner=False)
def _zahlenwerk(stand: str, is_demo: bool, je_programm: bool) -> Zahlenwerk:
    return load_zahlenwerk(resources.store(), is_demo, je_programm)


def zahlen(stand: str, gruppe: Gruppe, filter: Filter) -> list[Zitatzahlen]:
    return verlauf.zahlen(zahlenwerk(stand, filter, gruppe), gruppe, filter)


def gesamt(stand: str, filter: Filter) -> Zitatzahlen:
    return verlauf.zahlen(zahlenwerk(stand, filter), None, filter)[0]


@kept
def zeitreihe(stand: str, takt: Takt, gruppe: Gruppe | None, filter: Filter) -> list[Zeitpunktzahlen]:
    return verlauf.verlauf(zahlenwerk(stand, filter, gruppe), takt, gruppe, filter)


@kept
def alarmlage(stand: str, filter: Filter, von: date) -> Alarmlage:
    return alarme.alarmlage(zahlenwerk(stand, filter), filter, von)


def aenderungen(stand: str, filter: Filter) -> list[Aenderungsmarke]:
    return changes.marken(zahlenwerk(stand, filter), filter)


@kept
def beobachtet(stand: str, filter: Filter, von: date | None) -> Beobachtung:
    return watched_charts.beobachtung(zahlenwerk(stand, filter), filter, von)


def parteizahlen(stand: str, filter: Filter) -> list[Parteizahlen]:
    indexiert = party_figures.indexed_per_partei(resources.context())
    return party_figures.parteizahlen(zahlenwerk(stand, filter), filter, indexiert)
