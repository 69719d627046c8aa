"""What the page asks of the stored Läufe: every question once, until something changed in the store.

`stand` says what the store held when the page was drawn; with another one everything is asked anew. What is
kept is shared by all visitors, without copies: nobody changes it.
"""

from datetime import date

import streamlit as st

from core.citations.bindung import Status
from core.monitor import alarme, beobachtung, marken, parteien, verlauf
from core.monitor.alarme import Alarmlage
from core.monitor.beobachtung import Beobachtung
from core.monitor.marken import Marke
from core.monitor.parteien import Parteizahlen
from core.monitor.verlauf import Takt, Zeitpunktzahlen
from core.runs.lauf import Filter
from core.runs.stand import Laufart
from core.runs.zaehlen import Gruppe, Zitatzahlen
from pages.ui import resources

kept = st.cache_resource(ttl=600, max_entries=200, show_spinner=False)


def stand() -> str:
    return resources.store().stand()


@kept
def laufarten(stand: str, is_demo: bool) -> list[Laufart]:
    return resources.store().list_laufarten(is_demo)


@kept
def zahlen(stand: str, gruppe: Gruppe, filter: Filter) -> list[Zitatzahlen]:
    return resources.store().quote_counts(gruppe, filter)


@kept
def zeitreihe(stand: str, takt: Takt, gruppe: Gruppe | None, filter: Filter) -> list[Zeitpunktzahlen]:
    return verlauf.verlauf(resources.store(), takt, gruppe, filter)


def gesamt(stand: str, filter: Filter) -> Zitatzahlen:
    """All days together: every Lauf belongs to one."""
    days = [one.zahlen for one in zeitreihe(stand, Takt.TAG, None, filter)]
    return Zitatzahlen(
        gruppe=None,
        emittiert=sum(day.emittiert for day in days),
        fremde_partei=sum(day.fremde_partei for day in days),
        nach_status={status: sum(day.nach_status[status] for day in days) for status in Status},
        laeufe=sum(day.laeufe for day in days),
        ohne_zitat=sum(day.ohne_zitat for day in days),
    )


@kept
def alarmlage(stand: str, filter: Filter, von: date) -> Alarmlage:
    return alarme.alarmlage(resources.store(), filter, von)


@kept
def aenderungen(stand: str, filter: Filter) -> list[Marke]:
    return marken.marken(resources.store(), filter)


@kept
def beobachtet(stand: str, filter: Filter, von: date | None) -> Beobachtung:
    return beobachtung.beobachtung(resources.store(), filter, von)


def parteizahlen(stand: str, filter: Filter) -> list[Parteizahlen]:
    indexiert = parteien.indexed_per_partei(resources.context())
    return _parteizahlen(stand, filter, tuple(indexiert.items()))


@kept
def _parteizahlen(stand: str, filter: Filter, indexiert: tuple[tuple[str, int], ...]) -> list[Parteizahlen]:
    return parteien.parteizahlen(resources.store(), filter, dict(indexiert))
