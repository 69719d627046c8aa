"""The passages of a text that stand elsewhere: a list, and both pages of the one that is chosen."""

from collections.abc import Sequence
from urllib.parse import urlencode

import streamlit as st

from core.base import formats
from core.features.reuse.elsewhere import Elsewhere, Passage, Reuse
from core.features.reuse.kept_texts import KeptText
from core.programme.context import Context
from core.proof.zitat_page import page_glance
from core.wortlaut.records import Span
from pages.ui import address
from pages.ui.seite import page_picture
from pages.ui.text import plain

SHOWN = 40
"""Passages in the list; the file to take along has all."""

PLACES = 12
OPENING = 160
AROUND = 300
"""Characters around a passage of a text that has no pages."""


def passage_list(found: Reuse) -> Passage | None:
    """Draws those of one kind; gives the one that is chosen."""
    kinds = {"": f"Stellen ({formats.number(len(found.passages))})"}
    if found.common:
        kinds["oft"] = f"In vielen Dokumenten ({formats.number(len(found.common))})"
    kind = address.one_of("welche", kinds, "" if found.passages else "oft") or ""
    if len(kinds) > 1:
        address.segments("Welche", kinds, address.follow("wonoch", "welche", kind, "stelle", "fundort"))
    passages = found.common if kind else found.passages
    if not passages:
        return None
    chosen = min(address.number("stelle") or 1, len(passages))
    for number, one in enumerate(passages[:SHOWN], start=1):
        text = one.text if len(one.text) <= OPENING else f"{one.text[:OPENING].rsplit(' ', 1)[0]} …"
        with st.container(border=number == chosen, key=f"wonoch-stelle-{number}", gap=None):
            address.button(
                f"„{plain(text)}“",
                {"stelle": number, "fundort": None},
                wide=True,
                key=f"wahl-wonoch-{number}",
            )
            st.caption(plain(one.in_words()))
    if len(passages) > SHOWN:
        st.caption(f"Gezeigt sind die ersten {SHOWN} von {formats.number(len(passages))}.")
    return passages[chosen - 1]


def both_pages(context: Context, one: Passage) -> None:
    """Side by side, the shared run marked in each; with several places those to choose from."""
    places = one.places[:PLACES]
    chosen = min(address.number("fundort") or 1, len(places))
    if len(places) > 1:
        names = {str(number): plain(place.label) for number, place in enumerate(places, start=1)}
        st.selectbox(
            f"Steht in {formats.number(len(one.places))} Dokumenten",
            list(names),
            index=0,
            format_func=names.__getitem__,
            **address.follow("wonoch", "fundort", str(chosen)),
        )
    place: Elsewhere = places[chosen - 1]
    here, there = st.columns(2, gap="medium")
    with here, st.container(key="wonoch-hier"):
        _side(context, one.asked, place.spans[0], "Hier")
    with there, st.container(key="wonoch-dort"):
        _side(context, place.kept, place.spans[1], "Dort")


def _side(context: Context, kept: KeptText, span: Span, name: str) -> None:
    st.markdown(f"**{name}: {plain(kept.name)}**")
    seiten: Sequence[int] = kept.quelle.strom.pages_of(*span)
    if kept.antrag:
        link = f"antrag?{urlencode({'antrag': kept.antrag})}"
        st.caption(f"[Antrag öffnen]({address.absolute(link)})")
    if seiten and kept.id in context.registry.dokumente:
        glance = page_glance(
            context, kept.id, seiten[0], kept.quelle.version, zitat=(span,), seiten=tuple(seiten)
        )
        st.caption(plain(kept.label([span])))
        if glance.hinweis:
            st.info(plain(glance.hinweis), icon=":material/info:")
        if glance.seitenzahl:
            page_picture(
                f"{glance.bild}&dpi=130",
                f"Seite {glance.seite} der Datei „{kept.name}“, die gleiche Stelle markiert",
                glance.ratio,
            )
            st.link_button("PDF öffnen", glance.pdf, icon=":material/open_in_new:", type="tertiary")
            return
    elif seiten:
        st.caption(plain(kept.label([span])))
    text, (start, end) = kept.quelle.strom.text, span
    before, behind = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    with st.container(border=True):
        st.markdown(f"… {plain(before)} :green-background[{plain(text[start:end])}] {plain(behind)} …")
