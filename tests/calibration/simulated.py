"""A whole stored Eichung without asking anybody."""

from random import Random

from core.calibration.calibration_ask import ANSWERED, ENTHALTUNG
from core.calibration.items import Eichsatz, EichungItem, as_rows
from core.runs.eichungen import EichungAntwort, NewEichung
from core.runs.store import Runstore

MISTAKE, SILENT = 0.12, 0.04
"""How often the model errs, and abstains."""


def made_satz(thesen: int, parteien: int) -> Eichsatz:
    """As many theses and parties as asked for; half of the positions agree, a tenth is neutral."""
    chance = Random(1)
    items = tuple(
        EichungItem(
            f"Wahl {jahr}", jahr, f"These {number}", f"P{partei}", chance.choices((1, 0, -1), (5, 1, 4))[0]
        )
        for number in range(thesen)
        for jahr in (2017 + 4 * (number % 2),)
        for partei in range(parteien)
    )
    return Eichsatz("gemacht", items)


def answers(satz: Eichsatz, seed: str, text: str = "Gemessen.") -> list[EichungAntwort]:
    """Of a model that is mostly right; `text`: what it said."""
    thesen, chance = satz.thesen(), Random(seed)
    return [_antwort(thesen[item.wahl, item.jahr, item.these], item, chance, text) for item in satz.items]


def _antwort(these: int, item: EichungItem, chance: Random, text: str) -> EichungAntwort:
    side = item.position if chance.random() >= MISTAKE else -item.position or 1
    score = None if chance.random() < SILENT else float({1: 8, 0: 5, -1: 2}[side] + chance.choice((0, 0, 1)))
    return EichungAntwort(
        these=these,
        partei=item.partei,
        stand=ENTHALTUNG if score is None else ANSWERED,
        position=item.position,
        score=score,
        zitate=0,
        gebunden=0,
        kosten=0.001,
        sekunden=0.1,
        modell="m",
        begruendung=text,
        antwort="{}",
        passagen=["p1"],
    )


def store_eichung(
    store: Runstore, satz: Eichsatz, modell: str, text: str = "Gemessen.", **changes: object
) -> str:
    """A finished one; `changes`: of what is stored of it."""
    antworten = answers(satz, modell, text)
    values: dict[str, object] = {
        "schluessel": modell,
        "modell": modell,
        "prompt_id": "streng",
        "prompt_version": "1",
        "prompt_hash": "h",
        "satz_hash": satz.hash,
        "satz_name": satz.name,
        "geplant": len(antworten),
        "parameter": {"ausgelassen": {"Wahlprogramm nicht eingelesen": 3}},
        "app_version": "x",
    }
    eichung_id = store.begin_eichung(NewEichung(**values | changes), as_rows(satz))  # type: ignore[arg-type]
    store.save_eichung_antworten(eichung_id, antworten)
    store.finish_eichung(eichung_id)
    return eichung_id
