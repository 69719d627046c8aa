"""Seite „Monitor“: was aus den Zitaten wurde, die Modelle nannten, und wann etwas anders war als sonst."""

import streamlit as st

from core.monitor.over_time import Tick
from core.runs.load_laeufe import Filter
from pages.ui import address, resources
from pages.ui.monitor import figures, wahl
from pages.ui.tabs import MONITOR, tabs

TABS = {
    "verlauf": "Verlauf",
    "gruppen": "Nach Modell, Prompt …",
    "regelkarte": "Regelkarte",
    "parteien": "Parteien",
    "zahlen": "Alle Zahlen",
    "pruefung": "Noch in den PDFs?",
    "texte": "Geprüfte Texte",
}


@st.fragment
def mehr(tabs: list[str]) -> None:
    """Only what the chosen tab shows is worked out."""
    chosen = address.one_of("mehr", tabs, tabs[0])
    st.segmented_control(
        "Mehr",
        tabs,
        format_func=TABS.__getitem__,
        required=True,
        label_visibility="collapsed",
        **address.follow("monitor", "mehr", chosen, "zeit", "wert"),
    )
    if chosen == "verlauf":
        figures.verlauf(gewaehlt)
    elif chosen == "gruppen":
        figures.gruppen(context, gewaehlt)
    elif chosen == "regelkarte":
        figures.regelkarte(gewaehlt)
    elif chosen == "parteien":
        figures.parteien(context, gewaehlt)
    elif chosen == "zahlen":
        figures.numbers(context, gewaehlt)
    elif chosen == "texte":
        figures.checked_texts()
    else:
        figures.pruefung()


with st.container(horizontal=True, vertical_alignment="center"):
    st.title("Monitor", anchor=False, width="content")
    tabs(MONITOR)
st.markdown(figures.purpose())
context, store = resources.context(), resources.store()
is_demo = wahl.is_example(store)
if is_demo:
    wahl.note_examples()
gewaehlt = wahl.ask(context, is_demo, store.count_laeufe(Filter(is_demo=False)) > 0)
figures.read_in_programme(store, is_demo)
(total,) = gewaehlt.zahlen()
if not total.laeufe:
    if is_demo or gewaehlt.jobs().ids:
        st.info(
            "In diesem Zeitraum wurde kein Antrag geprüft, der zu den Filtern passt. Wählen Sie einen "
            "längeren, oder nehmen Sie Filter heraus.",
            icon=":material/info:",
        )
    else:
        st.info(
            "Hier steht, was aus den Zitaten wurde, die Modelle nennen. Bisher wurde kein Antrag geprüft.",
            icon=":material/info:",
        )
        st.page_link("antrag.py", label="Antrag prüfen", icon=":material/edit_document:")
        st.caption(
            "Oder sehen Sie sich an, wie diese Seite nach drei Monaten mit mehreren Modellen aussieht:"
        )
        wahl.show_examples(context, store, "beispiel_an")
    st.stop()

figures.sum_of_counts(total)
days = gewaehlt.verlauf(Tick.TAG)
if len(days) == 1:  # no chart shows a single day
    figures.of_one_day(total, days[0].zeit)
    mehr(["zahlen", "pruefung", "texte"])
else:
    figures.alarme(gewaehlt)
    mehr(list(TABS))
