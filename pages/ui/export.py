"""Läufe to take along: a button for every form, each file made when it is asked for."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.assessment.lauf_files import LaufFileForm, exported
from core.context import Context
from pages.ui import address

FORMS = {
    LaufFileForm.PDF: ("Bericht als PDF", "application/pdf"),
    LaufFileForm.HTML: ("Bericht als HTML", "text/html"),
    LaufFileForm.XLSX: (
        "Matrix mit Zitaten (Excel)",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    LaufFileForm.MATRIX: ("Matrix als Tabelle (CSV)", "text/csv"),
    LaufFileForm.CSV: ("Zitate als Tabelle (CSV)", "text/csv"),
    LaufFileForm.RIS: ("Quellen für Literaturverwaltungen (RIS)", "application/x-research-info-systems"),
    LaufFileForm.BIBTEX: ("Quellen für LaTeX (BibTeX)", "application/x-bibtex"),
    LaufFileForm.CSL: ("Quellen als CSL-JSON", "application/vnd.citationstyles.csl+json"),
    LaufFileForm.JSON: ("Alles (JSON), auch zum Einlesen", "application/json"),
}


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
