"""`check`: which quotes of any text are printed, where, and whether that is where the text says."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

from core.base.errors import EingabeError
from core.cli.output import print_json, printable, read_bounded, write_out
from core.features.textcheck.check import SIGN, CheckedQuote, CheckedText, check_file, checked_as_json
from core.features.textcheck.documents import read_sources
from core.features.textcheck.text_blocks import MAX_MB
from core.programme.context import Context, default_context


def add_check(check: argparse.ArgumentParser) -> None:
    check.add_argument(
        "datei", metavar="DATEI", help="Word, PDF, Webseite, Mail, Markdown, JSON oder Text; „-“: die Eingabe"
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


def run_check(arguments: argparse.Namespace) -> int:
    context = default_context()
    name, most = arguments.datei, MAX_MB << 20  # a byte more tells that it is too large
    if not arguments.gegen and (arguments.bilder or arguments.ohne_druckpruefung):
        raise EingabeError(
            "--bilder und --ohne-druckpruefung gehören zu --gegen. Nennen Sie damit Dokumente."
        )
    data = sys.stdin.buffer.read(most + 1) if name == "-" else read_bounded(Path(name), most)
    with ExitStack() as stack:
        sources = None
        if arguments.gegen:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="dokumente-")))
            given = [Path(one) for one in arguments.gegen]
            sources = read_sources(given, folder, not arguments.ohne_druckpruefung)
        found = check_file(data, name, context, arguments.bundesland, sources=sources)
        pictures = list(_pictures(found, Path(arguments.bilder))) if arguments.bilder else []
    if arguments.json:
        print_json(checked_as_json(found) | ({"bilder": pictures} if arguments.bilder else {}))
    else:
        lines = [_line(one, found, context) for one in found.quotes]
        remarks = [printable(one, 600) for one in found.remarks()]
        told = [f"Bilder: {len(pictures)} in {arguments.bilder}"] if arguments.bilder else []
        write_out("\n".join([*lines, "", found.in_words(), *remarks, *told, found.scope()]) + "\n")
    return 0 if found.is_clean else 1


def _line(one: CheckedQuote, found: CheckedText, context: Context) -> str:
    """„✔ „Wir erhalten jede …“ Gedruckt: Die Brücke Musterland Wahlprogramm 2024, S. 8.“"""
    nearest = one.verworfen.naechste if one.verworfen else None
    near = ""
    if nearest:
        programm = context.registry.programme.get(nearest.programm)
        place = (
            programm.label((), nearest.seiten)
            if programm
            else found.sources.label(nearest.programm, nearest.seiten)
            if found.sources
            else nearest.programm
        )
        near = f" Am nächsten kommt: „{printable(nearest.text)}“ ({place})."
    quote = printable(one.quote.text, 70)
    return f"{SIGN[one.verdict]} „{quote}“ {printable(one.satz, 600)}{near}"


def _pictures(found: CheckedText, folder: Path) -> Iterator[str]:
    """The names of the pictures that were written: „03-vertrag-seite-12.png“ is of the third quote."""
    from core.features.textcheck.document_page import document_page

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(found.quotes, start=1):
            for bound in one.gebunden[:1]:
                for seite in bound.ort.seiten:
                    page = document_page(found, bound, seite)
                    if page is None:
                        continue
                    stem = "".join(c if c.isalnum() else "-" for c in bound.ort.programm.partition(":")[2])[
                        :60
                    ]
                    target = folder / f"{number:02}-{stem}-seite-{seite}.png"
                    target.write_bytes(page.png())
                    yield target.name
    except OSError as error:
        raise EingabeError(
            f"In den Ordner {folder} lässt sich nicht schreiben ({error.strerror}). Nennen Sie einen anderen."
        ) from error
