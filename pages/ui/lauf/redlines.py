"""Below a Lauf: other wording that a model proposes for its Forderungen, taken or not, and as a Word file."""

from collections.abc import Sequence
from functools import partial
from html import escape

import streamlit as st

from core.antrag.edits import Edited
from core.context import Context
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.redlines.ask_redlines import LONGEST_WISH, ask_redlines
from core.redlines.redline_docx import Accepted, redline_docx
from core.redlines.redline_words import about_told
from core.redlines.word_segments import segments
from core.roles.rights import Action
from core.runs.lauf import Lauf, Status
from core.runs.redline_rows import Redline
from core.runs.store import Runstore
from pages.ui import acts, failure, person, resources
from pages.ui.lauf_actions import DOCX
from pages.ui.modell_choice import label
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, plain

PURPOSE = (
    "Ein Sprachmodell schlägt zu den Forderungen einen klareren Wortlaut vor. Geändert wird nur, was Zeichen "
    "für Zeichen im Antrag steht; alles andere ist verworfen, mit dem Grund. Ob ein Vorschlag gut ist, "
    "entscheiden Sie."
)
NO_MODEL = (
    "Kein Sprachmodell ist bereit; was fehlt, steht unter „Einstellungen“. Ohne Sprachmodell sucht der "
    "Antragsspiegel nur und schlägt keinen Wortlaut vor."
)
NOTHING = "Das Modell schlägt keine Änderung vor."
SHOWN = 50
"""So many dropped proposals are drawn at once."""

ACCEPTED = {
    Accepted.MODEL: "als Änderung des Modells",
    Accepted.PERSON: "als Ihre Änderung",
    Accepted.TAKEN_IN: "eingearbeitet, ohne Markierung",
}
TAGS = {Edited.ENTFERNT: "del", Edited.ADDED: "ins"}


def redlines(context: Context, lauf: Lauf) -> None:
    store = resources.store()
    found = store.list_redlines(lauf.id)
    st.caption(PURPOSE)
    bound = [one for one in found if one.is_bound]
    if bound:
        _download(lauf, found)
    for one in bound:
        _proposal(store, one)
    _dropped([one for one in found if not one.is_bound])
    _ask(context, lauf)


def _proposal(store: Runstore, one: Redline) -> None:
    with st.container(border=True, key=f"redline-{one.id}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(about_told(one.forderung))}**", width="content")
            if one.angenommen is not None:
                name, farbe = ("angenommen", "green") if one.angenommen else ("abgelehnt", "grey")
                st.markdown(f":{farbe}-badge[{name}]", width="content")
        st.html(_both(one))
        if one.grund:
            st.caption(plain(f"Warum, sagt {modell_name(one.modell)}: {one.grund}"))
        _decide(store, one)


def _both(one: Redline) -> str:
    """Before and after in one, what goes and what comes marked and said to who does not see it."""
    told = "".join(_marked(how, text) for how, text in segments(one.alt, one.neu))
    return f'<p class="redline" dir="ltr">{told}</p>'


def _marked(how: Edited, text: str) -> str:
    tag = TAGS.get(how)
    return f'<{tag} title="{how}">{escape(text)}</{tag}>' if tag else escape(text)


def _decide(store: Runstore, one: Redline) -> None:
    ways: dict[str, tuple[str, bool | None]] = {
        "Annehmen": (":material/check:", True),
        "Ablehnen": (":material/close:", False),
    }
    if one.angenommen is not None:
        ways = {"Zurücknehmen": (":material/undo:", None)}
    with st.container(horizontal=True, gap="small"):
        for name, (icon, value) in ways.items():
            if acts.button(Action.JUDGE, name, icon=icon, type="tertiary", key=f"redline-{name}-{one.id}"):
                with failure.shown():
                    store.decide_redline(one.id, value)
                    st.rerun()


def _dropped(found: Sequence[Redline]) -> None:
    if not found:
        return
    told = formats.counted(len(found), "Vorschlag", "Vorschläge")
    with st.expander(f"{told} verworfen", icon=":material/block:"):
        for one in found[:SHOWN]:
            about = joined([modell_name(one.modell), about_told(one.forderung)])
            st.markdown(f"**{plain(one.verworfen)}** {plain(about)}")
            st.caption(plain(f"Angabe des Modells: {one.alt} → {one.neu or '(streichen)'}"))
        if len(found) > SHOWN:
            st.caption(f"und {len(found) - SHOWN} weitere")


def _download(lauf: Lauf, found: Sequence[Redline]) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom", key="redline-datei"):
        way, name = Accepted.MODEL, ""
        if any(one.angenommen for one in found):
            way = st.selectbox(
                "Angenommene Vorschläge",
                list(ACCEPTED),
                format_func=ACCEPTED.__getitem__,
                width=300,
                key="redline-art",
            )
        if way is Accepted.PERSON:
            name = st.text_input("Ihr Name", max_chars=100, width=220, key="redline-name")
        st.download_button(
            "Als Word-Dokument mit Änderungen",
            partial(person.here().noted(Action.TAKE, lauf.id, redline_docx), lauf, found, way, name),
            file_name=f"aenderungen-{lauf.id}.docx",
            mime=DOCX,
            on_click="ignore",
            icon=":material/download:",
            key="redline-docx",
            help="Der ganze Antrag; in Word und LibreOffice nehmen Sie jede Änderung an oder lehnen sie ab.",
        )


def _ask(context: Context, lauf: Lauf) -> None:
    if not person.may(Action.RUN):
        return
    usable = language_models()
    if not usable:
        st.info(NO_MODEL, icon=":material/key_off:")
        return
    with st.form("redlines", border=False):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            modell = st.selectbox("Modell", usable, format_func=label, width=320, key="redline-modell")
            wish = st.text_input(
                "Was soll besser werden? (freiwillig)",
                placeholder="Zum Beispiel: klare Fristen und Zuständigkeiten",
                max_chars=LONGEST_WISH,
                key="redline-anliegen",
            )
        sent = st.form_submit_button(
            "Vorschläge holen", icon=":material/edit_note:", disabled=lauf.status is Status.LAEUFT
        )
    if sent:
        _fetch(context, lauf, modell, wish or "")


def language_models() -> list[str]:
    """Those that are ready."""
    ready = resources.availabilities()
    return [one.id for one in resources.modelle() if one.id != OFFLINE and ready[one.id].ok]


def _fetch(context: Context, lauf: Lauf, modell: str, wish: str) -> None:
    with failure.shown():
        with st.spinner("Das Modell liest den Antrag …"):
            ask = person.here().noted(Action.RUN, lauf.id, ask_redlines)
            found = ask(context, lauf.id, modell, wish)
        if found:
            st.rerun()
        st.info(NOTHING, icon=":material/info:")
