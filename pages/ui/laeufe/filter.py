"""What the list of Läufe is filtered by. Every choice stands in the address."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import streamlit as st

from core import clock
from core.llm.catalogue import OFFLINE
from core.runs.load_laeufe import Filter, Values
from pages.ui import address
from pages.ui.list_words import STATUS
from pages.ui.shown_names import land_name, modell_name, partei_shown, prompt_name

OPTIONS = {"land": "Land", "partei": "Partei", "modell": "Modell", "prompt": "Prompt"}
SHOWN: Mapping[str, Callable[[str], str]] = {
    "land": land_name,
    "partei": partei_shown,
    "modell": modell_name,
    "prompt": prompt_name,
}
WIDTH = {
    "land": 120, "partei": 120, "modell": 140, "prompt": 120, "status": 110, "zeitraum": 95,
}  # fmt: skip
KEYS = ("suche", *OPTIONS, "status", "zeitraum")
NEWEST, NEAR = "neueste zuerst", "meiste nahe Stellen"
TABLE = "tabelle"
VIEWS = {"": "Nach Anträgen", TABLE: "Als Tabelle"}
PERIOD = {"heute": 1, "7 Tage": 7, "30 Tage": 30, "90 Tage": 90, "1 Jahr": 365}


def ask(werte: Values) -> tuple[Filter, bool]:
    """And whether the list is to begin with the most near passages. Names are shown; what is stored stands in
    the address."""
    values = dict(zip(OPTIONS, (werte.laender, werte.parteien, werte.modelle, werte.prompts), strict=True))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall", key="laeufe-filter"):
        suche = st.text_input(
            "Suche",
            placeholder="Wörter, Nummer …",
            width=150,
            **_follow("suche", address.get("suche")),
        )
        chosen = {key: _choice(label, key, values[key], SHOWN[key]) for key, label in OPTIONS.items()}
        status = _choice("Status", "status", tuple(STATUS.values()))
        zeitraum = _choice("Zeitraum", "zeitraum", tuple(PERIOD))
        after_abdeckung = OFFLINE in werte.modelle and _after_abdeckung()
        geloescht = st.toggle(
            "Gelöschte zeigen", width="content", **_follow("geloescht", address.is_on("geloescht"))
        )
    filter = Filter(
        suche=suche or None,
        bundesland=chosen["land"],
        partei=chosen["partei"],
        modell=chosen["modell"],
        prompt_id=chosen["prompt"],
        status=next((key for key, word in STATUS.items() if word == status), None),
        von=clock.today() - timedelta(days=PERIOD[zeitraum] - 1) if zeitraum else None,
        geloescht=geloescht,
    )
    return filter, after_abdeckung


def _after_abdeckung() -> bool:
    """Is the list to begin with the Läufe that found a passage for the largest share of Forderungen?"""
    order = st.selectbox(
        "Reihenfolge",
        (NEWEST, NEAR),
        width=165,
        **_follow("reihenfolge", address.one_of("reihenfolge", (NEWEST, NEAR), NEWEST)),
    )
    return bool(order == NEAR)


def as_table() -> bool:
    """Answers as a table, where several can be chosen; else each Antrag with its answers."""
    chosen = st.segmented_control(
        "Ansicht",
        list(VIEWS),
        format_func=VIEWS.__getitem__,
        required=True,
        label_visibility="collapsed",
        help="In der Tabelle lassen sich Antworten auswählen: ausgeben, vergleichen, löschen",
        **address.follow("laeufe", "ansicht", address.one_of("ansicht", VIEWS, ""), "seite"),
    )
    return bool(chosen == TABLE)


def is_narrowed(filter: Filter) -> bool:
    return filter != Filter(geloescht=filter.geloescht)


def clear() -> None:
    """For a button: everything is shown again."""
    address.go(**dict.fromkeys((*KEYS, "seite")))


def _choice(label: str, key: str, options: tuple[str, ...], shown: Callable[[str], str] = str) -> str | None:
    return st.selectbox(
        label,
        sorted(options, key=shown) if key in SHOWN else options,
        index=None,
        format_func=shown,
        placeholder="alle",
        width=WIDTH[key],
        **_follow(key, address.one_of(key, options)),
    )


def _follow(name: str, value: object) -> dict[str, Any]:
    """Every change leads to the first page."""
    return address.follow("laeufe", name, value, "seite")
