"""`check`: which quotes of any text are printed, where, and whether that is where the text says."""

import argparse
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from core.base.errors import EingabeError
from core.features.textcheck.source_files import read_sources


def add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument(
        "datei",
        metavar="DATEI",
        nargs="+",
        help="Word, PDF, Webseite, Mail, Markdown, JSON oder Text, auch mehrere; „-“: die Eingabe",
    )
    check.add_argument(
        "--bundesland", metavar="LAND", help="um welches Land es geht, wo der Text keines nennt"
    )
    check.add_argument(
        "--gegen",
        metavar="DOKUMENT",
        nargs="+",
        help="nur in diesen Dokumenten suchen (PDF, Word, HTML, Text, Ordner davon), nicht in Programmen",
    )
    check.add_argument(
        "--bilder", metavar="ORDNER", help="zu jedem gefundenen Zitat die Seite mit Markierung; mit --gegen"
    )
    check.add_argument(
        "--ohne-druckpruefung",
        action="store_true",
        help="die Dokumente nicht mit ihren gedruckten Seiten vergleichen: schneller; mit --gegen",
    )
    check.add_argument(
        "--fail-on-false",
        action="store_true",
        help="Rückgabewert 1 nur, wenn ein Zitat aus einem Programm falsch ist; gesagt wird nur, was falsch "
        "ist oder gelesen werden sollte. Was Menschen sagen, zählt nicht, und nicht, was nirgends gedruckt "
        "ist, wo der Text keine Partei nennt",
    )


def run_check(arguments: argparse.Namespace) -> int:
    """The documents are read by other processes while this one loads what it checks with."""
    if not arguments.gegen and (arguments.bilder or arguments.ohne_druckpruefung):
        raise EingabeError(
            "--bilder und --ohne-druckpruefung gehören zu --gegen. Nennen Sie damit Dokumente."
        )
    with ExitStack() as stack:
        reading = None
        if arguments.gegen:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="dokumente-")))
            given = [Path(one) for one in arguments.gegen]
            pool = stack.enter_context(ThreadPoolExecutor(1))
            reading = pool.submit(read_sources, given, folder, not arguments.ohne_druckpruefung)
        from core.features.textcheck.told_check import tell_files

        return tell_files(arguments, reading)
