"""The comparison to take along: a button for every form, each file made when it is asked for."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from core import clock
from core.vergleich.spalten import Vergleich
from core.vergleich.vergleich_files import NAME, VergleichState, changed_since
from pages.ui import address, resources


def ausgabe(vergleich: Vergleich, basis: int, namen: Mapping[str, str]) -> None:
    with st.popover(
        "Exportieren", icon=":material/download:", type="tertiary", on_change="rerun", key="vergleich-export"
    ) as menu:
        if menu.open:
            _forms(vergleich, basis, namen)


def note_changes(vergleich: Vergleich) -> None:
    """Who comes by a permanent address is told what it no longer shows."""
    then = VergleichState.read(address.get(NAME))
    if then and (told := changed_since(then, _state(vergleich))):
        st.warning(told, icon=":material/history:")


def _state(vergleich: Vergleich) -> VergleichState:
    return VergleichState.of(lauf.id for lauf in vergleich.laeufe)


def _forms(vergleich: Vergleich, basis: int, namen: Mapping[str, str]) -> None:
    from core.vergleich.vergleich_files import VergleichFileForm, exported

    forms = {
        VergleichFileForm.XLSX: (
            "Alles als Excel-Datei",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
        VergleichFileForm.CSV: ("Alle Punkte als Tabelle (CSV)", "text/csv"),
        VergleichFileForm.HTML: ("Bericht als HTML", "text/html"),
        VergleichFileForm.PDF: ("Bericht als PDF", "application/pdf"),
        VergleichFileForm.JSON: ("Alles (JSON)", "application/json"),
    }
    for form, (label, mime) in forms.items():
        st.download_button(
            label,
            partial(exported, vergleich, form, basis, namen, store=resources.store()),
            file_name=f"vergleich-{clock.today():%Y-%m-%d}.{form}",
            mime=mime,
            on_click="ignore",
            type="tertiary",
            key=f"vergleich-export-{form}",
        )
    st.caption("Dauerhafte Adresse: Sie sagt, wenn seither Läufe dazukamen oder gelöscht wurden.")
    st.code(address.page_with("/vergleich", **{NAME: _state(vergleich)}), language=None, wrap_lines=True)
