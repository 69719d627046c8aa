"""Commands are run by whoever has the machine, and so are bound to no role; where people sign in, the log
tells which account of the machine changed something, and what that asks of models counts as its own."""

import argparse
import getpass
import socket

from core.commands.options import warn
from core.context import default_context
from core.errors import DashboardError
from core.roles.payer import Payer
from core.roles.rights import Action
from core.settings import load_settings

CHANGING = {
    "index": (Action.INDEX, ""),
    "demo": (Action.INDEX, ""),
    "fetch": (Action.REGISTER, ""),
    "doctor": (Action.INDEX, "repair"),
    "assess": (Action.RUN, ""),
    "runs": (Action.IMPORT, "einlesen"),
    "support": (Action.RUN, "lauf"),
    "decision": (Action.IMPORT, "drucksache"),
    "ask": (Action.RUN, ""),
    "followup": (Action.RUN, "lauf"),
    "rubric": (Action.RUN, ""),
    "summarize": (Action.RUN, ""),
    "calibrate": (Action.RUN, ""),
    "backup": (Action.EXPORT, ""),
    "bundle": (Action.EXPORT, "lauf"),
    "restore": (Action.IMPORT, ""),
    "forget": (Action.DELETE, "antrag"),
    "release": (Action.RELEASE, "lauf"),
}
"""What a command that changes or takes something is in the log, and which of its arguments names it."""

READING_ONLY = {"status", "search", "antrag", "models", "audit", "verify", "monitor", "evaluate", "dashboard"}
ONLY_WITH = {"doctor": "repair", "runs": "einlesen", "forget": "ja", "decision": "save"}
"""Without that option they change nothing."""


def note_command(arguments: argparse.Namespace) -> None:
    """After it was run; a log that cannot be written is told, and undoes nothing."""
    name = str(arguments.befehl)
    if name not in CHANGING or not getattr(arguments, ONLY_WITH.get(name, "run")):
        return
    try:
        context = default_context()
        if context.settings.anmeldung:
            _write(name, arguments)
    except DashboardError as error:
        warn(f"Im Protokoll der Handlungen fehlt dieser Befehl: {error}")


def account_payer() -> Payer | None:
    """Nobody where nobody signs in, or where the settings are wrong: the command itself says so."""
    try:
        if not load_settings().anmeldung:
            return None
    except DashboardError:
        return None
    from core.runs.person_payer import PersonPayer

    return PersonPayer(default_context(), account())


def account() -> str:
    return f"{getpass.getuser()}@{socket.gethostname()}"


def _write(name: str, arguments: argparse.Namespace) -> None:
    from core.runs.store import runstore

    action, field = CHANGING[name]
    about = str(getattr(arguments, field)) if field and name not in ("doctor", "runs") else ""
    who = f"{account()} (python -m core {name})"
    runstore(default_context()).note_deed(who, action, about)
