"""What can be done with the chosen Programme; what does not fit them cannot be pressed."""

from collections.abc import Sequence
from enum import StrEnum
from io import BytesIO

import streamlit as st

from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.index.reading_jobs import PlannedLauf
from core.index.stock import Holding, ProgrammState
from core.models import Programm
from pages.ui import address, failure, resources
from pages.ui.plain_table import BY_KEYBOARD
from pages.ui.programme import new_programm
from pages.ui.text import plain

# --- what is asked before something is done. An open dialog stays open while the page is drawn anew ---------

OFFEN = "programme_dialog"


class Dialog(StrEnum):
    NEU = "neu"
    HOCHLADEN = "hochladen"
    HERAUSNEHMEN = "herausnehmen"
    STREICHEN = "streichen"


def open_dialog(dialog: Dialog, ids: Sequence[str] = ()) -> None:
    st.session_state[OFFEN] = dialog, tuple(ids)


def is_open() -> bool:
    return OFFEN in st.session_state


def close() -> None:
    st.session_state.pop(OFFEN, None)


def show(context: Context) -> None:
    """The one that is open, if what it is about is still there."""
    dialog, ids = st.session_state.get(OFFEN, (None, ()))
    programme = [context.registry.programme[id] for id in ids if id in context.registry.programme]
    if dialog is Dialog.NEU:
        _new(context)
    elif dialog is Dialog.HOCHLADEN and programme:
        _upload(programme[0])
    elif dialog is Dialog.HERAUSNEHMEN and programme:
        _take_out(programme)
    elif dialog is Dialog.STREICHEN and programme:
        _strike(programme)


@st.dialog("Neues Programm", width="medium", on_dismiss=close)
def _new(context: Context) -> None:
    angaben = new_programm.felder(context)
    pdf = st.file_uploader("PDF", type=["pdf"], key="neu_pdf")
    message = st.container()
    if st.button("Aufnehmen und einlesen", type="primary", key="neu_aufnehmen"):
        with message, failure.shown():
            resources.read_in_jobs().register(angaben(), _data(pdf))
            _done()


@st.dialog("PDF hochladen", on_dismiss=close)
def _upload(programm: Programm) -> None:
    st.markdown(f"**{plain(programm.name)}**")
    st.caption("Ein PDF, das schon da ist, wird ersetzt. Danach wird das Programm gleich eingelesen.")
    pdf = st.file_uploader("PDF", type=["pdf"], key="hochladen_pdf")
    message = st.container()
    if st.button("Hochladen und einlesen", type="primary", key="hochladen_los"):
        with message, failure.shown():
            resources.read_in_jobs().replace_pdf(programm.id, _data(pdf))
            _done()


@st.dialog("Aus dem Index nehmen", on_dismiss=close)
def _take_out(programme: Sequence[Programm]) -> None:
    _name(programme)
    st.markdown(
        "Danach wird darin nichts mehr gefunden. Die PDFs bleiben; Sie können jederzeit neu einlesen."
    )
    _confirm("Aus dem Index nehmen", programme, PlannedLauf.HERAUSNEHMEN)


@st.dialog("Löschen", on_dismiss=close)
def _strike(programme: Sequence[Programm]) -> None:
    _name(programme)
    st.markdown("Aus der Liste und aus dem Index löschen? Die PDFs bleiben im Ordner.")
    _confirm("Löschen", programme, PlannedLauf.STREICHEN)


def _name(programme: Sequence[Programm]) -> None:
    for programm in programme[:8]:
        st.markdown(f"**{plain(programm.name)}**")
    if len(programme) > 8:
        st.markdown(f"und {formats.counted(len(programme) - 8, 'weiteres', 'weitere')}")


def _confirm(label: str, programme: Sequence[Programm], vorhaben: PlannedLauf) -> None:
    with st.container(horizontal=True):
        if st.button(label, type="primary", key="dialog_ja"):
            with failure.shown():
                resources.read_in_jobs().start([programm.id for programm in programme], vorhaben)
                _done()
        if st.button("Abbrechen", key="dialog_nein"):
            _done()


def _data(pdf: object) -> bytes:
    if not isinstance(pdf, BytesIO):
        raise EingabeError("Bitte wählen Sie zuerst das PDF.")
    return pdf.getvalue()


def _done() -> None:
    close()
    st.rerun()


# --- what can be done with the chosen Programme; what does not fit them cannot be pressed -------------------

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
