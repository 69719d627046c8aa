"""A Prüfakte proved on the page Anträge, as `core verify` does it: what holds, and line by line what not."""

from threading import Lock

import streamlit as st

from core.base import formats
from core.features.papers.findings import Weight
from pages.ui.text import failure_shown, plain

PURPOSE = (
    "Prüft eine Prüfakte (ZIP) aus sich selbst: Prüfsummen, jedes Zitat an den "
    "beigelegten Seiten. Läufe und Programme von hier werden nicht gebraucht, gespeichert wird nichts."
)
BUSY = (
    "Gerade wird eine andere Prüfakte geprüft. Versuchen Sie es in einigen Minuten noch einmal; länger als "
    "fünf dauert keine."
)
AT_WORK = "Die Prüfakte wird nachgewiesen: meist in einigen Sekunden, höchstens in fünf Minuten …"
MOST_SHOWN = 100
"""So many findings are drawn; a forged file may give thousands."""

ICONS = {Weight.FAULT: ":material/cancel:", Weight.OPEN: ":material/help:", Weight.REMARK: ":material/info:"}

ONE_AT_ONCE = Lock()
"""A file may hold 300 MB, and its process 2 GB."""


def akte_check() -> None:
    with st.popover("Prüfakte prüfen", icon=":material/verified:", key="akte"):
        st.caption(PURPOSE)
        with st.form("akte_form", clear_on_submit=True, border=False):
            file = st.file_uploader(
                "Prüfakte (ZIP-Datei)", type=["zip"], key="akte_datei", max_upload_size=200
            )
            expected = st.text_input(
                "Veröffentlichter Fingerabdruck (freiwillig)", max_chars=100, key="akte_fingerabdruck"
            )
            sent = st.form_submit_button("Prüfen", key="akte_pruefen")
        if sent and file is None:
            st.warning("Wählen Sie zuerst eine Datei.", icon=":material/warning:")
        elif sent and file is not None:
            with failure_shown():
                from core.features.papers.verify import verify  # not at the door: PDFs, processes

                if not ONE_AT_ONCE.acquire(blocking=False):
                    st.info(BUSY, icon=":material/hourglass_top:")
                    return
                try:
                    with st.spinner(AT_WORK):
                        proof = verify(file.getvalue(), expected or "")
                finally:
                    ONE_AT_ONCE.release()
                if proof.ok:
                    st.success(proof.in_words, icon=":material/verified:")
                elif proof.holds_but_overview:
                    st.warning(proof.in_words, icon=":material/rule:")
                else:
                    st.error(proof.in_words, icon=":material/gpp_bad:")
                if proof.lauf:
                    st.markdown(f"**Lauf {plain(proof.lauf.id)}**: {plain(proof.lauf.titel)}")
                if proof.zahlen:
                    counts = ", ".join(
                        f"{formats.number(count)} {name}" for name, count in proof.zahlen.items()
                    )
                    st.markdown(f"Geprüft: {plain(counts)}")
                for one in proof.befunde[:MOST_SHOWN]:
                    st.markdown(f"{ICONS[one.weight]} {plain(str(one))}")
                if len(proof.befunde) > MOST_SHOWN:
                    st.caption(f"und {formats.number(len(proof.befunde) - MOST_SHOWN)} weitere Befunde")
                if proof.fingerprint:
                    st.caption(f"Fingerabdruck: {proof.fingerprint}")
                if proof.seite:
                    st.download_button(
                        "Seite der Prüfung",
                        proof.seite,
                        "nachweis.html",
                        "text/html",
                        key="akte_seite",
                        on_click="ignore",
                        help="Was nachgewiesen ist. Sie zählt, nicht die Seite LIES-MICH.html der Prüfakte.",
                    )
