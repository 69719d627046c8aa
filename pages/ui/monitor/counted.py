"""What the page asks of the stored Läufe: read once, until something changed in the store.

`stand` says what the store held when the page was drawn; with another one everything is asked anew. What is
kept is shared by all visitors, without copies: nobody changes it.
"""

from datetime import date

import streamlit as st

from core.monitor import alarms, over_time, party_figures
from core.monitor.alarms import AlarmState, ChangeMark
from core.monitor.over_time import MomentNumbers, Observation, Tick
from core.monitor.party_figures import ParteiNumbers
from core.runs.figures import Gruppe, NumberTable, Zitatzahlen, load_number_table
from core.runs.load_laeufe import Filter
from pages.ui import resources

kept = st.cache_resource(ttl=600, max_entries=50, show_spinner=False)


def stand() -> str:
    return resources.store().stand()


def number_table(stand: str, filter: Filter, gruppe: Gruppe | None = None) -> NumberTable:
    return _number_table(stand, bool(filter.is_demo), gruppe is Gruppe.PROGRAMM)


# The real Läufe and the invented ones, each by party and by Programm.
@st.cache_resource(ttl=600, max_entries=4, show_spinner=False)
def _number_table(stand: str, is_demo: bool, per_programm: bool) -> NumberTable:
    return load_number_table(resources.store(), is_demo, per_programm)


def zahlen(stand: str, gruppe: Gruppe, filter: Filter) -> list[Zitatzahlen]:
    return over_time.zahlen(number_table(stand, filter, gruppe), gruppe, filter)


def gesamt(stand: str, filter: Filter) -> Zitatzahlen:
    return over_time.zahlen(number_table(stand, filter), None, filter)[0]


@kept
def time_series(stand: str, takt: Tick, gruppe: Gruppe | None, filter: Filter) -> list[MomentNumbers]:
    return over_time.verlauf(number_table(stand, filter, gruppe), takt, gruppe, filter)


@kept
def alarm_state(stand: str, filter: Filter, von: date) -> AlarmState:
    return alarms.alarm_state(number_table(stand, filter), filter, von)


def aenderungen(stand: str, filter: Filter) -> list[ChangeMark]:
    return alarms.marken(number_table(stand, filter), filter)


@kept
def observed(stand: str, filter: Filter, von: date | None) -> Observation:
    return over_time.observation(number_table(stand, filter), filter, von)


def partei_numbers(stand: str, filter: Filter) -> list[ParteiNumbers]:
    indexiert = party_figures.indexed_per_partei(resources.context())
    return party_figures.partei_numbers(number_table(stand, filter), filter, indexiert)
