"""All that is known of one Eichung, added up: what the page shows, the command prints and a report quotes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

import numpy as np

from core.calibration.agreement import OverallPicture, overall_picture
from core.calibration.answers import Antworten, haltung, make_antworten
from core.calibration.controls import Kontrolle, Robustness, by_time, controls, robustness
from core.calibration.findings import EichungBefund, findings
from core.calibration.items import Eichsatz, EichungItem, make_eichsatz
from core.calibration.questions import OTHER_NAMES, Variant, stichtag
from core.calibration.reliability import Reliability, zuverlaessigkeit
from core.context import Context
from core.errors import EingabeError, ModellUnbekannt
from core.llm.catalogue import DEMO, find_modell
from core.programme.registry import Registry, find_bundesland, find_partei
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


def _after(satz: Eichsatz, ende: date) -> dict[int, bool]:
    """Only whole years are told apart: of an election without a day, its year must lie after the end."""
    days: dict[int, list[date]] = {}
    for item in satz.items:
        days.setdefault(item.jahr, []).append(item.wahltag or stichtag(item).replace(month=1, day=1))
    return {jahr: min(own) > ende for jahr, own in days.items()}


# --- every answer of an Eichung as a row to take along ------------------------------------------------------
# What was asked, what is right, and what was said.

SPALTEN = (
    "eichung", "modell", "modell_geantwortet", "prompt", "prompt_version", "prompt_hash",
    "wahl", "jahr", "these_nr", "these", "partei", "position", "begruendung_partei", "quelle",
    "variante", "wiederholung", "etikett", "frage", "richtig_waere", "score", "haltung", "stand",
    "begruendung_modell", "zitate", "zitate_belegt", "passagen", "naehe", "antwort", "kosten_usd",
    "sekunden", "am",
)  # fmt: skip


def answer_rows(store: Runstore, registry: Registry, eichung: Eichung) -> Iterator[dict[str, object]]:
    satz = open_eichsatz(store, eichung)
    thesen = {number: key for key, number in satz.thesen().items()}
    items = _items(registry, satz)
    for row in store.eichung_rows(eichung.id):
        item = items.get((row["these"], row["partei"]))
        wahl, jahr, these = thesen[row["these"]]
        score = np.array([np.nan if row["score"] is None else row["score"]])
        said = haltung(score)[0]
        yield {
            "eichung": eichung.id,
            "modell": eichung.modell,
            "modell_geantwortet": row["modell"],
            "prompt": eichung.prompt_id,
            "prompt_version": eichung.prompt_version,
            "prompt_hash": eichung.prompt_hash,
            "wahl": wahl,
            "jahr": jahr,
            "these_nr": row["these"] + 1,
            "these": these,
            "partei": row["partei"],
            "position": item.position if item else None,
            "begruendung_partei": item.begruendung if item else "",
            "quelle": item.quelle if item else "",
            "richtig_waere": row["position"],
            "haltung": None if np.isnan(said) else int(said),
            "zitate_belegt": row["gebunden"],
            "begruendung_modell": row["begruendung"],
            "passagen": " ".join(row["passagen"]),
            "kosten_usd": row["kosten"],
            "am": row["created"].isoformat(timespec="seconds"),
            **{
                name: row[name]
                for name in ("variante", "wiederholung", "etikett", "frage", "score", "stand", "zitate")
            },
            **{name: row[name] for name in ("naehe", "antwort", "sekunden")},
        }


def _items(registry: Registry, satz: Eichsatz) -> dict[tuple[int, str], EichungItem]:
    """By number of the thesis and the party's id, as answers have them."""
    thesen = satz.thesen()
    ids: dict[tuple[str, str], str] = {}
    found: dict[tuple[int, str], EichungItem] = {}
    for item in satz.items:
        key = item.wahl, item.partei
        if key not in ids:
            ids[key] = _partei(registry, *key)
        found.setdefault((thesen[item.wahl, item.jahr, item.these], ids[key]), item)
    return found


def _partei(registry: Registry, wahl: str, name: str) -> str:
    try:
        land = OTHER_NAMES.get(wahl.casefold()) or find_bundesland(registry, wahl)
        return find_partei(registry, name, land).id
    except EingabeError:  # it was not asked about
        return name
