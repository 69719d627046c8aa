"""Below a Lauf: what became of the Antrag by each paper, and the way to add one."""

from dataclasses import replace
from datetime import date

import pandas as pd
import streamlit as st

from core.antrag.antrag import number_of
from core.antrag.vote_papers import PaperKind
from core.assessment.lauf_view import LaufView
from core.features.decisions.decision import KeptDecision
from core.features.decisions.stored_decisions import (
    ACCEPTED,
    MOST_BYTES,
    VoteUpload,
    decisions_of,
    forget_paper,
    save_paper,
)
from core.programme.context import Context
from core.runs.lauf import Lauf
from core.runs.store import Runstore
from core.wortlaut.errors import DashboardError
from pages.features.decisions.told_decision import told_decision
from pages.ui import address, resources
from pages.ui.lauf_tab import LaufTab
from pages.ui.plain_table import as_html
from pages.ui.text import plain, show_failure

WITHOUT_NUMBER = (
    "Dieser Antrag hat keine Nummer einer Drucksache oder kein Parlament. Ohne beides lässt sich keine "
    "Abstimmung finden: Ergänzen Sie sie unter „Antrag prüfen“."
)
NONE_YET = (
    "Was aus diesem Antrag wurde, ist hier noch nicht bekannt. Laden Sie ein Papier hoch, in dem es steht: "
    "eine Beschlussempfehlung, ein Plenarprotokoll oder die Liste einer namentlichen Abstimmung."
)
HEAD_HELP = (
    "Die ersten Zeilen des PDF der Abstimmung. In der Liste selbst steht nicht, worüber abgestimmt wurde."
)


def abstimmungen(view: LaufView) -> None:
    context, lauf, store = view.context, view.lauf, resources.store()
    antrag = lauf.antrag
    if not (antrag.bundesland and number_of(antrag.drucksache)):
        st.info(WITHOUT_NUMBER, icon=":material/info:")
        return
    found = decisions_of(store, antrag.bundesland, antrag.drucksache)
    if not found:
        st.info(NONE_YET, icon=":material/how_to_vote:")
    for kept in found:
        _decision(context, store, kept)
    _upload(context, store, lauf)


def _decision(context: Context, store: Runstore, kept: KeptDecision) -> None:
    with st.container(border=True, key=f"abstimmung-{kept.id}"):
        st.subheader(f"{kept.source.art.stage}: Drucksache {plain(kept.decision.drucksache)}", anchor=False)
        told_decision(kept)
        if kept.decision.sides:
            rows = [
                {
                    "Fraktion": context.registry.partei_label(one.partei, kept.bundesland),
                    "Zum Antrag": str(one.side),
                    "In der Abstimmung": str(one.cast),
                    "Wortlaut": one.words,
                    "Anmerkung": one.note,
                }
                for one in kept.decision.sides
            ]
            st.html(as_html(pd.DataFrame(rows), "Wer wie abstimmte", {}, ()))
        else:
            st.markdown("Wie die einzelnen Fraktionen abstimmten, steht dort nicht.")
        with st.container(horizontal=True):
            if kept.decision.evidence and st.button(
                "Satz auf der Seite zeigen", key=f"satz-zeigen-{kept.id}", icon=":material/find_in_page:"
            ):
                address.go(abstimmung=kept.id, stelle=None, seite=None)
                st.rerun()
            if st.button("Entfernen", key=f"entfernen-{kept.id}", icon=":material/delete:", type="tertiary"):
                forget_paper(context, store, kept)
                address.go(abstimmung=None, stelle=None)
                st.rerun()


def _upload(context: Context, store: Runstore, lauf: Lauf) -> None:
    st.subheader("Papier hinzufügen", anchor=False)
    art = st.segmented_control(
        "Was es ist", list(PaperKind), default=PaperKind.RECOMMENDATION, required=True, key="papier-art"
    )
    with st.form("papier", clear_on_submit=True, border=False):
        types = [suffix[1:] for suffix in ACCEPTED[art]]
        file = st.file_uploader(
            "Datei", type=types, key=f"papier-datei-{art}", max_upload_size=MOST_BYTES >> 20
        )
        kopf = ""
        day: date | None = None
        if art is PaperKind.ROLL_CALL:
            # What a sheet does not say: on what was voted, and when.
            kopf = st.text_area("Kopf des amtlichen Ergebnisses", key="papier-kopf", help=HEAD_HELP)
            day = st.date_input(
                "Tag der Abstimmung (freiwillig)", None, format="DD.MM.YYYY", key="papier-tag"
            )
        url = st.text_input("Woher (Adresse, freiwillig)", key="papier-url", max_chars=500)
        sent = st.form_submit_button("Lesen und speichern", key="papier-lesen", icon=":material/upload:")
    if sent and file is None:
        st.warning("Wählen Sie zuerst eine Datei.", icon=":material/warning:")
    elif sent and file is not None:
        antrag, given = lauf.antrag, VoteUpload(art, file.name, file.getvalue(), kopf, datum=day, url=url)
        given = replace(given, typ=antrag.typ or given.typ)
        try:
            with st.spinner("Das Papier wird gelesen …"):
                save_paper(context, store, antrag.bundesland or "", antrag.drucksache, given)
        except DashboardError as error:
            show_failure(error)
            return
        st.rerun()


TAB = LaufTab("abstimmung", "Abstimmung", abstimmungen)
