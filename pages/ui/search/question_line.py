"""The line that is asked: Enter searches, a second button lets a model answer."""

import streamlit as st

from core import clock
from core.context import Context
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.search.question_grammar import stance_words
from core.search.suchanfrage import (
    IN_FORCE,
    Rueckfrage,
    Suchanfrage,
    name_of,
    settle,
    verstanden,
    word_of,
)
from pages.ui import address, resources
from pages.ui.modell_choice import label
from pages.ui.search.wahl import Wahl, change
from pages.ui.text import plain

LONGEST = 2000
MODELL = "Wer antwortet? „Ohne Sprachmodell“ ist eingebaut und stellt passende Sätze zusammen."


def zeile(gefragt: str = "") -> str:
    """The model that is to answer now; empty where nobody asked for an answer.

    `gefragt`: what stands in the line where the address names an answer and no question.
    """
    st.session_state["suche-q"] = address.get("q") or gefragt
    ready = resources.availabilities()
    ids = sorted((m.id for m in resources.modelle()), key=lambda id: (not ready[id].ok, id != OFFLINE))
    chosen = address.get("modell") if address.get("modell") in ids else OFFLINE
    st.session_state["suche-modell"] = chosen
    with st.form("suche", border=False):
        st.text_input(
            "Stichwörter oder eine Frage",
            key="suche-q",
            max_chars=LONGEST,
            placeholder="Stichwörter oder Frage, mit Partei und Zeit",
            label_visibility="collapsed",
        )
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.form_submit_button(
                "Suchen", type="primary", icon=":material/search:", key="suchen", on_click=_search
            )
            asked = st.form_submit_button(
                "Frage stellen",
                icon=":material/forum:",
                key="fragen",
                help="Ein Modell antwortet aus den besten Stellen jeder Partei und belegt jede Aussage mit "
                "Zitaten; sind Programme als Treffer gewählt, aus den besten Programmen.",
                on_click=_search,
            )
            st.selectbox(
                "Modell für die Antwort",
                ids,
                key="suche-modell",
                format_func=lambda id: label(id) if ready[id].ok else f"{label(id)} (nicht bereit)",
                help=MODELL,
                label_visibility="collapsed",
                width=360,
            )
    return str(st.session_state["suche-modell"]) if asked and address.get("q") else ""


def _search() -> None:
    """Another question is understood anew; what was chosen beside it stays."""
    q, modell = st.session_state["suche-q"].strip(), st.session_state["suche-modell"]
    fresh = {} if q == address.get("q") else {"wortgetreu": None, "jahr": None, "je": None}
    change(q=q, modell=None if modell == OFFLINE else modell, **fresh)


# --- how a question was understood, and what has to be asked back -------------------------------------------


def chips(context: Context, anfrage: Suchanfrage, wahl: Wahl | None = None) -> None:
    """With `wahl` it can be undone: the whole question is searched word for word."""
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        for name, value in verstanden(anfrage, context.registry):
            today = ", heute" if name == IN_FORCE and value == formats.day(clock.today()) else ""
            st.markdown(f":gray-badge[{name}: **{plain(_short(value))}{today}**]", width="content")
        if wahl:
            _as_filter(context, anfrage)
        if wahl and wahl.wortgetreu:
            _button("Frage deuten", "Partei, Land und Zeit aus der Frage lesen", None)
        elif wahl and anfrage.text != anfrage.eingabe:
            _button("Nicht deuten", "Die ganze Frage suchen, Wort für Wort, in allen Programmen", "1")


def _as_filter(context: Context, anfrage: Suchanfrage) -> None:
    """What stands in the question and limits nothing can be made to."""
    for one in anfrage.woertlich:
        is_partei = one in context.registry.parteien
        changes = {"partei": ",".join([*anfrage.parteien, one])} if is_partei else {"jahr": one}
        st.button(
            f"Nur {plain(word_of(context.registry, anfrage, one))}",
            key=f"filtern-{one}",
            type="tertiary",
            icon=":material/filter_alt:",
            help="Als Filter benutzen",
            on_click=change,
            kwargs=changes,
        )


def no_side(anfrage: Suchanfrage) -> None:
    """Whether a passage is for or against no search can say: where a question asks for that, it is told."""
    if words := stance_words(anfrage.eingabe):
        told = ", ".join(f"„{plain(word)}“" for word in words)
        st.info(
            f"{told} fragt nach einer Seite. Die Suche findet das Thema, nicht die Seite: Unter den Treffern "
            "können Befürworter und Gegner stehen. Über „Frage stellen“ antwortet ein Sprachmodell, jede "
            "Aussage mit Zitaten belegt.",
            icon=":material/balance:",
        )


def rueckfragen(context: Context, anfrage: Suchanfrage) -> None:
    for number, rueckfrage in enumerate(anfrage.rueckfragen):
        with st.container(border=True, key=f"rueckfrage-{number}"):
            st.markdown(f":material/help: {plain(rueckfrage.frage)}")
            with st.container(horizontal=True, gap="small"):
                for wert in rueckfrage.moeglich:
                    _choice(context, anfrage, rueckfrage, wert, f"rueckfrage-{number}-{wert}")


def _choice(context: Context, anfrage: Suchanfrage, rueckfrage: Rueckfrage, wert: str, key: str) -> None:
    registry = context.registry
    st.button(
        plain(name_of(registry, anfrage, wert)),
        key=key,
        on_click=lambda: change(**settle(registry, anfrage, rueckfrage, wert)),
    )


def _button(name: str, hint: str, value: str | None) -> None:
    st.button(name, key="deuten", type="tertiary", help=hint, on_click=change, kwargs={"wortgetreu": value})


def _short(text: str, most: int = 120) -> str:
    return text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} …"
