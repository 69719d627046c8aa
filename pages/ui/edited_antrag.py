"""That a person changed an Antrag after it was read, and what."""

import streamlit as st

from core.antrag.antrag import Antrag
from core.antrag.edits import NOT_RECORDED, Edit, Edited, edits_of, pieces
from core.context import Context
from core.programme.registry import partei_label
from pages.ui.text import plain

CHECKED = "**Bearbeiteter Antrag:** Geprüft wurde nicht genau das, was im Original steht. {}."
BEING_CHECKED = "**Bearbeitet:** So steht der Antrag nicht im Original. {}. Lauf und Vermerk sagen das dazu."
MARKS = {Edited.ENTFERNT: ":red-background[~~{}~~]", Edited.ADDED: ":green-background[**{}**]"}


def bearbeitet(
    context: Context, gelesen: Antrag | None, antrag: Antrag, words: str, is_stored: bool = False
) -> None:
    """Nothing where it is as it was read. `is_stored`: where nobody noted that, it is said."""
    land = antrag.bundesland
    edits = edits_of(gelesen, antrag, lambda id: partei_label(context.registry, id, land))
    if edits is None and is_stored:
        st.caption(f":material/edit_off: {NOT_RECORDED}")
    if edits:
        st.warning(words.format(plain(str(edits))), icon=":material/edit_note:")
        with st.expander("Was gegenüber dem Original anders ist", type="compact", key="bearbeitet"):
            for edit in edits.changes:
                st.markdown(f"**{plain(edit.what)}** {edit.how}: {_words(edit)}")


def _words(edit: Edit) -> str:
    if edit.how is not Edited.CHANGED:
        return plain(edit.before or edit.after)
    shown = ((MARKS.get(how, "{}"), plain(text)) for how, text in pieces(edit.before, edit.after))
    return " ".join(pattern.format(text) for pattern, text in shown)
