"""What is done with Läufe from where they are seen: taken along in every form, and put away."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.assessment.lauf_files import LaufFileForm, exported
from core.context import Context
from core.runs.store import Runstore
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


# --- Läufe go from where they are seen, and can be had back on the page Läufe -------------------------------

DELETED = "eben_geloescht"


def delete(store: Runstore, ids: Sequence[str]) -> None:
    store.delete(ids)
    st.session_state[DELETED] = list(ids)
