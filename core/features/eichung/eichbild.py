"""What came of one Eichung: what the page shows, the command prints and a Lauf tells of its points."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np

from core.base import formats
from core.base.statistical_measures import Interval, clustered_share
from core.features.eichung.run_calibration import stored_eichsatz
from core.llm.verdict import Verdict
from core.runs.eichungen import Eichung
from core.runs.lauf import Lauf
from core.runs.store import Runstore

Row = Mapping[str, Any]
"""A stored answer."""


@dataclass(frozen=True, slots=True)
class Accordance:
    """Of one party, or of all. Shares are between 0 and 1, with the bounds of a bootstrap over whole theses,
    for answers to one thesis hang together.

    `abweichung`: of the answers that take a side or are neutral, those that are not the official position;
    `enthaltung`: of all questions, those without an answer.
    """

    faelle: int
    beantwortet: int
    abweichung: Interval
    enthaltung: Interval


@dataclass(frozen=True, slots=True)
class PunkteLevel:
    """From `von` to `bis` points: of `faelle` cases so many agreed."""

    von: float
    bis: float
    faelle: int
    zustimmungen: int

    @property
    def anteil(self) -> float:
        return self.zustimmungen / self.faelle


@dataclass(frozen=True, slots=True)
class Eichbild:
    eichung: Eichung
    gesamt: Accordance
    parteien: dict[str, Accordance]
    zuverlaessigkeit: tuple[PunkteLevel, ...]
    thesen: int
    wahlen: tuple[str, ...]


def eichbild(store: Runstore, eichung: Eichung) -> Eichbild:
    satz = stored_eichsatz(*store.load_eichsatz(eichung.satz_hash))
    rows = store.eichung_rows(eichung.id, "these", "partei", "position", "score")
    parteien = sorted({row["partei"] for row in rows})
    return Eichbild(
        eichung=eichung,
        gesamt=accordance(rows),
        parteien={name: accordance([row for row in rows if row["partei"] == name]) for name in parteien},
        zuverlaessigkeit=reliability(rows),
        thesen=len({row["these"] for row in rows}),
        wahlen=tuple(dict.fromkeys(f"{item.wahl} {item.jahr}" for item in satz.items)),
    )


def direction_of_score(score: float) -> int:
    """7 → 1, 5 → 0, 2 → -1."""
    said = Verdict.of_score(score)
    return (said is Verdict.STUETZT) - (said is Verdict.WIDERSPRICHT)


def accordance(rows: Sequence[Row]) -> Accordance:
    thesen = sorted({row["these"] for row in rows})
    place = {these: at for at, these in enumerate(thesen)}
    asked, answered, wrong = (np.zeros(len(thesen), dtype=np.int64) for _ in range(3))
    for row in rows:
        at = place[row["these"]]
        asked[at] += 1
        if row["score"] is not None:
            answered[at] += 1
            wrong[at] += direction_of_score(row["score"]) != row["position"]
    return Accordance(
        faelle=len(rows),
        beantwortet=int(answered.sum()),
        abweichung=clustered_share(wrong, answered),
        enthaltung=clustered_share(asked - answered, asked),
    )


def reliability(rows: Sequence[Row]) -> tuple[PunkteLevel, ...]:
    """What points are worth: how often the party really agrees at so many; officially neutral does not count.

    Neighbours are thrown together until more points never mean fewer agreements (isotonic regression):
    points 3, 5, 7 with shares 0.2, 0.1, 0.9 of ten cases each: 3 to 5 becomes one step of 0.15.
    """
    given = sorted((row["score"], row["position"] > 0) for row in rows if row["score"] is not None)
    stufen: list[PunkteLevel] = []
    for score, cases in groupby(given, key=lambda case: case[0]):
        agreed = [agrees for _, agrees in cases]
        stufen.append(PunkteLevel(score, score, len(agreed), sum(agreed)))
        while len(stufen) > 1 and stufen[-2].anteil >= stufen[-1].anteil:
            upper, lower = stufen.pop(), stufen.pop()
            faelle, hits = lower.faelle + upper.faelle, lower.zustimmungen + upper.zustimmungen
            stufen.append(PunkteLevel(lower.von, upper.bis, faelle, hits))
    return tuple(stufen)


# --- what the points of a Lauf are worth, where its model and prompt were held against official positions ---

FEWEST = 10
"""Cases a step has to have before a share of it is told: below, one more case moves it by ten points."""


def punkte_told(store: Runstore, lauf: Lauf, score: float | None) -> str:
    """„Bei 6 bis 7 Punkten stimmte die Partei in 82 % von 40 Fällen zu (Eichung vom …)“; „“ where there is no
    such Eichung, or too few of its cases had points like these.
    """
    own = [
        (one.finished, one.id)
        for one in store.list_eichungen()
        if one.finished and (one.modell, one.prompt_hash) == (lauf.modell_gefragt, lauf.prompt_hash)
    ]
    if score is None or not own:
        return ""
    finished, eichung_id = max(own)
    stufe = next((one for one in _levels(store, eichung_id, finished) if one.von <= score <= one.bis), None)
    if stufe is None or stufe.faelle < FEWEST:
        return ""
    von, bis = (formats.shortest(edge) for edge in (stufe.von, stufe.bis))
    span = f"{von} Punkten" if von == bis else f"{von} bis {bis} Punkten"
    return (
        f"Bei {span} stimmte die Partei in {formats.number(100 * stufe.anteil)} % von {stufe.faelle} Fällen "
        f"zu (Eichung vom {formats.day(finished)}, dieses Modell, dieser Prompt)."
    )


@lru_cache(maxsize=8)
def _levels(store: Runstore, eichung_id: str, finished: datetime) -> tuple[PunkteLevel, ...]:
    return reliability(store.eichung_rows(eichung_id, "score", "position"))


# --- every answer of an Eichung as a row to take along ------------------------------------------------------

SPALTEN = (
    "eichung", "modell", "modell_geantwortet", "prompt", "prompt_version", "prompt_hash",
    "wahl", "jahr", "these_nr", "these", "partei", "position", "score", "haltung", "stand",
    "begruendung", "zitate", "zitate_belegt", "passagen", "antwort", "kosten_usd", "am",
)  # fmt: skip


def answer_rows(store: Runstore, eichung: Eichung) -> Iterator[dict[str, object]]:
    """What was asked, what is right, and what was said."""
    satz = stored_eichsatz(*store.load_eichsatz(eichung.satz_hash))
    thesen = list(satz.thesen)
    for row in store.eichung_rows(eichung.id):
        wahl, jahr, these = thesen[row["these"]]
        yield row | {
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
            "haltung": None if row["score"] is None else direction_of_score(row["score"]),
            "zitate_belegt": row["gebunden"],
            "passagen": " ".join(row["passagen"]),
            "kosten_usd": row["kosten"],
            "am": row["created"].isoformat(timespec="seconds"),
        }
