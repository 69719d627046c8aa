"""Below a Lauf: what became of the Antrag by each paper, and the way to add one."""

from dataclasses import replace
from datetime import date

import pandas as pd
import streamlit as st

from core.antrag.antrag import number_of
from core.context import Context
from core.decisions.kept_decision import KeptDecision, PaperKind
from core.errors import DashboardError
from core.programme.registry import partei_label
from core.runs.decisions import ACCEPTED, MOST_BYTES, VoteUpload, forget_paper, save_paper
from core.runs.lauf import Lauf
from core.runs.store import Runstore
from pages.ui import address, failure, resources
from pages.ui.lauf.votes import told_decision
from pages.ui.plain_table import as_html
from pages.ui.text import plain

WITHOUT_NUMBER = (
    "Dieser Antrag hat keine Nummer einer Drucksache oder kein Parlament. Ohne beides lässt sich keine "
    "Abstimmung finden: Ergänzen Sie sie unter „Antrag prüfen“."
)
NONE_YET = (
    "Was aus diesem Antrag wurde, ist hier noch nicht bekannt. Laden Sie ein Papier hoch, in dem es steht: "
    "eine Beschlussempfehlung, ein Plenarprotokoll oder die Liste einer namentlichen Abstimmung."
)
HEAD = "Kopf des amtlichen Ergebnisses"
HEAD_HELP = (
    "Die ersten Zeilen des PDF der Abstimmung. In der Liste selbst steht nicht, worüber abgestimmt wurde."
)


def abstimmungen(context: Context, lauf: Lauf) -> None:
    antrag, store = lauf.antrag, resources.store()
    if not (antrag.bundesland and number_of(antrag.drucksache)):
        st.info(WITHOUT_NUMBER, icon=":material/info:")
        return
    found = store.decisions_of(antrag.bundesland, antrag.drucksache)
    if not found:
        st.info(NONE_YET, icon=":material/how_to_vote:")
    for kept in found:
        _decision(context, store, kept)
    _upload(context, store, lauf)


def _decision(context: Context, store: Runstore, kept: KeptDecision) -> None:
    with st.container(border=True, key=f"abstimmung-{kept.id}"):
        st.subheader(f"{kept.source.art.stage}: Drucksache {plain(kept.decision.drucksache)}", anchor=False)
        told_decision(kept)
        _sides(context, kept)
        with st.container(horizontal=True):
            if kept.decision.evidence and st.button(
                "Satz auf der Seite zeigen", key=f"satz-zeigen-{kept.id}", icon=":material/find_in_page:"
            ):
                address.go(abstimmung=kept.id, stelle=None, seite=None)
                st.rerun()
            if st.button(
                "Entfernen",
                key=f"entfernen-{kept.id}",
                icon=":material/delete:",
                type="tertiary",
            ):
                forget_paper(context, store, kept)
                address.go(abstimmung=None, stelle=None)
                st.rerun()


def _sides(context: Context, kept: KeptDecision) -> None:
    if not kept.decision.sides:
        st.markdown("Wie die einzelnen Fraktionen abstimmten, steht dort nicht.")
        return
    rows = [
        {
            "Fraktion": _name(context, one.partei, kept.bundesland),
            "Zum Antrag": str(one.side),
            "In der Abstimmung": str(one.cast),
            "Wortlaut": one.words,
            "Anmerkung": one.note,
        }
        for one in kept.decision.sides
    ]
    st.html(as_html(pd.DataFrame(rows), "Wer wie abstimmte", {}, ()))


def _name(context: Context, partei: str, land: str) -> str:
    known = partei in context.registry.parteien
    return partei_label(context.registry, partei, land) if known else partei


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
        kopf, day = _of_roll_call() if art is PaperKind.ROLL_CALL else ("", None)
        url = st.text_input("Woher (Adresse, freiwillig)", key="papier-url", max_chars=500)
        sent = st.form_submit_button("Lesen und speichern", key="papier-lesen", icon=":material/upload:")
    if sent and file is None:
        st.warning("Wählen Sie zuerst eine Datei.", icon=":material/warning:")
    elif sent and file is not None:
        given = VoteUpload(art, file.name, file.getvalue(), kopf, datum=day, url=url)
        _save(context, store, lauf, replace(given, typ=lauf.antrag.typ or given.typ))


def _of_roll_call() -> tuple[str, date | None]:
    """What a sheet does not say: on what was voted, and when."""
    kopf = st.text_area(HEAD, key="papier-kopf", help=HEAD_HELP)
    day = st.date_input("Tag der Abstimmung (freiwillig)", None, format="DD.MM.YYYY", key="papier-tag")
    return kopf, day


def _save(context: Context, store: Runstore, lauf: Lauf, given: VoteUpload) -> None:
    try:
        with st.spinner("Das Papier wird gelesen …"):
            save_paper(context, store, lauf.antrag.bundesland or "", lauf.antrag.drucksache, given)
    except DashboardError as error:
        failure.show(error)
        return
    st.rerun()
