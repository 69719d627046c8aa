"""`bundle` and `verify`: a Lauf as a file that proves itself, and that proof."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from core import terminal
from core.atomic_files import write_whole
from core.commands.options import add_command, fail, print_json
from core.context import default_context
from core.errors import DashboardError, EingabeError
from core.german import formats

if TYPE_CHECKING:
    from core.commands.options import Subcommands
    from core.papers.akte_findings import AkteProof

HOLDS = "Alles hält. Was das heißt und was nicht, steht in LIES-MICH.html der Prüfakte."
HOLDS_NOT = "Diese Prüfakte ist nicht nachgewiesen."


def add(commands: "Subcommands") -> None:
    bundle = add_command(
        commands, "bundle", run_bundle, "Einen Lauf als Prüfakte schreiben, die sich selbst nachweist"
    )
    bundle.add_argument("lauf", metavar="LAUF", help="Kennung des Laufs; alle zeigt: python -m core runs")
    bundle.add_argument(
        "--datei", type=Path, metavar="DATEI", help="wohin; sonst pruefakte-LAUF.zip im jetzigen Ordner"
    )
    verify = add_command(
        commands, "verify", run_verify, "Eine Prüfakte prüfen, ohne Netz, Index und gespeicherte Läufe"
    )
    verify.add_argument("datei", metavar="DATEI", type=Path)
    verify.add_argument(
        "--fingerprint", metavar="SUMME", default="", help="der veröffentlichte Fingerabdruck der Prüfakte"
    )


def run_bundle(arguments: argparse.Namespace) -> int:
    from core.papers.bundle import bundle

    akte = bundle(default_context(), arguments.lauf)
    path = arguments.datei or Path(f"{akte.name}.zip")
    try:
        write_whole(path, akte.data)
    except OSError as error:
        raise DashboardError(
            f"Die Datei {path} lässt sich nicht schreiben ({error.strerror}). Bitte Rechte und Platz prüfen."
        ) from error
    if arguments.json:
        print_json({"datei": path, "fingerabdruck": akte.fingerprint, "offen": akte.offen})
    else:
        terminal.say(f"Geschrieben: {path} ({formats.size(len(akte.data))})")
        terminal.say(f"Fingerabdruck: {akte.fingerprint}")
        if akte.offen:
            count = formats.counted(akte.offen, "Zitat", "Zitate")
            terminal.say(f"Ohne Nachweis: {count}; warum, sagt python -m core verify {path}")
    return 0


def run_verify(arguments: argparse.Namespace) -> int:
    from core.papers.bag import MOST_BYTES
    from core.papers.verify import verify

    try:
        with arguments.datei.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise EingabeError(
            f"Die Datei {arguments.datei} lässt sich nicht lesen ({error.strerror})."
        ) from error
    proof = verify(data, arguments.fingerprint)
    if arguments.json:
        print_json(_as_json(proof))
    else:
        _print(proof)
    return 0 if proof.ok else fail(HOLDS_NOT, 1)


def _as_json(proof: "AkteProof") -> dict[str, object]:
    return {
        "ok": proof.ok,
        "fingerabdruck": proof.fingerprint,
        "lauf": proof.lauf.id if proof.lauf else None,
        "geprueft": proof.zahlen,
        "befunde": [{"art": str(b.weight), "wo": b.wo, "text": b.text} for b in proof.befunde],
    }


def _print(proof: "AkteProof") -> None:
    if proof.lauf:
        terminal.say(f"Prüfakte des Laufs {proof.lauf.id}: {terminal.printable(proof.lauf.titel)}")
    if proof.fingerprint:
        terminal.say(f"Fingerabdruck: {proof.fingerprint}")
    if proof.zahlen:
        terminal.say(f"Geprüft: {', '.join(f'{count} {name}' for name, count in proof.zahlen.items())}")
    for befund in proof.befunde:
        terminal.say(terminal.printable(str(befund)))
    sys.stdout.flush()
    if proof.ok:
        terminal.say(HOLDS)
