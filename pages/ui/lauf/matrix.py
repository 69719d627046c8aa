"""The heart of a Lauf: a table of Forderungen and parties; a field leads to its quote and its page."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from core.assessment.forderung_matrix import (
    EXPLANATION,
    READING,
    CellState,
    ForderungMatrix,
    MatrixCell,
    ParteiSum,
)
from core.assessment.forderung_pairs import NO, ZitatReference
from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import ParteiView
from core.base import formats
from core.features import hooks
from core.llm.verdict import Place
from core.programme.themen import themen
from pages.ui import address
from pages.ui.lauf.parteien import in_order
from pages.ui.lauf_panes import ended
from pages.ui.parts import is_dark, readable
from pages.ui.plain_table import as_html
from pages.ui.text import plain

FRAGE = "Wer sagt was zu welcher Forderung?"
OPERATION = (
    "Ein Feld führt zu seinem Zitat und dessen Seite. Unter der Tabelle steht, was das gewählte Feld heißt "
    "oder das, auf dem der Zeiger ist. Mit der Tastatur: Pfeiltasten von Feld zu Feld, Eingabe öffnet."
)
HERE = Path(__file__).parent
NOTHING = "·"
"""The sign where there is nothing to choose."""

MOST_LEVEL = 5
"""With more columns than that their nouns are turned."""

AGAINST = {CellState.WIDERSPRICHT, CellState.BEIDES, CellState.SAYS_NO, CellState.SAYS_BOTH}

COMPOUND = 10
"""Letters from which on a noun is taken for a compound."""

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
    CellState.SAYS_YES: Field("+", "sagt-ja"),
    CellState.SAYS_NO: Field("\N{MINUS SIGN}", "sagt-nein"),
    CellState.SAYS_BOTH: Field("±", "sagt-beides"),
    CellState.UNGEPRUEFT: Field("○", "ungeprueft"),
    CellState.NEAR: Field("≈", "nah"),
    CellState.NO: Field("", "keine"),
    CellState.NO_QUELLEN: Field("", "keine"),
    CellState.FEHLT: Field("", "keine"),
}

_matrix = st.components.v2.component(
    "forderungsmatrix",
    html='<div class="matrix" role="region" tabindex="0"></div>'
    '<button type="button" class="weiter">Zum gewählten Zitat</button><p class="was"></p>',
    css=(HERE / "stances.css").read_text(encoding="utf-8"),
    js="\n".join((HERE / name).read_text(encoding="utf-8") for name in ("fields.js", "stances.js")),
)


def matrix(view: LaufView, chosen: str) -> None:
    """`chosen`: the party whose quotes are shown above."""
    found = view.matrix
    with st.container(key="lauf-matrix", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="matrix-kopf"):
            st.header(FRAGE, anchor=False, width="content", help=OPERATION)
            shown = {cell.stand for zeile in found.zeilen for cell in zeile.zellen}
            with st.popover("Zeichen", icon=":material/help:", type="tertiary"):
                for stand in CellState:
                    if stand in shown:
                        sign = FIELDS[stand].zeichen or NOTHING
                        st.markdown(f"**{plain(f'{sign} {stand}')}** {EXPLANATION[stand]}")
                st.markdown(READING)
                st.page_link("methode.py", label="Wie das alles zustande kommt", icon=":material/menu_book:")
                st.page_link("glossar.py", label="Alle Wörter im Glossar", icon=":material/dictionary:")
            # The same in words, a line for each Forderung with its whole text.
            with st.popover(
                "In Worten",
                icon=":material/table:",
                type="tertiary",
                on_change="rerun",
                key="matrix-worte",
            ) as menu:
                if menu.open:
                    names = list(found.parteien.values())
                    rows = [
                        {
                            "Forderung": f"{zeile.forderung.nummer} {zeile.forderung.text}".strip(),
                            **{name: str(cell) for name, cell in zip(names, zeile.zellen, strict=True)},
                        }
                        for zeile in found.zeilen
                    ]
                    st.html(as_html(pd.DataFrame(rows), FRAGE, {}, []))
            tools: tuple[Callable[[LaufView], None], ...] = hooks("matrix_tools")
            for draw in tools:
                draw(view)
            contradicted = tuple(
                zeile for zeile in found.zeilen if any(cell.stand in AGAINST for cell in zeile.zellen)
            )
            if 0 < len(contradicted) < len(found.zeilen):
                asked = address.is_on("widersprueche")
                if st.toggle("nur Widersprüche", **address.follow("matrix", "widersprueche", asked)):
                    found = replace(found, zeilen=contradicted)
        data = _data(found, in_order(view), chosen)
        _matrix(data=data, key="forderungsmatrix", on_feld_change=lambda: _choose(found))


def chosen_forderung(partei: str, bezug: Mapping[Place, ZitatReference]) -> str | None:
    """The number that stands in the address, or `WITHOUT`, where the party has a quote to it."""
    asked = address.get("forderung")
    own = [one.forderungen for (whose, _), one in bezug.items() if whose == partei]
    has_any = () in own if asked == WITHOUT else any(asked in numbers for numbers in own)
    return asked if asked and has_any else None


def art_of(found: ForderungMatrix, partei: str, nummer: str) -> str:
    """How the field looks."""
    cells = (cell for zeile in found.zeilen if zeile.forderung.nummer == nummer for cell in zeile.zellen)
    return next((FIELDS[cell.stand].art for cell in cells if cell.partei == partei), "keine")


def _choose(found: ForderungMatrix) -> None:
    """A browser may send anything: only a field that can be chosen counts."""
    sent = st.session_state["forderungsmatrix"].get("feld")
    # Key of a field → party, number of the Forderung, its first quote.
    fields = {
        _key(zeile.forderung.nummer, cell.partei): (cell.partei, zeile.forderung.nummer, cell.zitate[0])
        for zeile in found.zeilen
        for cell in zeile.zellen
        if cell.zitate
    }
    none = {_key(WITHOUT, one.partei): (one.partei, WITHOUT, one.ohne[0]) for one in found.summen if one.ohne}
    for key, (partei, nummer, first) in (fields | none).items():
        if key == sent:
            address.go(partei=partei, zitat=first, forderung=nummer, typ=None, seite=None, **ended())


def _key(nummer: str, partei: str) -> str:
    return f"{partei}|{nummer}"


def _data(found: ForderungMatrix, views: Iterable[ParteiView], chosen: str) -> dict[str, object]:
    """`was`: the line below it while no field is pointed at: the chosen field, else the first."""
    dark = is_dark()
    rows: list[dict[str, Any]] = [
        {
            "name": one.name,
            "farbe": readable(one.farbe, dark),
            "gewaehlt": one.partei == chosen,
            "zellen": [
                _cell(zeile.forderung.nummer, zeile.zellen[place], one.name, chosen) for zeile in found.zeilen
            ],
            "summe": _sum(found.summen[place], one.name, chosen),
        }
        for one in views
        for place in (list(found.parteien).index(one.partei),)
    ]
    columns = []
    forderungen = [zeile.forderung for zeile in found.zeilen]
    for forderung, noun in zip(forderungen, nouns_of([one.text for one in forderungen]), strict=True):
        nummer, lead = forderung.nummer, forderung.einleitung
        text = f"{forderung.text} (Einleitung: „{lead}“)" if lead else forderung.text
        columns.append({
            "name": nummer or "Antrag",
            "wort": noun if nummer else "",
            "titel": f"Forderung {nummer}: {text}" if nummer else text,
        })  # fmt: skip
    place, here = next(
        ((place, cell) for row in rows for place, cell in enumerate(row["zellen"]) if cell["gewaehlt"]),
        (0, rows[0]["zellen"][0]),
    )
    meanings = {str(stand): EXPLANATION[stand] for stand in CellState}
    return {
        "name": FRAGE,
        "ecke": "Partei",
        "rand": "Zitate",
        "spalten": columns,
        "zeilen": rows,
        "gedreht": len(columns) > MOST_LEVEL,
        "worte": meanings,
        "was": f"{columns[place]['titel']}\n{here['titel']}. {meanings[here['wort']]}",
    }


def nouns_of(texts: Sequence[str]) -> list[str]:
    """What sets each demand apart from the others, „Ombudsstellen“; „“ where no noun does.

    A long one is a compound and tells more; of several the first.
    """
    folded = [one.casefold() for one in texts]

    def rank(noun: str, text: str) -> tuple[int, bool, int]:
        stem = noun.casefold().rstrip("ens")
        return sum(stem in one for one in folded), len(noun) < COMPOUND, text.find(noun)

    nouns = [min(themen([text]), key=lambda noun: rank(noun, text), default="") for text in texts]
    return [noun if nouns.count(noun) == 1 else "" for noun in nouns]


def _cell(nummer: str, cell: MatrixCell, name: str, chosen: str) -> dict[str, Any]:
    zeichen, art = FIELDS[cell.stand]
    quotes = formats.counted(len(cell.zitate), "Zitat", "Zitate")
    about = f"Forderung {nummer}" if nummer else "Antrag"
    return {
        "key": _key(nummer, cell.partei) if cell.zitate else "",
        "zeichen": zeichen or NOTHING,
        "wort": str(cell.stand),
        "art": art,
        "titel": f"{name}, {about}: {cell.stand}{f', {quotes}' if cell.zitate else ''}",
        "gewaehlt": bool(cell.zitate) and cell.partei == chosen and address.get("forderung") == nummer,
    }


def _sum(total: ParteiSum, name: str, chosen: str) -> dict[str, object]:
    """All quotes of a party: one may stand for several Forderungen, so the cells need not add up to it."""
    quotes = formats.counted(total.zitate, "Zitat", "Zitate")
    none = f", davon {formats.number(len(total.ohne))} {NO[0].lower()}{NO[1:]}" if total.ohne else ""
    return {
        "key": _key(WITHOUT, total.partei) if total.ohne else "",
        "zeichen": formats.number(total.zitate),
        "wort": "",
        "art": "",
        "titel": f"{name}: {quotes}{none}. Ein Zitat kann zu mehreren Forderungen gehören.",
        "gewaehlt": total.partei == chosen and address.get("forderung") == WITHOUT,
    }
