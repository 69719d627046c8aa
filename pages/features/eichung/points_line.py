"""What points of a Lauf are worth, in a line below them."""

import streamlit as st

from core.features.eichung.eichbild import punkte_told
from core.runs.lauf import Lauf
from core.wortlaut.records import Typ
from pages.ui import resources
from pages.ui.help_texts import explained
from pages.ui.text import plain

HELP = (
    "Anteil der Fälle mit solchen Punkten, in denen die Partei der These offiziell zustimmt. Geeicht wird an "
    "Wahlprogrammen. Wie die Zahl zustande kommt, steht unter „Monitor“, „Verlässlichkeit“."
)


def points_line(lauf: Lauf, typ: Typ, punkte: float | None) -> None:
    """Nothing where this model with this prompt has not been measured."""
    if typ is Typ.WAHLPROGRAMM and (found := punkte_told(resources.store(), lauf, punkte)):
        told = plain(found).replace("Eichung", explained("Eichung"), 1)
        st.caption(f":material/balance: {told}", help=HELP)
