"""What the list of Läufe is filtered by. Every choice stands in the address."""

from datetime import date, timedelta
from typing import Any

import streamlit as st

from core.runs.lauf_filter import Filter, Values
from pages.ui import address
from pages.ui.list_words import STATUS

OPTIONS = {"land": "Land", "partei": "Partei", "modell": "Modell", "prompt": "Prompt"}
WIDTH = {
    "land": 100, "partei": 130, "modell": 150, "prompt": 110, "status": 130, "lesen": 120, "zeitraum": 110,
}  # fmt: skip
KEYS = ("suche", *OPTIONS, "status", "lesen", "zeitraum")
READ = {"zu lesen": True, "nichts zu lesen": False}
"""Whether a second model found quotes that do not go with their points."""
NEWEST, NEAR = "neueste zuerst", "meiste nahe Stellen"
PERIOD = {"heute": 1, "7 Tage": 7, "30 Tage": 30, "90 Tage": 90, "1 Jahr": 365}


def ask(werte: Values) -> Filter:
    """The labels of the options are what stands in the address, so they are the stored values."""
    values = dict(zip(OPTIONS, (werte.laender, werte.parteien, werte.modelle, werte.prompts), strict=True))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="laeufe-filter"):
        suche = st.text_input(
            "Suche",
            placeholder="Wörter, Nummer …",
            width=170,
            **_follow("suche", address.get("suche")),
        )
        chosen = {key: _choice(label, key, values[key]) for key, label in OPTIONS.items()}
        status = _choice("Status", "status", tuple(STATUS.values()))
        lesen = _choice("Bitte lesen", "lesen", tuple(READ))
        zeitraum = _choice("Zeitraum", "zeitraum", tuple(PERIOD))
        geloescht = st.toggle(
            "Gelöschte zeigen", width="content", **_follow("geloescht", address.is_on("geloescht"))
        )
    return Filter(
        suche=suche or None,
        bundesland=chosen["land"],
        partei=chosen["partei"],
        modell=chosen["modell"],
        prompt_id=chosen["prompt"],
        status=next((key for key, word in STATUS.items() if word == status), None),
        von=date.today() - timedelta(days=PERIOD[zeitraum] - 1) if zeitraum else None,
        lesen=READ[lesen] if lesen else None,
        geloescht=geloescht,
        hidden=False,
    )


def after_abdeckung() -> bool:
    """Is the list to begin with the Läufe that found a passage for the largest share of Forderungen?"""
    order = st.selectbox(
        "Reihenfolge",
        (NEWEST, NEAR),
        width=190,
        **_follow("reihenfolge", address.one_of("reihenfolge", (NEWEST, NEAR), NEWEST)),
    )
    return bool(order == NEAR)


def is_narrowed(filter: Filter) -> bool:
    return filter != Filter(geloescht=filter.geloescht, hidden=False)


def clear() -> None:
    """For a button: everything is shown again."""
    address.go(**dict.fromkeys((*KEYS, "seite")))


def _choice(label: str, key: str, options: tuple[str, ...]) -> str | None:
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
    return address.follow("laeufe", name, value, "seite")
