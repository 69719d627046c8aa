"""The Anträge of the fictional Land, to try everything with."""

from pathlib import Path

from core.antrag.read_antrag import read_antrag, read_antrag_bytes
from core.assessment.auftrag import Auftrag
from core.assessment.before_lauf import make_auftrag
from core.context import Context
from core.errors import EingabeError
from core.llm.catalogue import OFFLINE, find_modell
from core.llm.prompts import prompts_of

LAND = "DEMO"
HEAD = 1500
"""The title of an Antrag stands within so many letters."""


def demo_antraege(context: Context) -> dict[str, Path]:
    """Title → file (as text; the PDF of the same name lies beside it), in the order of their numbers."""
    files = sorted((context.settings.data_dir / "demo" / "pdf").glob("antrag-*.txt"))
    if not files:
        raise EingabeError(
            f"Unter {context.settings.data_dir / 'demo' / 'pdf'} liegt kein Demo-Antrag. "
            "Bitte die Dateien antrag-*.txt zurückholen."
        )
    return {_titel(context, file): file for file in files}


def demo_auftrag(context: Context) -> Auftrag:
    """The first of them, for the built-in model: nothing has to be set up for it."""
    file = next(iter(demo_antraege(context).values()))
    antrag = read_antrag_bytes(file.read_bytes(), context.registry)
    prompt = prompts_of(context)[find_modell(context, OFFLINE).prompt]
    return make_auftrag(context, antrag, OFFLINE, prompt, gelesen=antrag)


def _titel(context: Context, file: Path) -> str:
    return read_antrag(file.read_text(encoding="utf-8")[:HEAD], context.registry).titel
