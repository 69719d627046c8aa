"""What is done with Läufe from where they are seen: taken along in every form, and put away."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.base import clock
from core.features.papers.lauf_files import LaufFileForm, exported
from core.programme.context import Context
from core.runs.store import Runstore
from pages.ui import address, resources
from pages.ui.parts import DOCX, XLSX

HELP_AKTE = (
    "Antrag, vorgelegte Passagen, Prompts, rohe Antworten, Zitate und die zitierten Seiten mit Prüfsummen. "
    "Wer sie bekommt, prüft sie von Hand (LIES-MICH.html) oder mit „python -m core verify DATEI“, ohne diesen"
    " Index und ohne Netz."
)
USUAL = {
    LaufFileForm.DOCX: ("Vermerk (Word)", DOCX),
    LaufFileForm.PDF: ("Vermerk (PDF)", "application/pdf"),
    LaufFileForm.XLSX: ("Matrix mit Zitaten (Excel)", XLSX),
}
FURTHER = {
    LaufFileForm.MATRIX: ("Matrix (CSV)", "text/csv"),
    LaufFileForm.CSV: ("Zitate (CSV)", "text/csv"),
    LaufFileForm.URTEILE: ("Urteile von Menschen (CSV)", "text/csv"),
    LaufFileForm.JSON: ("Alles, auch zum Einlesen (JSON)", "application/json"),
}
AKTE = "Prüfakte, die sich selbst nachweist (ZIP)"


def exportieren(context: Context, ids: Sequence[str], name: str, akte_of: str | None = None) -> None:
    """What most take along, the other forms folded.

    A Vermerk in Word is of one Lauf, a Prüfakte of one that is done and not deleted.
    """
    single = len(ids) == 1
    with st.container(gap="xxsmall"):
        for form, (label, mime) in USUAL.items():
            if single or form is not LaufFileForm.DOCX:
                _download(context, ids, name, form, label, mime)
    with st.expander("Weitere …"), st.container(gap="xxsmall"):
        for form, (label, mime) in FURTHER.items():
            _download(context, ids, name, form, label, mime)
        if akte_of:
            # One file for who doubts: made when it is asked for, in some seconds.
            st.download_button(
                AKTE,
                partial(_akte, context, akte_of),
                file_name=f"pruefakte-{akte_of}.zip",
                mime="application/zip",
                on_click="ignore",
                type="tertiary",
                key="export_pruefakte",
                help=HELP_AKTE,
            )


def _download(
    context: Context, ids: Sequence[str], name: str, form: LaufFileForm, label: str, mime: str
) -> None:
    st.download_button(
        label,
        partial(exported, context, ids, form, address.absolute("/")),
        file_name=f"{name}.{form}",
        mime=mime,
        on_click="ignore",
        type="tertiary",
        key=f"export_{form}",
    )


def _akte(context: Context, lauf_id: str) -> bytes:
    from core.features.papers.bundle import bundle  # not at the door: forms, PDFs

    return bundle(context, lauf_id).data


# --- Läufe go from where they are seen, and can be had back on the page Anträge -----------------------------

DELETED = "eben_geloescht"


def delete(store: Runstore, ids: Sequence[str]) -> None:
    store.delete(ids)
    store.purge_old(clock.now(), resources.context().settings.laeufe_dir)
    st.session_state[DELETED] = list(ids)
