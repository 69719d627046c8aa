"""Below a Lauf: which passages of its Antrag stand in other documents, too."""

import streamlit as st

from core.assessment.lauf_view import LaufView
from core.features.reuse.elsewhere import find_elsewhere
from core.features.reuse.kept_texts import KeptText
from core.proof.given_text import read_given
from pages.features.reuse.reuse_views import both_pages, passage_list
from pages.ui.lauf_tab import LaufTab
from pages.ui.text import plain


def elsewhere(view: LaufView) -> None:
    antrag = view.lauf.antrag
    found = find_elsewhere(view.context, KeptText(read_given(antrag.text, antrag.titel or "Der Antrag")))
    st.markdown(plain(found.in_words()))
    st.caption(plain(found.scope()))
    left, right = st.columns([2, 5], gap="medium")
    with left:
        chosen = passage_list(found)
    if chosen:
        with right:
            both_pages(view.context, chosen)


TAB = LaufTab("wonoch", "Wo steht das noch?", elsewhere)
