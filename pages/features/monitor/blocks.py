"""What the Monitor looks at, as it is chosen; what is unusual in it; and what is behind a figure."""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

import pandas as pd
import streamlit as st

from core.base import clock, formats
from core.base.frames import DataFrame
from core.demo.demo_antraege import has_history
from core.demo.history import demo_history
from core.features.monitor import alarms, charts, frames, quote_counts
from core.features.monitor.alarm_note import AlarmNote
from core.features.monitor.alarms import (
    BEFORE,
    Alarm,
    AlarmState,
    ChangeMark,
    MarkKind,
    Reihe,
    SeriesKind,
    SeriesOf,
    filter_of_series,
    remark_on,
)
from core.features.monitor.ampel import DAYS
from core.features.monitor.number_table import NumberTable, load_number_table
from core.features.monitor.quote_counts import MomentNumbers, Observation, ParteiNumbers, Tick, filter_of
from core.features.monitor.regelkarte import Regelkarte
from core.programme.context import Context
from core.runs.figures import Gruppe, Zitatzahlen
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from core.search.suchraum import Strategie
from pages.ui import address, resources
from pages.ui.chart_frame import chart
from pages.ui.filter_bar import Choice, ask, reset
from pages.ui.parts import name_input
from pages.ui.plain_table import DAY, MOMENT, SHARE, table
from pages.ui.text import joined, plain
from pages.ui.words import (
    answering_modell,
    index_shown,
    land_name,
    modell_name,
    partei_shown,
    prompt_shown,
    prompt_told,
    proven_of,
    status_of,
    titel_of,
)
from pages.ui.zitat import verworfene

PERIOD = {f"{DAYS} Tage": DAYS, "90 Tage": 90, "1 Jahr": 365, "alles": None}
USUAL = {False: f"{DAYS} Tage", True: "90 Tage"}
"""That of the start page, so that both tell the same; of the examples all, for they are eleven weeks long."""

TICKS = {"Tag": Tick.TAG, "Woche": Tick.WOCHE}
FILTERS: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "modell": ("Modell", modell_name),
    "prompt": ("Prompt", prompt_shown),
    "land": ("Land", land_name),
    "partei": ("Partei", partei_shown),
    "strategie": ("Strategie", lambda stored: Strategie(stored).told),
}
SHOWN = {name: shown for name, (_, shown) in FILTERS.items()}
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
    stand: str, filter: Filter, von: date, art: SeriesKind, reihe: Reihe | None, tage: int
) -> Regelkarte | None:
    return alarms.card_of(number_table(stand, bool(filter.is_demo)), filter, von, art, reihe, tage)


@dataclass(frozen=True, slots=True)
class Wahl:
    """`stand` is that of the store: what it held when all this was asked."""

    stand: str
    takt: Tick
    filter: Filter

    def numbers(self, gruppe: Gruppe | None = None) -> NumberTable:
        return number_table(self.stand, bool(self.filter.is_demo), gruppe is Gruppe.PROGRAMM)

    @property
    def timeless(self) -> Filter:
        """The same Läufe of all times: what is usual is told by the days before."""
        return replace(self.filter, von=None)

    @property
    def land(self) -> str | None:
        return self.filter.bundesland or _land_of(self.numbers())

    def zahlen(self, gruppe: Gruppe | None = None) -> list[Zitatzahlen]:
        return quote_counts.totals(self.numbers(gruppe), gruppe, self.filter)

    def verlauf(self, takt: Tick, gruppe: Gruppe | None = None) -> list[MomentNumbers]:
        return quote_counts.timeline(self.numbers(gruppe), takt, gruppe, self.filter)

    def parteien(self) -> list[ParteiNumbers]:
        indexiert = quote_counts.indexed_per_partei(resources.context())
        return quote_counts.partei_numbers(self.numbers(), self.filter, indexiert)

    def observed(self) -> Observation:
        return quote_counts.observation(self.numbers(), self.timeless, self.filter.von)

    def alarms(self, ab: date) -> AlarmState:
        return _alarm_state(self.stand, self.timeless, ab)

    def card(self, ab: date, alarm: Alarm | None = None) -> Regelkarte | None:
        """Of the alarm's own series and window; without one of all Läufe, by seven days."""
        own = (alarm.art, alarm.reihe, alarm.signal.tage) if alarm else (SeriesKind.DROPPED, None, 7)
        return _card_of(self.stand, self.timeless, ab, *own)

    def changes(self) -> list[ChangeMark]:
        return alarms.marken(self.numbers(), self.timeless)


# --- choosing -----------------------------------------------------------------------------------------------


def ask_wahl(context: Context, is_demo: bool, has_laeufe: bool) -> Wahl:
    """Asks for period, step and filters. Who has Läufe of their own is offered the examples beside them."""
    stand = resources.store().stand()
    numbers = number_table(stand, is_demo)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        span = _segments("Zeitraum", "zeitraum", PERIOD, USUAL[is_demo], "takt")
        days = PERIOD[span]
        takt = _segments("Je", "takt", TICKS, "Tag" if days and days <= MOST_DAYS else "Woche")
        with st.popover("Filter", icon=":material/filter_alt:", key="monitor_filter"):
            filters = _filters(numbers)
            chosen = ask("monitor", filters)
        if has_laeufe and not is_demo:
            show_examples(context, resources.store(), "beispiel_zeigen", is_quiet=True)
    named = ((one, chosen[one.name]) for one in _filters(numbers, chosen["land"]))
    told = [f"{one.label} {one.shown(value)}" for one, value in named if value]
    if told:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.caption(plain(f"Nur {joined(told)}"), width="content")
            reset(filters, "monitor_zuruecksetzen")
    # Finished Läufe, each answer once: as the start page counts them.
    id, _, version = (chosen["prompt"] or "").rpartition(" v")
    return Wahl(
        stand,
        TICKS[takt],
        Filter(
            von=None if days is None else clock.today() - timedelta(days=days - 1),
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
        ),
    )


def _segments(label: str, name: str, options: Collection[str], usual: str, *drop: str) -> str:
    chosen = address.one_of(name, options, usual)
    followed = address.follow("monitor", name, chosen, *drop)
    return str(address.segments(label, list(options), followed))


def _filters(numbers: NumberTable, land: str | None = None) -> list[Choice]:
    """Only values that occur: no invented party among one's own, whose name may be that of the Land."""
    values = {name: numbers.merkmale[name].werte for name in FILTERS if name != "partei"}
    values["partei"] = tuple(numbers.partei.werte[at] for at in set(numbers.partei.nummern.tolist()))
    shown = {**SHOWN, "partei": lambda id: partei_shown(id, land or _land_of(numbers))}
    return [
        Choice(label, name, sorted(filter(None, set(values[name]))), 320, shown[name])
        for name, (label, _) in FILTERS.items()
    ]


def _land_of(numbers: NumberTable) -> str | None:
    """The Land of all Läufe, if it is one: there a party may have a name of its own."""
    laender = numbers.merkmale["land"].werte
    return laender[0] if len(laender) == 1 else None


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
    return address.get(FIELD) == "1" and has_history(store)


def show_examples(context: Context, store: Runstore, key: str, is_quiet: bool = False) -> None:
    """The button to the examples, which are written first where they are not there yet."""
    if st.button(
        "Mit Beispieldaten ansehen",
        icon=":material/science:",
        type="tertiary" if is_quiet else "secondary",
        key=key,
    ):
        if not has_history(store):
            bar = st.progress(0.0, text="Die Beispieldaten werden geschrieben …")
            for step in demo_history(context, clock.today() - timedelta(1)):
                bar.progress(step.fertig / step.von, text=f"{step.fertig} von {step.von} Läufen geschrieben")
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
    resources.store().purge_demo()
    _leave()


def _leave() -> None:
    address.go(**{FIELD: None})


# --- what is unusual: each alarm with its own curve, what changed before, its Läufe, what somebody wrote ----

MOST_ALARMS = 2
"""So many are shown before one has to ask for more."""


def alarm_block(wahl: Wahl) -> None:
    """The new alarms, then those seen; only that days are missing where nobody knows yet what is usual."""
    seen = wahl.observed()
    if seen.ab is None:
        st.caption(f":material/info: {plain(seen.hinweis)}")
        return
    found = wahl.alarms(seen.ab).alarme
    notes = [] if wahl.filter.is_demo else resources.store().notes_of(AlarmNote)[::-1]
    remarks = {alarm: remark for alarm in found if (remark := remark_on(alarm, notes))}
    new = [alarm for alarm in found if alarm not in remarks]
    asked = address.get("kurve") or (_key(new[0]) if new else "")
    for alarm in new[:MOST_ALARMS]:
        _alarm(wahl, seen.ab, alarm, asked)
    _folded(wahl, seen.ab, dict.fromkeys(new[MOST_ALARMS:]), asked, "weiterer Alarm", "weitere Alarme")
    if not new:
        what = "Nichts neues Auffälliges" if remarks else "Nichts Auffälliges"
        st.caption(f":green[:material/check_circle:] {what} seit dem {formats.day(seen.ab)}.")
    _folded(wahl, seen.ab, remarks, asked, "gesehener Alarm", "gesehene Alarme")


def _folded(
    wahl: Wahl, ab: date, found: dict[Alarm, AlarmNote] | dict[Alarm, None], asked: str, one: str, many: str
) -> None:
    if found:
        is_open = any(_is_open(alarm) or _key(alarm) == asked for alarm in found)
        with st.expander(formats.counted(len(found), one, many), type="compact", expanded=is_open):
            for alarm, remark in found.items():
                _alarm(wahl, ab, alarm, asked, remark)


def _alarm(wahl: Wahl, ab: date, alarm: Alarm, asked: str, remark: AlarmNote | None = None) -> None:
    """`asked`: of which alarm the curve is wanted."""
    key, name = _key(alarm), series_name(alarm.reihe, wahl.land)
    with st.container(border=True, gap="xsmall", key=f"alarm-{key}"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            sign = ":gray[:material/visibility:]" if remark else ":red[:material/warning:]"
            # With the names that people know: what is stored and sent has ids.
            st.markdown(f"{sign} **{plain(alarm.satz.replace(alarm.reihe.name, name, 1))}**", width="stretch")
            if key != asked:
                _button("Kurve zeigen", "show_chart", f"kurve-{key}", kurve=key)
            target = {"tag": _days_of(alarm), "reihe": _series_key(alarm)}
            _button("Läufe ansehen", "search", f"laeufe-{key}", **target)
            if remark is None and not wahl.filter.is_demo:
                # That it was looked at, with a note, so that the next reader need not begin anew.
                with (
                    st.popover("Gesehen", type="tertiary", icon=":material/visibility:"),
                    st.form(f"gesehen-{key}", border=False),
                ):
                    notiz = st.text_input("Woran lag es? (freiwillig)", max_chars=2000, key=f"notiz-{key}")
                    who = name_input(f"name-{key}")
                    if st.form_submit_button("Als gesehen merken", type="primary"):
                        resources.store().save_note(
                            AlarmNote(
                                alarm.art,
                                alarm.reihe.merkmal,
                                alarm.reihe.wert,
                                *alarm.tage,
                                who,
                                (notiz or "").strip(),
                            )
                        )
                        st.rerun()
        if alarm.marken:
            changed = (f"{formats.day(m.zeit)} {m.art} {_change_name(m)}" for m in alarm.marken)
            st.caption(f"Kurz davor geändert: {plain('; '.join(changed))}")
        else:
            st.caption(f"In den {BEFORE.days} Tagen davor wurde nichts geändert, was hier erfasst wird.")
        if key == asked and (card := wahl.card(ab, alarm)):
            _curve(wahl, card, f"{alarm.art.titel}, {name}", "monitor_kurve", alarm)
        if remark:
            with st.container(horizontal=True, vertical_alignment="center"):
                told = [f"gesehen am {formats.moment(remark.created)}", remark.name, remark.notiz]
                st.caption(plain(joined(told)), width="stretch")
                st.button(
                    "Wieder als neu zeigen",
                    type="tertiary",
                    key=f"neu-{remark.id}",
                    on_click=resources.store().delete_note,
                    args=(remark.id,),
                )
        if _is_open(alarm):
            filter = filter_of_series(wahl.filter, alarm)
            _all(filter, joined([span(*alarm.tage), name]), "tag", "reihe")


def series_name(reihe: Reihe, land: str | None = None) -> str:
    """„Modell GPT-4.1“, „Prompt Streng belegt“, „Partei Lindenbund“, „alle Läufe“."""
    if reihe.merkmal is SeriesOf.PARTEI:
        return replace(reihe, wert=partei_shown(reihe.wert, land)).name
    shown = {SeriesOf.MODELL: modell_name, SeriesOf.PROMPT: prompt_shown}.get(reihe.merkmal)
    return replace(reihe, wert=shown(reihe.wert)).name if shown else reihe.name


def _key(alarm: Alarm) -> str:
    return f"{_days_of(alarm)} {alarm.art} {_series_key(alarm)}"


def _series_key(alarm: Alarm) -> str:
    return f"{alarm.reihe.merkmal} {alarm.reihe.wert}".strip()


def _days_of(alarm: Alarm) -> str:
    return "..".join(map(str, alarm.tage))


def _is_open(alarm: Alarm) -> bool:
    return (address.get("tag"), address.get("reihe")) == (_days_of(alarm), _series_key(alarm))


def _button(label: str, icon: str, key: str, **target: str | None) -> None:
    address.button(label, target, icon=f":material/{icon}:", key=key)


def _change_name(mark: ChangeMark) -> str:
    """What is new, by the names that people know."""
    shown = {MarkKind.MODELL: modell_name, MarkKind.PROMPT: prompt_shown, MarkKind.INDEX: index_shown}
    return shown.get(mark.art, str)(mark.text)


def _curve(wahl: Wahl, card: Regelkarte, titel: str, key: str, alarm: Alarm | None = None) -> DataFrame:
    """The chart of an alarm's series, or of all Läufe, with the limit it crossed; the changes drawn in it."""
    days = alarm.signal.tage if alarm else 7
    table = frames.regelkarte(card, wahl.filter.von)
    first = card.punkte[0].tag + timedelta(days=1)  # what the very first day had is no change
    found = (replace(one, text=_change_name(one)) for one in wahl.changes())
    changes = frames.marken(found, max(first, wahl.filter.von or first))
    window = (alarm.signal.fenster_von, alarm.signal.fenster_bis) if alarm else None
    measure = alarm.art.titel if alarm else titel
    name = "je Tag" if days == 1 else f"je {days} Tage zusammen"
    chart(
        plain(titel),
        lambda dark: charts.regelkarte(table, changes, dark, measure, name, window),
        table,
        key,
        spalten={"Tag": DAY, **dict.fromkeys(("Anteil", "Mittel", "Untergrenze", "Obergrenze"), SHARE)},
    )
    return changes


def regelkarte(wahl: Wahl) -> None:
    """All Läufe together, by seven days, and every change of that time."""
    seen = wahl.observed()
    titel = "Anteil verworfener Zitate, alle Läufe"
    card = seen.ab and wahl.card(seen.ab)
    if not card:
        st.caption(f":material/info: {plain(seen.hinweis or 'Dafür gibt es zu wenige Tage.')}")
        return
    changes = _curve(wahl, card, titel, "monitor_verworfen")
    if not changes.empty:
        table(changes, "aenderungen", "Änderungen in diesem Zeitraum", {"Tag": DAY}, alt="Änderungen")


# --- behind a point of a chart: its Läufe, and the quotes that were dropped in them -------------------------

LAEUFE, ZITATE = 50, 30
"""So many of each are shown, the latest."""

COLUMNS = {
    "": st.column_config.LinkColumn(display_text="öffnen", width=70),
    "Antrag": st.column_config.TextColumn(width=360),
    "am": MOMENT,
}


@dataclass(frozen=True, slots=True)
class GroupValue:
    """One of the groups a chart is split by; `wert` is as stored, `name` as shown."""

    gruppe: Gruppe
    wert: str | None
    name: str


def behind(wahl: Wahl, gruppe: GroupValue | None = None) -> None:
    """The step of time that the address asks for; nothing where it asks for nothing that can be meant."""
    try:
        day = date.fromisoformat(address.get("zeit"))
    except ValueError:
        return
    wanted = (gruppe.gruppe, gruppe.wert) if gruppe else ()
    filter = filter_of(wahl.filter, wahl.takt, day.isoformat(), *wanted)
    assert filter.von and filter.bis
    _all(filter, joined([span(filter.von, filter.bis), gruppe.name if gruppe else None]), "zeit")


def _all(filter: Filter, of: str, *fields: str) -> None:
    """`fields` of the address ask for it, and are taken out by closing it."""
    total = resources.store().count_laeufe(filter)
    with st.container(border=True, key=f"dahinter-{fields[0]}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            titel = f"{formats.counted(total, 'Lauf', 'Läufe')} {of}"
            st.markdown(f"**{plain(titel)}**", width="stretch")
            _button("Schließen", "close", f"dahinter_{fields[0]}_zu", **dict.fromkeys(fields))
        zeilen = resources.store().list_laeufe(filter, LAEUFE)
        rows = [
            {
                "": address.absolute(f"lauf?id={zeile.id}"),
                "Antrag": titel_of(zeile),
                "Status": status_of(zeile),
                "Belegt": proven_of(zeile),
                "Modell": modell_name(answering_modell(zeile)),
                "Prompt": prompt_told(zeile.prompt_id, zeile.prompt_version),
                "am": zeile.created,
            }
            for zeile in zeilen
        ]
        height: Literal["content"] | int = "content" if len(rows) <= 8 else 330
        frame = pd.DataFrame(rows)
        table(frame, "dahinter", "Läufe dahinter", COLUMNS, link="", alt="Läufe", height=height)
        if total > len(rows):
            st.caption(f"Gezeigt sind die neuesten {len(rows)}.")
        found = resources.store().list_verworfene(filter, ZITATE + 1)
        if not found:
            st.caption("Kein Zitat wurde verworfen.")
            return
        if len(found) > ZITATE:
            st.caption(f"Von den verworfenen Zitaten sind die neuesten {ZITATE} gezeigt.")
        groups = defaultdict(list)
        for one in found[:ZITATE]:
            groups[one.modell, one.partei].append(one.eintrag)
        for (modell, partei), eintraege in groups.items():
            with st.container(gap="xsmall"):
                st.caption(plain(joined([partei_shown(partei, filter.bundesland), modell_name(modell)])))
                verworfene(eintraege, f"{modell}-{partei}")
