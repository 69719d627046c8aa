"""`dashboard`: the pages, as `make run` starts them, from wherever the code was installed to."""

import argparse
import os
import sys
from typing import TYPE_CHECKING

from core.settings import ROOT

if TYPE_CHECKING:
    from core.commands.options import Subcommands


def add(commands: "Subcommands") -> None:
    text = "Das Dashboard starten"
    dashboard = commands.add_parser("dashboard", help=text, description=f"{text}.")
    dashboard.set_defaults(run=run_dashboard)


def run_dashboard(arguments: argparse.Namespace) -> int:
    """Streamlit takes over this process: what ends it then ends the app."""
    os.execv(sys.executable, [sys.executable, "-m", "streamlit", "run", str(ROOT / "dashboard.py")])
