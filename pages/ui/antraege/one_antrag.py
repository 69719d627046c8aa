"""One listed Antrag: what its source says of it, what Läufe there are on it, and checking it."""

from urllib.parse import urlencode

import streamlit as st

from core.antrag.antrag import first_upper, is_shortened
from core.context import Context
from core.german import formats
from core.runs.antraege import ListedAntrag, ListedLauf, StoredListing
from core.runs.store import Runstore
from pages.ui import address, antrag_taking
from pages.ui.antraege.listed_words import decided_name, points_line, step_name, steps_of, title_of
from pages.ui.antrag_origin import origin_line
from pages.ui.list_words import STATUS, SYMBOL
from pages.ui.shown_names import modell_name
from pages.ui.text import joined, link, plain

SOURCE, KEY = "quelle", "kennung"
SHOWN = 10
"""Läufe: who compares has dozens on one Antrag."""


def link_to(antrag: ListedAntrag) -> str:
    return f"/antraege?{urlencode({SOURCE: antrag.quelle, KEY: antrag.kennung})}"


def open_one(antrag: ListedAntrag) -> None:
    address.go(**{SOURCE: antrag.quelle, KEY: antrag.kennung})


def show(context: Context, store: Runstore) -> None:
    """That of the address."""
    st.button(
        "Alle Anträge",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=address.go,
        kwargs=dict.fromkeys((SOURCE, KEY, antrag_taking.TAKING)),
        key="alle_antraege",
    )
    found = store.find_listed(address.get(SOURCE), address.get(KEY))
    if found is None:
        st.title("Antrag nicht gefunden", anchor=False)
        st.info("Den Antrag dieser Adresse nennt keine Quelle. In der Liste finden Sie alle.")
        return
    antrag = found.antrag
    st.title(plain(title_of(antrag)), anchor=False)
    day = formats.day(antrag.datum) if antrag.datum else None
    st.markdown(
        plain(joined([antrag.typ, antrag.nummer, antrag.parlament, _period(antrag), *antrag.urheber, day]))
    )
    if is_shortened(antrag.titel):
        st.caption(plain(first_upper(antrag.titel)))
    origin_line(found)
    _actions(found)
    antrag_taking.show()
    _decided(antrag, store)
    _laeufe(
        store.listed_laeufe([found]).get((antrag.quelle, antrag.kennung), []),
        antrag.nummer or title_of(antrag),
    )


def _period(antrag: ListedAntrag) -> str | None:
    return f"{antrag.wahlperiode}. Wahlperiode" if antrag.wahlperiode else None


def _actions(found: StoredListing) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Antrag prüfen",
            type="primary",
            icon=":material/fact_check:",
            on_click=antrag_taking.begin,
            args=([found],),
            key="pruefen",
            help="Holt das PDF und liest es; vor dem Start sehen und berichtigen Sie, was gelesen wurde",
        )
        if found.antrag_id:
            st.button(
                "PDF noch einmal holen",
                type="tertiary",
                icon=":material/refresh:",
                on_click=antrag_taking.begin,
                args=([found], True),
                key="noch_einmal",
                help="Falls die Quelle die Datei ausgetauscht hat; was schon geprüft ist, bleibt, wie es war",
            )


def _decided(antrag: ListedAntrag, store: Runstore) -> None:
    """What is stored first: that has a sentence and a page, shown with the Lauf."""
    st.header("Was daraus wurde", anchor=False)
    decisions, steps = store.decisions_of(antrag.bundesland, antrag.nummer), steps_of(antrag)
    if not (decisions or steps):
        st.caption("Dazu ist hier nichts gespeichert, und die Liste der Quelle nennt nichts.")
    for one in decisions:
        told = joined([decided_name(one), one.source.name])
        st.markdown(f"- {link(told, one.source.url)}" if one.source.url else f"- {plain(told)}")
    for step in steps:
        told = joined([step_name(step), str(step.get("seite") or "")])
        st.markdown(f"- {link(told, str(step.get('url') or ''))}")


def _laeufe(laeufe: list[ListedLauf], suche: str) -> None:
    st.header("Läufe", anchor=False)
    if not laeufe:
        st.caption("Noch nicht geprüft.")
    for one in laeufe[:SHOWN]:
        word = f"{SYMBOL[one.status]} {STATUS[one.status]}"
        told = joined([formats.moment(one.created), modell_name(one.modell), word, points_line(one)])
        st.page_link("lauf.py", label=plain(told), icon=":material/fact_check:", query_params={"id": one.id})
    if len(laeufe) > SHOWN:
        more = f"{formats.number(len(laeufe) - SHOWN)} weitere unter „Anträge“"
        st.page_link("laeufe.py", label=more, icon=":material/list:", query_params={"suche": suche})
