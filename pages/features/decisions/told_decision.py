"""A decision in words: on what was voted, with which result, and where that stands."""

import streamlit as st

from core.features.decisions.decision import KeptDecision
from core.features.decisions.told_votes import notes_on, source_told
from pages.ui.text import plain


def told_decision(kept: KeptDecision) -> None:
    st.markdown(f"Abgestimmt wurde über: **{kept.decision.voted_on}** ({kept.result}).")
    for note in notes_on(kept):
        st.info(plain(note), icon=":material/info:")
    st.caption(plain(source_told(kept)))
    st.caption(plain(f"Erkannt an: {kept.decision.rule}. SHA-256 der Datei: {kept.source.sha256[:16]}…"))
