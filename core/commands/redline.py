"""`redline`: other wording that a model proposes for an Antrag, also as a Word file with tracked changes."""

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
    from core.context import Context
    from core.runs.redline_rows import Redline

NOTHING = "Das Modell schlägt keine Änderung vor."
NOT_ASKED = "Zu diesem Lauf gibt es keine Vorschläge. Fragen Sie ein Modell: --modell NAME"
DECISION = {True: "angenommen", False: "abgelehnt", None: "offen"}


def add(commands: "Subcommands") -> None:
    redline = add_command(
        commands, "redline", run_redline, "Änderungen am Wortlaut eines Antrags vorschlagen lassen"
    )
    redline.add_argument("lauf", metavar="LAUF", help="Kennung des Laufs; alle zeigt: python -m core runs")
    redline.add_argument(
        "--modell", metavar="MODELL", help="wer vorschlägt; ohne diese Angabe: was schon vorgeschlagen ist"
    )
    redline.add_argument("--anliegen", metavar="TEXT", default="", help="was besser werden soll")
    redline.add_argument(
        "--datei", type=Path, metavar="DATEI", help="den Antrag mit den Änderungen als DOCX dorthin schreiben"
    )


def run_redline(arguments: argparse.Namespace) -> int:
    from core.redlines.ask_redlines import ask_redlines
    from core.runs.store import runstore

    context = default_context()
    if arguments.modell:
        found = ask_redlines(context, arguments.lauf, arguments.modell, arguments.anliegen)
    else:
        runstore(context).load(arguments.lauf)
        found = runstore(context).list_redlines(arguments.lauf)
    if arguments.datei:
        _write(context, arguments.lauf, arguments.datei)
    if arguments.json:
        print_json(found)
    else:
        _print(found, NOTHING if arguments.modell else NOT_ASKED)
        if arguments.datei:
            terminal.say(f"Geschrieben: {arguments.datei}")
    return 0


def _write(context: "Context", lauf_id: str, path: Path) -> None:
    from core.redlines.redline_docx import redline_docx
    from core.runs.store import runstore

    store = runstore(context)
    try:
        path.write_bytes(redline_docx(store.load(lauf_id), store.list_redlines(lauf_id)))
    except OSError as error:
        raise EingabeError(f"Die Datei {path} lässt sich nicht schreiben ({error.strerror}).") from error


def _print(found: Sequence["Redline"], nothing: str) -> None:
    from core.redlines.redline_words import about_told

    if not found:
        terminal.say(nothing)
        return
    for one in found:
        state = f"verworfen: {one.verworfen}" if one.verworfen else DECISION[one.angenommen]
        terminal.say(terminal.printable(f"\n{about_told(one.forderung)} ({state})"))
        terminal.say(terminal.printable(f"  bisher: {one.alt}"))
        terminal.say(terminal.printable(f"  neu:    {one.neu or '(streichen)'}"))
        if one.grund:
            terminal.say(terminal.printable(f"  warum:  {one.grund} ({one.modell})"))
    bound = sum(one.is_bound for one in found)
    terminal.say(f"\n{formats.counted(bound, 'Vorschlag', 'Vorschläge')}, {len(found) - bound} verworfen")
