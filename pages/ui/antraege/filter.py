"""What the list of Anträge is filtered by. Every choice stands in the address."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from core.runs.antraege import ListingFilter, ListingValues
from pages.ui import address

WIDTH = {"parlament": 190, "art": 130, "wahlperiode": 130, "von": 190, "beschluss": 190, "geprueft": 140}
STEPS = {
    "Beschluss": "Beschl",
    "Beschlussempfehlung": "BeschlEmpf",
    "im Plenum beraten": "PlPr",
    "nichts bekannt": "",
}
ASSESSED = {"geprüft": True, "noch nicht geprüft": False}


def ask(values: ListingValues) -> ListingFilter:
    """What nobody lists filters nothing."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="antraege-filter"):
        suche = st.text_input(
            "Suche",
            placeholder="Wörter, Nummer …",
            width=190,
            **_follow("suche", address.get("suche")),
        )
        parlament = _choice("Parlament", "parlament", values.parlamente)
        typ = _choice("Art", "art", values.typen)
        period = _choice("Wahlperiode", "wahlperiode", [str(number) for number in values.wahlperioden])
        urheber = _choice("Fraktion", "von", values.urheber)
        schritt = _choice("Beschlossen", "beschluss", list(STEPS))
        geprueft = _choice("Geprüft", "geprueft", list(ASSESSED))
    return ListingFilter(
        suche=suche or "",
        typ=typ,
        wahlperiode=int(period) if period else None,
        urheber=urheber,
        parlament=parlament,
        schritt=STEPS[schritt] if schritt else None,
        geprueft=ASSESSED[geprueft] if geprueft else None,
    )


def clear() -> None:
    """For a button: everything is listed again."""
    address.go(**dict.fromkeys(("suche", *WIDTH, "seite")))


def _choice(label: str, key: str, options: Sequence[str]) -> str | None:
    return st.selectbox(
        label,
        options,
        index=None,
        placeholder="alle",
        width=WIDTH[key],
        **_follow(key, address.one_of(key, options)),
    )


def _follow(name: str, value: object) -> dict[str, Any]:
    """Every change leads to the first page."""
    return address.follow("antraege", name, value, "seite")
