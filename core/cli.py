"""`python -m core …`: everything the pages can start, without a browser."""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core import ausgabe
from core.context import Context, default_context
from core.errors import DashboardError, EingabeError
from core.models import Typ


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; 0 = done, 1 = something failed, 2 = the request was wrong."""
    arguments = build_parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except EingabeError as error:
        return _fail(error, 2)
    except DashboardError as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return _fail("Abgebrochen. Der Index ist unversehrt; der nächste Lauf macht weiter.", 130)


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m core", description="Wahlprogramme lesen, indexieren und durchsuchen."
    )
    commands = parser.add_subparsers(title="Befehle", required=True, metavar="BEFEHL")
    index = _command(commands, "index", run_index, "Programme lesen und in den Index schreiben")
    what = index.add_mutually_exclusive_group()
    what.add_argument("--bundesland", metavar="LAND", help="nur die Programme dieses Landes, z. B. NRW")
    what.add_argument(
        "--programm", metavar="ID", action="append", help="nur dieses Programm (mehrfach möglich)"
    )
    what.add_argument(
        "--all", action="store_true", help="alle Programme, deren PDF da ist (auch ohne Angabe)"
    )
    index.add_argument("--pdf-dir", metavar="ORDNER", type=Path, help="Ordner mit den PDFs (sonst data/pdf)")
    status = _command(commands, "status", run_status, "Was bekannt, da und indexiert ist")
    status.add_argument("--bundesland", metavar="LAND", help="jedes Programm dieses Landes einzeln")
    search = _command(commands, "search", run_search, "Passagen suchen")
    search.add_argument("frage", metavar="FRAGE")
    search.add_argument("--bundesland", metavar="LAND", help="nur dieses Land und was überall gilt")
    search.add_argument(
        "--partei", metavar="PARTEI", action="append", help="nur diese Partei (mehrfach möglich)"
    )
    search.add_argument("--typ", choices=[str(typ) for typ in Typ], help="nur diese Art von Programm")
    search.add_argument("--top", metavar="N", type=int, default=5, help="so viele Treffer höchstens (5)")
    search.add_argument("--min", metavar="X", type=float, help="Ähnlichkeit mindestens, 0 bis 1 (0.3)")
    _command(commands, "demo", run_demo, "Das Beispielland DEMO indexieren")
    audit = _command(commands, "audit", run_audit, "Zitate gespeicherter Antworten an den PDFs prüfen")
    audit.add_argument(
        "dateien",
        metavar="DATEI",
        nargs="*",
        type=Path,
        help="Antworten als JSON oder JSONL (mehrere möglich)",
    )
    return parser


def _command(commands: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text, description=f"{text}.")
    parser.add_argument("--json", action="store_true", help="Ausgabe als JSON")
    parser.set_defaults(run=run)
    return parser


def run_index(arguments: argparse.Namespace) -> int:
    context = default_context()
    pdf_dir: Path | None = arguments.pdf_dir
    if pdf_dir is not None and not pdf_dir.is_dir():
        raise EingabeError(f"Den Ordner {pdf_dir} gibt es nicht.")
    return _index(context, _chosen(context, arguments), pdf_dir, arguments.json)


def run_demo(arguments: argparse.Namespace) -> int:
    from core.retrieval.indexing import demo_programme

    context = default_context()
    code = _index(context, demo_programme(context), None, arguments.json)
    if code == 0 and not arguments.json:
        ausgabe.say('Probieren Sie: python -m core search "kleine Schulen auf dem Land" --bundesland DEMO')
    return code


def _chosen(context: Context, arguments: argparse.Namespace) -> list[str]:
    from core.programme.registry import find_bundesland
    from core.retrieval.indexing import programme_of, with_pdf

    if arguments.programm:
        return list(arguments.programm)
    if arguments.bundesland:
        return programme_of(context, find_bundesland(context.registry, arguments.bundesland))
    return with_pdf(context, arguments.pdf_dir)


def _index(context: Context, programm_ids: Sequence[str], pdf_dir: Path | None, as_json: bool) -> int:
    from core.retrieval.indexing import Ausgang, index_programme

    ergebnisse = []
    with ausgabe.progress(len(programm_ids), quiet=as_json) as advance:
        for ergebnis in index_programme(programm_ids, pdf_dir, context):
            advance(ergebnis.programm_id)
            ergebnisse.append(ergebnis)
    failed = [e for e in ergebnisse if e.ausgang is Ausgang.FEHLER]
    if as_json:
        _print_json([asdict(ergebnis) for ergebnis in ergebnisse])
    else:
        ausgabe.print_ergebnisse(ergebnisse)
    for ergebnis in failed:
        _fail(f"{ergebnis.programm_id}: {ergebnis.grund}", 1)
    return 1 if failed else 0


def run_status(arguments: argparse.Namespace) -> int:
    from core.programme.registry import find_bundesland
    from core.retrieval.bestand import bestand

    context = default_context()
    land = find_bundesland(context.registry, arguments.bundesland) if arguments.bundesland else None
    stock = [teil for teil in bestand(context, check=True) if land in (None, teil.gebiet)]
    if arguments.json:
        _print_json({"modell": context.embedder.name, "gebiete": [asdict(teil) for teil in stock]})
    elif land:
        ausgabe.print_programme(stock[0])
    else:
        ausgabe.print_bestand(stock, context)
    return 1 if any(teil.schaeden for teil in stock) else 0


def run_search(arguments: argparse.Namespace) -> int:
    from core.retrieval.search import MIN_SIMILARITY, find_relevant_chunks

    context = default_context()
    found = find_relevant_chunks(
        arguments.frage,
        arguments.partei,
        arguments.typ,
        arguments.bundesland,
        arguments.top,
        MIN_SIMILARITY if arguments.min is None else arguments.min,
        context,
    )
    if arguments.json:
        _print_json([asdict(fundstelle) for fundstelle in found])
    else:
        ausgabe.print_fundstellen(found, context)
    return 0


def run_audit(arguments: argparse.Namespace) -> int:
    from core.citations.antworten import read_answers
    from core.citations.audit import audit, per_bundesland

    if not arguments.dateien:
        raise EingabeError("Nennen Sie mindestens eine Datei mit Antworten.")
    answers = [answer for path in arguments.dateien for answer in read_answers(path)]
    befunde = audit(answers, default_context())
    if not befunde:
        return _fail("Nichts geprüft: In den Antworten steht kein Zitat.", 1)
    failed = sum(not befund.ok for befund in befunde)
    if arguments.json:
        counts = {
            land: {"belegt": proved, "geprueft": total}
            for land, (proved, total) in per_bundesland(befunde).items()
        }
        _print_json(
            {
                "geprueft": len(befunde),
                "belegt": len(befunde) - failed,
                "bundeslaender": counts,
                "befunde": [asdict(befund) for befund in befunde],
            }
        )
    else:
        ausgabe.print_audit(befunde)
    return 1 if failed else 0


def _print_json(value: Iterable[Any] | dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=1, default=str) + "\n")


def _fail(message: object, code: int) -> int:
    sys.stderr.write(f"Fehler: {' '.join(str(message).split())}\n")
    return code
