"""What is chosen beside the Antrag stands in the address too: parties, model, prompt and its settings."""

from typing import TYPE_CHECKING

from core.assessment.auftrag import HOTTEST
from pages.ui import address

if TYPE_CHECKING:
    from core.runs.lauf import Lauf
    from core.runs.store import Runstore


def listed(name: str) -> list[str]:
    """The ids in that field of the address: parties, Programme."""
    return [id for id in address.get(name).split(",") if id]


def chosen_temperature() -> float:
    """0 for anything that is none."""
    try:
        value = round(float(address.get("temperatur")), 2)
    except ValueError:
        return 0.0
    return value if 0 <= value <= HOTTEST else 0.0


def take_lauf(store: "Runstore") -> None:
    """`?lauf=ID` stands for all that was chosen for that Lauf."""
    if lauf_id := address.get("lauf"):
        lauf = store.load(lauf_id)
        antrag_id = store.save_antrag(lauf.antrag, f"aus Lauf {lauf.id}", lauf.gelesen)
        address.go(lauf=None, antrag=antrag_id, **_chosen_for(lauf))


def _chosen_for(lauf: "Lauf") -> dict[str, object]:
    return {
        "weitere": ",".join(lauf.parameter.get("weitere", [])),
        "trotzdem": ",".join(lauf.trotzdem),
        "modell": lauf.modell_gefragt,
        "prompt": lauf.prompt_id,
        "fassung": lauf.prompt_version,
        "ersatzmodell": lauf.parameter.get("ersatzmodell"),
        "passagen": lauf.parameter.get("top_k"),
        "temperatur": lauf.parameter.get("temperature"),
    }
