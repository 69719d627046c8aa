"""What the control charts of a store tell: over all Läufe, per model, prompt and party, each fault once.

Watching several series multiplies false alarms, so they share the error one chart is allowed
(core.monitor.regelkarte): NIVEAU_ALLER goes to the series over all Läufe, NIVEAU_EINZELNER in equal parts
to those per model, prompt and party. However many models there are, of 100 quiet stores some 5 at most are
alarmed in 60 days. The price is that a fault of one model among many is seen some days later.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import NamedTuple

from core.german import formats
from core.monitor.changes import Aenderungsmarke, marken
from core.monitor.quote_counts import count_by
from core.monitor.quote_yield import ausbeute
from core.monitor.regelkarte import (
    FRIST,
    NIVEAU,
    Bezug,
    Einheit,
    Regelkarte,
    Richtung,
    Signal,
    Tageszahl,
    bezug_before,
    regelkarte,
    zu_duenn,
)
from core.runs.alarmvermerke import Alarmvermerk
from core.runs.lauf import Filter, Status
from core.runs.quote_cube import Zahlenwerk

DAVOR = timedelta(days=7)
"""So long before a fault a change may be its cause: few quotes a day show it only after some days."""

ALLE_LAEUFE, GEWAEHLTE_LAEUFE = "alle Läufe", "die gewählten Läufe"


class Reihenart(StrEnum):
    """Of a fault that shows in several, the first is told."""

    VERWORFEN = "Anteil verworfener Zitate"
    OHNE_ZITAT = "Läufe ohne Zitat"
    WENIGE = "Läufe mit wenigen Zitaten"
    PARTEI = "Parteien ohne Zitat"
    LESEN = "Zitate zum Lesen"

    @property
    def einheit(self) -> Einheit:
        return Einheit.ZITATE if self in OF_ZITATE else Einheit.LAEUFE


OF_ZITATE = (Reihenart.VERWORFEN, Reihenart.LESEN)
"""Each a kind of fault of its own; those of Läufe and parties show one and the same."""


NIVEAU_ALLER = {
    Reihenart.VERWORFEN: NIVEAU * 3 / 8,
    Reihenart.OHNE_ZITAT: NIVEAU / 16,
    Reihenart.WENIGE: NIVEAU / 8,
    Reihenart.PARTEI: 0.0,
    Reihenart.LESEN: NIVEAU / 16,
}
NIVEAU_EINZELNER = {
    Reihenart.VERWORFEN: NIVEAU * 3 / 16,
    Reihenart.OHNE_ZITAT: NIVEAU / 16,
    Reihenart.WENIGE: NIVEAU / 16,
    Reihenart.PARTEI: NIVEAU / 8,
    Reihenart.LESEN: NIVEAU / 16,
}
"""Without LESEN together NIVEAU. Parties have no series over all."""

REST = 7 / 8
"""What the others keep of theirs where a second model looks at quotes: together it is NIVEAU again."""


def niveau(table: Mapping[Reihenart, float], art: Reihenart, is_checked: bool) -> float:
    """Stores where nobody checks lose nothing to a series that they do not have."""
    return table[art] * (REST if is_checked and art is not Reihenart.LESEN else 1.0)


@dataclass(frozen=True, slots=True)
class Alarm:
    """`reihe`: „alle Läufe“ (or „die gewählten“), „Modell x“, „Prompt y v3“ or „Partei z“.

    `marken`: what was changed just before.

    `satz` says it in German. It holds names that others gave: no markup.
    """

    tag: date
    art: Reihenart
    reihe: str
    signal: Signal
    satz: str
    marken: tuple[Aenderungsmarke, ...]

    @property
    def tage(self) -> tuple[date, date]:
        """Its days, both inclusive."""
        return min(self.signal.beginn, self.signal.fenster_von), self.signal.ende


@dataclass(frozen=True, slots=True)
class Alarmlage:
    """`reihen`: so many series had enough to be watched; `hinweis` says what is missing where none had."""

    alarme: tuple[Alarm, ...]
    reihen: int
    hinweis: str


class _Zelle(NamedTuple):
    """One day of one model and prompt; the figures as `Tageszahl` has them, per kind of series."""

    tag: date
    modell: str
    prompt: str
    zahlen: dict[Reihenart, tuple[int, int]]
    parteien: dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Reihe:
    """A series: the cells of all Läufe, of a model, of a prompt or of a party."""

    art: Reihenart
    name: str
    zellen: tuple[_Zelle, ...]
    bezug: Bezug | None
    niveau: float

    @property
    def karte(self) -> Regelkarte:
        return regelkarte(_days(self.art, self.zellen), self.bezug, self.niveau, self.art.einheit)


def alarme(werk: Zahlenwerk, filter: Filter, von: date) -> list[Alarm]:
    """Since that day, the latest first."""
    return list(alarmlage(werk, filter, von).alarme)


def alarmlage(werk: Zahlenwerk, filter: Filter, von: date) -> Alarmlage:
    """Only finished Läufe count, and answers taken from the store are not counted again."""
    counted = replace(filter, von=von - FRIST, status=Status.FERTIG, aus_cache=False)
    cells = _zellen(werk, counted, von)
    spans = Filter(von=filter.von, bis=filter.bis, is_demo=filter.is_demo, eingelesen=filter.eingelesen)
    is_narrowed = filter != spans
    whole = GEWAEHLTE_LAEUFE if is_narrowed else ALLE_LAEUFE
    reihen = [reihe for art in Reihenart for reihe in _reihen(art, cells, von, whole)]
    if not reihen:
        seen = _days(Reihenart.VERWORFEN, [cell for cell in cells if cell.tag < von])
        return Alarmlage((), 0, zu_duenn(seen))
    found = [(reihe, signal) for reihe in reihen for signal in reihe.karte.signale if signal.ende >= von]
    changes = marken(werk, replace(filter, von=von - FRIST)) if found else []
    told = [_alarm(reihe, signal, changes) for reihe, signal in _explained(found)]
    return Alarmlage(tuple(sorted(told, key=lambda alarm: alarm.tag, reverse=True)), len(reihen), "")


def filter_of_reihe(filter: Filter, alarm: Alarm) -> Filter:
    """The Läufe that the alarm is about: those of its days, and only of its model, prompt or party."""
    word, _, name = alarm.reihe.partition(" ")
    days = replace(filter, von=alarm.tage[0], bis=alarm.tage[1])
    if word == "Modell":
        return replace(days, modell=name)
    if word == "Prompt":
        id, _, version = name.rpartition(" v")
        return replace(days, prompt_id=id, prompt_version=version)
    return replace(days, partei=name) if word == "Partei" else days


def vermerk_on(alarm: Alarm, vermerke: Iterable[Alarmvermerk]) -> Alarmvermerk | None:
    """What somebody wrote of it: of the same kind and series, in days that it shares."""
    von, bis = alarm.tage
    alike = (one for one in vermerke if (one.art, one.reihe) == (alarm.art, alarm.reihe))
    return next((one for one in alike if one.von <= bis and von <= one.bis), None)


def _zellen(werk: Zahlenwerk, filter: Filter, von: date) -> list[_Zelle]:
    yielded = ausbeute(werk, filter, von)
    cells = []
    for (tag, modell, prompt), zahlen, *_ in count_by(werk, filter, "tag", "modell", "prompt"):
        laeufe, wenige, parteien = yielded[tag, modell, prompt]
        figures = {
            Reihenart.VERWORFEN: (zahlen.emittiert, zahlen.emittiert - zahlen.gebunden),
            Reihenart.OHNE_ZITAT: (zahlen.laeufe, zahlen.ohne_zitat),
            Reihenart.WENIGE: (laeufe, wenige),
            Reihenart.LESEN: (zahlen.traegt_geprueft, zahlen.traegt_lesen),
        }
        cells.append(_Zelle(date.fromisoformat(tag), modell, prompt, figures, parteien))
    return cells


def _reihen(art: Reihenart, cells: Sequence[_Zelle], von: date, whole: str) -> list[_Reihe]:
    """Those that have a reference; where there is only one model (or prompt), it is all Läufe."""
    groups = _per_partei(cells) if art is Reihenart.PARTEI else _per_lauf(cells, whole)
    usual = {name: bezug_before(_days(art, own), von, art.einheit) for name, own in groups.items()}
    present = [name for name in groups if usual[name]]
    is_checked = any(cell.zahlen[Reihenart.LESEN][0] for cell in cells)
    of_all = niveau(NIVEAU_ALLER, art, is_checked)
    single = niveau(NIVEAU_EINZELNER, art, is_checked) / max(1, len(present) - (whole in present))
    return [
        _Reihe(art, name, groups[name], usual[name], of_all if name == whole else single) for name in present
    ]


def _per_lauf(cells: Sequence[_Zelle], whole: str) -> dict[str, tuple[_Zelle, ...]]:
    groups = {whole: tuple(cells)}
    for word, names in (("Modell", {c.modell for c in cells}), ("Prompt", {c.prompt for c in cells})):
        for name in sorted(names) if len(names) > 1 else ():
            own = (c for c in cells if name == (c.modell if word == "Modell" else c.prompt))
            groups[f"{word} {name}"] = tuple(own)
    return groups


def _per_partei(cells: Sequence[_Zelle]) -> dict[str, tuple[_Zelle, ...]]:
    return {
        f"Partei {partei}": tuple(
            cell._replace(zahlen={Reihenart.PARTEI: cell.parteien[partei]})
            for cell in cells
            if partei in cell.parteien
        )
        for partei in sorted({partei for cell in cells for partei in cell.parteien})
    }


def _days(art: Reihenart, cells: Iterable[_Zelle]) -> list[Tageszahl]:
    days: dict[date, tuple[int, int]] = {}
    for cell in cells:
        of, hit = days.get(cell.tag, (0, 0))
        more, dropped = cell.zahlen[art]
        days[cell.tag] = (of + more, hit + dropped)
    return [Tageszahl(tag, of, hit) for tag, (of, hit) in sorted(days.items())]


# --- each fault once ----------------------------------------------------------------------------------------


def _explained(found: Sequence[tuple[_Reihe, Signal]]) -> list[tuple[_Reihe, Signal]]:
    """The rarest first; another of that time only where it is alarmed without the Läufe of those too."""
    told: list[tuple[_Reihe, Signal]] = []
    for reihe, signal in sorted(found, key=lambda pair: pair[1].p):
        causes = [cause for cause, other in told if _is_alike(cause, other, reihe, signal)]
        if not causes or _is_alarmed_without(causes, reihe, signal):
            told.append((reihe, signal))
    return told


def _is_alike(cause: _Reihe, other: Signal, reihe: _Reihe, signal: Signal) -> bool:
    """Of one fault: dropped quotes are one kind of it, those to read another, missing ones a third."""
    is_alike = cause.art is reihe.art or not {cause.art, reihe.art}.intersection(OF_ZITATE)
    return is_alike and other.richtung is signal.richtung and _overlap(other, signal)


def _is_alarmed_without(causes: Iterable[_Reihe], reihe: _Reihe, signal: Signal) -> bool:
    gone = {cell[:3] for cause in causes for cell in cause.zellen}
    rest = replace(reihe, zellen=tuple(cell for cell in reihe.zellen if cell[:3] not in gone))
    return any(other.richtung is signal.richtung and _overlap(other, signal) for other in rest.karte.signale)


def _overlap(one: Signal, other: Signal) -> bool:
    return min(one.fenster_von, one.beginn) <= other.ende and min(other.fenster_von, other.beginn) <= one.ende


# --- in words -----------------------------------------------------------------------------------------------


def _alarm(reihe: _Reihe, signal: Signal, changes: Sequence[Aenderungsmarke]) -> Alarm:
    first = min(signal.beginn, signal.fenster_von)
    begin = datetime.combine(first - DAVOR, time(), UTC)
    end = datetime.combine(signal.beginn + timedelta(days=1), time(), UTC)
    before = tuple(marke for marke in changes if begin <= marke.zeit < end)
    return Alarm(signal.beginn, reihe.art, reihe.name, signal, _satz(reihe, signal), before)


WAS = {
    Reihenart.VERWORFEN: ("Zitaten", "wurden verworfen"),
    Reihenart.OHNE_ZITAT: ("Läufen", "blieben ohne Zitat"),
    Reihenart.WENIGE: ("Läufen", "haben nicht halb so viele Zitate, wie bei Modell und Prompt üblich"),
    Reihenart.PARTEI: ("Läufen", "haben von dieser Partei kein Zitat"),
    Reihenart.LESEN: ("geprüften Zitaten", "passen nicht zu Punkten oder Forderung"),
}


def _satz(reihe: _Reihe, signal: Signal) -> str:
    of, what = WAS[reihe.art]
    share = formats.percent(signal.k, signal.n)
    usual = " bis ".join(dict.fromkeys(map(formats.number, (signal.erwartet_von, signal.erwartet_bis))))
    counts = f"{formats.number(signal.k)} von {formats.number(signal.n)}"
    many = "ungewöhnlich viele" if signal.richtung is Richtung.MEHR else "ungewöhnlich wenige"
    return f"{_tage(signal)}, {reihe.name}: {counts} {of} ({share}) {what}, {many}; üblich sind {usual}."


def _tage(signal: Signal) -> str:
    if signal.tage == 1:
        return f"Am {formats.day(signal.fenster_bis)}"
    return f"Vom {formats.day(signal.fenster_von)} bis {formats.day(signal.fenster_bis)}"
