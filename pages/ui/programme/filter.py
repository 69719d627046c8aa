"""Which Programme are listed. What is asked stands in the address, under names that stay."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from core.context import Context
from core.index.stock import Holding, ProgrammState
from core.models import Programm, Typ
from core.programme.registry import partei_name
from core.search.kurzfassung import bears, names_of, themen_of
from pages.ui import address

# --- how the stock is spoken of: a symbol and a word for each state -----------------------------------------

STATE = {
    ProgrammState.INDEXIERT: "eingelesen",
    ProgrammState.LIMITED: "nur zum Teil zitierbar",
    ProgrammState.PDF_PRESENT: "nicht eingelesen",
    ProgrammState.UNLESBAR: "nicht lesbar",
    ProgrammState.WITHOUT_PDF: "PDF fehlt",
}
SYMBOL = {
    ProgrammState.INDEXIERT: "✓",
    ProgrammState.LIMITED: "⚠",
    ProgrammState.PDF_PRESENT: "○",
    ProgrammState.UNLESBAR: "✗",
    ProgrammState.WITHOUT_PDF: "–",
}
TYP = {Typ.WAHLPROGRAMM: "Wahlprogramm", Typ.PARTEIPROGRAMM: "Parteiprogramm"}
UEBERALL = "überall gültig"


def state_of(bestand: Holding) -> str:
    """„✓ eingelesen“; what was read with gaps bears another sign."""
    symbol = "⚠" if bestand.stand and bestand.hinweise else SYMBOL[bestand.zustand]
    return f"{symbol} {STATE[bestand.zustand]}"


def land_of(context: Context, programm: Programm) -> str:
    return context.registry.parlamente[programm.bundesland].land if programm.bundesland else UEBERALL


def partei_of(context: Context, programm: Programm) -> str:
    return partei_name(context.registry, programm.partei, programm.bundesland)


# --- which Programme are listed. What is asked stands in the address, under names that stay -----------------

CONSPICUOUS, VALID_EVERYWHERE = "auffällig", "ueberall"
NAMES = ("suche", "land", "partei", "typ", "zustand", "thema")


def ask(context: Context, rows: Sequence[Holding]) -> list[Holding]:
    """The rows that are asked for. Values of the address that nobody knows filter nothing."""
    lands = {row.programm.bundesland or VALID_EVERYWHERE: land_of(context, row.programm) for row in rows}
    parteien = {row.programm.partei: context.registry.parteien[row.programm.partei].name for row in rows}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="programme-filter"):
        suche = st.text_input(
            "Suche",
            placeholder="Name, Jahr, Dateiname …",
            width=230,
            **address.follow("programme", "suche", address.get("suche")),
        )
        land = _choice("Land", lands)
        partei = _choice("Partei", parteien)
        typ = _choice("Art", TYP, "typ")
        zustand = _choice("Zustand", {name: name for name in [*STATE.values(), CONSPICUOUS]})
        themen = themen_of(context)
        thema = _choice("Thema", {name: name for name in names_of(themen)})
    return [
        row
        for row in rows
        if land in (None, row.programm.bundesland or VALID_EVERYWHERE)
        and partei in (None, row.programm.partei)
        and typ in (None, row.programm.typ)
        and _is_in(zustand, row)
        and (thema is None or bears(themen.get(row.programm.id, ()), thema))
        and _says(context, suche or "", row)
    ]


def clear() -> None:
    """For a button: everything is listed again."""
    address.go(**dict.fromkeys(NAMES))


def _choice(label: str, options: Mapping[Any, str], name: str = "") -> Any:
    """Values of the address and what they are called."""
    name = name or label.lower()
    asked = address.get(name)
    return st.selectbox(
        label,
        list(options),
        format_func=lambda value: options[value],
        placeholder="alle",
        width=180,
        **address.follow("programme", name, asked if asked in options else None),
    )


def _is_in(zustand: str | None, row: Holding) -> bool:
    if zustand == CONSPICUOUS:
        return bool(row.hinweise)
    return zustand in (None, STATE[row.zustand])


def _says(context: Context, suche: str, row: Holding) -> bool:
    """All the words, wherever they stand."""
    programm = row.programm
    parts = (programm.name, programm.id, programm.pdf, programm.jahr, programm.hinweis)
    told = " ".join(map(str, (*parts, partei_of(context, programm), land_of(context, programm)))).casefold()
    return all(word in told for word in suche.casefold().split())
