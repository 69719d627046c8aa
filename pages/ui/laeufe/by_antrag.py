"""Each Antrag that was checked, with its answers: by which model, and how much of it could be proved."""

from collections.abc import Sequence

import streamlit as st

from core.german import formats
from core.runs.lauf import LaufRow, Status
from pages.ui.list_words import cost_of, modell_of, proven_of, status_of, titel_of
from pages.ui.shown_names import land_name, modell_name, partei_shown, prompt_told
from pages.ui.text import joined, plain

AT_ONCE = 3
"""Answers that are shown without unfolding."""

MOST_COMPARED = 6


def antraege(groups: Sequence[Sequence[LaufRow]]) -> None:
    for laeufe in groups:
        with st.container(border=True, key=f"antrag-{laeufe[0].id}", gap="xsmall"):
            _head(laeufe)
            for zeile in laeufe[:AT_ONCE]:
                _answer(zeile)
            if more := laeufe[AT_ONCE:]:
                with st.expander(
                    formats.counted(len(more), "weitere Antwort", "weitere Antworten"), type="compact"
                ):
                    for zeile in more:
                        _answer(zeile)


def _head(laeufe: Sequence[LaufRow]) -> None:
    """What the Antrag is, and the two ways on from it."""
    first = laeufe[0]
    movers = ", ".join(partei_shown(one, first.bundesland) for one in first.antragsteller)
    day = formats.day(first.datum) if first.datum else None
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.container(gap=None, width="stretch"):
            st.markdown(f"**{plain(titel_of(first))}**")
            st.caption(plain(joined([first.drucksache, land_name(first.bundesland), movers, day])))
        answered = [one.id for one in laeufe if one.status is Status.FERTIG][:MOST_COMPARED]
        if len(answered) > 1:
            st.page_link(
                "vergleich.py",
                label="Vergleichen",
                icon=":material/compare:",
                query_params={"laeufe": ",".join(answered)},
            )
        if not first.unlesbar:
            st.page_link(
                "antrag.py",
                label="Neu prüfen",
                icon=":material/edit_document:",
                query_params={"lauf": first.id},
            )


def _answer(zeile: LaufRow) -> None:
    proven = proven_of(zeile)
    told = joined(
        [
            f"{modell_name(modell_of(zeile))}, {prompt_told(zeile.prompt_id, zeile.prompt_version)}",
            f"{proven} Zitaten belegt" if " von " in proven else proven,
            None if zeile.status is Status.FERTIG and not zeile.fehlgeschlagen else status_of(zeile),
            None if zeile.unlesbar else formats.day(zeile.created),
            cost_of(zeile),
        ]
    )
    st.page_link("lauf.py", label=plain(told), icon=":material/fact_check:", query_params={"id": zeile.id})
