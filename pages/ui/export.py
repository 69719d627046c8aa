"""Läufe to take along: a button for every form, each file made when it is asked for."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.assessment.lauf_files import LaufFileForm, exported
from core.context import Context
from pages.ui import address

HELP_AKTE = (
    "Antrag, vorgelegte Passagen, Prompts, rohe Antworten, Zitate und die zitierten Seiten mit Prüfsummen. "
    "Wer sie bekommt, prüft sie von Hand (LIES-MICH.html) oder mit „python -m core verify DATEI“, ohne diesen"
    " Index und ohne Netz."
)

FORMS = {
    LaufFileForm.PDF: ("Bericht als PDF", "application/pdf"),
    LaufFileForm.HTML: ("Bericht als HTML", "text/html"),
    LaufFileForm.XLSX: (
        "Matrix mit Zitaten (Excel)",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    LaufFileForm.MATRIX: ("Matrix als Tabelle (CSV)", "text/csv"),
    LaufFileForm.CSV: ("Zitate als Tabelle (CSV)", "text/csv"),
    LaufFileForm.JSON: ("Alles (JSON), auch zum Einlesen", "application/json"),
}


AKTEN = {
    False: ("Prüfakte (ZIP), die sich selbst nachweist", "pruefakte"),
    True: ("Prüfakte mit ganzen Programmen", "pruefakte_ganz"),
}


def pruefakte(context: Context, lauf_id: str) -> None:
    """One file for who doubts: made when it is asked for, in some seconds."""
    for whole, (label, key) in AKTEN.items():
        st.download_button(
            label,
            partial(_akte, context, lauf_id, whole),
            file_name=f"pruefakte-{lauf_id}.zip",
            mime="application/zip",
            on_click="ignore",
            type="tertiary",
            key=f"export_{key}",
            help=HELP_AKTE,
        )


def _akte(context: Context, lauf_id: str, whole: bool) -> bytes:
    from core.pruefakte.bundle import bundle  # not at the door: forms, PDFs

    return bundle(context, lauf_id, whole).data


def exportieren(context: Context, ids: Sequence[str], name: str) -> None:
    for form, (label, mime) in FORMS.items():
        st.download_button(
            label,
            partial(exported, context, ids, form, address.absolute("/")),
            file_name=f"{name}.{form}",
            mime=mime,
            on_click="ignore",
            type="tertiary",
            key=f"export_{form}",
        )
