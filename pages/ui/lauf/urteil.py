"""Agree or disagree with a score or a quote, with a note: stored, exported, and seen by the next reader."""

from dataclasses import replace

import streamlit as st

from core.german import formats
from core.runs.lauf import Lauf, Urteil
from core.support.verdict import WORT, Verdict
from pages.ui import resources
from pages.ui.text import joined, plain

MEINUNG = {"Stimmt": True, "Stimmt nicht": False}
TRAEGT = [verdict for verdict in Verdict if verdict is not Verdict.OFFEN]
FRAGE = "Was sagt das Zitat zur Forderung? (freiwillig)"


def urteilen(lauf: Lauf, partei: str, typ: str, nummer: int | None = None) -> None:
    """`nummer`: the quote's, from 1; None for the score."""
    stored = None if nummer is None else nummer - 1
    mine = [u for u in lauf.urteile if (u.partei, u.typ, u.zitat) == (partei, typ, stored)]
    with st.popover(_label(mine), type="tertiary", icon=":material/rate_review:"):
        for urteil in mine:
            _zeigen(urteil)
        _formular(lauf.id, partei, typ, stored)


def _label(urteile: list[Urteil]) -> str:
    if not urteile:
        return "Urteil"
    agreed = sum(urteil.zustimmung for urteil in urteile)
    return f"Urteil: {agreed} stimmt, {len(urteile) - agreed} stimmt nicht"


def _zeigen(urteil: Urteil) -> None:
    word = "Stimmt" if urteil.zustimmung else "Stimmt nicht"
    carries = f", {WORT[urteil.traegt]}" if urteil.traegt else ""
    st.markdown(f"**{word}{carries}** {plain(urteil.notiz)}")
    st.caption(plain(joined([urteil.name, formats.moment(urteil.created)])))


def _formular(lauf_id: str, partei: str, typ: str, zitat: int | None) -> None:
    key = f"urteil-{lauf_id}-{partei}-{typ}-{zitat}"
    with st.form(key, border=False, clear_on_submit=True):
        meinung = st.segmented_control(
            "Ihr Urteil", list(MEINUNG), required=True, default="Stimmt", key=f"{key}-meinung"
        )
        traegt = None
        if zitat is not None:
            traegt = st.segmented_control(FRAGE, TRAEGT, format_func=WORT.__getitem__, key=f"{key}-traegt")
        notiz = st.text_input("Notiz (freiwillig)", max_chars=2000, key=f"{key}-notiz")
        name = st.text_input("Ihr Name (freiwillig)", max_chars=200, key=f"{key}-name")
        if st.form_submit_button("Speichern", type="primary"):
            agreed = MEINUNG[meinung or "Stimmt"]
            said = Urteil(lauf_id, partei, typ, agreed, (name or "").strip(), (notiz or "").strip(), zitat)
            resources.store().save_urteil(replace(said, traegt=traegt))
            st.rerun(scope="fragment")
