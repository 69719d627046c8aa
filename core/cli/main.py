"""`python -m core …`: everything the pages can start, without a browser."""

import argparse
import errno
import importlib
import os
import sys
from collections.abc import Sequence

from core.base.errors import EingabeError
from core.base.settings import ROOT
from core.cli.output import add_command, fail
from core.features import all_features
from core.wortlaut.errors import DashboardError

OWN = {
    "index": ("index", "Programme lesen und in den Index schreiben"),
    "status": ("index", "Was bekannt, da und indexiert ist"),
    "demo": ("index", "Das Beispielland DEMO indexieren"),
    "doctor": ("doctor", "Was an den Daten dieser Installation nicht stimmt"),
    "search": ("search", "Die Programme befragen"),
    "antrag": ("antrag", "Zu einem Antrag suchen, was die Parteien versprachen"),
    "assess": ("assess", "Einen Antrag von einem Sprachmodell beurteilen lassen"),
    "models": ("assess", "Welche Modelle es gibt und welche bereit sind"),
    "runs": ("runs", "Gespeicherte Läufe zeigen, ausgeben und einlesen"),
    "ask": ("ask", "Die Programme von einem Sprachmodell befragen, mit Belegen"),
    "followup": ("ask", "Zu einem gespeicherten Lauf nachfragen"),
    "summarize": ("ask", "Programme und ihre Kapitel zusammenfassen"),
    "audit": ("audit", "Zitate gespeicherter Antworten an den PDFs prüfen"),
    "backup": ("backup", "Läufe, Anträge, PDFs und eigene Einträge in eine Datei sichern"),
    "restore": ("backup", "Eine Sicherung an einen leeren Ort zurückholen"),
    "forget": ("backup", "Einen Antrag mit allen seinen Läufen für immer löschen"),
}
"""Command → the module that holds it, as `run_…` and its options as `add_…`, and what it does."""

COMMANDS = (
    {name: (f"core.cli.{module}", text) for name, (module, text) in OWN.items()}
    | {
        name: (f"core.features.{feature.name}.{module}", text)
        for feature in all_features()
        for name, (module, text) in feature.commands.items()
    }
    | {"dashboard": ("core.cli.main", "Das Dashboard starten")}
)

WITHOUT_JSON = {"dashboard"}.union(*(feature.without_json for feature in all_features()))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 = done, 1 = something failed, 2 = the request was wrong."""
    argv = sys.argv[1:] if argv is None else argv
    arguments = build_parser(next((word for word in argv if word in COMMANDS), "")).parse_args(argv)
    try:
        code = int(arguments.run(arguments))
        sys.stdout.flush()  # at the end of the process nobody would hear that there is no room
        return code
    except OSError as error:
        is_unread = isinstance(error, BrokenPipeError)
        if not is_unread and error.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
            raise
        # Whoever reads what we write is gone, or there is no room: what is left to write goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        told = f"Die Ausgabe ist nicht vollständig geschrieben: {error.strerror}. Bitte Platz schaffen."
        return 1 if is_unread else fail(told, 1)
    except EingabeError as error:
        return fail(error, 2)
    except DashboardError as error:
        return fail(error, 1)
    except KeyboardInterrupt:
        return fail("Abgebrochen. Der Index ist unversehrt; der nächste Lauf macht weiter.", 130)


def build_parser(wanted: str | None = None) -> argparse.ArgumentParser:
    """With the options of this command alone, whose module is loaded for that; None: of all."""
    parser = argparse.ArgumentParser(
        prog="python -m core", description="Wahlprogramme lesen, indexieren und durchsuchen."
    )
    commands = parser.add_subparsers(title="Befehle", required=True, metavar="BEFEHL", dest="befehl")
    for name, (module, text) in COMMANDS.items():
        command = add_command(commands, name, text, as_json=name not in WITHOUT_JSON)
        if wanted in (None, name):
            known = vars(importlib.import_module(module))
            command.set_defaults(run=known.get(f"run_{name}"))
            if add_options := known.get(f"add_{name}"):
                add_options(command)
    return parser


def run_dashboard(arguments: argparse.Namespace) -> int:
    """Streamlit takes over this process: what ends it then ends the app."""
    os.execv(sys.executable, [sys.executable, "-m", "streamlit", "run", str(ROOT / "dashboard.py")])
