"""Who judges, and what this person may see: nothing of others before its own reading is finished."""

import streamlit as st

from core.german import formats
from core.roles.rights import Action
from core.runs import reader as readers
from core.runs.lauf import Lauf
from core.runs.reader import Reader
from pages.ui import person, resources
from pages.ui.text import plain

NAME = "urteil-name"
LONGEST_NAME = 200
FIELD = "Ihr Name"
HELP = (
    "Unter diesem Namen werden Ihre Urteile gespeichert, bis Sie den Browser neu laden. Zwei Personen "
    "brauchen zwei Namen."
)


def coder_name() -> str:
    """Who signed in, else what the person said once in this session; „“ where it did not."""
    return person.here().key or str(st.session_state.get(NAME, ""))


def reader() -> Reader:
    return Reader(coder_name(), person.may(Action.SEE))


def keep_name(name: str) -> None:
    st.session_state[NAME] = name.strip()[:LONGEST_NAME]


def name_field(key: str) -> None:
    """Asks for the name once; then tells it and lets it be changed, unless it is that of a sign-in."""
    if person.here().key:
        st.caption(_known())
        return
    with st.popover(_known(), icon=":material/person:", type="tertiary", key=f"{key}-menu"):
        with st.form(f"{key}-name-form", border=False, enter_to_submit=True):
            st.text_input(FIELD, coder_name(), LONGEST_NAME, key=f"{key}-name", help=HELP)
            st.form_submit_button("Übernehmen", type="primary", on_click=_keep, args=(f"{key}-name",))


def _known() -> str:
    return f"Sie urteilen als {plain(coder_name())}" if coder_name() else "Namen angeben"


def _keep(key: str) -> None:
    keep_name(str(st.session_state[key]))


def has_finished(lauf: Lauf) -> bool:
    return reader().has_read(lauf)


def as_seen(lauf: Lauf) -> Lauf:
    """Without what others said, while this person's own reading goes on."""
    return readers.as_seen(lauf, reader())


def load_seen(lauf_id: str) -> Lauf:
    return as_seen(resources.store().load(lauf_id))


def hidden_told(lauf: Lauf) -> str:
    """„3 Urteile anderer sind verdeckt …“; nothing where nothing is kept from this person."""
    hidden = len(lauf.urteile) - len(as_seen(lauf).urteile)
    if not hidden or not person.may(Action.SEE):
        return ""
    count = formats.counted(hidden, "Urteil anderer ist", "Urteile anderer sind")
    return f"{count} verdeckt, bis Sie Ihre Lesung abschließen."
