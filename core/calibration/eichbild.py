"""What came of one Eichung: what the page shows, the command prints and a Lauf tells of its points."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache

import numpy as np

from core.calibration.agreement import (
    FEWEST,
    LITERATURE,
    OverallPicture,
    PunkteLevel,
    haltung,
    make_antworten,
    overall_picture,
    zuverlaessigkeit,
)
from core.calibration.items import Eichsatz, EichungItem, make_eichsatz
from core.calibration.questions import find_land
from core.context import Context
from core.errors import EingabeError, ModellUnbekannt
from core.german import formats
from core.llm.catalogue import find_modell
from core.programme.registry import Registry, find_partei
from core.runs.eichungen import Eichung
from core.runs.lauf import Lauf
from core.runs.store import Runstore, runstore

QUELLE = (
    "Dormuth, Franke, Hafer u. a. 2025 (arXiv:2502.15568) legten Chatbots die 38 Thesen zur Bundestagswahl "
    f"2025 vor: Einer wich in {formats.number(LITERATURE[0])} %, ein anderer in "
    f"{formats.number(LITERATURE[1])} % der Fälle von dem "
    "ab, was die Partei selbst gesagt hatte. Andere Thesen und Parteien: nur der Größe nach vergleichbar."
)


@dataclass(frozen=True, slots=True)
class Eichbild:
    """`trainingsende`: None where the model's maker does not say until when it was taught."""

    eichung: Eichung
    bild: OverallPicture
    zuverlaessigkeit: tuple[PunkteLevel, ...]
    trainingsende: date | None
    thesen: int
    wahlen: tuple[str, ...]


def eichbild(context: Context, eichung: Eichung) -> Eichbild:
    store = runstore(context)
    satz, antworten = open_eichsatz(store, eichung), make_antworten(store.eichung_columns(eichung.id))
    return Eichbild(
        eichung=eichung,
        bild=overall_picture(antworten),
        zuverlaessigkeit=zuverlaessigkeit(antworten),
        trainingsende=_trainingsende(context, eichung.modell),
        thesen=antworten.thesen,
        wahlen=tuple(dict.fromkeys(f"{item.wahl} {item.jahr}" for item in satz.items)),
    )


def open_eichsatz(store: Runstore, eichung: Eichung) -> Eichsatz:
    return make_eichsatz(*store.load_eichsatz(eichung.satz_hash))


def _trainingsende(context: Context, modell: str) -> date | None:
    try:
        return find_modell(context, modell).trainingsende
    except ModellUnbekannt:  # of a provider that is not set up here
        return None


# --- what the points of a Lauf are worth, where its model and prompt were held against official positions ---


def punkte_told(store: Runstore, lauf: Lauf, score: float | None) -> str:
    """„Bei 6 bis 7 Punkten stimmte die Partei in 82 % von 40 Fällen zu (Eichung vom …)“; „“ where there is no
    such Eichung, or too few of its cases had points like these.
    """
    if score is None or not (found := store.find_eichung(lauf.modell_gefragt, lauf.prompt_hash)):
        return ""
    stufe = next((one for one in _levels(store, *found) if one.von <= score <= one.bis), None)
    if stufe is None or stufe.faelle < FEWEST:
        return ""
    von, bis = (formats.shortest(edge) for edge in (stufe.von, stufe.bis))
    span = f"{von} Punkten" if von == bis else f"{von} bis {bis} Punkten"
    return (
        f"Bei {span} stimmte die Partei in {formats.number(100 * stufe.anteil)} % von {stufe.faelle} Fällen "
        f"zu (Eichung vom {formats.day(found[1])}, dieses Modell, dieser Prompt)."
    )


@lru_cache(maxsize=8)
def _levels(store: Runstore, eichung_id: str, finished: datetime) -> tuple[PunkteLevel, ...]:
    return zuverlaessigkeit(make_antworten(store.eichung_columns(eichung_id)))


# --- every answer of an Eichung as a row to take along ------------------------------------------------------

SPALTEN = (
    "eichung", "modell", "modell_geantwortet", "prompt", "prompt_version", "prompt_hash",
    "wahl", "jahr", "these_nr", "these", "partei", "position", "begruendung_partei", "quelle",
    "score", "haltung", "stand", "begruendung_modell", "zitate", "zitate_belegt", "passagen", "antwort",
    "kosten_usd", "sekunden", "am",
)  # fmt: skip


def answer_rows(store: Runstore, registry: Registry, eichung: Eichung) -> Iterator[dict[str, object]]:
    """What was asked, what is right, and what was said."""
    satz = open_eichsatz(store, eichung)
    thesen = {number: key for key, number in satz.thesen().items()}
    items = _items(registry, satz)
    for row in store.eichung_rows(eichung.id):
        item = items.get((row["these"], row["partei"]))
        wahl, jahr, these = thesen[row["these"]]
        said = haltung(np.array(np.nan if row["score"] is None else row["score"]))
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
            "begruendung_partei": item.begruendung if item else "",
            "quelle": item.quelle if item else "",
            "haltung": None if np.isnan(said) else int(said),
            "zitate_belegt": row["gebunden"],
            "begruendung_modell": row["begruendung"],
            "passagen": " ".join(row["passagen"]),
            "kosten_usd": row["kosten"],
            "am": row["created"].isoformat(timespec="seconds"),
            **{n: row[n] for n in ("partei", "position", "score", "stand", "zitate", "antwort", "sekunden")},
        }


def _items(registry: Registry, satz: Eichsatz) -> dict[tuple[int, str], EichungItem]:
    """By number of the thesis and the party's id, as answers have them."""
    thesen = satz.thesen()
    party = cache(lambda wahl, name: _partei(registry, wahl, name))
    found: dict[tuple[int, str], EichungItem] = {}
    for item in satz.items:
        number = thesen[item.wahl, item.jahr, item.these]
        found.setdefault((number, party(item.wahl, item.partei)), item)
    return found


def _partei(registry: Registry, wahl: str, name: str) -> str:
    try:
        return find_partei(registry, name, find_land(registry, wahl)).id
    except EingabeError:  # it was not asked about
        return name
