"""Anträge from their source: where each was fetched, how far the fetching is, and on to checking them."""

from collections.abc import Sequence

import streamlit as st

from core.antrag.antrag import Antrag
from core.base import formats
from core.features.sources.antrag_fetch import TakingJobs, doubt_of, licence_of
from core.features.sources.antrag_quelle import link_of
from core.runs.antraege import StoredListing
from core.runs.store import Runstore
from pages.ui import address, resources
from pages.ui.menu import file_of
from pages.ui.text import joined, link, plain


def origin_line(found: StoredListing) -> None:
    told = plain(joined([licence_of(found.antrag), f"Stand {formats.moment(found.geholt)}"]))
    st.caption(joined([told, link("Original", url) if (url := link_of(found.antrag)) else None]))


def origin_of(store: Runstore, antrag: Antrag) -> None:
    """Where the Antrag was fetched; nothing where it was uploaded or typed in."""
    if found := store.find_origin(antrag.text):
        origin_line(found)
        if doubt := doubt_of(antrag, found.antrag, resources.context().registry):
            st.warning(plain(doubt), icon=":material/help:")


# --- chosen Anträge are fetched and read: how far that is, why one failed, and on to checking them ----------

TAKING, OWN = "holt", "antraege-holt"
WAY_OUT = "Sie können die Datei selbst herunterladen und unter „Antrag prüfen“ hochladen."


def begin_taking(chosen: Sequence[StoredListing], again: bool = False) -> None:
    """How far it is stands at the address; who began it is led on when all is there."""
    key = resources.context().own(TakingJobs).start(chosen, again)
    st.session_state[OWN] = key
    address.go(**{TAKING: key})


def show_taking() -> None:
    """How far the fetching of this address is, then what came of it; nothing where none was begun."""
    if not (key := address.get(TAKING)):
        return
    stand = resources.context().own(TakingJobs).stand(key)
    if stand is None:
        address.go(**{TAKING: None})
    elif stand.laeuft:
        st.fragment(_draw, run_every=0.5)(key)
    else:
        ids = [one.antrag_id for one in stand.taken if one.antrag_id]
        failed = [one for one in stand.taken if one.fehler]
        if st.session_state.get(OWN) == key and ids and not (failed or stand.fehler):
            del st.session_state[OWN]  # whoever comes back is not led on again
            _go_on(ids)
        with st.container(border=True, key="geholt"):
            for reason in stand.fehler:
                st.error(plain(reason), icon=":material/error:")
            for one in failed:
                name = plain(one.listed.nummer or one.listed.titel)
                st.warning(f"**{name}**: {plain(one.fehler)} {WAY_OUT}", icon=":material/cloud_off:")
            further = f"Weiter mit {len(ids)} Anträgen: Modell und Prompt wählen"
            label = "Weiter zum Antrag" if len(ids) == 1 else further
            with st.container(horizontal=True, vertical_alignment="center"):
                if ids and st.button(label, type="primary", key="weiter_pruefen"):
                    _go_on(ids)
                address.button("Schließen", {TAKING: None}, key="geholt_zu")


def _draw(key: str) -> None:
    stand = resources.context().own(TakingJobs).stand(key)
    if stand is None or not stand.laeuft:
        st.rerun(scope="app")
    count = f"{stand.fertig} von {formats.counted(stand.von, 'Antrag', 'Anträgen')}"
    told = joined([count if stand.von > 1 else None, stand.name, "wird geholt und gelesen"])
    st.progress(stand.fertig / stand.von, text=plain(told))


def _go_on(ids: Sequence[str]) -> None:
    several = file_of("vergleich") if len(ids) > 1 else None
    if several is None:
        # There it stands beside the file it was read from.
        st.switch_page("antrag.py", query_params={"antrag": ids[0], "neben": "original"})
    st.switch_page(several, query_params={"antraege": ",".join(ids)})
