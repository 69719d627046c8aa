"""The heart of a Lauf: a table of Forderungen and parties; a field leads to its quote and its page."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from core.assessment.forderung_matrix import (
    EXPLANATION,
    FOUND,
    READING,
    CellState,
    ForderungMatrix,
    ForderungRow,
    MatrixCell,
    ParteiSum,
    forderungsmatrix,
)
from core.assessment.lauf_view import LaufView, ParteiView
from core.assessment.zitat_reference import NO, ZitatReference
from core.citations.verdict import Place
from core.german import formats
from pages.ui import address, colors
from pages.ui.text import plain

FRAGE = "Wer sagt was zu welcher Forderung?"
OPERATION = (
    "Ein Feld führt zu seinem Zitat und dessen Seite. Mit der Tastatur: Pfeiltasten von Feld zu Feld, "
    "Eingabe öffnet."
)
HERE = Path(__file__).parent
WITHOUT = "ohne"
"""In the address: the quotes that answer no Forderung."""


class Field(NamedTuple):
    zeichen: str
    art: str


FIELDS = {
    CellState.STUETZT: Field("+", "stuetzt"),
    CellState.WIDERSPRICHT: Field("\N{MINUS SIGN}", "widerspricht"),
    CellState.BEIDES: Field("±", "beides"),
    CellState.ANDERES: Field("≠", "anderes"),
    CellState.OFFEN: Field("?", "offen"),
    CellState.UNGEPRUEFT: Field("○", "ungeprueft"),
    CellState.NEAR: Field("≈", "nah"),
    CellState.NO: Field("", "keine"),
    CellState.NO_QUELLEN: Field("", "keine"),
    CellState.FEHLT: Field("", "keine"),
}

_matrix = st.components.v2.component(
    "forderungsmatrix",
    html='<div class="matrix" role="region" tabindex="0"></div>'
    '<button type="button" class="weiter" hidden>Zum gewählten Zitat</button>',
    css=(HERE / "matrix.css").read_text(encoding="utf-8"),
    js=(HERE / "matrix.js").read_text(encoding="utf-8"),
)


def matrix(view: LaufView, chosen: str) -> None:
    """`chosen`: the party whose quotes are shown below."""
    found = forderungsmatrix(view)
    st.header(FRAGE, anchor=False)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(OPERATION, width="stretch")
        _letters(found)
    data = _data(found, view.parteien.values(), chosen)
    _matrix(data=data, key="forderungsmatrix", on_feld_change=lambda: _choose(found))


def chosen_forderung(partei: str, bezug: Mapping[Place, ZitatReference]) -> str | None:
    """The number that stands in the address, or `WITHOUT`, where the party has a quote to it."""
    asked = address.get("forderung")
    own = [one.forderungen for (whose, _), one in bezug.items() if whose == partei]
    has_any = () in own if asked == WITHOUT else any(asked in numbers for numbers in own)
    return asked if asked and has_any else None


def _choose(found: ForderungMatrix) -> None:
    """What a browser sends is no more than a wish: only fields that can be chosen are."""
    sent = st.session_state["forderungsmatrix"].get("feld")
    for key, (partei, nummer, first) in _choosable(found).items():
        if key == sent:
            address.go(partei=partei, zitat=first, forderung=nummer, typ=None, seite=None, abstimmung=None)


def _choosable(found: ForderungMatrix) -> dict[str, tuple[str, str, int]]:
    """Key of a field → party, number of the Forderung, its first quote."""
    fields = {
        _key(zeile.forderung.nummer, cell.partei): (cell.partei, zeile.forderung.nummer, cell.zitate[0])
        for zeile in found.zeilen
        for cell in zeile.zellen
        if cell.zitate
    }
    none = {_key(WITHOUT, one.partei): (one.partei, WITHOUT, one.ohne[0]) for one in found.summen if one.ohne}
    return fields | none


def _key(nummer: str, partei: str) -> str:
    return f"{partei}|{nummer}"


def _data(found: ForderungMatrix, views: Iterable[ParteiView], chosen: str) -> dict[str, object]:
    dark = colors.is_dark()
    return {
        "name": FRAGE,
        "ecke": "Forderung",
        "waehlbar": bool(_choosable(found)),
        "ziel": ".st-key-drei-spalten",
        "stelle": ".st-key-gewaehltes-zitat button",
        "spalten": [{"name": one.name, "farbe": colors.readable(one.farbe, dark)} for one in views],
        "zeilen": [_row(zeile, found.parteien, chosen) for zeile in found.zeilen],
        "summen": _sums(found, chosen),
    }


def _row(zeile: ForderungRow, parteien: Mapping[str, str], chosen: str) -> dict[str, object]:
    demand = zeile.forderung
    return {
        "nummer": demand.nummer,
        "einleitung": demand.einleitung,
        "text": demand.text,
        "zellen": [_cell(demand.nummer, cell, parteien[cell.partei], chosen) for cell in zeile.zellen],
    }


def _cell(nummer: str, cell: MatrixCell, name: str, chosen: str) -> dict[str, object]:
    zeichen, art = FIELDS[cell.stand]
    quotes = formats.counted(len(cell.zitate), "Zitat", "Zitate")
    about = f"Forderung {nummer}" if nummer else "Antrag"
    return {
        "key": _key(nummer, cell.partei) if cell.zitate else "",
        "zeichen": zeichen,
        "wort": str(cell.stand),
        "zahl": quotes,
        "art": art,
        "titel": f"{name}, {about}: {cell.stand}, {quotes} zeigen",
        "gewaehlt": bool(cell.zitate) and cell.partei == chosen and address.get("forderung") == nummer,
    }


def _sums(found: ForderungMatrix, chosen: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = [
        {"name": "Forderungen mit Stelle", "zellen": [{"wort": _found(one)} for one in found.summen]},
        {"name": "Belegte Zitate", "zellen": [{"wort": formats.number(one.zitate)} for one in found.summen]},
    ]
    if any(one.ohne for one in found.summen):
        cells = [_none(one, found.parteien[one.partei], chosen) for one in found.summen]
        rows.append({"name": f"… davon {NO[0].lower()}{NO[1:]}", "zellen": cells})
    return rows


def _found(sum_of_counts: ParteiSum) -> str:
    """„4 von 9: 2 stützt, 1 widerspricht, 1 nicht geprüft“; where nothing was checked, only the sum."""
    counted = {one: number for one in FOUND if (number := sum_of_counts.staende.get(one))}
    is_checked = counted.keys() - {CellState.UNGEPRUEFT, CellState.NEAR}
    told = ", ".join(f"{number} {one}" for one, number in counted.items())
    return f"{sum_of_counts.mit} von {sum_of_counts.von}{f': {told}' if is_checked else ''}"


def _none(sum_of_counts: ParteiSum, name: str, chosen: str) -> dict[str, object]:
    if not sum_of_counts.ohne:
        return {"wort": "0"}
    quotes = formats.counted(len(sum_of_counts.ohne), "Zitat", "Zitate")
    return {
        "key": _key(WITHOUT, sum_of_counts.partei),
        "zeichen": "",
        "wort": quotes,
        "zahl": "",
        "art": "",
        "titel": f"{name}: {quotes} zu keiner Forderung zeigen",
        "gewaehlt": sum_of_counts.partei == chosen and address.get("forderung") == WITHOUT,
    }


def _letters(found: ForderungMatrix) -> None:
    shown = {cell.stand for zeile in found.zeilen for cell in zeile.zellen}
    with st.popover("Was die Felder heißen", icon=":material/help:", type="tertiary"):
        for stand in CellState:
            if stand in shown:
                sign = f"{FIELDS[stand].zeichen} " if FIELDS[stand].zeichen else ""
                st.markdown(f"**{plain(f'{sign}{stand}')}** {EXPLANATION[stand]}")
        st.markdown(READING)
        st.page_link("methode.py", label="Wie das alles zustande kommt", icon=":material/menu_book:")
        st.page_link("glossar.py", label="Alle Wörter im Glossar", icon=":material/dictionary:")
