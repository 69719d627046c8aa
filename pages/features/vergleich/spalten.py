"""What is compared: columns and Anträge, or single Läufe. The choice stands in the address."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.base import clock, formats
from core.base.errors import EingabeError
from core.demo.demo_antraege import has_history
from core.features.vergleich.differences import Kennzahlen, most_telling
from core.features.vergleich.ranking import RankedBy, Ranking, ranking
from core.features.vergleich.spalten import (
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
from core.features.vergleich.vergleich_files import (
    NAME,
    VergleichFileForm,
    VergleichState,
    changed_since,
    exported,
)
from core.llm.catalogue import OFFLINE
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from core.wortlaut.records import PROGRAMM_TYPEN, Typ
from pages.ui import address, resources
from pages.ui.parts import XLSX
from pages.ui.text import joined, plain
from pages.ui.words import modell_name, partei_shown, prompt_told

# --- what the page reads of the store, kept until something in it changes -----------------------------------

ENTRIES = 8
"""So many comparisons are kept, for all visitors together."""


# Nothing in them is ever changed, so all may share them; to copy them, as data would be, takes 0.2 s.
@st.cache_resource(max_entries=2, show_spinner=False)
def _stock(is_demo: bool, stand: str) -> Stock:
    found = list_stock(resources.store(), is_demo)
    names = named([row.spalte for row in found.spalten], _shown)
    rows = [replace(row, spalte=name) for row, name in zip(found.spalten, names, strict=True)]
    return replace(found, spalten=tuple(rows))


@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _vergleich(ids: tuple[str, ...], stand: str) -> Vergleich:
    found = vergleich_of(resources.store(), resources.context().registry, ids)
    return replace(found, spalten=tuple(named(found.spalten, _shown)))


def kept_ranking(vergleich: Vergleich, by: RankedBy, typ: Typ) -> Ranking | None:
    ids = tuple(lauf.id for lauf in vergleich.laeufe)
    return _ranking(vergleich, by, typ, ids, resources.store().stand())


@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _ranking(
    _vergleich: Vergleich, by: RankedBy, typ: Typ, ids: tuple[str, ...], stand: str
) -> Ranking | None:
    return ranking(_vergleich, by, typ)


def _shown(spalte: Spalte) -> dict[str, str]:
    """The names that people know; files have the ids in columns of their own."""
    return {
        "modell": modell_name(spalte.modell),
        "prompt": prompt_told(spalte.prompt_id, spalte.prompt_version),
    }


def namen(vergleich: Vergleich) -> dict[str, str]:
    """What the parties are called, as on the page of a Lauf, where all Anträge are of one Land."""
    return _namen(vergleich.parteien, tuple(vergleich.antraege), resources.store().stand())


@st.cache_resource(max_entries=ENTRIES, show_spinner=False)
def _namen(parteien: tuple[str, ...], antraege: tuple[str, ...], stand: str) -> dict[str, str]:
    found = [resources.store().list_laeufe(Filter(antrag_hash=antrag), 1) for antrag in antraege]
    laender = {one.bundesland for rows in found for one in rows}
    land = laender.pop() if len(laender) == 1 else None
    return {id: partei_shown(id, land) for id in parteien}


# --- choosing what is compared ------------------------------------------------------------------------------

ALLE = "alle"
ITSELF = "vergleich-selbst-gewaehlt"
"""Who has chosen and takes everything out again wants nothing, not what was proposed."""

BELOW = ("antrag", "partei", "links", "rechts", "wl", "wr", "zitat", "seite", "zelle", "stand")
"""Choices further down on the page, which fit only what they were made on. The base column stays chosen as
long as it is one of the columns."""


def ask(store: Runstore, place: DeltaGenerator) -> Vergleich | None:
    """What is to be compared, chosen in a menu at `place`; None while too little is, which is said."""
    if ids := address.listed("laeufe"):
        if len(ids) > MOST:
            raise EingabeError(
                f"Nebeneinander passen höchstens {MOST} Läufe, gewählt sind {len(ids)}. "
                "Wählen Sie unter „Anträge“ weniger aus, oder hier ganze Spalten."
            )
        place.button(
            "Ganze Spalten wählen",
            icon=":material/view_column:",
            type="tertiary",
            key="spalten-waehlen",
            on_click=address.go,
            kwargs=dict.fromkeys(("laeufe", *BELOW)),
        )
    else:
        ids = _columns(store, place)
    return _vergleich(tuple(ids), store.stand()) if ids else None


def _columns(store: Runstore, place: DeltaGenerator) -> list[str]:
    """The Läufe of the chosen columns and Anträge."""
    is_example = asked = address.get("beispiele") == "1"
    there = _stock(asked, store.stand())
    if not asked and not there.spalten:
        there, is_example = _stock(True, store.stand()), True
    if there.spalten and is_example:
        _examples(asked)
    if not there.spalten:
        st.info(
            "Es gibt noch nichts zu vergleichen. Starten Sie oben einen Vergleich, oder prüfen Sie denselben "
            "Antrag mit zwei Modellen oder Prompts.",
            icon=":material/info:",
        )
        return []
    with place.popover("Spalten und Anträge", icon=":material/view_column:", type="tertiary"):
        zeilen = _spalten(there)
        antraege = _antraege(there, zeilen) if zeilen else []
        if not is_example and has_history(store):
            st.button(
                "Mit Beispielen ansehen",
                icon=":material/science:",
                type="tertiary",
                key="mit-beispielen",
                on_click=_switch,
                args=(1,),
            )
    if not zeilen:
        st.info(
            "Wählen Sie oben zwei bis sechs Spalten: Eine Spalte ist ein Modell mit einem Prompt und seinen "
            "Einstellungen."
            if ITSELF in st.session_state
            else "Noch haben keine zwei Modelle oder Prompts auf denselben Antrag geantwortet. Starten Sie "
            "oben einen Vergleich.",
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


def _examples(asked: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(
            f"{'' if asked else 'Eigene Läufe gibt es noch nicht. '}Das sind Beispiele, keine echten "
            "Prüfungen: Was die Modelle antworten, ist gespielt.",
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
    asked = address.listed("spalten")
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


# --- what is looked at of it --------------------------------------------------------------------------------


def typ_of() -> Typ:
    return Typ(asked) if (asked := address.get("typ")) in PROGRAMM_TYPEN else Typ.WAHLPROGRAMM


def basis_of(vergleich: Vergleich) -> int:
    """The column that the address names, else the first; never the built-in search, which judges nothing."""
    columns = enumerate(vergleich.spalten)
    judging = {one.schluessel: place for place, one in columns if one.modell != OFFLINE}
    return judging.get(address.get("basis"), next(iter(judging.values()), 0))


def ask_antrag(vergleich: Vergleich, typ: Typ) -> str:
    """Without a choice the one on which the answers are furthest apart."""
    first = (most_telling(vergleich, typ) or (next(iter(vergleich.antraege)), ""))[0]
    antrag = asked if (asked := address.get("antrag")) in vergleich.antraege else first
    if len(vergleich.antraege) > 1:
        st.selectbox(
            "Antrag",
            list(vergleich.antraege),
            format_func=vergleich.antraege.__getitem__,
            width=560,
            **address.follow("vergleich", "antrag", antrag, "links", "rechts", "zitat", "seite"),
        )
    return antrag


def ask_partei(vergleich: Vergleich, namen: Mapping[str, str], typ: Typ, antrag: str) -> str:
    furthest = (most_telling(vergleich, typ, antrag) or ("", vergleich.parteien[0]))[1]
    partei = asked if (asked := address.get("partei")) in vergleich.parteien else furthest
    st.selectbox(
        "Partei",
        list(vergleich.parteien),
        format_func=namen.__getitem__,
        width=240,
        **address.follow("vergleich", "partei", partei, "zitat", "seite"),
    )
    return partei


# --- told of it, and taken along ----------------------------------------------------------------------------


def angaben(vergleich: Vergleich, figures: Sequence[Kennzahlen]) -> None:
    """What is compared, and which column drops least, in a line each; which of the Läufe do not count."""
    told = [
        formats.counted(len(vergleich.spalten), "Spalte", "Spalten"),
        formats.counted(len(vergleich.laeufe), "Lauf", "Läufe"),
        formats.counted(len(vergleich.antraege), "Antrag", "Anträge"),
    ]
    st.caption(plain(joined([*told, *(vergleich.antraege.values() if len(vergleich.antraege) == 1 else ())])))
    if best := _best(vergleich, figures):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(plain(best), width="content")
            address.button("Steht das fest?", {"mehr": "echt"}, key="steht-das-fest")
    if any(lauf.is_demo for lauf in vergleich.laeufe) and address.get("laeufe"):
        st.warning("Das sind Beispiele, keine echten Prüfungen.", icon=":material/science:")
    for hinweis in vergleich.hinweise:
        st.caption(f":material/info: {plain(hinweis)}")
    # Where columns have Läufe of different Anträge.
    places = {(lauf.spalte, lauf.antrag) for lauf in vergleich.laeufe}
    columns, total = range(len(vergleich.spalten)), len(vergleich.antraege)
    shared = sum(all((spalte, antrag) in places for spalte in columns) for antrag in vergleich.antraege)
    if shared != total:
        have = f"Nur {shared} von {total} Anträgen {'hat' if shared == 1 else 'haben'}"
        st.warning(
            f"{have if shared else 'Kein Antrag hat'} in jeder Spalte einen Lauf. Die Punkte der Spalten "
            "sind deshalb Mittel über verschiedene Anträge; vergleichbar sind nur die Abstände.",
            icon=":material/warning:",
        )
    if len(vergleich.laeufe) == 1:
        st.info("Hier ist nur ein Lauf. Zum Vergleichen braucht es einen zweiten.", icon=":material/info:")
    elif len(vergleich.spalten) == 1:
        st.info(
            "Alle diese Läufe haben dasselbe Modell, denselben Prompt und dieselben Einstellungen und sind "
            "deshalb eine Spalte. Die zum selben Antrag zählen als Wiederholungen: Zu sehen ist, wie stark "
            "sie voneinander abweichen.",
            icon=":material/info:",
        )


def _best(vergleich: Vergleich, figures: Sequence[Kennzahlen]) -> str:
    """Counts alone: whether chance explains a difference is told elsewhere. Nothing where all are alike."""
    asked = [one for one in figures if one.geprueft]
    if len({one.verworfen / one.geprueft for one in asked}) < 2:
        return ""
    names = [spalte.name for spalte in vergleich.spalten]
    best = min(asked, key=lambda one: one.verworfen / one.geprueft)
    told = (
        f"Am wenigsten verworfen bei „{names[best.spalte]}“: {formats.number(best.verworfen)} von "
        f"{formats.counted(best.geprueft, 'Zitat', 'Zitaten')} "
        f"({formats.percent(best.verworfen, best.geprueft)})"
    )
    priced = [(one.kosten / one.laeufe, one) for one in asked if one.kosten]
    if len(priced) < 2:
        return f"{told}."
    usd, cheap = min(priced, key=lambda pair: pair[0])
    if cheap is best:
        return f"{told}, und mit {formats.cost(usd)} je Lauf am günstigsten."
    dropped = formats.percent(cheap.verworfen, cheap.geprueft)
    return (
        f"{told}. Am günstigsten: „{names[cheap.spalte]}“, {formats.cost(usd)} je Lauf, {dropped} verworfen."
    )


def note_changes(vergleich: Vergleich) -> None:
    """Who comes by a permanent address is told what it no longer shows."""
    then = VergleichState.read(address.get(NAME))
    if then and (told := changed_since(then, _state(vergleich))):
        st.warning(told, icon=":material/history:")


def _state(vergleich: Vergleich) -> VergleichState:
    return VergleichState.of(lauf.id for lauf in vergleich.laeufe)


def export_menu(vergleich: Vergleich, namen: Mapping[str, str]) -> None:
    """A button for every form, each file made when it is asked for."""
    with st.popover(
        "Exportieren", icon=":material/download:", type="tertiary", on_change="rerun", key="vergleich-export"
    ) as menu:
        if menu.open:
            forms = {
                VergleichFileForm.XLSX: ("Alles als Excel-Datei", XLSX),
                VergleichFileForm.CSV: ("Alle Punkte als Tabelle (CSV)", "text/csv"),
            }
            for form, (label, mime) in forms.items():
                st.download_button(
                    label,
                    partial(exported, vergleich, form, basis_of(vergleich), namen, store=resources.store()),
                    file_name=f"vergleich-{clock.today():%Y-%m-%d}.{form}",
                    mime=mime,
                    on_click="ignore",
                    type="tertiary",
                    key=f"vergleich-export-{form}",
                )
            st.caption("Dauerhafte Adresse: Sie sagt, wenn seither Läufe dazukamen oder gelöscht wurden.")
            st.code(
                address.page_with("/vergleich", **{NAME: _state(vergleich)}), language=None, wrap_lines=True
            )
