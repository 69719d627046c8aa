"""What a second model said of a quote, beside the badge of its exactness and never in its place."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

import streamlit as st

from core.antrag.edits import Edits, mark_of
from core.assessment.lauf_view import ZitatReference, reference_told
from core.citations.verdict import WORT, Traegt, Verdict
from core.german import formats
from core.runs.lauf import Lauf
from pages.ui.shown_names import modell_name, prompt_shown
from pages.ui.text import joined, plain

PURPOSE = (
    "Belegt heißt: Das Zitat steht so im Programm. Ob es die Forderung stützt oder ihr widerspricht, sagt "
    "das nicht. Dazu liest ein zweites Modell jede Forderung mit der Stelle, ohne Punkte und Parteinamen zu "
    "sehen, und nennt die Wörter, auf die es sich stützt. Stehen sie nicht in der Stelle, bleibt das Urteil "
    "offen. Auch ein Prüfmodell kann sich irren."
)
UNGEPRUEFT = "Bedeutung nicht geprüft"
ASSIGNED = "Forderung von uns zugeordnet"
TOO_FAR_HELP = (
    "Das Zitat steht so im Programm, kommt aber keiner Forderung des Antrags nahe, oder es stammt aus dem "
    "Programm einer anderen Partei."
)


class Zeichen(NamedTuple):
    icon: str
    farbe: Literal["green", "red", "orange", "gray"]


LETTERS = {
    Verdict.STUETZT: Zeichen(":material/thumb_up:", "green"),
    Verdict.WIDERSPRICHT: Zeichen(":material/thumb_down:", "red"),
    Verdict.ANDERES: Zeichen(":material/alt_route:", "orange"),
    Verdict.OFFEN: Zeichen(":material/help:", "gray"),
}


def badge(row: Traegt | None) -> None:
    """Beside the badge of its exactness, and never in its place."""
    if row is None:
        st.badge(UNGEPRUEFT, icon=":material/radio_button_unchecked:", color="gray", help=PURPOSE)
        return
    zeichen = LETTERS[row.verdict]
    about = f"{modell_name(row.model)} am {formats.moment(row.created)}, {prompt_shown(row.prompt_version)}"
    word = f"{WORT[row.verdict]} (Prüfmodell)"
    st.badge(word, icon=zeichen.icon, color=zeichen.farbe, help=plain(about))


def forderung_badge(lauf: Lauf, bezug: ZitatReference | None) -> None:
    """Which Forderung the quote answers: being exact does not make it an answer."""
    if bezug is None or bezug.forderungen == ("",):
        return
    own = [one for one in lauf.antrag.forderungen if one.nummer in bezug.forderungen]
    texts = [f"{one.nummer}{mark_of(one.nummer, lauf.edits)}: {one.text}" for one in own]
    is_none = not bezug.forderungen
    icon = ":material/link_off:" if is_none else ":material/subdirectory_arrow_right:"
    marks = "".join(dict.fromkeys(mark_of(nummer, lauf.edits) for nummer in bezug.forderungen))
    told = f"{reference_told(replace(bezug, gewaehlt=False))}{marks}"
    helped = plain(" ".join(texts) or TOO_FAR_HELP)
    st.badge(plain(told), icon=icon, color="orange" if is_none else "blue", help=helped)


def basis(
    row: Traegt | None, zitat: str, bezug: ZitatReference | None = None, edits: Edits | None = None
) -> None:
    """The passage's words the verdict relies on, or why it is open; and which Forderung was asked about."""
    is_ours = bezug.gewaehlt if bezug else row is not None and row.gewaehlt
    whose = ASSIGNED if is_ours else None
    if row is None:
        if whose:
            st.caption(whose)
        return
    mark = mark_of(row.forderung, edits)
    too = f"Geprüft zu Forderung {row.forderung}{mark}" if row.forderung else "Geprüft zum Antrag"
    is_same = row.words == " ".join(zitat.split())
    words = f"Grundlage: {'das Zitat selbst' if is_same else f'„{row.words}“'}" if row.words else None
    st.caption(plain(joined([too, words, row.reason or None, whose])))


def further(rows: Sequence[Traegt], edits: Edits | None = None) -> None:
    """What was said of the same quote and other Forderungen."""
    for row in rows:
        told = (
            f"Zu Forderung {row.forderung}{mark_of(row.forderung, edits)}: {WORT[row.verdict]} (Prüfmodell)"
        )
        words = f"Grundlage: „{row.words}“" if row.words else row.reason
        st.caption(plain(joined([told, words])))
