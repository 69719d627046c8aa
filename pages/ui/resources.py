"""What all visitors share: the index, the stored Läufe, the Läufe under way. Heavy parts load on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.context import Context, default_context
from core.index.indexing import demo_programme, index_programme
from core.index.stock import Gebietsbestand, bestand

if TYPE_CHECKING:
    from core.assessment.batch_jobs import Stapelwerk
    from core.assessment.lauf_jobs import Werkstatt
    from core.calibration.calibration_jobs import Eichwerk
    from core.index.reading_jobs import Einlesewerk
    from core.llm.catalogue import Modell, Verfuegbarkeit
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

    return runstore(context())


def werkstatt() -> Werkstatt:
    """The Context's, as all below: kept when caches are cleared, for Läufe are under way in it."""
    from core.assessment.lauf_jobs import Werkstatt

    return context().own(Werkstatt)


def stapelwerk() -> Stapelwerk:
    from core.assessment.batch_jobs import Stapelwerk

    return context().own(Stapelwerk)


def einlesewerk() -> Einlesewerk:
    from core.index.reading_jobs import Einlesewerk

    return context().own(Einlesewerk)


def pruefwerk() -> Pruefwerk:
    from core.monitor.proof_job import Pruefwerk

    return context().own(Pruefwerk)


def modelle() -> tuple[Modell, ...]:
    from core.llm.catalogue import modelle as listed

    return listed(context())


def tragwerk() -> Tragwerk:
    from core.support.support_jobs import Tragwerk

    return context().own(Tragwerk)


def eichwerk() -> Eichwerk:
    from core.calibration.calibration_jobs import Eichwerk

    return context().own(Eichwerk)


@st.cache_data(ttl=30, show_spinner=False)
def verfuegbarkeiten() -> dict[str, Verfuegbarkeit]:
    """Which models can be asked right now; looking at them costs half a second where Ollama is silent."""
    from core.llm.catalogue import verfuegbarkeiten as look

    return look(context())
