"""The quotes of texts that somebody had checked and kept, as the Monitor tells them."""

import streamlit as st

from core.base import formats
from pages.ui import resources
from pages.ui.text import plain


def checked_texts() -> None:
    """As they were counted on the day each text was kept; opened, a text is checked anew."""
    from core.features.textcheck.check import counts_in_words
    from core.features.textcheck.kept_checks import counted, list_kept

    kept = list_kept(resources.store())
    if not kept:
        st.info(
            "Hier steht, was aus den Zitaten fremder Texte wurde, die Sie unter „Zitate prüfen“ "
            "aufbewahrt haben.",
            icon=":material/info:",
        )
        st.page_link("features/textcheck/pruefen.py", label="Zitate prüfen", icon=":material/rule:")
        return
    texts = formats.counted(len(kept), "aufbewahrter Text", "aufbewahrte Texte")
    st.markdown(f"**{plain(f'{texts}, {counts_in_words(counted(kept))}')}**")
    for note in kept[:20]:
        day = formats.day(note.created) if note.created else ""
        label = plain(f"{day}: {note.titel} ({counts_in_words(note.counts)})")
        st.page_link("features/textcheck/pruefen.py", label=label, query_params={"pruefung": note.id})


TAB = ("texte", "Geprüfte Texte", checked_texts)
