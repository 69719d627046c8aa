"""The Anträge that parliaments publish: fetched from their sources, filtered, listed, and one looked at."""

from collections.abc import Sequence
from math import ceil
from urllib.parse import urlencode, urlsplit

import pandas as pd
import streamlit as st

from core.antrag.antrag import first_upper, is_shortened, listed_title
from core.base import formats
from core.features.sources.antrag_fetch import (
    SourceJobs,
    SourceReading,
    licence_of,
)
from core.features.sources.antrag_list import LISTE
from core.features.sources.oparl import OPARL
from core.features.sources.parliaments import PARLIAMENTS, UNTRIED, list_sources, parliament_of
from core.runs.antraege import (
    ADDRESS,
    STEPS,
    Json,
    ListedAntrag,
    ListedLauf,
    ListingFilter,
    ListingValues,
    Outcome,
    SourceState,
    StoredListing,
    outcomes_of,
)
from core.runs.lauf import Status
from core.runs.store import Runstore
from pages.features.sources.fetched import TAKING, begin_taking, origin_line, show_taking
from pages.features.sources.list_upload import list_entry
from pages.ui import address, resources
from pages.ui.filter_bar import Choice, Words, ask, row
from pages.ui.plain_table import DAY, choosable, chosen_told, table_key
from pages.ui.text import joined, link, plain
from pages.ui.words import STATUS, SYMBOL, modell_name, partei_shown

STEP = {
    "Beschluss": "Beschl",
    "Beschlussempfehlung": "BeschlEmpf",
    "im Plenum beraten": "PlPr",
    "nichts bekannt": "",
}
ASSESSED = {"geprüft": True, "noch nicht geprüft": False}


FILTERS = (
    Words(),
    Choice("Parlament", "parlament", lambda werte: werte.parlamente, 190),
    Choice("Art", "art", lambda werte: werte.typen, 130),
    Choice("Wahlperiode", "wahlperiode", lambda werte: list(map(str, werte.wahlperioden)), 130),
    Choice("Fraktion", "von", lambda werte: werte.urheber, 190),
    Choice("Beschlossen", "beschluss", tuple(STEP), 190),
    Choice("Geprüft", "geprueft", tuple(ASSESSED), 140),
)


def ask_filter(values: ListingValues) -> ListingFilter:
    """A value in the address that no listed Antrag has filters nothing."""
    with row("antraege"):
        chosen = ask("antraege", FILTERS, values)
    return ListingFilter(
        suche=chosen["suche"],
        typ=chosen["art"],
        wahlperiode=int(chosen["wahlperiode"]) if chosen["wahlperiode"] else None,
        urheber=chosen["von"],
        parlament=chosen["parlament"],
        schritt=STEP.get(chosen["beschluss"]),
        geprueft=ASSESSED.get(chosen["geprueft"]),
    )


# --- where new Anträge come from: choosing sources, reading them in the background, alarms of what failed

FETCH, OPEN = "holen", "ja"
HOW = (
    "Geholt werden zuerst nur die Angaben zu den Anträgen: Titel, Nummer, Tag, Fraktion. Ein PDF kommt erst, "
    "wenn Sie einen Antrag prüfen. Was Sie hier nicht finden, laden Sie unter „Antrag prüfen“ als Datei oder "
    "von seiner Adresse."
)


def sources_button() -> None:
    address.button(
        "Neue Anträge holen",
        {FETCH: None if address.get(FETCH) else OPEN},
        icon=":material/cloud_download:",
        key="neue_holen",
        type="secondary",
    )


def sources_alarms(store: Runstore) -> None:
    """Which sources could not be read: they may have Anträge that are not listed."""
    for one in store.list_readings():
        if one.meldung:
            when = f"zuletzt versucht am {formats.moment(one.geholt)}" if one.geholt else ""
            st.warning(f"**{plain(one.quelle)}** ({when}): {plain(one.meldung)}", icon=":material/cloud_off:")


def sources_panel(store: Runstore, is_open: bool) -> None:
    """Drawn after its button was pressed, or where there is nothing else to do."""
    if not (is_open or address.get(FETCH)):
        return
    readings = [
        one for one in store.list_readings() if one.quelle != ADDRESS and not one.quelle.startswith(LISTE)
    ]
    with st.container(border=True, key="quellen"):
        st.caption(HOW)
        names = _choose(readings)
        jobs = resources.context().own(SourceJobs)
        st.button(
            "Jetzt holen",
            type="primary",
            icon=":material/download:",
            disabled=jobs.stand().laeuft or not names,
            on_click=jobs.start,
            args=(names,),
            key="quellen_los",
        )
        if jobs.stand().laeuft:
            st.fragment(_draw, run_every=1.0)()
        else:
            stand = jobs.stand()
            for reason in stand.fehler:
                st.error(plain(reason), icon=":material/error:")
            for one in stand.gelesene:
                sign = ":orange[:material/warning:]" if one.alarm else ":green[:material/check_circle:]"
                st.markdown(f"{sign} {plain(joined([_came(one), one.alarm or None, one.lizenz or None]))}")
            seen = {one.quelle for one in stand.gelesene}
            for state in readings:
                if state.geholt and state.quelle not in seen and not state.meldung:
                    st.caption(plain(f"{state.quelle}: zuletzt geholt am {formats.moment(state.geholt)}"))
        list_entry(store)


def _choose(readings: list[SourceState]) -> list[str]:
    bodies = [one.quelle.removeprefix(OPARL) for one in readings if one.quelle.startswith(OPARL)]
    names = list_sources(resources.context().registry) | {
        url: urlsplit(url).hostname or url for url in bodies
    }
    chosen = st.pills(
        "Woher?",
        list(names),
        default=[name for name in names if name in bodies or _is_usual(name)],
        selection_mode="multi",
        format_func=lambda name: plain(names[name]),
        key="quellen_wahl",
        help="Gefragt wird von jedem Parlament die beste Quelle, die es hier gibt; von Ländern ohne eigene "
        "der Parlamentsspiegel.",
    )
    st.caption(UNTRIED)
    more = st.text_input(
        "Auch aus einer Kommune (Adresse nach OParl)",
        placeholder="https://…",
        width=420,
        key="quellen_oparl",
        help="Viele Ratsinformationssysteme bieten ihre Vorlagen nach dem Standard OParl an; gesucht ist die "
        "Adresse der Körperschaft (Body).",
    )
    return [*chosen, *([more.strip()] if more.strip() else [])]


def _is_usual(name: str) -> bool:
    return name in PARLIAMENTS and PARLIAMENTS[name].is_usual


def _draw() -> None:
    stand = resources.context().own(SourceJobs).stand()
    if not stand.laeuft:
        st.rerun(scope="app")
    one = stand.gerade
    told = [
        f"{stand.fertig} von {formats.counted(stand.von, 'Quelle', 'Quellen')}",
        _came(one) if one else None,
    ]
    st.progress(stand.fertig / stand.von, text=plain(joined(told)))


def _came(one: SourceReading) -> str:
    parliament = parliament_of(one.quelle)
    # Of the index of all Länder the name of the source says which.
    name = parliament.label if parliament and parliament.land else one.quelle.replace("/", " ")
    if one.alarm and not one.gelesen:
        return name
    gone = f", {formats.number(one.entfernt)} zurückgezogen" if one.entfernt else ""
    read = formats.counted(one.gelesen, "Antrag", "Anträge")
    return f"{name}: {read} gelesen, {formats.number(one.neu)} neu{gone}"


# --- how listed Anträge are spoken of: their source, what became of them, what Läufe say of them ------------


def title_of(antrag: ListedAntrag) -> str:
    return listed_title(antrag.titel, antrag.nummer) or f"Drucksache {antrag.nummer}"


def steps_of(antrag: ListedAntrag) -> list[Json]:
    """The papers that tell what became of it, the most telling first."""
    told = [one for one in antrag.weitere if one.get("kurz") in STEPS]
    return sorted(told, key=lambda one: STEPS.index(one["kurz"]))


def step_of(antrag: ListedAntrag, outcomes: Sequence[Outcome] = ()) -> str:
    """„abgelehnt am 12.11.2026 (Plenum)“ by the latest outcome that is stored, the plenary's first; else the
    paper that the source names, „Beschlussempfehlung 19/201 vom 12.11.2026“."""
    latest = {one.is_final: one.told for one in outcomes}
    stored = latest.get(True) or latest.get(False)
    return stored or next(map(step_name, steps_of(antrag)), "")


def step_name(step: Json) -> str:
    day = f"vom {step['datum']}" if step.get("datum") else None
    return " ".join(filter(None, [str(step.get("art") or step["kurz"]), str(step.get("nummer") or ""), day]))


def assessed(laeufe: Sequence[ListedLauf]) -> str:
    """„2 Läufe“; of one that is not finished, that it is not."""
    if not laeufe:
        return ""
    if any(one.status is Status.LAEUFT for one in laeufe):
        return "läuft"
    if not (done := [one for one in laeufe if one.status is Status.FERTIG]):
        return "nicht fertig geworden"
    return formats.counted(len(done), "Lauf", "Läufe")


def points_of(laeufe: Sequence[ListedLauf]) -> str:
    """„SPD 8, CDU 3“ of the latest finished Lauf with a language model; the built-in search gives none."""
    done = [one for one in laeufe if one.status is Status.FERTIG]
    if with_points := next((one for one in done if one.punkte), None):
        return points_line(with_points)
    return "ohne Punkte" if done else ""


def points_line(lauf: ListedLauf) -> str:
    best_first = sorted(lauf.punkte, key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{partei_shown(partei)} {formats.score(punkte)}" for partei, punkte in best_first)


# --- one listed Antrag: what its source says of it, what Läufe there are on it, and checking it -------------

SOURCE, KEY = "quelle", "kennung"
SHOWN = 10
"""Läufe: who compares has dozens on one Antrag."""


def open_one(antrag: ListedAntrag) -> None:
    address.go(**{SOURCE: antrag.quelle, KEY: antrag.kennung})


def show_one(store: Runstore) -> None:
    """The Antrag that the address names."""
    address.button(
        "Alle Anträge",
        dict.fromkeys((SOURCE, KEY, TAKING)),
        icon=":material/arrow_back:",
        key="alle_antraege",
    )
    found = store.find_listed(address.get(SOURCE), address.get(KEY))
    if found is None:
        st.title("Antrag nicht gefunden", anchor=False)
        st.info("Den Antrag dieser Adresse nennt keine Quelle. In der Liste finden Sie alle.")
        return
    antrag = found.antrag
    st.title(plain(title_of(antrag)), anchor=False)
    day = formats.day(antrag.datum) if antrag.datum else None
    period = f"{antrag.wahlperiode}. Wahlperiode" if antrag.wahlperiode else None
    st.markdown(plain(joined([antrag.typ, antrag.nummer, antrag.parlament, period, *antrag.urheber, day])))
    if is_shortened(antrag.titel):
        st.caption(plain(first_upper(antrag.titel)))
    origin_line(found)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Antrag prüfen",
            type="primary",
            icon=":material/fact_check:",
            on_click=begin_taking,
            args=([found],),
            key="pruefen",
            help="Holt das PDF und liest es; vor dem Start sehen und berichtigen Sie, was gelesen wurde",
        )
        if found.antrag_id:
            st.button(
                "PDF noch einmal holen",
                type="tertiary",
                icon=":material/refresh:",
                on_click=begin_taking,
                args=([found], True),
                key="noch_einmal",
                help="Falls die Quelle die Datei ausgetauscht hat; was schon geprüft ist, bleibt, wie es war",
            )
    show_taking()
    _decided(antrag, store)
    _laeufe(
        store.listed_laeufe([found]).get((antrag.quelle, antrag.kennung), []),
        antrag.nummer or title_of(antrag),
    )


def _decided(antrag: ListedAntrag, store: Runstore) -> None:
    """What is stored first: that has a sentence and a page, shown with the Lauf."""
    st.header("Was daraus wurde", anchor=False)
    (outcomes,), steps = outcomes_of(store, [antrag]), steps_of(antrag)
    if not (outcomes or steps):
        st.caption("Dazu ist hier nichts gespeichert, und die Liste der Quelle nennt nichts.")
    for one in outcomes:
        told = joined([one.told, one.paper])
        st.markdown(f"- {link(told, one.url)}" if one.url else f"- {plain(told)}")
    for step in steps:
        told = joined([step_name(step), str(step.get("seite") or "")])
        st.markdown(f"- {link(told, str(step.get('url') or ''))}")


def _laeufe(laeufe: list[ListedLauf], suche: str) -> None:
    st.header("Läufe", anchor=False)
    if not laeufe:
        st.caption("Noch nicht geprüft.")
    for one in laeufe[:SHOWN]:
        word = f"{SYMBOL[one.status]} {STATUS[one.status]}"
        told = joined([formats.moment(one.created), modell_name(one.modell), word, points_line(one)])
        st.page_link("lauf.py", label=plain(told), icon=":material/fact_check:", query_params={"id": one.id})
    if len(laeufe) > SHOWN:
        more = f"{formats.number(len(laeufe) - SHOWN)} weitere unter „Anträge“"
        st.page_link("laeufe.py", label=more, icon=":material/list:", query_params={"suche": suche})


# --- the table of Anträge, a page at a time, and what can be done with those that are chosen ----------------

PRO_SEITE = 25
POINTS = "Punkte je Partei"
COLUMNS = {
    "Datum": DAY,
    "Von": st.column_config.TextColumn(width=140),
    "Parlament": st.column_config.TextColumn(width=140),
    POINTS: st.column_config.TextColumn(
        width=190, help="Aus dem neuesten fertigen Lauf mit einem Sprachmodell, 0 bis 10"
    ),
    "Beschlossen": st.column_config.TextColumn(
        width=250,
        help="Nach hier gespeicherten Papieren, sonst was die Quelle nennt; wer wie stimmte, steht beim Lauf",
    ),
}


def nothing_yet() -> None:
    st.info(
        "Hier stehen die Anträge, die Parlamente veröffentlichen. Bisher ist keiner geholt: Holen Sie oben "
        "neue oder lesen Sie eine Liste ein, oder prüfen Sie einen, den Sie als Datei, Text oder Adresse "
        "haben. Auf der Kommandozeile: `python -m core fetch motions`.",
        icon=":material/info:",
    )
    st.page_link("antrag.py", label="Antrag prüfen", icon=":material/edit_document:")


def page_of(store: Runstore, wanted: ListingFilter, total: int) -> list[StoredListing]:
    """The Anträge of the page that is chosen below the table."""
    pages = max(1, ceil(total / PRO_SEITE))
    seite = 1
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.caption(f"{formats.counted(total, 'Antrag', 'Anträge')}, neueste zuerst")
        if pages > 1:
            asked = min(address.number("seite") or 1, pages)
            seite = st.pagination(pages, width=360, **address.follow("antraege", "seite", asked))
    return store.list_listed(wanted, PRO_SEITE, (seite - 1) * PRO_SEITE)


def table(store: Runstore, rows: Sequence[StoredListing]) -> list[StoredListing]:
    """Draws the Anträge; returned are those that are chosen."""
    laeufe = store.listed_laeufe(rows)
    key = key_of_table(rows)
    antraege = [one.antrag for one in rows]
    told, links = [], []
    for antrag, outcomes in zip(antraege, outcomes_of(store, antraege), strict=True):
        own = laeufe.get((antrag.quelle, antrag.kennung), [])
        told.append(
            {
                "Antrag": title_of(antrag),
                "Drucksache": antrag.nummer,
                "Datum": antrag.datum,
                "Geprüft": assessed(own) or None,
                POINTS: points_of(own) or None,
                "Beschlossen": step_of(antrag, outcomes) or None,
                "Von": ", ".join(antrag.urheber) or None,
                "Art": antrag.typ,
                "Parlament": antrag.parlament,
            }
        )
        target = urlencode({SOURCE: antrag.quelle, KEY: antrag.kennung})
        links.append(address.absolute(f"/antraege?{target}"))
    frame = pd.DataFrame(told)
    chosen, opened = choosable(frame, key, "Anträge", COLUMNS, links, first="Antrag", width=300)
    if opened is not None:
        open_one(rows[opened].antrag)
        st.rerun()
    st.caption(plain(joined(sorted({licence_of(one.antrag) for one in rows}))))
    return [rows[row] for row in chosen]


def bar(chosen: Sequence[StoredListing]) -> None:
    """The buttons for what is chosen; those that do not fit it cannot be pressed."""
    st.button(
        "Ansehen",
        icon=":material/open_in_full:",
        disabled=len(chosen) != 1,
        on_click=lambda: open_one(chosen[0].antrag),
        key="ansehen",
    )
    several = len(chosen) > 1
    st.button(
        f"{len(chosen)} Anträge prüfen" if several else "Antrag prüfen",
        type="primary",
        icon=":material/fact_check:",
        disabled=not chosen,
        on_click=begin_taking,
        args=(chosen,),
        key="pruefen",
        help="Holt das PDF und liest es; Modell, Prompt und Kosten sehen Sie, bevor etwas gefragt wird",
    )
    st.caption(chosen_told(len(chosen), "Antrag", "Anträge"), width="content")


def key_of_table(rows: Sequence[StoredListing]) -> str:
    return table_key("antraege", (f"{one.antrag.quelle} {one.antrag.kennung}" for one in rows))
