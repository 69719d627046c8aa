"""What can be done with the chosen Läufe: open, compare, export, delete, restore; and reading some in."""

from collections.abc import Sequence

import streamlit as st

from core import clock
from core.context import Context
from core.errors import DashboardError
from core.german import formats
from core.runs.forget_antrag import KEPT
from core.runs.import_laeufe import read_export
from core.runs.lauf import LaufRow
from core.runs.store import Runstore
from pages.ui import failure
from pages.ui.lauf_actions import DELETED, delete, exportieren
from pages.ui.plain_table import BY_KEYBOARD

COMPARABLE = range(2, 7)
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
    if st.button(
        "Vergleichen",
        icon=":material/compare:",
        disabled=len(ids) not in COMPARABLE,
        key="vergleichen",
        help="Zwei bis sechs Läufe nebeneinander",
    ):
        st.switch_page("vergleich.py", query_params={"laeufe": ",".join(ids)})
    with st.popover("Exportieren", icon=":material/download:", disabled=not ids, key="exportieren"):
        exportieren(context, ids, f"laeufe-{clock.today():%Y-%m-%d}")
    if geloescht:
        st.button(
            "Wiederherstellen",
            icon=":material/restore_from_trash:",
            disabled=not ids,
            on_click=_restore,
            args=(store, ids),
            key="wiederherstellen",
        )
        _for_good(context, store, ids)
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
    st.caption(_chosen(len(ids)), width="content")


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
            _read_in(context, store, datei.getvalue())


def _read_in(context: Context, store: Runstore, data: bytes) -> None:
    try:
        with st.spinner("Die Zitate der Datei werden an den Programmen geprüft …"):
            gelesen = read_export(store, data, context)
    except DashboardError as error:
        failure.show(error)
        return
    known = f", {formats.counted(gelesen.bekannt, 'war', 'waren')} schon da" if gelesen.bekannt else ""
    st.success(
        f"{formats.counted(gelesen.neu, 'Lauf', 'Läufe')} eingelesen{known}.", icon=":material/check_circle:"
    )
    if gelesen.geloescht:
        st.info(
            "Eigene Läufe, die Sie gelöscht haben, holt keine Datei zurück. Das geht mit „Gelöschte zeigen“."
        )


def _for_good(context: Context, store: Runstore, ids: Sequence[str]) -> None:
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


def _purge(context: Context, store: Runstore, ids: Sequence[str]) -> None:
    store.purge(ids, context.settings.laeufe_dir)


def _restore(store: Runstore, ids: Sequence[str]) -> None:
    store.restore(ids)
    st.session_state.pop(DELETED, None)


def _chosen(number: int) -> str:
    if not number:
        return f"Wählen Sie Läufe in der ersten Spalte{BY_KEYBOARD}."
    return formats.counted(number, "Lauf gewählt", "Läufe gewählt")
