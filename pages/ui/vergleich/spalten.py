"""Choosing what is compared. The choice stands in the address, as single Läufe or as columns and Anträge."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import streamlit as st

from core.demo.demo_antraege import has_history
from core.errors import EingabeError
from core.german import formats
from core.programme.registry import Registry, partei_name
from core.runs.store import Runstore
from core.vergleich.spalten import (
    MOST,
    Spalte,
    SpaltenRow,
    Stock,
    Vergleich,
    common,
    find_rows,
    lauf_ids,
    list_stock,
    named,
    proposed,
    vergleich_of,
)
from pages.ui import address, resources
from pages.ui.shown_names import modell_name, prompt_told
from pages.ui.text import joined, plain

# --- what the page reads of the store, kept until something in it changes -----------------------------------

ENTRIES = 8
"""So many comparisons are kept, for all visitors together."""


def stock(is_demo: bool = False) -> Stock:
    return _spalten_stock(is_demo, resources.store().stand())


def vergleich(ids: Sequence[str]) -> Vergleich:
    return _vergleich(tuple(ids), resources.store().stand())


# Nothing in them is ever changed, so all may share them; to copy them, as data would be, takes 0.2 s.
@st.cache_resource(max_entries=2, show_spinner=False)
def _spalten_stock(is_demo: bool, stand: str) -> Stock:
    found = list_stock(resources.store(), is_demo)
    names = named([row.spalte for row in found.spalten], _shown)
    rows = [replace(row, spalte=name) for row, name in zip(found.spalten, names, strict=True)]
    return replace(found, spalten=tuple(rows))


@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _vergleich(ids: tuple[str, ...], stand: str) -> Vergleich:
    found = vergleich_of(resources.store(), resources.context().registry, ids)
    return replace(found, spalten=tuple(named(found.spalten, _shown)))


def _shown(spalte: Spalte) -> dict[str, str]:
    """Files have the ids in columns of their own."""
    return {
        "modell": modell_name(spalte.modell),
        "prompt": prompt_told(spalte.prompt_id, spalte.prompt_version),
    }


# --- choosing what is compared ------------------------------------------------------------------------------
# The choice stands in the address, as single Läufe or as columns and Anträge.

ALLE = "alle"
ITSELF = "vergleich-selbst-gewaehlt"
"""Who has chosen and takes everything out again wants nothing, not what was proposed."""

FEW = 3
"""So many Anträge are told by their titles."""

BELOW = ("basis", "antrag", "partei", "links", "rechts", "wl", "wr", "zitat", "seite", "stand")
"""Choices further down on the page, which fit only what they were made on."""


def ask(store: Runstore) -> Vergleich | None:
    """What is to be compared; None while too little is chosen, which is said."""
    if ids := listed("laeufe"):
        if len(ids) > MOST:
            raise EingabeError(
                f"Nebeneinander passen höchstens {MOST} Läufe, gewählt sind {len(ids)}. "
                "Wählen Sie unter „Anträge“ weniger aus, oder hier ganze Spalten."
            )
        _others()
        return vergleich(ids)
    ids = _columns(store)
    return vergleich(ids) if ids else None


def listed(name: str) -> list[str]:
    """What the address lists under this name, each once."""
    return list(dict.fromkeys(part.strip() for part in address.get(name).split(",") if part.strip()))


def namen(registry: Registry, vergleich: Vergleich) -> dict[str, str]:
    """What the parties are called."""
    known = registry.parteien
    return {id: partei_name(registry, id) if id in known else id for id in vergleich.parteien}


def _others() -> None:
    st.button(
        "Stattdessen Modelle, Prompts und Anträge wählen",
        icon=":material/view_column:",
        type="tertiary",
        key="spalten-waehlen",
        on_click=address.go,
        kwargs=dict.fromkeys(("laeufe", *BELOW)),
    )


def _columns(store: Runstore) -> list[str]:
    """The Läufe of the chosen columns and Anträge."""
    there = _stock(store)
    if not there.spalten:
        st.info(
            "Es gibt noch nichts zu vergleichen. Starten Sie oben einen Vergleich, oder prüfen Sie denselben "
            "Antrag mit zwei Modellen oder Prompts.",
            icon=":material/info:",
        )
        return []
    zeilen = _spalten(there)
    antraege = _antraege(there, zeilen) if zeilen else []
    if not zeilen:
        st.info(
            "Wählen Sie zwei bis sechs Spalten: Eine Spalte ist ein Modell mit einem Prompt und seinen "
            "Einstellungen. Oder wählen Sie unter „Anträge“ einzelne Läufe und dort „Vergleichen“.",
            icon=":material/info:",
        )
        st.page_link("laeufe.py", label="Läufe auswählen", icon=":material/list:")
    elif not antraege:
        st.info(
            "Diese Spalten haben keinen Antrag gemeinsam. Wählen Sie unter „Anträge“ alle, oder andere "
            "Spalten.",
            icon=":material/info:",
        )
    return lauf_ids(zeilen, antraege)


def _stock(store: Runstore) -> Stock:
    """The analysts' own; the examples where they are asked for or nothing else is there, which is said."""
    asked = address.get("beispiele") == "1"
    own = stock(asked)
    if asked or not own.spalten:
        examples = own if asked else stock(is_demo=True)
        if examples.spalten:
            _examples(asked)
        return examples
    if has_history(store):
        st.button(
            "Mit Beispielen ansehen",
            icon=":material/science:",
            type="tertiary",
            key="mit-beispielen",
            on_click=_switch,
            args=(1,),
        )
    return own


def _examples(asked: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(
            f"{'' if asked else 'Eigene Läufe gibt es noch nicht. '}Das sind Beispiele, keine echten "
            "Prüfungen: Was die Beispielmodelle antworten, ist gespielt, damit Sie die Seite ausprobieren "
            "können.",
            icon=":material/science:",
        )
        if asked:
            st.button(
                "Zu den eigenen Läufen", type="tertiary", key="ohne-beispiele", on_click=_switch, args=(None,)
            )


def _switch(beispiele: int | None) -> None:
    address.go(**dict.fromkeys(("laeufe", "spalten", "antraege", *BELOW)), beispiele=beispiele)


def _spalten(stock: Stock) -> list[SpaltenRow]:
    labels = {
        zeile.schluessel: f"{zeile.spalte.name} ({formats.counted(len(zeile.laeufe), 'Antrag', 'Anträge')}, "
        f"{formats.counted(zeile.total, 'Lauf', 'Läufe')})"
        for zeile in stock.spalten
    }
    asked = listed("spalten")
    is_new = not asked and ITSELF not in st.session_state
    zeilen = proposed(stock) if is_new else find_rows(stock, asked)
    field = address.follow("vergleich", "spalten", [zeile.schluessel for zeile in zeilen], *BELOW)
    st.multiselect(
        "Spalten",
        list(labels),
        format_func=labels.__getitem__,
        max_selections=MOST,
        placeholder="Modelle und Prompts wählen",
        wrap=True,
        **field | {"on_change": _chosen, "args": (field["on_change"], *field["args"])},
    )
    return zeilen


def _chosen(write: Callable[..., None], *args: object) -> None:
    st.session_state[ITSELF] = True
    write(*args)


def _antraege(stock: Stock, zeilen: Sequence[SpaltenRow]) -> list[str]:
    """The hashes of the chosen Anträge: those that all columns share, all, one, or those a link names."""
    shared = common(zeilen)
    union = list(dict.fromkeys(antrag for zeile in zeilen for antrag in zeile.laeufe))
    sets = {"": shared, ALLE: union, **{antrag: [antrag] for antrag in union}}
    labels = {"": f"Gemeinsame ({len(shared)})", ALLE: f"Alle ({len(union)})"}
    asked = address.get("antraege")
    if asked not in sets:
        sets[asked] = [antrag for antrag in union if antrag in asked.split(",")]
        labels[asked] = f"{formats.counted(len(sets[asked]), 'gewählter Antrag', 'gewählte Anträge')}"
    st.selectbox(
        "Anträge",
        list(sets),
        format_func=lambda key: labels.get(key) or stock.antraege[key],
        width=480,
        **address.follow("vergleich", "antraege", asked, *BELOW),
    )
    return sets[asked]


def angaben(vergleich: Vergleich) -> None:
    """What is compared, in one line; and which of the chosen Läufe do not count."""
    told = [
        formats.counted(len(vergleich.spalten), "Spalte", "Spalten"),
        formats.counted(len(vergleich.laeufe), "Lauf", "Läufe"),
        formats.counted(len(vergleich.antraege), "Antrag", "Anträge"),
    ]
    titles = list(vergleich.antraege.values()) if len(vergleich.antraege) <= FEW else []
    st.caption(plain(joined([*told, *titles])))
    if any(lauf.is_demo for lauf in vergleich.laeufe) and address.get("laeufe"):
        st.warning("Das sind Beispiele, keine echten Prüfungen.", icon=":material/science:")
    for hinweis in vergleich.hinweise:
        st.caption(f":material/info: {plain(hinweis)}")
    if shared := _unequal(vergleich):
        st.warning(shared, icon=":material/warning:")
    if len(vergleich.laeufe) == 1:
        st.info("Hier ist nur ein Lauf. Zum Vergleichen braucht es einen zweiten.", icon=":material/info:")
    elif len(vergleich.spalten) == 1:
        st.info(
            "Alle diese Läufe haben dasselbe Modell, denselben Prompt und dieselben Einstellungen und sind "
            "deshalb eine Spalte. Die zum selben Antrag zählen als Wiederholungen: Zu sehen ist, wie stark "
            "sie voneinander abweichen.",
            icon=":material/info:",
        )


def _unequal(vergleich: Vergleich) -> str:
    """What to beware of where columns have Läufe of different Anträge."""
    places = {(lauf.spalte, lauf.antrag) for lauf in vergleich.laeufe}
    columns, total = range(len(vergleich.spalten)), len(vergleich.antraege)
    shared = sum(all((spalte, antrag) in places for spalte in columns) for antrag in vergleich.antraege)
    if shared == total:
        return ""
    few = (
        f"Nur {shared} von {total} Anträgen {'hat' if shared == 1 else 'haben'}"
        if shared
        else "Kein Antrag hat"
    )
    return (
        f"{few} in jeder Spalte einen Lauf. "
        "Die Punkte der Spalten sind deshalb Mittel über verschiedene Anträge; vergleichbar sind nur die "
        "Abstände."
    )
