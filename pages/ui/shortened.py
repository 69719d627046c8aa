"""What a text is about: its tags and its summary, each with the word whose it is."""

from collections.abc import Mapping

import streamlit as st

from core.antrag.antrag import Antrag
from core.context import Context
from core.index.zusammenfassung import Zusammenfassung
from core.search.kurzfassung import Kurzfassung, kurzfassung, modell_of, themen_of, zusammenfassung_of
from pages.ui.text import joined, plain

WORTLAUT = "aus dem Wortlaut"
LINE = 1000
"""Pixels of a line that is still read with ease."""


def programm_brief(
    context: Context, programm_id: str, suche: Mapping[str, str], most: int | None = None
) -> None:
    """Tags that lead to a search for them, `suche`: what else its address says; and a summary to fold out."""
    if (themen := themen_of(context).get(programm_id)) is None:
        return
    modell = modell_of(context, programm_id)
    von = plain(f"von {modell}") if modell else ""
    if themen:
        with st.container(
            horizontal=True, gap="small", vertical_alignment="center", key=f"themen-{programm_id}"
        ):
            st.caption(f"Themen ({von or WORTLAUT}):", width="content")
            for thema in themen[:most]:
                address = {name: value for name, value in {**suche, "q": thema}.items() if value}
                st.page_link("suche.py", label=plain(thema), query_params=address)
    fold = st.expander(
        f"Zusammenfassung ({von or 'aus Sätzen des Programms'})",
        type="compact",
        key=f"kurz-{programm_id}",
        on_change="rerun",
    )
    if fold.open:  # it may have to be made first
        with fold, st.container(width=LINE, gap="xsmall"):
            _sentences(zusammenfassung_of(context, programm_id))


def antrag_brief(context: Context, antrag: Antrag) -> None:
    """Only what stands in the Antrag word for word; made when it is unfolded, for it takes the embedder."""
    fold = st.expander(
        "Worum es geht", icon=":material/short_text:", type="compact", key="worum", on_change="rerun"
    )
    if fold.open:
        with fold, st.container(width=LINE, gap="xsmall"):
            _kurzfassung(kurzfassung(context, antrag))


def _kurzfassung(kurz: Kurzfassung) -> None:
    if kurz.themen:
        st.markdown(f":gray[Themen ({WORTLAUT}):] {plain(joined(kurz.themen))}")
    if kurz.saetze:
        st.caption("Sätze des Antrags, Wort für Wort:")
        st.markdown("\n".join(f"- {plain(satz)}" for satz in kurz.saetze))
    if not (kurz.themen or kurz.saetze):
        st.caption("In diesem Antrag stehen keine ganzen Sätze.")


def _sentences(summary: Zusammenfassung | None) -> None:
    if summary is None:
        st.caption("In diesem Programm stehen keine ganzen Sätze.")
        return
    lines = summary.text.split("\n")
    if summary.modell:
        st.markdown(plain(" ".join(lines)))
    else:
        st.markdown("\n".join(f"- {plain(line)}" for line in lines))
    if summary.hinweis:
        st.caption(f":material/info: {plain(summary.hinweis)}")
