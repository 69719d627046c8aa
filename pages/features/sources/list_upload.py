"""A list as a file, from somebody's disk: chosen, read, told row by row; and lists that were read before."""

import streamlit as st

from core.base import formats
from core.features.sources.antrag_list import ListReading, list_name, lists, read_list, remove_list
from core.features.sources.list_package import package_of
from core.features.sources.list_sheet import TABLES
from core.runs.store import Runstore
from pages.ui import resources
from pages.ui.text import failure_shown, joined, plain

READ, UPLOADS = "liste_gelesen", "liste_gewaehlt"
SHOWN = 20
"""Faults that are told one by one."""

HELP = (
    "CSV, Excel, LibreOffice oder JSON mit den Spalten Nummer und Titel, dazu was Sie haben: Antragsteller, "
    "Datum, Link, Datei, Land, Parlament, Art, Wahlperiode. PDFs wählen Sie mit aus oder packen alles in ein "
    "ZIP; sie gehören zu der Zeile, die ihren Namen oder ihre Nummer nennt."
)
FROM_LIST = "steht in der Liste"


def list_entry(store: Runstore) -> None:
    """Within the panel of sources."""
    st.markdown("**Oder aus einer Liste als Datei**")
    registry = resources.context().registry
    count = st.session_state.get(UPLOADS, 0)
    files = st.file_uploader(
        "Liste, auch mit PDFs oder als ZIP",
        type=[*(one[1:] for one in TABLES), "zip", "pdf"],
        accept_multiple_files=True,
        key=f"liste_dateien_{count}",
        help=HELP,
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        land = st.selectbox(
            "Land",
            [None, *registry.parlamente],
            format_func=lambda code: registry.parlamente[code].land if code else FROM_LIST,
            key="liste_land",
            width=220,
            help="Gilt für Zeilen, die selbst keines nennen",
        )
        parlament = st.text_input(
            "Rat oder Parlament",
            placeholder="bei einer Kommune, z. B. Stadtrat Lindenau",
            key="liste_parlament",
            max_chars=200,
            width=320,
        )
        name = st.text_input(
            "Name der Liste",
            placeholder="wie die Datei",
            key="liste_name",
            max_chars=100,
            width=220,
            help="So steht sie als Herkunft bei jedem Antrag. Unter demselben Namen wieder eingelesen wird "
            "sie abgeglichen.",
        )
        wanted = st.button(
            "Liste einlesen", icon=":material/upload_file:", disabled=not files, key="liste_los"
        )
    if wanted and files:
        with failure_shown(), st.spinner("Die Liste wird gelesen …"):
            with package_of([(one.name, one.getvalue()) for one in files]) as package:
                reading = read_list(resources.context(), package, name.strip(), land or "", parlament.strip())
            st.session_state[READ] = reading
            st.session_state[UPLOADS] = count + 1  # the files are read; the next choice begins empty
            st.rerun()
    if last := st.session_state.get(READ):
        _told(last)
    _known(store)


def _told(reading: ListReading) -> None:
    sign = ":orange[:material/warning:]" if reading.fehler else ":green[:material/check_circle:]"
    counts = joined(
        [
            f"{formats.counted(reading.gelesen, 'Antrag', 'Anträge')} übernommen",
            f"{formats.number(reading.neu)} neu",
            f"{formats.number(reading.geaendert)} geändert",
            f"{formats.number(reading.mit_pdf)} mit PDF",
        ]
    )
    wrong = formats.counted(len(reading.fehler), "Zeile", "Zeilen")
    bad = f"{wrong} nicht übernommen" if reading.fehler else None
    st.markdown(f"{sign} {plain(joined([f'Liste „{list_name(reading.quelle)}“: {counts}', bad]))}")
    if reading.fehler:
        st.warning(_lines(reading.fehler), icon=":material/warning:")
    left = (reading.left_told,) if reading.fehlend else ()
    if hints := (*reading.hinweise, *left):
        st.caption(_lines(hints))


def _lines(told: tuple[str, ...]) -> str:
    """One below the other, the first of them."""
    more = [f"… und {formats.number(len(told) - SHOWN)} weitere"] if len(told) > SHOWN else []
    return "  \n".join([*map(plain, told[:SHOWN]), *more])


def _known(store: Runstore) -> None:
    for state in lists(store):
        with st.container(horizontal=True, vertical_alignment="center"):
            told = f"Liste „{list_name(state.quelle)}“: eingelesen am {formats.moment(state.geholt)}"
            st.caption(plain(told), width="content")
            with st.popover("Entfernen", icon=":material/delete:", type="tertiary"):
                st.write("Ihre Einträge verschwinden aus der Liste. Was daraus geprüft wurde, bleibt.")
                if st.button("Liste entfernen", key=f"liste_weg_{state.quelle}"):
                    _remove(state.quelle)


def _remove(quelle: str) -> None:
    with failure_shown():
        remove_list(resources.context(), quelle)
        st.session_state.pop(READ, None)
        st.rerun()
