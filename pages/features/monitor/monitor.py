"""Seite „Monitor“: was aus den Zitaten wurde, die Modelle nannten, und wann etwas anders war als sonst."""

from collections.abc import Callable
from dataclasses import replace
from html import unescape
from typing import Any, Literal

import pandas as pd
import streamlit as st

from core.base import formats
from core.base.frames import DataFrame
from core.features import hooks
from core.features.monitor import charts, frames
from core.features.monitor.proof_job import PruefungJobs
from core.features.monitor.quote_counts import Tick, only_built_in
from core.programme.context import Context
from core.runs.figures import Gruppe
from core.runs.lauf import Zitierweise
from core.runs.load_laeufe import Filter
from core.runs.notes import Pruefung
from core.wortlaut.binding.eintrag import ZitatStatus
from pages.features.monitor.blocks import (
    SHOWN,
    GroupValue,
    Wahl,
    alarm_block,
    ask_wahl,
    behind,
    is_example,
    note_examples,
    regelkarte,
    show_examples,
    time_name,
)
from pages.ui import address, resources
from pages.ui.chart_frame import chart, download
from pages.ui.filter_bar import Choice
from pages.ui.help_texts import explained
from pages.ui.parts import head, is_dark, readable
from pages.ui.plain_table import MOMENT, SHARE, table
from pages.ui.text import plain
from pages.ui.words import partei_shown

# --- what became of the quotes over time, of all or of groups -----------------------------------------------

MOST_GROUPS = 8
# So many lines can be told apart.

DAY = len("2026-11-03")
# So much of what a click tells stands in the address.

VIEWS = ("Anzahl", "Anteile")
GROUPS = {
    "Modell": Gruppe.MODELL,
    "Prompt": Gruppe.PROMPT,
    "Land": Gruppe.LAND,
    "Partei": Gruppe.PARTEI,
    "Programm": Gruppe.PROGRAMM,
    "Strategie": Gruppe.STRATEGIE,
    "Zitierweise": Gruppe.ZITIERWEISE,
}


def verlauf(wahl: Wahl) -> None:
    """A click on a step shows what is behind it."""
    reihe = frames.timeline_frame(wahl.verlauf(wahl.takt), lambda _: "")
    chart(
        "Was aus den genannten Zitaten wurde",
        lambda dark: charts.timeline(reihe, dark, proportional=address.get("ansicht") == "Anteile"),
        _readable(reihe.drop(columns="Gruppe"), wahl.takt),
        "monitor_verlauf",
        spalten={"Anteil belegt": SHARE},
        on_select=_choose_time,
        daneben=_view,
    )
    behind(wahl)


def _view() -> None:
    address.segments(
        "Ansicht", VIEWS, address.follow("monitor", "ansicht", address.one_of("ansicht", VIEWS, "Anzahl"))
    )


def gruppen(context: Context, wahl: Wahl) -> None:
    """The bound share of each group over time; a click on a point shows what is behind it."""
    asked = Choice("Aufgeteilt nach", "gruppe", list(GROUPS), 170, empty="Modell").ask("monitor")
    gruppe = asked or "Modell"
    kind, name = GROUPS[gruppe], _group_name(context, GROUPS[gruppe], wahl.land)
    found = wahl.verlauf(wahl.takt, kind)
    reihe = frames.timeline_frame(found, name)
    shown = frames.largest_values(reihe, MOST_GROUPS)
    chart(
        f"Belegte Zitate je {gruppe}",
        lambda dark: charts.bound_shares(shown, dark),
        _readable(reihe, wahl.takt),
        "monitor_anteile",
        spalten={"Anteil belegt": SHARE},
        on_select=_choose_group,
    )
    groups, drawn = reihe["Gruppe"].nunique(), shown["Gruppe"].nunique()
    if groups > drawn:
        st.caption(f"Gezeichnet sind die {drawn} mit den meisten Zitaten, die Tabelle nennt alle {groups}.")
    values = {one.zahlen.gruppe for one in found}
    clicked = (value for value in values if address.get("wert") in (name(value), value))
    behind(wahl, next((GroupValue(kind, one, name(one)) for one in clicked), None))


def _group_name(context: Context, gruppe: Gruppe, land: str | None) -> Callable[[str | None], str]:
    def name(value: str | None) -> str:
        if value is None:
            return "steht in keinem Programm" if gruppe is Gruppe.PROGRAMM else "ohne Angabe"
        if gruppe is Gruppe.PROGRAMM and value in context.registry.programme:
            return context.registry.programme[value].name
        if gruppe is Gruppe.PARTEI:
            return partei_shown(value, land)
        if gruppe is Gruppe.ZITIERWEISE:
            return Zitierweise(value).wort
        return SHOWN[gruppe](value) if gruppe in SHOWN else value

    return name


def _readable(reihe: DataFrame, takt: Tick) -> DataFrame:
    """With steps of time as Germans write them."""
    return reihe.assign(Zeit=[time_name(takt, zeit) for zeit in reihe["Zeit"]])


def _choose_time(key: str) -> None:
    point = _clicked(key)
    address.go(zeit=point and str(point["x"])[:DAY], wert=None)


def _choose_group(key: str) -> None:
    """The chart has the names as plotly takes them, with what could be a tag escaped."""
    point = _clicked(key)
    address.go(zeit=point and str(point["x"])[:DAY], wert=point and unescape(point["customdata"][-1]))


def _clicked(key: str) -> dict[str, Any] | None:
    """The first point; None for a click beside all."""
    return next(iter(st.session_state[key]["selection"]["points"]), None)


# --- the parties side by side: what the models were given of each, and what they made of it -----------------

SPALTEN = {
    "Zitate je Lauf": st.column_config.NumberColumn(format="%.1f"),
    "Quelltext je Lauf": st.column_config.NumberColumn(format="%.0f", help="In Zeichen"),
    **dict.fromkeys(("Anteil verworfen", "Von", "Bis"), SHARE),
}


def parteien(context: Context, wahl: Wahl) -> None:
    reihen, known, dark, land = wahl.parteien(), context.registry.parteien, is_dark(), wahl.land
    namen = {row.partei: partei_shown(row.partei, land) for row in reihen}
    colors = {id: readable(known[id].farbe, dark) for id in namen if id in known}
    table = frames.parteien(reihen, namen, colors)
    chart(
        "Parteien nebeneinander",
        lambda dark: charts.parteien(table, dark),
        table.drop(columns="Farbe", errors="ignore"),
        "monitor_parteien",
        spalten=SPALTEN,
    )
    st.caption(
        "Wer wenig Quelltext vorgelegt bekommt, wird selten zitiert: Das sagt etwas über den Index, "
        "nichts über die Partei. Die Striche rechts zeigen, wie sicher der Anteil ist (95 %)."
    )
    for row in reihen:
        if row.hinweis:
            told = f"**{plain(namen[row.partei])}**: {plain(row.hinweis)}"
            st.markdown(f":orange[:material/warning:] {told}")


# --- all figures as one table: a row per group, or per step of time -----------------------------------------


def numbers(context: Context, wahl: Wahl) -> None:
    bar = st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="bottom")
    with bar:
        gruppe = Choice("Je", "je", list(GROUPS), 170, empty=wahl.takt.capitalize()).ask("monitor")
    kopf = gruppe or wahl.takt.capitalize()
    if gruppe:
        name = _group_name(context, GROUPS[gruppe], wahl.land)
        shown = frames.totals_frame(wahl.zahlen(GROUPS[gruppe]), kopf, name)
    else:
        steps = [replace(one.zahlen, gruppe=one.zeit) for one in wahl.verlauf(wahl.takt)]
        shown = frames.totals_frame(steps, kopf, lambda zeit: time_name(wahl.takt, zeit or ""))
    with bar:
        download(shown, "monitor_zahlen")
    config = {
        kopf: st.column_config.TextColumn(pinned=True),
        "Anteil belegt": SHARE,
        **{
            status.heading: st.column_config.Column(help=status.erklaerung)
            for status in ZitatStatus.checked()
        },
    }
    height: Literal["content"] | int = "content" if len(shown) <= 12 else 460
    titel = f"Alle Zahlen je {kopf}"
    table(shown, "monitor-zahlen", titel, config, height=height)
    st.caption(
        f"{formats.counted(len(shown), 'Zeile', 'Zeilen')}. „Anteil belegt“ hat alle genannten Zitate als "
        "Ganzes. Rechts davon steht, wie belegt wurde, dann, warum verworfen wurde."
    )


# --- all stored quotes proved against the PDFs on demand, and what earlier proofs came to -------------------


def pruefung() -> None:
    """Drawn anew by itself while it goes on."""
    jobs = resources.context().own(PruefungJobs)
    laeuft = jobs.stand().laeuft
    st.fragment(_draw, run_every=1.0 if laeuft else None)(jobs, laeuft)


def _draw(jobs: PruefungJobs, was_busy: bool) -> None:
    stand = jobs.stand()
    if stand.laeuft != was_busy:
        st.rerun(scope="app")
    earlier = resources.store().notes_of(Pruefung)[::-1]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown("**Stehen die gespeicherten Zitate noch in den PDFs?**", width="stretch")
        st.button(
            "Alle Zitate jetzt prüfen",
            icon=":material/fact_check:",
            on_click=jobs.start,
            disabled=stand.laeuft,
            key="monitor_pruefen",
        )
    if stand.laeuft:
        told = f"{formats.number(stand.fertig)} von {formats.counted(stand.von, 'Lauf', 'Läufen')} geprüft"
        st.progress(stand.fertig / max(stand.von, 1), text=told)
    elif stand.fehler:
        st.warning(plain(" ".join(stand.fehler)), icon=":material/warning:")
    if earlier:
        last = earlier[0]
        icon = (
            ":green[:material/check_circle:]" if last.belegt == last.geprueft else ":red[:material/warning:]"
        )
        shown = f"{formats.number(last.belegt)} von {formats.number(last.geprueft)}"
        st.markdown(f"{icon} {shown} belegt am {formats.day(last.created)}")
        rows = [
            {
                "am": one.created,
                "Läufe": one.laeufe,
                "Geprüft": one.geprueft,
                "Belegt": one.belegt,
                "Nicht belegt": one.geprueft - one.belegt,
                "Dauer": formats.duration(one.sekunden),
            }
            for one in earlier[:10]
        ]
        table(pd.DataFrame(rows), "fruehere", "Frühere Prüfungen", {"am": MOMENT})
    elif not stand.laeuft:
        st.caption("Noch nie geprüft. Jedes belegte Zitat wird dabei neu in seiner PDF-Datei gesucht.")


# --- the page -----------------------------------------------------------------------------------------------

TABS = {
    "verlauf": "Verlauf",
    "gruppen": "Nach Modell, Prompt …",
    "regelkarte": "Regelkarte",
    "parteien": "Parteien",
    "zahlen": "Alle Zahlen",
    "pruefung": "Noch in den PDFs?",
}
more: tuple[tuple[str, str, Callable[[], None]], ...] = hooks("monitor.tabs")
of_features = {key: draw for key, _, draw in more}
names = TABS | {key: name for key, name, _ in more}


@st.fragment
def more_tabs(tabs: list[str]) -> None:
    """Only what the chosen tab shows is worked out."""
    chosen = address.one_of("mehr", tabs, tabs[0])
    address.segments(
        "Mehr", tabs, address.follow("monitor", "mehr", chosen, "zeit", "wert"), shown=names.__getitem__
    )
    if chosen == "verlauf":
        verlauf(gewaehlt)
    elif chosen == "gruppen":
        gruppen(context, gewaehlt)
    elif chosen == "regelkarte":
        regelkarte(gewaehlt)
    elif chosen == "parteien":
        parteien(context, gewaehlt)
    elif chosen == "zahlen":
        numbers(context, gewaehlt)
    elif chosen in of_features:
        of_features[chosen]()
    else:
        pruefung()


head("monitor")
proved, dropped = explained("belegt, gebunden", "belegt"), explained("verworfen")
st.markdown(
    f"Wie viele Zitate, die Modelle nennen, sind {proved}, woran scheitern die, die {dropped} werden, "
    f"und wann war etwas anders als sonst ({explained('Regelkarte')})?"
)
context, store = resources.context(), resources.store()
is_demo = is_example(store)
if is_demo:
    note_examples()
gewaehlt = ask_wahl(context, is_demo, store.count_laeufe(Filter(is_demo=False)) > 0)
# What is not counted is told.
if read_in := store.count_laeufe(Filter(eingelesen=True, is_demo=is_demo)):
    st.caption(
        f"Nicht mitgezählt: {formats.counted(read_in, 'eingelesener Lauf', 'eingelesene Läufe')}. Wann, "
        "womit und zu welchen Kosten er entstand, steht nur in seiner Datei und ist nicht geprüft."
    )
(total,) = gewaehlt.zahlen()
if not total.laeufe:
    if is_demo or gewaehlt.numbers().ids:
        st.info(
            "In diesem Zeitraum wurde kein Antrag geprüft, der zu den Filtern passt. Wählen Sie einen "
            "längeren, oder nehmen Sie Filter heraus.",
            icon=":material/info:",
        )
    else:
        built_in = store.count_laeufe(Filter(is_demo=False, eingelesen=False))
        st.info(
            "Hier steht, was aus den Zitaten wurde, die Modelle nennen. "
            + (f"Bisher: {only_built_in(built_in)}" if built_in else "Bisher wurde kein Antrag geprüft."),
            icon=":material/info:",
        )
        st.page_link("antrag.py", label="Antrag prüfen", icon=":material/edit_document:")
        st.caption(
            "Oder sehen Sie sich an, wie diese Seite nach drei Monaten mit mehreren Modellen aussieht:"
        )
        show_examples(context, store, "beispiel_an")
    st.stop()

figures = {
    "Läufe": formats.number(total.laeufe),
    "Genannte Zitate": formats.number(total.emittiert),
    "Belegt": formats.percent(total.gebunden, total.emittiert),
    "Verworfen": formats.percent(total.emittiert - total.gebunden, total.emittiert),
    "Läufe ohne Zitat": formats.number(total.ohne_zitat),
}
with st.container(horizontal=True, key="monitor-summen"):
    for label, value in figures.items():
        st.metric(label, value)
days = gewaehlt.verlauf(Tick.TAG)
if len(days) == 1:  # no chart shows a single day
    st.info(
        f"Am {time_name(Tick.TAG, days[0].zeit)} wurden in {formats.counted(total.laeufe, 'Lauf', 'Läufen')} "
        f"{formats.counted(total.emittiert, 'Zitat', 'Zitate')} genannt und "
        f"{formats.number(total.gebunden)} belegt. Vom zweiten Tag an steht hier, wie es weitergeht.",
        icon=":material/info:",
    )
    more_tabs(["zahlen", "pruefung", *of_features])
else:
    alarm_block(gewaehlt)
    more_tabs(list(names))
