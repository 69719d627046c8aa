"""What is done with Läufe from where they are seen: taken along in every form, and put away."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core import clock
from core.context import Context
from core.papers.lauf_files import LaufFileForm, exported
from core.runs.store import Runstore
from pages.ui import address, resources

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
HELP_AKTE = (
    "Antrag, vorgelegte Passagen, Prompts, rohe Antworten, Zitate und die zitierten Seiten mit Prüfsummen. "
    "Wer sie bekommt, prüft sie von Hand (LIES-MICH.html) oder mit „python -m core verify DATEI“, ohne diesen"
    " Index und ohne Netz."
)

FORMS = {
    LaufFileForm.DOCX: ("Vermerk als Word-Dokument (DOCX)", DOCX),
    LaufFileForm.PDF: ("Vermerk als PDF", "application/pdf"),
    LaufFileForm.HTML: ("Vermerk als HTML", "text/html"),
    LaufFileForm.XLSX: (
        "Matrix mit Zitaten (Excel)",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    LaufFileForm.MATRIX: ("Matrix als Tabelle (CSV)", "text/csv"),
    LaufFileForm.URTEILE: ("Urteile von Menschen als Tabelle (CSV)", "text/csv"),
    LaufFileForm.CSV: ("Zitate als Tabelle (CSV)", "text/csv"),
    LaufFileForm.JSON: ("Alles (JSON), auch zum Einlesen", "application/json"),
}


AKTE = "Prüfakte (ZIP), die sich selbst nachweist"


def pruefakte(context: Context, lauf_id: str) -> None:
    """One file for who doubts: made when it is asked for, in some seconds."""
    st.download_button(
        AKTE,
        partial(_akte, context, lauf_id),
        file_name=f"pruefakte-{lauf_id}.zip",
        mime="application/zip",
        on_click="ignore",
        type="tertiary",
        key="export_pruefakte",
        help=HELP_AKTE,
    )


def _akte(context: Context, lauf_id: str) -> bytes:
    from core.papers.bundle import bundle  # not at the door: forms, PDFs

    return bundle(context, lauf_id).data


def exportieren(context: Context, ids: Sequence[str], name: str) -> None:
    """A Vermerk in DOCX is of one Lauf."""
    single = len(ids) == 1
    buttons = st.container(gap="xxsmall")
    for form, (label, mime) in FORMS.items():
        if form is LaufFileForm.DOCX and not single:
            continue
        buttons.download_button(
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
    store.purge_old(clock.now(), resources.context().settings.laeufe_dir)
    st.session_state[DELETED] = list(ids)
