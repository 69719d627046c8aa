"""What became of the quotes as time went on, and the Läufe and quotes behind each figure."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from core.runs.lauf import ALLE, Filter, Laufzeile
from core.runs.lesen import list_laeufe
from core.runs.verbindung import Verbindung
from core.runs.verworfene import VerworfenesZitat, list_verworfene
from core.runs.zaehlen import Gruppe, Takt, Zeitzahlen, Zitatzahlen, count_series

__all__ = ["Takt", "Zeitpunktzahlen", "filter_of", "laeufe_of", "verlauf", "verworfene_of"]

LETZTE_LAEUFE = 500
"""With Takt.LAUF so many points are shown, the latest: more cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Zeitpunktzahlen:
    """`zeit`: the ISO day, the Monday of the week, or the moment of the Lauf `lauf_id` (else „“).

    `zahlen.gruppe` is the group, None where there is none.
    """

    zeit: str
    lauf_id: str
    zahlen: Zitatzahlen


def verlauf(
    store: Verbindung, takt: Takt, gruppe: Gruppe | None = None, filter: Filter = ALLE
) -> list[Zeitpunktzahlen]:
    """The quotes per time step and group, the earliest first; where no Lauf was, there is no step."""
    limit = LETZTE_LAEUFE if takt is Takt.LAUF else None
    series = count_series(store, takt, gruppe, filter, limit)
    return [Zeitpunktzahlen(_zeit(one), one.lauf_id, one.zahlen) for one in series]


def filter_of(
    filter: Filter, takt: Takt, zeit: str, gruppe: Gruppe | None = None, wert: str | None = None
) -> Filter:
    """The Läufe behind a figure of `verlauf`; those of a Lauf (Takt.LAUF) are all of its day."""
    day = datetime.fromisoformat(zeit).date()
    narrowed = replace(filter, von=day, bis=day + timedelta(days=6) if takt is Takt.WOCHE else day)
    return _narrowed(narrowed, gruppe, wert) if gruppe else narrowed


def laeufe_of(
    store: Verbindung,
    filter: Filter,
    takt: Takt,
    zeit: str,
    gruppe: Gruppe | None = None,
    wert: str | None = None,
    limit: int = 50,
) -> list[Laufzeile]:
    """The Läufe behind a figure, the latest first."""
    return list_laeufe(store, filter_of(filter, takt, zeit, gruppe, wert), limit)


def verworfene_of(store: Verbindung, filter: Filter = ALLE, limit: int = 50) -> list[VerworfenesZitat]:
    """The dropped quotes behind a figure, those of the latest Läufe first."""
    return list_verworfene(store, filter, limit)


def _zeit(one: Zeitzahlen) -> str:
    if isinstance(one.zeit, datetime):
        return one.zeit.isoformat()
    if "W" not in one.zeit:
        return one.zeit
    year, week = one.zeit.split("-W")
    return date.fromisocalendar(int(year), int(week), 1).isoformat()


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
        case Gruppe.TAG | Gruppe.WOCHE:
            return filter
