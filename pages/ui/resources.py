"""What all visitors share: the index and what it holds."""

import streamlit as st

from core.context import Context, default_context
from core.retrieval.bestand import Gebietsbestand, bestand
from core.retrieval.indexing import demo_programme, index_programme


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
