"""`evaluate`: how well the search finds what is known to be there."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import default_context
from core.errors import EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.judging.search_quality import Measurement
    from core.statistical_measures import Interval


def add(commands: "Subcommands") -> None:
    evaluate = add_command(commands, "evaluate", run_evaluate, "Messen, wie gut die Suche findet")
    evaluate.add_argument(
        "--saetze", metavar="N", type=int, default=50, help="so viele Sätze des Bestands suchen (50)"
    )
    evaluate.add_argument("--gold", metavar="DATEI", type=Path, help="eigene Fragen mit Seite (JSON)")


def run_evaluate(arguments: argparse.Namespace) -> int:
    from core.judging.search_quality import evaluate

    if arguments.saetze < 1:
        raise EingabeError(f"--saetze {arguments.saetze}: Gebraucht wird mindestens ein Satz.")
    befunde = list(evaluate(default_context(), arguments.saetze, arguments.gold))
    if arguments.json:
        print_json(befunde)
    else:
        _print_befunde(befunde)
    return 0


def _print_befunde(befunde: Sequence["Measurement"]) -> None:
    """A table for every set of questions; in brackets the 95 % interval."""
    for fragen in dict.fromkeys(befund.fragen for befund in befunde):
        own = [befund for befund in befunde if befund.fragen == fragen]
        terminal.say(f"\n{fragen} ({own[0].anzahl})")
        rows = [(befund.strategie, *(_told(mass) for mass in befund.masse.values())) for befund in own]
        terminal.print_table(("Suche", *own[0].masse), rows)


def _told(mass: "Interval") -> str:
    von, bis = (formats.number(edge, 2) for edge in (mass.von, mass.bis))
    return f"{formats.number(mass.wert, 3)} ({von} bis {bis})"
