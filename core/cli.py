"""`python -m core …`: everything the pages can start, without a browser."""

import argparse
from collections.abc import Sequence

from core.commands import (
    ask,
    assess,
    backup,
    calibrate,
    dashboard,
    decision,
    doctor,
    evaluate,
    fetch,
    find,
    forget,
    proof_file,
    prove,
    read_in,
    rubric,
    show_antrag,
    stored_laeufe,
    summarize,
    support,
    watch,
)
from core.commands.options import fail
from core.errors import DashboardError, EingabeError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 = done, 1 = something failed, 2 = the request was wrong."""
    arguments = build_parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except EingabeError as error:
        return fail(error, 2)
    except DashboardError as error:
        return fail(error, 1)
    except KeyboardInterrupt:
        return fail("Abgebrochen. Der Index ist unversehrt; der nächste Lauf macht weiter.", 130)


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m core", description="Wahlprogramme lesen, indexieren und durchsuchen."
    )
    commands = parser.add_subparsers(title="Befehle", required=True, metavar="BEFEHL", dest="befehl")
    groups = (
        read_in,
        fetch,
        doctor,
        find,
        show_antrag,
        assess,
        rubric,
        stored_laeufe,
        support,
        decision,
        ask,
        summarize,
        prove,
        proof_file,
        watch,
        backup,
        forget,
        evaluate,
        calibrate,
        dashboard,
    )
    for group in groups:
        group.add(commands)
    return parser
