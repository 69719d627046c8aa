"""Agree or disagree with a score or a quote, with a note: stored, exported, and seen by the next reader."""

from dataclasses import replace

import streamlit as st

from core.german import formats
from core.runs.lauf import Lauf, Urteil
from core.runs.urteil_words import meinung, urteile_on
from core.support.verdict import WORT, Verdict
from pages.ui import resources
from pages.ui.text import joined, plain

MEINUNG = {"Stimmt": True, "Stimmt nicht": False}
TRAEGT = [verdict for verdict in Verdict if verdict is not Verdict.OFFEN]
FRAGE = "Was sagt das Zitat zur Forderung? (freiwillig)"


OHNE_MEINUNG = "Nichts gespeichert: Wählen Sie zuerst „Stimmt“ oder „Stimmt nicht“."
NAME = "urteil-name"


def urteilen(lauf: Lauf, partei: str, typ: str, nummer: int | None = None) -> None:
    """`nummer`: the quote's, from 1; None for the score."""
    stored = None if nummer is None else nummer - 1
    mine = urteile_on(lauf, partei, typ, stored)
    with st.popover(_label(mine), type="tertiary", icon=":material/rate_review:"):
        for urteil in mine:
            _zeigen(urteil)
        _formular(lauf.id, partei, typ, stored)


def _label(urteile: list[Urteil]) -> str:
    if len(urteile) == 1:
        return f"Urteil: {meinung(urteile[0])}"
    if not urteile:
        return "Urteil"
    agreed = sum(urteil.zustimmung for urteil in urteile)
    return f"Urteil: {agreed} stimmt, {len(urteile) - agreed} stimmt nicht"


def _zeigen(urteil: Urteil) -> None:
    st.markdown(f"**{meinung(urteil)}** {plain(urteil.notiz)}")
    st.caption(plain(joined([urteil.name, formats.moment(urteil.created)])))


def _formular(lauf_id: str, partei: str, typ: str, zitat: int | None) -> None:
    """Nothing in it is chosen beforehand but the name given last."""
    key = f"urteil-{lauf_id}-{partei}-{typ}-{zitat}"
    with st.form(key, border=False, enter_to_submit=False):
        chosen = st.segmented_control("Ihr Urteil", list(MEINUNG), key=f"{key}-meinung")
        traegt, punkte = None, None
        if zitat is None:
            punkte = st.number_input(
                "Ihre Punkte, 0 bis 10 (freiwillig)",
                min_value=0.0,
                max_value=10.0,
                step=0.5,
                value=None,
                format="%.1f",
                placeholder="keine",
                key=f"{key}-punkte",
            )
        else:
            traegt = st.segmented_control(FRAGE, TRAEGT, format_func=WORT.__getitem__, key=f"{key}-traegt")
        notiz = st.text_input("Notiz (freiwillig)", max_chars=2000, key=f"{key}-notiz")
        known = st.session_state.get(NAME, "")
        name = st.text_input("Ihr Name (freiwillig)", known, max_chars=200, key=f"{key}-name")
        if not st.form_submit_button("Speichern", type="primary"):
            return
    if chosen is None:
        st.warning(OHNE_MEINUNG, icon=":material/warning:")
        return
    st.session_state[NAME] = (name or "").strip()
    said = Urteil(lauf_id, partei, typ, MEINUNG[chosen], st.session_state[NAME], (notiz or "").strip(), zitat)
    resources.store().save_urteil(replace(said, traegt=traegt, punkte=punkte))
    for field in ("meinung", "traegt", "punkte", "notiz"):
        st.session_state.pop(f"{key}-{field}", None)
    st.rerun(scope="fragment")
