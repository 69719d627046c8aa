"""What the page reads of the store, kept until something in it changes."""

from collections.abc import Sequence

import streamlit as st

from core.vergleich.spalten import Vergleich, vergleich_of
from core.vergleich.spalten_choice import Stock, list_stock
from pages.ui import resources

ENTRIES = 8
"""So many comparisons are kept, for all visitors together."""


def stock(is_demo: bool = False) -> Stock:
    return _stock(is_demo, resources.store().stand())


def vergleich(ids: Sequence[str]) -> Vergleich:
    return _vergleich(tuple(ids), resources.store().stand())


# Nothing in them is ever changed, so all may share them; to copy them, as data would be, takes 0.2 s.
@st.cache_resource(max_entries=2, show_spinner=False)
def _stock(is_demo: bool, stand: str) -> Stock:
    return list_stock(resources.store(), is_demo)


@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _vergleich(ids: tuple[str, ...], stand: str) -> Vergleich:
    return vergleich_of(resources.store(), resources.context().registry, ids)
