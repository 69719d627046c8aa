"""Läufe go from where they are seen, and can be had back on the page Läufe."""

from collections.abc import Sequence

import streamlit as st

from core.runs.store import Runstore

DELETED = "eben_geloescht"


def delete(store: Runstore, ids: Sequence[str]) -> None:
    store.delete(ids)
    st.session_state[DELETED] = list(ids)
