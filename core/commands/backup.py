"""`backup` and `restore`: everything that cannot be made anew, in one file and back."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import default_context
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands


def add(commands: "Subcommands") -> None:
    backup = add_command(
        commands, "backup", run_backup, "Läufe, Anträge, PDFs und eigene Einträge in eine Datei sichern"
    )
    backup.add_argument("ziel", metavar="DATEI|ORDNER", type=Path, help="neue Datei, oder Ordner für sie")
    restore = add_command(commands, "restore", run_restore, "Eine Sicherung an einen leeren Ort zurückholen")
    restore.add_argument("datei", metavar="DATEI", type=Path, help="was „backup“ geschrieben hat")


def run_backup(arguments: argparse.Namespace) -> int:
    from core.operation.backup import write_backup

    path, manifest = write_backup(default_context(), arguments.ziel)
    if arguments.json:
        print_json({"datei": str(path), "dateien": len(manifest.files), "groesse": path.stat().st_size})
        return 0
    files = formats.counted(len(manifest.files), "Datei", "Dateien")
    terminal.say(f"Gesichert und nachgelesen: {path} ({files}, {formats.size(path.stat().st_size)}).")
    terminal.say("Nicht darin: der Index (entsteht aus den PDFs neu), Schlüssel, Einstellungen.")
    return 0


def run_restore(arguments: argparse.Namespace) -> int:
    from core.operation.backup import restore_backup

    done = restore_backup(default_context(), arguments.datei)
    if arguments.json:
        print_json(done)
    else:
        terminal.say(
            f"Wiederhergestellt (Stand {done.gesichert}): {formats.counted(done.laeufe, 'Lauf', 'Läufe')}, "
            f"{formats.counted(done.antraege, 'Antrag', 'Anträge')}, "
            f"{formats.counted(done.dateien, 'Datei', 'Dateien')}."
        )
        terminal.say(f"Zitate an den PDFs geprüft: {done.belegt} von {done.geprueft} belegt.")
        terminal.say("Jetzt den Index neu aufbauen mit: python -m core index --all")
    return 0 if done.belegt == done.geprueft else 1
