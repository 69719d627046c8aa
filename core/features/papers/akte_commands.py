"""`bundle` and `verify`: a Lauf as a file that proves itself, and that proof."""

import argparse
import sys
from pathlib import Path

from core.base import formats
from core.base.atomic_files import write_whole
from core.cli import output
from core.cli.output import emit, fail, read_bounded
from core.features.papers.bag import MOST_BYTES
from core.features.papers.bundle import bundle
from core.features.papers.verify import verify
from core.programme.context import default_context
from core.wortlaut.errors import DashboardError


def add_bundle(bundle: argparse.ArgumentParser) -> None:
    bundle.add_argument("lauf", metavar="LAUF", help="Kennung des Laufs; alle zeigt: python -m core runs")
    bundle.add_argument(
        "--datei", type=Path, metavar="DATEI", help="wohin; sonst pruefakte-LAUF.zip im jetzigen Ordner"
    )


def add_verify(verify: argparse.ArgumentParser) -> None:
    verify.add_argument("datei", metavar="DATEI", type=Path, help="die Prüfakte")
    verify.add_argument(
        "--fingerprint", metavar="SUMME", default="", help="der veröffentlichte Fingerabdruck der Prüfakte"
    )
    verify.add_argument(
        "--seite",
        metavar="DATEI",
        type=Path,
        help="wohin die Prüfung eine eigene Seite (HTML) schreibt: was nachgewiesen ist",
    )


def run_bundle(arguments: argparse.Namespace) -> int:
    akte = bundle(default_context(), arguments.lauf)
    path = arguments.datei or Path(f"{akte.name}.zip")
    _write(path, akte.data)
    lines = [
        f"Geschrieben: {path} ({formats.size(len(akte.data))})",
        f"Fingerabdruck: {akte.fingerprint}",
    ]
    if akte.offen:
        count = formats.counted(akte.offen, "Zitat", "Zitate")
        lines.append(f"Ohne Nachweis: {count}; warum, sagt python -m core verify {path}")
    told = {"datei": path, "fingerabdruck": akte.fingerprint, "offen": akte.offen}
    emit(arguments.json, told, lambda: output.say(*lines))
    return 0


def _write(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
    except OSError as error:
        raise DashboardError(
            f"Die Datei {path} lässt sich nicht schreiben ({error.strerror}). Bitte Rechte und Platz prüfen."
        ) from error


def run_verify(arguments: argparse.Namespace) -> int:
    proof = verify(read_bounded(arguments.datei, MOST_BYTES), arguments.fingerprint)
    if arguments.seite and proof.seite:
        _write(arguments.seite, proof.seite.encode())
    told = {
        "ok": proof.ok,
        "fingerabdruck": proof.fingerprint,
        "lauf": proof.lauf.id if proof.lauf else None,
        "geprueft": proof.zahlen,
        "befunde": [{"art": one.weight, "wo": one.wo, "text": one.text} for one in proof.befunde],
    }

    def show() -> None:
        if proof.lauf:
            output.say(f"Prüfakte des Laufs {proof.lauf.id}: {output.printable(proof.lauf.titel)}")
        if proof.fingerprint:
            output.say(f"Fingerabdruck: {proof.fingerprint}")
        if proof.zahlen:
            output.say(f"Geprüft: {', '.join(f'{count} {name}' for name, count in proof.zahlen.items())}")
        output.say(*(output.printable(str(befund)) for befund in proof.befunde))
        if arguments.seite:
            written = f"Geschrieben: {arguments.seite}" if proof.seite else "Keine Seite: nichts war lesbar."
            output.say(written)
        sys.stdout.flush()
        if proof.ok:
            output.say(proof.in_words)

    emit(arguments.json, told, show)
    return 0 if proof.ok else fail(proof.in_words, 1)
