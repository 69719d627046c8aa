"""`forget`: one Antrag with all its Läufe, for good."""

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import default_context
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.runs.forget_antrag import AntragTraces

BEYOND = (
    "Nicht erreicht werden: Sicherungen, Exporte und Berichte auf anderen Datenträgern, Listen der Quellen "
    "(öffentliche Titel), was Anbieter von Sprachmodellen gespeichert haben, und bis zu seinem Neustart der "
    "Arbeitsspeicher eines laufenden Antragsspiegels."
)


def add(commands: "Subcommands") -> None:
    forget = add_command(
        commands, "forget", run_forget, "Einen Antrag mit allen seinen Läufen für immer löschen"
    )
    forget.add_argument(
        "antrag", metavar="ANTRAG", help="Kennung des Antrags, einer seiner Läufe oder seine Drucksache"
    )
    forget.add_argument("--ja", action="store_true", help="wirklich löschen (sonst wird nur gezeigt, was)")


def run_forget(arguments: argparse.Namespace) -> int:
    from core.antrag.antrag import drop_pdf
    from core.decisions.kept_decision import drop_paper
    from core.runs.forget_antrag import find_traces, forget
    from core.runs.store import runstore

    context = default_context()
    look = forget if arguments.ja else find_traces
    found = look(runstore(context), arguments.antrag)
    if arguments.ja:
        for name in found.dateien:
            drop_pdf(context.settings.laeufe_dir, name)
        for name in found.papiere:
            drop_paper(context.settings.laeufe_dir, name)
    if arguments.json:
        print_json({"geloescht": arguments.ja, **asdict(found), "nicht_erreicht": BEYOND})
    else:
        _print(found, arguments.ja)
    return 0


def _print(found: "AntragTraces", is_done: bool) -> None:
    for titel in found.titel:
        terminal.say(f"„{terminal.printable(titel)}“")
    parts = (
        formats.counted(len(found.antraege), "Eingabe", "Eingaben"),
        f"{formats.counted(len(found.laeufe), 'Lauf', 'Läufe')} (auch gelöschte)",
        formats.counted(found.urteile, "Urteil", "Urteile"),
        formats.counted(found.antworten, "Nachfrage", "Nachfragen"),
        formats.counted(len(found.dateien), "PDF", "PDFs"),
        formats.counted(len(found.papiere), "Papier mit Abstimmungen", "Papiere mit Abstimmungen"),
    )
    terminal.say(f"{'Für immer gelöscht' if is_done else 'Gelöscht würden'}: {', '.join(parts)}.")
    terminal.say(BEYOND)
    if not is_done:
        terminal.say("Nichts wurde gelöscht. Wirklich löschen: derselbe Befehl mit --ja")
