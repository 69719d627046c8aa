"""Seite „Quellen“: was kein Programm ist: Verträge, Beschlüsse, Drucksachen, Protokolle, Gesetze, Studien."""

import pandas as pd
import streamlit as st

from core.base import formats
from core.features.documents.keep import ART, owner_of
from core.features.documents.search import DocumentPassage, search
from core.programme.context import Context
from core.programme.reading_jobs import Action, ReadInJobs
from core.programme.stock import DocumentHolding, ProgrammState, kept_documents
from core.proof.zitat_page import page_glance
from pages.features.documents.dialogs import Dialog, is_open, open_dialog, show_dialog
from pages.ui import address, resources
from pages.ui.filter_bar import Choice, Words, ask, nothing_found, row as row_of_filters
from pages.ui.kept import blaettern, condition, progress, state_of
from pages.ui.parts import head
from pages.ui.plain_table import choosable, chosen_told, table_key
from pages.ui.seite import seitenansicht
from pages.ui.text import failure_shown, joined, plain

VIEWER = "/quellen?quelle="
MOST_ROWS = 14
MOST_TOLD = 5
"""Of so many the reasons of „⚠“ stand below the list; who chooses some sees theirs."""

TOP = 8
INTRO = (
    "Verträge, Beschlüsse, Drucksachen, Protokolle, Gesetze, Studien: Sie lassen sich durchsuchen, ansehen "
    "und zitieren, und „Zitate prüfen“ sucht auch in ihnen. Was in ihnen steht, zählt nie als Versprechen "
    "einer Partei: Anträge werden nur an Programmen gemessen."
)
EVERYWHERE = "überall"
COLUMNS = {
    "Art": st.column_config.TextColumn(width=125),
    "Von": st.column_config.TextColumn(width=140),
    "Datum": st.column_config.DateColumn(format="DD.MM.YYYY", width=95),
    "Land": st.column_config.TextColumn(width=100),
    "Zustand": st.column_config.TextColumn(width=115),
    "Seiten": st.column_config.NumberColumn(width=65),
    "Druck": st.column_config.TextColumn(width=260),
}


def land_of(context: Context, one: DocumentHolding) -> str:
    land = one.programm.bundesland
    return context.registry.parlamente[land].land if land else EVERYWHERE


# --- one of them --------------------------------------------------------------------------------------------


def show_one(context: Context, one: DocumentHolding) -> None:
    dokument = one.programm
    st.title(plain(dokument.name), anchor=False)
    with st.container(horizontal=True, vertical_alignment="center"):
        told = [
            ART[dokument.art],
            owner_of(context, dokument),
            formats.day(dokument.datum) if dokument.datum else None,
            land_of(context, one),
            state_of(one),
        ]
        st.markdown(plain(joined(told)), width="content")
        if dokument.url:
            st.link_button("Quelle im Internet", dokument.url, icon=":material/open_in_new:", type="tertiary")
    condition(context, one)
    blaettern(context, one, VIEWER)


def back() -> None:
    address.button(
        "Zurück zur Liste",
        dict.fromkeys(("quelle", "seite", "zoom", "passagen", "zeige")),
        icon=":material/arrow_back:",
        key="zurueck",
    )


# --- what is found in them, and its page --------------------------------------------------------------------


def show_found(context: Context, frage: str) -> None:
    with failure_shown():
        found = search(context, frage, TOP)
        if not found.treffer:
            st.info(
                "Dazu steht wohl nichts in den Quellen. Fragen Sie mit anderen Worten; Programme durchsucht "
                "die Seite „Suche“.",
                icon=":material/search_off:",
            )
            return
        chosen = next(
            (one for one in found.treffer if one.chunk.id == address.get("treffer")), found.treffer[0]
        )
        st.caption("Gefunden in Quellen; Programme durchsucht die Seite „Suche“.")
        left, right = st.columns(2, gap="medium")
        with left:
            for number, one in enumerate(found.treffer):
                with st.container(border=True, gap="xsmall"):
                    _passage(one, number, is_chosen=one is chosen)
        with right:
            chunk = chosen.chunk
            spans = [(chunk.start, chunk.end)]
            seite = address.number("seite") or chunk.seite
            glance = page_glance(context, chosen.dokument.id, seite, zitat=spans, seiten=chunk.seiten)
            seitenansicht(glance, chunk.text)


def _passage(one: DocumentPassage, number: int, is_chosen: bool) -> None:
    name = plain(one.quelle)
    address.button(
        f"**{name}**" if is_chosen else name,
        {"treffer": one.chunk.id, "seite": None},
        key=f"wahl-treffer-{number}",
        help="Auf der Seite zeigen",
        wide=True,
    )
    similar = f"Ähnlichkeit {formats.number(one.similarity, 2)}"
    path = " › ".join(one.chunk.abschnitt)
    st.caption(plain(joined([ART[one.dokument.art], f"von {one.von}", path, similar, one.hinweis])))
    st.markdown(plain(one.chunk.text))


def ask_question() -> str:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        with (
            st.form("quellen-fragen", border=False, width="content"),
            st.container(horizontal=True, vertical_alignment="bottom"),
        ):
            frage = st.text_input(
                "In den Quellen suchen", value=address.get("frage"), key="quellen-frage", width=420
            )
            if st.form_submit_button("Suchen", icon=":material/search:", key="quellen-suchen"):
                address.go(frage=frage.strip(), treffer=None, seite=None)
                st.rerun()
        if asked := address.get("frage"):
            address.button(
                "Zurück zur Liste",
                dict.fromkeys(("frage", "treffer", "seite")),
                icon=":material/arrow_back:",
                key="quellen-zu",
            )
    return asked


# --- the list, and what can be done with those that are chosen ----------------------------------------------

FILTERS = (
    Words(label="In der Liste", placeholder="Name, Urheber, Jahr …", width=230),
    Choice("Art", "art", {str(art): name for art, name in ART.items()}),
    Choice(
        "Land",
        "land",
        lambda rows: {
            one.programm.bundesland or EVERYWHERE: land_of(resources.context(), one) for one in rows
        },
    ),
)


def ask_filter(context: Context, rows: list[DocumentHolding]) -> list[DocumentHolding]:
    with row_of_filters("quellen"):
        chosen = ask("quellen", FILTERS, rows)
    words = chosen["suche"].casefold().split()
    return [
        one
        for one in rows
        if chosen["art"] in (None, one.programm.art)
        and chosen["land"] in (None, one.programm.bundesland or EVERYWHERE)
        and all(word in _told(context, one) for word in words)
    ]


def _told(context: Context, one: DocumentHolding) -> str:
    dokument = one.programm
    day = formats.day(dokument.datum) if dokument.datum else ""
    parts = (dokument.name, owner_of(context, dokument), day, dokument.hinweis or "", land_of(context, one))
    return " ".join(parts).casefold()


def table(context: Context, rows: list[DocumentHolding]) -> list[DocumentHolding]:
    frame = pd.DataFrame([
        {
            "Name": one.programm.name,
            "Zustand": state_of(one),
            "Art": ART[one.programm.art],
            "Von": owner_of(context, one.programm),
            "Datum": one.programm.datum,
            "Land": land_of(context, one),
            "Seiten": one.seiten or None,
            "Druck": one.druck,
        }
        for one in rows
    ])  # fmt: skip
    chosen, opened = choosable(
        frame.convert_dtypes(),
        table_key("quellen", (one.programm.id for one in rows)),
        "Quellen",
        COLUMNS,
        [address.absolute(f"{VIEWER}{one.programm.id}") for one in rows],
        first="Name",
        width=220,
        pinned=True,
        height="content" if len(rows) <= MOST_ROWS else 35 * (MOST_ROWS + 1) + 18,
        placeholder="",
    )
    with st.container(key="nur-schmal"):
        st.caption("Land, Seiten und Druck stehen weiter rechts: Die Tabelle lässt sich seitwärts schieben.")
    if opened is not None:
        address.go(quelle=rows[opened].programm.id)
        st.rerun()
    return [rows[row] for row in chosen]


def bar(chosen: list[DocumentHolding]) -> None:
    ids = [one.programm.id for one in chosen]
    with_pdf = [one.programm.id for one in chosen if one.zustand is not ProgrammState.WITHOUT_PDF]
    address.button(
        "Ansehen",
        {"quelle": ids[0] if ids else None},
        icon=":material/menu_book:",
        key="ansehen",
        help="Seite für Seite, mit den Passagen, die gefunden werden können",
        disabled=len(ids) != 1,
        type="primary",
    )
    st.button(
        "Einlesen",
        icon=":material/play_arrow:",
        disabled=not with_pdf,
        on_click=lambda: resources.context().own(ReadInJobs).start(with_pdf, Action.EINLESEN),
        key="einlesen",
        help="Liest ein, was neu oder geändert ist",
    )
    for dialog, label, icon, fits in (
        (Dialog.FASSUNG, "Neue Fassung", ":material/upload:", len(ids) == 1),
        (Dialog.ENTFERNEN, "Entfernen", ":material/delete:", bool(ids)),
    ):
        st.button(
            label,
            icon=icon,
            disabled=not fits,
            on_click=open_dialog,
            args=(dialog, ids),
            key=f"dialog_{dialog}",
        )
    st.caption(chosen_told(len(ids), "Quelle", "Quellen"), width="content")


def show_faults(context: Context) -> None:
    """What is wrong among the entries, and the way to be rid of it."""
    if not (found := context.registry.quellen_fehler):
        return
    st.markdown("Diese Einträge enthalten Fehler und fehlen deshalb in der Liste:")
    for message in found[:10]:
        st.error(plain(message), icon=":material/error:")
    if st.button("Fehlerhafte Einträge beiseitelegen", key="beiseite"):
        with failure_shown():
            aside = context.own_documents.set_aside()
            st.toast(f"Die fehlerhaften Einträge liegen jetzt in {plain(aside.name)}.")
            st.rerun()


# --- the page -----------------------------------------------------------------------------------------------

context = resources.context()
holdings = kept_documents(context)

if asked := address.get("quelle"):
    back()
    one = next((one for one in holdings if one.programm.id == asked), None)
    if one:
        show_one(context, one)
    else:
        st.title("Quelle nicht gefunden", anchor=False)
        st.info("Die Quelle dieser Adresse steht nicht im Register.", icon=":material/info:")
    st.stop()

with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    head("quellen", title="Quellen neben den Programmen", width="content")
    st.button(
        "Neue Quelle", icon=":material/add:", on_click=open_dialog, args=(Dialog.NEU,), key="neue_quelle"
    )
st.caption(INTRO)
show_faults(context)
progress(is_open)
if not holdings:
    st.info(
        "Hier ist noch nichts. „Neue Quelle“ nimmt ein PDF auf, aus einer Datei oder von einer Adresse.",
        icon=":material/info:",
    )
elif frage := ask_question():
    show_found(context, frage)
elif rows := ask_filter(context, holdings):
    above, below = st.container(horizontal=True, vertical_alignment="center"), st.container()
    with below:
        chosen = table(context, rows)
    with above:
        bar(chosen)
    for one in [one for one in (chosen or rows) if one.hinweise][:MOST_TOLD]:
        st.caption(f":material/info: {plain(f'{one.programm.name}: {joined(one.hinweise)}')}")
else:
    nothing_found("Zu diesen Filtern gibt es keine Quelle.", FILTERS)
show_dialog(context)
