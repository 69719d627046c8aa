"""What the page shows: over which time, in which steps, of which Läufe. All of it stands in the address."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

import streamlit as st

from core import clock
from core.context import Context
from core.german import formats
from core.monitor.alarms import ChangeMark, MarkKind
from core.monitor.over_time import Tick
from core.runs.figures import Gruppe
from core.runs.load_laeufe import Filter
from core.search.suchraum import strategie_told
from pages.ui import address
from pages.ui.monitor import counted
from pages.ui.shown_names import index_shown, land_name, modell_name, partei_shown, prompt_shown
from pages.ui.text import joined, plain

PERIOD = {"30 Tage": 30, "90 Tage": 90, "1 Jahr": 365, "alles": None}
TICKS = {"Tag": Tick.TAG, "Woche": Tick.WOCHE, "Lauf": Tick.LAUF}
GROUPS = {
    "Modell": Gruppe.MODELL,
    "Prompt": Gruppe.PROMPT,
    "Land": Gruppe.LAND,
    "Partei": Gruppe.PARTEI,
    "Programm": Gruppe.PROGRAMM,
    "Strategie": Gruppe.STRATEGIE,
}
FILTER = {
    "modell": "Modell",
    "prompt": "Prompt",
    "land": "Land",
    "partei": "Partei",
    "strategie": "Strategie",
}


SHOWN: Mapping[str, Callable[[str], str]] = {
    "modell": modell_name,
    "prompt": prompt_shown,
    "land": land_name,
    "partei": partei_shown,
    "strategie": strategie_told,
}

MOST_DAYS = 120
"""So many bars can be told apart."""


@dataclass(frozen=True, slots=True)
class Wahl:
    """`gruppe` is the word for what is split by, None where nothing is; `filter` starts at `von`.

    `stand` is that of the store: what it held when all this was asked.
    """

    stand: str
    takt: Tick
    gruppe: str | None
    filter: Filter
    von: date | None

    @property
    def timeless(self) -> Filter:
        """The same Läufe of all times: what is usual is told by the days before."""
        return replace(self.filter, von=None)


def ask(context: Context, is_demo: bool) -> Wahl:
    stand = counted.stand()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        span = _segments("Zeitraum", "zeitraum", PERIOD, "90 Tage", *_unfit_tick())
        takt = _segments("Je", "takt", TICKS, _usual_tick(span))
        gruppe = _choice("Aufgeteilt nach", "gruppe", GROUPS, "nichts")
        with st.popover("Filter", icon=":material/filter_alt:", key="monitor_filter"):
            chosen = _filters(context, stand, is_demo)
    told = [f"{FILTER[key]} {SHOWN[key](value)}" for key, value in chosen.items() if value]
    if told:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(plain(f"Nur {joined(told)}"), width="content")
            st.button("Filter zurücksetzen", on_click=_clear, type="tertiary", key="monitor_zuruecksetzen")
    days = PERIOD[span]
    von = None if days is None else clock.today() - timedelta(days=days - 1)
    return Wahl(stand, TICKS[takt], gruppe, _filter(chosen, von, is_demo), von)


def _usual_tick(span: str) -> str:
    """Days while they can be told apart."""
    days = PERIOD[span]
    return "Tag" if days and days <= MOST_DAYS else "Woche"


def _unfit_tick() -> tuple[str, ...]:
    """With another time a step of days or weeks is chosen anew."""
    return () if address.get("takt") == "Lauf" else ("takt",)


def _segments(label: str, name: str, options: Collection[str], usual: str, *drop: str) -> str:
    chosen = address.one_of(name, options, usual)
    followed = address.follow("monitor", name, chosen, *drop)
    return str(st.segmented_control(label, list(options), required=True, **followed))


def _filters(context: Context, stand: str, is_demo: bool) -> dict[str, str | None]:
    merkmale = counted.number_table(stand, Filter(is_demo=is_demo)).merkmale
    options = {key: _once(merkmale[key].werte) for key in FILTER if key in merkmale}
    options["partei"] = list(context.registry.parteien)
    return {key: _choice(label, key, options[key], "alle", 320, SHOWN[key]) for key, label in FILTER.items()}


def _filter(chosen: dict[str, str | None], von: date | None, is_demo: bool) -> Filter:
    id, _, version = (chosen["prompt"] or "").rpartition(" v")
    return Filter(
        von=von,
        modell=chosen["modell"],
        prompt_id=id or None,
        prompt_version=version or None,
        bundesland=chosen["land"],
        partei=chosen["partei"],
        strategie=chosen["strategie"],
        is_demo=is_demo,
        eingelesen=False,
    )


def _choice(
    label: str,
    name: str,
    options: Collection[str],
    empty: str,
    width: int = 170,
    shown: Callable[[str], str] = str,
) -> str | None:
    followed = address.follow("monitor", name, address.one_of(name, options))
    return st.selectbox(
        label,
        list(options),
        index=None,
        format_func=shown,
        placeholder=empty,
        width=width,
        **followed,
    )


def _once(values: Iterable[str | None]) -> list[str]:
    return sorted({value for value in values if value})


def _clear() -> None:
    address.go(**dict.fromkeys(FILTER))


# --- what groups and steps of time are called on the page ---------------------------------------------------


def group_name(context: Context, gruppe: Gruppe | None) -> Callable[[str | None], str]:
    def name(value: str | None) -> str:
        if gruppe is None:
            return ""
        if value is None:
            return "steht in keinem Programm" if gruppe is Gruppe.PROGRAMM else "ohne Angabe"
        if gruppe is Gruppe.PROGRAMM and value in context.registry.programme:
            return context.registry.programme[value].name
        return SHOWN[gruppe](value) if gruppe in SHOWN else value

    return name


def change_name(mark: ChangeMark) -> str:
    """What is new, by the names that people know."""
    if mark.art is MarkKind.MODELL:
        return modell_name(mark.text)
    if mark.art is MarkKind.PROMPT:
        return prompt_shown(mark.text)
    return index_shown(mark.text) if mark.art is MarkKind.INDEX else mark.text


def time_name(takt: Tick, zeit: str) -> str:
    """„03.11.2026“, „KW 45/2026“, „03.11.2026, 14:05 Uhr“."""
    if takt is Tick.LAUF:
        return formats.moment(datetime.fromisoformat(zeit))
    day = date.fromisoformat(zeit[:10])
    if takt is Tick.TAG:
        return formats.day(day)
    year, week, _ = day.isocalendar()
    return f"KW {week:02}/{year}"


def span(first: date, last: date) -> str:
    """„am 03.11.2026“, „vom 02.11.2026 bis 08.11.2026“."""
    return (
        f"am {formats.day(first)}" if first == last else f"vom {formats.day(first)} bis {formats.day(last)}"
    )
