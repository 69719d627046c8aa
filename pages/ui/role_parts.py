"""On the page Einstellungen: what one may spend oneself; for who administers, all limits and the log."""

from functools import partial
from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from core.german import formats
from core.roles.rights import Action
from core.runs.spending import EVERYBODY, HIGHEST, Budget
from core.runs.workbook import Table, as_csv
from pages.ui import failure, person, resources
from pages.ui.plain_table import as_html
from pages.ui.text import plain

if TYPE_CHECKING:
    from core.runs.store import Runstore

SHOWN = 100
"""Deeds on the page; the file has all."""

LOG_NAME = "Protokoll der Handlungen"
LOG_HEAD = ("Wann", "Wer", "Was", "Objekt")
LOG_WHAT = (
    "Wer was wann getan hat. Die Datenbank lässt nur anhängen, nichts ändern und nichts löschen. Von einem "
    "Lauf oder Antrag steht hier nur die Kennung, auch wenn er gelöscht oder vergessen ist."
)
LIMITS_WHAT = (
    "So viel darf eine Person in einem Monat für Sprachmodelle ausgeben. Was vorher bekannt ist, wird vor "
    "dem Start damit verglichen; gezählt wird, was es wirklich kostet. Anfragen mit unbekanntem Preis zählen "
    "nicht mit. Eine eigene Grenze geht der gemeinsamen vor."
)


def show() -> None:
    """Nothing where nobody signs in."""
    who = person.here()
    if not who.key:
        return
    st.header("Ausgaben", anchor=False)
    st.markdown(_own(resources.store().budget_of(who.key)))
    if who.may(Action.LIMIT):
        _limits()
    if who.may(Action.WATCH):
        _log()


def _own(budget: Budget) -> str:
    spent = f"Sie haben in diesem Monat {formats.cost(budget.ausgegeben)} ausgegeben"
    if budget.rest is None:
        return f"{spent}; eine Grenze haben Sie nicht."
    return f"{spent}; von {formats.cost(budget.grenze)} bleiben Ihnen {formats.cost(budget.rest)}."


def _limits() -> None:
    store = resources.store()
    common = store.common_limit()
    st.caption(LIMITS_WHAT)
    told = formats.cost(common) if common is not None else "keine"
    st.markdown(f"Gemeinsame Grenze je Person: **{told}**")
    if budgets := store.list_budgets():
        st.html(as_html(pd.DataFrame(map(_row, budgets)), "Ausgaben und Grenzen", {}, ()))
    with (
        st.form("grenze", border=False, enter_to_submit=False),
        st.container(horizontal=True, vertical_alignment="bottom"),
    ):
        name = st.text_input("Person (leer: alle)", max_chars=200, key="grenze-person", width=320)
        usd = st.number_input(
            "US-Dollar im Monat (leer: keine Grenze)",
            0.0,
            HIGHEST,
            None,
            1.0,
            "%g",
            "grenze-usd",
            placeholder="keine",
            width=260,
        )
        sent = st.form_submit_button("Grenze setzen", key="grenze-setzen")
    if sent:
        with failure.shown():
            store.set_limit(name.strip().lower() or EVERYBODY, usd)
            st.rerun()


def _row(budget: Budget) -> dict[str, str]:
    return {
        "Person": budget.person,
        "In diesem Monat": formats.cost(budget.ausgegeben),
        "Grenze": formats.cost(budget.grenze) if budget.grenze is not None else "keine",
        "Anfragen ohne Preis": formats.number(budget.unbekannt),
    }


def _log() -> None:
    st.header(LOG_NAME, anchor=False)
    st.caption(LOG_WHAT)
    store = resources.store()
    deeds = store.list_deeds(SHOWN)
    rows = [
        dict(zip(LOG_HEAD, (formats.moment(one.created), one.wer, one.was, one.objekt), strict=True))
        for one in deeds
    ]
    st.html(as_html(pd.DataFrame(rows, columns=LOG_HEAD), LOG_NAME, {}, ()))
    total = store.count_deeds()
    if total > len(deeds):
        st.caption(plain(f"Die letzten {SHOWN} von {formats.number(total)}; alle stehen in der Datei."))
    st.download_button(
        "Alles als Tabelle (CSV)",
        partial(person.here().noted(Action.WATCH, LOG_NAME, log_file), store),
        file_name="handlungen.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="handlungen_csv",
    )


def log_file(store: "Runstore") -> bytes:
    deeds = store.list_deeds()
    rows = tuple((f"{one.created:%Y-%m-%d %H:%M:%S}", one.wer, one.was, one.objekt) for one in deeds)
    return as_csv(Table(LOG_NAME, LOG_HEAD, rows))
