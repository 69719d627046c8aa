"""What is asked before a document is kept, renewed or removed."""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import Any

import streamlit as st

from core.base.errors import EingabeError
from core.base.models import GEBIETE
from core.features.documents.keep import ART, Given, is_address, keep, renew
from core.programme.context import Context
from core.programme.reading_jobs import Action, ReadInJobs
from core.programme.registering import DocumentDetails
from core.wortlaut.records import Art, Quelldokument
from pages.ui import resources
from pages.ui.text import failure_shown, plain

OPEN = "quellen_dialog"
FETCHING = "Das Dokument wird geholt und geprüft …"


class Dialog(StrEnum):
    NEU = "neu"
    FASSUNG = "fassung"
    ENTFERNEN = "entfernen"


def open_dialog(dialog: Dialog, ids: Sequence[str] = ()) -> None:
    st.session_state[OPEN] = dialog, tuple(ids)


def is_open() -> bool:
    return OPEN in st.session_state


def show_dialog(context: Context) -> None:
    """The one that is open, if what it is about is still there."""
    dialog, ids = st.session_state.get(OPEN, (None, ()))
    found = [context.registry.quellen[id] for id in ids if id in context.registry.quellen]
    if dialog is Dialog.NEU:
        _new(context)
    elif dialog is Dialog.FASSUNG and found:
        _version(context, found[0])
    elif dialog is Dialog.ENTFERNEN and found:
        _remove(found)


def _close() -> None:
    st.session_state.pop(OPEN, None)


def _done() -> None:
    _close()
    st.rerun()


@st.dialog("Neue Quelle", width="medium", on_dismiss=_close)
def _new(context: Context) -> None:
    details = _fields(context)
    given = _pdf("neu")
    message = st.container()
    if st.button("Aufnehmen und einlesen", type="primary", key="quelle_aufnehmen"):
        with message, failure_shown(), st.spinner(FETCHING):
            found = keep(context, details(), given())
            context.own(ReadInJobs).start([found.id], Action.EINLESEN)
            _done()


def _fields(context: Context) -> Callable[[], DocumentDetails]:
    registry = context.registry
    name = st.text_input(
        "Name, unter dem sie zitiert wird", key="quelle_name", placeholder="Koalitionsvertrag NRW 2022"
    )
    left, middle, right = st.columns(3)
    art = left.selectbox("Art", list(Art), index=0, format_func=ART.__getitem__, key="quelle_art")
    day = middle.text_input("Datum (freiwillig)", key="quelle_datum", placeholder="TT.MM.JJJJ")
    land = right.selectbox(
        "Land",
        [code for code in GEBIETE if code in registry.parlamente],
        index=None,
        format_func=lambda code: registry.parlamente[code].land,
        placeholder="überall",
        key="quelle_land",
    )
    left, right = st.columns(2)
    parteien = left.multiselect(
        "Parteien",
        [id for id, one in registry.parteien.items() if land is None or one.stands_in(land)],
        format_func=lambda id: registry.partei_name(id, land),
        placeholder="keine",
        key="quelle_parteien",
    )
    urheber = right.text_input("Urheber, wenn keine Partei", key="quelle_urheber")
    return lambda: DocumentDetails(
        name=name,
        art=str(art),
        parteien=parteien,
        urheber=urheber,
        datum=_day(day),
        bundesland=land,
    )


def _pdf(key: str) -> Callable[[], Given]:
    """A file or an address, as one of them is given when it is asked for."""
    file: Any = st.file_uploader("PDF", type=["pdf"], key=f"quelle_pdf_{key}")
    url = st.text_input(
        "oder die Adresse des PDF im Internet", key=f"quelle_url_{key}", placeholder="https://…"
    )

    def given() -> Given:
        if file is not None and url.strip():
            raise EingabeError("Bitte entweder eine Datei wählen oder eine Adresse eintragen, nicht beides.")
        if file is not None:
            return bytes(file.getvalue())
        if not url.strip():
            raise EingabeError("Bitte wählen Sie das PDF, oder tragen Sie seine Adresse ein.")
        if not is_address(url):
            raise EingabeError(f"„{url.strip()[:100]}“ ist keine Adresse wie https://www.example.org/v.pdf.")
        return url.strip()

    return given


def _day(text: str) -> date | None:
    if not text.strip():
        return None
    try:
        return datetime.strptime(text.strip(), "%d.%m.%Y").date()
    except ValueError:
        raise EingabeError(f"„{text}“ ist kein Tag. Bitte einen wie 01.06.2022 eintragen.") from None


@st.dialog("Neue Fassung", on_dismiss=_close)
def _version(context: Context, dokument: Quelldokument) -> None:
    st.markdown(f"**{plain(dokument.name)}**")
    st.caption("Die bisherige Fassung bleibt im Ordner „frühere Fassungen“. Danach wird gleich eingelesen.")
    given = _pdf("fassung")
    message = st.container()
    if st.button("Ersetzen und einlesen", type="primary", key="quelle_ersetzen"):
        with message, failure_shown(), st.spinner(FETCHING):
            if not renew(context, dokument.id, given()):
                raise EingabeError("Das ist dieselbe Fassung wie bisher; es ändert sich nichts.")
            context.own(ReadInJobs).start([dokument.id], Action.EINLESEN)
            _done()


@st.dialog("Entfernen", on_dismiss=_close)
def _remove(found: Sequence[Quelldokument]) -> None:
    for dokument in found[:8]:
        st.markdown(f"**{plain(dokument.name)}**")
    if len(found) > 8:
        st.markdown(f"und {len(found) - 8} weitere")
    st.markdown("Aus der Liste und aus dem Index entfernen? Die PDFs bleiben im Ordner.")
    with st.container(horizontal=True):
        if st.button("Entfernen", type="primary", key="quelle_entfernen"):
            with failure_shown():
                resources.context().own(ReadInJobs).start([one.id for one in found], Action.STREICHEN)
                _done()
        if st.button("Abbrechen", key="quelle_nicht"):
            _done()
