"""The Eichung that is there at first sight: two played models on the Musterland, marked as an example."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.calibration.calibration_ask import EichungAuftrag
from core.calibration.findings import Behavior
from core.calibration.item_files import shipped_sentence
from core.calibration.played_models import play
from core.calibration.questions import Variant, make_fragen
from core.calibration.run_calibration import (
    begin_calibration,
    finish_if_whole,
    missing,
    run_calibration,
)
from core.context import Context
from core.errors import DashboardError
from core.llm.prompts import prompts_of

MODELLE: dict[str, Behavior | None] = {
    "demo/beispiel-redlich": None,
    "demo/beispiel-parteiisch": Behavior.PARTEIISCH,
}
WORKERS = 2
"""They take no time themselves; more threads only get in each other's way."""


@dataclass(frozen=True, slots=True)
class ExampleState:
    fertig: int
    von: int


def play_example(context: Context) -> Iterator[ExampleState]:
    """What is stored of it already is not played again."""
    satz = shipped_sentence(context.settings.data_dir)
    fragen = make_fragen(context, satz, list(Variant), wiederholungen=2)
    total, done = len(MODELLE) * len(fragen.fragen), 0
    for modell, verhalten in MODELLE.items():
        auftrag = example_auftrag(context, modell, verhalten)
        eichung_id = begin_calibration(context, auftrag, satz, fragen)
        offen = missing(context, eichung_id, fragen)
        done += len(fragen.fragen) - len(offen)
        for step in run_calibration(context, auftrag, eichung_id, offen, WORKERS):
            if step.fehler:
                raise DashboardError(f"Das Beispiel ließ sich nicht rechnen: {step.fehler}")
            done += 1
            yield ExampleState(done, total)
        finish_if_whole(context, eichung_id, fragen)


def example_auftrag(context: Context, modell: str, verhalten: Behavior | None) -> EichungAuftrag:
    prompts = prompts_of(context)
    skript = play(context, shipped_sentence(context.settings.data_dir), verhalten)
    return EichungAuftrag(modell=modell, prompt=prompts["streng"], ohne=prompts["eichung"], skript=skript)
