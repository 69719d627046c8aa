"""A Prüfakte proved on the page, as `core verify` does it: what holds, and line by line what does not."""

from threading import Lock

import streamlit as st

from core.german import formats
from core.papers.contents import AkteProof, Weight
from pages.ui import failure
from pages.ui.text import plain

PURPOSE = (
    "Prüft eine Prüfakte (ZIP) aus sich selbst: Prüfsummen, jedes Zitat an den "
    "beigelegten Seiten. Läufe und Programme von hier werden nicht gebraucht, gespeichert wird nichts."
)
HOLDS = "Alles hält. Was das heißt und was nicht, steht in LIES-MICH.html der Prüfakte."
HOLDS_NOT = "Diese Prüfakte ist nicht nachgewiesen."
BUSY = "Gerade wird eine andere Prüfakte geprüft. Versuchen Sie es in einer Minute noch einmal."
MOST_MB = 200
SHOWN = 100
"""So many findings are drawn; a forged file may give thousands."""

ICONS = {Weight.FAULT: ":material/cancel:", Weight.OPEN: ":material/help:", Weight.REMARK: ":material/info:"}

ONE_AT_ONCE = Lock()
"""A file may hold 600 MB, unpacked in memory."""


def akte_check() -> None:
    with st.popover("Prüfakte prüfen", icon=":material/verified:", key="akte"):
        st.caption(PURPOSE)
        with st.form("akte_form", clear_on_submit=True, border=False):
            file = st.file_uploader(
                "Prüfakte (ZIP-Datei)", type=["zip"], key="akte_datei", max_upload_size=MOST_MB
            )
            expected = st.text_input(
                "Veröffentlichter Fingerabdruck (freiwillig)", max_chars=100, key="akte_fingerabdruck"
            )
            sent = st.form_submit_button("Prüfen", key="akte_pruefen")
        if sent and file is None:
            st.warning("Wählen Sie zuerst eine Datei.", icon=":material/warning:")
        elif sent and file is not None:
            with failure.shown():
                _check(file.getvalue(), expected or "")


def _check(data: bytes, expected: str) -> None:
    from core.papers.verify import verify  # not at the door: PDFs, processes

    if not ONE_AT_ONCE.acquire(blocking=False):
        st.info(BUSY, icon=":material/hourglass_top:")
        return
    try:
        with st.spinner("Die Prüfakte wird nachgewiesen …"):
            proof = verify(data, expected)
    finally:
        ONE_AT_ONCE.release()
    _told(proof)


def _told(proof: AkteProof) -> None:
    if proof.ok:
        st.success(HOLDS, icon=":material/verified:")
    else:
        st.error(HOLDS_NOT, icon=":material/gpp_bad:")
    if proof.lauf:
        st.markdown(f"**Lauf {plain(proof.lauf.id)}**: {plain(proof.lauf.titel)}")
    if proof.zahlen:
        counts = ", ".join(f"{formats.number(count)} {name}" for name, count in proof.zahlen.items())
        st.markdown(f"Geprüft: {plain(counts)}")
    for one in proof.befunde[:SHOWN]:
        st.markdown(f"{ICONS[one.weight]} {plain(str(one))}")
    if len(proof.befunde) > SHOWN:
        st.caption(f"und {formats.number(len(proof.befunde) - SHOWN)} weitere Befunde")
    if proof.fingerprint:
        st.caption(f"Fingerabdruck: {proof.fingerprint}")
