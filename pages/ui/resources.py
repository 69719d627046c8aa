"""What all visitors share: the index, the stored Läufe, the Läufe under way. Heavy parts load on use."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import streamlit as st

from core.context import Context, default_context
from core.index.indexing import demo_programme, index_programme
from core.index.stock import Gebietsbestand, bestand

if TYPE_CHECKING:
    from core.assessment.batch_jobs import Stapelwerk
    from core.assessment.lauf_jobs import Werkstatt
    from core.index.reading_jobs import Einlesewerk
    from core.llm.catalogue import Verfuegbarkeit
    from core.monitor.proof_job import Pruefwerk
    from core.runs.store import Runstore
    from core.support.support_jobs import Tragwerk


@st.cache_resource(show_spinner=False)
def context() -> Context:
    """Opened once; a first start with an empty index reads in the demo."""
    opened = default_context()
    if not any(teil.chunks for teil in bestand(opened)):
        for _ in index_programme(demo_programme(opened), context=opened):
            pass
    return opened


def stock() -> list[Gebietsbestand]:
    return bestand(context())


def store() -> Runstore:
    from core.runs.store import runstore

    return runstore(context().settings)


def werkstatt() -> Werkstatt:
    return werkstatt_of(context())


@cache
def werkstatt_of(opened: Context) -> Werkstatt:
    """Kept when caches are cleared: Läufe are under way in it."""
    from core.assessment.lauf_jobs import Werkstatt

    return Werkstatt(opened)


def stapelwerk() -> Stapelwerk:
    return stapelwerk_of(context())


@cache
def stapelwerk_of(opened: Context) -> Stapelwerk:
    """Kept as the Werkstatt is."""
    from core.assessment.batch_jobs import Stapelwerk

    return Stapelwerk(opened)


@st.cache_resource(show_spinner=False)
def einlesewerk() -> Einlesewerk:
    from core.index.reading_jobs import Einlesewerk

    return Einlesewerk(context())


def pruefwerk() -> Pruefwerk:
    return pruefwerk_of(context())


@cache
def pruefwerk_of(opened: Context) -> Pruefwerk:
    """Kept as the Werkstatt is."""
    from core.monitor.proof_job import Pruefwerk

    return Pruefwerk(opened)


def tragwerk() -> Tragwerk:
    return tragwerk_of(context())


@cache
def tragwerk_of(opened: Context) -> Tragwerk:
    """Kept as the Werkstatt is."""
    from core.support.support_jobs import Tragwerk

    return Tragwerk(opened)


@st.cache_data(ttl=30, show_spinner=False)
def verfuegbarkeiten() -> dict[str, Verfuegbarkeit]:
    """Which models can be asked right now; looking at them costs half a second where Ollama is silent."""
    from core.llm.catalogue import verfuegbarkeiten as look

    return look()
