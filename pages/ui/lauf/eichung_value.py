"""Beside points: what such points of this model and prompt were worth where both were measured."""

import streamlit as st

from core.models import Typ
from core.runs.lauf import Lauf
from pages.ui import resources
from pages.ui.glossary_links import explained
from pages.ui.text import plain

HELP = (
    "Anteil der Fälle mit solchen Punkten, in denen die Partei der These offiziell zustimmt. Geeicht wird an "
    "Wahlprogrammen. Wie die Zahl zustande kommt, steht auf der Seite „Eichung“."
)


def eichung_value(lauf: Lauf, typ: Typ, score: float | None) -> None:
    """Nothing where this model with this prompt has not been measured."""
    from core.calibration.lauf_sentence import eichung_level

    if typ is Typ.WAHLPROGRAMM and (found := eichung_level(resources.store(), lauf, score)):
        told = plain(found.satz).replace("Eichung", explained("Eichung"), 1)
        st.caption(f":material/balance: {told}", help=HELP)
