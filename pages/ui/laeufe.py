"""The Anträge that were checked: filtered, with their answers or as a table; what is done with them."""

from collections.abc import Sequence
from datetime import timedelta
from math import ceil

import pandas as pd
import streamlit as st

from core.assessment.lauf_files import file_name
from core.base import clock, formats
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.forget_antrag import KEPT
from core.runs.import_laeufe import read_export
from core.runs.lauf import LaufRow, Status
from core.runs.load_laeufe import Filter, Values
from core.runs.store import Runstore
from core.wortlaut.errors import DashboardError
from pages.ui import address
from pages.ui.filter_bar import Choice, Switch, Words, ask, row
from pages.ui.lauf_actions import DELETED, delete, export_menu
from pages.ui.menu import file_of
from pages.ui.plain_table import MOMENT, choosable, chosen_told, table_key
from pages.ui.text import joined, plain, show_failure
from pages.ui.words import (
    STATUS,
    answering_modell,
    cost_of,
    duration_of,
    land_name,
    modell_name,
    partei_shown,
    prompt_name,
    prompt_told,
    proven_of,
    status_of,
    titel_of,
)

NEWEST, NEAR = "neueste zuerst", "meiste nahe Stellen"
TABLE = "tabelle"
VIEWS = {"": "Nach Anträgen", TABLE: "Als Tabelle"}
PERIOD = {"heute": 1, "7 Tage": 7, "30 Tage": 30, "90 Tage": 90, "1 Jahr": 365}


FILTERS = (
    Words(width=150),
    Choice("Land", "land", lambda werte: sorted(werte.laender, key=land_name), 120, land_name),
    Choice("Modell", "modell", lambda werte: sorted(werte.modelle, key=modell_name), 140, modell_name),
    # From here on folded.
    Choice("Partei", "partei", lambda werte: sorted(werte.parteien, key=partei_shown), 120, partei_shown),
    Choice("Prompt", "prompt", lambda werte: sorted(werte.prompts, key=prompt_name), 120, prompt_name),
    Choice("Status", "status", tuple(STATUS.values()), 110),
    Choice("Zeitraum", "zeitraum", tuple(PERIOD), 95),
)
IN_VIEW = 3
ORDER = Choice("Reihenfolge", "reihenfolge", (NEWEST, NEAR), 165, empty=None)
DELETED_TOO = Switch("Gelöschte zeigen", "geloescht")


def ask_filter(werte: Values) -> tuple[Filter, bool]:
    """And whether the list is to begin with the Läufe that found a passage for the largest share of
    Forderungen. Names are shown; what is stored stands in the address."""
    order = [ORDER] if OFFLINE in werte.modelle else []
    further = [*FILTERS[IN_VIEW:], *order, DELETED_TOO]
    with row("laeufe", "xsmall"):
        chosen = ask("laeufe", FILTERS[:IN_VIEW], werte)
        active = sum(bool(address.get(one.name)) for one in further)
        label = f"Filter ({active})" if active else "Filter"
        with st.popover(label, icon=":material/filter_alt:", key="laeufe-weitere-filter"):
            chosen |= ask("laeufe", further, werte)
    filter = Filter(
        suche=chosen["suche"] or None,
        bundesland=chosen["land"],
        partei=chosen["partei"],
        modell=chosen["modell"],
        prompt_id=chosen["prompt"],
        status=next((key for key, word in STATUS.items() if word == chosen["status"]), None),
        von=clock.today() - timedelta(days=PERIOD[chosen["zeitraum"]] - 1) if chosen["zeitraum"] else None,
        geloescht=chosen["geloescht"],
    )
    return filter, chosen.get("reihenfolge") == NEAR


def as_table() -> bool:
    """Answers as a table, where several can be chosen; else each Antrag with its answers."""
    chosen = address.segments(
        "Ansicht",
        VIEWS,
        address.follow("laeufe", "ansicht", address.one_of("ansicht", VIEWS, ""), "seite"),
        help="In der Tabelle lassen sich Antworten auswählen: ausgeben, vergleichen, löschen",
    )
    return bool(chosen == TABLE)


def is_narrowed(filter: Filter) -> bool:
    return filter != Filter(geloescht=filter.geloescht)


# --- the table of Läufe, a page at a time, and those that run -----------------------------------------------

PRO_SEITE = 20
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
    "am": MOMENT,
}
KEPT_TOLD = (
    f"Gelöschte Läufe lassen sich {KEPT.days} Tage lang wiederherstellen. Danach werden sie mit ihren Texten "
    "endgültig gelöscht."
)


def is_empty(store: Runstore) -> bool:
    """Whether there is no Lauf, not even a deleted one."""
    return not (store.count_laeufe() or store.count_laeufe(Filter(geloescht=True)))


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
    """Draws the Läufe; returned are those that are chosen."""
    shown = [
        {
            "Antrag": titel_of(zeile),
            BACK_UNTIL: zeile.geloescht + KEPT if zeile.geloescht else None,
            "am": None if zeile.unlesbar else zeile.created,
            "Status": status_of(zeile),
            "Belegt": proven_of(zeile),
            NEAR_PLACES: zeile.abdeckung and round(zeile.abdeckung.nah / zeile.abdeckung.von, 3),
            "Modell": modell_name(answering_modell(zeile)),
            "Prompt": prompt_told(zeile.prompt_id, zeile.prompt_version),
            "Land": land_name(zeile.bundesland),
            "Antragsteller": ", ".join(partei_shown(one, zeile.bundesland) for one in zeile.antragsteller),
            "Drucksache": zeile.drucksache,
            "Dauer": duration_of(zeile),
            "Kosten": cost_of(zeile),
        }
        for zeile in zeilen
    ]
    empty = {
        NEAR_PLACES: not any(zeile.abdeckung for zeile in zeilen),
        BACK_UNTIL: not any(zeile.geloescht for zeile in zeilen),
    }
    shown = [{name: value for name, value in row.items() if not empty.get(name)} for row in shown]
    proven = st.column_config.TextColumn(
        # Wide enough for „9 von 11 (3 nicht geprüft)“, where there is such a one.
        width=180 if any(zeile.ungeprueft for zeile in zeilen) else 80,
        help="So viele der genannten Zitate stehen nachweislich im Programm",
    )
    frame, config = pd.DataFrame(shown), COLUMNS | {"Belegt": proven}
    key, links = key_of_table(zeilen), [address.absolute(f"/lauf?id={zeile.id}") for zeile in zeilen]
    chosen, opened = choosable(frame, key, "Läufe", config, links, first="Antrag", width=330)
    if opened is not None:
        st.switch_page("lauf.py", query_params={"id": zeilen[opened].id})
    return [zeilen[row] for row in chosen]


def key_of_table(zeilen: Sequence[LaufRow]) -> str:
    return table_key("laeufe", (zeile.id for zeile in zeilen))


def running_laeufe(store: Runstore) -> None:
    """What is being worked on, drawn anew by itself until it is done."""
    if running := _running(store):
        _show_running(store, {zeile.id for zeile in running})


@st.fragment(run_every=2.0)
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


# --- each Antrag that was checked, with its answers: by which model, and how much of it could be proved -----

AT_ONCE = 3
"""Answers that are shown without unfolding."""

MOST_COMPARED = 6


def antraege(groups: Sequence[Sequence[LaufRow]]) -> None:
    for laeufe in groups:
        with st.container(border=True, key=f"antrag-{laeufe[0].id}", gap="xsmall"):
            # What the Antrag is, and the two ways on from it.
            first = laeufe[0]
            movers = ", ".join(partei_shown(one, first.bundesland) for one in first.antragsteller)
            day = formats.day(first.datum) if first.datum else None
            with st.container(horizontal=True, vertical_alignment="center"):
                with st.container(gap=None, width="stretch"):
                    st.markdown(f"**{plain(titel_of(first))}**")
                    st.caption(plain(joined([first.drucksache, land_name(first.bundesland), movers, day])))
                answered = [one.id for one in laeufe if one.status is Status.FERTIG][:MOST_COMPARED]
                if len(answered) > 1 and (comparing := file_of("vergleich")):
                    st.page_link(
                        comparing,
                        label="Vergleichen",
                        icon=":material/compare:",
                        query_params={"laeufe": ",".join(answered)},
                    )
                if not first.unlesbar:
                    st.page_link(
                        "antrag.py",
                        label="Neu prüfen",
                        icon=":material/edit_document:",
                        query_params={"lauf": first.id},
                    )
            with_answer = [zeile for zeile in laeufe if not _is_without_answer(zeile)]
            shown = (with_answer or laeufe)[:AT_ONCE]
            for zeile in shown:
                _answer(zeile)
            if more := [zeile for zeile in laeufe if zeile not in shown]:
                with st.expander(
                    formats.counted(len(more), "weiterer Lauf", "weitere Läufe"), type="compact"
                ):
                    for zeile in more:
                        _answer(zeile)


def _is_without_answer(zeile: LaufRow) -> bool:
    """Ended before anything was answered, as where a limit of spending was reached."""
    ended = zeile.status in (Status.FEHLGESCHLAGEN, Status.ABGEBROCHEN)
    return ended and zeile.teile <= zeile.fehlgeschlagen


def _answer(zeile: LaufRow) -> None:
    proven = proven_of(zeile)
    told = joined(
        [
            f"{modell_name(answering_modell(zeile))}, {prompt_told(zeile.prompt_id, zeile.prompt_version)}",
            f"{proven} Zitaten belegt" if " von " in proven else proven,
            None if zeile.status is Status.FERTIG and not zeile.fehlgeschlagen else status_of(zeile),
            None if zeile.unlesbar else formats.day(zeile.created),
            cost_of(zeile),
        ]
    )
    st.page_link("lauf.py", label=plain(told), icon=":material/fact_check:", query_params={"id": zeile.id})


# --- what can be done with the chosen Läufe: open, compare, export, delete, restore; and reading some in ----

FOR_GOOD = (
    "Das lässt sich nicht rückgängig machen. Mit den Antworten und Zitaten gehen Urteile und Nachfragen, und "
    "der Antrag mit seinem PDF, wenn kein anderer Lauf dazu da ist."
)


def bar(context: Context, store: Runstore, gewaehlt: Sequence[LaufRow], geloescht: bool) -> None:
    """The buttons for what is chosen; those that do not fit it cannot be pressed."""
    ids = [zeile.id for zeile in gewaehlt]
    if st.button(
        "Lauf öffnen", type="primary", icon=":material/open_in_full:", disabled=len(ids) != 1, key="oeffnen"
    ):
        st.switch_page("lauf.py", query_params={"id": ids[0]})
    if (comparing := file_of("vergleich")) and st.button(
        "Vergleichen",
        icon=":material/compare:",
        disabled=not 2 <= len(ids) <= MOST_COMPARED,
        key="vergleichen",
        help="Zwei bis sechs Läufe nebeneinander",
    ):
        st.switch_page(comparing, query_params={"laeufe": ",".join(ids)})
    with st.popover("Exportieren", icon=":material/download:", disabled=not ids, key="exportieren"):
        named = [file_name(zeile.id, zeile.titel, zeile.drucksache) for zeile in gewaehlt]
        export_menu(context, ids, named[0] if len(named) == 1 else f"laeufe-{clock.today():%Y-%m-%d}")
    if geloescht:
        st.button(
            "Wiederherstellen",
            icon=":material/restore_from_trash:",
            disabled=not ids,
            on_click=_restore,
            args=(store, ids),
            key="wiederherstellen",
        )
        with st.popover(
            "Endgültig löschen …", icon=":material/delete_forever:", disabled=not ids, key="endgueltig"
        ):
            st.markdown(f"**{formats.counted(len(ids), 'Lauf', 'Läufe')} endgültig löschen?** {FOR_GOOD}")
            st.button(
                "Endgültig löschen",
                type="primary",
                on_click=_purge,
                args=(context, store, ids),
                key="endgueltig_loeschen",
            )
    else:
        st.button(
            "Löschen",
            icon=":material/delete:",
            disabled=not ids,
            on_click=delete,
            args=(store, ids),
            key="loeschen",
            help=f"Lässt sich {KEPT.days} Tage lang rückgängig machen",
        )
    st.caption(chosen_told(len(ids), "Lauf", "Läufe"), width="content")


def rueckgaengig(store: Runstore) -> None:
    """What was just deleted can be had back."""
    if ids := st.session_state.get(DELETED):
        with st.container(horizontal=True, vertical_alignment="center", border=True):
            told = f"{formats.counted(len(ids), 'Lauf', 'Läufe')} gelöscht."
            st.markdown(
                f":material/delete: {told} Mit „Gelöschte zeigen“ lässt sich das {KEPT.days} Tage lang "
                "zurücknehmen.",
                width="content",
            )
            st.button(
                "Rückgängig",
                icon=":material/undo:",
                on_click=_restore,
                args=(store, ids),
                type="tertiary",
                key="rueckgaengig",
            )


def einlesen(context: Context, store: Runstore) -> None:
    with st.popover("Einlesen", icon=":material/upload:", key="einlesen"):
        with st.form("einlesen_form", clear_on_submit=True, border=False):
            datei = st.file_uploader("Export von Läufen (JSON-Datei)", type=["json"], key="export_datei")
            sent = st.form_submit_button("Einlesen", key="einlesen_los")
        if sent and datei is None:
            st.warning("Wählen Sie zuerst eine Datei.", icon=":material/warning:")
        elif sent and datei is not None:
            try:
                with st.spinner("Die Zitate der Datei werden an den Programmen geprüft …"):
                    gelesen = read_export(store, datei.getvalue(), context)
            except DashboardError as error:
                show_failure(error)
                return
            known = (
                f", {formats.counted(gelesen.bekannt, 'war', 'waren')} schon da" if gelesen.bekannt else ""
            )
            st.success(
                f"{formats.counted(gelesen.neu, 'Lauf', 'Läufe')} eingelesen{known}.",
                icon=":material/check_circle:",
            )
            if gelesen.geloescht:
                st.info(
                    "Eigene Läufe, die Sie gelöscht haben, holt keine Datei zurück. Das geht mit „Gelöschte "
                    "zeigen“."
                )


def _purge(context: Context, store: Runstore, ids: Sequence[str]) -> None:
    store.purge(ids, context.settings.laeufe_dir)


def _restore(store: Runstore, ids: Sequence[str]) -> None:
    store.restore(ids)
    st.session_state.pop(DELETED, None)
