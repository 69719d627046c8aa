"""When `core update` last came to its end, what it brought, and what a human has to look at."""

from collections import Counter

import streamlit as st

from core.german import formats
from core.runs.store import Runstore
from core.runs.updates import StoredUpdate, UpdateMessage, UpdateTrouble
from pages.ui.text import joined, plain

MOST = 20
"""So many messages are shown; all of them stand in what the command printed."""

ONE_AND_MANY = {
    UpdateTrouble.UNKNOWN: ("Quelle meldet Unbekanntes", "Quellen melden Unbekanntes"),
    UpdateTrouble.UNREAD: (
        "Quelle oder Datei war nicht zu lesen",
        "Quellen oder Dateien waren nicht zu lesen",
    ),
    UpdateTrouble.DOUBTFUL: ("Programm ist zu prüfen", "Programme sind zu prüfen"),
    UpdateTrouble.LEFT_OUT: ("Antrag ist nicht beurteilt", "Anträge sind nicht beurteilt"),
}


def update_line(store: Runstore) -> None:
    """Nothing where no update ever ran."""
    if (update := store.last_update()) is None:
        return
    told = plain(joined(_brought(update)))
    with st.container(horizontal=True, vertical_alignment="center", key="aktualisiert"):
        st.caption(f":material/update: Zuletzt aktualisiert {told}", width="content")
        if update.antraege:
            st.page_link("antraege.py", label="Anträge ansehen", width="content")
        if update.laeufe:
            st.page_link("laeufe.py", label="Läufe ansehen", width="content")
        if update.programme:
            st.page_link("programme.py", label="Programme ansehen", width="content")
    if update.meldungen:
        _messages(update)


def _brought(update: StoredUpdate) -> list[str | None]:
    programme = formats.counted(update.programme, "neues Programm", "neue Programme")
    laeufe = f"{formats.counted(update.laeufe, 'Lauf', 'Läufe')} ({formats.cost(update.kosten)})"
    return [
        formats.moment(update.beendet),
        formats.counted(update.antraege, "neuer Antrag", "neue Anträge"),
        programme if update.programme else None,
        laeufe if update.laeufe else None,
    ]


def _messages(update: StoredUpdate) -> None:
    counts = Counter(one.art for one in update.meldungen)
    told = joined([formats.counted(count, *ONE_AND_MANY[art]) for art, count in counts.items()])
    with st.expander(plain(told), type="compact", icon=":material/warning:", key="aktualisiert-meldungen"):
        for one in update.meldungen[:MOST]:
            _message(one)
        if (more := len(update.meldungen) - MOST) > 0:
            st.caption(f"… und {formats.counted(more, 'weitere', 'weitere')}")


def _message(one: UpdateMessage) -> None:
    st.markdown(f"**{plain(one.wovon)}**: {plain(one.text)}")
