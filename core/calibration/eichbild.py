"""All that is known of one Eichung, added up: what the page shows, the command prints and a report quotes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from core.calibration.agreement import OverallPicture, overall_picture
from core.calibration.answers import Antworten, make_antworten
from core.calibration.checker_figures import is_of_checker
from core.calibration.controls import Kontrolle, Robustness, by_time, controls, robustness
from core.calibration.findings import EichungBefund, findings
from core.calibration.items import Eichsatz, make_eichsatz
from core.calibration.questions import Variant, stichtag
from core.calibration.reliability import Reliability, zuverlaessigkeit
from core.context import Context
from core.errors import ModellUnbekannt
from core.llm.catalogue import DEMO, find_modell
from core.runs.eichungen import Eichung
from core.runs.store import Runstore, runstore
from core.statistical_measures import Interval


@dataclass(frozen=True, slots=True)
class Eichbild:
    """`nach_wahl`: deviation of elections before (False) and after (True) the model's training ended; empty
    where nobody knows when that was (`trainingsende`).
    """

    eichung: Eichung
    antworten: Antworten
    bild: OverallPicture
    kontrollen: dict[str, Kontrolle]
    robustheit: dict[str, Robustness]
    befunde: tuple[EichungBefund, ...]
    zuverlaessigkeit: Reliability
    trainingsende: date | None
    nach_wahl: dict[bool, Interval]
    wahlen: tuple[str, ...]

    @property
    def named(self) -> list[EichungBefund]:
        return [befund for befund in self.befunde if befund.is_named]


def eichbild(context: Context, eichung: Eichung) -> Eichbild:
    store = runstore(context)
    satz = open_eichsatz(store, eichung)
    antworten = make_antworten(store.eichung_columns(eichung.id))
    base = antworten.of(Variant.PROGRAMM)
    ende = trainingsende(context, eichung.modell)
    return Eichbild(
        eichung=eichung,
        antworten=antworten,
        bild=overall_picture(base),
        kontrollen=controls(antworten),
        robustheit=robustness(antworten),
        befunde=tuple(findings(antworten)),
        zuverlaessigkeit=zuverlaessigkeit(base),
        trainingsende=ende,
        nach_wahl=by_time(antworten, _after(satz, ende)) if ende else {},
        wahlen=tuple(dict.fromkeys(f"{item.wahl} {item.jahr}" for item in satz.items)),
    )


def open_eichsatz(store: Runstore, eichung: Eichung) -> Eichsatz:
    return make_eichsatz(*store.load_eichsatz(eichung.satz_hash))


def trainingsende(context: Context, modell: str) -> date | None:
    """None where the maker does not say, and for models that are only played."""
    try:
        return None if modell.startswith(f"{DEMO}/") else find_modell(context, modell).trainingsende
    except ModellUnbekannt:  # of a provider that is not set up here
        return None


def with_answers(eichungen: Iterable[Eichung]) -> list[Eichung]:
    """Of models that judge; those that check quotes are told apart."""
    return [one for one in eichungen if one.beantwortet and not is_of_checker(one)]


def _after(satz: Eichsatz, ende: date) -> dict[int, bool]:
    """Only whole years are told apart: of an election without a day, its year must lie after the end."""
    days: dict[int, list[date]] = {}
    for item in satz.items:
        days.setdefault(item.jahr, []).append(item.wahltag or stichtag(item).replace(month=1, day=1))
    return {jahr: min(own) > ende for jahr, own in days.items()}
