"""The table of Läufe, a page at a time, and those that run."""

import hashlib
from collections.abc import Sequence
from math import ceil
from typing import Any

import pandas as pd
import streamlit as st

from core.german import formats
from core.runs.forget_antrag import KEPT
from core.runs.lauf import LaufRow, Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from pages.ui import address
from pages.ui.list_words import cost_of, duration_of, modell_of, proven_of, status_of, titel_of
from pages.ui.plain_table import clicked, opening, plain_table
from pages.ui.shown_names import land_name, modell_name, partei_shown, prompt_told
from pages.ui.text import plain

PRO_SEITE = 20
EVERY = 2.0
NEAR_PLACES = "Nahe Stellen"
BACK_UNTIL = "Zurückholbar bis"
COLUMNS = {
    NEAR_PLACES: st.column_config.NumberColumn(
        format="percent",
        help="Ohne Sprachmodell: Anteil der Forderungen mit naher Stelle, über alle Parteien und Programme. "
        "Zustimmung oder Ablehnung sagt das nicht.",
    ),
    BACK_UNTIL: st.column_config.DateColumn(
        format="DD.MM.YYYY", help="Danach wird der Lauf mit seinen Texten endgültig gelöscht"
    ),
    "Antragsteller": st.column_config.TextColumn(width=130),
    "am": st.column_config.DatetimeColumn(format="DD.MM.YYYY, HH:mm", timezone="Europe/Berlin"),
}


KEPT_TOLD = (
    f"Gelöschte Läufe lassen sich {KEPT.days} Tage lang wiederherstellen. Danach werden sie mit ihren Texten "
    "endgültig gelöscht."
)


def is_empty(store: Runstore) -> bool:
    """Nothing there, nothing deleted either."""
    return not (store.count_laeufe() or store.count_laeufe(Filter(geloescht=True)))


def why_none(geloescht: bool) -> str:
    return "gelöscht" if geloescht else "mehr da: Alle sind gelöscht"


def place(total: int, one: str, many: str) -> tuple[int, int]:
    """How many are shown, and from which on: the page that is chosen below them."""
    pages = max(1, ceil(total / PRO_SEITE))
    seite = 1
    if pages > 1:
        with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
            st.caption(formats.counted(total, one, many))
            asked = min(address.number("seite") or 1, pages)
            seite = st.pagination(pages, width=360, **address.follow("laeufe", "seite", asked))
    return PRO_SEITE, (seite - 1) * PRO_SEITE


def table(zeilen: Sequence[LaufRow]) -> list[LaufRow]:
    """Those that are chosen."""
    shown = [_row(zeile) for zeile in zeilen]
    empty = {
        NEAR_PLACES: not any(zeile.abdeckung for zeile in zeilen),
        BACK_UNTIL: not any(zeile.geloescht for zeile in zeilen),
    }
    shown = [{name: value for name, value in row.items() if not empty.get(name)} for row in shown]
    frame, config = pd.DataFrame(shown), COLUMNS | {"Belegt": _proven(zeilen)}
    event = st.dataframe(
        frame,
        column_config=config | {"Antrag": opening(key_of(zeilen), 330)},
        hide_index=True,
        height="content",
        placeholder="–",
        on_select="rerun",
        selection_mode="multi-row",
        key=key_of(zeilen),
        alt="Läufe",
    )
    if (row := clicked(key_of(zeilen))) is not None:
        st.switch_page("lauf.py", query_params={"id": zeilen[row].id})
    links = [address.absolute(f"/lauf?id={zeile.id}") for zeile in zeilen]
    plain_table(frame, "laeufe", "Läufe", config, links)
    return [zeilen[row] for row in event.selection.rows]


def _proven(zeilen: Sequence[LaufRow]) -> Any:
    """Wide enough for „9 von 11 (3 nicht geprüft)“, where there is such a one."""
    return st.column_config.TextColumn(
        width=180 if any(zeile.ungeprueft for zeile in zeilen) else 80,
        help="So viele der genannten Zitate stehen nachweislich im Programm",
    )


def key_of(zeilen: Sequence[LaufRow]) -> str:
    """Other Läufe are another table: a choice of rows must never slip to other Läufe."""
    ids = ",".join(zeile.id for zeile in zeilen)
    return f"laeufe_{hashlib.sha256(ids.encode()).hexdigest()[:12]}"


def running_laeufe(store: Runstore) -> None:
    """What is being worked on, drawn anew by itself until it is done."""
    if running := _running(store):
        _show_running(store, {zeile.id for zeile in running})


@st.fragment(run_every=EVERY)
def _show_running(store: Runstore, seen: set[str]) -> None:
    zeilen = _running(store)
    if {zeile.id for zeile in zeilen} != seen:
        st.rerun(scope="app")
    for zeile in zeilen:
        st.page_link(
            "lauf.py",
            label=plain(f"{status_of(zeile)[2:]}: {titel_of(zeile)}"),
            icon=":material/progress_activity:",
            query_params={"id": zeile.id},
        )


def _running(store: Runstore) -> list[LaufRow]:
    return store.list_laeufe(Filter(status=Status.LAEUFT), limit=5)


def _row(zeile: LaufRow) -> dict[str, object]:
    return {
        "Antrag": titel_of(zeile),
        BACK_UNTIL: zeile.geloescht + KEPT if zeile.geloescht else None,
        "am": None if zeile.unlesbar else zeile.created,
        "Status": status_of(zeile),
        "Belegt": proven_of(zeile),
        NEAR_PLACES: zeile.abdeckung and round(zeile.abdeckung.nah / zeile.abdeckung.von, 3),
        "Modell": modell_name(modell_of(zeile)),
        "Prompt": prompt_told(zeile.prompt_id, zeile.prompt_version),
        "Land": land_name(zeile.bundesland),
        "Antragsteller": ", ".join(partei_shown(one, zeile.bundesland) for one in zeile.antragsteller),
        "Drucksache": zeile.drucksache,
        "Dauer": duration_of(zeile),
        "Kosten": cost_of(zeile),
    }
