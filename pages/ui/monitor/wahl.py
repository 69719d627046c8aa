"""What the page shows: over which time, in which steps, of which Läufe, one's own or the examples.

All of it stands in the address. What is counted is read once, until something changes in the store, and
shared by all visitors without copies: nobody changes it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta

import streamlit as st

from core import clock
from core.context import Context
from core.german import formats
from core.monitor import alarms, over_time, party_figures
from core.monitor.alarms import Alarm, AlarmState, ChangeMark, SeriesKind
from core.monitor.over_time import MomentNumbers, Observation, Tick
from core.monitor.party_figures import ParteiNumbers
from core.monitor.regelkarte import Regelkarte
from core.runs.figures import DAYS, Gruppe, NumberTable, Zitatzahlen, load_number_table
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from core.search.suchraum import strategie_told
from pages.ui import address, resources
from pages.ui.shown_names import land_name, modell_name, partei_shown, prompt_shown
from pages.ui.text import joined, plain

PERIOD = {f"{DAYS} Tage": DAYS, "90 Tage": 90, "1 Jahr": 365, "alles": None}
USUAL = {False: f"{DAYS} Tage", True: "90 Tage"}
"""That of the start page, so that both tell the same; of the examples all, for they are eleven weeks long."""

TICKS = {"Tag": Tick.TAG, "Woche": Tick.WOCHE}
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
MOST_DAYS = 45
"""So many bars can be told apart."""

# --- what is counted, read once -----------------------------------------------------------------------------


@st.cache_resource(ttl=600, max_entries=4, show_spinner=False)
def number_table(stand: str, is_demo: bool, per_programm: bool = False) -> NumberTable:
    """Of the real Läufe or the invented ones, by party or by Programm."""
    return load_number_table(resources.store(), is_demo, per_programm)


@st.cache_resource(ttl=600, max_entries=50, show_spinner=False)
def _alarm_state(stand: str, filter: Filter, von: date) -> AlarmState:
    return alarms.alarm_state(number_table(stand, bool(filter.is_demo)), filter, von)


@st.cache_resource(ttl=600, max_entries=50, show_spinner=False)
def _card_of(
    stand: str, filter: Filter, von: date, art: SeriesKind, reihe: str, tage: int
) -> Regelkarte | None:
    return alarms.card_of(number_table(stand, bool(filter.is_demo)), filter, von, art, reihe, tage)


@dataclass(frozen=True, slots=True)
class Wahl:
    """`filter` starts at `von`; `stand` is that of the store: what it held when all this was asked."""

    stand: str
    takt: Tick
    filter: Filter
    von: date | None

    def jobs(self, gruppe: Gruppe | None = None) -> NumberTable:
        return number_table(self.stand, bool(self.filter.is_demo), gruppe is Gruppe.PROGRAMM)

    @property
    def timeless(self) -> Filter:
        """The same Läufe of all times: what is usual is told by the days before."""
        return replace(self.filter, von=None)

    @property
    def land(self) -> str | None:
        return self.filter.bundesland or _land_of(self.jobs())

    def zahlen(self, gruppe: Gruppe | None = None) -> list[Zitatzahlen]:
        return over_time.zahlen(self.jobs(gruppe), gruppe, self.filter)

    def verlauf(self, takt: Tick, gruppe: Gruppe | None = None) -> list[MomentNumbers]:
        return over_time.verlauf(self.jobs(gruppe), takt, gruppe, self.filter)

    def parteien(self) -> list[ParteiNumbers]:
        indexiert = party_figures.indexed_per_partei(resources.context())
        return party_figures.partei_numbers(self.jobs(), self.filter, indexiert)

    def observed(self) -> Observation:
        return over_time.observation(self.jobs(), self.timeless, self.von)

    def alarms(self, ab: date) -> AlarmState:
        return _alarm_state(self.stand, self.timeless, ab)

    def card(self, ab: date, alarm: Alarm | None = None) -> Regelkarte | None:
        """Of the alarm's own series and window; without one of all Läufe, by seven days."""
        own = (alarm.art, alarm.reihe, alarm.signal.tage) if alarm else (SeriesKind.DROPPED, "", 7)
        return _card_of(self.stand, self.timeless, ab, *own)

    def changes(self) -> list[ChangeMark]:
        return alarms.marken(self.jobs(), self.timeless)


# --- choosing -----------------------------------------------------------------------------------------------


def ask(context: Context, is_demo: bool, has_laeufe: bool) -> Wahl:
    """Beside it the way to the examples, for who has Läufe of their own."""
    stand = resources.store().stand()
    jobs = number_table(stand, is_demo)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        span = _segments("Zeitraum", "zeitraum", PERIOD, USUAL[is_demo], "takt")
        days = PERIOD[span]
        takt = _segments("Je", "takt", TICKS, "Tag" if days and days <= MOST_DAYS else "Woche")
        with st.popover("Filter", icon=":material/filter_alt:", key="monitor_filter"):
            chosen = _filters(jobs)
        if has_laeufe and not is_demo:
            show_examples(context, resources.store(), "beispiel_zeigen", is_quiet=True)
    shown = _shown(chosen["land"] or _land_of(jobs))
    told = [f"{FILTER[key]} {shown[key](value)}" for key, value in chosen.items() if value]
    if told:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(plain(f"Nur {joined(told)}"), width="content")
            st.button(
                "Filter zurücksetzen",
                on_click=address.go,
                kwargs=dict.fromkeys(FILTER),
                type="tertiary",
                key="monitor_zuruecksetzen",
            )
    von = None if days is None else clock.today() - timedelta(days=days - 1)
    return Wahl(stand, TICKS[takt], _filter(chosen, von, is_demo), von)


def _segments(label: str, name: str, options: Collection[str], usual: str, *drop: str) -> str:
    chosen = address.one_of(name, options, usual)
    followed = address.follow("monitor", name, chosen, *drop)
    return str(
        st.segmented_control(label, list(options), required=True, label_visibility="collapsed", **followed)
    )


def _filters(jobs: NumberTable) -> dict[str, str | None]:
    """Only by what there is: no invented party among one's own."""
    values = {key: jobs.merkmale[key].werte for key in FILTER if key != "partei"}
    values["partei"] = tuple(jobs.partei.werte[at] for at in set(jobs.partei.nummern.tolist()))
    shown = _shown(_land_of(jobs))
    return {
        key: choice(label, key, sorted({value for value in values[key] if value}), "alle", 320, shown[key])
        for key, label in FILTER.items()
    }


def _shown(land: str | None) -> dict[str, Callable[[str], str]]:
    return {**SHOWN, "partei": lambda id: partei_shown(id, land)}


def _land_of(jobs: NumberTable) -> str | None:
    """Of all Läufe, where it is one: there a party may have a name of its own."""
    laender = jobs.merkmale["land"].werte
    return laender[0] if len(laender) == 1 else None


def _filter(chosen: Mapping[str, str | None], von: date | None, is_demo: bool) -> Filter:
    """Finished Läufe, each answer once: as the start page counts them."""
    id, _, version = (chosen["prompt"] or "").rpartition(" v")
    return Filter(
        von=von,
        status=Status.FERTIG,
        modell=chosen["modell"],
        prompt_id=id or None,
        prompt_version=version or None,
        bundesland=chosen["land"],
        partei=chosen["partei"],
        strategie=chosen["strategie"],
        is_demo=is_demo,
        eingelesen=False,
        aus_cache=False,
        tells_of_models=not is_demo,
    )


def choice(
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


# --- what groups and steps of time are called on the page ---------------------------------------------------


def time_name(takt: Tick, zeit: str) -> str:
    """„03.11.2026“, „KW 45/2026“."""
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


# --- the invented history: shown only when it is asked for, and never among real Läufe ----------------------

FIELD = "beispiele"
"""As on Vergleich."""


def is_example(store: Runstore) -> bool:
    return address.get(FIELD) == "1" and _has_demo(store)


def show_examples(context: Context, store: Runstore, key: str, is_quiet: bool = False) -> None:
    """The way there; what is not there yet is written first."""
    if st.button(
        "Mit Beispieldaten ansehen",
        icon=":material/science:",
        type="tertiary" if is_quiet else "secondary",
        key=key,
    ):
        if not _has_demo(store):
            _write(context)
        address.go(**{FIELD: "1"})
        st.rerun()


def note_examples() -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="beispieldaten"):
        st.markdown(
            ":orange[:material/science:] **Das sind Beispieldaten.** Die Modelle sind erfunden, die Anträge "
            "und Programme auch. Echte Läufe sind hier nicht dabei.",
            width="stretch",
        )
        st.button("Beispieldaten löschen", type="tertiary", on_click=_remove, key="beispiel_loeschen")
        st.button("Echte Läufe zeigen", on_click=_leave, key="beispiel_aus")


def _remove() -> None:
    from core.demo.history import remove_demo_laeufe

    remove_demo_laeufe(resources.store())
    _leave()


def _leave() -> None:
    address.go(**{FIELD: None})


def _has_demo(store: Runstore) -> bool:
    from core.demo.demo_antraege import has_history

    return has_history(store)


def _write(context: Context) -> None:
    from core.demo.history import demo_history

    bar = st.progress(0.0, text="Die Beispieldaten werden geschrieben …")
    for step in demo_history(context, clock.today() - timedelta(1)):
        bar.progress(step.fertig / step.von, text=f"{step.fertig} von {step.von} Läufen geschrieben")
