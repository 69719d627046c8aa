"""`doctor`: what is wrong with this installation, its data and its libraries, and the way out."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import default_context

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.index.stock import Diagnose

PLACES = 5
"""So many places of a Programm are told; `--json` tells all."""


def add(commands: "Subcommands") -> None:
    doctor = add_command(commands, "doctor", run_doctor, "Was an den Daten dieser Installation nicht stimmt")
    what = doctor.add_mutually_exclusive_group()
    what.add_argument("--bundesland", metavar="LAND", help="nur die Programme dieses Landes")
    what.add_argument(
        "--repair", action="store_true", help="zuvor Reste entfernen und den Index in Ordnung bringen"
    )


def run_doctor(arguments: argparse.Namespace) -> int:
    from core.index.stock import diagnose
    from core.operation.checks import Mark, check_installation, mend_index, remove_leftovers
    from core.programme.registry import find_bundesland

    context = default_context()
    land = find_bundesland(context.registry, arguments.bundesland) if arguments.bundesland else None
    mended = [*remove_leftovers(context), *mend_index(context)] if arguments.repair else []
    lines = [] if land else check_installation(context)
    found = diagnose(context, land)
    gesund = found.gesund and not any(line.mark is Mark.FAULT for line in lines)
    if arguments.json:
        told = {"gesund": gesund, "anlage": lines, "repariert": mended}
        print_json(asdict(found) | told)
    else:
        _print_lines("Repariert", mended)
        for line in lines:
            terminal.say(f"{line.name}: {line.mark}: {line.told}")
        _print(found)
    return 0 if gesund else 1


def _print(found: "Diagnose") -> None:
    for titel, lines in (
        ("Index beschädigt", found.schaeden),
        ("Nicht lesbar", found.unlesbar),
        ("Scans ohne Texterkennung", found.scans),
        ("Eingelesen, aber das PDF fehlt", found.ohne_pdf),
        ("Nur zum Teil zitierbar", found.begrenzt),
    ):
        _print_lines(titel, lines)
    if found.lesarten:
        terminal.say("Nicht sicher gelesene Sätze (werden gefunden und gezeigt, aber nie zitiert):")
        rows = [(one.programm, one.saetze, one.unsicher, one.guete) for one in found.lesarten]
        terminal.print_table(("Programm", "Sätze", "unsicher", "Lesegüte"), rows)
    for one in found.lesarten:
        for stelle in one.stellen[:PLACES]:
            terminal.say(f"{one.programm}, Seite {stelle.seite}: {stelle.anfang}")
        if (more := len(one.stellen) - PLACES) > 0:
            word = "weiterer Satz" if more == 1 else "weitere Sätze"
            terminal.say(f"{one.programm}: {more} {word} (alle mit --json)")
    if found.gesund:
        terminal.say("An den Daten fehlt nichts, und nichts ist beschädigt.")


def _print_lines(titel: str, lines: Sequence[str]) -> None:
    if lines:
        terminal.say(f"{titel}:")
        for line in lines:
            terminal.say(f"  {line}")
