"""What can be done with the chosen Programme; what does not fit them cannot be pressed."""

from collections.abc import Sequence

import streamlit as st

from core.context import Context
from core.german import formats
from core.index.reading_jobs import Vorhaben
from core.index.stock import Bestand, Programmzustand
from pages.ui import adresse, resources
from pages.ui.programme.dialoge import Dialog, open_dialog

EINLESEN = "Liest ein, was neu oder geändert ist. Was sich nicht geändert hat, bleibt, wie es ist."
NEU_EINLESEN = (
    "Nimmt die Programme zuerst aus dem Index und liest sie dann von vorn ein, auch wenn sich nichts "
    "geändert hat. Bis ein Programm fertig ist, wird es nicht gefunden."
)
HERAUSNEHMEN = "Das Programm wird nicht mehr gefunden; sein PDF bleibt."
STREICHEN = "Nur was Sie hier selbst angelegt haben, lässt sich löschen; das PDF bleibt."


def leiste(context: Context, gewaehlt: Sequence[Bestand]) -> None:
    ids = [row.programm.id for row in gewaehlt]
    indexed = [row.programm.id for row in gewaehlt if row.stand]
    with_pdf = [row.programm.id for row in gewaehlt if row.zustand is not Programmzustand.OHNE_PDF]
    st.button(
        "Ansehen",
        type="primary",
        icon=":material/menu_book:",
        disabled=len(ids) != 1,
        on_click=adresse.go,
        kwargs={"programm": ids[0] if ids else None},
        key="ansehen",
        help="Seite für Seite, mit den Passagen, die gefunden werden können",
    )
    _start("Einlesen", ":material/play_arrow:", with_pdf, Vorhaben.EINLESEN, EINLESEN)
    _start("Neu einlesen", ":material/replay:", indexed, Vorhaben.NEU, NEU_EINLESEN)
    _ask("PDF hochladen", ":material/upload:", Dialog.HOCHLADEN, ids if len(ids) == 1 else [], None)
    _ask("Aus dem Index nehmen", ":material/remove_circle:", Dialog.HERAUSNEHMEN, indexed, HERAUSNEHMEN)
    own = set(context.registry.eigene)
    if ids and own.issuperset(ids):
        _ask("Löschen", ":material/delete:", Dialog.STREICHEN, ids, STREICHEN)
    st.caption(_gewaehlt(len(ids)), width="content")


def _start(label: str, icon: str, ids: Sequence[str], vorhaben: Vorhaben, help: str) -> None:
    st.button(
        label,
        icon=icon,
        disabled=not ids,
        on_click=lambda: resources.einlesewerk().start(ids, vorhaben),
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


def _gewaehlt(number: int) -> str:
    if not number:
        return "Wählen Sie Programme in der ersten Spalte."
    return formats.counted(number, "Programm gewählt", "Programme gewählt")
