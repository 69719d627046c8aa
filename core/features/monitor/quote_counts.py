"""Counting what became of the quotes by whatever is asked: per day, model, party, several at once."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from statistics import median
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.base import formats
from core.features.monitor.number_table import KEPT, STATUSES, Feature, Numbers, NumberTable
from core.features.monitor.regelkarte import DayCount, earliest_reference, reference_before, too_thin
from core.programme.context import Context
from core.runs.figures import Gruppe, Zitatzahlen
from core.runs.lauf import Status
from core.runs.load_laeufe import ALLE, Filter

Mask = NDArray[np.bool_]

PARTEI, PROGRAMM = "partei", "programm"
"""What can be counted by, beside what is known of every Lauf."""

FIELDS = {
    "bundesland": "land",
    "modell": "modell",
    "prompt_id": "prompt_id",
    "prompt_version": "prompt_version",
    "strategie": "strategie",
    "zitierweise": "zitierweise",
    "status": "status",
    "aus_cache": "aus_cache",
    "is_demo": "is_demo",
}
"""A filter's field → the feature of a Lauf it asks for."""

UNDERSTOOD = {*FIELDS, "von", "bis", "partei", "programm_id", "eingelesen", "tells_of_models"}
"""The last two ask for nothing: no others are there, of one's own Läufe."""


class Counted(NamedTuple):
    """`werte`: what these quotes have in common, in the order it was asked for."""

    werte: tuple[Any, ...]
    zahlen: Zitatzahlen
    passagen: int
    zeichen: int


def count_by(table: NumberTable, filter: Filter = ALLE, *nach: str) -> list[Counted]:
    """A row per combination that there is, in no order; without `nach` a single one.

    By party, by Programm or with a filter's `programm_id`, a Lauf counts where it was asked about the party
    or has such a quote; else every Lauf counts, also one without any quote.
    """
    is_by_programm = PROGRAMM in nach or filter.programm_id is not None
    if is_by_programm != (table.programm is not None):
        raise ValueError("whether quotes are counted by Programm is settled when they are read")
    laeufe, teile = _wanted_laeufe(table, filter), _wanted_teile(table, filter, nach)
    if filter.partei or is_by_programm:
        laeufe &= np.bincount(table.lauf[teile], minlength=len(laeufe)) > 0
    rows = np.flatnonzero(laeufe[table.lauf] & teile)
    of_row = table.lauf[rows]
    if not is_by_programm and PARTEI not in nach:
        units = np.flatnonzero(laeufe)
        keys = _keys(table, nach, units)
        place = np.zeros(len(laeufe), dtype=np.int64)
        place[units] = keys.nummern
        return _summed(table, keys.werte, rows, _pairs(place[of_row], of_row), _pairs(keys.nummern, units))
    keys = _keys(table, nach, of_row, rows)
    pairs = _pairs(keys.nummern, of_row)
    return _summed(table, keys.werte, rows, pairs, np.unique(pairs))


def rows_of(table: NumberTable, filter: Filter) -> tuple[Numbers, Numbers]:
    """The Läufe that fit, and their Teile on parties, by their places in the table."""
    laeufe = _wanted_laeufe(table, filter)
    teile = _wanted_teile(table, filter, (PARTEI,)) & laeufe[table.lauf]
    return np.flatnonzero(laeufe), np.flatnonzero(teile)


def first_with(table: NumberTable, filter: Filter, *nach: str) -> list[tuple[datetime, tuple[Any, ...]]]:
    """When the first Lauf of every combination was, the earliest first."""
    laeufe = np.flatnonzero(_wanted_laeufe(table, filter))
    keys = _keys(table, nach, laeufe)
    _, firsts = np.unique(keys.nummern, return_index=True)  # the Läufe are in order
    return sorted(
        ((table.created(laeufe[first]), keys.werte[keys.nummern[first]]) for first in firsts),
        key=lambda pair: pair[0],
    )


def _wanted_laeufe(table: NumberTable, filter: Filter) -> Mask:
    """What the filter asks of the Läufe themselves."""
    asked = {
        field.name for field in fields(Filter) if getattr(filter, field.name) != getattr(ALLE, field.name)
    }
    if unknown := asked - UNDERSTOOD:
        raise ValueError(f"quotes cannot be counted by {sorted(unknown)}")
    wanted = np.ones(len(table.ids), dtype=bool)
    for field, name in FIELDS.items():
        value = getattr(filter, field)
        if value is not None:
            wanted &= table.merkmale[name].is_(value or None if field == "bundesland" else value)
    tag = table.merkmale["tag"]
    von, bis = (day.isoformat() if day else None for day in (filter.von, filter.bis))
    inside = [(von is None or von <= day) and (bis is None or day <= bis) for day in tag.werte]
    wanted &= np.array(inside, dtype=bool)[tag.nummern]
    return wanted


def _wanted_teile(table: NumberTable, filter: Filter, nach: Sequence[str]) -> Mask:
    wanted = np.ones(len(table.lauf), dtype=bool)
    if filter.partei:
        wanted &= table.partei.is_(filter.partei)
    elif PARTEI in nach:
        wanted &= ~table.partei.is_("")  # the part on the Antrag itself quotes nobody
    if filter.programm_id is not None and table.programm:
        wanted &= table.programm.is_(filter.programm_id or None)
    return wanted


def _keys(table: NumberTable, nach: Sequence[str], laeufe: Numbers, teile: Numbers | None = None) -> Feature:
    """The combination that each row has; the rows are these Läufe, or these Teile of them."""
    combined, sizes = np.zeros(len(laeufe), dtype=np.int64), []
    known = {**table.merkmale, PARTEI: table.partei, **({PROGRAMM: table.programm} if table.programm else {})}
    parts = [known[name] for name in nach]
    for name, part in zip(nach, parts, strict=True):
        own = part.nummern[teile if name in (PARTEI, PROGRAMM) else laeufe]
        combined = combined * len(part.werte) + own
        sizes.append(len(part.werte))
    found, nummern = np.unique(combined, return_inverse=True)
    places = zip(*np.unravel_index(found, sizes), strict=True) if nach else [()]
    werte = tuple(tuple(part.werte[at] for part, at in zip(parts, own, strict=True)) for own in places)
    return Feature(werte, nummern)


MANY = 2**32
"""More Läufe than there will be."""


def _pairs(keys: Numbers, laeufe: Numbers) -> Numbers:
    """A Lauf under a key, as one number."""
    return keys * MANY + laeufe


def _summed(
    table: NumberTable, werte: Sequence[tuple[object, ...]], rows: Numbers, pairs: Numbers, counted: Numbers
) -> list[Counted]:
    """Per key its rows added up; `pairs` says where each row belongs, `counted` which Läufe count where."""
    of_row, keys, count = pairs // MANY, counted // MANY, len(werte)
    # Added as floats, which are exact for whole numbers far beyond any store's.
    sums = [np.bincount(of_row, column, count).astype(int).tolist() for column in table.zahlen[rows].T]
    quoted = pairs[table.zahlen[rows, 0] > 0]
    laeufe = np.bincount(keys, minlength=count).tolist()
    silent = np.bincount(keys[~np.isin(counted, quoted)], minlength=count).tolist()
    found = []
    for own, figures, n, without in zip(werte, zip(*sums, strict=True), laeufe, silent, strict=True):
        emittiert, fremde_partei, *nach_status, passagen, zeichen = figures
        by_status = dict(zip(STATUSES, nach_status, strict=True))
        zahlen = Zitatzahlen(None, emittiert, fremde_partei, by_status, laeufe=n, ohne_zitat=without)
        found.append(Counted(own, zahlen, passagen, zeichen))
    return found


# --- how many quotes a Lauf brings, measured by what its own model and prompt brought before ----------------
# What is dropped tells nothing of quotes that were never written: six a Lauf may become two, all of them
# bound.

LITTLE = 0.5
"""A Lauf with less than this part of what is usual has few quotes."""

FEWEST = 5
"""So many Läufe of a model and prompt say what is usual for it."""

EMITTED, PASSAGEN = KEPT.index("emittiert"), KEPT.index("passagen")

Key = tuple[str, str, str]
"""Day, model and prompt of a Lauf."""


class Yields(NamedTuple):
    """The Läufe of one day, model and prompt: so many there are of which something usual is known, so many of
    them have few quotes; and per party so many that were asked about it, so many of them without a quote."""

    laeufe: int
    wenige: int
    parteien: dict[str, tuple[int, int]]


def yields(table: NumberTable, filter: Filter, von: date) -> dict[Key, Yields]:
    """What is usual is told by the Läufe before `von`."""
    laeufe = list(_laeufe(table, filter))
    before: dict[tuple[str, str], list[float]] = defaultdict(list)
    for (tag, *kind), per_partei, _ in laeufe:
        if tag < von.isoformat():
            before[tuple(kind)].append(per_partei)  # type: ignore[index]
    usual = {kind: median(own) for kind, own in before.items() if len(own) >= FEWEST}
    found: dict[Key, Yields] = {}
    for key, per_partei, parteien in laeufe:
        known, few, counted = found.get(key, Yields(0, 0, {}))
        if (expected := usual.get(key[1:])) is not None:
            known, few = known + 1, few + (per_partei < LITTLE * expected)
        for partei, silent in parteien.items():
            asked, without = counted.get(partei, (0, 0))
            counted[partei] = asked + 1, without + silent
        found[key] = Yields(known, few, counted)
    return found


def _laeufe(table: NumberTable, filter: Filter) -> Iterator[tuple[Key, float, dict[str, bool]]]:
    """Of each Lauf its key, its quotes per party asked about, and which of these parties have none."""
    laeufe, teile = rows_of(table, filter)
    names = [table.merkmale[name] for name in ("tag", "modell", "prompt")]
    parteien: dict[int, dict[str, bool]] = defaultdict(dict)
    quotes = np.bincount(table.lauf[teile], table.zahlen[teile, EMITTED], len(table.ids))
    for row in teile[table.zahlen[teile, PASSAGEN] > 0].tolist():
        partei = table.partei.werte[table.partei.nummern[row]]
        parteien[int(table.lauf[row])][partei] = not table.zahlen[row, EMITTED]
    for place in laeufe.tolist():
        tag, modell, prompt = (one.werte[one.nummern[place]] for one in names)
        asked = parteien.get(place, {})
        yield (tag, modell, prompt), float(quotes[place]) / max(1, len(asked)), asked


# --- what became of the quotes as time went on, and the Läufe and quotes behind each figure ----------------


class Tick(StrEnum):
    TAG = "tag"
    WOCHE = "woche"


@dataclass(frozen=True, slots=True)
class MomentNumbers:
    """`zeit`: the ISO day, or the Monday of the week; `zahlen.gruppe`: None where there is none."""

    zeit: str
    zahlen: Zitatzahlen


def timeline(
    table: NumberTable, takt: Tick, gruppe: Gruppe | None = None, filter: Filter = ALLE
) -> list[MomentNumbers]:
    """The quotes per time step and group, the earliest first; where no Lauf was, there is no step."""
    steps = []
    for one in count_by(table, filter, takt, *([gruppe] if gruppe else [])):
        zeit = one.werte[0]
        if takt == Tick.WOCHE:  # „2026-W45“
            year, week = zeit.split("-W")
            zeit = date.fromisocalendar(int(year), int(week), 1).isoformat()
        steps.append(MomentNumbers(zeit, replace(one.zahlen, gruppe=(None, *one.werte[1:])[-1])))
    return sorted(steps, key=lambda step: (step.zeit, *step.zahlen.order))


def totals(table: NumberTable, gruppe: Gruppe | None = None, filter: Filter = ALLE) -> list[Zitatzahlen]:
    """The same of the whole time: a row per group, in its order; without one a row for all."""
    found = count_by(table, filter, *([gruppe] if gruppe else []))
    return sorted(
        (replace(one.zahlen, gruppe=(None, *one.werte)[-1]) for one in found), key=lambda row: row.order
    )


def filter_of(
    filter: Filter, takt: Tick, zeit: str, gruppe: Gruppe | None = None, wert: str | None = None
) -> Filter:
    """The Läufe behind a figure of `verlauf`."""
    first = last = datetime.fromisoformat(zeit).date()
    if takt is Tick.WOCHE:
        first -= timedelta(days=first.weekday())
        last = first + timedelta(days=6)
    narrowed = replace(filter, von=first, bis=last)
    return _narrowed(narrowed, gruppe, wert) if gruppe else narrowed


def _narrowed(filter: Filter, gruppe: Gruppe, wert: str | None) -> Filter:
    """„“ stands for what has no Land, or stands in no Programm."""
    match gruppe:
        case Gruppe.PROMPT:
            id, _, version = (wert or "").rpartition(" v")
            return replace(filter, prompt_id=id, prompt_version=version)
        case Gruppe.PROGRAMM:
            return replace(filter, programm_id=wert or "")
        case Gruppe.LAND:
            return replace(filter, bundesland=wert or "")
        case Gruppe.MODELL:
            return replace(filter, modell=wert)
        case Gruppe.PARTEI:
            return replace(filter, partei=wert)
        case Gruppe.STRATEGIE:
            return replace(filter, strategie=wert)
        case Gruppe.ZITIERWEISE:
            return replace(filter, zitierweise=wert)
        case Gruppe.TAG | Gruppe.WOCHE:
            return filter


# --- from which day on Läufe are watched --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Observation:
    """`ab` is None, and `hinweis` says why, where there is too little to say what is usual."""

    ab: date | None
    hinweis: str = ""


def observation(table: NumberTable, filter: Filter = ALLE, von: date | None = None) -> Observation:
    """What is usual is told by days before `von`; where there were too few, by the earliest there are.

    Counted as for alarms: finished Läufe, no answer twice.
    """
    counted = replace(filter, von=None, status=Status.FERTIG, aus_cache=False)
    steps = [(date.fromisoformat(one.zeit), one.zahlen) for one in timeline(table, Tick.TAG, None, counted)]
    days = [DayCount(day, z.emittiert, z.emittiert - z.gebunden) for day, z in steps]
    bezug = (reference_before(days, von) if von else None) or earliest_reference(days)
    if bezug is None:
        return Observation(None, too_thin(days))
    return Observation(max(bezug.bis + timedelta(days=1), von or date.min))


# --- what models were shown of each party, and what they quoted of it --------------------------------------


CLEAR = 0.5
"""Less than this part of what the others were given is told."""


@dataclass(frozen=True, slots=True)
class ParteiNumbers:
    """`verworfen_von` to `verworfen_bis`: the 95 % bounds of the dropped share. `zeichen`: of the passages
    shown, over all Läufe. `indexiert`: its programmes in the index today, None where nobody looked.

    `hinweis`: a German sentence where models were shown markedly less of it than of the others, else „“.
    """

    partei: str
    laeufe: int
    emittiert: int
    verworfen: int
    verworfen_von: float
    verworfen_bis: float
    passagen: int
    zeichen: int
    indexiert: int | None
    hinweis: str = ""

    @property
    def zitate_per_lauf(self) -> float:
        return self.emittiert / self.laeufe if self.laeufe else 0.0

    @property
    def letters_per_lauf(self) -> float:
        return self.zeichen / self.laeufe if self.laeufe else 0.0

    @property
    def dropped_share(self) -> float | None:
        """None where nothing was quoted."""
        return self.verworfen / self.emittiert if self.emittiert else None


def only_built_in(laeufe: int) -> str:
    """Why there is nothing to count, where that is so."""
    return (
        f"{formats.counted(laeufe, 'Lauf', 'Läufe')}, alle mit der eingebauten Suche. Sie nennt nur Stellen, "
        "die sie gefunden hat, und wird hier nicht mitgezählt."
    )


def partei_numbers(
    table: NumberTable, filter: Filter = ALLE, indexiert: Mapping[str, int] | None = None
) -> list[ParteiNumbers]:
    """Of the parties that were asked about, by name; `indexiert` is what `indexed_per_partei` found."""
    from core.base.statistical_measures import share_interval

    rows = []
    for one in sorted(count_by(table, filter, PARTEI), key=lambda one: one.werte):
        partei, emittiert = one.werte[0], one.zahlen.emittiert
        verworfen = emittiert - one.zahlen.gebunden
        bounds = share_interval(verworfen, emittiert)
        rows.append(
            ParteiNumbers(
                partei=partei,
                laeufe=one.zahlen.laeufe,
                emittiert=emittiert,
                verworfen=verworfen,
                verworfen_von=bounds.von,
                verworfen_bis=bounds.bis,
                passagen=one.passagen,
                zeichen=one.zeichen,
                indexiert=None if indexiert is None else indexiert.get(partei, 0),
            )
        )
    return [replace(row, hinweis=_note(row, rows)) for row in rows]


def indexed_per_partei(context: Context) -> dict[str, int]:
    """Party → how many of its programmes are in the index."""
    from core.base.models import INDEXGEBIETE

    programme = context.registry.programme
    ids = [id for gebiet in INDEXGEBIETE for id in context.store.staende(gebiet)]
    return dict(Counter(programme[id].partei for id in ids if id in programme))


def _note(row: ParteiNumbers, rows: Sequence[ParteiNumbers]) -> str:
    if row.indexiert == 0 and not row.zeichen:
        return "Von dieser Partei ist kein Programm eingelesen: Ohne Quellen kann es keine Zitate geben."
    others = [other.letters_per_lauf for other in rows if other is not row and other.zeichen]
    if not others or row.letters_per_lauf >= CLEAR * median(others):
        return ""
    own, usual = (formats.number(value) for value in (row.letters_per_lauf, median(others)))
    return (
        f"Die Modelle bekamen von dieser Partei nur {own} Zeichen je Lauf zu lesen, von den anderen meist "
        f"{usual}. Weniger Zitate und Punkte können daran liegen statt an der Partei."
    )
