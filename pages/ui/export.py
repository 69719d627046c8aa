"""Läufe to take along: a button for every form, each file made when it is asked for."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.assessment.lauf_files import Laufdateiform, ausfuhr
from core.context import Context
from pages.ui import adresse

FORMEN = {
    Laufdateiform.PDF: ("Bericht als PDF", "application/pdf"),
    Laufdateiform.HTML: ("Bericht als HTML", "text/html"),
    Laufdateiform.XLSX: (
        "Matrix mit Zitaten (Excel)",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    Laufdateiform.MATRIX: ("Matrix als Tabelle (CSV)", "text/csv"),
    Laufdateiform.CSV: ("Zitate als Tabelle (CSV)", "text/csv"),
    Laufdateiform.JSON: ("Alles (JSON), auch zum Einlesen", "application/json"),
}


def exportieren(context: Context, ids: Sequence[str], name: str) -> None:
    for form, (label, mime) in FORMEN.items():
        st.download_button(
            label,
            partial(ausfuhr, context, ids, form, adresse.absolute("/")),
            file_name=f"{name}.{form}",
            mime=mime,
            on_click="ignore",
            type="tertiary",
            key=f"export_{form}",
        )
