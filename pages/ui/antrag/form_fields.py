"""What was read of the Antrag, to be corrected: every change is kept at once, under an address of its own."""

import re
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

import streamlit as st

from core.antrag.antrag import Antrag, lead_in
from core.antrag.antrag_head import signed_on
from core.antrag.edits import corrected, edits_of, mark_of, unread
from core.assessment.before_lauf import parteien_in
from core.german import formats
from core.models import GEBIETE
from core.programme.registry import Registry, partei_name
from pages.ui import address
from pages.ui.antrag.original import show_place
from pages.ui.text import plain

if TYPE_CHECKING:
    from core.runs.antraege import AntragSheet
    from core.runs.store import Runstore

FIELDS = ("titel", "drucksache", "bundesland", "datum", "antragsteller", "feststellung", "begruendung")
SIMPLE = re.compile(r"[\w. ()]*")
SHOWN = "antrag-gezeigt"
EARLIEST, LATEST = date(1945, 1, 1), date(2099, 12, 31)


def show(store: "Runstore", registry: Registry, antrag_id: str, blatt: "AntragSheet") -> None:
    """The fields show the Antrag of the address, whatever they showed before."""
    antrag = blatt.antrag
    _fill(antrag_id, antrag)
    hints = unread(antrag)
    _text("titel", "Titel", store, hints)
    with st.grid(2, min_column_width=180):
        st.text_input(
            _label("Drucksache", hints.get("drucksache")),
            key=_key("drucksache"),
            on_change=_save,
            args=(store,),
        )
        _date(store, antrag, hints)
    _land(store, registry, hints)
    _antragsteller(store, registry, antrag, hints)
    st.markdown(_label("**Forderungen**", hints.get("forderungen")))
    edits, above = edits_of(blatt.gelesen, antrag), ""
    for place, forderung in enumerate(antrag.forderungen):
        if (lead := lead_in(forderung)) and lead != above:
            st.caption(plain(lead))
        above = lead
        _forderung(store, place, forderung.nummer, mark_of(forderung.nummer, edits))
    _text(
        "forderung-neu", "Weitere Forderung", store, hints, "Eine Forderung ergänzen, die nicht erkannt wurde"
    )
    with st.expander("Feststellung und Begründung"):
        _text("feststellung", "Feststellung", store, hints)
        _text("begruendung", "Begründung", store, hints)


def _fill(antrag_id: str, antrag: Antrag) -> None:
    st.session_state[SHOWN] = antrag_id
    for feld in FIELDS:
        st.session_state[_key(feld)] = getattr(antrag, feld)
    st.session_state[_key("antragsteller")] = list(antrag.antragsteller)
    for place, forderung in enumerate(antrag.forderungen):
        st.session_state[_key(f"forderung-{place}")] = forderung.text
    st.session_state[_key("forderung-neu")] = ""


def _save(store: "Runstore") -> None:
    """Keep what the fields say as an Antrag of its own, and go on with it."""
    # What the fields were filled with, not what the address says: it may be one change behind.
    blatt = store.load_sheet(st.session_state[SHOWN])
    antrag = blatt.antrag
    felder = {feld: st.session_state[_key(feld)] for feld in FIELDS}
    felder["antragsteller"] = tuple(felder["antragsteller"])
    places = [*range(len(antrag.forderungen)), "neu"]
    texts = [st.session_state[_key(f"forderung-{place}")] for place in places]
    changed = corrected(antrag, texts, **felder)
    address.go(antrag=store.save_antrag(changed, "berichtigt", blatt.gelesen, blatt.datei), forderung=None)


def _strike(store: "Runstore", place: int) -> None:
    st.session_state[_key(f"forderung-{place}")] = ""
    _save(store)


def _text(feld: str, label: str, store: "Runstore", hints: Mapping[str, str], placeholder: str = "") -> None:
    st.text_area(
        _label(label, hints.get(feld)),
        key=_key(feld),
        height="content",
        placeholder=placeholder,
        on_change=_save,
        args=(store,),
    )


def _date(store: "Runstore", antrag: Antrag, hints: Mapping[str, str]) -> None:
    day, signed = antrag.datum or EARLIEST, signed_on(antrag.text)
    other = f"der Drucksache; unterschrieben am {formats.day(signed)}" if signed and signed != day else None
    st.date_input(
        _label("Datum", hints.get("datum") or other),
        key=_key("datum"),
        min_value=min(EARLIEST, day),
        max_value=max(LATEST, day),
        format="DD.MM.YYYY",
        on_change=_save,
        args=(store,),
    )


def _land(store: "Runstore", registry: Registry, hints: Mapping[str, str]) -> None:
    st.selectbox(
        _label("Land", hints.get("bundesland")),
        [code for code in GEBIETE if code in registry.parlamente],
        key=_key("bundesland"),
        index=None,
        format_func=lambda code: registry.parlamente[code].land,
        placeholder="Land wählen",
        on_change=_save,
        args=(store,),
    )


def _antragsteller(store: "Runstore", registry: Registry, antrag: Antrag, hints: Mapping[str, str]) -> None:
    here = parteien_in(registry, antrag.bundesland)
    st.multiselect(
        _label("Antragsteller", hints.get("antragsteller")),
        list(dict.fromkeys([*here, *antrag.antragsteller])),
        key=_key("antragsteller"),
        format_func=lambda id: partei_name(registry, id, antrag.bundesland),
        placeholder="Parteien wählen",
        select_all=False,
        on_change=_save,
        args=(store,),
    )


def _forderung(store: "Runstore", place: int, nummer: str, mark: str) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.text_area(
            f"Forderung {_number(nummer)}{mark}",
            key=_key(f"forderung-{place}"),
            height="content",
            on_change=_save,
            args=(store,),
        )
        with st.container(horizontal=True, width="content", gap="xsmall", key=f"nur-zeichen-{place}"):
            st.button(
                f"Forderung {plain(nummer)} im Original zeigen",
                key=f"zeigen-{place}",
                icon=":material/find_in_page:",
                type="tertiary",
                help=f"Forderung {_number(nummer)} im Original zeigen",
                on_click=show_place,
                args=(place,),
            )
            st.button(
                f"Forderung {plain(nummer)} streichen",
                key=f"streichen-{place}",
                icon=":material/delete:",
                type="tertiary",
                help=f"Forderung {_number(nummer)} streichen",
                on_click=_strike,
                args=(store, place),
            )


def _number(nummer: str) -> str:
    """A label is read aloud as it is written, with its backslashes."""
    return nummer if SIMPLE.fullmatch(nummer) else plain(nummer)


def _key(feld: str) -> str:
    return f"antrag-{feld}"


def _label(name: str, hint: str | None) -> str:
    return f"{name} ({hint})" if hint else name
