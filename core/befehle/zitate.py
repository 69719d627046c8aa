"""`audit`: proving stored quotes against the PDFs."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core import ausgabe
from core.befehle.form import add_command, fail, print_json
from core.context import default_context
from core.errors import EingabeError

if TYPE_CHECKING:
    from core.citations.audit import Befund


def add(commands: Any) -> None:
    audit = add_command(commands, "audit", run_audit, "Zitate gespeicherter Antworten an den PDFs prüfen")
    audit.add_argument(
        "dateien",
        metavar="DATEI",
        nargs="*",
        type=Path,
        help="Antworten als JSON oder JSONL (mehrere möglich)",
    )


def run_audit(arguments: argparse.Namespace) -> int:
    from core.citations.antworten import read_answers
    from core.citations.audit import audit, per_bundesland

    if not arguments.dateien:
        raise EingabeError("Nennen Sie mindestens eine Datei mit Antworten.")
    answers = [answer for path in arguments.dateien for answer in read_answers(path)]
    befunde = audit(answers, default_context())
    if not befunde:
        return fail("Nichts geprüft: In den Antworten steht kein Zitat.", 1)
    failed = sum(not befund.ok for befund in befunde)
    if arguments.json:
        counts = {
            land: {"belegt": proved, "geprueft": total}
            for land, (proved, total) in per_bundesland(befunde).items()
        }
        print_json(
            {
                "geprueft": len(befunde),
                "belegt": len(befunde) - failed,
                "bundeslaender": counts,
                "befunde": [asdict(befund) for befund in befunde],
            }
        )
    else:
        _print_audit(befunde)
    return 1 if failed else 0


def _print_audit(befunde: Sequence["Befund"]) -> None:
    from core.citations.audit import per_bundesland

    for land, (proved, total) in per_bundesland(befunde).items():
        ausgabe.say(f"{land} {proved}/{total}")
    for befund in befunde:
        if not befund.ok:
            programm = ausgabe.printable(befund.programm or "ohne Programm")
            ausgabe.say(f"\n{programm}: „{ausgabe.printable(befund.text)}“")
            for grund in befund.gruende:
                ausgabe.say(f"  {ausgabe.printable(grund)}")
