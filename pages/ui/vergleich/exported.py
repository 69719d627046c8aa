"""The comparison to take along: a button for every form, each file made when it is asked for."""

from collections.abc import Mapping
from datetime import date
from functools import partial

import streamlit as st

from core.vergleich.spalten import Vergleich
from pages.ui import resources


def ausgabe(vergleich: Vergleich, basis: int, namen: Mapping[str, str]) -> None:
    with st.popover(
        "Exportieren", icon=":material/download:", type="tertiary", on_change="rerun", key="vergleich-export"
    ) as menu:
        if menu.open:
            _forms(vergleich, basis, namen)


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
            file_name=f"vergleich-{date.today():%Y-%m-%d}.{form}",
            mime=mime,
            on_click="ignore",
            type="tertiary",
            key=f"vergleich-export-{form}",
        )
