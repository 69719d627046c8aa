"""A Programm page by page: the page with its Passagen framed, and beside it what is on it."""

from collections.abc import Mapping, Sequence
from urllib.parse import urlsplit

import pandas as pd
import streamlit as st

from core.context import Context
from core.german import formats
from core.index.stock import Holding
from core.models import Programm
from core.seiten.chunk_frames import ProgrammView, programm_view
from core.sources.antrag_fetch import load_fassungen
from pages.ui import address
from pages.ui.plain_table import BY_KEYBOARD, plain_table
from pages.ui.programme.filter import STATE, TYP, land_of, partei_of
from pages.ui.seite import seitenansicht
from pages.ui.shortened import programm_brief
from pages.ui.text import joined, plain

PASSAGEN, ABSCHNITTE, UNSICHER = "Passagen der Seite", "Abschnitte", "Unsicher gelesen"
SHOW = {"abschnitte": ABSCHNITTE, "unsicher": UNSICHER}
"""What is shown beside the page, by the word for it in the address."""

READING_QUALITY = (
    "Lesegüte: der Anteil der Sätze, die sich beim Einlesen sicher zusammensetzen ließen. Die anderen werden "
    "gefunden und gezeigt, aber keinem Modell vorgelegt und nicht zitiert. „Druck geprüft“: Zeilen aus "
    "der ganzen Datei wurden vom Bild der Seiten gelesen und mit dem Text der Datei verglichen."
)
INDENT = "\u2003"
TWO_LINES = 66
"""Pixels of a row of two lines; Streamlit breaks no line in a row of less than 64."""

TALLEST = 753
"""Pixels of a table: half a row is cut off, so that one sees there are more."""


def zurueck() -> None:
    st.button(
        "Zurück zur Liste",
        icon=":material/arrow_back:",
        type="tertiary",
        on_click=address.go,
        kwargs=dict.fromkeys(("programm", "seite", "zoom", "passagen", "zeige")),
        key="zurueck",
    )


def ansicht(context: Context, bestand: Holding) -> None:
    programm, asked = bestand.programm, address.get("seite")
    _head(context, bestand)
    framed = address.get("passagen") != "aus"
    blick = programm_view(context, programm, address.number("seite"), framed)
    if asked and asked != str(blick.blick.seite) and blick.blick.seitenzahl:
        st.info(plain(_missed(asked, blick)), icon=":material/info:")
    left, right = st.columns(2, gap="medium")
    with left:
        if blick.blick.seitenzahl:
            _chooser(blick, framed)
        seitenansicht(blick.blick)
    with right:
        _right(blick, framed)


def _head(context: Context, bestand: Holding) -> None:
    programm = bestand.programm
    st.title(plain(programm.name), anchor=False)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(plain(_details(context, bestand)), width="content")
        if bestand.stand:
            st.page_link(
                "suche.py",
                label="In diesem Programm suchen",
                icon=":material/search:",
                query_params={"programm": programm.id},
            )
        if programm.url:
            st.link_button("Quelle im Internet", programm.url, icon=":material/open_in_new:", type="tertiary")
    if told := joined([programm.hinweis, *bestand.hinweise, bestand.guete, bestand.druck]):
        st.caption(f":material/info: {plain(told)}", help=READING_QUALITY if bestand.guete else None)
    if origin := _origin(context, programm):
        st.caption(f":material/cloud_download: {plain(origin)}")
    programm_brief(context, programm.id, {"programm": programm.id})


def _details(context: Context, bestand: Holding) -> str:
    programm = bestand.programm
    until = f"bis {formats.day(programm.gueltig_bis)}" if programm.gueltig_bis else "bis heute"
    return joined([
        TYP[programm.typ],
        partei_of(context, programm),
        land_of(context, programm),
        f"gilt ab {formats.day(programm.gueltig_ab)} {until}",
        STATE[bestand.zustand],
        formats.counted(bestand.chunks, "Passage", "Passagen") if bestand.stand else None,
    ])  # fmt: skip


def _origin(context: Context, programm: Programm) -> str:
    """Where its PDF was fetched, and the doubt that somebody set aside; empty where it came by hand."""
    if not (kept := load_fassungen(context.settings, programm)):
        return ""
    latest = kept[-1]
    day, older = formats.day(latest.moment), len(kept) - 1
    return joined([
        f"Geholt am {day} von {urlsplit(latest.url).hostname}",
        f"Fundort: {latest.quelle}",
        f"Prüfsumme {latest.sha256[:12]}",
        f"trotzdem genommen: {latest.bestaetigt}" if latest.bestaetigt else None,
        formats.counted(older, "frühere Fassung", "frühere Fassungen") if older else None,
    ])  # fmt: skip


def _missed(asked: str, blick: ProgrammView) -> str:
    seite, last = blick.blick.seite, blick.blick.seitenzahl
    if address.number("seite"):
        size = formats.counted(last, "Seite", "Seiten")
        return f"Eine Seite {asked} gibt es nicht, das PDF hat {size}. Hier ist Seite {seite}."
    return f"„{asked}“ ist keine Seitenzahl. Hier ist Seite {seite}."


def _chooser(blick: ProgrammView, framed: bool) -> None:
    seite, last = blick.blick.seite, blick.blick.seitenzahl
    with st.container(horizontal=True, vertical_alignment="bottom"):
        # A page of its own for every widget: what the arrows do is never overwritten.
        st.number_input(
            "Seite der Datei",
            1,
            last,
            seite,
            key=f"gehe_zu_{seite}",
            on_change=lambda: address.go(seite=st.session_state[f"gehe_zu_{seite}"]),
            width=150,
        )
        st.session_state["zeige_passagen"] = framed
        st.toggle("Passagen zeigen", key="zeige_passagen", on_change=_toggle, disabled=not blick.chunks)


def _toggle() -> None:
    address.go(passagen=None if st.session_state["zeige_passagen"] else "aus")


def _right(blick: ProgrammView, framed: bool) -> None:
    if blick.gelesen is None:
        return
    choices = [PASSAGEN, ABSCHNITTE, *([UNSICHER] if blick.unsicher else [])]
    asked = SHOW.get(address.get("zeige"))
    st.session_state["programm_rechts"] = asked if asked in choices else PASSAGEN
    was = st.segmented_control(
        "Was zu sehen ist",
        choices,
        required=True,
        label_visibility="collapsed",
        key="programm_rechts",
        on_change=_show,
    )
    if was == ABSCHNITTE:
        _abschnitte(blick)
    elif was == UNSICHER:
        _unsure(blick, framed)
    else:
        _seite(blick, framed)


def _show() -> None:
    chosen = st.session_state["programm_rechts"]
    address.go(zeige=next((word for word, was in SHOW.items() if was == chosen), None))


def _seite(blick: ProgrammView, framed: bool) -> None:
    _state(blick)
    if here := sum(one.seite == blick.blick.seite for one in blick.unsicher):
        told = (
            "wurde nicht sicher gelesen und wird" if here == 1 else "wurden nicht sicher gelesen und werden"
        )
        where = " Auf der Seite rot hinterlegt." if framed else ""
        sentences = formats.counted(here, "Satz", "Sätze")
        st.caption(f":material/info: {plain(f'{sentences} dieser Seite {told} nicht zitiert.{where}')}")
    if blick.ueberschriften:
        with st.container(border=True, gap="xsmall"):
            st.caption("Überschriften")
            for heading in blick.ueberschriften:
                st.markdown(f"{INDENT * (heading.ebene - 1)}**{plain(heading.text)}**")
    for stelle in blick.chunks:
        with st.container(border=True, gap="xsmall"):
            pages = stelle.chunk.seiten
            over = f"Seiten {pages[0]} und {pages[-1]}" if len(pages) > 1 else None
            path = " › ".join(stelle.chunk.abschnitt)
            st.caption(plain(joined([f"Passage {stelle.nummer}", path, over])))
            st.markdown(plain(stelle.chunk.text))


def _state(blick: ProgrammView) -> None:
    """How well this page could be read."""
    assert blick.gelesen
    if blick.gelesen.bild_ohne_text:
        st.warning(
            "Auf dieser Seite ist ein Bild und kein lesbarer Text. Was darauf steht, wird nicht gefunden.",
            icon=":material/image:",
        )
    elif not blick.chunks:
        st.info("Von dieser Seite gibt es keine Passagen.", icon=":material/info:")
    if blick.gelesen.ocr:
        st.info(
            "Der Text dieser Seite stammt aus Texterkennung; einzelne Buchstaben können falsch sein.",
            icon=":material/document_scanner:",
        )


def _unsure(blick: ProgrammView, framed: bool) -> None:
    """The sentences that were not read with certainty; a row leads to its page."""
    where = "Auf der Seite" if framed else "Mit „Passagen zeigen“"
    st.caption(
        "Diese Sätze ließen sich beim Einlesen nicht sicher zusammensetzen. Sie werden gefunden und gezeigt, "
        f"aber keinem Modell vorgelegt und nicht zitiert. {where} sind sie rot hinterlegt."
    )
    _rows([{"Seite": one.seite, "Satz": one.text} for one in blick.unsicher], blick, "unsicher", TWO_LINES)


def _abschnitte(blick: ProgrammView) -> None:
    """The table of contents; a row leads to its page."""
    if not blick.abschnitte:
        st.info("In diesem Programm sind keine Überschriften erkannt.", icon=":material/info:")
        return
    rows: list[dict[str, str | int]] = [
        {"Abschnitt": INDENT * a.ebene + a.titel, "Seite": a.seite} for a in blick.abschnitte
    ]
    _rows(rows, blick, "abschnitte")


def _rows(
    rows: Sequence[Mapping[str, str | int]], blick: ProgrammView, name: str, row_height: int = 35
) -> None:
    """A table whose rows lead to their pages."""
    key = f"{name}_{blick.blick.programm_id}"
    st.dataframe(
        pd.DataFrame(rows),
        column_config={"Seite": st.column_config.NumberColumn(width=60, help="Seite der Datei")},
        hide_index=True,
        placeholder="–",
        row_height=row_height,
        height="content" if len(rows) * row_height <= TALLEST else TALLEST,
        on_select=lambda: _jump(rows, key),
        selection_mode="single-row",
        key=key,
        alt="Stellen und ihre Seiten",
    )
    viewer = address.absolute(f"/programme?programm={blick.blick.programm_id}")
    links = [f"{viewer}&seite={row['Seite']}" for row in rows]
    plain_table(pd.DataFrame(rows), name, "Stellen und ihre Seiten", links=links)
    st.caption(f"Wählen Sie eine Zeile in der ersten Spalte{BY_KEYBOARD}, um ihre Seite zu sehen.")


def _jump(rows: Sequence[Mapping[str, str | int]], key: str) -> None:
    for row in st.session_state[key].selection.rows:
        address.go(seite=rows[row]["Seite"])
