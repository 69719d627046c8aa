"""What can be searched: Länder by parties, and what could not be read as it should."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.context import Context
from core.german import formats
from core.index.stock import (
    INDEXED,
    Field,
    GebietHolding,
    Holding,
    Matrix,
    ProgrammState,
    coverage,
    matrix,
    without_invented,
)
from core.models import ERFUNDEN, GEBIETE
from core.programme.registry import partei_name
from pages.ui.plain_table import plain_table
from pages.ui.text import joined, plain

LETTERS = {
    ProgrammState.INDEXIERT: "✓",
    ProgrammState.LIMITED: "⚠",
    ProgrammState.PDF_PRESENT: "PDF",
    ProgrammState.UNLESBAR: "✗",
    ProgrammState.WITHOUT_PDF: "–",
}
REAL = set(GEBIETE) - {ERFUNDEN}
WHAT = "Durchsuchbare Programme je Land und Partei"
ONLY_EXAMPLE = (
    "Durchsuchbar ist bisher nur das erfundene Beispielland. Echte Programme lesen Sie unter „Programme“ ein."
)
LEGEND = (
    "✓ mit Jahr: durchsuchbar · PDF: liegt da, ist aber nicht eingelesen · ✗: nicht lesbar · "
    "–: PDF fehlt · ?: nicht im Register · leer: dort nicht im Parlament. Gezeigt ist, was heute gilt. "
    "Ein Klick auf ein Feld zeigt, welches Programm es ist."
)


def in_short(context: Context, stock: Sequence[GebietHolding]) -> None:
    """A line for what is there, one for what is not; the whole table for who unfolds it."""
    st.markdown(f"**{plain(_summary(stock))}**")
    told, nothing = [], []
    for gebiet in filter(REAL.__contains__, GEBIETE):
        found = coverage(context, gebiet)
        ready, total = len(found.parteien), len(found.parteien) + len(found.missing)
        told += [f"{found.name}: {ready} von {total}"] if ready else []
        nothing += [] if ready else [found.name]
    if told:
        st.markdown(plain(f"Wahlprogramme, die heute gelten: {joined(told)}"))
    if nothing:
        st.markdown(plain(f"Noch nichts eingelesen: {', '.join(nothing)}."))
    with st.expander("Alle Länder und Parteien als Tabelle", type="compact", icon=":material/table:"):
        bestandsmatrix(context, stock)


def bestandsmatrix(context: Context, stock: Sequence[GebietHolding]) -> None:
    """The real Länder and parties, and the fictional ones; folded what cannot be searched, or is invented."""
    real, invented = without_invented(matrix(stock, context.registry), context.registry)
    st.caption(_summary(stock))
    st.caption(LEGEND)
    if any(teil.count(*INDEXED) for teil in stock if teil.gebiet in REAL):
        _matrix(context, real, "bestandsmatrix")
        with st.expander("Das erfundene Beispielland", type="compact"):
            _matrix(context, invented, "beispielmatrix")
    else:
        st.markdown(ONLY_EXAMPLE)
        _matrix(context, invented, "beispielmatrix")
        with st.expander("Bund und Länder: noch nichts eingelesen", type="compact"):
            _matrix(context, real, "bestandsmatrix")


def _matrix(context: Context, shown: Matrix, key: str) -> None:
    table = _table(context, shown)
    event = st.dataframe(
        table,
        column_config={"Land": st.column_config.TextColumn(pinned=True, width=180)},
        hide_index=True,
        placeholder="–",
        height="content",
        row_height=29,
        on_select="rerun",
        selection_mode="single-cell",
        key=key,
        alt=WHAT,
    )
    plain_table(table, key, WHAT)
    for row, column in event.selection.cells[:1]:
        if column != "Land":
            partei = shown.parteien[list(table.columns).index(column) - 1]
            _details(context, shown.zeilen[row].name, partei, shown.zeilen[row].felder.get(partei))


def of_land(context: Context, land: str) -> None:
    """How much of one Land can be searched, and whose Programm is missing."""
    found = coverage(context, land)
    ready, total = len(found.parteien), len(found.parteien) + len(found.missing)
    told = (
        f"Wahlprogramme, die heute gelten: {formats.number(ready)} von {formats.number(total)} durchsuchbar."
    )
    lack = f" Es fehlen: {', '.join(found.names)}." if found.names else ""
    st.markdown(f"**{plain(found.name)}**, zuletzt gefragt: {plain(told + lack)}")


def hinweise(stock: Sequence[GebietHolding]) -> None:
    """What could not be read as it should; nothing where all is well."""
    notes = [(b.programm.name, note) for teil in stock for b in teil.programme for note in b.hinweise]
    if notes:
        with st.expander(f"Beim Einlesen aufgefallen ({formats.number(len(notes))})", icon=":material/info:"):
            st.markdown("\n".join(f"- {plain(name)}: {plain(note)}" for name, note in notes))


def _summary(stock: Sequence[GebietHolding]) -> str:
    ready = sum(teil.count(*INDEXED) for teil in stock)
    known = sum(len(teil.programme) for teil in stock)
    return joined(
        [
            f"{formats.number(ready)} von {formats.counted(known, 'Programm', 'Programmen')} durchsuchbar",
            formats.counted(sum(teil.seiten for teil in stock), "Seite", "Seiten"),
            formats.counted(sum(teil.chunks for teil in stock), "Passage", "Passagen"),
        ]
    )


def _table(context: Context, shown: Matrix) -> pd.DataFrame:
    names = {partei: partei_name(context.registry, partei) for partei in shown.parteien}
    rows = [
        {
            "Land": zeile.name,
            **{names[p]: _cell(zeile.felder.get(p)) for p in shown.parteien},
        }
        for zeile in shown.zeilen
    ]
    return pd.DataFrame(rows)


def _cell(feld: Field | None) -> str:
    if feld is None:
        return ""
    if feld.bestand is None:
        return "?"
    sign = LETTERS[feld.bestand.zustand]
    return f"{sign} {feld.bestand.programm.jahr}" if feld.bestand.zustand in INDEXED else sign


def _details(context: Context, land: str, partei: str, feld: Field | None) -> None:
    name = partei_name(context.registry, partei)
    if feld is None:
        told = f"{name}, {land}: nicht im Parlament, und kein Wahlprogramm im Register"
    elif feld.bestand is None:
        told = f"{name}, {land}: Im Register steht kein Programm, das heute gilt."
    else:
        told = _told(feld.bestand)
    st.info(plain(told), icon=":material/description:")


def _told(bestand: Holding) -> str:
    programm = bestand.programm
    until = f"bis {formats.day(programm.gueltig_bis)}" if programm.gueltig_bis else "bis heute"
    return joined([
        programm.name,
        str(bestand.zustand),
        f"gültig seit {formats.day(programm.gueltig_ab)} {until}",
        formats.counted(bestand.seiten, "Seite", "Seiten") if bestand.stand else f"Dateiname: {programm.pdf}",
    ])  # fmt: skip
