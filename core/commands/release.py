"""`release`: a Lauf that anybody may see in the public view, by its address."""

import argparse
import getpass
from typing import TYPE_CHECKING

from core import terminal
from core.commands.options import add_command, print_json
from core.context import default_context

if TYPE_CHECKING:
    from core.commands.options import Subcommands


def add(commands: "Subcommands") -> None:
    release = add_command(
        commands, "release", run_release, "Einen Lauf für die öffentliche Ansicht (OEFFENTLICH=1) freigeben"
    )
    release.add_argument("lauf", metavar="LAUF", help="Kennung des Laufs")
    release.add_argument("--zurueck", action="store_true", help="die Freigabe zurücknehmen")


def run_release(arguments: argparse.Namespace) -> int:
    from core.runs.store import runstore

    store = runstore(default_context())
    store.load(arguments.lauf)
    if arguments.zurueck:
        store.withdraw(arguments.lauf)
    else:
        store.release(arguments.lauf, getpass.getuser())
    is_released = store.is_released(arguments.lauf)
    if arguments.json:
        print_json({"lauf": arguments.lauf, "freigegeben": is_released})
    else:
        terminal.say("Freigegeben." if is_released else "Nicht freigegeben.")
    return 0
