"""A quote to take along: with its source in three styles, and its permanent address."""

import streamlit as st

from core.assessment.lauf_view import Numbered, ParteiView
from core.citations.eintrag import UNCERTAIN
from core.papers.cited_quote import QuoteAddress, styles_of
from core.runs.lauf import Lauf
from pages.ui import address, resources
from pages.ui.copy_button import copy_button
from pages.ui.text import plain

HOW = (
    "Die Adresse bleibt dieselbe, auch wenn das Programm neu eingelesen wird; wer ihr folgt, liest dort, ob "
    "die Quelle noch dieselbe ist."
)


def cite(lauf: Lauf, ansicht: ParteiView, numbered: Numbered) -> None:
    """Nothing to cite where nobody knows today where the words stand."""
    beleg = numbered.zitat.beleg
    if beleg.anker in UNCERTAIN:
        return
    url = address.absolute(QuoteAddress(lauf.id, ansicht.partei, numbered.nummer).path())
    programm = resources.context().registry.programme.get(beleg.ort.programm)
    with st.popover("Zitieren", type="tertiary", icon=":material/format_quote:"):
        for name, text in styles_of(numbered, ansicht.name, programm, url).items():
            st.caption(f"{name}: {plain(text)}")
            copy_button(f"{name} kopieren", text, beleg.quelle, f"{numbered.nummer}-{name}")
        st.caption(f"[Dauerhafte Adresse]({url}). {HOW}")
