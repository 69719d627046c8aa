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
            _formen(vergleich, basis, namen)


def _formen(vergleich: Vergleich, basis: int, namen: Mapping[str, str]) -> None:
    from core.vergleich.vergleich_files import Vergleichsdateiform, ausfuhr

    formen = {
        Vergleichsdateiform.XLSX: (
            "Alles als Excel-Datei",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        ),
        Vergleichsdateiform.CSV: ("Alle Punkte als Tabelle (CSV)", "text/csv"),
        Vergleichsdateiform.HTML: ("Bericht als HTML", "text/html"),
        Vergleichsdateiform.PDF: ("Bericht als PDF", "application/pdf"),
        Vergleichsdateiform.JSON: ("Alles (JSON)", "application/json"),
    }
    for form, (label, mime) in formen.items():
        st.download_button(
            label,
            partial(ausfuhr, vergleich, form, basis, namen, store=resources.store()),
            file_name=f"vergleich-{date.today():%Y-%m-%d}.{form}",
            mime=mime,
            on_click="ignore",
            type="tertiary",
            key=f"vergleich-export-{form}",
        )
