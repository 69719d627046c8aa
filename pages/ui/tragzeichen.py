"""What a second model said of a quote, beside the badge of its exactness and never in its place."""

from typing import Literal, NamedTuple

import streamlit as st

from core.german import formats
from core.support.traegt import Traegt
from core.support.verdict import WORT, Verdict
from pages.ui.text import joined, plain

WOZU = (
    "Belegt heißt: Das Zitat steht so im Programm. Ob es die Forderung stützt oder ihr widerspricht, sagt "
    "das nicht. Dazu liest ein zweites Modell jede Forderung mit der Stelle, ohne Punkte und Parteinamen zu "
    "sehen, und nennt die Wörter, auf die es sich stützt. Stehen sie nicht in der Stelle, bleibt das Urteil "
    "offen. Auch ein Prüfmodell kann sich irren."
)
UNGEPRUEFT = "Bedeutung nicht geprüft"


class Zeichen(NamedTuple):
    icon: str
    farbe: Literal["green", "red", "orange", "gray"]


ZEICHEN = {
    Verdict.STUETZT: Zeichen(":material/thumb_up:", "green"),
    Verdict.WIDERSPRICHT: Zeichen(":material/thumb_down:", "red"),
    Verdict.ANDERES: Zeichen(":material/alt_route:", "orange"),
    Verdict.OFFEN: Zeichen(":material/help:", "gray"),
}


def abzeichen(row: Traegt | None) -> None:
    """Beside the badge of its exactness, and never in its place."""
    if row is None:
        st.badge(UNGEPRUEFT, icon=":material/radio_button_unchecked:", color="gray", help=WOZU)
        return
    zeichen = ZEICHEN[row.verdict]
    about = f"Prüfmodell {row.model} am {formats.moment(row.created)}, {row.prompt_version}"
    word = f"{WORT[row.verdict]} (Prüfmodell)"
    st.badge(word, icon=zeichen.icon, color=zeichen.farbe, help=plain(about))


def grundlage(row: Traegt | None, zitat: str) -> None:
    """The passage's words the verdict relies on, or why it is open; and which Forderung was asked about."""
    if row is None:
        return
    whose = ", von uns zugeordnet" if row.gewaehlt else ""
    zu = f"Zu Forderung {row.forderung}{whose}" if row.forderung else "Zum Antrag"
    is_same = row.words == " ".join(zitat.split())
    words = f"Grundlage: {'das Zitat selbst' if is_same else f'„{row.words}“'}" if row.words else None
    st.caption(plain(joined([zu, words, row.reason or None])))
