"""`doctor`: what is wrong with this installation, its data and its libraries, and the way out."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import Context, default_context

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.context import Context
    from core.index.diagnosis import Diagnose

PLACES = 5
"""So many places of a Programm are told; `--json` tells all."""


ONLINE = "statt dessen jede Quelle im Internet nach einem bekannten Dokument fragen und vergleichen"


def add(commands: "Subcommands") -> None:
    doctor = add_command(commands, "doctor", run_doctor, "Was an den Daten dieser Installation nicht stimmt")
    what = doctor.add_mutually_exclusive_group()
    what.add_argument("--bundesland", metavar="LAND", help="nur die Programme dieses Landes")
    what.add_argument(
        "--repair", action="store_true", help="zuvor Reste entfernen und den Index in Ordnung bringen"
    )
    what.add_argument("--online", action="store_true", help=ONLINE)


def run_doctor(arguments: argparse.Namespace) -> int:
    from core.index.diagnosis import diagnose
    from core.operation.checks import Mark, check_installation
    from core.programme.registry import find_bundesland

    context = default_context()
    if arguments.online:
        return _ask_sources(context, arguments.json)
    land = find_bundesland(context.registry, arguments.bundesland) if arguments.bundesland else None
    mended = _mend(context) if arguments.repair else []
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


def _mend(context: "Context") -> list[str]:
    from core.operation.checks import mend_index, remove_leftovers

    return [*remove_leftovers(context), *mend_index(context)]


def _ask_sources(context: Context, as_json: bool) -> int:
    from core.sources.known_documents import ask_source, known_documents
    from core.sources.web import web_of

    documents = known_documents(context.own(web_of), context.settings.data_dir)
    answers = []
    with terminal.progress(len(documents), quiet=as_json) as advance:
        for document in documents:
            advance(document.quelle, 0)
            answers.append(ask_source(document))
            advance(document.quelle)
    if as_json:
        print_json(answers)
    else:
        rows = [(one.quelle, terminal.printable(one.nummer), str(one.state)) for one in answers]
        terminal.print_table(("Quelle", "Dokument", "Antwort"), rows)
        for one in answers:
            if one.text:
                terminal.say(f"{one.quelle}: {terminal.printable(one.text, 1000)}")
        terminal.say("Was die Quellen erlauben und wie oft sie gefragt werden: docs/operation.md")
    return 1 if any(one.state.is_trouble for one in answers) else 0


def _print(found: "Diagnose") -> None:
    for titel, lines in (
        ("Index beschädigt", found.schaeden),
        ("Nicht lesbar", found.unlesbar),
        ("Scans ohne Texterkennung", found.scans),
        ("Eingelesen, aber das PDF fehlt", found.ohne_pdf),
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
