"""What the control charts of a store tell: over all Läufe, per model, prompt and party, each fault once.

Watching several series multiplies false alarms, so they share the error one chart is allowed (`regelkarte`):
LEVEL_OF_ALL goes to the series over all Läufe, LEVEL_OF_ONE in equal parts
to those per model, prompt and party. However many models there are, of 100 quiet stores fewer than 5 are
alarmed in a year. The price is that a fault of one model among many is seen some days later.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from core.base import clock, formats
from core.features.monitor.alarm_note import AlarmNote
from core.features.monitor.number_table import NumberTable
from core.features.monitor.quote_counts import count_by, first_with, yields
from core.features.monitor.regelkarte import (
    DEADLINE,
    LEVEL,
    Bezug,
    DayCount,
    Direction,
    Regelkarte,
    Signal,
    Unit,
    reference_before,
    regelkarte,
    too_thin,
)
from core.runs.lauf import Status
from core.runs.load_laeufe import ALLE, Filter
from core.search.suchraum import Strategie

NAMED = 3
"""Programme that are named; of more, how many."""


class MarkKind(StrEnum):
    MODELL = "Modell"
    PROMPT = "Prompt"
    EMBEDDER = "Embedder"
    STRATEGIE = "Suchstrategie"
    INDEX = "Index"
    PROGRAM_VERSION = "Programmversion"


@dataclass(frozen=True, slots=True)
class ChangeMark:
    """`zeit` is that of the first Lauf with it; what the very first Lauf had is no change."""

    zeit: datetime
    art: MarkKind
    text: str


class LaufCircumstance(NamedTuple):
    """With what a Lauf was computed."""

    modell: str
    prompt: str
    embedder: str
    strategie: str
    app_version: str
    index_hash: str


def marken(table: NumberTable, filter: Filter = ALLE) -> list[ChangeMark]:
    """The earliest first. What is new is judged by all Läufe before, also those before `filter.von`."""
    staende = [
        (seit, LaufCircumstance(*werte))
        for seit, werte in first_with(table, replace(filter, von=None), *LaufCircumstance._fields)
    ]
    beginn = clock.midnight(filter.von) if filter.von else None
    found = [*_of_values(staende), *_of_index(staende, table.index_staende)]
    return sorted(
        (marke for marke in found if beginn is None or marke.zeit >= beginn),
        key=lambda marke: (marke.zeit, marke.art, marke.text),
    )


def _of_values(staende: Iterable[tuple[datetime, LaufCircumstance]]) -> list[ChangeMark]:
    known: dict[MarkKind, set[str]] = {}
    found = []
    for seit, stand in staende:
        values = {
            MarkKind.MODELL: stand.modell,
            MarkKind.PROMPT: stand.prompt,
            MarkKind.EMBEDDER: stand.embedder,
            MarkKind.STRATEGIE: Strategie(stand.strategie).told,
            MarkKind.PROGRAM_VERSION: stand.app_version,
        }
        for art, value in values.items():
            if not value:
                continue
            if art in known and value not in known[art]:
                found.append(ChangeMark(seit, art, value))
            known.setdefault(art, set()).add(value)
    return found


def _of_index(
    staende: Iterable[tuple[datetime, LaufCircumstance]], contents: Mapping[str, Mapping[str, object]]
) -> list[ChangeMark]:
    """Per Gebiet, each state against the one before; one that was there already is none."""
    last: dict[str, object] = {}
    known: set[tuple[str, str]] = set()
    found = []
    for seit, stand in staende:
        for gebiet, inhalt in contents[stand.index_hash].items():
            key = (gebiet, json.dumps(inhalt, sort_keys=True))
            if gebiet in last and key not in known:
                found.append(ChangeMark(seit, MarkKind.INDEX, f"{gebiet}: {_change(last[gebiet], inhalt)}"))
            known.add(key)
            last[gebiet] = inhalt
    return found


def _change(before: object, after: object) -> str:
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return "neuer Stand"
    changes = {
        "neu": after.keys() - before.keys(),
        "neu eingelesen": {id for id in after.keys() & before.keys() if after[id] != before[id]},
        "entfernt": before.keys() - after.keys(),
    }
    told = [
        f"{word}: {', '.join(sorted(ids)) if len(ids) <= NAMED else f'{len(ids)} Programme'}"
        for word, ids in changes.items()
        if ids
    ]
    return "; ".join(told) or "neuer Stand"


# --- alarms: what left its bounds, and what changed before that ---------------------------------------------


BEFORE = timedelta(days=7)
"""So long before a fault a change may be its cause: few quotes a day show it only after some days."""

NARROWING = ("bundesland", "partei", "modell", "prompt_id", "prompt_version", "strategie", "programm_id")
"""What of a filter chooses some Läufe among all that are counted."""


class SeriesKind(StrEnum):
    """Of a fault that shows in several, the first is told. Stored with what somebody wrote of an alarm."""

    DROPPED = "verworfen"
    OHNE_ZITAT = "ohne_zitat"
    FEW = "wenige"
    PARTEI = "partei"

    @property
    def einheit(self) -> Unit:
        return Unit.ZITATE if self is SeriesKind.DROPPED else Unit.LAEUFE

    @property
    def titel(self) -> str:
        return TITLES[self]


TITLES = {
    SeriesKind.DROPPED: "Anteil verworfener Zitate",
    SeriesKind.OHNE_ZITAT: "Läufe ohne Zitat",
    SeriesKind.FEW: "Läufe mit wenigen Zitaten",
    SeriesKind.PARTEI: "Parteien ohne Zitat",
}


class SeriesOf(StrEnum):
    """What the Läufe of a series have in common. Stored like its kind."""

    ALLE = "alle"
    GEWAEHLTE = "gewaehlte"
    MODELL = "modell"
    PROMPT = "prompt"
    PARTEI = "partei"


@dataclass(frozen=True, slots=True, order=True)
class Reihe:
    """`wert`: which model, prompt or party; empty where it is of all Läufe, or of all that are chosen."""

    merkmal: SeriesOf
    wert: str = ""

    @property
    def name(self) -> str:
        """In German, with the ids of what it is of."""
        word = SERIES_WORD[self.merkmal]
        return f"{word} {self.wert}" if self.wert else word


SERIES_WORD = {
    SeriesOf.ALLE: "alle Läufe",
    SeriesOf.GEWAEHLTE: "die gewählten Läufe",
    SeriesOf.MODELL: "Modell",
    SeriesOf.PROMPT: "Prompt",
    SeriesOf.PARTEI: "Partei",
}
WHOLE = (SeriesOf.ALLE, SeriesOf.GEWAEHLTE)


LEVEL_OF_ALL = {
    SeriesKind.DROPPED: LEVEL * 3 / 8,
    SeriesKind.OHNE_ZITAT: LEVEL / 16,
    SeriesKind.FEW: LEVEL / 8,
    SeriesKind.PARTEI: 0.0,
}
LEVEL_OF_ONE = {
    SeriesKind.DROPPED: LEVEL * 3 / 16,
    SeriesKind.OHNE_ZITAT: LEVEL / 16,
    SeriesKind.FEW: LEVEL / 16,
    SeriesKind.PARTEI: LEVEL / 8,
}
"""Together LEVEL. Parties have no series over all."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """`marken`: what was changed just before.

    `satz` says it in German. It holds names that others gave: no markup.
    """

    tag: date
    art: SeriesKind
    reihe: Reihe
    signal: Signal
    satz: str
    marken: tuple[ChangeMark, ...]

    @property
    def tage(self) -> tuple[date, date]:
        """Its days, both inclusive."""
        return min(self.signal.beginn, self.signal.fenster_von), self.signal.ende


@dataclass(frozen=True, slots=True)
class AlarmState:
    """`reihen`: so many series had enough to be watched; `hinweis` says what is missing where none had."""

    alarme: tuple[Alarm, ...]
    reihen: int
    hinweis: str


class _Cell(NamedTuple):
    """One day of one model and prompt; the figures as `DayCount` has them, per kind of series."""

    tag: date
    modell: str
    prompt: str
    zahlen: dict[SeriesKind, tuple[int, int]]
    parteien: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Series:
    """A series: the cells of all Läufe, of a model, of a prompt or of a party."""

    art: SeriesKind
    reihe: Reihe
    zellen: tuple[_Cell, ...]
    bezug: Bezug | None
    level: float

    @property
    def card(self) -> Regelkarte:
        return regelkarte(_days(self.art, self.zellen), self.bezug, self.level, self.art.einheit)


def alarm_state(table: NumberTable, filter: Filter, von: date) -> AlarmState:
    """Since that day. Only finished Läufe count, and answers taken from the store are not counted again."""
    cells, reihen = _watched(table, filter, von)
    if not reihen:
        seen = _days(SeriesKind.DROPPED, [cell for cell in cells if cell.tag < von])
        return AlarmState((), 0, too_thin(seen))
    found = [(reihe, signal) for reihe in reihen for signal in reihe.card.signale if signal.ende >= von]
    changes = marken(table, replace(filter, von=von - DEADLINE)) if found else []
    told = [_alarm(reihe, signal, changes) for reihe, signal in _explained(found)]
    return AlarmState(tuple(sorted(told, key=lambda alarm: alarm.tag, reverse=True)), len(reihen), "")


def _watched(table: NumberTable, filter: Filter, von: date) -> tuple[list[_Cell], list[_Series]]:
    """What is counted, and all series of it that have enough to be watched."""
    counted = replace(filter, von=von - DEADLINE, status=Status.FERTIG, aus_cache=False)
    cells = _cells(table, counted, von)
    is_narrowed = any(getattr(filter, name) is not None for name in NARROWING)
    whole = Reihe(SeriesOf.GEWAEHLTE if is_narrowed else SeriesOf.ALLE)
    return cells, [reihe for art in SeriesKind for reihe in _series_list(art, cells, von, whole)]


def card_of(
    table: NumberTable,
    filter: Filter,
    von: date,
    art: SeriesKind = SeriesKind.DROPPED,
    reihe: Reihe | None = None,
    fenster: int = 7,
) -> Regelkarte | None:
    """The chart of a series that is watched, of all Läufe where none is named; None where it is not.

    Each point tells of so many days together: drawn with those of an alarm it shows what was alarmed.
    """
    named = (reihe,) if reihe else tuple(map(Reihe, WHOLE))
    for one in _watched(table, filter, von)[1]:
        if one.art is art and one.reihe in named:
            return regelkarte(_days(art, one.zellen), one.bezug, one.level, art.einheit, fenster)
    return None


def filter_of_series(filter: Filter, alarm: Alarm) -> Filter:
    """The Läufe that the alarm is about: those of its days, and only of its model, prompt or party."""
    merkmal, wert = alarm.reihe.merkmal, alarm.reihe.wert
    days = replace(filter, von=alarm.tage[0], bis=alarm.tage[1])
    if merkmal is SeriesOf.MODELL:
        return replace(days, modell=wert)
    if merkmal is SeriesOf.PROMPT:
        id, _, version = wert.rpartition(" v")
        return replace(days, prompt_id=id, prompt_version=version)
    return replace(days, partei=wert) if merkmal is SeriesOf.PARTEI else days


def remark_on(alarm: Alarm, notes: Iterable[AlarmNote]) -> AlarmNote | None:
    """What somebody wrote of it: of the same kind and series, in days that it shares."""
    von, bis = alarm.tage
    own = (alarm.art, alarm.reihe.merkmal, alarm.reihe.wert)
    alike = (one for one in notes if (one.art, one.merkmal, one.wert) == own)
    return next((one for one in alike if one.von <= bis and von <= one.bis), None)


def _cells(table: NumberTable, filter: Filter, von: date) -> list[_Cell]:
    yielded = yields(table, filter, von)
    cells = []
    for (tag, modell, prompt), zahlen, *_ in count_by(table, filter, "tag", "modell", "prompt"):
        laeufe, wenige, parteien = yielded[tag, modell, prompt]
        figures = {
            SeriesKind.DROPPED: (zahlen.emittiert, zahlen.emittiert - zahlen.gebunden),
            SeriesKind.OHNE_ZITAT: (zahlen.laeufe, zahlen.ohne_zitat),
            SeriesKind.FEW: (laeufe, wenige),
        }
        cells.append(_Cell(date.fromisoformat(tag), modell, prompt, figures, parteien))
    return cells


def _series_list(art: SeriesKind, cells: Sequence[_Cell], von: date, whole: Reihe) -> list[_Series]:
    """Those that have a reference."""
    groups = _per_partei(cells) if art is SeriesKind.PARTEI else _per_lauf(cells, whole)
    usual = {reihe: reference_before(_days(art, own), von, art.einheit) for reihe, own in groups.items()}
    present = [reihe for reihe in groups if usual[reihe]]
    of_all, single = LEVEL_OF_ALL[art], LEVEL_OF_ONE[art] / max(1, len(present) - (whole in present))
    return [
        _Series(art, reihe, groups[reihe], usual[reihe], of_all if reihe == whole else single)
        for reihe in present
    ]


def _per_lauf(cells: Sequence[_Cell], whole: Reihe) -> dict[Reihe, tuple[_Cell, ...]]:
    """Where there is only one model (or prompt), it is all Läufe."""
    single: dict[Reihe, list[_Cell]] = defaultdict(list)
    for cell in cells:
        single[Reihe(SeriesOf.MODELL, cell.modell)].append(cell)
        single[Reihe(SeriesOf.PROMPT, cell.prompt)].append(cell)
    many = Counter(reihe.merkmal for reihe in single)
    told = {reihe: tuple(single[reihe]) for reihe in sorted(single) if many[reihe.merkmal] > 1}
    return {whole: tuple(cells), **told}


def _per_partei(cells: Sequence[_Cell]) -> dict[Reihe, tuple[_Cell, ...]]:
    return {
        Reihe(SeriesOf.PARTEI, partei): tuple(
            cell._replace(zahlen={SeriesKind.PARTEI: cell.parteien[partei]})
            for cell in cells
            if partei in cell.parteien
        )
        for partei in sorted({partei for cell in cells for partei in cell.parteien})
    }


def _days(art: SeriesKind, cells: Iterable[_Cell]) -> list[DayCount]:
    days: dict[date, tuple[int, int]] = {}
    for cell in cells:
        of, hit = days.get(cell.tag, (0, 0))
        more, dropped = cell.zahlen[art]
        days[cell.tag] = (of + more, hit + dropped)
    return [DayCount(tag, of, hit) for tag, (of, hit) in sorted(days.items())]


# --- each fault once ----------------------------------------------------------------------------------------


def _explained(found: Sequence[tuple[_Series, Signal]]) -> list[tuple[_Series, Signal]]:
    """The rarest first; another of that time only where it is alarmed without the Läufe of those too."""
    told: list[tuple[_Series, Signal]] = []
    for reihe, signal in sorted(found, key=lambda pair: pair[1].p):
        causes = []
        for cause, other in told:
            # Of one fault: dropped quotes are one kind of it, missing ones another.
            is_alike = cause.art is reihe.art or SeriesKind.DROPPED not in (cause.art, reihe.art)
            if is_alike and _is_of_one_time(other, signal):
                causes.append(cause)
        gone = {cell[:3] for cause in causes for cell in cause.zellen}
        rest = replace(reihe, zellen=tuple(cell for cell in reihe.zellen if cell[:3] not in gone))
        if not causes or any(_is_of_one_time(other, signal) for other in rest.card.signale):
            told.append((reihe, signal))
    return told


def _is_of_one_time(one: Signal, other: Signal) -> bool:
    """In the same direction, on days that they share."""
    begins, begins_other = min(one.fenster_von, one.beginn), min(other.fenster_von, other.beginn)
    return one.richtung is other.richtung and begins <= other.ende and begins_other <= one.ende


# --- in words -----------------------------------------------------------------------------------------------


def _alarm(reihe: _Series, signal: Signal, changes: Sequence[ChangeMark]) -> Alarm:
    first = min(signal.beginn, signal.fenster_von)
    begin, end = clock.midnight(first - BEFORE), clock.midnight(signal.beginn + timedelta(days=1))
    before = tuple(marke for marke in changes if begin <= marke.zeit < end)
    days = f"Am {formats.day(signal.fenster_bis)}"
    if signal.tage > 1:
        days = f"Vom {formats.day(signal.fenster_von)} bis {formats.day(signal.fenster_bis)}"
    of, what = WHAT[reihe.art]
    share = formats.percent(signal.k, signal.n)
    usual = " bis ".join(dict.fromkeys(map(formats.number, (signal.erwartet_von, signal.erwartet_bis))))
    counts = f"{formats.number(signal.k)} von {formats.number(signal.n)}"
    many = "ungewöhnlich viele" if signal.richtung is Direction.MEHR else "ungewöhnlich wenige"
    satz = f"{days}, {reihe.reihe.name}: {counts} {of} ({share}) {what}, {many}; üblich sind {usual}."
    return Alarm(signal.beginn, reihe.art, reihe.reihe, signal, satz, before)


WHAT = {
    SeriesKind.DROPPED: ("Zitaten", "wurden verworfen"),
    SeriesKind.OHNE_ZITAT: ("Läufen", "blieben ohne Zitat"),
    SeriesKind.FEW: ("Läufen", "haben nicht halb so viele Zitate, wie bei Modell und Prompt üblich"),
    SeriesKind.PARTEI: ("Läufen", "haben von dieser Partei kein Zitat"),
}
