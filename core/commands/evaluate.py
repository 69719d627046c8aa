"""`evaluate`: how well the search finds what is known to be there."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import Context, default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.evaluation.evaluation_report import Measurement
    from core.evaluation.search_measures import SearchMeasure


def add(commands: "Subcommands") -> None:
    evaluate = add_command(commands, "evaluate", run_evaluate, "Messen, wie gut die Suche findet")
    evaluate.add_argument(
        "--saetze", metavar="N", type=int, default=50, help="so viele Sätze des Bestands suchen (50)"
    )
    evaluate.add_argument("--gold", metavar="DATEI", type=Path, help="eigene Fragen mit Seite (JSON)")
    evaluate.add_argument(
        "--modell",
        metavar="MODELL",
        action="append",
        help="Embedding-Modell, für das indexiert ist (mehrfach möglich; sonst das eingestellte)",
    )


def run_evaluate(arguments: argparse.Namespace) -> int:
    from core.evaluation.evaluation_report import evaluate

    if arguments.saetze < 1:
        raise EingabeError(f"--saetze {arguments.saetze}: Gebraucht wird mindestens ein Satz.")
    befunde = [
        befund
        for context in _contexts(arguments.modell)
        for befund in evaluate(context, arguments.saetze, arguments.gold)
    ]
    if arguments.json:
        print_json([asdict(befund) for befund in befunde])
    else:
        _print_befunde(befunde)
    return 0


def _contexts(modelle: Sequence[str] | None) -> list[Context]:
    context = default_context()
    if not modelle:
        return [context]
    return [Context(replace(context.settings, embedding_model=modell)) for modell in modelle]


def _print_befunde(befunde: Sequence["Measurement"]) -> None:
    """A table for every set of questions; in brackets the 95 % interval."""
    for fragen in dict.fromkeys(befund.fragen for befund in befunde):
        own = [befund for befund in befunde if befund.fragen == fragen]
        count = max(mass.anzahl for mass in own[0].masse.values())
        terminal.say(f"\n{fragen} ({count})")
        rows = [(b.modell, b.strategie, *(_told(mass) for mass in b.masse.values())) for b in own]
        terminal.print_table(("Modell", "Suche", *own[0].masse), rows)


def _told(mass: "SearchMeasure") -> str:
    interval = (
        f" ({formats.number(mass.von, 2)} bis {formats.number(mass.bis, 2)})" if mass.bis > mass.von else ""
    )
    return f"{formats.number(mass.wert, 3)}{interval}"
