"""What the Monitor tells: its figures, what is unusual, what became of the quotes, what is behind a point."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from html import unescape
from typing import Any, Literal

import pandas as pd
import streamlit as st

from core import frames
from core.citations.eintrag import EXPLANATION
from core.context import Context
from core.frames import STATUSWORTE, DataFrame
from core.german import formats
from core.monitor import charts
from core.monitor.alarms import BEFORE, Alarm, ChangeMark, MarkKind, filter_of_series, remark_on
from core.monitor.over_time import Tick, filter_of
from core.monitor.regelkarte import Regelkarte
from core.runs.figures import DroppedZitat, Gruppe, Zitatzahlen
from core.runs.lauf import LaufRow
from core.runs.load_laeufe import Filter
from core.runs.notes import AlarmNote, Pruefung
from core.runs.store import Runstore
from pages.ui import address, resources
from pages.ui.chart_frame import diagramm, download
from pages.ui.colors import is_dark, readable
from pages.ui.help_texts import explained
from pages.ui.list_words import modell_of, proven_of, status_of, titel_of
from pages.ui.monitor.wahl import SHOWN, Wahl, choice, span, time_name
from pages.ui.plain_table import plain_table
from pages.ui.shown_names import (
    index_shown,
    modell_name,
    partei_shown,
    prompt_shown,
    prompt_told,
    series_name,
)
from pages.ui.text import joined, plain
from pages.ui.visitor_name import name_input
from pages.ui.zitat import verworfene

TAG = st.column_config.DateColumn(format="DD.MM.YYYY")
SHARE = st.column_config.NumberColumn(format="percent")
MOMENT = st.column_config.DatetimeColumn(format="DD.MM.YYYY, HH:mm", timezone="Europe/Berlin")

# --- at the top: the figures of the whole period, and what is not among them --------------------------------


def purpose() -> str:
    proved, dropped = explained("belegt, gebunden", "belegt"), explained("verworfen")
    return (
        f"Wie viele Zitate, die Modelle nennen, sind {proved}, woran scheitern die, die {dropped} werden, "
        f"und wann war etwas anders als sonst ({explained('Regelkarte')})?"
    )


def read_in_programme(store: Runstore, is_demo: bool) -> None:
    """What is not counted is told."""
    if read_in := store.count_laeufe(Filter(eingelesen=True, is_demo=is_demo)):
        st.caption(
            f"Nicht mitgezählt: {formats.counted(read_in, 'eingelesener Lauf', 'eingelesene Läufe')}. Wann, "
            "womit und zu welchen Kosten er entstand, steht nur in seiner Datei und ist nicht geprüft."
        )


def sum_of_counts(total: Zitatzahlen) -> None:
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


def of_one_day(total: Zitatzahlen, tag: str) -> None:
    st.info(
        f"Am {time_name(Tick.TAG, tag)} wurden in {formats.counted(total.laeufe, 'Lauf', 'Läufen')} "
        f"{formats.counted(total.emittiert, 'Zitat', 'Zitate')} genannt und "
        f"{formats.number(total.gebunden)} belegt. Vom zweiten Tag an steht hier, wie es weitergeht.",
        icon=":material/info:",
    )


# --- what is unusual: each alarm with its own curve, what changed before, its Läufe, what somebody wrote ----

MOST_ALARMS = 2
"""So many are shown before one has to ask for more."""


def alarme(wahl: Wahl) -> None:
    """Only where it is known what is usual."""
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
            st.markdown(f"{sign} **{plain(alarm.satz.replace(alarm.reihe, name, 1))}**", width="stretch")
            if key != asked:
                _button("Kurve zeigen", "show_chart", f"kurve-{key}", kurve=key)
            target = {"tag": _days_of(alarm), "reihe": alarm.reihe}
            _button("Läufe ansehen", "search", f"laeufe-{key}", **target)
            if remark is None and not wahl.filter.is_demo:
                _note_down(alarm, key)
        st.caption(_before(alarm))
        if key == asked and (card := wahl.card(ab, alarm)):
            _curve(wahl, card, f"{alarm.art}, {name}", "monitor_kurve", alarm)
        if remark:
            _remark(remark)
        if _is_open(alarm):
            filter = filter_of_series(wahl.filter, alarm)
            _all(filter, joined([span(*alarm.tage), name]), "tag", "reihe")


def _key(alarm: Alarm) -> str:
    return f"{_days_of(alarm)} {alarm.art} {alarm.reihe}"


def _days_of(alarm: Alarm) -> str:
    return "..".join(map(str, alarm.tage))


def _is_open(alarm: Alarm) -> bool:
    return (address.get("tag"), address.get("reihe")) == (_days_of(alarm), alarm.reihe)


def _button(label: str, icon: str, key: str, **target: str | None) -> None:
    st.button(label, icon=f":material/{icon}:", type="tertiary", key=key, on_click=address.go, kwargs=target)


def _before(alarm: Alarm) -> str:
    if not alarm.marken:
        return f"In den {BEFORE.days} Tagen davor wurde nichts geändert, was hier erfasst wird."
    changed = "; ".join(f"{formats.day(m.zeit.date())} {m.art} {_change_name(m)}" for m in alarm.marken)
    return f"Kurz davor geändert: {plain(changed)}"


def _change_name(mark: ChangeMark) -> str:
    """What is new, by the names that people know."""
    shown = {MarkKind.MODELL: modell_name, MarkKind.PROMPT: prompt_shown, MarkKind.INDEX: index_shown}
    return shown.get(mark.art, str)(mark.text)


def _curve(wahl: Wahl, card: Regelkarte, titel: str, key: str, alarm: Alarm | None = None) -> DataFrame:
    """The chart of an alarm's series, or of all Läufe, with the limit it crossed; the changes drawn in it."""
    days = alarm.signal.tage if alarm else 7
    table = frames.regelkarte(card, wahl.von)
    first = card.punkte[0].tag + timedelta(days=1)  # what the very first day had is no change
    found = (replace(one, text=_change_name(one)) for one in wahl.changes())
    changes = frames.marken(found, max(first, wahl.von or first))
    window = (alarm.signal.fenster_von, alarm.signal.fenster_bis) if alarm else None
    name = "je Tag" if days == 1 else f"je {days} Tage zusammen"
    diagramm(
        plain(titel),
        lambda dark: charts.regelkarte(table, changes, dark, alarm.art if alarm else titel, name, window),
        table,
        key,
        spalten={"Tag": TAG, **dict.fromkeys(("Anteil", "Mittel", "Untergrenze", "Obergrenze"), SHARE)},
    )
    return changes


def _note_down(alarm: Alarm, key: str) -> None:
    """That it was looked at, with a note, so that the next reader need not begin anew."""
    with (
        st.popover("Gesehen", type="tertiary", icon=":material/visibility:"),
        st.form(f"gesehen-{key}", border=False),
    ):
        notiz = st.text_input("Woran lag es? (freiwillig)", max_chars=2000, key=f"notiz-{key}")
        name = name_input(f"name-{key}")
        if st.form_submit_button("Als gesehen merken", type="primary"):
            resources.store().save_note(
                AlarmNote(alarm.art, alarm.reihe, *alarm.tage, name, (notiz or "").strip())
            )
            st.rerun()


def _remark(remark: AlarmNote) -> None:
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
        st.dataframe(changes, hide_index=True, placeholder="–", column_config={"Tag": TAG}, alt="Änderungen")
        plain_table(changes, "aenderungen", "Änderungen in diesem Zeitraum", {"Tag": TAG})


# --- what became of the quotes over time, of all or of groups -----------------------------------------------

MOST_GROUPS = 8
"""So many lines can be told apart."""

DAY = len("2026-11-03")
"""So much of what a click tells stands in the address."""

VIEWS = ("Anzahl", "Anteile")
GROUPS = {
    "Modell": Gruppe.MODELL,
    "Prompt": Gruppe.PROMPT,
    "Land": Gruppe.LAND,
    "Partei": Gruppe.PARTEI,
    "Programm": Gruppe.PROGRAMM,
    "Strategie": Gruppe.STRATEGIE,
}


@dataclass(frozen=True, slots=True)
class GroupValue:
    """One of the groups a chart is split by; `wert` is as stored, `name` as shown."""

    gruppe: Gruppe
    wert: str | None
    name: str


def verlauf(wahl: Wahl) -> None:
    """A click on a step shows what is behind it."""
    reihe = frames.verlauf(wahl.verlauf(wahl.takt), lambda _: "")
    diagramm(
        "Was aus den genannten Zitaten wurde",
        lambda dark: charts.verlauf(reihe, dark, proportional=address.get("ansicht") == "Anteile"),
        _readable(reihe.drop(columns="Gruppe"), wahl.takt),
        "monitor_verlauf",
        spalten={"Anteil belegt": SHARE},
        on_select=_choose_time,
        daneben=_view,
    )
    behind(wahl, wahl.takt, "zeit")


def _view() -> None:
    st.segmented_control(
        "Ansicht",
        VIEWS,
        required=True,
        label_visibility="collapsed",
        **address.follow("monitor", "ansicht", address.one_of("ansicht", VIEWS, "Anzahl")),
    )


def gruppen(context: Context, wahl: Wahl) -> None:
    """The bound share of each group over time; a click on a point shows what is behind it."""
    gruppe = choice("Aufgeteilt nach", "gruppe", GROUPS, "Modell") or "Modell"
    kind, name = GROUPS[gruppe], _group_name(context, GROUPS[gruppe], wahl.land)
    found = wahl.verlauf(wahl.takt, kind)
    reihe = frames.verlauf(found, name)
    shown = frames.largest_values(reihe, MOST_GROUPS)
    diagramm(
        f"Belegte Zitate je {gruppe}",
        lambda dark: charts.anteile(shown, dark),
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
    behind(wahl, wahl.takt, "zeit", next((GroupValue(kind, one, name(one)) for one in clicked), None))


def _group_name(context: Context, gruppe: Gruppe, land: str | None) -> Any:
    def name(value: str | None) -> str:
        if value is None:
            return "steht in keinem Programm" if gruppe is Gruppe.PROGRAMM else "ohne Angabe"
        if gruppe is Gruppe.PROGRAMM and value in context.registry.programme:
            return context.registry.programme[value].name
        if gruppe is Gruppe.PARTEI:
            return partei_shown(value, land)
        return SHOWN[gruppe](value) if gruppe in SHOWN else value

    return name


def _readable(reihe: DataFrame, takt: Tick) -> DataFrame:
    """For people: days in German."""
    return reihe.assign(Zeit=[time_name(takt, zeit) for zeit in reihe["Zeit"]])


def _choose_time(key: str) -> None:
    point = _clicked(key)
    address.go(zeit=point and str(point["x"])[:DAY], wert=None)


def _choose_group(key: str) -> None:
    """The chart has the names as plotly takes them, with what could be a tag escaped."""
    point = _clicked(key)
    address.go(zeit=point and str(point["x"])[:DAY], wert=point and unescape(point["customdata"][-1]))


def _clicked(key: str) -> Any:
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
    diagramm(
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
        gruppe = choice("Je", "je", GROUPS, wahl.takt.capitalize())
    kopf = gruppe or wahl.takt.capitalize()
    if gruppe:
        name = _group_name(context, GROUPS[gruppe], wahl.land)
        shown = frames.zahlen(wahl.zahlen(GROUPS[gruppe]), kopf, name)
    else:
        steps = [replace(one.zahlen, gruppe=one.zeit) for one in wahl.verlauf(wahl.takt)]
        shown = frames.zahlen(steps, kopf, lambda zeit: time_name(wahl.takt, zeit or ""))
    with bar:
        download(shown, "monitor_zahlen")
    config = {
        kopf: st.column_config.TextColumn(pinned=True),
        "Anteil belegt": SHARE,
        **{
            STATUSWORTE[status]: st.column_config.Column(help=why)
            for status, why in EXPLANATION.items()
            if status in STATUSWORTE
        },
    }
    height: Literal["content"] | int = "content" if len(shown) <= 12 else 460
    name = f"Alle Zahlen je {kopf}"
    st.dataframe(shown, column_config=config, hide_index=True, height=height, placeholder="–", alt=name)
    plain_table(shown, "monitor-zahlen", name, config)
    st.caption(
        f"{formats.counted(len(shown), 'Zeile', 'Zeilen')}. „Anteil belegt“ hat alle genannten Zitate als "
        "Ganzes. Rechts davon steht, wie belegt wurde, dann, warum verworfen wurde."
    )


# --- behind a point of a chart: its Läufe, and the quotes that were dropped in them -------------------------

LAEUFE, ZITATE = 50, 30
"""So many of each are shown, the latest."""

COLUMNS = {
    "": st.column_config.LinkColumn(display_text="öffnen", width=70),
    "Antrag": st.column_config.TextColumn(width=360),
    "am": MOMENT,
}


def behind(wahl: Wahl, takt: Tick, name: str, gruppe: GroupValue | None = None) -> None:
    """What the field `name` of the address asks for; nothing where it asks for nothing that can be meant."""
    try:
        day = date.fromisoformat(address.get(name))
    except ValueError:
        return
    wanted = (gruppe.gruppe, gruppe.wert) if gruppe else ()
    filter = filter_of(wahl.filter, takt, day.isoformat(), *wanted)
    assert filter.von and filter.bis
    _all(filter, joined([span(filter.von, filter.bis), gruppe.name if gruppe else None]), name)


def _all(filter: Filter, of: str, *fields: str) -> None:
    total = resources.store().count_laeufe(filter)
    with _frame(f"{formats.counted(total, 'Lauf', 'Läufe')} {of}", *fields):
        _tabelle(resources.store().list_laeufe(filter, LAEUFE), total)
        _zitate(resources.store().list_verworfene(filter, ZITATE + 1), filter.bundesland)


@contextmanager
def _frame(titel: str, *fields: str) -> Iterator[None]:
    """`fields` of the address ask for it, and are taken out by closing it."""
    with st.container(border=True, key=f"dahinter-{fields[0]}"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"**{plain(titel)}**", width="stretch")
            _button("Schließen", "close", f"dahinter_{fields[0]}_zu", **dict.fromkeys(fields))
        yield


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


def _zitate(found: Sequence[DroppedZitat], land: str | None) -> None:
    """The dropped quotes, together what one model wrote for one party."""
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
            st.caption(plain(joined([partei_shown(partei, land), modell_name(modell)])))
            verworfene(eintraege, f"{modell}-{partei}")


# --- all stored quotes proved against the PDFs on demand, and what earlier proofs came to -------------------

EVERY = 1.0
MOST_PROOFS = 10


def pruefung() -> None:
    """Drawn anew by itself while it goes on."""
    laeuft = resources.pruefung_jobs().stand().laeuft
    st.fragment(_draw, run_every=EVERY if laeuft else None)(laeuft)


def _draw(what_busy: bool) -> None:
    jobs = resources.pruefung_jobs()
    stand = jobs.stand()
    if stand.laeuft != what_busy:
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
        _proofs(earlier[:MOST_PROOFS])
    elif not stand.laeuft:
        st.caption("Noch nie geprüft. Jedes belegte Zitat wird dabei neu in seiner PDF-Datei gesucht.")


def _proofs(earlier: Sequence[Pruefung]) -> None:
    """The last one in a line, then all of them."""
    last = earlier[0]
    icon = ":green[:material/check_circle:]" if last.belegt == last.geprueft else ":red[:material/warning:]"
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
        for one in earlier
    ]
    frame = pd.DataFrame(rows)
    st.dataframe(
        frame, column_config={"am": MOMENT}, hide_index=True, placeholder="–", alt="Frühere Prüfungen"
    )
    plain_table(frame, "fruehere", "Frühere Prüfungen", {"am": MOMENT})


# --- the quotes of texts that somebody had checked and kept -------------------------------------------------

SHOWN_TEXTS = 20


def checked_texts() -> None:
    """As they were counted on the day each text was kept; opened, a text is checked anew."""
    from core.textcheck.check import counts_in_words
    from core.textcheck.kept_checks import counted, list_kept

    kept = list_kept(resources.store())
    if not kept:
        st.info(
            "Hier steht, was aus den Zitaten fremder Texte wurde, die Sie unter „Suche“, „Zitate prüfen“ "
            "aufbewahrt haben.",
            icon=":material/info:",
        )
        st.page_link("pruefen.py", label="Zitate prüfen", icon=":material/rule:")
        return
    texts = formats.counted(len(kept), "aufbewahrter Text", "aufbewahrte Texte")
    st.markdown(f"**{plain(f'{texts}, {counts_in_words(counted(kept))}')}**")
    for note in kept[:SHOWN_TEXTS]:
        day = formats.day(note.created) if note.created else ""
        label = plain(f"{day}: {note.titel} ({counts_in_words(note.counts)})")
        st.page_link("pruefen.py", label=label, query_params={"pruefung": note.id})
