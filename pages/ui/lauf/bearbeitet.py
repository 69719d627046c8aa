"""That a person changed the Antrag before it was judged, and what."""

import streamlit as st

from core.antrag.edits import NICHT_AUFGEZEICHNET, Edit, Edited, edits_of, pieces
from core.context import Context
from core.programme.registry import partei_label
from core.runs.lauf import Lauf
from pages.ui.text import plain

BEARBEITET = "**Bearbeiteter Antrag:** Geprüft wurde nicht genau das, was in der Datei steht. {}."
COLOURS = {Edited.ENTFERNT: ":red-background[~~{}~~]", Edited.HINZUGEFUEGT: ":green-background[**{}**]"}


def bearbeitet(context: Context, lauf: Lauf) -> None:
    """Nothing where it was judged as it was read."""
    land = lauf.antrag.bundesland
    edits = edits_of(lauf.gelesen, lauf.antrag, lambda id: partei_label(context.registry, id, land))
    if edits is None:
        st.caption(f":material/edit_off: {NICHT_AUFGEZEICHNET}")
    elif edits:
        st.warning(BEARBEITET.format(plain(str(edits))), icon=":material/edit_note:")
        with st.expander("Was gegenüber der Datei anders ist", type="compact", key="bearbeitet"):
            for edit in edits.changes:
                st.markdown(f"**{plain(edit.what)}** {edit.how}: {_words(edit)}")


def _words(edit: Edit) -> str:
    if edit.how is not Edited.GEAENDERT:
        return plain(edit.before or edit.after)
    shown = ((COLOURS.get(how, "{}"), plain(text)) for how, text in pieces(edit.before, edit.after))
    return " ".join(pattern.format(text) for pattern, text in shown)
