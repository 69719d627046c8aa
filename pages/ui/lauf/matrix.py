"""The heart of a Lauf: a table of Forderungen and parties; a field leads to its quote and its page."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import streamlit as st

from core.assessment.forderungsmatrix import (
    ERKLAERUNG,
    LESART,
    Forderungsmatrix,
    Forderungszeile,
    Matrixzelle,
    Parteisumme,
    Zellstand,
    forderungsmatrix,
)
from core.assessment.lauf_view import Parteiansicht
from core.assessment.zitatbezug import KEINE, Stelle, Zitatbezug
from core.german import formats
from core.runs.lauf import Lauf
from pages.ui import adresse, farben
from pages.ui.text import plain

FRAGE = "Wer sagt was zu welcher Forderung?"
BEDIENUNG = (
    "Ein Feld führt zu seinem Zitat und dessen Seite. Mit der Tastatur: Pfeiltasten von Feld zu Feld, "
    "Eingabe öffnet."
)
HERE = Path(__file__).parent
OHNE = "ohne"
"""In the address: the quotes that answer no Forderung."""


class Feld(NamedTuple):
    zeichen: str
    art: str


FELDER = {
    Zellstand.STUETZT: Feld("+", "stuetzt"),
    Zellstand.WIDERSPRICHT: Feld("\N{MINUS SIGN}", "widerspricht"),
    Zellstand.BEIDES: Feld("±", "beides"),
    Zellstand.ANDERES: Feld("≠", "anderes"),
    Zellstand.OFFEN: Feld("?", "offen"),
    Zellstand.UNGEPRUEFT: Feld("○", "ungeprueft"),
    Zellstand.NAH: Feld("≈", "nah"),
    Zellstand.KEINE: Feld("", "keine"),
    Zellstand.KEINE_QUELLEN: Feld("", "keine"),
    Zellstand.FEHLT: Feld("", "keine"),
}

_matrix = st.components.v2.component(
    "forderungsmatrix",
    html='<div class="matrix" role="region" tabindex="0"></div>'
    '<button type="button" class="weiter" hidden>Zum gewählten Zitat</button>',
    css=(HERE / "matrix.css").read_text(encoding="utf-8"),
    js=(HERE / "matrix.js").read_text(encoding="utf-8"),
)


def matrix(
    lauf: Lauf, ansichten: Sequence[Parteiansicht], bezug: Mapping[Stelle, Zitatbezug], chosen: str
) -> None:
    """`chosen`: the party whose quotes are shown below."""
    found = forderungsmatrix(lauf, ansichten, bezug)
    st.header(FRAGE, anchor=False)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{BEDIENUNG}", width="stretch")
        _zeichen(found)
    _matrix(
        data=_data(found, ansichten, chosen), key="forderungsmatrix", on_feld_change=lambda: _choose(found)
    )


def gewaehlte_forderung(partei: str, bezug: Mapping[Stelle, Zitatbezug]) -> str | None:
    """The number that stands in the address, or `OHNE`, where the party has a quote to it."""
    asked = adresse.get("forderung")
    own = [one.forderungen for (whose, _), one in bezug.items() if whose == partei]
    has_any = () in own if asked == OHNE else any(asked in numbers for numbers in own)
    return asked if asked and has_any else None


def _choose(found: Forderungsmatrix) -> None:
    """What a browser sends is no more than a wish: only fields that can be chosen are."""
    sent = st.session_state["forderungsmatrix"].get("feld")
    for key, (partei, nummer, first) in _waehlbare(found).items():
        if key == sent:
            adresse.go(partei=partei, zitat=first, forderung=nummer, typ=None, seite=None)


def _waehlbare(found: Forderungsmatrix) -> dict[str, tuple[str, str, int]]:
    """Key of a field → party, number of the Forderung, its first quote."""
    fields = {
        _key(zeile.forderung.nummer, zelle.partei): (zelle.partei, zeile.forderung.nummer, zelle.zitate[0])
        for zeile in found.zeilen
        for zelle in zeile.zellen
        if zelle.zitate
    }
    none = {_key(OHNE, one.partei): (one.partei, OHNE, one.ohne[0]) for one in found.summen if one.ohne}
    return fields | none


def _key(nummer: str, partei: str) -> str:
    return f"{partei}|{nummer}"


def _data(found: Forderungsmatrix, ansichten: Sequence[Parteiansicht], chosen: str) -> dict[str, object]:
    dark = farben.is_dark()
    return {
        "name": FRAGE,
        "ecke": "Forderung",
        "waehlbar": bool(_waehlbare(found)),
        "parteien": [{"name": one.name, "farbe": farben.lesbar(one.farbe, dark)} for one in ansichten],
        "zeilen": [_row(zeile, found.parteien, chosen) for zeile in found.zeilen],
        "summen": _sums(found, chosen),
    }


def _row(zeile: Forderungszeile, parteien: Mapping[str, str], chosen: str) -> dict[str, object]:
    demand = zeile.forderung
    return {
        "nummer": demand.nummer,
        "einleitung": demand.einleitung,
        "text": demand.text,
        "zellen": [_cell(demand.nummer, zelle, parteien[zelle.partei], chosen) for zelle in zeile.zellen],
    }


def _cell(nummer: str, zelle: Matrixzelle, name: str, chosen: str) -> dict[str, object]:
    zeichen, art = FELDER[zelle.stand]
    quotes = formats.counted(len(zelle.zitate), "Zitat", "Zitate")
    about = f"Forderung {nummer}" if nummer else "Antrag"
    return {
        "key": _key(nummer, zelle.partei) if zelle.zitate else "",
        "zeichen": zeichen,
        "wort": str(zelle.stand),
        "zahl": quotes,
        "art": art,
        "titel": f"{name}, {about}: {zelle.stand}, {quotes} zeigen",
        "gewaehlt": bool(zelle.zitate) and zelle.partei == chosen and adresse.get("forderung") == nummer,
    }


def _sums(found: Forderungsmatrix, chosen: str) -> list[dict[str, object]]:
    rows: list[dict[str, object]] = [
        {"name": "Forderungen mit Stelle", "zellen": [{"wort": _found(one)} for one in found.summen]},
        {"name": "Belegte Zitate", "zellen": [{"wort": formats.number(one.zitate)} for one in found.summen]},
    ]
    if any(one.ohne for one in found.summen):
        cells = [_none(one, found.parteien[one.partei], chosen) for one in found.summen]
        rows.append({"name": f"… davon {KEINE[0].lower()}{KEINE[1:]}", "zellen": cells})
    return rows


def _found(summe: Parteisumme) -> str:
    """„4 von 9: 2 stützt, 1 widerspricht“; what was not checked is not counted apart."""
    judged = (Zellstand.STUETZT, Zellstand.WIDERSPRICHT, Zellstand.BEIDES)
    told = ", ".join(f"{summe.staende[one]} {one}" for one in judged if summe.staende.get(one))
    return f"{summe.mit} von {summe.von}{f': {told}' if told else ''}"


def _none(summe: Parteisumme, name: str, chosen: str) -> dict[str, object]:
    if not summe.ohne:
        return {"wort": "0"}
    quotes = formats.counted(len(summe.ohne), "Zitat", "Zitate")
    return {
        "key": _key(OHNE, summe.partei),
        "zeichen": "",
        "wort": quotes,
        "zahl": "",
        "art": "",
        "titel": f"{name}: {quotes} zu keiner Forderung zeigen",
        "gewaehlt": summe.partei == chosen and adresse.get("forderung") == OHNE,
    }


def _zeichen(found: Forderungsmatrix) -> None:
    shown = {zelle.stand for zeile in found.zeilen for zelle in zeile.zellen}
    with st.popover("Was die Felder heißen", icon=":material/help:", type="tertiary"):
        for stand in Zellstand:
            if stand in shown:
                sign = f"{FELDER[stand].zeichen} " if FELDER[stand].zeichen else ""
                st.markdown(f"**{plain(f'{sign}{stand}')}** {ERKLAERUNG[stand]}")
        st.markdown(LESART)
        st.page_link("methode.py", label="Wie das alles zustande kommt", icon=":material/menu_book:")
