"""Seite „Wo steht das noch?“: welche Stellen eines Textes auch in anderen Dokumenten und Anträgen stehen."""

from collections.abc import Callable

import streamlit as st

from core.base import clock
from core.base.table import as_csv, as_xlsx
from core.features.reuse.elsewhere import Reuse, find_elsewhere, table
from core.features.reuse.kept_texts import KeptText, kept_antrag, kept_document
from core.programme.context import Context
from core.proof.given_text import MAX_MB, SUFFIXES, read_given
from pages.features.reuse.reuse_views import both_pages, passage_list
from pages.ui import address, resources
from pages.ui.parts import XLSX, head
from pages.ui.text import failure_shown, plain

GIVEN = "wonoch-text"
INTRO = (
    "Gesucht wird nach Stellen, die Buchstabe für Buchstabe auch in eingelesenen Dokumenten oder "
    "gespeicherten Anträgen stehen, ab 60 Buchstaben. Zeilenumbrüche, Trennstriche und Satzzeichen machen "
    "keinen Unterschied. Wer von wem abschrieb, sagt das nicht. Gespeichert wird nichts."
)


def entry(context: Context) -> None:
    st.markdown(INTRO)
    left, right = st.columns([3, 2], gap="large")
    with left, st.form("wonoch", border=False):
        pasted = st.text_area("Text", key="wonoch-eingabe", height=260)
        if st.form_submit_button("Suchen", type="primary", key="wonoch-los"):
            _take(lambda: KeptText(read_given(pasted, "Der eingefügte Text")))
    with right:
        file = st.file_uploader(
            "oder eine Datei (PDF, Word, Webseite oder Text)",
            type=SUFFIXES,
            key="wonoch-datei",
            max_upload_size=MAX_MB,
        )
        if file is not None:
            _take(lambda: KeptText(read_given(file.getvalue(), file.name)))
        programme = {
            id: context.registry.dokumente[id].name
            for id in sorted(context.texte.stored())
            if id in context.registry.dokumente
        }
        st.selectbox(
            "oder ein eingelesenes Programm oder eine Quelle",
            list(programme),
            index=None,
            format_func=programme.__getitem__,
            placeholder="wählen",
            **address.follow("wonoch", "dokument", None),
        )
        antraege = {
            row.id: row.titel or row.drucksache or row.id for row in resources.store().list_antraege(200)
        }
        st.selectbox(
            "oder einen gespeicherten Antrag",
            list(antraege),
            index=None,
            format_func=antraege.__getitem__,
            placeholder="wählen",
            **address.follow("wonoch", "antrag", None),
        )


def _take(read: Callable[[], KeptText]) -> None:
    with failure_shown(), st.spinner("Der Text wird gelesen …"):
        st.session_state[GIVEN] = read()
        address.go(stelle=None, fundort=None, welche=None)
        st.rerun()


def asked(context: Context) -> KeptText | None:
    """What the address names, else what was handed over."""
    if antrag := address.get("antrag"):
        return kept_antrag(resources.store(), antrag)
    if dokument := address.get("dokument"):
        found = kept_document(context, dokument)
        if found is None:
            st.warning(f"„{plain(dokument)}“ ist nicht eingelesen.", icon=":material/warning:")
        return found
    given: KeptText | None = st.session_state.get(GIVEN)
    return given


def result(context: Context, found: Reuse) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="wonoch-kopf"):
        with st.container(gap=None, width="stretch"):
            st.markdown(f"**{plain(found.asked.name)}: {plain(found.in_words())}**")
            st.caption(plain(found.scope()))
        if found.passages or found.common:
            st.download_button(
                "Als Excel",
                lambda: as_xlsx([table(found)], "Wo steht das noch?", clock.now()),
                file_name="wo-steht-das-noch.xlsx",
                mime=XLSX,
                icon=":material/download:",
                on_click="ignore",
                key="wonoch-xlsx",
            )
            st.download_button(
                "Als CSV",
                lambda: as_csv(table(found)),
                file_name="wo-steht-das-noch.csv",
                mime="text/csv",
                icon=":material/download:",
                on_click="ignore",
                key="wonoch-csv",
            )
        if st.button("Anderer Text", icon=":material/arrow_back:", type="tertiary", key="wonoch-neu"):
            st.session_state.pop(GIVEN, None)
            address.go(antrag=None, dokument=None, stelle=None, fundort=None, welche=None)
            st.rerun()
    with st.container(key="nebeneinander-wonoch"):
        left, right = st.columns([2, 5], gap="medium")
    with left:
        chosen = passage_list(found)
    with right:
        if chosen:
            both_pages(context, chosen)


head("wonoch")
context = resources.context()
with failure_shown():
    text = asked(context)
    if text is None:
        entry(context)
    else:
        with st.spinner("Gleiche Stellen werden gesucht …"):
            found = find_elsewhere(context, text)
        result(context, found)
