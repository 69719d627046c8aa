"""What two prompts of the comparison say differently, word by word."""

from collections.abc import Mapping

import streamlit as st

from core.citations.near_misses import TextPiece
from core.german import formats
from core.runs.load_laeufe import LaufUnreadable
from core.vergleich.differences import PromptParagraph, absaetze
from core.vergleich.spalten import Spalte, Vergleich
from pages.ui import address, resources
from pages.ui.shown_names import prompt_told
from pages.ui.text import plain
from pages.ui.zitat import marked

SHOWN = 3
"""So many lines that both have stand open; more are folded."""


def unterschiede(vergleich: Vergleich) -> None:
    """Two of its prompts as one text; which two stands in the address."""
    prompts: dict[str, Spalte] = {}
    for spalte in vergleich.spalten:
        prompts.setdefault(spalte.prompt_hash, spalte)
    if len(prompts) < 2:
        st.caption("Alle Spalten haben denselben Prompt.")
        return
    one, two = _choose(prompts)
    if one.prompt_hash == two.prompt_hash:
        st.caption("Das ist zweimal derselbe Prompt. Wählen Sie zwei verschiedene.")
        return
    parts = absaetze(_text(vergleich, one), _text(vergleich, two))
    if all(paragraph.is_gleich for paragraph in parts):
        st.caption("Beide Texte sind Wort für Wort gleich; nur Titel oder Beschreibung sind anders.")
        return
    st.caption(
        f":red-background[~~Durchgestrichen~~]: nur in {plain(_name(one))}. "
        f":green-background[**Fett**]: nur in {plain(_name(two))}."
    )
    with st.container(border=True, gap="xsmall"):
        for paragraph in parts:
            _paragraph(paragraph)


def _choose(prompts: Mapping[str, Spalte]) -> tuple[Spalte, Spalte]:
    first, second = _usual(list(prompts.values()))
    by_key = {spalte.schluessel: spalte for spalte in prompts.values()}
    chosen = []
    with st.container(horizontal=True):
        for label, field, usual in (("Von", "promptvon", first), ("Nach", "promptnach", second)):
            asked = address.get(field)
            key = st.selectbox(
                label,
                list(by_key),
                format_func=lambda key: _name(by_key[key]),
                width=320,
                **address.follow("vergleich", field, asked if asked in by_key else usual.schluessel),
            )
            chosen.append(by_key[key])
    return chosen[0], chosen[1]


def _usual(prompts: list[Spalte]) -> tuple[Spalte, Spalte]:
    """The two newest versions of one prompt, the older first, where there are two; else the first two."""
    for one in prompts:
        versions = [other for other in prompts if other.prompt_id == one.prompt_id]
        if len(versions) > 1:
            older, newer = sorted(versions, key=_age)[-2:]
            return older, newer
    return prompts[0], prompts[1]


def _age(spalte: Spalte) -> tuple[int, str]:
    """Version 10 is newer than 9."""
    return len(spalte.prompt_version), spalte.prompt_version


def _name(spalte: Spalte) -> str:
    return prompt_told(spalte.prompt_id, spalte.prompt_version)


def _text(vergleich: Vergleich, spalte: Spalte) -> str:
    """As it was sent: every Lauf keeps the text of its prompt."""
    at = next(i for i, own in enumerate(vergleich.spalten) if own.prompt_hash == spalte.prompt_hash)
    lauf_id = next(lauf.id for lauf in vergleich.laeufe if lauf.spalte == at)
    try:
        return resources.store().load(lauf_id).prompt_text
    except LaufUnreadable as error:
        return str(error)


def _paragraph(paragraph: PromptParagraph) -> None:
    if paragraph.is_gleich and len(paragraph.zeilen) > SHOWN:
        with st.expander(
            formats.counted(len(paragraph.zeilen), "gleiche Zeile", "gleiche Zeilen"), type="compact"
        ):
            _rows(paragraph.zeilen)
        return
    _rows(paragraph.zeilen)


def _rows(zeilen: tuple[tuple[TextPiece, ...], ...]) -> None:
    for zeile in zeilen:
        st.markdown(marked(zeile))
