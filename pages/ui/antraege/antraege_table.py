"""The table of Anträge, a page at a time, and what can be done with those that are chosen."""

import hashlib
from collections.abc import Sequence
from math import ceil

import pandas as pd
import streamlit as st

from core.decisions.kept_decision import KeptDecision
from core.german import formats
from core.runs.antraege import ListedLauf, ListingFilter, StoredListing
from core.runs.store import Runstore
from core.sources.antrag_fetch import licence_of
from pages.ui import address, antrag_taking
from pages.ui.antraege import one_antrag
from pages.ui.antraege.listed_words import assessed, decided_key, points_of, step_of, title_of
from pages.ui.plain_table import BY_KEYBOARD, clicked, opening, plain_table
from pages.ui.text import joined, plain

PRO_SEITE = 25
POINTS = "Punkte je Partei"
COLUMNS = {
    "Datum": st.column_config.DateColumn(format="DD.MM.YYYY"),
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
NOTHING_YET = (
    "Hier stehen die Anträge, die Parlamente veröffentlichen. Bisher ist keiner geholt: Holen Sie oben neue, "
    "oder prüfen Sie einen, den Sie als Datei, Text oder Adresse haben. Auf der Kommandozeile: "
    "`python -m core fetch motions`."
)


def nothing_yet() -> None:
    st.info(NOTHING_YET, icon=":material/info:")
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
    """Those that are chosen."""
    laeufe = store.listed_laeufe(rows)
    key = key_of(rows)
    keys = [decided_key(one.antrag) for one in rows]
    decisions = store.decisions_on_all({each for each in keys if each})
    told = [
        _row(
            one, laeufe.get((one.antrag.quelle, one.antrag.kennung), []), decisions.get(of, []) if of else []
        )
        for one, of in zip(rows, keys, strict=True)
    ]
    frame = pd.DataFrame(told)
    event = st.dataframe(
        frame,
        column_config=COLUMNS | {"Antrag": opening(key, 300)},
        hide_index=True,
        height="content",
        placeholder="–",
        on_select="rerun",
        selection_mode="multi-row",
        key=key,
        alt="Anträge",
    )
    if (row := clicked(key)) is not None:
        one_antrag.open_one(rows[row].antrag)
        st.rerun()
    links = [address.absolute(one_antrag.link_to(one.antrag)) for one in rows]
    plain_table(frame, "antraege", "Anträge", COLUMNS, links)
    st.caption(plain(joined(sorted({licence_of(one.antrag) for one in rows}))))
    return [rows[row] for row in event.selection.rows]


def bar(chosen: Sequence[StoredListing]) -> None:
    """The buttons for what is chosen; those that do not fit it cannot be pressed."""
    st.button(
        "Ansehen",
        icon=":material/open_in_full:",
        disabled=len(chosen) != 1,
        on_click=_open_first,
        args=(chosen,),
        key="ansehen",
    )
    several = len(chosen) > 1
    st.button(
        f"{len(chosen)} Anträge prüfen" if several else "Antrag prüfen",
        type="primary",
        icon=":material/fact_check:",
        disabled=not chosen,
        on_click=antrag_taking.begin,
        args=(chosen,),
        key="pruefen",
        help="Holt das PDF und liest es; Modell, Prompt und Kosten sehen Sie, bevor etwas gefragt wird",
    )
    st.caption(_chosen(len(chosen)), width="content")


def key_of(rows: Sequence[StoredListing]) -> str:
    """Other Anträge are another table: a choice of rows must never slip to other Anträge."""
    names = "\n".join(f"{one.antrag.quelle} {one.antrag.kennung}" for one in rows)
    return f"antraege_{hashlib.sha256(names.encode()).hexdigest()[:12]}"


def _open_first(chosen: Sequence[StoredListing]) -> None:
    one_antrag.open_one(chosen[0].antrag)


def _chosen(number: int) -> str:
    if not number:
        return f"Wählen Sie Anträge in der ersten Spalte{BY_KEYBOARD}."
    return formats.counted(number, "Antrag gewählt", "Anträge gewählt")


def _row(
    one: StoredListing, laeufe: Sequence[ListedLauf], decisions: Sequence[KeptDecision]
) -> dict[str, object]:
    antrag = one.antrag
    return {
        "Antrag": title_of(antrag),
        "Drucksache": antrag.nummer,
        "Datum": antrag.datum,
        "Geprüft": assessed(laeufe) or None,
        POINTS: points_of(laeufe) or None,
        "Beschlossen": step_of(antrag, decisions) or None,
        "Von": ", ".join(antrag.urheber) or None,
        "Art": antrag.typ,
        "Parlament": antrag.parlament,
    }
