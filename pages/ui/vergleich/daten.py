"""What the page reads of the store, kept until something in it changes."""

from collections.abc import Sequence

import streamlit as st

from core.vergleich.spalten import Vergleich, vergleich_of
from core.vergleich.spalten_choice import Vorrat, list_vorrat
from pages.ui import resources

ENTRIES = 8
"""So many comparisons are kept, for all visitors together."""


def vorrat(is_demo: bool = False) -> Vorrat:
    return _vorrat(is_demo, resources.store().stand())


def vergleich(ids: Sequence[str]) -> Vergleich:
    return _vergleich(tuple(ids), resources.store().stand())


# Nothing in them is ever changed, so all may share them; to copy them, as data would be, takes 0.2 s.
@st.cache_resource(max_entries=2, show_spinner=False)
def _vorrat(is_demo: bool, stand: str) -> Vorrat:
    return list_vorrat(resources.store(), is_demo)


@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _vergleich(ids: tuple[str, ...], stand: str) -> Vergleich:
    return vergleich_of(resources.store(), resources.context().registry, ids)
