"""What can be done with the chosen Programme; what does not fit them cannot be pressed."""

from collections.abc import Sequence

import streamlit as st

from core.context import Context
from core.german import formats
from core.index.reading_jobs import PlannedLauf
from core.index.stock import Holding, ProgrammState
from pages.ui import address, resources
from pages.ui.click_column import BY_KEYBOARD
from pages.ui.programme.dialogues import Dialog, open_dialog

EINLESEN = "Liest ein, was neu oder geändert ist. Was sich nicht geändert hat, bleibt, wie es ist."
TO_READ_ANEW = (
    "Nimmt die Programme zuerst aus dem Index und liest sie dann von vorn ein, auch wenn sich nichts "
    "geändert hat. Bis ein Programm fertig ist, wird es nicht gefunden."
)
HERAUSNEHMEN = "Das Programm wird nicht mehr gefunden; sein PDF bleibt."
STREICHEN = "Nur was Sie hier selbst angelegt haben, lässt sich löschen; das PDF bleibt."


def bar(context: Context, gewaehlt: Sequence[Holding]) -> None:
    ids = [row.programm.id for row in gewaehlt]
    indexed = [row.programm.id for row in gewaehlt if row.stand]
    with_pdf = [row.programm.id for row in gewaehlt if row.zustand is not ProgrammState.WITHOUT_PDF]
    st.button(
        "Ansehen",
        type="primary",
        icon=":material/menu_book:",
        disabled=len(ids) != 1,
        on_click=address.go,
        kwargs={"programm": ids[0] if ids else None},
        key="ansehen",
        help="Seite für Seite, mit den Passagen, die gefunden werden können",
    )
    _start("Einlesen", ":material/play_arrow:", with_pdf, PlannedLauf.EINLESEN, EINLESEN)
    _start("Neu einlesen", ":material/replay:", indexed, PlannedLauf.NEU, TO_READ_ANEW)
    _ask("PDF hochladen", ":material/upload:", Dialog.HOCHLADEN, ids if len(ids) == 1 else [], None)
    _ask("Aus dem Index nehmen", ":material/remove_circle:", Dialog.HERAUSNEHMEN, indexed, HERAUSNEHMEN)
    own = set(context.registry.eigene)
    if ids and own.issuperset(ids):
        _ask("Löschen", ":material/delete:", Dialog.STREICHEN, ids, STREICHEN)
    st.caption(_chosen(len(ids)), width="content")


def _start(label: str, icon: str, ids: Sequence[str], vorhaben: PlannedLauf, help: str) -> None:
    st.button(
        label,
        icon=icon,
        disabled=not ids,
        on_click=lambda: resources.read_in_jobs().start(ids, vorhaben),
        key=vorhaben.name.lower(),
        help=help,
    )


def _ask(label: str, icon: str, dialog: Dialog, ids: Sequence[str], help: str | None) -> None:
    st.button(
        label,
        icon=icon,
        disabled=not ids,
        on_click=open_dialog,
        args=(dialog, ids),
        key=f"dialog_{dialog}",
        help=help,
    )


def _chosen(number: int) -> str:
    if not number:
        return f"Wählen Sie Programme in der ersten Spalte{BY_KEYBOARD}."
    return formats.counted(number, "Programm gewählt", "Programme gewählt")
