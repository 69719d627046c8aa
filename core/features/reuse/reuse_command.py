"""`reuse`: which passages of a text stand in other kept documents and Anträge, letter by letter."""

import argparse
import sys
from pathlib import Path

from core.base import formats
from core.base.errors import EingabeError
from core.base.table import as_csv
from core.cli.output import emit, printable, read_bounded, write_out
from core.features.reuse.elsewhere import Passage, Reuse, as_json, find_elsewhere, table
from core.features.reuse.kept_texts import KeptText, kept_antrag, kept_document
from core.features.reuse.shared_letters import LEAST
from core.programme.context import Context, default_context
from core.proof.given_text import MAX_MB, read_given
from core.runs.store import runstore

PLACES = 3
"""Of a passage so many are named; `--json` and `--csv` have all."""


def add_reuse(reuse: argparse.ArgumentParser) -> None:
    reuse.add_argument(
        "text",
        metavar="DATEI|ID",
        help="PDF, Word, Webseite oder Text, „-“: die Eingabe; oder die Kennung eines Programms oder "
        "gespeicherten Antrags",
    )
    reuse.add_argument(
        "--min", type=int, default=LEAST, metavar="N", help=f"so viele gleiche Buchstaben ({LEAST})"
    )
    reuse.add_argument("--csv", action="store_true", help="Ausgabe als CSV, eine Zeile je Fundort")


def run_reuse(arguments: argparse.Namespace) -> int:
    context = default_context()
    found = find_elsewhere(context, _asked(context, arguments.text), arguments.min)
    emit(arguments.json, as_json(found), lambda: write_out(_shown(found, arguments.csv)))
    return 0


def _shown(found: Reuse, csv: bool) -> str | bytes:
    if csv:
        return as_csv(table(found))
    lines = [_told(one) for one in found.passages]
    common = [f"In vielen Dokumenten: {_told(one)}" for one in found.common]
    return "\n".join([*lines, *common, found.in_words(), found.scope()]) + "\n"


def _asked(context: Context, name: str) -> KeptText:
    path = Path(name)
    if name == "-":
        return KeptText(read_given(sys.stdin.buffer.read((MAX_MB << 20) + 1), "Der eingegebene Text"))
    if path.is_file():
        return KeptText(read_given(read_bounded(path, MAX_MB << 20), path.name))
    if found := kept_document(context, name):
        return found
    try:
        return kept_antrag(runstore(context), name)
    except EingabeError as error:
        raise EingabeError(
            f"„{name}“ ist weder eine Datei noch die Kennung eines eingelesenen Programms oder eines "
            "gespeicherten Antrags. Welche Programme es gibt, zeigt: python -m core status"
        ) from error


def _told(one: Passage) -> str:
    labels = [place.label for place in one.places[:PLACES]]
    more = len(one.places) - len(labels)
    where = "; ".join([*labels, *([f"und {formats.number(more)} weiteren"] if more else [])])
    head = f"{one.in_words()} ({printable(one.label, 120)})"
    return f"{head}: {printable(where, 400)}\n  „{printable(one.text)}“"
