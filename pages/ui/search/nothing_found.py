"""What is shown where there is nothing to show: what one can ask, and what may help."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.context import Context
from core.german import formats
from core.models import GEBIETE, Programm
from core.search.suchanfrage import Suchanfrage, indexed
from pages.ui.search.wahl import ALLE, Wahl, change
from pages.ui.text import plain

EXAMPLES = {
    "DEMO": (
        "Was sagen Lindenbund und Brücke in Musterland zur Wieltalbahn?",
        "Soll in Musterland die Kita kostenlos sein?",
        "Hochwasserschutz Musterland",
    ),
    "BUND": (
        "Was sagen SPD und Grüne im Bund zum Kohleausstieg seit 2020?",
        "Mindestlohn in den Wahlprogrammen zur Bundestagswahl 2025",
    ),
}
GENERAL = "Was sagen die Parteien in {} zum Wohnungsbau?"
MOST = 6
FILTER = ("land", "partei", "typ", "jahr", "programm")


def anfang(context: Context, wahl: Wahl) -> None:
    if wahl.programm:
        name = context.registry.programme[wahl.programm].name
        st.info(f"Gesucht wird nur in: **{plain(name)}**", icon=":material/filter_alt:")
    st.markdown(
        "Fragen Sie mit Stichwörtern oder in einem ganzen Satz. Partei, Land, Jahr und Art des Programms "
        "werden aus der Frage gelesen; was verstanden wurde, steht darunter und lässt sich ändern. "
        "**Suchen** zeigt die Stellen, **Frage stellen** eine Antwort mit Belegen."
    )
    beispiele(context)
    if not indexed(context):
        nothing_read_in("Es ist noch kein Programm eingelesen; gesucht werden kann erst danach.")


def beispiele(context: Context) -> None:
    if examples := examples_of(context):
        st.caption("Zum Beispiel:")
        for number, example in enumerate(examples):
            st.button(
                plain(example),
                key=f"wahl-beispiel-{number}",
                type="tertiary",
                icon=":material/search:",
                on_click=change,
                kwargs={"q": example, **dict.fromkeys(FILTER)},
            )


def examples_of(context: Context) -> list[str]:
    """Only about Länder whose own Programme can be searched."""
    there = {programm.bundesland for programm in indexed(context)}
    parlamente = context.registry.parlamente
    found = [
        example
        for code in GEBIETE
        if code in there
        for example in EXAMPLES.get(code, (GENERAL.format(parlamente[code].land),))
    ]
    return found[:MOST]


def nothing_read_in(sentence: str) -> None:
    st.info(plain(sentence), icon=":material/info:")
    st.page_link("programme.py", label="Programme einlesen", icon=":material/library_books:")


def without_programme(context: Context, anfrage: Suchanfrage) -> None:
    """Nothing of what is asked for can be searched."""
    land = anfrage.bundesland
    where = f" für {context.registry.parlamente[land].land}" if land else ""
    if anfrage.stichtag and _matches(context, replace(anfrage, stichtag=None)):
        day = formats.day(anfrage.stichtag)
        st.info(f"Zu dieser Auswahl gilt am {day} kein eingelesenes Programm.", icon=":material/event_busy:")
        fruehere()
        return
    nothing_read_in(f"Zu dieser Auswahl ist{where} kein Programm eingelesen.")
    _holding(context)


def _matches(context: Context, anfrage: Suchanfrage) -> bool:
    return any(anfrage.matches(programm) for programm in indexed(context, anfrage.bundesland))


def fruehere() -> None:
    st.button(
        "Auch frühere Programme durchsuchen",
        key="auch-fruehere",
        icon=":material/history:",
        on_click=change,
        kwargs={"stand": ALLE},
    )


def only_everywhere(context: Context, anfrage: Suchanfrage, programme: Sequence[Programm]) -> None:
    """A Land without any Wahlprogramm of its own: say that only what is valid everywhere is searched."""
    land = anfrage.bundesland
    if land and not any(programm.bundesland == land for programm in programme):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            name = context.registry.parlamente[land].land
            told = f"Für {name} ist kein Wahlprogramm eingelesen; durchsucht werden nur die Parteiprogramme."
            st.caption(plain(told), width="content")
            st.page_link("programme.py", label="Programme einlesen", icon=":material/library_books:")


def without_hits(context: Context, wahl: Wahl) -> None:
    st.info(
        "Dazu fand sich keine Stelle. Fragen Sie mit anderen oder weniger Wörtern.",
        icon=":material/search_off:",
    )
    if wahl.is_narrowed:
        st.button(
            "Ohne Filter suchen",
            key="ohne-filter",
            icon=":material/filter_alt_off:",
            on_click=change,
            kwargs=dict.fromkeys(FILTER),
        )
    _holding(context)


def too_far(gesamt: int) -> None:
    """The address asks for hits beyond the last."""
    st.info(f"So weit reichen die {formats.number(gesamt)} Treffer nicht.", icon=":material/search_off:")
    st.button("Zu den ersten Treffern", key="erste-treffer", on_click=change, kwargs={"ab": None})


def _holding(context: Context) -> None:
    """What can be searched at all."""
    counts: dict[str, int] = {}
    for programm in indexed(context):
        code = programm.bundesland
        name = context.registry.parlamente[code].land if code else "überall gültig"
        counts[name] = counts.get(name, 0) + 1
    listed = ", ".join(
        f"{name} ({formats.counted(n, 'Programm', 'Programme')})" for name, n in counts.items()
    )
    if listed:
        st.caption(plain(f"Durchsuchbar sind: {listed}."))
