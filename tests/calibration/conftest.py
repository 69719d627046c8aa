"""The indexed demo, a store of the test's own, the shipped theses, and a stored Eichung that asked nobody."""

from dataclasses import replace
from random import Random
from typing import Any

from core.assessment.auftrag import Auftrag
from core.assessment.prompts import load_prompts
from core.base.settings import ROOT
from core.features.eichung.run_calibration import (
    ANSWERED,
    ENTHALTUNG,
    Eichsatz,
    PlannedEichung,
    make_fragen,
    shipped_eichsatz,
)
from core.programme.context import Context
from core.runs.eichungen import (
    EichungAntwort,
    NewEichung,
)
from core.runs.store import Runstore
from tests.assessment.conftest import context, umgebung
from tests.llm.modellserver import antwort

__all__ = ["context", "umgebung"]

PROMPTS = load_prompts(ROOT / "data" / "prompts")
SATZ = shipped_eichsatz(ROOT / "data")
MISTAKE, SILENT = 0.12, 0.04
"""How often the model of a stored Eichung errs, and abstains."""


def first_theses(count: int) -> Eichsatz:
    """The first so many theses of the shipped set, all four parties."""
    return replace(SATZ, items=SATZ.items[: 4 * count])


def planned(context: Context, satz: Eichsatz, url: str = "", **changes: Any) -> PlannedEichung:
    """A model that a test's own server plays."""
    fragen = make_fragen(context, satz)
    fields = {"modell": "openai/test", "prompt": PROMPTS["streng"], "api_base": url, "versuche": 1}
    order = Auftrag(antrag=fragen.fragen[0].antrag(), pause=0.01, **{**fields, **changes})
    return PlannedEichung(order, satz, fragen)


def reply(score: int | None) -> Any:
    own = {"score": score, "begruendung": "Darum.", "zitate": []}
    nothing = {"score": None, "begruendung": "", "zitate": []}
    return antwort({"fraktion": "x", "wahlprogramm": own, "parteiprogramm": nothing})


def store_eichung(
    store: Runstore, satz: Eichsatz, modell: str, text: str = "Gemessen.", **changes: object
) -> str:
    """A finished one of a model that is mostly right. `text`: what it said; `changes`: of what is stored."""
    chance = Random(modell)
    antworten = []
    for item in satz.items:
        side = item.position if chance.random() >= MISTAKE else -item.position or 1
        is_silent = chance.random() < SILENT
        score = None if is_silent else float({1: 8, 0: 5, -1: 2}[side] + chance.choice((0, 0, 1)))
        antworten.append(
            EichungAntwort(
                these=satz.thesen[item.wahl, item.jahr, item.these],
                partei=item.partei,
                stand=ENTHALTUNG if score is None else ANSWERED,
                position=item.position,
                score=score,
                zitate=0,
                gebunden=0,
                kosten=0.001,
                modell="m",
                begruendung=text,
                antwort="{}",
                passagen=["p1"],
            )
        )
    values: dict[str, object] = {
        "schluessel": modell, "modell": modell, "prompt_id": "streng", "prompt_version": "1",
        "prompt_hash": "h", "satz_hash": satz.hash, "satz_name": satz.name, "geplant": len(antworten),
        "parameter": {"ausgelassen": {"Wahlprogramm nicht eingelesen": 3}}, "app_version": "x",
    }  # fmt: skip
    eichung_id = store.begin_eichung(NewEichung(**values | changes), satz.rows)  # type: ignore[arg-type]
    store.save_eichung_antworten(eichung_id, antworten)
    store.finish_eichung(eichung_id)
    return eichung_id
