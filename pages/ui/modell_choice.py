"""Which model is asked: those that are ready first, any other by its name."""

import streamlit as st

from core.base.errors import ModellUnbekannt
from core.llm.catalogue import OFFLINE, Availability, Modell, catalogue_of
from pages.ui import address, resources
from pages.ui.text import joined, plain

HEURISTIC = "Ohne Sprachmodell (nur suchen)"
ANY_OTHER = "Ein anderes tippen Sie ein, wie LiteLLM es nennt: openai/gpt-4.1 oder ollama_chat/llama3.1:8b."


def language_modelle() -> list[str]:
    """Those that can be asked now; the built-in search always can, and judges nothing."""
    ready = resources.availabilities()
    return [m.id for m in resources.modelle() if ready[m.id].ok and m.id != OFFLINE]


def readiness(id: str) -> Availability:
    """Whether a model can be asked, also one that was typed."""
    return resources.availabilities().get(id) or look(id)


def choose() -> tuple[Modell | None, str]:
    """The model, None where nobody knows it; and why it cannot be asked. The built-in search is chosen
    beforehand only where no language model is ready."""
    usable = [*language_modelle(), OFFLINE]
    chosen = address.get("modell") or usable[0]
    st.selectbox(
        "Modell",
        list(dict.fromkeys([*usable, chosen])),
        format_func=label,
        accept_new_options=True,
        help=ANY_OTHER,
        **address.follow("antrag", "modell", chosen),
    )
    bereit = readiness(chosen)
    if not bereit.ok:
        st.warning(plain(bereit.grund), icon=":material/key_off:")
    if chosen == OFFLINE:
        st.caption(
            "Sucht zu jeder Forderung die nächste Stelle im Programm. Ob die Partei zustimmt, wird nicht "
            "beurteilt; Punkte gibt es nicht."
        )
    show_unready()
    try:
        modell: Modell | None = catalogue_of(resources.context()).find(chosen)
    except ModellUnbekannt:  # look tells why
        modell = None
    return modell, "" if bereit.ok else bereit.grund


def choose_ersatzmodell(modell: Modell | None) -> str | None:
    """The model that is asked where the first does not answer."""
    ready = resources.availabilities()
    usable = [m.id for m in resources.modelle() if ready[m.id].ok and m != modell]
    chosen = address.get("ersatzmodell") or None
    return st.selectbox(
        "Ersatzmodell",
        list(dict.fromkeys([*usable, *([chosen] if chosen else [])])),
        index=None,
        format_func=label,
        placeholder="keines",
        help="Wird gefragt, wenn das Modell nicht antwortet.",
        **address.follow("antrag", "ersatzmodell", chosen),
    )


def label(id: str) -> str:
    known = next((m for m in resources.modelle() if m.id == id), None)
    if id == OFFLINE or known is None:
        return HEURISTIC if id == OFFLINE else id
    return joined([known.label, known.anbieter])


def show_unready() -> None:
    """Those that cannot be asked now, by what is missing."""
    ready = resources.availabilities()
    by_reason: dict[str, list[str]] = {}
    for modell in resources.modelle():
        if not ready[modell.id].ok:
            by_reason.setdefault(ready[modell.id].grund, []).append(modell.label)
    if by_reason:
        with st.expander(f"Nicht bereit: {sum(map(len, by_reason.values()))} weitere Modelle"):
            lines = (
                f"- **{plain(', '.join(labels))}**: {plain(grund)}" for grund, labels in by_reason.items()
            )
            st.markdown("\n".join(lines))


@st.cache_data(ttl=30, max_entries=100, show_spinner=False)
def look(id: str) -> Availability:
    """Of a model that was typed; kept for a while, as Ollama may be slow to answer."""
    try:
        return catalogue_of(resources.context()).find(id).availability()
    except ModellUnbekannt as reason:
        return Availability(False, str(reason))


# --- what can be set of a request to a model, and how it is told --------------------------------------------

MOST_PASSAGES = 12
"""Passages of each programme at most."""

PASSAGEN = "So viele Stellen jedes Programms werden dem Modell höchstens gezeigt."

TEMPERATURES = (0.0, 0.2, 0.5, 0.7, 1.0)
TEMPERATURE = (
    "Bei 0 antwortet ein Modell möglichst gleich, darüber abwechslungsreicher. Manche Modelle lassen sie "
    "sich nicht vorschreiben."
)
