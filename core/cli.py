"""`python -m core …`: everything the pages can start, without a browser."""

import argparse
import errno
import os
import sys
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
        code = int(arguments.run(arguments))
        sys.stdout.flush()  # at the end of the process nobody would hear that there is no room
        return code
    except OSError as error:
        if isinstance(error, BrokenPipeError) or error.errno in WRITTEN_IN_VAIN:
            return _unwritten(error)
        raise
    except EingabeError as error:
        return fail(error, 2)
    except DashboardError as error:
        return fail(error, 1)
    except KeyboardInterrupt:
        return fail("Abgebrochen. Der Index ist unversehrt; der nächste Lauf macht weiter.", 130)


WRITTEN_IN_VAIN = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def _unwritten(error: OSError) -> int:
    """Whoever reads what we write is gone, or there is no room: what is left to write goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 1
    return fail(f"Die Ausgabe ist nicht vollständig geschrieben: {error.strerror}. Bitte Platz schaffen.", 1)


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
