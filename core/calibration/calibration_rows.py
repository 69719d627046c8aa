"""Every answer of an Eichung as a row to take along: what was asked, what is right, and what was said."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from core.calibration.answers import haltung
from core.calibration.eichbild import open_eichsatz
from core.calibration.items import Eichsatz, EichungItem
from core.calibration.questions import OTHER_NAMES
from core.errors import EingabeError
from core.programme.registry import Registry, find_bundesland, find_partei
from core.runs.eichungen import Eichung
from core.runs.store import Runstore

SPALTEN = (
    "eichung", "modell", "modell_geantwortet", "prompt", "prompt_version", "prompt_hash",
    "wahl", "jahr", "these_nr", "these", "partei", "position", "begruendung_partei", "quelle",
    "variante", "wiederholung", "etikett", "frage", "richtig_waere", "score", "haltung", "stand",
    "begruendung_modell", "zitate", "zitate_belegt", "passagen", "naehe", "antwort", "kosten_usd",
    "sekunden", "am",
)  # fmt: skip


def answer_rows(store: Runstore, registry: Registry, eichung: Eichung) -> Iterator[dict[str, Any]]:
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
