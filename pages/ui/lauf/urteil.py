"""Agree or disagree with a score or a quote, with a note: stored, exported, and seen by the next reader."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from core.citations.verdict import WORT, Verdict
from core.german import formats
from core.runs.lauf import Lauf, Urteil
from core.runs.notes import meinung, urteile_on
from pages.ui import resources
from pages.ui.text import joined, plain
from pages.ui.visitor_name import name_input, told_by_proxy

OPINION = {"Stimmt": True, "Stimmt nicht": False}
TRAEGT = [verdict for verdict in Verdict if verdict is not Verdict.OFFEN]
FRAGE = "Was sagt das Zitat zur Forderung? (freiwillig)"
WHICH = "Zu Forderung"
WHICH_HELP = "Dieses Zitat kann mehrere Forderungen betreffen. Jede lässt sich einzeln beurteilen."

WITHOUT_OPINION = "Nichts gespeichert: Wählen Sie zuerst „Stimmt“ oder „Stimmt nicht“."
PUNKTE = "Ihre Punkte, 0 bis 10 (freiwillig)"
FIELDS = ("meinung", "traegt", "punkte", "notiz")
NAME = "urteil-name"


def _name() -> str:
    """Whom the proxy signed in, else what the person said last in this session; „“ where nobody is known."""
    told = told_by_proxy()
    return str(st.session_state.get(NAME, "")) if told is None else told


def judge(
    lauf: Lauf,
    partei: str,
    typ: str,
    nummer: int | None = None,
    forderungen: Sequence[str] = (),
    forderung: str = "",
) -> None:
    """`nummer`: the quote's, from 1; None for the score. `forderungen`: those that the quote may answer.

    `forderung`: the one of them that is looked at, if it is one.
    """
    stored = None if nummer is None else nummer - 1
    mine = urteile_on(lauf, partei, typ, stored)
    with st.popover(plain(_label(mine)), type="tertiary", icon=":material/rate_review:"):
        for urteil in mine:
            _show(urteil)
        chosen = forderung if forderung in forderungen else next(iter(forderungen), None)
        _form(Urteil(lauf.id, partei, typ, False, "", zitat=stored, forderung=chosen), forderungen)


def _label(urteile: list[Urteil]) -> str:
    if len(urteile) == 1:
        return f"Urteil: {meinung(urteile[0])}"
    if not urteile:
        return "Urteil"
    agreed = sum(urteil.zustimmung for urteil in urteile)
    return f"Urteil: {agreed} stimmt, {len(urteile) - agreed} stimmt nicht"


def _show(urteil: Urteil) -> None:
    st.markdown(f"**{plain(meinung(urteil))}** {plain(urteil.notiz)}")
    st.caption(plain(joined([urteil.name or "ohne Namen", formats.moment(urteil.created)])))


def _form(said: Urteil, forderungen: Sequence[str]) -> None:
    """No opinion is chosen beforehand; the name given last is."""
    key = f"urteil-{said.lauf_id}-{said.partei}-{said.typ}-{said.zitat}"
    st.session_state[f"{key}-name"] = _name()
    with st.form(key, border=False, enter_to_submit=False):
        _choose_forderung(key, said, forderungen)
        st.segmented_control("Ihr Urteil", list(OPINION), key=f"{key}-meinung")
        if said.zitat is None:
            st.number_input(PUNKTE, 0.0, 10.0, None, 0.5, "%.1f", f"{key}-punkte", placeholder="keine")
        else:
            st.segmented_control(FRAGE, TRAEGT, format_func=WORT.__getitem__, key=f"{key}-traegt")
        st.text_input("Notiz (freiwillig)", max_chars=2000, key=f"{key}-notiz")
        name_input(f"{key}-name")
        st.form_submit_button("Speichern", type="primary", on_click=_save, args=(key, said))
    if st.session_state.pop(f"{key}-fehlt", False):
        st.warning(WITHOUT_OPINION, icon=":material/warning:")


def _choose_forderung(key: str, said: Urteil, forderungen: Sequence[str]) -> None:
    """Only where the quote may answer several."""
    if len(forderungen) > 1:
        at_first, field = said.forderung, _which(key, said)
        st.segmented_control(WHICH, forderungen, default=at_first, required=True, key=field, help=WHICH_HELP)


def _which(key: str, said: Urteil) -> str:
    """Another field for each Forderung that is looked at: each begins with its own."""
    return f"{key}-zu-{said.forderung}"


def _save(key: str, said: Urteil) -> None:
    """What the fields say; then they are empty again, but for the name."""
    st.session_state[NAME] = str(st.session_state.get(f"{key}-name", "")).strip()
    fields = {field: st.session_state.get(f"{key}-{field}") for field in FIELDS}
    if fields["meinung"] is None:
        st.session_state[f"{key}-fehlt"] = True
        return
    resources.store().save_note(
        replace(
            said,
            zustimmung=OPINION[fields["meinung"]],
            name=_name(),
            notiz=str(fields["notiz"] or "").strip(),
            forderung=st.session_state.get(_which(key, said), said.forderung),
            traegt=fields["traegt"],
            punkte=fields["punkte"],
        )
    )
    for field in FIELDS:
        st.session_state.pop(f"{key}-{field}", None)
