"""What is done with Läufe from where they are seen: taken along in every form, and put away."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.assessment.lauf_files import LaufFileForm, exported
from core.context import Context
from core.errors import DashboardError
from core.runs.store import Runstore
from pages.ui import address
from pages.ui.text import plain

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
    LaufFileForm.CSV: ("Zitate als Tabelle (CSV)", "text/csv"),
    LaufFileForm.RIS: ("Quellen für Literaturverwaltungen (RIS)", "application/x-research-info-systems"),
    LaufFileForm.BIBTEX: ("Quellen für LaTeX (BibTeX)", "application/x-bibtex"),
    LaufFileForm.CSL: ("Quellen als CSL-JSON", "application/vnd.citationstyles.csl+json"),
    LaufFileForm.JSON: ("Alles (JSON), auch zum Einlesen", "application/json"),
}


TEMPLATE = (
    "Nehmen Sie die Mustervorlage, gestalten Sie sie in Word um und laden Sie sie hier hoch. Platzhalter wie "
    "{{titel}} werden ersetzt; was ein Vermerk sagen muss, darf nicht fehlen. "
    "Gespeichert wird die Vorlage nicht."
)


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
    """A Vermerk in DOCX is of one Lauf, and may be set in a house style of one's own."""
    single = len(ids) == 1
    buttons = st.container(gap="xxsmall")
    template = _template() if single else None
    for form, (label, mime) in FORMS.items():
        if form is LaufFileForm.DOCX and not single:
            continue
        buttons.download_button(
            label,
            partial(exported, context, ids, form, address.absolute("/"), template),
            file_name=f"{name}.{form}",
            mime=mime,
            on_click="ignore",
            type="tertiary",
            key=f"export_{form}",
        )


def _template() -> bytes | None:
    """A file of the visitor's own, once it is found to be harmless and whole; else ours."""
    from core.vermerk.house_style import checked_template, default_template

    with st.expander("Eigene Vorlage für das Word-Dokument", icon=":material/style:"):
        st.caption(TEMPLATE)
        st.download_button(
            "Mustervorlage herunterladen",
            default_template,
            file_name="vermerk-vorlage.docx",
            mime=DOCX,
            on_click="ignore",
            type="tertiary",
            key="export_muster",
        )
        file = st.file_uploader(
            "Vorlage (DOCX-Datei)", type=["docx"], key="export_vorlage", max_upload_size=5
        )
        if file is None:
            return None
        try:
            return checked_template(file.getvalue())
        except DashboardError as error:
            st.error(
                plain(f"{error} Bis dahin sieht das Dokument aus wie unser Muster."), icon=":material/error:"
            )
            return None


# --- Läufe go from where they are seen, and can be had back on the page Läufe -------------------------------

DELETED = "eben_geloescht"


def delete(store: Runstore, ids: Sequence[str]) -> None:
    store.delete(ids)
    st.session_state[DELETED] = list(ids)
