"""Seite „Programme“: was bekannt, eingelesen und lesbar ist; einlesen, hochladen, Seite für Seite ansehen."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.base import formats
from core.base.models import gebiet_of
from core.features import hooks
from core.programme.context import Context
from core.programme.stock import Holding, ProgrammState
from core.search.kurzfassung import Themen
from pages.ui import address, resources
from pages.ui.filter_bar import Choice, Words, ask, nothing_found, row as row_of_filters
from pages.ui.kept import STATE, progress, state_of
from pages.ui.land import choose_land
from pages.ui.parts import head, is_dark
from pages.ui.plain_table import choosable, table_key
from pages.ui.programme import (
    TYP,
    Dialog,
    ansicht,
    back_button,
    bar,
    is_open,
    land_of,
    open_dialog,
    partei_of,
    show_dialog,
    show_own,
)
from pages.ui.text import joined, plain

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler

# --- the table of the registry and the stock, and what it amounts to ----------------------------------------

HEALTH = ["Ohne Text", "Erkannt", "Ohne Zuordnung"]
AMBER = {True: "#e5ab52", False: "#9a5b00"}
MOST_ROWS = 14
# So many rows are shown at once; the others are scrolled to.

COLUMNS = {
    "Partei": st.column_config.TextColumn(width=100),
    "Land": st.column_config.TextColumn(width=135),
    "Jahr": st.column_config.NumberColumn(width=55),
    "Gilt ab": st.column_config.DateColumn(format="DD.MM.YYYY", width=95),
    "Gilt bis": st.column_config.DateColumn(format="DD.MM.YYYY", width=95, help="Leer: gilt noch"),
    "Zustand": st.column_config.TextColumn(width=130),
    "Seiten": st.column_config.NumberColumn(width=65),
    "Passagen": st.column_config.NumberColumn(
        width=80, help="So viele Stücke Text, die bei einer Suche gefunden werden können"
    ),
    "Ohne Text": st.column_config.NumberColumn(
        width=85, help="Seiten, die nur ein Bild sind und sich nicht lesen ließen: oft Titel und Fotos"
    ),
    "Erkannt": st.column_config.NumberColumn(
        width=75, help="Seiten, deren Text durch Texterkennung aus einem Bild gewonnen ist"
    ),
    "Ohne Zuordnung": st.column_config.NumberColumn(
        width=125,
        help="Zeichen, die das PDF zeichnet, ohne zu sagen, welche Buchstaben es sind: meist Verzierungen",
    ),
}


def sum_of_counts(rows: Sequence[Holding]) -> str:
    """„25 von 139 Programmen eingelesen · 2.146 Seiten · 8.000 Passagen · 3 nicht lesbar“."""
    known = [row.zustand for row in rows]
    amiss = {
        "auffällig": sum(bool(row.stand and row.hinweise) for row in rows),
        "nicht lesbar": known.count(ProgrammState.UNLESBAR),
        "noch nicht eingelesen": known.count(ProgrammState.PDF_PRESENT),
        "ohne PDF": known.count(ProgrammState.WITHOUT_PDF),
    }
    return joined(
        [
            f"{formats.number(sum(zustand.is_indexed for zustand in known))} von "
            f"{formats.counted(len(rows), 'Programm', 'Programmen')} eingelesen",
            formats.counted(sum(row.seiten for row in rows), "Seite", "Seiten"),
            formats.counted(sum(row.chunks for row in rows), "Passage", "Passagen"),
            *(f"{formats.number(number)} {word}" for word, number in amiss.items() if number),
        ]
    )


def programme_table(context: Context, rows: Sequence[Holding]) -> list[Holding]:
    """Draws the Programme; returned are those that are chosen."""
    frame = pd.DataFrame([
        {
            "Name": row.programm.name,
            "Zustand": state_of(row),
            "Partei": partei_of(context, row.programm),
            "Land": land_of(context, row.programm),
            "Jahr": row.programm.jahr,
            "Seiten": row.seiten or None,
            "Passagen": row.chunks or None,
            "Ohne Text": row.ohne_text or None,
            "Erkannt": row.ocr or None,
            "Ohne Zuordnung": row.ohne_unicode or None,
            "Gilt ab": row.programm.gueltig_ab,
            "Gilt bis": row.programm.gueltig_bis,
        }
        for row in rows
    ])  # fmt: skip
    key = table_key("programme", (row.programm.id for row in rows))
    chosen, opened = choosable(
        frame.convert_dtypes(),
        key,
        "Programme",
        COLUMNS,
        [address.absolute(f"/programme?programm={row.programm.id}") for row in rows],
        first="Name",
        width=300,
        pinned=True,
        drawn=_styled(frame),
        height="content" if len(rows) <= MOST_ROWS else 35 * (MOST_ROWS + 1) + 18,
        placeholder="",
    )
    if opened is not None:
        address.go(programm=rows[opened].programm.id)
        st.rerun()
    return [rows[row] for row in chosen]


def _styled(table: pd.DataFrame) -> "Styler":
    """What is not in order is amber."""
    amber = f"color: {AMBER[is_dark()]}"
    numbers = ["Seiten", "Passagen", *HEALTH]
    table[numbers] = table[numbers].astype("Int64")
    return (
        table.style.format(precision=0, thousands=".", na_rep="", subset=numbers)
        .map(lambda value: "" if pd.isna(value) else amber, subset=HEALTH)
        .map(lambda value: amber if str(value)[0] in "⚠✗○" else "", subset=["Zustand"])
    )


# --- which Programme are listed. What is asked stands in the address, under names that stay -----------------

CONSPICUOUS = "auffällig"
FILTERS = (
    Words(placeholder="Name, Jahr, Dateiname …", width=230),
    Choice(
        "Partei",
        "partei",
        lambda rows: {
            row.programm.partei: resources.context().registry.parteien[row.programm.partei].name
            for row in rows
        },
    ),
    Choice("Art", "typ", TYP),
    Choice("Zustand", "zustand", [*STATE.values(), CONSPICUOUS]),
    Choice("Thema", "thema", lambda rows: Themen.of(resources.context()).names),
)


def ask_filter(context: Context, rows: Sequence[Holding]) -> list[Holding]:
    """The rows that are asked for. Values of the address that nobody knows filter nothing."""
    with row_of_filters("programme"):
        chosen = ask("programme", FILTERS, rows)
    zustand, themen = chosen["zustand"], Themen.of(context)
    return [
        row
        for row in rows
        if chosen["partei"] in (None, row.programm.partei)
        and chosen["typ"] in (None, row.programm.typ)
        and (row.hinweise if zustand == CONSPICUOUS else zustand in (None, STATE[row.zustand]))
        and (chosen["thema"] is None or themen.bears(row.programm.id, chosen["thema"]))
        and _says(context, chosen["suche"], row)
    ]


def _says(context: Context, suche: str, row: Holding) -> bool:
    """Whether all words of the search stand somewhere in what is known of the Programm."""
    programm = row.programm
    parts = (programm.name, programm.id, programm.pdf, programm.jahr, programm.hinweis)
    told = " ".join(map(str, (*parts, partei_of(context, programm), land_of(context, programm)))).casefold()
    return all(word in told for word in suche.casefold().split())


# --- the page -----------------------------------------------------------------------------------------------

panels: tuple[Callable[[Context, str | None, Callable[[str], None]], None], ...] = hooks("programme_panels")
context = resources.context()
stock = resources.stock()
holdings = stock.programme

if programm_id := address.get("programm"):
    back_button()
    chosen = next((row for row in holdings if row.programm.id == programm_id), None)
    if chosen:
        ansicht(context, chosen)
    else:
        st.title("Programm nicht gefunden", anchor=False)
        st.info(
            "Das Programm dieser Adresse steht nicht im Register. In der Liste finden Sie alle, die es gibt.",
            icon=":material/info:",
        )
    st.stop()

with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    head("programme", width="content")
    st.button(
        "Neues Programm",
        icon=":material/add:",
        on_click=open_dialog,
        args=(Dialog.NEU,),
        key="neues_programm",
    )
show_own(context)
gebiet = choose_land(context, stock, "programme")
for draw_panel in panels:
    draw_panel(context, gebiet, lambda programm_id: open_dialog(Dialog.HOCHLADEN, [programm_id]))
progress(is_open)
there = [row for row in holdings if gebiet in (None, gebiet_of(row.programm))]
# What can be read stands first; of most entries of the registry there is no PDF at the beginning.
rows = sorted(ask_filter(context, there), key=lambda row: row.zustand is ProgrammState.WITHOUT_PDF)
if rows:
    st.caption(sum_of_counts(rows))
    above, below = st.container(horizontal=True, vertical_alignment="center"), st.container()
    with below:
        gewaehlt = programme_table(context, rows)
    with above:
        bar(context, gewaehlt)
    # What could not be read as it should, of those that are chosen.
    for row in [row for row in gewaehlt if row.hinweise][:5]:
        st.caption(f":material/info: {plain(f'{row.programm.name}: {joined(row.hinweise)}')}")
elif not there:
    st.info(
        "Hier steht noch kein Programm im Register. Mit „Neues Programm“ nehmen Sie eines auf.",
        icon=":material/info:",
    )
else:
    nothing_found("Zu diesen Filtern gibt es kein Programm.", FILTERS)
show_dialog(context)
