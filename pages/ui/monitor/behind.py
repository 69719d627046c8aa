"""Behind a point of a chart: its Läufe, and the quotes that were dropped in them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

import pandas as pd
import streamlit as st

from core.antrag.antrag import short_title
from core.citations.eintrag import Eintrag
from core.context import Context
from core.german import formats
from core.monitor.over_time import Tick, filter_of, verworfene_of
from core.programme.registry import partei_name
from core.runs.figures import Gruppe
from core.runs.lauf import LaufRow
from core.runs.load_laeufe import Filter
from pages.ui import address, resources
from pages.ui.list_words import modell_of, proven_of, status_of, titel_of
from pages.ui.monitor import counted
from pages.ui.monitor.wahl import Wahl, span
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import modell_name, prompt_told
from pages.ui.text import joined, plain
from pages.ui.zitat import verworfene

LAEUFE, ZITATE = 50, 30
"""So many of each are shown, the latest."""

COLUMNS = {
    "": st.column_config.LinkColumn(display_text="öffnen", width=70),
    "Antrag": st.column_config.TextColumn(width=360),
    "am": st.column_config.DatetimeColumn(format="DD.MM.YYYY, HH:mm", timezone="Europe/Berlin"),
}


@dataclass(frozen=True, slots=True)
class GroupValue:
    """One of the groups a chart is split by; `wert` is as stored, `name` as shown."""

    gruppe: Gruppe
    wert: str | None
    name: str


def zeigen(context: Context, wahl: Wahl, takt: Tick, name: str, gruppe: GroupValue | None = None) -> None:
    """What the field `name` of the address asks for; nothing where it asks for nothing that can be meant."""
    chosen = address.get(name)
    if takt is Tick.LAUF:
        if any(one.lauf_id == chosen for one in counted.time_series(wahl.stand, takt, None, wahl.filter)):
            with _frame("Der gewählte Lauf", name):
                _lauf(context, chosen)
    elif days := _days(chosen, takt):
        filter = _filter(wahl.filter, days, gruppe)
        _all(context, filter, joined([span(*days), gruppe.name if gruppe else None]), name)


def laeufe(context: Context, filter: Filter, name: str) -> None:
    """The Läufe of these days; `name`: whose they are."""
    assert filter.von and filter.bis
    _all(context, filter, joined([span(filter.von, filter.bis), name]), "tag", "reihe")


def _all(context: Context, filter: Filter, of: str, *fields: str) -> None:
    total = resources.store().count_laeufe(filter)
    with _frame(f"{formats.counted(total, 'Lauf', 'Läufe')} {of}", *fields):
        _tabelle(resources.store().list_laeufe(filter, LAEUFE), total)
        found = verworfene_of(resources.store(), filter, ZITATE + 1)
        _zitate(context, [(one.modell, one.partei, one.eintrag) for one in found])


def _filter(filter: Filter, days: tuple[date, date], gruppe: GroupValue | None) -> Filter:
    if gruppe:
        filter = filter_of(filter, Tick.TAG, days[0].isoformat(), gruppe.gruppe, gruppe.wert)
    return replace(filter, von=days[0], bis=days[1])


@contextmanager
def _frame(titel: str, *fields: str) -> Iterator[None]:
    """`fields` of the address ask for it, and are taken out by closing it."""
    name = fields[0]
    with st.container(border=True, key=f"dahinter-{name}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(titel)}**", width="stretch")
            st.button(
                "Schließen",
                icon=":material/close:",
                type="tertiary",
                key=f"dahinter_{name}_zu",
                on_click=address.go,
                kwargs=dict.fromkeys(fields),
            )
        yield


def _lauf(context: Context, lauf_id: str) -> None:
    lauf = resources.store().load(lauf_id)
    st.page_link(
        "lauf.py",
        label=plain(short_title(lauf.antrag.titel, lauf.antrag.drucksache) or "Antrag ohne Titel"),
        icon=":material/open_in_full:",
        query_params={"id": lauf_id},
    )
    modell = lauf.modell_geantwortet or lauf.modell_gefragt
    _zitate(context, [(modell, z.partei, z.eintrag) for z in lauf.zitate if z.status.is_dropped])


def _tabelle(zeilen: Sequence[LaufRow], total: int) -> None:
    rows = [
        {
            "": address.absolute(f"lauf?id={zeile.id}"),
            "Antrag": titel_of(zeile),
            "Status": status_of(zeile),
            "Belegt": proven_of(zeile),
            "Modell": modell_name(modell_of(zeile)),
            "Prompt": prompt_told(zeile.prompt_id, zeile.prompt_version),
            "am": zeile.created,
        }
        for zeile in zeilen
    ]
    height: Literal["content"] | int = "content" if len(rows) <= 8 else 330
    frame = pd.DataFrame(rows)
    st.dataframe(frame, column_config=COLUMNS, hide_index=True, height=height, placeholder="–", alt="Läufe")
    links = [str(row[""]) for row in rows]
    plain_table(frame.drop(columns=""), "dahinter", "Läufe dahinter", COLUMNS, links)
    if total > len(rows):
        st.caption(f"Gezeigt sind die neuesten {len(rows)}.")


def _zitate(context: Context, found: Sequence[tuple[str, str, Eintrag]]) -> None:
    """The dropped quotes, together what one model wrote for one party."""
    if not found:
        st.caption("Kein Zitat wurde verworfen.")
        return
    if len(found) > ZITATE:
        st.caption(f"Von den verworfenen Zitaten sind die neuesten {ZITATE} gezeigt.")
    for (modell, partei), eintraege in _grouped(found[:ZITATE]).items():
        known = partei in context.registry.parteien
        name = partei_name(context.registry, partei, None) if known else partei
        with st.container(gap="xsmall"):
            st.caption(plain(joined([name, modell_name(modell)])))
            verworfene(eintraege, f"{modell}-{partei}")


def _grouped(found: Iterable[tuple[str, str, Eintrag]]) -> dict[tuple[str, str], list[Eintrag]]:
    groups = defaultdict(list)
    for modell, partei, eintrag in found:
        groups[modell, partei].append(eintrag)
    return groups


def _days(text: str, takt: Tick) -> tuple[date, date] | None:
    """„2026-11-03“ is a day, or a week from its Monday on; „2026-11-03..2026-11-05“ are three days."""
    begin, _, end = text.partition("..")
    try:
        first = date.fromisoformat(begin[:10])
        last = date.fromisoformat(end) if end else first
    except ValueError:
        return None
    if takt is Tick.WOCHE:
        first -= timedelta(days=first.weekday())
        last = first + timedelta(days=6)
    return first, last
