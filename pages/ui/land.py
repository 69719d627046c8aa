"""The Land one works in: shown at first, remembered by one's browser, one click away from another."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from core.base import formats
from core.base.models import ERFUNDEN, GEBIETE, UEBERALL
from core.programme.context import Context
from core.programme.stock import Stock
from core.runs.load_laeufe import Filter
from pages.ui import address, resources
from pages.ui.text import plain

FIELD, CHOSEN, COOKIE = "land", "land-gewaehlt", "antragsspiegel_land"
EVERY, VALID_EVERYWHERE = "alle", "ueberall"
"""As the address says it; a Land stands there by its short code."""

REAL = frozenset(GEBIETE) - {ERFUNDEN}
LAEUFE = 5
"""So many of the latest Läufe are looked at for a Land."""

FIRST = 4
"""So many other Länder are one click away; the rest are listed with all."""

_kept_by_browser = st.components.v2.component(
    "merkland", html="<span></span>", js=Path(__file__).with_name("land.js").read_text(encoding="utf-8")
)


def choose_land(context: Context, stock: Stock, page: str) -> str | None:
    """Draws the choice, and what is read in elsewhere; a Gebiet, or None for all of them."""
    names = _names(context)
    chosen = _wanted(names)
    gebiet = UEBERALL if chosen == VALID_EVERYWHERE else None if chosen == EVERY else chosen
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"{page}-land-wahl"):
        key = f"{page}-land"
        st.session_state[key] = chosen
        st.selectbox(
            "Land, in dem Sie arbeiten",
            list(names),
            index=None,
            format_func=names.__getitem__,
            placeholder="Land wählen, in dem Sie arbeiten",
            label_visibility="collapsed",
            width=240 if chosen else 320,
            key=key,
            on_change=lambda: _take(st.session_state[key] or EVERY),
        )
        if gebiet:
            _elsewhere(stock, gebiet, names)
    if told := st.session_state.get(CHOSEN):
        with st.container(key="nur-merken"):
            path = f"{address.base_path()}/"
            _kept_by_browser(data={"name": COOKIE, "land": told, "path": path}, key="merkland")
    return gebiet


def _names(context: Context) -> Mapping[str, str]:
    parlamente = context.registry.parlamente
    laender = {code: parlamente[code].land for code in GEBIETE if code in parlamente}
    return {**laender, VALID_EVERYWHERE: "überall gültig", EVERY: "alle Länder"}


def _wanted(names: Mapping[str, str]) -> str | None:
    """By the address, else as chosen just now, as the browser remembers it, as was checked last."""
    kept = (address.get(FIELD), st.session_state.get(CHOSEN), st.context.cookies.get(COOKIE))
    return next((str(one) for one in kept if one in names), None) or _last_checked(names)


def _last_checked(names: Mapping[str, str]) -> str | None:
    zeilen = resources.store().list_laeufe(Filter(is_demo=False), limit=LAEUFE)
    found = (one.bundesland for one in zeilen if one.bundesland in REAL and one.bundesland in names)
    return next(found, None)


def _take(land: str) -> None:
    st.session_state[CHOSEN] = land
    address.go(**{FIELD: land, "seite": None})


def _elsewhere(stock: Stock, gebiet: str, names: Mapping[str, str]) -> None:
    """What else is read in, said and one click away: nothing is hidden without a word."""
    others = [teil for teil in stock.gebiete if teil.indexed and teil.gebiet != gebiet]
    others.sort(key=lambda teil: teil.indexed, reverse=True)
    laender = sum(teil.gebiet != UEBERALL for teil in others)
    if laender:
        count = formats.counted(laender, "weiteres Land", "weitere Länder")
        st.caption(f"und {count} mit Programmen:", width="content")
    for teil in others[:FIRST]:
        code = VALID_EVERYWHERE if teil.gebiet == UEBERALL else teil.gebiet
        st.button(
            plain(f"{names[code]} ({formats.number(teil.indexed)})"),
            type="tertiary",
            on_click=_take,
            args=(code,),
            key=f"land-{code}",
        )
    st.button(names[EVERY], type="tertiary", on_click=_take, args=(EVERY,), key="land-alle")
