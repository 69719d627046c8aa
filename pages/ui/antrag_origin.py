"""Where an Antrag was fetched from: source and licence, day, the original; wherever its text is shown."""

import streamlit as st

from core.antrag.antrag import Antrag
from core.german import formats
from core.runs.antraege import StoredListing
from core.runs.store import Runstore
from core.sources.antrag_fetch import doubt_of, licence_of
from core.sources.antrag_quelle import link_of
from pages.ui.text import joined, link, plain


def origin_line(found: StoredListing) -> None:
    told = plain(joined([licence_of(found.antrag), f"Stand {formats.moment(found.geholt)}"]))
    st.caption(joined([told, link("Original", url) if (url := link_of(found.antrag)) else None]))


def origin_of(store: Runstore, antrag: Antrag) -> None:
    """Nothing where it was uploaded or typed in."""
    if found := store.find_origin(antrag.text):
        origin_line(found)
        if doubt := doubt_of(antrag, found.antrag):
            st.warning(plain(doubt), icon=":material/help:")
