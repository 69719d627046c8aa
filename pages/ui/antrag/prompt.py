"""Which prompt is sent: a shipped one or one's own, as it will read, and how to write another."""

from typing import TYPE_CHECKING

import streamlit as st

from core.assessment.before_lauf import OWN, Preview, all_prompts, find_prompt, preview, save_own
from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.llm.catalogue import OFFLINE, PROMPT, Modell
from core.llm.prompts import FUNDSTELLEN, PARTEI, Prompt
from core.search.geltung import Selection
from pages.ui import address, failure
from pages.ui.text import joined, plain

if TYPE_CHECKING:
    from core.assessment.auftrag import Auftrag
    from core.runs.store import Runstore

ROLES = {"system": "Systemtext", "user": "Nutzertext"}


def choose(context: Context, store: "Runstore", modell: Modell | None) -> Prompt:
    """That of the address, else the one suggested for the model; the built-in one has nothing to choose."""
    suggested = modell.prompt if modell else PROMPT
    if modell and modell.id == OFFLINE:
        return find_prompt(context, store, suggested)
    prompts = {prompt.id: prompt for prompt in all_prompts(context, store)}
    chosen = _of_address(context, store, suggested)
    st.selectbox(
        "Prompt",
        list(prompts),
        format_func=lambda id: prompts[id].titel + (" (eigener)" if id.startswith(OWN) else ""),
        **address.follow("antrag", "prompt", chosen.id, "fassung"),
    )
    is_older = chosen.version != prompts[chosen.id].version
    st.caption(joined([plain(chosen.beschreibung), f"Fassung {chosen.version}" if is_older else ""]))
    return chosen


def show_preview(context: Context, auftrag: "Auftrag", auswahl: Selection) -> None:
    """The request about one party; searched for only while this is open."""
    names = {one.partei: one.name for one in auswahl.parteien if one.programme}
    if not names:
        return
    expander = st.expander("Vorschau: was das Modell zu lesen bekommt", key="vorschau", on_change="rerun")
    if not expander.open:
        return
    with expander, failure.shown():
        partei = st.selectbox("Partei", list(names), format_func=names.__getitem__, key="vorschau-partei")
        with st.spinner("Die Passagen werden gesucht …"):
            shown = preview(context, auftrag, partei)
        st.caption(_size(shown))
        if auftrag.modell == OFFLINE:
            st.caption(
                "Kein Sprachmodell liest das: Gesucht wird in den Quellen, die hier stehen. So wird es "
                "beim Lauf gespeichert."
            )
        for message in shown.messages:
            st.caption(ROLES.get(message["role"], message["role"]))
            st.code(message["content"], language=None, wrap_lines=True, height=320)


def _size(shown: Preview) -> str:
    left = formats.counted(shown.weggelassen, "Passage passt", "Passagen passen")
    return joined(
        [
            f"etwa {formats.counted(shown.tokens, 'Token', 'Tokens')}",
            formats.counted(shown.zeichen, "Zeichen", "Zeichen"),
            formats.counted(shown.gezeigt, "Passage", "Passagen"),
            f"{left} nicht in den Kontext des Modells" if shown.weggelassen else None,
        ]
    )


def write_own(store: "Runstore", prompt: Prompt) -> None:
    """Another wording of the chosen prompt, kept under a name; refused where it cannot work."""
    if prompt.art == FUNDSTELLEN:
        return
    is_own = prompt.id.startswith(OWN)
    with (
        st.expander("Eigene Fassung schreiben"),
        st.form(f"fassung-{prompt.hash}", border=False, enter_to_submit=False),
    ):
        st.caption(
            "Was in geschweiften Klammern steht, wird für jede Partei ausgefüllt. Gespeichert wird unter dem "
            "Namen; derselbe Name ergibt eine neue Fassung, die alte bleibt."
        )
        name = st.text_input(
            "Name", prompt.titel if is_own else f"{prompt.titel}, eigene Fassung", key=f"name-{prompt.hash}"
        )
        system = st.text_area("Systemtext", prompt.system, height=260, key=f"system-{prompt.hash}")
        nutzer = st.text_area("Nutzertext", prompt.nutzer, height=260, key=f"nutzer-{prompt.hash}")
        if st.form_submit_button("Speichern und verwenden", key=f"speichern-{prompt.hash}"):
            with failure.shown():
                own = save_own(store, name, system, nutzer, prompt.beschreibung if is_own else "")
                address.go(prompt=own.id, fassung=None)
                st.rerun()


def _of_address(context: Context, store: "Runstore", suggested: str) -> Prompt:
    """The one that is asked for; where there is none such, that is said and the suggested one taken."""
    try:
        id = address.get("prompt") or suggested
        if id == FUNDSTELLEN:  # of a Lauf without a language model, that is repeated with one
            return find_prompt(context, store, suggested)
        prompt = find_prompt(context, store, id, address.number("fassung"))
        if prompt.art != PARTEI:
            raise EingabeError(f"Der Prompt „{id}“ ist nicht für Anträge. Wählen Sie einen anderen.")
        return prompt
    except EingabeError as reason:
        failure.show(reason)
        return find_prompt(context, store, suggested)
