"""What leaves the house as paper, to take along from where Läufe are seen."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.programme.context import Context
from pages.ui.lauf_actions import download
from pages.ui.parts import DOCX, XLSX

HELP_AKTE = (
    "Antrag, vorgelegte Passagen, Prompts, rohe Antworten, Zitate und die zitierten Seiten mit Prüfsummen. "
    "Wer sie bekommt, prüft sie von Hand (LIES-MICH.html) oder mit „python -m core verify DATEI“, ohne diesen"
    " Index und ohne Netz."
)
ONE_ONLY = "docx"
"""A Vermerk in Word is of one Lauf."""

USUAL = {
    ONE_ONLY: ("Vermerk (Word)", DOCX),
    "pdf": ("Vermerk (PDF)", "application/pdf"),
    "xlsx": ("Matrix mit Zitaten (Excel)", XLSX),
}
AKTE = "Prüfakte, die sich selbst nachweist (ZIP)"


def lauf_downloads(context: Context, ids: Sequence[str], name: str) -> None:
    for form, (label, mime) in USUAL.items():
        if len(ids) == 1 or form != ONE_ONLY:
            download(context, ids, name, form, label, mime)


def akte_download(context: Context, lauf_id: str, name: str) -> None:
    """One file for who doubts: made when it is asked for, in some seconds."""
    st.download_button(
        AKTE,
        partial(_akte, context, lauf_id),
        file_name=f"{name} Prüfakte.zip",
        mime="application/zip",
        on_click="ignore",
        type="tertiary",
        key="export_pruefakte",
        help=HELP_AKTE,
    )


def _akte(context: Context, lauf_id: str) -> bytes:
    from core.features.papers.bundle import bundle  # not at the door: forms, PDFs

    return bundle(context, lauf_id).data
