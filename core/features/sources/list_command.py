"""`fetch motions --liste`: Anträge of a list in a file, and lists that go again."""

import argparse
from pathlib import Path

from core.base import formats
from core.base.errors import EingabeError
from core.cli import output
from core.cli.output import emit, fail
from core.features.sources.antrag_list import ListReading, list_name, lists, read_list, remove_list
from core.features.sources.list_package import package_at
from core.programme.context import Context
from core.runs.store import runstore

LISTE = (
    "statt einer Quelle eine Liste als Datei (CSV, XLSX, XLS, ODS, JSON), ein Ordner oder ZIP mit einer "
    "Liste und den PDFs dazu"
)
LAND = "Land der Anträge, deren Zeile keines nennt, z. B. HE (nur mit --liste)"
PARLAMENT = "ihr Parlament oder Rat, z. B. „Stadtrat Lindenau“ (nur mit --liste)"
NAME = "unter diesem Namen wird die Liste genannt; sonst heißt sie wie ihre Datei (nur mit --liste)"
REMOVE = "eine eingelesene Liste mit ihren Einträgen wieder entfernen"
SHOWN = 50
"""Rows that are told one by one; all are in --json."""


def add_list_options(motions: argparse.ArgumentParser) -> None:
    motions.add_argument("--liste", metavar="DATEI|ORDNER|ZIP", type=Path, help=LISTE)
    motions.add_argument("--bundesland", metavar="LAND", default="", help=LAND)
    motions.add_argument("--parlament", metavar="NAME", default="", help=PARLAMENT)
    motions.add_argument("--name", metavar="NAME", default="", help=NAME)
    motions.add_argument("--liste-entfernen", metavar="NAME", help=REMOVE)


def is_about_list(arguments: argparse.Namespace) -> bool:
    is_list = arguments.liste or arguments.liste_entfernen
    if is_list and (arguments.quelle or (arguments.liste and arguments.liste_entfernen)):
        raise EingabeError(
            "Bitte entweder --liste, --liste-entfernen oder --quelle, nicht mehreres zugleich."
        )
    if not arguments.liste and (arguments.bundesland or arguments.parlament or arguments.name):
        raise EingabeError("--bundesland, --parlament und --name gelten nur mit --liste.")
    return bool(is_list)


def run_list(context: Context, arguments: argparse.Namespace) -> int:
    if arguments.liste_entfernen:
        count = remove_list(context, arguments.liste_entfernen)
        told = f"{formats.counted(count, 'Eintrag', 'Einträge')} entfernt."
        left = [list_name(one.quelle) for one in lists(runstore(context))]
        emit(arguments.json, {"entfernt": count, "listen": left}, lambda: output.say(told))
        return 0
    with package_at(arguments.liste) as package:
        reading = read_list(context, package, arguments.name, arguments.bundesland, arguments.parlament)
    emit(arguments.json, reading, lambda: _print(reading))
    for told in reading.fehler[:SHOWN]:
        fail(output.printable(told), 1)
    if (more := len(reading.fehler) - SHOWN) > 0:
        fail(f"… und {formats.counted(more, 'weitere Zeile', 'weitere Zeilen')} mit Fehlern.", 1)
    return 1 if reading.fehler else 0


def _print(reading: ListReading) -> None:
    columns = (
        ("Liste", lambda one: output.printable(list_name(one.quelle))),
        ("übernommen", lambda one: one.gelesen),
        ("neu", lambda one: one.neu),
        ("geändert", lambda one: one.geaendert),
        ("mit PDF", lambda one: one.mit_pdf),
        ("nicht übernommen", lambda one: len(one.fehler)),
    )
    output.print_table(columns, [reading])
    for told in reading.hinweise[:SHOWN]:
        output.say(output.printable(told))
    if reading.fehlend:
        output.say(output.printable(reading.left_told))
