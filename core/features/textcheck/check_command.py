"""`check`: which quotes of any text are printed, where, and whether that is where the text says."""

import argparse
import sys
from pathlib import Path

from core.cli.output import print_json, printable, read_bounded, write_out
from core.features.textcheck.check import SIGN, CheckedQuote, check_file, checked_as_json
from core.features.textcheck.text_blocks import MAX_MB
from core.programme.context import Context, default_context


def add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument(
        "datei", metavar="DATEI", help="Word, PDF, Webseite, Mail, Markdown, JSON oder Text; „-“: die Eingabe"
    )
    check.add_argument(
        "--bundesland", metavar="LAND", help="um welches Land es geht, wo der Text keines nennt"
    )


def run_check(arguments: argparse.Namespace) -> int:
    context = default_context()
    name, most = arguments.datei, MAX_MB << 20  # a byte more tells that it is too large
    data = sys.stdin.buffer.read(most + 1) if name == "-" else read_bounded(Path(name), most)
    found = check_file(data, name, context, arguments.bundesland)
    if arguments.json:
        print_json(checked_as_json(found))
    else:
        lines = [_line(one, context) for one in found.quotes]
        remarks = [printable(one, 600) for one in found.remarks()]
        write_out("\n".join([*lines, "", found.in_words(), *remarks, found.scope()]) + "\n")
    return 0 if found.is_clean else 1


def _line(one: CheckedQuote, context: Context) -> str:
    """„✔ „Wir erhalten jede …“ Gedruckt: Die Brücke Musterland Wahlprogramm 2024, S. 8.“"""
    nearest = one.verworfen.naechste if one.verworfen else None
    near = ""
    if nearest:
        place = context.registry.programme[nearest.programm].label((), nearest.seiten)
        near = f" Am nächsten kommt: „{printable(nearest.text)}“ ({place})."
    quote = printable(one.quote.text, 70)
    return f"{SIGN[one.verdict]} „{quote}“ {printable(one.satz, 600)}{near}"
