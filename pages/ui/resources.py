"""What all visitors share: the index, the stored Läufe, the Läufe under way. Heavy parts load on use."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from core.programme.context import Context, default_context
from core.programme.indexing import index_programme
from core.programme.stock import Stock

if TYPE_CHECKING:
    from core.assessment.pipeline import LaufJobs
    from core.llm.catalogue import Availability, Modell
    from core.runs.store import Runstore


@st.cache_resource(show_spinner=False)
def context() -> Context:
    """Opened once; a first start with an empty index reads in the demo."""
    opened = default_context()
    if not Stock.of(opened).chunks:
        for _ in index_programme(opened.registry.demo_programme, context=opened):
            pass
    return opened


def stock() -> Stock:
    return Stock.of(context())


def store() -> Runstore:
    from core.runs.store import runstore

    return runstore(context())


def werkstatt() -> LaufJobs:
    """The Context's: kept when caches are cleared, for Läufe are under way in it."""
    from core.assessment.pipeline import LaufJobs

    return context().own(LaufJobs)


def modelle() -> tuple[Modell, ...]:
    from core.llm.catalogue import catalogue_of

    return tuple(catalogue_of(context()).modelle.values())


@st.cache_data(ttl=30, show_spinner=False)
def availabilities() -> dict[str, Availability]:
    """Which models can be asked right now; looking at them costs half a second where Ollama is silent."""
    from core.llm.catalogue import catalogue_of

    return catalogue_of(context()).availabilities()
