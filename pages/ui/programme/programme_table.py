"""The table of the registry and the stock, and what it amounts to."""

import hashlib
from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.context import Context
from core.german import formats
from core.index.stock import INDEXED, Holding, ProgrammState
from pages.ui import address, colors
from pages.ui.plain_table import clicked, opening, plain_table
from pages.ui.programme.filter import land_of, partei_of, state_of
from pages.ui.text import joined, plain

HEALTH = ["Ohne Text", "Erkannt", "Ohne Zuordnung"]
AMBER = {True: "#e5ab52", False: "#9a5b00"}
MOST = 14
"""So many rows are shown at once; the others are scrolled to."""

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
            f"{formats.number(sum(zustand in INDEXED for zustand in known))} von "
            f"{formats.counted(len(rows), 'Programm', 'Programmen')} eingelesen",
            formats.counted(sum(row.seiten for row in rows), "Seite", "Seiten"),
            formats.counted(sum(row.chunks for row in rows), "Passage", "Passagen"),
            *(f"{formats.number(number)} {word}" for word, number in amiss.items() if number),
        ]
    )


def table(context: Context, rows: Sequence[Holding]) -> list[Holding]:
    """Those that are chosen."""
    frame = pd.DataFrame([_row(context, row) for row in rows])
    event = st.dataframe(
        _styled(frame.copy()),
        column_config=COLUMNS | {"Name": opening(_key(rows), 300, pinned=True)},
        hide_index=True,
        height="content" if len(rows) <= MOST else 35 * (MOST + 1) + 18,
        placeholder="",
        on_select="rerun",
        selection_mode="multi-row",
        key=_key(rows),
        alt="Programme",
    )
    if (row := clicked(_key(rows))) is not None:
        address.go(programm=rows[row].programm.id)
        st.rerun()
    links = [address.absolute(f"/programme?programm={row.programm.id}") for row in rows]
    plain_table(frame.convert_dtypes(), "programme", "Programme", COLUMNS, links)
    return [rows[row] for row in event.selection.rows]


def conspicuous(rows: Sequence[Holding]) -> None:
    """What could not be read as it should, of those that are chosen."""
    for row in [row for row in rows if row.hinweise][:5]:
        st.caption(f":material/info: {plain(f'{row.programm.name}: {joined(row.hinweise)}')}")


def _row(context: Context, row: Holding) -> dict[str, object]:
    programm = row.programm
    return {
        "Name": programm.name,
        "Zustand": state_of(row),
        "Partei": partei_of(context, programm),
        "Land": land_of(context, programm),
        "Jahr": programm.jahr,
        "Seiten": row.seiten or None,
        "Passagen": row.chunks or None,
        "Ohne Text": row.ohne_text or None,
        "Erkannt": row.ocr or None,
        "Ohne Zuordnung": row.ohne_unicode or None,
        "Gilt ab": programm.gueltig_ab,
        "Gilt bis": programm.gueltig_bis,
    }


def _styled(table: pd.DataFrame) -> Any:
    """What is not in order stands out by its colour, calmly."""
    amber = f"color: {AMBER[colors.is_dark()]}"
    numbers = ["Seiten", "Passagen", *HEALTH]
    table[numbers] = table[numbers].astype("Int64")
    return (
        table.style.format(precision=0, thousands=".", na_rep="", subset=numbers)
        .map(lambda value: "" if pd.isna(value) else amber, subset=HEALTH)
        .map(lambda value: amber if str(value)[0] in "⚠✗○" else "", subset=["Zustand"])
    )


def _key(rows: Sequence[Holding]) -> str:
    """Other Programme are another table: a choice of rows must never slip to others."""
    ids = ",".join(row.programm.id for row in rows)
    return f"programme_{hashlib.sha256(ids.encode()).hexdigest()[:12]}"
