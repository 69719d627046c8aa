"""The fields of a new Programm."""

from collections.abc import Callable
from datetime import date, datetime

import streamlit as st

from core import clock
from core.context import Context
from core.errors import EingabeError
from core.models import GEBIETE, Typ
from core.programme.registering import Details
from core.programme.registry import OWN_ENTRIES, Registry, partei_name
from pages.ui import failure
from pages.ui.programme.filter import TYP
from pages.ui.text import plain


def felder(context: Context) -> Callable[[], Details]:
    """What they say, checked for what is missing when it is asked for."""
    registry = context.registry
    typ = st.segmented_control(
        "Art", list(TYP), default=Typ.WAHLPROGRAMM, required=True, format_func=TYP.__getitem__, key="neu_typ"
    )
    left, right = st.columns(2)
    with left:
        land = _land(registry) if typ is Typ.WAHLPROGRAMM else None
    with right if typ is Typ.WAHLPROGRAMM else left:
        partei = _partei(registry, land)
    left, middle, right = st.columns(3)
    jahr = left.number_input("Jahr", 1900, 2100, clock.today().year, key="neu_jahr")
    ab = middle.text_input("Gültig ab", key="neu_ab", placeholder="TT.MM.JJJJ")
    bis = right.text_input("Gültig bis (leer: gilt noch)", key="neu_bis", placeholder="TT.MM.JJJJ")
    name = st.text_input("Name", key="neu_name", placeholder=_example(registry, typ, land, partei, jahr))
    left, right = st.columns(2)
    url = left.text_input("Internetadresse (freiwillig)", key="neu_url", placeholder="https://…")
    hinweis = right.text_input("Hinweis (freiwillig)", key="neu_hinweis")

    def angaben() -> Details:
        if partei is None:
            raise EingabeError("Bitte wählen Sie die Partei.")
        if not ab.strip():
            raise EingabeError("Bitte geben Sie an, ab wann das Programm gilt.")
        return Details(
            name=name,
            typ=typ,
            partei=partei,
            bundesland=land,
            jahr=int(jahr),
            gueltig_ab=_tag(ab),
            gueltig_bis=_tag(bis) if bis.strip() else None,
            url=url.strip(),
            hinweis=hinweis,
        )

    return angaben


def _land(registry: Registry) -> str | None:
    lands = [code for code in GEBIETE if code in registry.parlamente]
    return st.selectbox(
        "Land",
        lands,
        index=None,
        format_func=lambda code: registry.parlamente[code].land,
        placeholder="Land wählen",
        key="neu_land",
    )


def _partei(registry: Registry, land: str | None) -> str | None:
    parteien = [id for id, partei in registry.parteien.items() if land is None or partei.stands_in(land)]
    return st.selectbox(
        "Partei",
        parteien,
        index=None,
        format_func=lambda id: partei_name(registry, id, land),
        placeholder="Partei wählen",
        key="neu_partei",
    )


def _tag(text: str) -> date:
    try:
        return datetime.strptime(text.strip(), "%d.%m.%Y").date()
    except ValueError:
        raise EingabeError(f"„{text}“ ist kein Tag. Bitte einen wie 01.06.2022 eintragen.") from None


def _example(registry: Registry, typ: Typ, land: str | None, partei: str | None, jahr: float) -> str:
    """As the names of the others are."""
    words = [partei_name(registry, partei, land) if partei else "SPD", land, TYP[typ], str(int(jahr))]
    return " ".join(word for word in words if word)


# --- own entries with a mistake: what is wrong with each, and the way to be rid of them ---------------------

MOST = 10
"""So many are shown at once."""

MISSING = "Diese selbst eingetragenen Programme enthalten Fehler und fehlen deshalb in der Liste:"
ASIDE = (
    f"Hebt {OWN_ENTRIES} unter einem anderen Namen auf. Im Register bleiben nur die Einträge ohne Fehler; "
    "die PDFs bleiben auch."
)


def zeigen(context: Context) -> None:
    found = context.registry.fehler
    if found:
        st.markdown(MISSING)
    for message in found[:MOST]:
        st.error(plain(message), icon=":material/error:")
    if found:
        if (more := len(found) - MOST) > 0:
            st.caption(f"{more} weitere Einträge sind fehlerhaft.")
        st.button(
            "Fehlerhafte Einträge beiseitelegen",
            on_click=_set_aside,
            args=(context,),
            help=ASIDE,
        )


def _set_aside(context: Context) -> None:
    from core.programme.registering import set_aside

    with failure.shown():
        aside = set_aside(context.settings)
        st.toast(f"Die fehlerhaften Einträge liegen jetzt in {plain(aside.name)}.", icon=":material/check:")
