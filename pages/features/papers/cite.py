"""A quote to take along: with its source in three styles, and its permanent address."""

import streamlit as st

from core.assessment.partei_view import ParteiView
from core.features.papers.cited_quote import QuoteAddress, styles_of
from core.runs.lauf import Lauf, Zitat
from pages.ui import address, resources
from pages.ui.text import plain
from pages.ui.zitat import copy_button

HOW = (
    "Die Adresse bleibt dieselbe, auch wenn das Programm neu eingelesen wird; wer ihr folgt, liest dort, ob "
    "die Quelle noch dieselbe ist."
)


def cite(lauf: Lauf, ansicht: ParteiView, zitat: Zitat) -> None:
    """Nothing to cite where nobody knows today where the words stand."""
    beleg = zitat.beleg
    if beleg.is_uncertain:
        return
    url = address.absolute(QuoteAddress(lauf.id, ansicht.partei, zitat.shown_number).path())
    programm = resources.context().registry.programme.get(beleg.ort.programm)
    with st.popover("Zitieren", type="tertiary", icon=":material/format_quote:"):
        for name, text in styles_of(zitat, ansicht.name, programm, url).items():
            st.caption(f"{name}: {plain(text)}")
            copy_button(f"{name} kopieren", text, beleg.quelle, f"{zitat.shown_number}-{name}")
        st.caption(f"[Dauerhafte Adresse]({url}). {HOW}")
